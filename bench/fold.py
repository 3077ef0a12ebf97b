"""How long a journal takes to fold, and the state after one more event, and how both grow to ten times the room.

An evening of six positions of four donnes: every player registered, every tablet admitted and assigned, every sheet
drawn, played, signed and sent. Times are those of the processor, the best of several, for other programs run here too.
The yardstick is Python's own reading of the same events from JSON: both take turns, so that a slow moment is slow for
both, and the median of their shares counts. The events themselves are kept from the garbage collector, which would go
through them again and again: a poste reads them from its disk and lets them go. Aims: 300 ms and 5 ms at 150 tables.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from statistics import median

from app.domain.donne.contrat import Contrat
from app.domain.events.envelope import Event, write_payload
from app.domain.events.kinds import write_body
from app.domain.events.table import DealerDrawn, DonneRecorded, Entry, SheetSent, SheetVisaed
from app.domain.events.tournoi import (
    DeviceAdmitted,
    PlayerRegistered,
    PositionClosed,
    PositionOpened,
    Role,
    SeatedTable,
    TabletAssigned,
    TournamentCreated,
)
from app.domain.fold import apply, fold
from app.domain.fold.snapshot import read_state, write_state
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import PRESETS

ROOMS = (15, 150, 1_500)
POSITIONS, DONNES, SEATS = 6, 4, "NSEO"
MORE = 80  # events that come one by one
GARDE = Entry(preneur="S", contrat=Contrat.GARDE, bouts=2, demi_points=90)

Journal = list[tuple[str, Event]]


def evening(tables: int) -> Iterator[tuple[object, int | None]]:
    """Yield what is written in an evening, and at which table."""
    yield TournamentCreated(name="An evening", shape=PRESETS["6x4"]), None
    numbers = range(1, tables + 1)
    for table in numbers:
        for seat in SEATS:
            player = f"{seat}{table}"
            yield PlayerRegistered(player=player, identity=Identity(name=player, licence=f"{table:05}{seat}")), None
        yield DeviceAdmitted(device=f"T{table}", role=Role.TABLE), None
        yield TabletAssigned(table=table, device=f"T{table}", epoch=1), None
    seating = tuple(SeatedTable(table, {seat: f"{seat}{table}" for seat in SEATS}) for table in numbers)
    for position in range(1, POSITIONS + 1):
        yield PositionOpened(position=position, donnes=DONNES, seating=seating), None
        for table in numbers:
            yield DealerDrawn(position=position, seat="N"), table
        for _ in range(DONNES):
            for table in numbers:
                yield DonneRecorded(position=position, entry=GARDE), table
        for table in numbers:
            for seat in SEATS:
                yield SheetVisaed(position=position, seat=seat), table
            yield SheetSent(position=position), table
        yield PositionClosed(position=position), None


def journal(tables: int) -> Journal:
    """Return the events of an evening, each under its id."""
    events = []
    for seq, (body, table) in enumerate(evening(tables), 1):
        kind, written = write_body(body)
        event = Event(
            journal="J",
            device="desk" if table is None else f"T{table}",
            epoch=1,
            seq=seq,
            kind=kind,
            body=written,
            at="",
            table=table,
            table_epoch=None if table is None else 1,
        )
        events.append((f"e{seq}", event))
    return events


def once(work: Callable[[], object]) -> float:
    """Return the milliseconds of the processor that it takes."""
    gc.collect()
    began = time.process_time()
    made = work()
    took = time.process_time() - began
    del made  # once the time is taken
    return 1000 * took


def milliseconds(work: Callable[[], object], *, repeats: int) -> float:
    """Return the best time of the work."""
    return min(once(work) for _ in range(repeats))


def loaded(payloads: list[bytes]) -> list[object]:
    """Read each event's JSON, and nothing more."""
    return [json.loads(payload) for payload in payloads]


def one_more(events: Journal) -> float:
    """Return the time of one more event, on average, while the last position is being played."""
    last = len(events) - len(events) // 12
    before, after = fold(events[:last]), events[last : last + MORE]

    def follow() -> None:
        state = before
        for name, event in after:
            state = apply(state, name, event)

    return milliseconds(follow, repeats=5) / len(after)


def growth(times: list[float]) -> str:
    """Return how much longer each room took than the one before."""
    return ", ".join(f"{later / earlier:.1f}×" for earlier, later in pairwise(times))


def main() -> None:
    titles = ("tables", "events", "fold", "an event", "its JSON", "share", "one more", "snapshot", "read", "bytes")
    print(" ".join(f"{title:>11}" for title in titles))
    folds, yardstick = [], []
    for tables in ROOMS:
        events = journal(tables)
        payloads = [write_payload(event) for _, event in events]
        gc.collect()
        gc.freeze()
        turns = [(once(partial(fold, events)), once(partial(loaded, payloads))) for _ in range(max(5, 1_800 // tables))]
        whole, loads = (min(times) for times in zip(*turns, strict=True))
        share = median(fold_ / json_ for fold_, json_ in turns)
        state = fold(events)
        if state.set_aside or len(state.feuilles[POSITIONS]) != tables:
            raise SystemExit("the evening was not folded as it was played")
        written = write_state(state)
        keep = milliseconds(lambda state=state: write_state(state), repeats=3)
        read = milliseconds(lambda written=written: read_state(written), repeats=3)
        cells = (
            f"{tables:,}",
            f"{len(events):,}",
            f"{whole:.0f} ms",
            f"{1000 * whole / len(events):.1f} µs",
            f"{loads:.0f} ms",
            f"{share:.1f}",
            f"{one_more(events):.3f} ms",
            f"{keep:.0f} ms",
            f"{read:.0f} ms",
            f"{len(written):,}",
        )
        print(" ".join(f"{cell:>11}" for cell in cells))
        folds.append(whole)
        yardstick.append(loads)
        gc.unfreeze()
    print(f"ten times the room folds in {growth(folds)} the time; its JSON is read in {growth(yardstick)}")


if __name__ == "__main__":
    main()
