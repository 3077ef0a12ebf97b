"""Sheets carried by file: what one brings, what it must not, who can read it; on memory and on real files."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.domain.events.arbitre import PenaltyGiven
from app.domain.events.table import DealerDrawn, EntryUndone
from app.domain.events.tournoi import TabletAssigned
from app.services.desk_link import FileSays
from app.storage.tournament import create_tournament
from sync import wire
from sync.carried import Known, file_says, sheets_file
from sync.carrier import Fate, take_sheets
from sync.tablet import Answered, Ask, Troubled, Wrote
from tests.sim.evening import ARBITER, DESK, JOURNAL, identity
from tests.sync.files import DEALER, DONNE, bring, parts, read, refused, room, sheets
from tests.sync.room import DeskAlone, Device, Store, new_disk

NewStore = Callable[[str], Store]


@pytest.fixture(params=["memory", "file"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewStore]:
    with ExitStack() as opened:

        def on_file(device: str) -> Store:
            return opened.enter_context(create_tournament(tmp_path / device, JOURNAL, identity(device)))

        yield new_disk if request.param == "memory" else on_file


@pytest.fixture
def desk(new_store: NewStore) -> DeskAlone:
    return DeskAlone(new_store(DESK))


@pytest.fixture
def tablet(new_store: NewStore, desk: DeskAlone) -> Device:
    """A tablet without network that the desk's first file has reached."""
    device = Device("TAB1", new_store("TAB1"), None)
    bring(device, room(desk))
    return device


def test_a_file_from_the_desk_tells_a_tablet_its_table_and_its_seats(tablet: Device, desk: DeskAlone) -> None:
    assert tablet.store.mirror.cursor().view == "tables 1"
    assert tablet.store.mirror.cursor().tip == desk.store.journal.tip()
    assert tablet.book.state.feuille(1, 1).sheet == desk.book.state.feuille(1, 1).sheet


def test_sheets_brought_by_file_are_at_the_desk_and_the_next_file_acknowledges_them(
    tablet: Device, desk: DeskAlone
) -> None:
    tablet.write(DEALER, 1)
    tablet.write(DONNE, 1)
    receipt = take_sheets(parts(desk), sheets(tablet))
    assert (receipt.device, [one.fate for one in receipt.found]) == ("TAB1", [Fate.NEW, Fate.NEW])
    assert tablet.store.outbox.waiting() == 2
    bring(tablet, room(desk))
    assert tablet.store.outbox.waiting() == 0
    assert tablet.book.state.feuille(1, 1) == desk.book.state.feuille(1, 1)


def test_the_same_file_twice_counts_once(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    file = sheets(tablet)
    take_sheets(parts(desk), file)
    tip = desk.store.journal.tip()
    tablet.write(DONNE, 1)
    again = take_sheets(parts(desk), file)
    assert [one.fate for one in again.found] == [Fate.KNOWN]
    assert desk.store.journal.tip() == tip
    later = take_sheets(parts(desk), sheets(tablet))
    assert [one.fate for one in later.found] == [Fate.KNOWN, Fate.NEW]


def test_when_the_network_comes_back_nothing_is_counted_twice(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    take_sheets(parts(desk), sheets(tablet))
    tablet.write(DONNE, 1)
    tablet.desk = desk
    tablet.wait(60)
    assert desk.store.journal.last_seqs("TAB1") == {1: 2}
    assert tablet.store.outbox.waiting() == 0
    assert take_sheets(parts(desk), sheets(tablet)).count(Fate.KNOWN) == 2
    assert tablet.troubles == []


def test_an_answer_that_was_under_way_when_the_file_came_is_no_trouble(tablet: Device, desk: DeskAlone) -> None:
    desk.book.write(PenaltyGiven(player="P1", position=1, points=50, reason="retard"))
    tablet.now += 60
    (pull,) = (output for output in tablet.sync.step(tablet.now, Wrote()) if isinstance(output, Ask))
    late = desk.sync.handle("TAB1", pull.body, 0.0)
    assert late is not None
    tablet.sync.step(tablet.now, read(tablet, room(desk)))
    cursor = tablet.store.mirror.cursor()
    outputs = tablet.sync.step(tablet.now, Answered(pull.number, late))
    assert not any(isinstance(output, Troubled) for output in outputs)
    assert tablet.store.mirror.cursor() == cursor


def test_a_file_that_comes_late_takes_nothing_back(tablet: Device, desk: DeskAlone) -> None:
    early = room(desk)
    tablet.write(DEALER, 1)
    take_sheets(parts(desk), sheets(tablet))
    bring(tablet, room(desk))
    cursor = tablet.store.mirror.cursor()
    bring(tablet, early)
    assert tablet.store.mirror.cursor() == cursor
    assert tablet.store.outbox.waiting() == 0


def test_a_file_with_nothing_new_says_so_and_one_that_only_acknowledges_is_news(
    tablet: Device, desk: DeskAlone
) -> None:
    def tells(file: bytes) -> bool:
        return not any(isinstance(output, Known) for output in tablet.sync.step(tablet.now, read(tablet, file)))

    early = room(desk)
    assert not tells(early)
    tablet.write(DEALER, 1)
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    bring(tablet, room(desk))
    take_sheets(parts(desk), sheets(tablet))  # into quarantine: the order is as long as before
    answer = room(desk)
    assert tells(answer)
    assert tablet.store.outbox.aside()
    assert not tells(answer)
    assert not tells(early)


def test_a_file_says_how_much_is_in_it_and_what_it_is_before_it_is_opened(tablet: Device, desk: DeskAlone) -> None:
    def written() -> tuple[int, int]:
        store = tablet.store
        file = sheets_file(store.journal, store.outbox, store.mirror, meta=store.meta)
        assert file.data == sheets(tablet)
        return file.facts, file.lacking

    assert written() == (0, 0)
    tablet.write(DEALER, 1)
    take_sheets(parts(desk), sheets(tablet))
    bring(tablet, room(desk))
    tablet.write(DONNE, 1)
    assert written() == (2, 1)
    answer, head = room(desk), 2000
    assert file_says(answer[:head], JOURNAL) is FileSays.FOR_US
    assert file_says(answer[:head], "") is FileSays.FOR_US
    assert file_says(answer[:head], "ANOTHER") is FileSays.OTHER_TOURNAMENT
    assert file_says(sheets(tablet)[:head], JOURNAL) is FileSays.SHEETS
    for unknown in (b"", b"\0" * 50, b"nord room 2\n{}", b"nord room 1\n{", b"nord room 1", b"north sheets 1\n"):
        assert file_says(unknown, JOURNAL) is FileSays.UNKNOWN


def test_a_file_older_than_the_tables_own_assignment_takes_it_not_away(desk: DeskAlone, new_store: NewStore) -> None:
    spare = Device("TAB3", new_store("TAB3"), None)
    early = room(desk)
    bring(spare, early)
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    bring(spare, room(desk))
    assert spare.store.mirror.cursor().view == "tables 1"
    bring(spare, early)
    assert spare.store.mirror.cursor().view == "tables 1"
    assert spare.book.state.assignments[1].device == "TAB3"


def test_what_the_desk_sets_aside_is_told_by_file_too(tablet: Device, desk: DeskAlone) -> None:
    late = tablet.write(DEALER, 1)
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    (found,) = take_sheets(parts(desk), sheets(tablet)).found
    assert (found.fate, found.reason) == (Fate.ASIDE, "event.not_your_table")
    bring(tablet, room(desk))
    assert tablet.store.outbox.aside() == {(1, 1): "event.not_your_table"}
    assert tablet.store.outbox.waiting() == 0
    assert late not in tablet.book.state.set_aside


def test_a_tablet_that_lost_its_tail_learns_it_from_the_file(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    take_sheets(parts(desk), sheets(tablet))
    again = Device("TAB1", new_disk("TAB1"), None)
    bring(again, room(desk))
    assert again.store.meta.identity().epoch == 2
    again.write(DONNE, 1)
    take_sheets(parts(desk), sheets(again))
    assert desk.store.journal.last_seqs("TAB1") == {1: 1, 2: 1}
    assert desk.held() == []


def test_a_fork_is_kept_aside_and_is_acknowledged_as_such(tablet: Device, desk: DeskAlone) -> None:
    forked = Device("TAB1", new_disk("TAB1"), None)
    bring(forked, room(desk))
    tablet.write(DEALER, 1)
    take_sheets(parts(desk), sheets(tablet))
    forked.write(DealerDrawn(position=1, seat="S"), 1)
    (found,) = take_sheets(parts(desk), sheets(forked)).found
    assert (found.fate, found.reason) == (Fate.ASIDE, "journal.fork")
    bring(forked, room(desk))
    assert forked.store.meta.identity().epoch == 2
    assert forked.store.outbox.aside() == {(1, 1): "journal.fork"}
    assert forked.store.outbox.waiting() == 0


def test_events_of_every_epoch_go_into_the_file(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    tablet.store.meta.raise_epoch()
    tablet.book.write_as(tablet.store.meta.identity())
    tablet.write(DONNE, 1)
    assert take_sheets(parts(desk), sheets(tablet)).count(Fate.NEW) == 2
    bring(tablet, room(desk))
    assert tablet.store.outbox.acked() == {1: 1, 2: 1}


def test_a_long_evening_goes_into_as_many_messages_as_it_needs(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    for _ in range(2 * wire.MAX_EVENTS):
        donne = tablet.write(DONNE, 1)
        tablet.write(EntryUndone(position=1, undoes=donne), 1)
    receipt = take_sheets(parts(desk), sheets(tablet))
    assert receipt.count(Fate.NEW) == 4 * wire.MAX_EVENTS + 1
    bring(tablet, room(desk))
    assert tablet.store.outbox.waiting() == 0
    assert tablet.store.mirror.cursor().tip == desk.store.journal.tip()


def test_an_arbiters_tablet_gets_everything_and_its_own_decisions_count(
    tablet: Device, desk: DeskAlone, new_store: NewStore
) -> None:
    tablet.write(DEALER, 1)
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    take_sheets(parts(desk), sheets(tablet))
    arbiter = Device(ARBITER, new_store(ARBITER), None)
    bring(arbiter, room(desk))
    assert arbiter.book.state == desk.book.state
    assert [held.reason for held in arbiter.store.quarantine.held()] == ["event.not_your_table"]
    arbiter.write(PenaltyGiven(player="P1", position=1, points=50, reason="retard"))
    take_sheets(parts(desk), sheets(arbiter))
    bring(arbiter, room(desk))
    assert len(desk.book.state.penalties) == 1
    assert arbiter.store.outbox.waiting() == 0


# Terms


def test_a_desk_that_another_has_replaced_is_not_believed_and_stores_nothing(tablet: Device, desk: DeskAlone) -> None:
    tablet.store.meta.raise_term(5)
    cursor = tablet.store.mirror.cursor()
    desk.book.write(PenaltyGiven(player="P1", position=1, points=50, reason="retard"))
    bring(tablet, room(desk))
    assert [trouble.key for trouble in tablet.troubles] == ["sync.deposed"]
    assert tablet.store.mirror.cursor() == cursor
    tablet.write(DEALER, 1)
    assert refused(lambda: take_sheets(parts(desk), sheets(tablet))) == "sync.deposed"
    assert desk.store.journal.last_seq("TAB1", 1) == 0


def test_a_desk_of_a_higher_term_is_sent_everything_again_and_gets_back_what_it_lacks(
    tablet: Device, new_store: NewStore, desk: DeskAlone
) -> None:
    tablet.write(DEALER, 1)
    take_sheets(parts(desk), sheets(tablet))
    desk.book.write(TabletAssigned(table=1, device="TAB1", epoch=2))
    bring(tablet, room(desk))
    restored = DeskAlone(new_disk(DESK))  # as it was when the position opened
    restored.store.meta.raise_term(2)
    bring(tablet, room(restored))
    assert tablet.store.meta.term() == 2
    assert tablet.store.outbox.waiting() == 1
    assert take_sheets(parts(restored), sheets(tablet)).count(Fate.NEW) == 1
    assert [reason for _seq, reason in restored.held()] == ["sync.forgotten"]
    bring(tablet, room(restored))
    assert tablet.store.outbox.waiting() == 0
