"""Launch data of a Mini App, signed with the bot's token as Telegram signs it.

The HMAC is real; the Ed25519 ``signature`` needs Telegram's own key, so that field only has
the right shape (and, as with Telegram, is covered by the HMAC).
"""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256, sha512
from urllib.parse import urlencode


def sign_init_data(token: str, fields: Mapping[str, object]) -> str:
    """The query string of ``fields`` (objects as compact JSON) with ``signature`` and ``hash``."""
    texts = {
        key: value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        for key, value in fields.items()
    }
    shape = hmac.new(token.encode(), _check_string(texts).encode(), sha512).digest()
    texts["signature"] = urlsafe_b64encode(shape).decode().rstrip("=")
    secret = hmac.new(b"WebAppData", token.encode(), sha256).digest()
    texts["hash"] = hmac.new(secret, _check_string(texts).encode(), sha256).hexdigest()
    return urlencode(texts)


def _check_string(texts: Mapping[str, str]) -> str:
    return "\n".join(f"{key}={texts[key]}" for key in sorted(texts))
