"""What happens to groups: people and bots come and go, rise, fall, move, open topics."""

from collections.abc import Sequence

from gm.botapi.access import IN_CHAT
from gm.botapi.arguments import Json
from gm.botapi.members import announce, set_member
from gm.botapi.settlement import Impossible, Settlement
from gm.botapi.world import ANONYMOUS_ADMIN, Chat, Message, Topic


class Groups(Settlement):
    """The groups' side of the world."""

    def _service(self, chat: Chat, by: int, body: Json, thread: int | None = None) -> Message:
        world = self.world
        message = world.post(
            chat,
            author=by,
            sender={"from": world.user(by)},
            body=body,
            thread=thread,
            service=True,
        )
        announce(world, chat, message)
        return message

    def join(self, person: int, where: int) -> None:
        """Enters a group."""
        world = self._enter()
        chat = self.chat(person, where)
        if person in chat.members and chat.members[person].status in {"kicked", *IN_CHAT}:
            raise Impossible("cannot_join")
        set_member(world, chat, person, "member", by=person)
        self._service(chat, person, {"new_chat_members": [world.user(person)]})

    def leave(self, person: int, where: int, *, quiet: bool = False) -> None:
        """Leaves a group; ``quiet`` where Telegram posts no service message (large groups)."""
        world = self._enter()
        chat = self._inside(person, where)
        set_member(world, chat, person, "left", by=person)
        if not quiet:
            self._service(chat, person, {"left_chat_member": world.user(person)})

    def ban(self, by: int, person: int, where: int, *, quiet: bool = False) -> None:
        """Throws somebody out for good."""
        self._throw_out(by, person, where, "kicked", quiet=quiet)

    def kick(self, by: int, person: int, where: int, *, quiet: bool = False) -> None:
        """Throws somebody out who may come back."""
        self._throw_out(by, person, where, "left", quiet=quiet)

    def _throw_out(self, by: int, person: int, where: int, status: str, *, quiet: bool) -> None:
        world = self._enter()
        chat = self._inside(by, where)
        set_member(world, chat, person, status, by=by)
        if not quiet:
            self._service(chat, by, {"left_chat_member": world.user(person)})

    def mute(self, by: int, user: int, where: int, *, media: bool = False) -> None:
        """Takes somebody's (or a bot's) right to write; or only that to send `media`."""
        world = self._enter()
        chat = self._inside(by, where)
        set_member(world, chat, user, "restricted", by=by, may_write=media, may_show=False)

    def promote(
        self, by: int, user: int, where: int, rights: Sequence[str], *, anonymous: bool = False
    ) -> None:
        """Makes a person or bot an admin; without rights an ordinary member again."""
        world = self._enter()
        chat = self._inside(by, where)
        if chat.members[user].status == "creator":
            chat.members[user].anonymous = anonymous
            return
        status = "administrator" if rights or anonymous else "member"
        set_member(world, chat, user, status, by=by, rights=tuple(rights), anonymous=anonymous)

    def add_bot(self, by: int, bot_id: int, where: int, *, rights: Sequence[str] = ()) -> None:
        """Brings a bot into a group, as an admin when it gets rights."""
        world = self._enter()
        chat = self._inside(by, where)
        status = "administrator" if rights else "member"
        set_member(world, chat, bot_id, status, by=by, rights=tuple(rights))
        self._service(chat, by, {"new_chat_members": [world.user(bot_id)]})

    def remove_bot(self, by: int, bot_id: int, where: int) -> None:
        """Throws a bot out of a group."""
        world = self._enter()
        chat = self._inside(by, where)
        set_member(world, chat, bot_id, "kicked", by=by)
        self._service(chat, by, {"left_chat_member": world.user(bot_id)})

    def migrate(self, by: int, where: int) -> int:
        """Turns a group into a supergroup; returns the new id. Old messages stay behind."""
        world = self._enter()
        old = self._inside(by, where)
        if old.kind != "group":
            raise Impossible("not_a_group")
        new_id = self.new_group(old.title, (), kind="supergroup")
        new = world.chats[str(new_id)]
        new.members = dict(old.members)
        old_end = world.post(
            old,
            author=by,
            sender={"from": world.user(by)},
            body={"migrate_to_chat_id": new_id},
            service=True,
        )
        new_begin = world.post(
            new,
            author=ANONYMOUS_ADMIN["id"],
            sender={"from": ANONYMOUS_ADMIN, "sender_chat": world.chat_json(new)},
            body={"migrate_from_chat_id": old.id},
            service=True,
        )
        announce(world, old, old_end)
        announce(world, new, new_begin)
        old.migrated_to = new_id
        return new_id

    def create_topic(self, by: int, where: int, name: str) -> int:
        """Opens a topic in a forum; returns its thread id."""
        self._enter()
        chat = self._inside(by, where)
        if not chat.forum:
            raise Impossible("not_a_forum")
        thread = chat.next_message
        chat.topics[thread] = Topic(name=name)
        body = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        self._service(chat, by, body, thread)
        return thread

    def close_topic(self, by: int, where: int, thread: int) -> None:
        """Closes a topic for everybody but admins."""
        self._enter()
        chat = self._inside(by, where)
        chat.topics[thread].closed = True
        self._service(chat, by, {"forum_topic_closed": {}}, thread)
