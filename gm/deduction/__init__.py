"""Exact knowledge of one seat: counts, odds, reasons and samples. Pure."""
