"""The Mini App's API: JSON only, every person and table checked on every request."""
