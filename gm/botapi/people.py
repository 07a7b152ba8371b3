"""What people do with their phones; every act is possible on a real one, or refused.

``where`` names a chat as a person sees it: a group's id or, for a private chat, the bot's id.
"""

import re
from collections.abc import Sequence

from gm.botapi.arguments import Json
from gm.botapi.entities import find_entities
from gm.botapi.members import announce, member_json, mention_spans
from gm.botapi.settlement import Impossible
from gm.botapi.taps import Taps
from gm.botapi.updates import chat_lane, push
from gm.botapi.world import (
    ANONYMOUS_ADMIN,
    POSTING_CHANNEL,
    Chat,
)

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")


class People(Taps):
    """What people do in chats, one by one."""

    # -- talking -----------------------------------------------------------------------------

    def say(
        self,
        person: int,
        where: int,
        text: str,
        *,
        reply_to: int | None = None,
        thread: int | None = None,
        as_channel: int | None = None,
        mentions: Sequence[int] = (),
    ) -> int:
        """Sends a text and returns its message id.

        ``mentions`` are people whose first name in the text becomes a mention. An anonymous
        admin speaks as the group. Speaking in a private chat opens it.
        """
        world = self._enter()
        chat = self._inside(person, where)
        text = text.strip()
        if not text or (reply_to is not None and reply_to not in chat.messages):
            raise Impossible("nothing_to_send")
        if thread is not None and (thread not in chat.topics or chat.topics[thread].closed):
            raise Impossible("no_such_topic")
        if not chat.private and not chat.members[person].may_write:
            raise Impossible("muted")
        if chat.private:
            self._open(chat)
        sender = self._sender(chat, person, as_channel)
        named = {world.people[p].first_name: world.people[p].user() for p in mentions}
        entities = find_entities(text, mention_spans(text, named))
        body: Json = {"text": text, **({"entities": entities} if entities else {})}
        message = world.post(
            chat,
            author=sender["from"]["id"],
            sender=sender,
            body=body,
            thread=thread,
            # A message in a topic counts as an answer to the message that opened it.
            reply_to=reply_to if reply_to is not None else thread,
        )
        announce(world, chat, message)
        return message.id

    def _sender(self, chat: Chat, person: int, as_channel: int | None) -> Json:
        world = self.world
        if as_channel is not None:
            channel = world.chats[str(as_channel)]
            return {"from": POSTING_CHANNEL, "sender_chat": world.chat_json(channel)}
        member = chat.members.get(person)
        if member is not None and member.anonymous:
            return {"from": ANONYMOUS_ADMIN, "sender_chat": world.chat_json(chat)}
        return {"from": world.people[person].user()}

    def edit(self, person: int, where: int, message_id: int, text: str) -> None:
        """Changes an own message."""
        world = self._enter()
        chat = self._inside(person, where)
        message = chat.messages.get(message_id)
        if message is None or message.author != person or message.service:
            raise Impossible("not_your_message")
        entities = find_entities(text, [])
        message.body = {"text": text, **({"entities": entities} if entities else {})}
        message.edited = int(world.now)
        world.touch(chat)
        announce(world, chat, message, kind="edited_message")

    def erase(self, person: int, where: int, message_id: int) -> None:
        """Deletes a message: an own one, any in a private chat, any as an admin. No bot hears."""
        world = self._enter()
        chat = self._inside(person, where)
        message = chat.messages.get(message_id)
        admin = not chat.private and chat.members[person].status in {"creator", "administrator"}
        if message is None or not (chat.private or admin or message.author == person):
            raise Impossible("not_your_message")
        del chat.messages[message_id]
        if message_id in chat.pinned:
            chat.pinned.remove(message_id)
        world.touch(chat)

    def read(self, person: int, where: int) -> None:
        """Marks a chat as read."""
        self._enter()
        chat = self.chat(person, where)
        if chat.read.get(person, 0) != chat.next_message - 1:
            chat.read[person] = chat.next_message - 1
            self.world.touch(chat)

    # -- the private chat ------------------------------------------------------------------------

    def start(self, person: int, bot_id: int, payload: str | None = None) -> int:
        """Presses Start: the payload of the link that led here, or a bare /start."""
        world = self._enter()
        chat = self._inside(person, bot_id)
        if payload is None:
            payload = chat.pending_start or ""
        if payload and not _PAYLOAD.fullmatch(payload):
            raise Impossible("start_param_invalid")
        self._open(chat)
        chat.pending_start = None
        text = f"/start {payload}" if payload else "/start"
        message = world.post(
            chat,
            author=person,
            sender={"from": world.people[person].user()},
            body={"text": text, "entities": find_entities(text, [])},
        )
        announce(world, chat, message)
        return message.id

    def _open(self, chat: Chat) -> None:
        chat.open = True
        if chat.blocked:
            self._block(chat, blocked=False)

    def block(self, person: int, bot_id: int) -> None:
        """Blocks a bot."""
        self._enter()
        self._block(self._inside(person, bot_id), blocked=True)

    def unblock(self, person: int, bot_id: int) -> None:
        """Lets a bot write again."""
        self._enter()
        self._block(self._inside(person, bot_id), blocked=False)

    def _block(self, chat: Chat, *, blocked: bool) -> None:
        if chat.blocked == blocked or chat.bot is None:
            return
        world = self.world
        before = member_json(world, chat, chat.bot)
        chat.blocked = blocked
        change = {
            "chat": world.chat_json(chat),
            "from": world.people[chat.id].user(),
            "date": int(world.now),
            "old_chat_member": before,
            "new_chat_member": member_json(world, chat, chat.bot),
        }
        push(world, world.bots[chat.bot], "my_chat_member", change, lane=chat_lane(chat))
        world.touch(chat)

    def deactivate(self, person: int) -> None:
        """Deletes the account; the groups keep a member nobody answers for."""
        self._enter()
        self.world.people[person].deactivated = True
        self.world.revision += 1
