"""What a device that was let in may not do: kept in quarantine and acknowledged, so that nothing stalls; no effect."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.events.arbitre import DonneStruck, PenaltyGiven, SheetTyped
from app.domain.events.envelope import FIRST, Event, Sealed, seal
from app.domain.events.kinds import Body, write_body
from app.domain.events.order import Cursor
from app.domain.events.table import DonneRecorded
from app.domain.events.tournoi import DeviceAdmitted, PositionClosed, Role, TabletAssigned
from app.domain.tournoi.sheet import Scored
from app.storage.tournament import create_tournament
from sync import wire
from sync.quota import MOST_HELD_BYTES
from sync.wire import Acked, Answer, Offer, Packed, Pull, Push, Request, Sorry, Taken
from tests.sim.evening import ARBITER, DESK, DONNES, JOURNAL, SEATS, STANDBY, identity
from tests.storage.writer import Writer
from tests.sync.room import DeskAlone, Device, new_disk
from tests.sync.test_sync import DEALER, DONNE


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskAlone]:
    """A desk at which table 1 has its dealer, by the first event of its tablet."""
    with create_tournament(tmp_path, JOURNAL, identity(DESK)) as store:
        yield DeskAlone(store)


def written(
    fact: Body, *, device: str = "TAB1", seq: int = 1, table: int | None = 1, epoch: int | None = 1, **other: object
) -> Sealed:
    """An event as the program of somebody hostile would write it, under its own key."""
    kind, fields = write_body(fact)
    event = Event(
        journal=JOURNAL,
        device=device,
        epoch=1,
        seq=seq,
        kind=kind,
        body=fields,
        at="2026-01-01T00:00:00+00:00",
        previous=FIRST,
        table=table,
        table_epoch=epoch,
    )
    return seal(replace(event, **other), identity(device).key)  # type: ignore[arg-type]


def say(desk: DeskAlone, device: str, ask: Push | Pull | Offer, now: float = 0.0):  # type: ignore[no-untyped-def]
    answer = desk.sync.handle(device, wire.write(Request(journal=JOURNAL, term=1, ask=ask)), now)
    assert answer is not None
    return wire.read(Answer, answer).says


def push(desk: DeskAlone, device: str, *events: Sealed, first: int = 1):  # type: ignore[no-untyped-def]
    packed = tuple(Packed.of(sealed.payload, sealed.mac) for sealed in events)
    return say(desk, device, Push(epoch=1, first=first, events=packed))


def altered() -> Sealed:
    good = written(DEALER)
    return Sealed(good.payload.replace(b'"N"', b'"S"'), good.mac)


def promoted() -> Sealed:
    return written(DeviceAdmitted(device="TAB1", role=Role.ARBITRE), table=None, epoch=None)


def penalty(**by: object) -> Sealed:
    return written(PenaltyGiven(player="P1", position=1, points=50, reason="retard"), table=None, epoch=None, **by)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        pytest.param(altered(), "sync.altered", id="bytes altered on the way"),
        pytest.param(seal(written(DEALER).event, b"x" * 32), "sync.altered", id="under another key"),
        pytest.param(written(DEALER, device="TAB2"), "sync.altered", id="another device's, with its own MAC"),
        pytest.param(written(DEALER, seq=2), "sync.altered", id="at another place than it says"),
        pytest.param(Sealed(b"not an event", b"m" * 32), "sync.altered", id="no event at all"),
        pytest.param(written(DEALER, previous="1" * 64), "journal.chain", id="not following the one before"),
        pytest.param(written(DEALER, journal="T2"), "journal.foreign", id="another tournament's"),
        pytest.param(written(DEALER, table=2), "event.not_your_table", id="another table's"),
        pytest.param(written(DEALER, epoch=0), "event.stale_epoch", id="of an epoch that is over"),
        pytest.param(written(DEALER, epoch=2), "event.stale_epoch", id="of an epoch to come"),
        pytest.param(written(DEALER, table=None, epoch=None), "event.no_table", id="of no table"),
        pytest.param(penalty(), "event.not_your_role", id="an arbiter's decision"),
        pytest.param(promoted(), "event.not_your_role", id="making itself an arbiter"),
        pytest.param(written(DEALER, kind="Unheard"), "event.unknown_kind", id="of a kind that nobody knows"),
        pytest.param(written(DEALER, body={"position": "1"}), "event.unfit", id="with a body that does not fit"),
    ],
)
def test_what_a_table_may_not_write_is_kept_without_effect(desk: DeskAlone, event: Sealed, reason: str) -> None:
    state, tip = desk.book.state, desk.store.journal.tip()
    assert push(desk, "TAB1", event) == Acked(epoch=1, seq=1, aside={1: reason})
    assert push(desk, "TAB1", event) == Acked(epoch=1, seq=1, aside={1: reason}), "asked again, it says the same"
    assert desk.held() == [(1, reason)]
    assert desk.store.journal.tip() == tip
    desk.book.catch_up()
    assert desk.book.state == state


def test_a_table_that_was_refused_something_goes_on_with_what_it_may_write(desk: DeskAlone) -> None:
    refused = penalty()
    good = written(DEALER, seq=2, previous=refused.id)
    assert push(desk, "TAB1", refused, good) == Acked(epoch=1, seq=2, aside={1: "event.not_your_role"})
    assert desk.book.state.feuille(1, 1).course.dealer is not None


def test_an_event_sent_again_changes_nothing_and_is_kept_nowhere_else(desk: DeskAlone) -> None:
    dealer = written(DEALER)
    donne = written(DONNE, seq=2, previous=dealer.id)
    push(desk, "TAB1", dealer, donne)
    state, tip = desk.book.state, desk.store.journal.tip()
    for _ in range(3):
        assert push(desk, "TAB1", dealer, donne) == Acked(epoch=1, seq=2)
        assert push(desk, "TAB1", donne, first=2) == Acked(epoch=1, seq=2)
    assert (desk.book.state, desk.store.journal.tip(), desk.held()) == (state, tip, [])


def test_an_event_sent_again_as_the_next_one_has_no_effect(desk: DeskAlone) -> None:
    dealer = written(DEALER)
    donne = written(DONNE, seq=2, previous=dealer.id)
    push(desk, "TAB1", dealer, donne)
    state = desk.book.state
    assert push(desk, "TAB1", donne, first=3) == Acked(epoch=1, seq=3, aside={3: "sync.altered"})
    assert desk.book.state == state
    assert len(state.feuille(1, 1).donnes) == 1


def test_another_event_at_a_place_that_is_taken_is_a_fork(desk: DeskAlone) -> None:
    push(desk, "TAB1", written(DEALER))
    state = desk.book.state
    other = written(replace(DEALER, seat="S"))
    assert push(desk, "TAB1", other) == Acked(epoch=1, seq=1, aside={1: "journal.fork"}, forked=True)
    assert desk.book.state == state


def test_a_donne_for_a_closed_position_is_kept_for_the_arbiter(desk: DeskAlone) -> None:
    dealer = written(DEALER)
    push(desk, "TAB1", dealer)
    paper = Scored(dict(zip(SEATS, (30, -10, -10, -10), strict=True)))
    for table in (1, 2):
        typed = SheetTyped(position=1, donnes=(paper,) * DONNES, epoch=2, reason="tablette muette")
        desk.book.write(typed, table=table)
    desk.book.write(PositionClosed(position=1), TabletAssigned(table=1, device="TAB1", epoch=3))
    state = desk.book.state
    late = written(DONNE, seq=2, previous=dealer.id, epoch=3)
    assert push(desk, "TAB1", late, first=2) == Acked(epoch=1, seq=2, aside={2: "position_closed"})
    assert desk.book.state == state


def test_the_arbiter_may_not_write_what_is_the_desks(desk: DeskAlone) -> None:
    stolen = written(TabletAssigned(table=1, device=ARBITER, epoch=9), device=ARBITER, table=None, epoch=None)
    assert push(desk, ARBITER, stolen) == Acked(epoch=1, seq=1, aside={1: "event.not_your_role"})
    assert desk.book.state.assignments[1].device == "TAB1"


def test_a_table_strikes_no_donne(desk: DeskAlone) -> None:
    dealer = written(DEALER)
    donne = written(DONNE, seq=2, previous=dealer.id)
    struck = written(DonneStruck(position=1, strikes=donne.id, reason="effacée"), seq=3, previous=donne.id)
    assert push(desk, "TAB1", dealer, donne, struck).aside == {3: "event.not_your_role"}
    assert len(desk.book.state.feuille(1, 1).donnes) == 1


def test_what_a_table_offers_in_the_desks_name_is_believed_only_under_the_desks_key(desk: DeskAlone) -> None:
    forged = seal(written(TabletAssigned(table=1, device="TAB2", epoch=9), device=DESK).event, identity("TAB1").key)
    epoch = desk.store.meta.identity().epoch
    assert say(desk, "TAB1", Offer(events=(Packed.of(forged.payload, forged.mac),))) == Taken()
    assert desk.held() == []
    assert desk.store.meta.identity().epoch == epoch


def test_what_a_device_wrote_in_another_tournament_is_not_taken_when_a_table_offers_it_in_this_one(
    desk: DeskAlone,
) -> None:
    """The same key serves a device in every tournament: its MAC alone does not say where an event belongs."""
    elsewhere = [
        written(DEALER, device="TAB2", table=2, journal="T2"),
        written(TabletAssigned(table=2, device="TAB1", epoch=9), device=DESK, table=None, epoch=None, journal="T2"),
    ]
    ours = desk.store.meta.identity()
    assert say(desk, "TAB1", Offer(events=tuple(Packed.of(one.payload, one.mac) for one in elsewhere))) == Taken()
    assert desk.held() == []
    assert desk.store.meta.identity() == ours
    assert push(desk, "TAB2", written(DEALER, device="TAB2", table=2)) == Acked(epoch=1, seq=1)


def test_the_key_that_a_device_had_before_vouches_for_nothing_in_what_it_began_with_another(desk: DeskAlone) -> None:
    owed = written(DEALER, device="TAB2", table=2)
    desk.store.meta.learn("TAB2", b"n" * 32)  # it was paired again, and writes in an epoch of its own
    begun = seal(replace(owed.event, epoch=2), b"n" * 32)
    packed = Packed.of(begun.payload, begun.mac)
    assert say(desk, "TAB2", Push(epoch=2, first=1, events=(packed,))) == Acked(epoch=2, seq=1)
    follows = written(DONNE, device="TAB2", table=2, seq=2, previous=begun.id)
    forged = seal(replace(follows.event, epoch=2), identity("TAB2").key)
    say(desk, "TAB1", Offer(events=(Packed.of(forged.payload, forged.mac), Packed.of(owed.payload, owed.mac))))
    assert desk.store.journal.last_seqs("TAB2") == {1: 1, 2: 1}, "what it owes from before is taken as ever"
    assert [held for held in desk.held() if held[0] == 2] == []


def test_a_table_that_gives_an_arbiters_cursor_sees_no_more_than_a_table(desk: DeskAlone) -> None:
    arbiter = Device(ARBITER, new_disk(ARBITER), desk)
    arbiter.meet()
    cursor = arbiter.store.mirror.cursor()
    for tried in (cursor, replace(cursor, n=0, head=Cursor().head), Cursor(view=cursor.view, term=1)):
        page = say(desk, "TAB1", Pull(cursor=tried))
        assert page.start.view == "tables 1"
        assert not page.keys
        assert not page.held
        assert '"born":"19' not in "".join(part for packed in page.events for part in packed.parts)


def test_a_device_is_not_held_up_by_who_sent_its_events_before_it(desk: DeskAlone) -> None:
    refused = penalty()
    assert push(desk, "TAB2", refused, first=7).aside == {7: "sync.altered"}
    assert push(desk, "TAB1", refused) == Acked(epoch=1, seq=1, aside={1: "event.not_your_role"})
    assert desk.store.journal.last_seq("TAB2", 1) == 0
    assert desk.held() == [(7, "sync.altered"), (1, "event.not_your_role")]


def test_what_is_in_the_journal_is_not_called_set_aside_because_another_device_sent_it_too(desk: DeskAlone) -> None:
    dealer = written(DEALER)
    push(desk, "TAB1", dealer)
    assert push(desk, "TAB2", dealer).aside == {1: "sync.altered"}
    assert push(desk, "TAB1", dealer) == Acked(epoch=1, seq=1)


def test_a_push_of_too_many_is_refused_whole(desk: DeskAlone) -> None:
    events = (Packed.of(b"x" * 256, b"m" * 32),) * (wire.MAX_EVENTS + 1)
    assert say(desk, "TAB1", Push(epoch=1, first=1, events=events)) == Sorry(key="sync.unreadable")
    assert desk.held() == []


def test_an_event_larger_than_any_is_not_even_kept(desk: DeskAlone) -> None:
    huge = Packed.of(b"x" * (300 * 1024), b"m" * 32)
    assert say(desk, "TAB1", Push(epoch=1, first=1, events=(huge,))) == Acked(epoch=1, seq=0)
    assert desk.held() == []


def test_what_one_device_makes_the_desk_keep_is_bounded_by_bytes_too(desk: DeskAlone) -> None:
    junk = tuple(Packed.of(b"x" * 40_000 + bytes([65 + n]), b"m" * 32) for n in range(25))
    said = [say(desk, "TAB1", Push(epoch=1, first=1 + 25 * n, events=junk)) for n in range(40)]
    assert isinstance(said[-1], wire.Busy)
    kept = sum(len(held.sealed.payload) for held in desk.store.quarantine.held())
    assert kept < 16 * 1024 * 1024
    assert isinstance(push(desk, "TAB2", written(DEALER, device="TAB2", table=2)), Acked), "others are not held up"


def test_what_goes_aside_counts_for_more_than_what_is_stored(desk: DeskAlone) -> None:
    junk = tuple(Packed.of(b"x", b"m" * 32) for _ in range(wire.MAX_EVENTS))
    said = [say(desk, "TAB1", Push(epoch=1, first=1 + wire.MAX_EVENTS * n, events=junk)) for n in range(4)]
    assert [type(one) for one in said] == [Acked, Acked, wire.Busy, wire.Busy]
    assert len(desk.held()) == 2 * wire.MAX_EVENTS
    assert isinstance(push(desk, "TAB2", written(DEALER, device="TAB2", table=2)), Acked), "others are not held up"


def test_what_waits_of_one_device_is_bounded_however_long_it_takes_its_time(desk: DeskAlone) -> None:
    first, said = 1, list[object]()
    for hour in range(40):
        junk = tuple(Packed.of(b"x" * 20_000, b"m" * 32) for _ in range(20))
        said.append(say(desk, "TAB1", Push(epoch=1, first=first, events=junk), now=3600.0 * hour))
        first += 20
    assert isinstance(said[0], Acked)
    assert isinstance(said[-1], wire.Busy)
    assert sum(len(held.sealed.payload) for held in desk.store.quarantine.held()) < 2 * MOST_HELD_BYTES
    assert isinstance(push(desk, "TAB2", written(DEALER, device="TAB2", table=2)), Acked), "others are not held up"
    offered = say(desk, "TAB1", Offer(events=(Packed.of(altered().payload, altered().mac),)), now=1e6)
    assert isinstance(offered, wire.Busy)
    for held in desk.store.quarantine.held():
        desk.store.quarantine.dismiss(held.number, reason="rien de lisible")
    assert isinstance(say(desk, "TAB1", Push(epoch=1, first=first, events=()), now=1e6), Acked), "somebody has decided"


def test_what_waits_counts_for_what_the_desk_keeps_of_it_until_somebody_decides(desk: DeskAlone) -> None:
    quarantine = desk.store.quarantine
    assert quarantine.size_of("TAB1") == 0
    push(desk, "TAB1", *[Sealed(b"", b"m" * 32)] * 3)
    push(desk, "TAB2", Sealed(b"x" * 1_000, b"m" * 32))
    assert quarantine.size_of("TAB2") > 1_000
    assert quarantine.size_of("TAB1") >= 3 * 200, "a row takes some room, whatever is in it"
    for number in (1, 2, 3):
        quarantine.dismiss(number, reason="rien")
    assert quarantine.size_of("TAB1") == 0


def test_who_pulls_from_the_beginning_again_and_again_is_told_to_wait_a_moment(desk: DeskAlone) -> None:
    said = [say(desk, "TAB1", Pull(cursor=Cursor())) for _ in range(3_000)]
    assert isinstance(said[0], wire.Page)
    assert isinstance(said[-1], wire.Busy)
    assert said[-1].seconds <= 2
    assert isinstance(say(desk, "TAB2", Pull(cursor=Cursor())), wire.Page)
    assert isinstance(say(desk, "TAB1", Pull(cursor=Cursor()), now=2.0), wire.Page)


def test_a_standby_that_copies_a_long_evening_from_its_beginning_is_not_told_to_wait(desk: DeskAlone) -> None:
    tablet = Writer(device="TAB1", key=identity("TAB1").key)
    body = {"donne": "x" * 200}
    for _ in range(100):
        desk.store.journal.append([tablet.write(journal=JOURNAL, table=1, body=body) for _ in range(100)])
    cursor, pages = Cursor(), 0
    while True:
        page = say(desk, STANDBY, Pull(cursor=cursor))
        assert isinstance(page, wire.Page), (pages, page)
        cursor, pages = page.end, pages + 1
        if page.complete:
            break
    assert cursor.n > 10_000


def test_a_donne_is_recorded_once_however_often_it_is_written(desk: DeskAlone) -> None:
    dealer = written(DEALER)
    one = written(DonneRecorded(position=1, entry=DONNE.entry), seq=2, previous=dealer.id)
    push(desk, "TAB1", dealer, one, one)
    assert len(desk.book.state.feuille(1, 1).donnes) == 1


def test_no_page_is_larger_than_those_who_pull_it_can_read(desk: DeskAlone) -> None:
    """What is no event may be made of letters that a message spells out with six each: it must shut nobody out."""
    for first in range(1, 7):
        junk = Packed.of(b"\x01" * (256 * 1024 - first), b"m" * 32)
        assert isinstance(say(desk, "TAB1", Push(epoch=1, first=first, events=(junk,))), Acked)
    assert len(desk.held()) == 6
    cursor, held = Cursor(), list[int]()
    while True:
        body = wire.write(Request(journal=JOURNAL, term=1, ask=Pull(cursor=cursor)))
        answer = desk.sync.handle(ARBITER, body, 0.0)
        assert answer is not None
        assert len(answer) <= wire.MAX_BODY_BYTES
        page = wire.read(Answer, answer).says
        assert isinstance(page, wire.Page)
        held += [one.number for one in page.held]
        cursor = page.end
        if page.complete:
            break
    assert held == [1, 2, 3, 4, 5, 6]


def test_an_offer_of_a_place_that_cannot_be_is_not_kept(desk: DeskAlone) -> None:
    beyond = written(DEALER, seq=10**15)
    assert isinstance(say(desk, "TAB1", Offer(events=(Packed.of(beyond.payload, beyond.mac),))), Taken)
    assert desk.held() == []
