"""A tablet and its desk: what is sent, acknowledged, pulled, set aside and sent again; on memory and on real files."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.events.arbitre import PenaltyGiven
from app.domain.events.envelope import seal
from app.domain.events.order import Cursor, Key
from app.domain.events.table import DealerDrawn, DonneRecorded, Entry
from app.domain.events.tournoi import DeviceRevoked, TabletAssigned
from app.storage.backup import back_up, restore
from app.storage.promote import LEAP, promote
from app.storage.tournament import create_tournament, open_tournament
from sync import wire
from sync.quota import Meter, Meters, Quota
from sync.tablet import Ask, Failed, Started, Wake, Wrote
from sync.wire import Acked, Answer, Packed, Page, Pull, Push, Request, Sorry
from tests.sim.evening import ARBITER, DESK, JOURNAL, STANDBY, identity, opening
from tests.sync.room import DeskAlone, Device, Store, new_disk

NewStore = Callable[[str], Store]
DEALER = DealerDrawn(position=1, seat="N")
DONNE = DonneRecorded(position=1, entry=Entry(preneur="N", contrat=Contrat.GARDE, bouts=1, demi_points=100))


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
    device = Device("TAB1", new_store("TAB1"), desk)
    device.meet()
    return device


def test_a_tablet_pulls_its_table_and_the_desk_has_what_it_writes(tablet: Device, desk: DeskAlone) -> None:
    dealer, donne = tablet.write(DEALER, 1), tablet.write(DONNE, 1)
    tablet.meet()
    assert [entry.sealed.id for entry in desk.store.journal.read()[-2:]] == [dealer, donne]
    assert tablet.store.outbox.waiting() == 0
    assert tablet.store.mirror.cursor().tip == desk.store.journal.tip()
    assert tablet.book.state.feuille(1, 1) == desk.book.state.feuille(1, 1)


def test_without_a_desk_a_tablet_shows_its_own_events_and_owes_them(tablet: Device) -> None:
    tablet.desk = None
    tablet.write(DEALER, 1)
    tablet.write(DONNE, 1)
    tablet.meet()
    assert len(tablet.projection.state().feuille(1, 1).donnes) == 1
    assert tablet.store.outbox.waiting() == 2


def test_a_failed_request_is_made_again_by_the_clock(tablet: Device, desk: DeskAlone) -> None:
    tablet.desk = None
    tablet.write(DEALER, 1)
    tablet.meet()
    tablet.desk = desk
    tablet.wait(30)
    assert tablet.store.outbox.waiting() == 0


def test_waits_grow_from_half_a_second_to_half_a_minute(tablet: Device) -> None:
    tablet.write(DEALER, 1)
    now, waits = 100.0, []
    (ask,) = (output for output in tablet.sync.step(now, Wrote()) if isinstance(output, Ask))
    for _ in range(12):
        outputs = tablet.sync.step(now, Failed(ask.number))
        wake = min(output.at for output in outputs if isinstance(output, Wake))
        waits.append(wake - now)
        now = wake
        ask = next(output for output in tablet.sync.step(now, Started()) if isinstance(output, Ask))
    assert 0.25 <= waits[0] <= 0.5
    assert 15 <= waits[-1] <= 30
    assert len(set(waits)) == len(waits)


def test_new_work_is_sent_at_once_whatever_failed_before(tablet: Device, desk: DeskAlone) -> None:
    tablet.desk = None
    for _ in range(3):
        tablet.write(DEALER, 1) if tablet.store.outbox.waiting() == 0 else tablet.write(DONNE, 1)
        tablet.meet()
    tablet.desk = desk
    tablet.write(DONNE, 1)
    tablet.meet()
    assert tablet.store.outbox.waiting() == 0


def test_the_same_push_twice_is_stored_once_and_acknowledged_twice(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    (entry,) = tablet.store.outbox.pending()
    first, second = (push(desk, "TAB1", [entry.sealed]) for _ in range(2))
    assert first == second == Acked(epoch=1, seq=1)
    assert desk.store.journal.last_seq("TAB1", 1) == 1


def push(desk: DeskAlone, device: str, events, *, first: int = 1, term: int = 1):  # type: ignore[no-untyped-def]
    packed = tuple(Packed.of(sealed.payload, sealed.mac) for sealed in events)
    request = Request(journal=JOURNAL, term=term, ask=Push(epoch=1, first=first, events=packed))
    return ask(desk, device, request)


def ask(desk: DeskAlone, device: str, request: Request):  # type: ignore[no-untyped-def]
    answer = desk.sync.handle(device, wire.write(request), 0.0)
    assert answer is not None
    return wire.read(Answer, answer).says


def test_what_a_tablet_may_not_write_is_set_aside_acknowledged_and_told(tablet: Device, desk: DeskAlone) -> None:
    tablet.desk = None
    late = tablet.write(DEALER, 1)
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    tablet.desk = desk
    tablet.meet()
    assert desk.held() == [(1, "event.not_your_table")]
    assert tablet.store.outbox.aside() == {(1, 1): "event.not_your_table"}
    assert tablet.store.outbox.waiting() == 0
    assert late not in tablet.book.state.set_aside


def test_a_spare_tablet_takes_over_with_all_the_donnes_that_the_desk_knows(
    tablet: Device, desk: DeskAlone, new_store: NewStore
) -> None:
    tablet.write(DEALER, 1)
    tablet.write(DONNE, 1)
    tablet.meet()
    spare = Device("TAB3", new_store("TAB3"), desk)
    spare.meet()
    assert spare.store.mirror.cursor().view == "tables"
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    spare.wait(60)
    assert spare.store.mirror.cursor().view == "tables 1"
    assert spare.book.state.feuille(1, 1) == desk.book.state.feuille(1, 1)
    spare.write(DONNE, 1)
    spare.meet()
    assert len(desk.book.state.feuille(1, 1).donnes) == 2


def test_an_altered_event_is_kept_without_effect(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    (entry,) = tablet.store.outbox.pending()
    forged = seal(entry.sealed.event, b"x" * 32)
    assert push(desk, "TAB1", [forged]) == Acked(epoch=1, seq=1, aside={1: "sync.altered"})
    assert desk.store.journal.by_key(Key("TAB1", 1, 1)) is None


def test_what_another_device_wrote_is_not_taken_for_the_senders_own(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    (entry,) = tablet.store.outbox.pending()
    assert push(desk, "TAB2", [entry.sealed]) == Acked(epoch=1, seq=1, aside={1: "sync.altered"})


def test_a_gap_is_not_acknowledged(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    tablet.write(DONNE, 1)
    _first, second = tablet.store.outbox.pending()
    assert push(desk, "TAB1", [second.sealed], first=2) == Acked(epoch=1, seq=0)


def test_a_tablet_that_lost_its_tail_goes_on_in_a_new_epoch(
    tablet: Device, desk: DeskAlone, new_store: NewStore, tmp_path: Path
) -> None:
    tablet.write(DEALER, 1)
    tablet.meet()
    again = Device("TAB1", new_disk("TAB1"), desk)  # empty: nothing of what it wrote is there
    again.meet()
    assert again.store.meta.identity().epoch == 2
    again.write(DONNE, 1)
    again.meet()
    assert desk.store.journal.last_seqs("TAB1") == {1: 1, 2: 1}
    assert desk.held() == []


def test_what_it_wrote_before_it_knew_is_a_fork_and_kept_in_quarantine(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    tablet.meet()
    lost = new_disk("TAB1")
    again = Device("TAB1", lost, None)
    lost.generation, lost.start, lost.chain = 1, Cursor(), list(tablet.store.mirror.read()[:-1])
    again.book.catch_up()
    forked = again.write(DealerDrawn(position=1, seat="S"), 1)
    again.desk = desk
    again.meet()
    assert desk.held() == [(1, "journal.fork")]
    assert desk.store.quarantine.find(forked, Key("TAB1", 1, 1)) is not None
    assert again.store.meta.identity().epoch == 2
    assert again.store.outbox.waiting() == 0


def test_over_quota_nothing_is_kept_and_the_tablet_keeps_it(new_store: NewStore) -> None:
    desk = DeskAlone(new_store(DESK), meters=Meters(sent=Meter(Quota(burst=1, per_second=0.5))))
    tablet = Device("TAB1", new_store("TAB1"), desk)
    tablet.meet()
    for body in (DEALER, DONNE):
        tablet.write(body, 1)
        tablet.meet()
    assert (desk.store.journal.last_seq("TAB1", 1), tablet.store.outbox.waiting()) == (1, 1)
    tablet.wait(2)
    assert tablet.store.outbox.waiting() == 0


def test_a_poll_waits_until_there_is_something_to_say(tablet: Device, desk: DeskAlone) -> None:
    cursor = tablet.store.mirror.cursor()
    body = wire.write(Request(journal=JOURNAL, term=1, ask=Pull(cursor=cursor, wait_seconds=3600)))
    assert desk.sync.handle("TAB1", body, 5.0, since=0.0) is None
    assert desk.sync.handle("TAB1", body, 20.0, since=0.0) is not None
    desk.book.write(PenaltyGiven(player="P1", position=1, points=50, reason="retard"))
    answer = desk.sync.handle("TAB1", body, 5.0, since=0.0)
    assert answer is not None
    page = wire.read(Answer, answer).says
    assert isinstance(page, Page)
    assert [packed.parts for packed in page.events] == [()]  # there is something, and a table may not see it


@pytest.mark.parametrize(
    ("device", "request_", "key"),
    [
        ("TAB1", Request(journal=JOURNAL, term=2, ask=Pull(cursor=Cursor())), "sync.deposed"),
        ("TAB1", Request(journal="T2", term=1, ask=Pull(cursor=Cursor())), "sync.other_tournament"),
        ("NOBODY", Request(journal=JOURNAL, term=1, ask=Pull(cursor=Cursor())), "sync.unknown_device"),
    ],
)
def test_the_desk_says_why_it_does_not_answer(desk: DeskAlone, device: str, request_: Request, key: str) -> None:
    assert ask(desk, device, request_) == Sorry(key=key)


def test_a_revoked_device_is_not_answered_from_then_on(tablet: Device, desk: DeskAlone) -> None:
    desk.book.write(DeviceRevoked(device="TAB1"))
    tablet.write(DEALER, 1)
    tablet.meet()
    assert {trouble.key for trouble in tablet.troubles} == {"sync.unknown_device"}
    assert desk.store.journal.last_seq("TAB1", 1) == 0


def test_a_desk_that_another_has_replaced_is_not_listened_to(tablet: Device, desk: DeskAlone) -> None:
    tablet.store.meta.raise_term(5)
    tablet.write(DEALER, 1)
    tablet.meet()
    assert tablet.store.outbox.waiting() == 1
    assert desk.store.journal.last_seq("TAB1", 1) == 0


def test_a_restored_desk_gets_back_what_it_lacks(tmp_path: Path) -> None:
    with ExitStack() as opened:
        store = create_tournament(tmp_path / DESK, JOURNAL, identity(DESK))
        arbiter_store = opened.enter_context(create_tournament(tmp_path / ARBITER, JOURNAL, identity(ARBITER)))
        tablet_store = opened.enter_context(create_tournament(tmp_path / "TAB1", JOURNAL, identity("TAB1")))
        desk = DeskAlone(store)
        tablet, arbiter = Device("TAB1", tablet_store, desk), Device(ARBITER, arbiter_store, desk)
        tablet.meet()
        backup = back_up(store, tmp_path / "backups")
        dealer = tablet.write(DEALER, 1)
        tablet.meet()
        (penalty,) = desk.book.write(PenaltyGiven(player="P1", position=1, points=50, reason="retard"))
        arbiter.meet()
        store.close()
        restored = restore(backup, tmp_path / DESK)
        desk = DeskAlone(opened.enter_context(open_tournament(tmp_path / DESK, JOURNAL)))
        for device in (tablet, arbiter):
            device.desk = desk
            device.wait(60)
            assert device.store.meta.term() == restored.term == 2
            assert device.store.mirror.cursor().tip == desk.store.journal.tip()
        assert desk.store.journal.read()[-1].sealed.id == dealer
        held = desk.store.quarantine.find(penalty, Key(DESK, 1, len(opening()) + 1))
        assert held is not None
        assert held.reason == "sync.forgotten"
        assert arbiter.store.mirror.forgotten() == ()


def test_a_standby_is_promoted_and_goes_on_with_all_that_it_mirrored(tmp_path: Path) -> None:
    with ExitStack() as opened:
        standby_store = create_tournament(tmp_path / STANDBY, JOURNAL, identity(STANDBY))
        store, tablet_store = (
            opened.enter_context(create_tournament(tmp_path / name, JOURNAL, identity(name))) for name in (DESK, "TAB1")
        )
        desk = DeskAlone(store)
        tablet, standby = Device("TAB1", tablet_store, desk), Device(STANDBY, standby_store, desk)
        tablet.meet()
        tablet.write(DEALER, 1)
        tablet.desk = None
        desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
        tablet.desk = desk
        tablet.meet()  # its event is set aside
        desk.book.write(TabletAssigned(table=1, device="TAB1", epoch=3))
        standby.meet()
        tip = desk.store.journal.tip()
        standby_store.close()
        promoted = promote(tmp_path / STANDBY, JOURNAL)
        assert (promoted.events, promoted.term, promoted.identity.epoch) == (tip.n, 1 + LEAP, 2)
        desk = DeskAlone(opened.enter_context(open_tournament(tmp_path / STANDBY, JOURNAL)))
        assert desk.store.journal.tip() == tip
        assert desk.held() == [(1, "event.not_your_table")]
        tablet.desk = desk
        tablet.wait(60)
        tablet.write(DEALER, 1)
        tablet.meet()
        assert desk.store.journal.last_seq("TAB1", 1) == 2
        assert desk.held() == [(1, "event.not_your_table")]
        assert tablet.store.meta.term() == promoted.term
        desk.book.write(PenaltyGiven(player="P1", position=1, points=50, reason="retard"))
        assert replace(desk.store.meta.identity(), key=b"") == replace(identity(STANDBY), epoch=2, key=b"")


def test_a_poll_is_not_woken_by_what_is_written_at_another_table(
    tablet: Device, desk: DeskAlone, new_store: NewStore
) -> None:
    other = Device("TAB2", new_store("TAB2"), desk)
    other.meet()
    cursor = tablet.store.mirror.cursor()
    body = wire.write(Request(journal=JOURNAL, term=1, ask=Pull(cursor=cursor, wait_seconds=20)))
    desk.sync.stirred()
    other.write(DEALER, 2)
    other.meet()
    assert desk.sync.stirred() == {"TAB2", DESK, STANDBY, ARBITER} & desk.book.state.devices.keys()
    assert desk.sync.handle("TAB1", body, 5.0, since=0.0) is None
    answer = desk.sync.handle("TAB1", body, 20.0, since=0.0)  # what it may not see comes when it has waited long enough
    assert answer is not None
    page = wire.read(Answer, answer).says
    assert isinstance(page, Page)
    assert [packed.parts for packed in page.events] == [()]
    tablet.write(DEALER, 1)
    tablet.meet()
    assert "TAB1" in (desk.sync.stirred() or ())
    assert desk.sync.handle("TAB1", body, 5.0, since=0.0) is not None


def test_a_page_is_complete_when_nothing_follows_that_the_device_may_see(
    tablet: Device, desk: DeskAlone, new_store: NewStore
) -> None:
    desk.sync.events_at_once, desk.sync.withheld_at_once = tablet.store.mirror.cursor().n, 0
    other = Device("TAB2", new_store("TAB2"), desk)
    other.meet()
    for body in (DEALER, DONNE, DONNE):
        other.write(body, 2)
    other.meet()

    def pull(cursor: Cursor) -> bytes | None:
        body = wire.write(Request(journal=JOURNAL, term=1, ask=Pull(cursor=cursor, wait_seconds=20)))
        return desk.sync.handle("TAB1", body, 5.0, since=0.0)

    answer = pull(Cursor())
    assert answer is not None
    page = wire.read(Answer, answer).says
    assert isinstance(page, Page)
    assert page.end.n < desk.store.journal.tip().n
    assert page.complete  # or a tablet that begins anew would wait for what it may not see before it shows anything
    assert pull(page.end) is None


def test_what_concerns_others_fills_no_page(tablet: Device, desk: DeskAlone, new_store: NewStore) -> None:
    other = Device("TAB2", new_store("TAB2"), desk)
    other.meet()
    for body in (DEALER, DONNE, DONNE):
        other.write(body, 2)
    other.meet()
    tablet.write(DEALER, 1)
    desk.sync.events_at_once = 1
    cursor = tablet.store.mirror.cursor()
    tablet.meet()
    body = wire.write(Request(journal=JOURNAL, term=1, ask=Pull(cursor=cursor, wait_seconds=20)))
    page = wire.read(Answer, desk.sync.handle("TAB1", body, 5.0, since=0.0) or b"").says
    assert isinstance(page, Page)
    assert [bool(packed.parts) for packed in page.events] == [False, False, False, True]
    assert (page.end.tip, page.complete) == (desk.store.journal.tip(), True)
    assert wire.unpack_seen(page.start, page.events)[-1].tip == page.end.tip


def test_what_the_desk_writes_for_all_stirs_everybody(desk: DeskAlone) -> None:
    desk.sync.stirred()
    desk.book.write(PenaltyGiven(player="P1", position=1, points=50, reason="retard"))
    assert desk.sync.stirred() is None
    assert desk.sync.stirred() == frozenset()
