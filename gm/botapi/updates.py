"""Updates wait in a queue per bot until an offset or a webhook's 2xx confirms them.

Telegram's delivery law: order is kept per chat for messages and per person for taps; a webhook
that does not answer 2xx is tried again after growing pauses; after 24 hours an update is gone.
"""

from dataclasses import dataclass

from gm.botapi.access import Request
from gm.botapi.arguments import Args, Json
from gm.botapi.refusals import bad, webhook_is_active
from gm.botapi.world import DEFAULT_SKIPPED, UPDATES_LIVE, Bot, Chat, Update, Webhook, World

KINDS = frozenset(
    {
        "message",
        "edited_message",
        "channel_post",
        "edited_channel_post",
        "callback_query",
        "inline_query",
        "chosen_inline_result",
        "my_chat_member",
        "chat_member",
        "chat_join_request",
        "message_reaction",
        "message_reaction_count",
        "poll",
        "poll_answer",
        "chat_boost",
        "removed_chat_boost",
    }
)
LONGEST_PAUSE = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One POST to make: ``settle`` wants its ``update_id`` back."""

    update_id: int
    url: str
    secret: str | None
    body: Json


def push(world: World, bot: Bot, kind: str, payload: Json, *, lane: str) -> None:
    """Queues an update unless the bot did not ask for its kind."""
    wanted = kind in bot.allowed if bot.allowed else kind not in DEFAULT_SKIPPED
    if not wanted:
        return
    bot.queue.append(
        Update(id=bot.next_update, kind=kind, payload=payload, at=world.now, lane=lane)
    )
    bot.next_update += 1
    world.revision += 1


def chat_lane(chat: Chat) -> str:
    """Messages keep their order within a chat."""
    return f"chat {chat.id}"


def update_json(update: Update) -> Json:
    """An update as Telegram's Update."""
    return {"update_id": update.id, update.kind: update.payload}


def expire(world: World, bot: Bot) -> None:
    """Drops what is older than a day."""
    bot.queue[:] = [u for u in bot.queue if world.now - u.at < UPDATES_LIVE]


def _allowed(args: Args, bot: Bot) -> None:
    if "allowed_updates" not in args:
        return
    if not all(isinstance(kind, str) for kind in args["allowed_updates"]):
        raise bad("can't parse allowed updates JSON object")
    # Unknown names are ignored; an empty list means the default again.
    bot.allowed = [kind for kind in args["allowed_updates"] if kind in KINDS] or None


def get_updates(it: Request) -> list[Json]:
    """What waits from ``offset`` on; what lies before it is confirmed and gone."""
    if it.bot.webhook is not None:
        raise webhook_is_active()
    expire(it.world, it.bot)
    _allowed(it.args, it.bot)
    offset = it.args.get("offset", 0)
    if offset < 0:
        it.bot.queue[:] = it.bot.queue[offset:]
    elif offset > 0:
        it.bot.queue[:] = [u for u in it.bot.queue if u.id >= offset]
    limit = min(max(it.args.get("limit", 100), 1), 100)
    return [update_json(update) for update in it.bot.queue[:limit]]


def set_webhook(it: Request) -> bool:
    """Sets or, with an empty address, removes the webhook."""
    url = it.args["url"]
    if url == "":
        return delete_webhook(it)
    host = url.split("//", 1)[-1].split("/", 1)[0].rsplit(":", 1)[0]
    local = host in {"127.0.0.1", "localhost"} or host.endswith(".localhost")
    if not url.startswith("https://") and not (local and url.startswith("http://")):
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    secret = it.args.get("secret_token")
    if secret is not None:
        if len(secret) > 256:
            raise bad("secret token is too long")
        if not all(c.isascii() and (c.isalnum() or c in "_-") for c in secret):
            raise bad("secret token contains unallowed characters")
    _allowed(it.args, it.bot)
    it.bot.webhook = Webhook(
        url=url,
        secret=secret,
        max_connections=min(max(it.args.get("max_connections", 40), 1), 100),
    )
    if it.args.get("drop_pending_updates"):
        it.bot.queue.clear()
    for update in it.bot.queue:
        update.tries, update.next_try, update.in_flight = 0, 0.0, False
    return True


def delete_webhook(it: Request) -> bool:
    """Back to getUpdates."""
    it.bot.webhook = None
    if it.args.get("drop_pending_updates"):
        it.bot.queue.clear()
    for update in it.bot.queue:
        update.in_flight = False
    return True


def webhook_info(it: Request) -> Json:
    """The webhook as Telegram's WebhookInfo."""
    expire(it.world, it.bot)
    hook = it.bot.webhook
    info: Json = {
        "url": hook.url if hook else "",
        "has_custom_certificate": False,
        "pending_update_count": len(it.bot.queue),
    }
    if hook is not None:
        info["max_connections"] = hook.max_connections
        if hook.last_error_at is not None:
            info["last_error_date"] = int(hook.last_error_at)
            info["last_error_message"] = hook.last_error
    if it.bot.allowed:
        info["allowed_updates"] = list(it.bot.allowed)
    return info


def take_due(world: World, bot: Bot) -> list[Delivery]:
    """The deliveries to make now: the first of each lane, none twice, within the maximum."""
    hook = bot.webhook
    if hook is None:
        return []
    expire(world, bot)
    running = sum(update.in_flight for update in bot.queue)
    seen: set[str] = set()
    taken = []
    for update in bot.queue:
        if update.lane in seen:
            continue
        seen.add(update.lane)
        if update.in_flight or update.next_try > world.now or running >= hook.max_connections:
            continue
        update.in_flight = True
        running += 1
        taken.append(
            Delivery(
                update_id=update.id, url=hook.url, secret=hook.secret, body=update_json(update)
            )
        )
    return taken


def next_due(bot: Bot) -> float | None:
    """When the next delivery may be made, or none when nothing waits."""
    if bot.webhook is None:
        return None
    seen: set[str] = set()
    times = []
    for update in bot.queue:
        if update.lane not in seen and not update.in_flight:
            times.append(update.next_try)
        seen.add(update.lane)
    return min(times, default=None)


def settle(world: World, bot: Bot, update_id: int, error: str | None) -> None:
    """Ends a delivery: confirmed without ``error``, else to be tried again later."""
    for update in bot.queue:
        if update.id == update_id:
            if error is None:
                bot.queue.remove(update)
                return
            update.in_flight = False
            update.tries += 1
            update.next_try = world.now + min(2.0 ** (update.tries - 1), LONGEST_PAUSE)
            if bot.webhook is not None:
                bot.webhook.last_error_at, bot.webhook.last_error = world.now, error
            return
