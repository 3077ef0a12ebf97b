"""A tablet's pushes through a wire that is cut, and what the desk has of them afterwards."""

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import httpx

from app.domain.donne.contrat import Contrat
from app.domain.events.table import DealerDrawn, DonneRecorded, DonneReplaced, Entry, EventId
from app.services.book import Book
from app.storage.tournament import TournamentStore
from app.storage.verify import verify
from sync.line import post
from sync.tablet import Answered, Ask, Failed, Input, Started, Wake, Wrote
from tests.sync.cut.proxy import Cut, Proxy, Way, proxied
from tests.sync.real import RealDesk, new_sync, paired_with, tablet_files

DONNE = Entry(preneur="N", contrat=Contrat.GARDE, bouts=1, demi_points=100)
MARGIN = 8  # bytes by which two handshakes may differ: signatures have no fixed length


class Place(NamedTuple):
    """Where to cut: which way, after how many bytes, and whether on a connection that has served a push before."""

    way: Way
    after: int
    used: bool


@dataclass
class Sender:
    """A tablet's push line alone, carried as a tablet carries it, on a clock of its own."""

    desk: RealDesk
    store: TournamentStore
    book: Book
    proxy: Proxy
    client: httpx.Client
    done: Counter[str] = field(default_factory=Counter)
    now: float = 0.0
    wake: float | None = None

    def __post_init__(self) -> None:
        self.sync = new_sync(self.store)
        (pull,) = self._step(Started())
        while not self.book.state.positions:
            (pull,) = self._step(Answered(pull.number, self._post(pull)))
            self.book.catch_up()
        # The poll that would follow is never made, so that what travels is a push and nothing else.
        self.book.write(DealerDrawn(position=1, seat="N"), table=1)
        (self.last,) = self.book.write(DonneRecorded(position=1, entry=DONNE), table=1)
        assert self.deliver() == 0

    def _step(self, given: Input) -> list[Ask]:
        outputs = self.sync.step(self.now, given)
        self.wake = min((output.at for output in outputs if isinstance(output, Wake)), default=None)
        return [output for output in outputs if isinstance(output, Ask)]

    def _post(self, ask: Ask) -> bytes:
        answer = post(self.client, ask)
        assert answer is not None
        return answer

    def write(self) -> EventId:
        """Write what replaces the donne written before it: each is of the same length."""
        entry = replace(DONNE, demi_points=100 + 2 * (self.store.journal.tip().n % 9))
        (self.last,) = self.book.write(DonneReplaced(position=1, replaces=self.last, entry=entry), table=1)
        return self.last

    def deliver(self) -> int:
        """Send until nothing is owed, and return how many times that failed."""
        failures = 0
        asks = self._step(Wrote())
        while self.store.outbox.waiting():
            if asks:
                try:
                    asks = self._step(Answered(asks[0].number, self._post(asks[0])))
                except httpx.HTTPError:
                    failures += 1
                    self.done["there already"] += self._is_there()
                    asks = self._step(Failed(asks[0].number))
            else:
                assert self.wake is not None, "something is owed, and it will never be sent"
                self.now = self.wake
                asks = self._step(Started())
        return failures

    def _is_there(self) -> bool:
        """Tell whether the desk has the last event, once it has done all that it was asked."""
        self.desk.thread.submit(lambda: None).result()
        return self.desk.store.journal.read(after=self.desk.store.journal.tip().n - 1)[0].sealed.id == self.last

    def lengths(self) -> dict[bool, dict[Way, int]]:
        """Return how many bytes a push takes each way, on a new connection and on one in use."""
        self.proxy.hang_up()
        found = {}
        before: dict[Way, int] = {"request": 0, "response": 0}
        for used in (False, True):
            self.write()
            assert self.deliver() == 0
            passed = dict(self.proxy.wires[-1].passed)
            found[used] = {way: passed[way] - before[way] for way in passed}
            before = passed
        return found

    def cut_at(self, place: Place) -> None:
        """Write, send through a cut and again, and count what came of it."""
        if place.used and self.proxy.wires:
            wire = self.proxy.wires[-1]
            wire.cut = Cut(place.way, wire.passed[place.way] + place.after, reset=place.after % 2 == 1)
        else:
            self.proxy.hang_up()
            self.proxy.cuts = iter([Cut(place.way, place.after, reset=place.after % 2 == 1)])
        written = self.write()
        self.done["failures"] += self.deliver()
        self.done["pushes"] += 1
        journal = self.desk.store.journal
        kept = [entry.sealed.id for entry in journal.read(after=journal.tip().n - 3)]
        self.done["lost"] += written not in kept
        self.done["twice"] += kept.count(written) > 1
        own = self.store.journal.last_seqs("TAB9")
        self.done["astray"] += own != journal.last_seqs("TAB9") or bool(self.desk.store.quarantine.held())


@contextmanager
def sender(folder: Path) -> Iterator[Sender]:
    desk = RealDesk(folder / "desk")
    try:
        with proxied(desk.port) as proxy:
            pinned, paired = paired_with(desk, port=proxy.port)
            with tablet_files(paired, folder / "tablet") as (store, book), pinned.client() as client:
                yield Sender(desk, store, book, proxy, client)
    finally:
        desk.close()


def places(folder: Path) -> tuple[Place, ...]:
    """Return every place at which a push can be cut."""
    with sender(folder) as one:
        lengths = one.lengths()
    return tuple(
        Place(way, after, used)
        for used, ways in lengths.items()
        for way, length in ways.items()
        for after in range(length + MARGIN)
    )


def cut_everywhere(folder: Path, places: Sequence[Place]) -> Counter[str]:
    """Cut a push at each of these places, all in one tournament, and return what was counted."""
    with sender(folder) as one:
        for place in places:
            one.cut_at(place)
    one.done["damaged"] += len(verify(folder / "desk").problems)
    return one.done


def cut_in_a_folder(places: Sequence[Place]) -> Counter[str]:
    """Do the same in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        return cut_everywhere(Path(folder), places)
