"""One match as a fold of its log, kept for as long as a process cares to keep it.

Only a cache: it can always be rebuilt from events, and grows by the events that were committed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gm.game import engine, state, view
from gm.game.audience import redact
from gm.game.cards import Seat
from gm.game.dealing import draw_dealer
from gm.game.events import Event, SeenEvent
from gm.game.header import Header
from gm.game.moves import Move
from gm.game.rulesets import ruleset
from gm.game.state import State
from gm.game.view import View
from gm.master.tables import Table

_NAMES = "ABCDEF"


def header_of(table: Table) -> Header:
    """The header of the table's present match; its seats are lettered, its dealer is by lot."""
    seats = len(table.occupants)
    return ruleset(table.rules).header(
        deck=table.deck,
        options={**table.options, **table.dealt},
        seats=tuple(_NAMES[:seats]),
        dealer=draw_dealer(table.draws, seats),
        tokens=table.tokens or None,
    )


class Match:
    """The log of a match and what follows from it: the state, and every seat's view."""

    def __init__(self, header: Header, events: Sequence[Event] = ()) -> None:
        self.header = header
        self.events = tuple(events)
        self.state = state.fold(State(header=header), self.events)
        self._views: dict[Seat | None, View] = {}

    def view(self, seat: Seat | None) -> View:
        """What this seat knows; None: the public."""
        if seat not in self._views:
            nothing = View(header=self.header, seat=seat)
            self._views[seat] = view.fold(nothing, _seen(self.events, seat))
        return self._views[seat]

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """What this seat may do now."""
        return engine.legal_moves(self.state, seat)

    def extended(self, events: Sequence[Event]) -> Match:
        """This match with more events; this one stays as it is."""
        longer = Match(self.header)
        longer.events = (*self.events, *events)
        longer.state = state.fold(self.state, events)
        longer._views = {
            # a copy: another thread may just be adding a view
            seat: view.fold(known, _seen(events, seat))
            for seat, known in tuple(self._views.items())
        }
        return longer


def _seen(events: Iterable[Event], seat: Seat | None) -> Iterable[SeenEvent]:
    seen = (redact(event, seat) for event in events)
    return (event for event in seen if event is not None)
