"""A session of the real journal on a recorded disk, and the opening of what a power cut left of it."""

import random
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.domain.events.order import ORIGIN, Key, Tip
from app.storage.tournament import FOLDER, TournamentStore, create_tournament, open_tournament
from tests.storage.crash.disk import Disk
from tests.storage.crash.vfs import Operation, Recorder, Saved, Sync
from tests.storage.writer import DESK, JOURNAL, Writer

EVENTS = 200
OFTEN = 40  # pages of WAL after which it is checkpointed: many times in a session, instead of once in an evening


MEMORY = Path("/dev/shm")  # a disk that needs no waiting, where there is one


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder for many short-lived files."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder)


@dataclass(frozen=True)
class Session:
    """What was on the disk before, what the disk was asked, and the tips that the journal went through."""

    before: dict[str, bytes]
    operations: list[Operation]
    tips: dict[int, Tip]

    @property
    def syncs(self) -> int:
        return sum(isinstance(operation, Sync) for operation in self.operations)


def record(folder: Path, *, unsynced: bool = False, hasty: bool = False) -> Session:
    """Keep an evening of events, as the program does, and return what the disk saw.

    `unsynced` lets SQLite leave syncs out; `hasty` calls events saved before they are: both must be found out.
    """
    create_tournament(folder, JOURNAL, DESK).close()
    place = folder / FOLDER
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    recorder = Recorder(place)
    tips = {0: ORIGIN}
    with recorder.recording():
        evening = Evening(recorder, hasty=hasty)
        for _ in range(4):  # the program is closed and opened again
            with open_tournament(folder, JOURNAL) as store:
                if unsynced:
                    leave_syncs_out(store)
                store._thread.do(lambda database: database.execute(f"PRAGMA wal_autocheckpoint={OFTEN}"))
                evening.play(store, events=EVENTS // 4)
                store.drafts.load("table 1")  # waits for all that was asked before
                tips.update({entry.n: entry.tip for entry in store.journal.read()})
    return Session(before, recorder.operations, tips)


def leave_syncs_out(store: TournamentStore) -> None:
    """What a careless program would set; outside a transaction, where SQLite allows it."""
    thread = store._thread
    thread._thread.submit(lambda: thread._database.result().execute("PRAGMA synchronous=OFF")).result()


class Evening:
    """Events one by one, in batches and in crowds, some in quarantine, drafts between them."""

    def __init__(self, recorder: Recorder, *, hasty: bool) -> None:
        self.recorder = recorder
        self.hasty = hasty
        self.chance = random.Random(7)
        self.desk = Writer()
        self.stranger = Writer(device="T9")
        self.written = self.quarantined = 0

    def play(self, store: TournamentStore, *, events: int) -> None:
        goal = self.written + events
        while self.written < goal:
            crowd = [self.append(store, min(self.chance.choice((1, 1, 1, 2, 9)), goal - self.written))]
            while self.written < goal and self.chance.random() < 0.2:
                crowd.append(self.append(store, 1))
            self.called_saved(crowd)
            if self.chance.random() < 0.1:
                sealed = self.stranger.write()
                store.quarantine.hold(sealed, place=Key.of(sealed.event), reason="stale")
                self.quarantined += 1
                self.called_saved([])
            store.drafts.save("table 1", {"points": self.written})

    def append(self, store: TournamentStore, count: int) -> Future[Tip]:
        self.written += count
        return store.journal.submit(self.desk.batch(count))

    def called_saved(self, crowd: list[Future[Tip]]) -> None:
        if not self.hasty:
            for answer in crowd:
                answer.result()
        self.recorder.note(Saved(self.written, self.quarantined))


@dataclass(frozen=True)
class Outcome:
    """What a power cut did: the moment, and what was wrong afterwards, if anything."""

    moment: int
    wrong: str | None


def cut_power(session: Session, scratch: Path, *, points: int, seed: int = 0) -> Iterator[Outcome]:
    """Cut the power at so many moments, spread over all between two operations, and open what is left."""
    chance = random.Random(seed)
    disk = Disk(session.before)
    moments = len(session.operations) + 1
    for moment in range(moments):
        if moment:
            disk.follow(session.operations[moment - 1])
        for _ in range(points * (moment + 1) // moments - points * moment // moments):
            yield Outcome(moment, wrong_after(session, disk, scratch, chance))


def wrong_after(session: Session, disk: Disk, scratch: Path, chance: random.Random) -> str | None:
    """Open what a power cut at this moment may leave, go on with it, and tell what is not as it must be."""
    place = scratch / FOLDER
    place.mkdir(parents=True)
    with ExitStack() as afterwards:
        afterwards.callback(shutil.rmtree, scratch)
        disk.lose_power(place, chance)
        store = afterwards.enter_context(open_tournament(scratch, JOURNAL))
        tip = store.journal.tip()
        if store.salvaged is not None:
            return f"damaged: {store.salvaged.problems[0]}"
        if tip.n < disk.saved.events:
            return f"lost: {disk.saved.events} events were saved, {tip.n} are there"
        if tip != session.tips.get(tip.n):
            return f"invented: nobody wrote the journal that ends at {tip}"
        if (held := len(store.quarantine.held())) < disk.saved.quarantined:
            return f"lost: {disk.saved.quarantined} events were in quarantine, {held} are there"
        if store.journal.append([Writer(epoch=2).write()]).n != tip.n + 1:
            return "does not go on"
    return None
