"""Settings are read once, from the environment, into a frozen value; all mistakes told at once.

`TABLE` is the one list of settings: README.md and deploy/env.example are held against it.
"""

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from gm.secret import Secret

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

TELEGRAM = "https://api.telegram.org"


class SettingsError(ValueError):
    """One or more settings are wrong; `problems` has a sentence for each, without secrets."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the operator decided; see `TABLE` for the meaning of each field."""

    bot_token: Secret | None
    telegram_api_base: str
    public_url: str | None
    webhook_secret: Secret | None
    miniapp_name: str | None
    redis_url: Secret | None
    data_dir: Path
    port: int
    default_lang: str
    default_theme: str
    default_turn_seconds: int
    operator_ids: frozenset[int]
    trusted_proxies: tuple[Network, ...]
    frame_ancestors: tuple[str, ...]
    log_level: str
    keep_days: int

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> "Settings":
        """The settings in `environ`; an empty value counts as unset, unknown names are ignored.

        Raises SettingsError with every problem found, in the order of `TABLE`.
        """
        values: dict[str, object] = {}
        problems: list[str] = []
        for row in TABLE:
            text = environ.get(row.name, "").strip() or row.default
            try:
                values[row.name.lower()] = row.read(text) if text else row.empty
            except ValueError as error:
                problems.append(f"{row.name} {error}")
        problems += _contradictions(values, {problem.split(" ", 1)[0] for problem in problems})
        if problems:
            raise SettingsError(tuple(problems))
        return cls(**values)  # type: ignore[arg-type]  # each row's reader gives its field's type

    def secrets(self) -> tuple[str, ...]:
        """Every text that must never be printed, for the redaction of logs."""
        found = [s.reveal() for s in (self.bot_token, self.webhook_secret) if s]
        if self.redis_url and (password := urlsplit(self.redis_url.reveal()).password):
            found.append(password)
        return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One row: the variable, its default as text, its meaning, and how its text is read.

    `read` raises ValueError with the rest of a sentence that begins with the variable's name;
    the sentence repeats the value only where the value is no secret.
    """

    name: str
    default: str
    meaning: str
    read: Callable[[str], object]
    empty: object = None


def _secret(pattern: str, wanted: str) -> Callable[[str], Secret]:
    def read(text: str) -> Secret:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"must be {wanted}")
        return Secret(text)

    return read


def _text(pattern: str, wanted: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"must be {wanted}, not {text!r}")
        return text

    return read


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise ValueError(f"must be a whole number from {least} to {most}, not {text!r}")
        return int(text)

    return read


def _http_url(text: str) -> str:
    wanted = "must be an http or https address without query, such as https://game.example.org"
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018  # reading it checks it
    except ValueError:
        raise ValueError(wanted) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise ValueError(wanted)
    if parts.query or parts.fragment or re.search(r"\s", text):
        raise ValueError(wanted)
    return text.rstrip("/")


def _redis_url(text: str) -> Secret:
    # The address may hold a password, so no message repeats it.
    if not re.fullmatch(r"(rediss?|unix)://\S+", text):
        raise ValueError("must begin with redis://, rediss:// or unix://")
    return Secret(text)


def _ids(text: str) -> frozenset[int]:
    parts = _listed(text)
    if not all(re.fullmatch(r"[0-9]{1,16}", part) for part in parts):
        raise ValueError(f"must be Telegram user ids with commas between, not {text!r}")
    return frozenset(int(part) for part in parts)


def _networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ipaddress.ip_network(part) for part in _listed(text))
    except ValueError:
        raise ValueError(
            f"must be addresses or networks with commas between, such as 127.0.0.1 or "
            f"10.0.0.0/8, not {text!r}"
        ) from None


def _frame_sources(text: str) -> tuple[str, ...]:
    # These words go into a response header: nothing that could end it or begin another.
    sources = tuple(text.split())
    pattern = r"'self'|'none'|https?://[A-Za-z0-9.*:\[\]-]+"
    if not all(re.fullmatch(pattern, source) for source in sources):
        raise ValueError(f"must be origins with spaces between, not {text!r}")
    return sources


def _log_level(text: str) -> str:
    if text.lower() not in ("debug", "info", "warning", "error"):
        raise ValueError(f"must be debug, info, warning or error, not {text!r}")
    return text.lower()


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _contradictions(values: Mapping[str, object], wrong: set[str]) -> list[str]:
    """Problems between settings; nothing is said about one that is wrong by itself."""
    found = []
    public_url = values.get("public_url")
    if public_url and not values.get("webhook_secret") and "WEBHOOK_SECRET" not in wrong:
        found.append("WEBHOOK_SECRET is needed with PUBLIC_URL: without it anybody could post")
    own_server = values.get("telegram_api_base") != TELEGRAM
    if str(public_url or "").startswith("http://") and not own_server:
        found.append("PUBLIC_URL must be an https address: Telegram calls no other")
    return found


TABLE: tuple[Setting, ...] = (
    Setting(
        name="BOT_TOKEN",
        default="",
        meaning="The bot's token, as @BotFather gave it. Without it the playground runs.",
        read=_secret(r"[0-9]{1,16}:[A-Za-z0-9_-]{20,}", "a bot's token: digits:letters"),
    ),
    Setting(
        name="TELEGRAM_API_BASE",
        default=TELEGRAM,
        meaning="The Bot API server to speak to.",
        read=_http_url,
    ),
    Setting(
        name="PUBLIC_URL",
        default="",
        meaning="Where the web part is reached from outside, for the webhook and the Mini App. "
        "Without it the bot polls and there is no Mini App.",
        read=_http_url,
    ),
    Setting(
        name="WEBHOOK_SECRET",
        default="",
        meaning="What Telegram sends with each call of the webhook; needed with PUBLIC_URL. "
        "16 to 256 letters, digits, _ or -.",
        read=_secret(r"[A-Za-z0-9_-]{16,256}", "16 to 256 letters, digits, _ or -"),
    ),
    Setting(
        name="MINIAPP_NAME",
        default="",
        meaning="The Mini App's short name at @BotFather, for links in groups. "
        "Without it the bot's Main Mini App is used.",
        read=_text(r"[A-Za-z0-9_]{3,30}", "3 to 30 letters, digits or _"),
    ),
    Setting(
        name="REDIS_URL",
        default="",
        meaning="A Redis 7 or Valkey server of your own, with appendonly and noeviction. "
        "Without it the bundled server keeps its data in DATA_DIR.",
        read=_redis_url,
    ),
    Setting(
        name="DATA_DIR",
        default="data",
        meaning="The folder of the bundled database and of local secrets.",
        read=lambda text: Path(text).expanduser().absolute(),
    ),
    Setting(
        name="PORT",
        default="8080",
        meaning="The port of the web part; in the playground that of its page, the web part "
        "then takes the next one.",
        read=_number(1, 65534),
    ),
    Setting(
        name="DEFAULT_LANG",
        default="en",
        meaning="The language of tables and people who chose none.",
        read=_text(r"[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*", "a language code such as en or pt-BR"),
    ),
    Setting(
        name="DEFAULT_THEME",
        default="default",
        meaning="The theme pack of tables that chose none.",
        read=_text(r"[a-z][a-z0-9_]{0,31}", "the name of a theme pack"),
    ),
    Setting(
        name="DEFAULT_TURN_SECONDS",
        default="300",
        meaning="How long a turn may take at tables that chose nothing else.",
        read=_number(10, 7 * 86400),
    ),
    Setting(
        name="OPERATOR_IDS",
        default="",
        meaning="Telegram user ids of the operators, with commas between: the bot tells them in "
        "private when an update fails three times.",
        read=_ids,
        empty=frozenset(),
    ),
    Setting(
        name="TRUSTED_PROXIES",
        default="",
        meaning="Addresses or networks of your own proxies, with commas between: only their "
        "X-Forwarded-For and -Proto are believed, for the log's addresses and the scheme.",
        read=_networks,
        empty=(),
    ),
    Setting(
        name="FRAME_ANCESTORS",
        default="'self' https://web.telegram.org",
        meaning="The origins that may show the Mini App in a frame, with spaces between.",
        read=_frame_sources,
    ),
    Setting(
        name="LOG_LEVEL",
        default="info",
        meaning="debug, info, warning or error; with debug the database and the servers tell "
        "of themselves too.",
        read=_log_level,
    ),
    Setting(
        name="KEEP_DAYS",
        default="365",
        meaning="How many days a finished match's record is kept.",
        read=_number(1, 36500),
    ),
)
