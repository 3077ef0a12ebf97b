"""Whatever is asked of the journal, in whatever order, it answers as a plain list would."""

from contextlib import ExitStack
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.domain.errors import Refused
from app.domain.events.envelope import Sealed
from app.domain.events.order import ORIGIN, Key, Tip
from app.storage.tournament import TournamentStore, create_tournament, open_tournament
from app.storage.verify import verify
from tests.storage.crash.session import scratch_folder
from tests.storage.writer import DESK, JOURNAL, Writer

DEVICES = st.sampled_from([("DESK", 1), ("DESK", 2), ("T3", 1), ("É", 1)])
PLACE = tuple[str, int]


class JournalAndList(RuleBasedStateMachine):
    """The journal on a disk beside a list in memory."""

    @initialize()
    def begin(self) -> None:
        self.open = ExitStack()
        self.path = self.open.enter_context(scratch_folder())
        self.store: TournamentStore = create_tournament(self.path, JOURNAL, DESK)
        self.events: list[Sealed] = []
        self.tip: Tip = ORIGIN
        self.held: list[Sealed] = []
        self.writers: dict[PLACE, Writer] = {}

    def writer(self, place: PLACE) -> Writer:
        return self.writers.setdefault(place, Writer(device=place[0], epoch=place[1]))

    def refused(self, *events: Sealed) -> list[str]:
        with pytest.raises(Refused) as refused:
            self.store.journal.append(events)
        return [wrong.key for wrong in refused.value.violations]

    @rule(place=DEVICES, count=st.integers(0, 5))
    def append_what_follows(self, place: PLACE, count: int) -> None:
        batch = self.writer(place).batch(count)
        for sealed in batch:
            self.tip = self.tip.then(sealed)
        self.events += batch
        assert self.store.journal.append(batch) == self.tip

    @rule(place=DEVICES, sooner=st.integers(1, 3))
    def append_what_leaves_out_events(self, place: PLACE, sooner: int) -> None:
        ahead = replace(self.writer(place))
        ahead.seq += sooner
        assert self.refused(ahead.write()) == ["journal.gap"]

    @rule(place=DEVICES)
    def append_what_follows_another(self, place: PLACE) -> None:
        stray = replace(self.writer(place), previous="e" * 64)
        if place in self.last_is_held():
            return
        assert self.refused(stray.write()) == ["journal.chain"]

    @precondition(lambda self: self.events)
    @rule(data=st.data())
    def append_again(self, data: st.DataObject) -> None:
        again = data.draw(st.sampled_from(self.events))
        assert self.refused(again) == ["journal.duplicate"]

    @precondition(lambda self: self.events)
    @rule(data=st.data())
    def append_another_in_its_place(self, data: st.DataObject) -> None:
        taken = data.draw(st.sampled_from(self.events)).event
        other = Writer(device=taken.device, epoch=taken.epoch, seq=taken.seq - 1)
        assert self.refused(other.write(kind="Other")) == ["journal.fork"]

    @rule(place=DEVICES, count=st.integers(1, 3))
    def append_a_batch_with_one_wrong(self, place: PLACE, count: int) -> None:
        ahead = replace(self.writer(place))
        good = ahead.batch(count)
        assert self.refused(*good, good[-1]) == ["journal.duplicate"]

    @rule(place=DEVICES)
    def hold_what_follows(self, place: PLACE) -> None:
        sealed = self.writer(place).write()
        self.held.append(sealed)
        self.store.quarantine.hold(sealed, place=Key.of(sealed.event), reason="stale")

    @rule()
    def end_and_start_again(self) -> None:
        self.store.close()
        assert verify(self.path).as_json(str) == {"ok": True, "events": len(self.events), "problems": []}
        self.store = open_tournament(self.path, JOURNAL)
        assert self.store.salvaged is None

    @rule(after=st.integers(0, 30), limit=st.integers(0, 30))
    def read_a_part(self, after: int, limit: int) -> None:
        read = self.store.journal.read(after, limit)
        assert [entry.sealed for entry in read] == self.events[after : after + limit]
        assert [entry.n for entry in read] == list(range(after + 1, after + 1 + len(read)))

    def last_is_held(self) -> set[PLACE]:
        """Where the last place is in quarantine, nothing can be told from what the next event calls the one before."""
        held = {Key.of(sealed.event) for sealed in self.held}
        return {place for place, writer in self.writers.items() if Key(*place, writer.seq) in held}

    @invariant()
    def it_goes_as_far_as_the_list(self) -> None:
        assert self.store.journal.tip() == self.tip
        for (device, epoch), writer in self.writers.items():
            assert self.store.journal.last_seq(device, epoch) == writer.seq
        assert [held.sealed for held in self.store.quarantine.held()] == self.held

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.open.close()


JournalAndList.TestCase.settings = settings(max_examples=60, stateful_step_count=25)
TestTheJournalIsAList = JournalAndList.TestCase
