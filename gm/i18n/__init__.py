"""Catalogues and formats, one folder a language."""
