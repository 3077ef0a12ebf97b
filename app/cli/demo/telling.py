"""What a demonstration says while it runs: a few lines, and a bar where there is a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from app.cli.demo.child import LOOPBACK
from app.cli.demo.console import Console
from app.cli.demo.evening import Wanted
from app.cli.demo.outcome import Outcome, Row
from app.cli.progress import Progress
from app.cli.terminal import Terminal
from app.cli.tournoi.report import columns
from app.texts.catalogue import Texts
from app.texts.figures import signed

FIRST = 5  # of the ranking, that are told


class Telling:
    """Tells an evening on a terminal; with none, only the bar."""

    def __init__(self, wanted: Wanted, tr: Texts, terminal: Terminal | None) -> None:
        self._wanted = wanted
        self._tr = tr
        self._terminal = terminal
        self._progress = Progress(tr("donnes"))

    def begin(self) -> None:
        """Say what will be played."""
        wanted, tr = self._wanted, self._tr
        self._say(
            tr(
                "A simulated evening: {players} players, {tables} tables, {positions} × {donnes} donnes, seed {seed}.",
                players=wanted.players,
                tables=wanted.tables,
                positions=wanted.positions,
                donnes=wanted.donnes,
                seed=wanted.seed,
            )
        )

    def ready(self, console: Console) -> None:
        """Say where the hall's page is."""
        tr, address = self._tr, f"http://{LOOPBACK}:{console.hall_port}/"
        self._say(tr("The desk and the tablets are running. The hall's page: {address}", address=address))

    def entered(self, done: int) -> None:
        """Move the bar."""
        wanted = self._wanted
        total = wanted.tables * wanted.positions * wanted.donnes
        self._progress.at(min(done, total), total)  # a donne that was annulled is played again

    def closed(self, position: int, rulings: int, ranking: Sequence[Row]) -> None:
        """Say who leads after a position."""
        tr, first = self._tr, ranking[0]
        self._say(
            tr.plural(
                "Position {position}: {n} ruling. In the lead: {name} ({total})",
                "Position {position}: {n} rulings. In the lead: {name} ({total})",
                rulings,
                position=position,
                name=first["name"],
                total=signed(first["total"]),
            )
        )

    def end(self, outcome: Outcome) -> None:
        """Say how it ended, and what was checked."""
        tr = self._tr
        self.clear()
        rows = [(row["rank"], row["name"], signed(row["total"])) for row in outcome.ranking[:FIRST]]
        for line in columns(rows, frozenset({0, 2})):
            self._say(f"  {line}")
        if outcome.broken:
            self._say(
                tr(
                    "On the way: the desk killed {desk} times, tablets {tablets} times, links cut {wires} times.",
                    desk=outcome.broken["desk"],
                    tablets=outcome.broken["tablets"],
                    wires=outcome.broken["wires"],
                )
            )
        self._say(
            tr(
                "{donnes} donnes, {events} records: {lost} lost, {twice} twice, sums {sheets} and {room}.",
                donnes=outcome.donnes,
                events=outcome.audit.events,
                lost=outcome.audit.lost,
                twice=outcome.audit.duplicated,
                sheets=outcome.sheet_sums,
                room=outcome.room_sums,
            )
        )
        if outcome.equals_domain:
            self._say(tr("The ranking is the one that the law alone gives, reckoned apart."))

    def clear(self) -> None:
        """Leave the line empty."""
        self._progress.clear()

    def _say(self, text: str) -> None:
        if self._terminal is not None:
            self.clear()
            self._terminal.say(text)
