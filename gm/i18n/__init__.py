"""Languages: catalogues of sentences, and lines made into text."""

from gm.i18n.catalogue import DEFAULT, PSEUDO, Catalogue, catalogue, languages, nearest
from gm.i18n.channels import Button, Channel, Html, Plain
from gm.i18n.rendering import Names, render

__all__ = [
    "DEFAULT",
    "PSEUDO",
    "Button",
    "Catalogue",
    "Channel",
    "Html",
    "Names",
    "Plain",
    "catalogue",
    "languages",
    "nearest",
    "render",
]
