"""A Mini App's address with its launch data, on an origin of the phone's own.

Browsers allow six connections an origin and share storage within one, so each phone opens the
app at ``p1.localhost``, ``p2.localhost`` … when the app lives on this machine.
"""

import json
from urllib.parse import urlencode, urlsplit, urlunsplit

from gm.botapi import Tapped

VERSION = "8.0"
THEMES = {
    "light": {
        "bg_color": "#ffffff",
        "text_color": "#17212b",
        "hint_color": "#667480",
        "link_color": "#0b6b64",
        "button_color": "#0b7a71",
        "button_text_color": "#ffffff",
        "secondary_bg_color": "#eef1f0",
        "header_bg_color": "#ffffff",
        "accent_text_color": "#0b6b64",
        "section_bg_color": "#ffffff",
        "section_header_text_color": "#0b6b64",
        "subtitle_text_color": "#667480",
        "destructive_text_color": "#b3261e",
    },
    "dark": {
        "bg_color": "#16201f",
        "text_color": "#eef4f2",
        "hint_color": "#9aaba7",
        "link_color": "#6fd3c6",
        "button_color": "#2aa596",
        "button_text_color": "#04211d",
        "secondary_bg_color": "#0e1615",
        "header_bg_color": "#16201f",
        "accent_text_color": "#6fd3c6",
        "section_bg_color": "#16201f",
        "section_header_text_color": "#6fd3c6",
        "subtitle_text_color": "#9aaba7",
        "destructive_text_color": "#ff9a8f",
    },
}


def launch_url(tapped: Tapped, *, phone: int, theme: str = "light") -> str:
    """The address to open in the frame of phone number ``phone`` (counted from 1)."""
    parts = urlsplit(tapped.value)
    where = parts.netloc
    if parts.hostname in {"127.0.0.1", "localhost"}:
        where = f"p{phone}.localhost" + (f":{parts.port}" if parts.port else "")
    query = parts.query
    if tapped.start_param:
        given = urlencode({"tgWebAppStartParam": tapped.start_param})
        query = f"{query}&{given}" if query else given
    fragment = urlencode(
        {
            "tgWebAppData": tapped.init_data,
            "tgWebAppVersion": VERSION,
            "tgWebAppPlatform": "weba",
            "tgWebAppThemeParams": json.dumps(THEMES.get(theme, THEMES["light"])),
        }
    )
    return urlunsplit((parts.scheme, where, parts.path or "/", query, fragment))
