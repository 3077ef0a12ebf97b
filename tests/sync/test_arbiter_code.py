"""The arbiter decides at a table without network by a code of their own tablet; the desk checks it when it comes in."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.events.arbitre import (
    DecidedAtTable,
    Decision,
    DecisionConfirmed,
    Proof,
    SheetShortened,
    SurContratGranted,
    SurContratRefused,
)
from app.domain.events.kinds import read_body
from app.domain.events.table import (
    Announce,
    DealerDrawn,
    DonnePassed,
    DonneRecorded,
    Entry,
    NoContract,
    SurContratRequested,
)
from app.domain.events.tournoi import DeviceAdmitted, Role
from app.domain.fold import decided as words
from app.services.arbiter_code import MOST_WRONG, arbiter_code
from app.services.check_code import shown_check
from app.services.keeper import Keeper
from app.services.ports import Identity
from app.services.quarantine import dismiss_held, release_held
from app.services.table_session import TableSession
from app.storage.tournament import create_tournament
from tests.sim.evening import ARBITER, DESK, JOURNAL, identity
from tests.sync.room import DeskAlone, Device, Store, new_disk

NewStore = Callable[[str], Store]
SANS = Announce.GARDE_SANS


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
    """Table 1 has its first cards and loses the network."""
    return table(desk, new_store, 1)


def table(desk: DeskAlone, new_store: NewStore, number: int) -> Device:
    device = Device(f"TAB{number}", new_store(f"TAB{number}"), desk)
    device.meet()
    device.write(DealerDrawn(position=1, seat="N"), number)
    device.meet()
    device.desk = None
    return device


def code_for(said: str, *, table: int = 1, deal: int = 1, by: Identity | None = None) -> str:
    """Return what the arbiter's tablet shows; it has not heard of the table since the beginning."""
    return arbiter_code(by or identity(ARBITER), JOURNAL, table=table, position=1, deal=deal, words=said)


def ask(tablet: Device, seat: str = "E", *, table: int = 1) -> str:
    return tablet.write(SurContratRequested(position=1, seat=seat, announce=SANS), table)


def decide(tablet: Device, decision: Decision, code: str, *, table: int = 1) -> str:
    return tablet.write(DecidedAtTable(decision=decision, proof=Proof.CODE, code=code), table)


def arrive(tablet: Device, desk: DeskAlone) -> None:
    tablet.desk = desk
    tablet.wait(60)
    tablet.desk = None
    tablet.meet()


def reasons(desk: DeskAlone) -> list[str]:
    return [held.reason for held in desk.store.quarantine.held()]


def confirmations(desk: DeskAlone) -> list[DecisionConfirmed]:
    bodies = [read_body(entry.sealed.event)[1] for entry in desk.book.entries()]
    return [body for body in bodies if isinstance(body, DecisionConfirmed)]


def test_the_right_code_counts_as_that_arbiters_decision(tablet: Device, desk: DeskAlone) -> None:
    granted = decide(tablet, SurContratGranted(position=1, grants=ask(tablet)), code_for(words.granted(SANS, "E")))
    sans = Entry(preneur="E", contrat=Contrat.GARDE_SANS, bouts=2, demi_points=90)
    tablet.write(DonneRecorded(position=1, entry=sans), 1)
    assert tablet.book.state.unconfirmed == {granted}
    arrive(tablet, desk)
    assert reasons(desk) == []
    assert confirmations(desk) == [DecisionConfirmed(confirms=granted, by=ARBITER)]
    assert desk.book.state.unconfirmed == frozenset()
    assert desk.book.state.feuille(1, 1).unvisaed() == ()
    assert tablet.book.state.unconfirmed == frozenset()


def test_any_of_several_arbiters_may_have_given_it_with_any_key_they_had(tablet: Device, desk: DeskAlone) -> None:
    second = Identity("ARB2", 1, b"2" * 32)
    desk.book.write(DeviceAdmitted(device="ARB2", role=Role.ARBITRE))
    for key in (second.key, b"n" * 32):
        desk.store.meta.learn("ARB2", key)
    code = code_for(words.refused(SANS, "E"), by=second)
    decide(tablet, SurContratRefused(position=1, refuses=ask(tablet)), code)
    arrive(tablet, desk)
    assert [confirmed.by for confirmed in confirmations(desk)] == ["ARB2"]


@pytest.mark.parametrize(
    "wrong",
    [
        code_for(words.refused(SANS, "E")),
        code_for(words.granted(SANS, "S")),
        code_for(words.granted(Announce.GARDE_CONTRE, "E")),
        code_for(words.granted(SANS, "E"), table=2),
        code_for(words.granted(SANS, "E"), deal=2),
        code_for(words.granted(SANS, "E"), by=identity("TAB1")),
        "000000",
    ],
)
def test_a_code_for_anything_else_has_no_effect_and_is_kept_for_people_to_see(
    tablet: Device, desk: DeskAlone, wrong: str
) -> None:
    decide(tablet, SurContratGranted(position=1, grants=ask(tablet)), wrong)
    arrive(tablet, desk)
    assert reasons(desk) == ["code_wrong"]
    assert [asked.granted for asked in desk.book.state.feuille(1, 1).requests] == [None]
    assert desk.book.state.feuille(1, 1).codes == frozenset()
    assert set(tablet.store.outbox.aside().values()) == {"code_wrong"}
    assert tablet.store.outbox.waiting() == 0
    (held,) = desk.store.quarantine.held()
    release_held(desk.book, desk.store.quarantine, held.number, reason="vu avec l’arbitre")
    assert [asked.granted for asked in desk.book.state.feuille(1, 1).requests] == [True]


def test_a_code_that_was_not_used_is_worth_nothing_on_the_next_cards(tablet: Device, desk: DeskAlone) -> None:
    code = code_for(words.granted(SANS, "E"))
    ask(tablet)
    tablet.write(DonnePassed(position=1, why=NoContract.ALL_PASS), 1)
    decide(tablet, SurContratGranted(position=1, grants=ask(tablet)), code)
    arrive(tablet, desk)
    assert reasons(desk) == ["code_wrong"]


def test_the_same_code_twice_counts_once(tablet: Device, desk: DeskAlone) -> None:
    shorter = SheetShortened(position=1, donnes=1, reason="lenteur")
    decide(tablet, shorter, code_for(words.shortened(1)))
    due = tablet.book.state.feuille(1, 1).sheet.due
    arrive(tablet, desk)
    # A tablet of its own make does not look whether a code is used; the desk does.
    forged = Device("TAB1", tablet.store, None)
    state = forged.book.state
    forged.book.state = state.with_feuille(replace(state.feuille(1, 1), codes=frozenset()))
    decide(forged, shorter, code_for(words.shortened(1)))
    arrive(forged, desk)
    assert reasons(desk) == ["code_used"]
    assert desk.book.state.feuille(1, 1).sheet.due == due


def test_a_tablet_that_guesses_is_not_listened_to_until_somebody_has_looked(tablet: Device, desk: DeskAlone) -> None:
    shorter = SheetShortened(position=1, donnes=1, reason="lenteur")
    guesses = [f"{n:06}" for n in range(MOST_WRONG)]
    assert code_for(words.shortened(1)) not in guesses
    for guess in guesses:
        decide(tablet, shorter, guess)
        arrive(tablet, desk)  # each one is told, and may be tried again
    decide(tablet, shorter, code_for(words.shortened(1)))
    arrive(tablet, desk)
    assert reasons(desk) == ["code_wrong"] * MOST_WRONG + ["code_locked"]
    assert confirmations(desk) == []
    for held in desk.store.quarantine.held():
        dismiss_held(desk.book, desk.store.quarantine, held.number, reason="essais")
    decide(tablet, shorter, code_for(words.shortened(1)))
    arrive(tablet, desk)
    assert [confirmed.by for confirmed in confirmations(desk)] == [ARBITER]


def test_one_tablets_guesses_do_not_shut_another_out(tablet: Device, desk: DeskAlone, new_store: NewStore) -> None:
    shorter = SheetShortened(position=1, donnes=1, reason="lenteur")
    for n in range(MOST_WRONG):
        decide(tablet, shorter, f"{n:06}")
        arrive(tablet, desk)
    other = table(desk, new_store, 2)
    decide(other, shorter, code_for(words.shortened(1), table=2), table=2)
    arrive(other, desk)
    assert [confirmed.by for confirmed in confirmations(desk)] == [ARBITER]


def test_a_desk_cut_off_before_it_confirmed_does_so_when_the_decision_comes_again(
    tablet: Device, desk: DeskAlone
) -> None:
    request = ask(tablet)
    granted = decide(tablet, SurContratGranted(position=1, grants=request), code_for(words.granted(SANS, "E")))
    tablet.write(DonnePassed(position=1, why=NoContract.ALL_PASS), 1)
    desk.store.journal.append([entry.sealed for entry in tablet.store.outbox.pending()])  # and then the power went
    desk.book.catch_up()
    assert desk.book.state.unconfirmed == {granted}
    arrive(tablet, desk)
    assert confirmations(desk) == [DecisionConfirmed(confirms=granted, by=ARBITER)]
    tablet.store.outbox.resend()
    arrive(tablet, desk)
    assert len(confirmations(desk)) == 1


def test_the_tables_session_writes_a_code_and_tells_the_closed_sheets_check_code(
    tablet: Device, desk: DeskAlone
) -> None:
    keeper = Keeper(lambda: tablet.book)
    session = TableSession(keeper, position=1, table=1, on_change=lambda: None)
    assert session.has_desk
    (request,) = session.request("E", SANS).result()
    decision = SurContratGranted(position=1, grants=request)
    session.decide_by_code(decision, code_for(words.granted(SANS, "E"), deal=session.feuille.deal)).result()
    assert session.check_code().result() is None
    while not session.feuille.course.is_over:
        session.record(Entry(preneur="N", contrat=Contrat.GARDE, bouts=1, demi_points=100)).result()
    for seat in session.feuille.sheet.seats:
        session.visa(seat).result()
    session.send().result()
    shown = session.check_code().result()
    keeper.close()
    arrive(tablet, desk)
    assert reasons(desk) == []
    assert [confirmed.by for confirmed in confirmations(desk)] == [ARBITER]
    assert shown == shown_check(desk.book.state, identity("TAB1"), position=1, table=1)
