"""Where an operator's command finds the database: REDIS_URL, else the bundled one if it runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gm.secret import Secret
from gm.settings import Settings
from gm.store.embedded import answers, embedded_url, socket_path


def with_database(settings: Settings) -> Settings:
    """The settings with the address of the bundled database that is running, if one is."""
    if settings.redis_url is not None:
        return settings
    folders: list[Path] = [settings.data_dir]
    if settings.bot_token is None:
        folders.insert(0, settings.data_dir / "playground")
    for folder in folders:
        if answers(socket_path(folder)):
            return replace(settings, redis_url=Secret(embedded_url(folder)))
    return settings
