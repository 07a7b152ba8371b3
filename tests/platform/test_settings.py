import os
import traceback
from pathlib import Path

import pytest

from gm.secret import Secret, kept_secret
from gm.settings import TABLE, TELEGRAM, Settings, SettingsError

TOKEN = "123456:canary_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
SECRET = "canary-webhook-secret"
ROOT = Path(__file__).parents[2]


def problems(**environ: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        Settings.from_environ(environ)
    return caught.value.problems


def test_an_empty_environment_gives_the_playground() -> None:
    settings = Settings.from_environ({"BOT_TOKEN": " ", "UNKNOWN": "x"})
    assert settings.bot_token is None
    assert settings.telegram_api_base == TELEGRAM
    assert settings.data_dir == Path.cwd() / "data"
    assert (settings.port, settings.keep_days, settings.operator_ids) == (8080, 365, frozenset())


def test_every_setting_is_read() -> None:
    settings = Settings.from_environ(
        {
            "BOT_TOKEN": TOKEN,
            "TELEGRAM_API_BASE": "http://127.0.0.1:8081/",
            "PUBLIC_URL": "https://game.example.org/",
            "WEBHOOK_SECRET": SECRET,
            "MINIAPP_NAME": "sheet",
            "REDIS_URL": "redis://:canary@db:6379/1",
            "DATA_DIR": "/srv/case keeper",
            "PORT": "9000",
            "DEFAULT_LANG": "ko",
            "DEFAULT_THEME": "canyon_folk",
            "DEFAULT_TURN_SECONDS": "90",
            "OPERATOR_IDS": "7, 12345678901",
            "TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8,::1",
            "FRAME_ANCESTORS": "'self' https://*.example.org",
            "LOG_LEVEL": "WARNING",
            "KEEP_DAYS": "30",
        }
    )
    assert settings.bot_token is not None
    assert settings.bot_token.reveal() == TOKEN
    assert settings.telegram_api_base == "http://127.0.0.1:8081"
    assert settings.public_url == "https://game.example.org"
    assert settings.miniapp_name == "sheet"
    assert settings.data_dir == Path("/srv/case keeper")
    assert (settings.port, settings.default_turn_seconds, settings.keep_days) == (9000, 90, 30)
    assert (settings.default_lang, settings.default_theme) == ("ko", "canyon_folk")
    assert settings.operator_ids == {7, 12345678901}
    assert [str(network) for network in settings.trusted_proxies] == [
        "127.0.0.1/32",
        "10.0.0.0/8",
        "::1/128",
    ]
    assert settings.frame_ancestors == ("'self'", "https://*.example.org")
    assert settings.log_level == "warning"
    assert settings.secrets() == (TOKEN, SECRET, "canary")


def test_all_problems_are_told_at_once_and_in_order() -> None:
    told = problems(PORT="0", BOT_TOKEN="x", KEEP_DAYS="many", PUBLIC_URL="https://a.example")
    names = [problem.split(" ")[0] for problem in told]
    assert names == ["BOT_TOKEN", "PORT", "KEEP_DAYS", "WEBHOOK_SECRET"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_TOKEN", "123456"),
        ("TELEGRAM_API_BASE", "ftp://example.org"),
        ("PUBLIC_URL", "https://user:pass@example.org"),
        ("PUBLIC_URL", "https://example.org:port"),
        ("PUBLIC_URL", "https://example.org/?q=1"),
        ("WEBHOOK_SECRET", "short"),
        ("WEBHOOK_SECRET", "with spaces in the middle"),
        ("MINIAPP_NAME", "a b"),
        ("REDIS_URL", "http://db"),
        ("PORT", "65535"),
        ("PORT", "-1"),
        ("PORT", "٣٣"),
        ("DEFAULT_LANG", "English"),
        ("DEFAULT_THEME", "../etc"),
        ("DEFAULT_TURN_SECONDS", "1"),
        ("OPERATOR_IDS", "me"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"),
        ("FRAME_ANCESTORS", "https://a.example; script-src *"),
        ("LOG_LEVEL", "loud"),
        ("KEEP_DAYS", "0"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, value: str) -> None:
    told = problems(**{name: value})
    assert told[0].startswith(f"{name} must be")


def test_a_public_address_needs_a_webhook_secret_and_https() -> None:
    assert "WEBHOOK_SECRET" in problems(PUBLIC_URL="https://a.example")[0]
    assert "https" in problems(PUBLIC_URL="http://a.example", WEBHOOK_SECRET=SECRET)[0]
    assert Settings.from_environ(
        {
            "PUBLIC_URL": "http://localhost:8081",
            "WEBHOOK_SECRET": SECRET,
            "TELEGRAM_API_BASE": "http://localhost:8080",
        }
    ).public_url


def test_secrets_print_masked() -> None:
    settings = Settings.from_environ(
        {"BOT_TOKEN": TOKEN, "WEBHOOK_SECRET": SECRET, "REDIS_URL": "redis://:canary@db"}
    )
    for text in (repr(settings), str(settings.bot_token), f"{settings.bot_token!r}"):
        assert "canary" not in text


@pytest.mark.parametrize("name", ["BOT_TOKEN", "WEBHOOK_SECRET", "REDIS_URL"])
def test_a_mistyped_secret_is_not_repeated(name: str) -> None:
    mistyped = "can" + "ary canary"  # never whole in this file, which the traceback quotes
    with pytest.raises(SettingsError) as caught:
        Settings.from_environ({name: mistyped})
    assert mistyped not in "".join(traceback.format_exception(caught.value))


def test_a_kept_secret_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret"
    first = kept_secret(path, lambda: "one")
    assert first == kept_secret(path, lambda: "two") == Secret("one")
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(path.parent) == ["secret"]


def test_every_setting_is_in_the_example_with_its_default() -> None:
    lines = (ROOT / "deploy" / "env.example").read_text().splitlines()
    assert [line for line in lines if "=" in line] == [
        f"#{row.name}={row.default}" for row in TABLE
    ]
    text = " ".join(line.removeprefix("# ") for line in lines)
    for row in TABLE:
        assert row.meaning in text


def test_the_readme_lists_every_setting_as_it_is() -> None:
    lines = (ROOT / "README.md").read_text().splitlines()
    names = tuple(f"| `{row.name}`" for row in TABLE)
    assert [line for line in lines if line.startswith(names)] == [
        f"| `{row.name}` | {f'`{row.default}`' if row.default else ''} | {row.meaning} |"
        for row in TABLE
    ]
