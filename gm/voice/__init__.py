"""Narration: seen events to lines, without language or channel."""
