"""Casekeeper."""
