"""Theme packs: what cards are called and how they look. Data only; the rules never see them."""

from gm.themes.pack import DEFAULT, BadPackError, Theme, theme, themes

__all__ = ["DEFAULT", "BadPackError", "Theme", "theme", "themes"]
