"""One command being run: its words, the desk that it works on, and the language it answers in."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import dataclass

from app.cli.terminal import Terminal
from app.cli.tournoi.report import Report
from app.domain.errors import Refused, violation
from app.domain.events.tournoi import PlayerId, TournamentCreated
from app.domain.fold.state import State
from app.domain.tournoi.position import PositionState
from app.services.book import Book
from app.services.find_player import find_player
from app.services.ports import Quarantine
from app.services.tournaments import Known, Opened, Tournaments, choose
from app.services.warnings import warnings_of
from app.texts.catalogue import Texts
from app.texts.names import name_of
from app.texts.refusals import refusal


class Desk:
    """A desk's folder with at most one of its tournaments open, from one command to the next."""

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self._held = ExitStack()
        self._open: Opened | None = None
        self._is_named = False  # the one that is open, by a command that may be followed by one that names none

    def open(self, asked: str | None) -> Opened:
        """Return the tournament that is meant; unless one is named, the one in use."""
        if self._open is not None and asked is None and not self._is_named:
            return self._open
        chosen = choose(self.tournaments.known(), asked).id
        self._is_named = asked is not None
        if self._open is not None and chosen == self._open.book.journal:
            return self._open
        self.close()
        self._open = self._held.enter_context(self.tournaments.open(chosen))
        return self._open

    def use(self, asked: str) -> Known:
        """Take the tournament that is named into use; raises `Refused` where it is closed."""
        chosen = choose(self.tournaments.known(), asked)
        if chosen.is_closed:
            raise Refused(violation("tournament.over", "tournament", name=chosen.name))
        self.close()
        self.tournaments.use(chosen.id)
        return chosen

    def begin(self) -> Book:
        """Return the empty book of a new tournament, which is the one open and in use from now on."""
        self.close()
        self._open = self._held.enter_context(self.tournaments.begin())
        self._is_named = False
        return self._open.book

    def in_use(self) -> Known | None:
        """Return the tournament that is meant where none is named; None where there is none, or it is damaged."""
        try:
            return choose(self.tournaments.known())
        except Refused:
            return None

    def must_not_be_playing(self) -> None:
        """Raise `Refused` while a position of the tournament in use is open: the room is at work on it."""
        in_use = self.in_use()
        if in_use is None:
            return
        state = self.open(in_use.id).book.state
        unfinished = [number for number, one in state.positions.items() if one.state is not PositionState.CLOSED]
        if unfinished:
            name = getattr(state.created, "name", "")
            raise Refused(violation("tournament.playing", "tournament", name=name, position=max(unfinished)))

    def opened(self) -> State | None:
        """Return the state of the tournament that is open, if one is."""
        return None if self._open is None else self._open.book.state

    def close(self) -> None:
        """Let go of the tournament that is open."""
        self._open = None
        self._held.close()


@dataclass(frozen=True, slots=True)
class Call:
    """A command with its words; every command is a function of one of these to a `Report`."""

    desk: Desk
    args: argparse.Namespace
    tr: Texts
    terminal: Terminal

    @property
    def book(self) -> Book:
        """The book of the tournament that is meant."""
        return self.desk.open(self.args.tournament).book

    @property
    def quarantine(self) -> Quarantine:
        """What was kept without effect beside its journal."""
        return self.desk.open(self.args.tournament).quarantine

    @property
    def opened(self) -> Opened | None:
        """The tournament that is meant, None while the desk has none."""
        return self.desk.open(self.args.tournament) if self.desk.tournaments.known() else None

    @property
    def state(self) -> State:
        """What that book says."""
        return self.book.state

    @property
    def created(self) -> TournamentCreated:
        """The tournament as it was announced."""
        created = self.state.created
        if not isinstance(created, TournamentCreated):
            raise Refused(violation("event.not_begun", "tournament"))
        return created

    @property
    def position(self) -> int:
        """The position that is named, else the one being played or mended, else the last one."""
        asked: int | None = getattr(self.args, "position", None)
        if asked is not None:
            return asked
        state = self.state
        if state.position == 0:
            raise Refused(violation("nothing_open", "position"))
        at_work = [number for number, one in state.positions.items() if one.state is not PositionState.CLOSED]
        return max(at_work, default=state.position)

    def warned(self, report: Report) -> Report:
        """Return a report with what the rules of championships say against this one, where it is one."""
        found = warnings_of(self.state)
        if not found:
            return report
        said = [refusal(why, self.tr) for why in found]
        lines = (self.tr("Warning: {what}", what=sentence) for sentence in said)
        told = [{"code": why.key, "field": why.field, "message": text} for why, text in zip(found, said, strict=True)]
        return Report([*report.lines, *lines], {**report.data, "warnings": told})

    def player(self, said: str) -> PlayerId:
        """Return the player whom these words mean."""
        return find_player(self.state, said)

    def name(self, player: str) -> str:
        """Return a player's name as boards print it."""
        return name_of(player, self.state.identities)
