"""A world is furnished here: bots, people, groups; and the moment of every act is set here.

``where`` names a chat as a person sees it: a group's id or, for a private chat, the bot's id.
"""

from collections.abc import Callable, Sequence

from gm.botapi.access import IN_CHAT
from gm.botapi.members import set_member
from gm.botapi.world import Bot, Chat, Person, World


class Impossible(Exception):  # noqa: N818 - the phone says no; nothing went wrong
    """An act no phone offers; ``reason`` is a code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Settlement:
    """A world, and who and what is in it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.world = World()

    def _enter(self) -> World:
        self.world.now = self._now()
        return self.world

    def new_bot(
        self,
        token: str,
        username: str,
        name: str,
        *,
        mini_app: str | None = None,
        reads_everything: bool = False,
    ) -> int:
        """Registers a bot; its id is the number before the colon of its token."""
        world = self._enter()
        bot_id = int(token.split(":", 1)[0])
        world.bots[bot_id] = Bot(
            id=bot_id,
            token=token,
            username=username,
            name=name,
            mini_app=mini_app,
            reads_everything=reads_everything,
        )
        return bot_id

    def set_mini_app(self, bot_id: int, url: str | None) -> None:
        """Sets the address a direct link to a bot's Mini App opens."""
        self._enter().bots[bot_id].mini_app = url

    def new_person(
        self,
        first_name: str,
        *,
        person_id: int | None = None,
        last_name: str | None = None,
        username: str | None = None,
        language: str | None = None,
    ) -> int:
        """Somebody gets a phone; returns their id."""
        world = self._enter()
        if person_id is None:
            person_id = world.next_person
            world.next_person += 1
        world.people[person_id] = Person(
            id=person_id,
            first_name=first_name,
            last_name=last_name,
            username=username,
            language=language,
        )
        world.revision += 1
        return person_id

    def new_group(
        self,
        title: str,
        people: Sequence[int],
        *,
        kind: str = "group",
        forum: bool = False,
        username: str | None = None,
    ) -> int:
        """The first of ``people`` makes a group with the others; returns its id."""
        world = self._enter()
        if kind == "group":
            chat_id = -world.next_group
            world.next_group += 1
        else:
            chat_id = -world.next_supergroup
            world.next_supergroup += 1
        chat = Chat(id=chat_id, kind=kind, title=title, forum=forum, username=username)
        world.chats[str(chat_id)] = chat
        for person in people:
            status = "creator" if person == people[0] else "member"
            set_member(world, chat, person, status, by=people[0])
        return chat_id

    def new_channel(self, title: str, username: str) -> int:
        """A channel somebody may post as; returns its id."""
        return self.new_group(title, (), kind="channel", username=username)

    def chat(self, person: int, where: int) -> Chat:
        """The chat a person means."""
        if where in self.world.bots:
            return self.world.private(self.world.bots[where], person)
        chat = self.world.chats.get(str(where))
        if chat is None:
            raise Impossible("no_such_chat")
        return chat

    def _inside(self, person: int, where: int) -> Chat:
        if person not in self.world.people or self.world.people[person].deactivated:
            raise Impossible("no_such_person")
        chat = self.chat(person, where)
        if not chat.private:
            member = chat.members.get(person)
            if member is None or member.status not in IN_CHAT:
                raise Impossible("not_a_member")
            if chat.migrated_to is not None:
                raise Impossible("migrated")
        return chat
