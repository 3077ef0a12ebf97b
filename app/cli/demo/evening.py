"""A whole evening: a real desk, a real tablet at each table, the arbiter's, and a script for everybody."""

from __future__ import annotations

import shlex
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from app.cli.demo.audit import audit
from app.cli.demo.chaos import Chaos
from app.cli.demo.child import Children, Ended
from app.cli.demo.console import Console
from app.cli.demo.courier import Carrier, Courier, Network
from app.cli.demo.moves import Rule, Script
from app.cli.demo.outcome import Outcome, Row, same_ranking, same_sheets
from app.cli.demo.people import draw_people
from app.cli.demo.reckoning import Reckoning, Room, plan_room
from app.cli.demo.script import Playwright
from app.cli.demo.table import Arbiter, Table
from app.cli.demo.tablet import Tablet
from app.cli.demo.wires import Wires
from app.domain.chance import Chance
from app.domain.errors import Refused, violation
from app.services.tournaments import OpenDesk

MINUTES_A_DONNE = (4, 9)
STARTING_SECONDS = 240.0  # and as many again as the donnes need, before an evening is given up
SECONDS_A_DONNE = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is asked for; `speed` is how many times faster than people, None as fast as it goes."""

    players: int
    positions: int
    donnes: int
    seed: int
    speed: float | None = None
    kills: int = 0  # at most; 0 is an evening where nothing breaks
    carried: bool = False  # the network is down from the first donne to the last
    name: str = "Soirée de démonstration"

    @property
    def tables(self) -> int:
        """How many tables seat the players."""
        return (self.players + 3) // 4

    @property
    def limit_seconds(self) -> float:
        """How long it may take before something must have gone wrong."""
        donnes = self.positions * self.donnes
        played = 0.0 if self.speed is None else 2 * donnes * MINUTES_A_DONNE[1] * 60 / self.speed
        return STARTING_SECONDS + SECONDS_A_DONNE * donnes * self.tables + played + 3 * self.kills


class Watcher(Protocol):
    """Who is told what happens."""

    def ready(self, console: Console) -> None:
        """Everything runs, and everybody has a tablet."""

    def entered(self, done: int) -> None:
        """So many donnes are entered."""

    def closed(self, position: int, rulings: int, ranking: Sequence[Row]) -> None:
        """A position is closed."""


class Evening:
    """One evening in a folder, from `play`'s call to its return; every program that it starts has ended by then."""

    def __init__(self, wanted: Wanted, data: Path, watcher: Watcher, open_desk: OpenDesk) -> None:
        self._wanted = wanted
        self._data = data
        self._open_desk = open_desk
        self._watcher = watcher
        self._children = Children()
        self._over = threading.Event()
        self._entered = 0
        self._counting = threading.Lock()
        self._scripts: list[Script] = []
        self._as_said = True  # seats and rulings are as the law says

    def play(self) -> Outcome:
        """Play it; raises Refused where something goes wrong that a sum does not tell."""
        began = time.monotonic()
        limit = threading.Timer(self._wanted.limit_seconds, self._children.close)
        limit.daemon = True
        limit.start()
        try:
            with ExitStack() as held:
                held.callback(self._stop)
                return self._play(held, began)
        except Ended as ended:
            too_long = time.monotonic() - began >= self._wanted.limit_seconds
            key = "demo.too_long" if too_long else "demo.desk_ended"
            raise Refused(violation(key, "demo", seconds=int(self._wanted.limit_seconds))) from ended
        finally:
            limit.cancel()

    def _stop(self) -> None:
        self._over.set()
        self._children.close()

    def _play(self, held: ExitStack, began: float) -> Outcome:
        wanted = self._wanted
        console = Console(self._children, self._data, self._open_desk)
        held.callback(console.give_up)
        wires = held.enter_context(_laid(console)) if wanted.kills else None
        ports = [wires.lay() if wires else console.tablet_port for _ in range(wanted.tables + 1)]
        postes = [*(("table", f"table-{n}") for n in range(1, wanted.tables + 1)), ("arbitre", "arbitre")]
        tablets = [
            Tablet(self._children, poste, self._data / name, port)
            for (poste, name), port in zip(postes, ports, strict=True)
        ]
        threads = held.enter_context(ThreadPoolExecutor(wanted.tables + 1, thread_name_prefix="table"))
        arbiters = held.enter_context(ThreadPoolExecutor(1, thread_name_prefix="arbitre"))
        held.callback(self._stop)  # before the threads are waited for
        players = self._enter(console)
        plan = plan_room(wanted.players, wanted.positions)
        room = Room.drawn(plan, players, seed=wanted.seed)
        self._pair(console, tablets)
        self._watcher.ready(console)
        courier: Courier = Network()
        if wanted.carried:
            console.cut_off()
            courier = Carrier(console, self._data / "cle")
        arbiter = Arbiter(tablets[-1], courier, arbiters)
        tables = [Table(n, tablet, arbiter, courier, self._rest_of(n)) for n, tablet in enumerate(tablets[:-1], 1)]
        chaos = Chaos(wanted.seed, console, tablets, wires, ports, most=wanted.kills) if wires else None
        if chaos is not None:
            held.callback(chaos.close)
        rankings, room_sums = self._play_positions(console, room, tables, threads)
        if chaos is not None:
            chaos.close()
        sheets = [sheet for p in range(1, wanted.positions + 1) for sheet in _sheets(console, p)]
        console.asks("end")
        self._part(threads, tablets, console)
        reckoning = Reckoning(players)
        for script in self._scripts:
            reckoning.count(script)
        equal = same_ranking(rankings, reckoning.ranking()) and same_sheets(sheets, self._scripts)
        return Outcome(
            tables=wanted.tables,
            positions=wanted.positions,
            donnes=sum(len(sheet["donnes"]) for sheet in sheets),
            sheet_sums=sum(abs(sum(sheet["bilans"].values())) for sheet in sheets),
            room_sums=room_sums,
            audit=audit(console.folder, tablets),
            ranking=tuple(rankings),
            equals_domain=equal and self._as_said,
            seconds=time.monotonic() - began,
            broken=Counter() if chaos is None else chaos.done,
        )

    def _enter(self, console: Console) -> list[str]:
        """Begin the tournament, enter everybody and draw the seats; return the ids of the players."""
        wanted = self._wanted
        people = draw_people(wanted.seed, wanted.players)
        kind = plan_room(wanted.players, wanted.positions).kind
        lines = [
            shlex.join(("new", wanted.name, "--shape", f"{wanted.positions}x{wanted.donnes}")),
            *(shlex.join(("players", "add", name, first)) for name, first in people),
            f"movement {kind}",
            f"seats draw --seed {wanted.seed}",
        ]
        answers = console.does(("batch", "-"), is_done=lambda: False, stdin="\n".join(lines).encode())
        return [answer["id"] for answer in answers[1 : 1 + len(people)]]

    def _pair(self, console: Console, tablets: Sequence[Tablet]) -> None:
        """Give each tablet its code and its table, one after another as people do."""
        for number, tablet in enumerate(tablets, 1):
            tablet.greet()
            tablet.asks("join", console.asks("devices", "code", tablet.poste)["code"])
            table = ("--table", str(number)) if tablet.poste == "table" else ()
            console.asks("devices", "approve", tablet.device, *table)

    def _play_positions(
        self, console: Console, room: Room, tables: Sequence[Table], threads: ThreadPoolExecutor
    ) -> tuple[list[Row], int]:
        """Play every position; return the final ranking and what the control sums were off by."""
        playwright, off = Playwright(self._wanted.seed, donnes=self._wanted.donnes), 0
        ranking: list[Row] = []
        for position in range(1, self._wanted.positions + 1):
            seats = room.tables(position)
            self._open(console, position)
            self._as_said &= console.asks("seats", "show", "--position", str(position))["tables"] == [
                {"table": table, **people} for table, people in seats.items()
            ]
            scripts = [playwright.write(position, table, people) for table, people in seats.items()]
            self._scripts += scripts
            playing = [threads.submit(table.play, one, self._count) for table, one in zip(tables, scripts, strict=True)]
            self._as_said &= all(_results(playing))
            control = self._close(console, position)
            off += abs(control["sum"]) + abs(control["running"]) if control else 0
            ranking = console.asks("ranking")["ranking"]
            rulings = sum(isinstance(move, Rule) for script in scripts for move in script.moves)
            self._watcher.closed(position, rulings, ranking)
        return ranking, off

    def _open(self, console: Console, position: int) -> None:
        console.does(("open",), is_done=lambda: console.asks("status")["position"] == position)

    def _close(self, console: Console, position: int) -> Any:
        return console.does(("close",), is_done=lambda: position not in console.asks("status")["open"])

    def _count(self) -> None:
        with self._counting:
            self._entered += 1
            self._watcher.entered(self._entered)

    def _rest_of(self, table: int) -> Callable[[], None]:
        """Return how a table waits while its donne is played, at the speed that was asked for."""
        speed, chance = self._wanted.speed, Chance(self._wanted.seed * 1000 + table)
        least, most = (60 * minutes for minutes in MINUTES_A_DONNE)

        def rest() -> None:
            seconds = least + chance.below(most - least)
            if speed is not None and self._over.wait(seconds / speed):
                raise Ended

        return rest

    def _part(self, threads: ThreadPoolExecutor, tablets: Sequence[Tablet], console: Console) -> None:
        """Let every poste end by itself, then the desk."""
        _results([threads.submit(tablet.leave) for tablet in tablets])
        console.end()


def _sheets(console: Console, position: int) -> list[Row]:
    found: list[Row] = console.asks("sheets", "list", "--position", str(position))["sheets"]
    return found


def _results(futures: Sequence[Future[Any]]) -> list[Any]:
    """Return what each came to, once all have; the first failure is raised at once."""
    done, _ = wait(futures, return_when=FIRST_EXCEPTION)
    for future in done:
        if future.exception() is not None:
            future.result()
    return [future.result() for future in futures]


@contextmanager
def _laid(console: Console) -> Iterator[Wires]:
    wires = Wires(lambda: console.tablet_port)
    try:
        yield wires
    finally:
        wires.close()
