"""What comes back when tablets break, desks are restored and papers are typed; on real files."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.events.envelope import MAX_PAYLOAD_BYTES, Sealed
from app.domain.events.order import Cursor, Key
from app.domain.events.table import ArbiterCalled, DealerDrawn, DonneRecorded, Entry
from app.domain.events.tournoi import DeviceRevoked, TabletAssigned
from app.services.quarantine import dismiss_held, release_held
from app.storage.tournament import TournamentStore, create_tournament
from sync import wire
from sync.intake import ARRIVED
from sync.view import see
from sync.wire import Acked, Answer, Offer, Packed, Page, Pull, Push, Request, Sorry, Taken
from tests.sim.disk import Cut, PowerCut
from tests.sim.evening import ARBITER, DESK, JOURNAL, identity, opening, paper
from tests.sync.room import DeskAlone, Device, new_disk

NewStore = Callable[[str, str], TournamentStore]
DEALER = DealerDrawn(position=1, seat="N")
DONNE = DonneRecorded(position=1, entry=Entry(preneur="N", contrat=Contrat.GARDE, bouts=1, demi_points=100))
MAC = bytes(32)


@pytest.fixture
def new_store(tmp_path: Path) -> Iterator[NewStore]:
    with ExitStack() as opened:
        yield lambda device, folder: opened.enter_context(
            create_tournament(tmp_path / folder, JOURNAL, identity(device))
        )


@pytest.fixture
def desk(new_store: NewStore) -> DeskAlone:
    return DeskAlone(new_store(DESK, "desk"))


@pytest.fixture
def tablet(new_store: NewStore, desk: DeskAlone) -> Device:
    return met(Device("TAB1", new_store("TAB1", "tablet"), desk))


@pytest.fixture
def arbiter(new_store: NewStore, desk: DeskAlone) -> Device:
    return met(Device(ARBITER, new_store(ARBITER, "arbiter"), desk))


@pytest.fixture
def restored(new_store: NewStore) -> DeskAlone:
    """The desk again, from a backup made before anybody played."""
    desk = DeskAlone(new_store(DESK, "restored"))
    desk.store.meta.raise_term()
    return desk


def met(device: Device) -> Device:
    device.meet()
    return device


def ids(desk: DeskAlone) -> list[str]:
    """The ids of what was written since the position began."""
    return [entry.sealed.id for entry in desk.store.journal.read(after=len(opening()))]


def ask(desk: DeskAlone, device: str, asked: Push | Pull | Offer) -> object:
    answer = desk.sync.handle(device, wire.write(Request(journal=JOURNAL, term=1, ask=asked)), 0.0)
    assert answer is not None
    return wire.read(Answer, answer).says


def test_what_a_broken_tablet_had_sent_comes_back_to_a_restored_desk_from_those_who_saw_it(
    tablet: Device, arbiter: Device, restored: DeskAlone
) -> None:
    written = [tablet.write(DEALER, 1), tablet.write(DONNE, 1)]
    tablet.meet()
    arbiter.wait(60)
    arbiter.desk = restored
    arbiter.wait(60)
    assert ids(restored) == written
    assert arbiter.store.mirror.forgotten() == ()
    tablet.desk = restored  # it was not so broken after all
    tablet.wait(60)
    assert ids(restored) == written
    assert (restored.held(), tablet.store.outbox.waiting()) == ([], 0)


def test_what_comes_back_without_what_precedes_it_waits_in_quarantine_for_its_own_tablet(
    tablet: Device, arbiter: Device, desk: DeskAlone, restored: DeskAlone
) -> None:
    first = tablet.write(DEALER, 1)
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    tablet.meet()  # the first one is set aside
    desk.book.write(TabletAssigned(table=1, device="TAB1", epoch=3))
    tablet.wait(60)
    second = tablet.write(DEALER, 1)
    tablet.meet()
    arbiter.wait(60)
    arbiter.desk = restored
    arbiter.wait(60)
    assert ids(restored) == []
    assert (2, "sync.forgotten") in restored.held()
    tablet.desk = restored
    tablet.wait(60)
    held = restored.store.quarantine.find(second, Key("TAB1", 1, 2))
    assert held is not None
    assert held.settled is None  # the table is under an earlier epoch than it says
    assert ids(restored) == [first]
    assert tablet.store.outbox.waiting() == 0


def test_what_waited_in_quarantine_for_its_tablet_is_settled_when_that_brings_it(
    tablet: Device, desk: DeskAlone
) -> None:
    written = [tablet.write(DEALER, 1), tablet.write(DONNE, 1)]
    _first, second = tablet.store.outbox.pending()
    packed = Packed.of(second.sealed.payload, second.sealed.mac)
    assert ask(desk, ARBITER, Offer(events=(packed,))) == Taken()
    assert desk.held() == [(2, "sync.forgotten")]
    tablet.meet()
    assert ids(desk) == written
    assert desk.held() == []
    held = desk.store.quarantine.find(written[1], Key("TAB1", 1, 2))
    assert held is not None
    assert held.settled_reason == ARRIVED
    assert tablet.store.outbox.aside() == {}


@pytest.mark.parametrize("decide", [release_held, dismiss_held])
def test_what_somebody_has_decided_about_does_not_count_when_its_tablet_brings_it(
    tablet: Device, desk: DeskAlone, decide: Callable[..., object]
) -> None:
    tablet.write(DEALER, 1)
    second = tablet.write(ArbiterCalled(position=1), 1)
    packed = [Packed.of(entry.sealed.payload, entry.sealed.mac) for entry in tablet.store.outbox.pending()]
    ask(desk, ARBITER, Offer(events=(packed[1],)))
    decide(desk.book, desk.store.quarantine, 1, reason="vu sur la table")
    tablet.meet()
    assert second not in ids(desk)
    assert tablet.store.outbox.waiting() == 0
    assert tablet.store.outbox.aside() == {(1, 2): "sync.forgotten"}


def test_what_a_revoked_device_wrote_is_kept_without_effect(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    (entry,) = tablet.store.outbox.pending()
    desk.book.write(DeviceRevoked(device="TAB1"))
    ask(desk, ARBITER, Offer(events=(Packed.of(entry.sealed.payload, entry.sealed.mac),)))
    assert desk.held() == [(1, "event.unknown_device")]


@pytest.mark.parametrize(("epoch", "first"), [(0, 1), (-1, 1), (1, 0), (1, -3), (10**15, 1)])
def test_an_epoch_or_a_place_that_nobody_can_have_is_not_read(desk: DeskAlone, epoch: int, first: int) -> None:
    packed = Packed.of(b"{}", MAC)
    assert ask(desk, "TAB1", Push(epoch=epoch, first=first, events=(packed,))) == Sorry(key="sync.unreadable")
    assert desk.held() == []


def test_nobody_can_offer_what_a_device_has_not_written(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    (entry,) = tablet.store.outbox.pending()
    assert ask(desk, "TAB2", Offer(events=(Packed.of(entry.sealed.payload, MAC),))) == Taken()
    assert (ids(desk), desk.held()) == ([], [])


def test_what_one_device_sends_of_another_does_not_stand_for_it(tablet: Device, desk: DeskAlone) -> None:
    written = tablet.write(DEALER, 1)
    (entry,) = tablet.store.outbox.pending()
    stolen = Push(epoch=1, first=1, events=(Packed.of(entry.sealed.payload, entry.sealed.mac),))
    assert ask(desk, "TAB2", stolen) == Acked(epoch=1, seq=1, aside={1: "sync.altered"})
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    tablet.meet()
    assert tablet.store.outbox.waiting() == 0
    assert tablet.store.outbox.aside() == {(1, 1): "event.not_your_table"}
    places = {held.place: held.reason for held in desk.store.quarantine.held() if held.sealed.id == written}
    assert places == {Key("TAB2", 1, 1): "sync.altered", Key("TAB1", 1, 1): "event.not_your_table"}


def test_whatever_is_in_quarantine_the_arbiter_can_read_every_page(desk: DeskAlone, arbiter: Device) -> None:
    for number in range(30):
        large = Sealed(bytes([34]) * (MAX_PAYLOAD_BYTES - number), MAC)  # quotation marks: twice as long on the wire
        desk.store.quarantine.hold(large, place=Key("TAB1", 1, number + 1), reason="sync.altered")
    cursor, read = arbiter.store.mirror.cursor(), 0
    while True:
        body = wire.write(Request(journal=JOURNAL, term=1, ask=Pull(cursor=cursor)))
        answer = desk.sync.handle(ARBITER, body, 0.0)
        assert answer is not None
        assert len(answer) <= wire.MAX_BODY_BYTES
        page = wire.read(Answer, answer).says
        assert isinstance(page, Page)
        cursor, read = page.end, read + len(page.held)
        if page.complete:
            break
    assert read == 30
    arbiter.wait(60)
    assert len(arbiter.store.quarantine.held()) == 30


def test_what_is_larger_than_any_event_is_not_kept(desk: DeskAlone) -> None:
    large = Packed.of(b"x" * (MAX_PAYLOAD_BYTES + 1), MAC)
    assert ask(desk, "TAB1", Push(epoch=1, first=1, events=(large,))) == Acked(epoch=1, seq=0)
    assert desk.held() == []


def test_an_arbiter_who_knows_more_of_quarantine_than_the_desk_reads_it_again(desk: DeskAlone, arbiter: Device) -> None:
    known = arbiter.store.mirror.cursor()
    page = ask(desk, ARBITER, Pull(cursor=Cursor(known.term, known.n, known.head, known.view, held=3)))
    assert isinstance(page, Page)
    assert page.start.n == 0


def test_a_tablet_whose_paper_was_typed_shows_that_sheet_and_writes_no_more(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    tablet.meet()
    desk.book.write(paper(desk.book.state, 1), table=1)
    tablet.wait(60)
    assert tablet.store.mirror.cursor().view == "tables 1"
    assert tablet.book.state.feuille(1, 1) == desk.book.state.feuille(1, 1)
    assert tablet.book.state.assignments[1] == desk.book.state.assignments[1]


def test_what_was_seen_in_a_chain_that_is_given_up_is_offered(
    tablet: Device, desk: DeskAlone, restored: DeskAlone, new_store: NewStore
) -> None:
    """The spare tablet had begun to read the table's sheet, the last one to have it, when the desk was restored."""
    spare = met(Device("TAB3", new_store("TAB3", "spare"), desk))
    written = [tablet.write(DEALER, 1), tablet.write(DONNE, 1)]
    tablet.meet()
    spare.wait(60)  # it has heard that there is something, and not what
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    cursor = Cursor(1, view="tables 1")
    spare.store.mirror.restart(cursor)
    chain = [see(entry, view="tables 1", device="TAB3") for entry in desk.store.journal.read()[:-1]]
    end = replace(cursor, n=chain[-1].tip.n, head=chain[-1].tip.head)
    spare.store.mirror.extend(chain, end=end, complete=False)
    spare.desk = restored
    spare.wait(60)
    assert ids(restored) == written


def test_a_cut_after_a_fork_was_told_leaves_the_epoch(tablet: Device, desk: DeskAlone) -> None:
    """Were the fork acknowledged first, nobody would tell the tablet again that it writes where another has written."""
    tablet.write(DEALER, 1)
    tablet.meet()
    lost = new_disk("TAB1")
    lost.generation, lost.chain = 1, list(tablet.store.mirror.read()[:-1])
    lost.start = replace(tablet.store.mirror.cursor(), n=0, head=Cursor().head)
    again = Device("TAB1", lost, None)
    again.write(DealerDrawn(position=1, seat="S"), 1)
    cuts = iter((None, Cut.BEFORE))
    lost.power = lambda: next(cuts, None)
    again.desk = desk
    with pytest.raises(PowerCut):
        again.meet()
    Device("TAB1", lost, desk).meet()
    assert lost.identity.epoch == 2
    assert not lost.outbox.pending()
