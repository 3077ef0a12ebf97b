"""Desks that follow one another: a standby takes over, and the desk that was replaced comes back; on real files."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.domain.events.arbitre import PenaltyGiven
from app.domain.events.order import ORIGIN, Cursor
from app.domain.events.table import ArbiterCalled
from app.domain.events.tournoi import TabletAssigned
from app.services.quarantine import dismiss_held, release_held, undecided
from app.storage.promote import demote, promote
from app.storage.tournament import TournamentStore, create_tournament, open_tournament
from sync.view import see
from sync.wire import Offer, Packed
from tests.sim.evening import ARBITER, DESK, JOURNAL, STANDBY, identity, opening
from tests.sync.room import DeskAlone, Device
from tests.sync.test_recovery import DEALER, DONNE, ask, ids, met


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskAlone]:
    with create_tournament(tmp_path / "desk", JOURNAL, identity(DESK)) as store:
        yield DeskAlone(store)


@pytest.fixture
def tablet(tmp_path: Path, desk: DeskAlone) -> Iterator[Device]:
    with create_tournament(tmp_path / "tablet", JOURNAL, identity("TAB1")) as store:
        yield met(Device("TAB1", store, desk))


def promoted_from(tmp_path: Path, desk: DeskAlone) -> TournamentStore:
    """A standby that has mirrored the desk, and takes its place."""
    with create_tournament(tmp_path / STANDBY, JOURNAL, identity(STANDBY)) as store:
        met(Device(STANDBY, store, desk)).wait(60)
    promote(tmp_path / STANDBY, JOURNAL)
    return open_tournament(tmp_path / STANDBY, JOURNAL)


def test_what_was_released_counts_once_where_the_standby_takes_over(
    tmp_path: Path, desk: DeskAlone, tablet: Device
) -> None:
    tablet.write(DEALER, 1)
    tablet.meet()
    tablet.write(ArbiterCalled(position=1), 1)
    tablet.write(DONNE, 1)
    packed = [Packed.of(entry.sealed.payload, entry.sealed.mac) for entry in tablet.store.outbox.pending()]
    ask(desk, ARBITER, Offer(events=(packed[1],)))
    release_held(desk.book, desk.store.quarantine, 1, reason="vu sur la table")
    with promoted_from(tmp_path, desk) as store:
        promoted = DeskAlone(store)
        tablet.desk = promoted
        tablet.wait(60)
        assert tablet.store.outbox.waiting() == 0
        assert len(promoted.book.state.feuille(1, 1).donnes) == 1
        assert undecided(promoted.book.state, store.quarantine) == ()


@pytest.mark.parametrize("decide", [release_held, dismiss_held])
def test_what_was_decided_is_not_decided_again_where_the_standby_takes_over(
    tmp_path: Path, desk: DeskAlone, tablet: Device, decide: Callable[..., object]
) -> None:
    tablet.write(DEALER, 1)
    tablet.meet()
    tablet.desk = None
    tablet.write(DONNE, 1)
    desk.book.write(TabletAssigned(table=1, device="TAB3", epoch=2))
    tablet.desk = desk
    tablet.wait(60)
    decide(desk.book, desk.store.quarantine, 1, reason="vu sur la table")
    counted = len(desk.book.state.feuille(1, 1).donnes)
    with promoted_from(tmp_path, desk) as store:
        promoted = DeskAlone(store)
        assert undecided(promoted.book.state, store.quarantine) == ()
        for again in (release_held, dismiss_held):
            with pytest.raises(Refused):
                again(promoted.book, store.quarantine, 1, reason="encore")
        assert len(promoted.book.state.feuille(1, 1).donnes) == counted


def test_a_desk_that_was_replaced_becomes_a_standby_and_brings_what_the_new_one_lacks(
    tmp_path: Path, tablet: Device
) -> None:
    old = tmp_path / "old"
    store = create_tournament(old, JOURNAL, identity(DESK))
    desk = DeskAlone(store)
    tablet.desk = desk
    tablet.write(DEALER, 1)
    tablet.meet()
    newer = promoted_from(tmp_path, desk)
    (penalty,) = desk.book.write(PenaltyGiven(player="P1", position=1, points=50, reason="retard"))
    term, tip = store.meta.term(), store.journal.tip()
    store.close()
    demote(old, JOURNAL)
    demote(old, JOURNAL)  # what is a standby's already stays as it is
    with newer, open_tournament(old, JOURNAL) as behind:
        assert (behind.journal.tip(), behind.meta.term()) == (ORIGIN, term)
        assert len(behind.mirror.forgotten(1000)) == tip.n
        met(Device(DESK, behind, DeskAlone(newer))).wait(60)
        assert behind.mirror.cursor().tip == newer.journal.tip()
        assert behind.mirror.forgotten() == ()
        assert [held.sealed.id for held in newer.quarantine.held()] == [penalty]
        order = newer.journal.tip().n
    assert promote(old, JOURNAL).events == order


def test_a_promoted_standby_keeps_what_it_had_not_offered_yet(tmp_path: Path, desk: DeskAlone, tablet: Device) -> None:
    written = [tablet.write(DEALER, 1), tablet.write(DONNE, 1)]
    tablet.meet()
    (penalty,) = desk.book.write(PenaltyGiven(player="P1", position=1, points=50, reason="retard"))
    with create_tournament(tmp_path / STANDBY, JOURNAL, identity(STANDBY)) as store:
        met(Device(STANDBY, store, desk))
        start = Cursor(1, view="everything")
        store.mirror.restart(start)
        chain = [
            see(entry, view="everything", device=STANDBY) for entry in desk.store.journal.read(limit=len(opening()))
        ]
        tip = chain[-1].tip
        store.mirror.extend(chain, end=replace(start, n=tip.n, head=tip.head), complete=True)
        assert len(store.mirror.forgotten()) == 3
    promote(tmp_path / STANDBY, JOURNAL)
    with open_tournament(tmp_path / STANDBY, JOURNAL) as store:
        promoted = DeskAlone(store)
        assert {held.sealed.id for held in store.quarantine.held()} == {*written, penalty}
        tablet.desk = promoted
        tablet.wait(60)
        assert ids(promoted) == written
        assert [held.sealed.id for held in store.quarantine.held()] == [penalty]
