"""The sync of a desk on real files, asked by devices that were let in and went mad."""

from dataclasses import replace
from pathlib import Path
from random import Random

from app.domain.events.envelope import FIRST, Event, Sealed, seal
from app.domain.events.kinds import KINDS, write_body
from app.domain.events.order import Cursor, Key
from app.domain.fold import fold
from app.storage.tournament import create_tournament
from app.storage.verify import verify
from sync import wire
from sync.quota import Meter, Meters, Quota
from sync.wire import Answer, Offer, Packed, Present, Pull, Push, Request, Which
from tests.sim.evening import ARBITER, DESK, JOURNAL, ROLES, SEATS, TABLES, at_the_table, by_the_arbiter, identity
from tests.sync.fuzz.noise import mangled, mangled_bytes, mangled_json, value_of
from tests.sync.room import DeskAlone

WORDS = (*SEATS, *(f"P{n}" for n in range(1, 9)), *ROLES, DESK, "", "x", "Équipe", "1970-01-01", "2026-13-45", "0" * 64)


class Asking:
    """Devices of every role that ask one desk."""

    def __init__(self, folder: Path, random: Random) -> None:
        self._folder = folder
        self._random = random
        self._store = create_tournament(folder, JOURNAL, identity(DESK))
        endless = Meter(Quota(burst=10**9, per_second=1.0))
        self.desk = DeskAlone(self._store, meters=Meters(sent=endless, told=endless))
        self._last = FIRST
        self._bodies: list[bytes] = [wire.write(self._request())]

    def feed(self) -> list[str]:
        """Ask something, see that it is answered, and return what the answer was."""
        random = self._random
        body = wire.write(self._request())
        self._bodies = [*self._bodies[-50:], body]
        what = random.random()
        if what < 0.25:
            body = mangled_json(body, random)
        elif what < 0.4:
            body = mangled_bytes(body, random, self._bodies)
        device = random.choice((*ROLES, DESK, "NOBODY"))
        said = self.desk.sync.handle(device, body, random.random() * 1e6, since=random.choice((None, 0.0, 1e6)))
        if said is None:
            return ["waits"]
        answer = wire.read(Answer, said)
        return [getattr(answer.says, "key", type(answer.says).__name__)]

    def _request(self) -> Request:
        random = self._random
        journal, term = random.choice((JOURNAL,) * 9 + ("T2",)), random.choice((1,) * 9 + (0, 2, -1))
        return Request(
            journal=journal,
            term=term,
            ask=random.choice((self._push, self._push, self._pull, self._offer, self._other))(),
        )

    def _push(self) -> Push:
        random = self._random
        device = random.choice(list(ROLES))
        events = tuple(self._event(device, ahead) for ahead in range(random.choice((1, 1, 2, 3))))
        first = self._store.journal.last_seq(device, 1) + random.choice((1,) * 8 + (0, 2, -5, 2**53 - 60))
        return Push(epoch=random.choice((1,) * 8 + (0, 2, -1)), first=first, events=tuple(map(_packed, events)))

    def _pull(self) -> Pull:
        random = self._random
        tip = self._store.journal.tip()
        cursor = Cursor(1, tip.n, tip.head, random.choice(("everything", "tables 1", "tables", "x")))
        odd = value_of(Cursor, random, WORDS)
        return Pull(cursor=random.choice((cursor, odd)), wait_seconds=random.choice((0, 20, -1, 2**52)))

    def _other(self) -> Which | Present:
        return value_of(self._random.choice((Which, Present)), self._random, WORDS)

    def _offer(self) -> Offer:
        device = self._random.choice((*ROLES, DESK))
        return Offer(events=tuple(_packed(self._event(device, n)) for n in range(self._random.randrange(3))))

    def _event(self, device: str, ahead: int) -> Sealed:
        """Draw an event that a device signs: of any kind and any body, mostly at the place that is its next."""
        random = self._random
        state = self.desk.book.state
        what = random.random()
        try:
            if what < 0.25 and device.startswith("TAB"):
                kind, body = write_body(at_the_table(state, random.choice(TABLES), random))
            elif what < 0.25 and device == ARBITER:
                kind, body = write_body(by_the_arbiter(state, random.choice(TABLES), random))
            else:
                chosen = KINDS[random.choice(list(KINDS))]
                latest = self._store.journal.read(after=max(0, self._store.journal.tip().n - 5))
                known = [entry.sealed.id for entry in latest]
                kind, body = write_body(value_of(chosen.body, random, (*WORDS, *known)))
        except (KeyError, IndexError):  # there is no such sheet any more
            kind, body = "ArbiterCalled", {"position": 1}
        if random.random() < 0.15:
            body = mangled(dict(body), random)
        seq = self._store.journal.last_seq(device, 1)
        if ahead == 0:
            before = self._store.journal.by_key(Key(device, 1, seq))
            self._last = before.sealed.id if before else FIRST
        event = Event(
            journal=JOURNAL,
            device=device,
            epoch=1,
            seq=seq + 1 + ahead,
            kind=kind,
            body=body if isinstance(body, dict) else {"": body},
            at=random.choice(("2026-01-01T00:00:00+00:00", "", "x" * 200)),
            previous=self._last,
            table=random.choice((1, 1, 2, None, 0, 10**9)),
            table_epoch=random.choice((1, 1, None, 2)),
        )
        try:
            sealed = seal(event, identity(device).key)
        except (UnicodeEncodeError, ValueError):  # half a character: no program can write it down
            sealed = seal(replace(event, body={}), identity(device).key)
        self._last = sealed.id
        return sealed

    def close(self) -> list[str]:
        """Return what is wrong with what was kept."""
        self.desk.book.catch_up()
        events = [(entry.sealed.id, entry.sealed.event) for entry in self.desk.book.entries()]
        wrong = [] if fold(events) == self.desk.book.state else ["the state is not what the journal says"]
        self._store.close()
        return wrong + [str(problem) for problem in verify(self._folder).problems]


def _packed(sealed: Sealed) -> Packed:
    return Packed.of(sealed.payload, sealed.mac)
