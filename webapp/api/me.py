"""What the page reports of its person's device."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint
from flask.typing import ResponseReturnValue

from gm.master.hours import known_zone
from webapp.api.errors import Refused, body
from webapp.auth import person, signed_in
from webapp.deps import deps

me = Blueprint("me", __name__)


@me.put("/me/zone")
@signed_in
def zone() -> ResponseReturnValue:
    """The device's time zone; it counts unless the person chose one themselves."""
    name = body(zone=str)["zone"]
    if not known_zone(name):
        raise Refused(400, "BAD_REQUEST")
    store, who = deps().store, person().id
    hours = store.hours(who)
    if not hours.chosen and hours.zone != name:
        store.set_hours(who, replace(hours, zone=name))
    return {}
