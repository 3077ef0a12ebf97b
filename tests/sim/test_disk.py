"""The simulation's disk in memory answers as the real file does, whatever is asked of either."""

from pathlib import Path
from random import Random

import pytest

from app.domain.errors import Refused
from app.domain.events.envelope import FIRST, Event, Sealed, seal
from app.domain.events.order import ORIGIN, Cursor, Key, Seen
from app.storage.tournament import TournamentStore, create_tournament
from tests.sim.disk import Disk
from tests.sim.evening import JOURNAL, identity

OWN = identity("TAB1")


class Both:
    """The same done to a disk in memory and to a file."""

    def __init__(self, store: TournamentStore, random: Random) -> None:
        self.stores = (Disk(JOURNAL, OWN, power=lambda: None), store)
        self.random = random
        self.known: list[Sealed] = []
        self.pulled = 0

    def do(self, port: str, act: str, *args: object, **kwargs: object) -> None:
        answers = []
        for store in self.stores:
            try:
                answers.append(getattr(getattr(store, port), act)(*args, **kwargs))
            except Refused as refused:
                answers.append([wrong.key for wrong in refused.violations])
        assert answers[0] == answers[1], (port, act, args)

    def event(self) -> Sealed:
        """An event of this device or another, which may follow, be there already, fork, or leave out others."""
        if self.known and self.random.random() < 0.2:
            return self.random.choice(self.known)
        device, epoch = self.random.choice(("TAB1", "TAB2")), self.random.randint(1, 2)
        last = self.stores[0].journal.last_seq(device, epoch)
        before = self.stores[0].journal.by_key(Key(device, epoch, last))
        seq = last + self.random.choice((1, 1, 1, 1, 0, 2)) or 1
        event = Event(
            journal=JOURNAL,
            device=device,
            epoch=epoch,
            seq=seq,
            kind="New",
            body={"drawn": self.random.random()},
            at="",
            previous=before.sealed.id if before and self.random.random() < 0.9 else FIRST,
        )
        self.known.append(seal(event, OWN.key))
        return self.known[-1]

    def act(self) -> None:
        random = self.random
        epoch, seq = random.randint(1, 2), random.randint(0, 8)
        what = random.randrange(9)
        if what < 2:
            self.do("journal", "append", [self.event()])
        elif what == 2:
            sealed = self.event()
            place = Key.of(sealed.event) if random.random() < 0.7 else Key("TAB9", 1, random.randint(1, 3))
            self.do("quarantine", "hold", sealed, place=place, reason="late")
        elif what == 3:
            self.do("outbox", "acknowledge", epoch, seq, aside={max(1, seq - 1): "event.stale_epoch"})
        elif what == 4:
            self.do("outbox", *random.choice((("resend",), ("rewind", epoch, seq))))
        elif what == 5:
            self.do("meta", random.choice(("raise_term", "raise_epoch")), random.randint(0, 9))
        elif what == 6:
            self.do("mirror", "restart", Cursor(random.randint(1, 3), ORIGIN.n, ORIGIN.head, "tables 1"))
            self.pulled += 1
        elif self.pulled:
            self.pull()

    def pull(self) -> None:
        """Some events follow in the chain that is being pulled, one of them perhaps with nothing in it."""
        cursor = self.stores[0].mirror.cursor()
        tip, seen = cursor.tip, []
        for sealed in self.random.sample(self.known, min(2, len(self.known))):
            tip = tip.then(sealed)
            seen.append(Seen(tip, sealed.id, sealed.mac, sealed.payload if self.random.random() < 0.8 else b""))
        end = Cursor(cursor.term, tip.n, tip.head, cursor.view, cursor.held + 1)
        self.do("mirror", "extend", seen, end=end, complete=self.random.random() < 0.5)

    def compare(self) -> None:
        self.do("journal", "read")
        self.do("journal", "tip")
        self.do("journal", "last_seqs", "TAB1")
        self.do("mirror", "is_rebuilding")
        self.do("mirror", "forgotten")
        for port, question in (
            ("outbox", "pending"),
            ("outbox", "waiting"),
            ("outbox", "acked"),
            ("outbox", "aside"),
            ("quarantine", "read"),
            ("mirror", "cursor"),
            ("meta", "identity"),
            ("meta", "term"),
        ):
            self.do(port, question)
        for sealed in self.known[-3:]:
            self.do("quarantine", "find", sealed.id, Key.of(sealed.event))


@pytest.mark.parametrize("seed", range(6))
def test_a_disk_in_memory_answers_as_a_file_does(tmp_path: Path, seed: int) -> None:
    with create_tournament(tmp_path, JOURNAL, OWN) as store:
        both = Both(store, Random(seed))
        for _ in range(60):
            both.act()
            both.compare()
