"""Storing events durably over TLS, one by one and in fifties, side by side.

Made equal: one client on one connection, which waits for each answer; the same events; every answer given only when
the disk has them (LevelDB is asked to sync, which PouchDB as shipped never does: that is its own row). Not equal, to
our cost: the desk also checks the token, the MAC and the chain, judges each event by the rules, and keeps an order
with a hash; PouchDB is let in without a token.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.events.envelope import Sealed
from bench.syncing.caller import Caller
from bench.syncing.child import Child
from bench.syncing.pouch import Pouch
from bench.syncing.raw import Raw
from bench.syncing.room import DONNES, Pen, Room, push, token

FIFTY = 50
TABLES = 25  # of one tablet: their sheets have room for more than a thousand events
RAW, BARE, NORD = "SQLite alone, no network", "bare TLS endpoint, insert only", "Nord's desk"
MOST_TO_BARE, LEAST_FROM_POUCH = 2.0, 2.0

Batch = Sequence[Sealed]
Way = Callable[[int, int, Sequence[Batch]], Sequence[Callable[[], object]]]


@dataclass(slots=True)
class Lane:
    """One of those that are compared, and how long it took.

    `way` makes everything ready, with a connection that has been used once, and returns what is timed.
    """

    name: str
    way: Way
    times: dict[int, list[float]] = field(default_factory=lambda: {1: [], FIFTY: []})

    def median(self, of: int) -> float:
        """Return the seconds of the middle round."""
        return statistics.median(self.times[of])


def storing(folder: Path, pouch: Pouch | None, *, events: int, rounds: int) -> None:
    """Measure and print."""
    events = min(events, TABLES * DONNES)
    room = Room(2 * rounds, TABLES)
    with ExitStack() as stack:
        lanes = _lanes(stack, folder, pouch, room)
        for turn in range(rounds):
            for of in (1, FIFTY):
                tablet = 2 * turn + (of == FIFTY)
                pen = Pen(room.devices[tablet])
                written = [pen.seal(*one) for one, _ in zip(room.played(tablet), range(events), strict=False)]
                batches = [written[at : at + of] for at in range(0, events, of)]
                took = _in_turns([lane.way(turn, of, batches) for lane in lanes])
                for lane, seconds in zip(lanes, took, strict=True):
                    lane.times[of].append(seconds)
    _print(lanes, events, rounds)


def _in_turns(lanes: Sequence[Sequence[Callable[[], object]]]) -> list[float]:
    """Return the seconds of each; they take turns at every batch, so that a bad moment of the disk is everybody's."""
    took = [0.0] * len(lanes)
    for works in zip(*lanes, strict=True):
        for lane, work in enumerate(works):
            began = time.perf_counter()
            work()
            took[lane] += time.perf_counter() - began
    return took


def _lanes(stack: ExitStack, folder: Path, pouch: Pouch | None, room: Room) -> list[Lane]:
    def start(module: str, *words: object) -> tuple[int, str]:
        (folder / module).mkdir()
        said = stack.enter_context(Child.python(module, folder / module, *words)).hear()
        return said["port"], said["certificate"]

    raw = Raw(folder / "raw.db")

    def alone(_turn: int, _of: int, batches: Sequence[Batch]) -> list[Callable[[], object]]:
        rows = [[(sealed.payload, sealed.mac) for sealed in batch] for batch in batches]
        return [lambda some=some: raw.write(some) for some in rows]

    bare_endpoint = start("bare")

    def inserted(_turn: int, _of: int, batches: Sequence[Batch]) -> list[Callable[[], object]]:
        bare = stack.enter_context(Caller(*bare_endpoint))
        bare.send("POST", "/sync", push(1, ()))
        bodies = [push(batch[0].event.seq, batch) for batch in batches]
        return [lambda body=body: bare.send("POST", "/sync", body) for body in bodies]

    desk = start("desk", room.tablets, room.each)

    def acknowledged(turn: int, of: int, batches: Sequence[Batch]) -> list[Callable[[], object]]:
        caller = stack.enter_context(Caller(*desk, token(room.devices[2 * turn + (of == FIFTY)])))
        caller.send("POST", "/sync", push(1, ()))

        def stored(batch: Batch, body: bytes) -> None:
            says = caller.send("POST", "/sync", body)["message"]["says"]
            if says["seq"] != batch[-1].event.seq or says["aside"]:
                raise SystemExit(f"the desk did not store what it was sent: {says}")

        bodies = [push(batch[0].event.seq, batch) for batch in batches]
        return [lambda batch=batch, body=body: stored(batch, body) for batch, body in zip(batches, bodies, strict=True)]

    lanes = [Lane(RAW, alone), Lane(BARE, inserted), Lane(NORD, acknowledged)]
    for how in pouch.hows if pouch else ():
        served = pouch.serve(stack, folder, how)
        with Caller(*served) as caller:
            caller.send("PUT", "/nord")
        lanes.append(Lane(pouch.title(how), _documents(stack, served)))
    return lanes


def _documents(stack: ExitStack, served: tuple[int, str]) -> Way:
    """One document for each event, put by itself or in bulk."""

    def document(sealed: Sealed) -> dict[str, object]:
        return {"_id": sealed.id, "event": json.loads(sealed.payload), "mac": sealed.mac.hex()}

    def stored(_turn: int, of: int, batches: Sequence[Batch]) -> list[Callable[[], object]]:
        caller = stack.enter_context(Caller(*served))
        caller.send("GET", "/nord")
        if of == 1:
            puts = [(f"/nord/{one.id}", json.dumps(document(one)).encode()) for (one,) in batches]
            return [lambda path=path, body=body: caller.send("PUT", path, body) for path, body in puts]
        bulks = [json.dumps({"docs": [document(one) for one in batch]}).encode() for batch in batches]
        return [lambda body=body: caller.send("POST", "/nord/_bulk_docs", body) for body in bulks]

    return stored


def _print(lanes: Sequence[Lane], events: int, rounds: int) -> None:
    print(f"  {events:,} events stored durably over TLS, median of {rounds} rounds")
    print(f"    {'':60}{'one by one':>14}{'in fifties':>14}")
    for lane in lanes:
        cells = "".join(f"{1000 * lane.median(of):11.0f} ms" for of in (1, FIFTY))
        print(f"    {lane.name:60}{cells}")
    named = {lane.name: lane for lane in lanes}
    nord = named[NORD]

    def ratio(name: str, aim: str, *, inverse: bool) -> None:
        quotients = [named[name].median(of) / nord.median(of) for of in (1, FIFTY)]
        cells = "".join(f"{q if inverse else 1 / q:13.2f}×" for q in quotients)
        print(f"    {aim:60}{cells}")

    ratio(RAW, "Nord beside SQLite alone", inverse=False)
    ratio(BARE, f"Nord beside the bare endpoint (aim ≤ {MOST_TO_BARE:.0f}×)", inverse=False)
    for lane in lanes[3:]:
        aim = f" (aim ≥ {LEAST_FROM_POUCH:.0f}×)" if "synced" in lane.name else ""
        ratio(lane.name, f"{lane.name} beside Nord{aim}", inverse=True)
