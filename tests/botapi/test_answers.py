"""Every kind of answer is, field by field, what an independent model of the API expects."""

from tests.support.oracle import check_journal, check_update
from tests.support.telegram import Town


def test_every_way_to_stand_in_a_chat() -> None:
    town = Town("Creator", "Admin", "Member", "Muted", "Left", "Banned", kind="supergroup")
    lead = town["Creator"]
    town.telegram.promote(lead, town.bot, town.group, ["can_restrict_members"])
    town.ok("getUpdates", allowed_updates=["chat_member", "my_chat_member", "message"])
    town.telegram.promote(lead, town["Admin"], town.group, ["can_pin_messages"])
    town.telegram.mute(lead, town["Muted"], town.group)
    town.telegram.kick(lead, town["Left"], town.group)
    town.telegram.ban(lead, town["Banned"], town.group)
    updates = town.updates()
    assert len(updates) == 7
    for update in updates:
        check_update(update)
    statuses = [
        town.ok("getChatMember", chat_id=town.group, user_id=person)["status"]
        for person in town.people.values()
    ]
    assert statuses == ["creator", "administrator", "member", "restricted", "left", "kicked"]
    assert len(town.ok("getChatAdministrators", chat_id=town.group)) == 3
    assert town.ok("getChatMemberCount", chat_id=town.group) == 5
    check_journal(town.telegram)


def test_what_a_bot_learns_of_itself_and_of_chats() -> None:
    town = Town(kind="supergroup", forum=True, rights=("can_pin_messages",))
    town.telegram.start(town["Mira"], town.bot)
    town.ok("getMe")
    card = town.ok("sendMessage", chat_id=town.group, text="<b>x</b>", parse_mode="HTML")
    town.ok("pinChatMessage", chat_id=town.group, message_id=card["message_id"])
    town.ok("sendMessage", chat_id=town["Mira"], text="x")
    town.ok("getChat", chat_id=town.group)
    town.ok("getChat", chat_id=town["Mira"])
    town.ok("setMyCommands", commands=[{"command": "a", "description": "A"}])
    town.ok("getMyCommands")
    town.ok("deleteMyCommands")
    town.ok("setMyName", name="Case")
    town.ok("setMyDescription", description="d")
    town.ok("setMyShortDescription", short_description="s")
    town.ok("setChatMenuButton", menu_button={"type": "commands"})
    town.ok("sendChatAction", chat_id=town.group, action="typing")
    town.ok("setWebhook", url="https://bot.example", allowed_updates=["message"])
    town.ok("getWebhookInfo")
    town.ok("deleteWebhook")
    town.ok("unpinChatMessage", chat_id=town.group)
    town.ok("deleteMessages", chat_id=town.group, message_ids=[card["message_id"], 999])
    town.ok("leaveChat", chat_id=town.group)
    assert town.telegram.refused() == []
    check_journal(town.telegram)
