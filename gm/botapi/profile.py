"""What a bot says about itself: name, commands, menu button."""

import json

from gm.botapi.access import (
    Request,
)
from gm.botapi.arguments import Args, Json
from gm.botapi.refusals import bad


def get_me(it: Request) -> Json:
    """getMe."""
    return {
        **it.bot.user(),
        "can_join_groups": True,
        "can_read_all_group_messages": it.bot.reads_everything,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": it.bot.mini_app is not None,
    }


def _scope(args: Args) -> str:
    scope = args.get("scope") or {"type": "default"}
    return json.dumps([scope, args.get("language_code", "")], sort_keys=True)


def set_commands(it: Request) -> bool:
    """setMyCommands."""
    commands = it.args["commands"]
    if len(commands) > 100:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        name = command.get("command", "") if isinstance(command, dict) else ""
        text = command.get("description", "") if isinstance(command, dict) else ""
        plain = name.replace("_", "a")
        if not (1 <= len(name) <= 32 and plain.isascii() and plain.isalnum() and name.islower()):
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(text) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    it.bot.commands[_scope(it.args)] = commands
    it.world.revision += 1
    return True


def get_commands(it: Request) -> list[Json]:
    """getMyCommands."""
    return it.bot.commands.get(_scope(it.args), [])


def delete_commands(it: Request) -> bool:
    """deleteMyCommands."""
    it.bot.commands.pop(_scope(it.args), None)
    it.world.revision += 1
    return True


def set_text(it: Request) -> bool:
    """setMyName, setMyDescription and setMyShortDescription: taken and kept."""
    limits = {"name": 64, "description": 512, "short_description": 120}
    for field, most in limits.items():
        if len(it.args.get(field, "")) > most:
            raise bad(f"BOT_{field.upper()}_INVALID")
        if field in it.args:
            it.bot.texts[field] = it.args[field]
    return True


def set_menu_button(it: Request) -> bool:
    """setChatMenuButton."""
    button = it.args.get("menu_button") or {"type": "default"}
    if button.get("type") not in {"default", "commands", "web_app"}:
        raise bad("can't parse menu button: Unsupported type")
    if button["type"] == "web_app" and not (
        isinstance(button.get("text"), str) and "url" in (button.get("web_app") or {})
    ):
        raise bad("can't parse menu button: Can't find field")
    it.bot.menu[str(it.args.get("chat_id", ""))] = button
    it.world.revision += 1
    return True
