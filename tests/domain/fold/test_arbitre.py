"""What the arbiter writes: answers, rulings, corrections, papers, penalties, and what was decided at a table."""

from dataclasses import replace

import pytest

from app.domain.arbitrage.faute import Bar as When
from app.domain.arbitrage.faute import Barred, Fate, Penalty, Ruling
from app.domain.donne.contrat import Contrat
from app.domain.donne.deroulement import DonneAnnulled
from app.domain.events.arbitre import (
    DecidedAtTable,
    DecisionConfirmed,
    DonneStruck,
    FauteRuled,
    PenaltyCancelled,
    PenaltyGiven,
    Proof,
    SheetCorrected,
    SheetShortened,
    SheetTyped,
    SurContratGranted,
    SurContratRefused,
    TimeCalled,
)
from app.domain.events.table import (
    Announce,
    ArbiterCalled,
    DealerDrawn,
    DonneRecorded,
    DonneReplaced,
    Entry,
    EntryUndone,
    SheetDisputed,
    SheetSent,
    SurContratRequested,
)
from app.domain.events.tournoi import PlayerSubstituted, PositionClosed, PositionReopened, TabletAssigned
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.sheet import Hand, Scored, SheetState
from tests.domain.fold.room import ARBITRE, DESK, GARDE, PRISE, SANS, Room, opened, registered
from tests.domain.fold.rulings import FFT, ruled

MARKS = Scored({"N": 10, "S": -30, "E": 10, "O": 10})


def struck(donne: str, reason: str = "chien vu") -> DonneStruck:
    return DonneStruck(position=1, strikes=donne, reason=reason)


def corrected(*donnes: Entry | Scored, reason: str = "relue") -> SheetCorrected:
    return SheetCorrected(position=1, donnes=donnes, reason=reason)


def typed(*donnes: Entry | Scored, epoch: int = 2, reason: str = "papier", played: int | None = None) -> SheetTyped:
    return SheetTyped(position=1, donnes=donnes, epoch=epoch, reason=reason, played=played)


def asking(room: Room, seat: str = "O") -> str:
    if room.feuille().course.dealer is None:
        room.at(1, DealerDrawn(position=1, seat="E"))
    return room.at(1, SurContratRequested(position=1, seat=seat, announce=Announce.GARDE_SANS))


def grants(event: str) -> SurContratGranted:
    return SurContratGranted(position=1, grants=event)


def refuses(event: str) -> SurContratRefused:
    return SurContratRefused(position=1, refuses=event)


def test_a_request_is_granted_or_refused_once() -> None:
    room = opened(4)
    first, second = asking(room), asking(room, "N")
    room.arbiter(1, grants(first))
    room.arbiter(1, refuses(second))
    assert [wish.granted for wish in room.feuille().requests] == [True, False]
    assert not room.feuille().awaits_arbiter
    for name in (first, second):
        assert room.refuses_arbiter(1, grants(name)) == [("answered_twice", "request")]
        assert room.refuses_arbiter(1, refuses(name)) == [("answered_twice", "request")]
    assert room.refuses_arbiter(1, grants("?")) == [("request_unknown", "request")]
    assert room.refuses_arbiter(1, refuses("?")) == [("request_unknown", "request")]


def test_a_donne_played_without_asking_is_granted_afterwards() -> None:
    room = opened(4)
    bold, plain = room.deal(1, SANS, GARDE)
    assert room.refuses_arbiter(1, grants(plain)) == [("nothing_to_grant", "grants")]
    assert room.refuses_arbiter(1, refuses(bold)) == [("request_unknown", "request")]
    room.arbiter(1, grants(bold))
    assert room.feuille().unvisaed() == ()
    assert room.refuses_arbiter(1, grants(bold)) == [("answered_twice", "grants")]


def test_what_was_granted_on_a_donne_holds_for_the_same_player_and_the_same_announce() -> None:
    room = opened(4)
    (bold,) = room.deal(1, SANS)
    room.arbiter(1, grants(bold))
    again = room.at(1, DonneReplaced(position=1, replaces=bold, entry=replace(SANS, demi_points=92)))
    assert room.feuille().unvisaed() == ()
    contre = replace(SANS, contrat=Contrat.GARDE_CONTRE)
    again = room.at(1, DonneReplaced(position=1, replaces=again, entry=contre))
    assert room.feuille().unvisaed() == (1,)
    room.at(1, DonneReplaced(position=1, replaces=again, entry=replace(SANS, preneur="N")))
    assert room.feuille().unvisaed() == (1,)


def test_what_the_arbiter_enters_themselves_needs_no_other_visa() -> None:
    room = opened(4)
    (donne,) = room.deal(1, GARDE)
    room.arbiter(1, DonneReplaced(position=1, replaces=donne, entry=SANS))
    room.arbiter(1, DonneRecorded(position=1, entry=SANS))
    assert room.feuille().unvisaed() == ()
    room.sign(1)
    room.arbiter(1, corrected(SANS, SANS))
    assert room.feuille().unvisaed() == ()


def test_a_struck_donne_is_owed_again_and_the_deal_goes_on() -> None:
    room = opened(4, donnes=3)
    first, second = room.deal(1, GARDE, PRISE)
    assert room.refuses_arbiter(1, struck(second, reason="")) == [("note_missing", "reason")]
    assert room.refuses_at(1, struck(second)) == [("event.not_your_role", "kind")]
    name = room.arbiter(1, struck(first))
    feuille = room.feuille()
    assert [line.id for line in feuille.donnes] == [second]
    assert feuille.lines[1].id == name
    assert feuille.lines[1].happening == DonneAnnulled()
    assert feuille.lines[1].donne == GARDE
    assert (feuille.course.owed, feuille.course.dealer, feuille.sheet.due) == (2, "O", 3)
    assert room.refuses_arbiter(1, struck(first)) == [("event.stale_replacement", "event")]
    room.deal(1, GARDE, GARDE)


def test_a_struck_donne_does_not_come_back() -> None:
    room = opened(4)
    (donne,) = room.deal(1, GARDE)
    name = room.arbiter(1, struck(donne))
    undone = EntryUndone(position=1, undoes=name)
    assert room.refuses_at(1, undone) == [("arbiter_only", "sheet")]
    assert room.refuses_arbiter(1, undone) == [("annulment_stays", "undoes")]


def test_what_was_granted_on_a_struck_donne_does_not_hold_for_the_next_cards() -> None:
    room = opened(4)
    room.arbiter(1, grants(asking(room)))
    (donne,) = room.deal(1, SANS)
    room.arbiter(1, struck(donne))
    room.deal(1, SANS)
    assert room.feuille().unvisaed() == (1,)


def test_a_donne_struck_from_a_signed_sheet_is_owed_no_more() -> None:
    room = opened(4)
    first, _second = room.deal(1, GARDE, PRISE)
    room.sign(1)
    room.arbiter(1, struck(first))
    assert room.sheet().due == 1
    assert room.sheet().bilans == {"N": 36, "S": 36, "E": -108, "O": 36}
    assert room.sheet().visas == room.feuille().signatures == {}
    room.sign(1)
    room.at(1, SheetSent(position=1))
    room.arbiter(1, struck(room.feuille().donnes[0].id))
    assert room.sheet().state is SheetState.CORRECTED
    assert len(room.feuille().signatures) == 4


def test_after_time_a_struck_donne_is_not_dealt_again() -> None:
    room = opened(4, donnes=3)
    first, _second = room.deal(1, GARDE, PRISE)
    room.arbiter(1, TimeCalled(position=1, donne_under_way=False))
    room.arbiter(1, struck(first))
    assert room.feuille().course.is_over
    assert room.sheet().due == 1


def test_slow_players_lose_donnes_that_they_still_owe() -> None:
    room = opened(4, donnes=3)
    body = SheetShortened(position=1, donnes=2, reason="lenteur")
    assert room.refuses_arbiter(1, replace(body, reason="")) == [("note_missing", "reason")]
    assert room.refuses_arbiter(1, replace(body, donnes=4)) == [("struck_out_of_range", "donnes")]
    room.arbiter(1, body)
    assert room.sheet().due == 1
    room.deal(1, GARDE)
    assert room.refuses_arbiter(1, body) == [("position_over", "position")]
    room.sign(1, "N")
    assert room.refuses_arbiter(1, body) == [("sheet_visaed", "sheet")]


def test_after_time_the_donne_already_dealt_is_played_out() -> None:
    room = opened(4, donnes=3)
    room.deal(1, GARDE)
    room.arbiter(1, TimeCalled(position=1, donne_under_way=True))
    room.deal(1, GARDE)
    assert room.sheet().due == 2
    assert room.refuses_arbiter(1, TimeCalled(position=1, donne_under_way=False)) == [("position_over", "position")]
    room.sign(1, "N")
    assert room.refuses_arbiter(1, TimeCalled(position=1, donne_under_way=True)) == [("sheet_visaed", "sheet")]


def test_time_before_the_first_card_leaves_an_empty_sheet_to_sign() -> None:
    room = opened(4)
    room.arbiter(1, TimeCalled(position=1, donne_under_way=False))
    room.sign(1)
    room.at(1, SheetSent(position=1))
    room.write(PositionClosed(position=1))


def test_a_signed_sheet_is_corrected_and_signed_again() -> None:
    room = opened(4)
    room.deal(1, GARDE, GARDE)
    assert room.refuses_arbiter(1, corrected(PRISE, PRISE)) == [("sheet_playing", "sheet")]
    room.sign(1, "N")
    room.at(1, SheetDisputed(position=1, seat="E"))
    assert room.refuses_arbiter(1, corrected(PRISE, reason="")) == [("note_missing", "reason")]
    assert room.refuses_arbiter(1, corrected(PRISE, PRISE, PRISE)) == [("sheet_full", "donnes")]
    name = room.arbiter(1, corrected(PRISE, MARKS))
    feuille = room.feuille()
    assert [line.id for line in feuille.donnes] == [f"{name}/1", f"{name}/2"]
    assert [line.donne for line in feuille.donnes] == [PRISE, MARKS]
    assert feuille.sheet.bilans == {"N": 46, "S": 6, "E": -98, "O": 46}
    assert feuille.sheet.visas == feuille.signatures == feuille.disputes == {}
    assert feuille.sheet.state is SheetState.VISAED
    assert [note.reason for note in feuille.sheet.corrections] == ["relue"]
    room.sign(1)


def test_after_it_is_sent_a_correction_stands_alone_and_can_be_corrected() -> None:
    room = opened(4)
    room.finish(1)
    room.arbiter(1, corrected(PRISE))
    assert room.sheet().state is SheetState.CORRECTED
    assert room.sheet().due == 1
    assert len(room.feuille().signatures) == 4
    name = room.arbiter(1, corrected(GARDE, GARDE))
    body = DonneReplaced(position=1, replaces=f"{name}/2", entry=PRISE, reason="points")
    again = room.arbiter(1, body)
    assert [line.id for line in room.feuille().donnes] == [f"{name}/1", again]
    assert room.refuses_arbiter(1, body) == [("event.stale_replacement", "event")]
    room.arbiter(1, struck(f"{name}/1"))
    assert room.sheet().bilans == {"N": 36, "S": 36, "E": -108, "O": 36}
    assert room.refuses_at(1, DonneRecorded(position=1, entry=GARDE)) == [("sheet_corrected", "sheet")]


@pytest.mark.parametrize(
    ("donne", "reasons"),
    [
        (Scored({"N": 1, "S": -1}), [("marks_not_seats", "donnes.1")]),
        (Scored({"N": 1, "S": 1, "E": 1, "O": 1}), [("marks_not_zero", "donnes.1")]),
        (replace(MARKS, made=("E2", Contrat.PRISE)), [("seat_unknown", "seat")]),
        (replace(GARDE, bouts=9), [("bouts_out_of_range", "bouts")]),
        (replace(GARDE, mort="N"), [("no_mort_here", "mort")]),
    ],
)
def test_a_correction_that_cannot_be_is_set_aside(donne: Entry | Scored, reasons: list[object]) -> None:
    room = opened(4)
    room.finish(1)
    assert room.refuses_arbiter(1, corrected(donne)) == reasons


def test_a_correction_at_a_table_with_a_mort_knows_who_sat_out_or_is_told() -> None:
    room = opened(5, donnes=5)
    room.deal(1, PRISE, dealer="S")
    room.arbiter(1, TimeCalled(position=1, donne_under_way=False))
    room.sign(1)
    assert room.refuses_arbiter(1, corrected(PRISE, PRISE)) == [("missing", "donnes.2.mort")]
    assert room.refuses_arbiter(1, corrected(replace(PRISE, mort="E"))) == [("preneur_is_mort", "preneur")]
    room.arbiter(1, corrected(PRISE, replace(PRISE, mort="N")))
    assert [line.mort for line in room.feuille().donnes] == ["S", "N"]
    assert room.sheet().bilans == {"N": 36, "S": 36, "E": -216, "O": 72, "E2": 72}


def test_a_correction_forgets_what_was_asked_at_the_table() -> None:
    room = opened(4)
    asking(room)
    room.deal(1, SANS, GARDE)
    room.sign(1)
    room.arbiter(1, corrected(GARDE, GARDE))
    assert room.feuille().requests == ()


def test_a_paper_sheet_is_in_at_once_and_the_tablet_counts_no_more() -> None:
    room = opened(4)
    room.deal(1, GARDE)
    assert room.refuses_arbiter(1, typed(PRISE, MARKS)) == [("event.not_your_role", "kind")]
    room.write(typed(PRISE, MARKS), table=1)
    assert room.sheet().is_sent
    assert room.sheet().bilans == {"N": 46, "S": 6, "E": -98, "O": 46}
    assert room.feuille().course.is_over
    late = DonneRecorded(position=1, entry=GARDE)
    assert room.refuses_at(1, late) == [("event.not_your_table", "table")]
    room.write(TabletAssigned(table=1, device="T1", epoch=3))
    assert room.refuses(late, by="T1", table=1, epoch=1) == [("event.stale_epoch", "table_epoch")]
    assert room.refuses(typed(epoch=4), table=1) == [("sheet_corrected", "sheet")]
    room.write(PositionClosed(position=1))


def test_a_paper_sheet_has_no_more_donnes_than_were_owed_a_reason_and_a_higher_epoch() -> None:
    room = opened(4, 5)
    assert room.refuses(typed(PRISE, PRISE, PRISE), table=1) == [("sheet_full", "donnes")]
    assert room.refuses(typed(PRISE, reason=" "), table=1) == [("note_missing", "reason")]
    assert room.refuses(typed(PRISE, epoch=1), table=1) == [("epoch_not_higher", "epoch")]
    assert room.refuses(typed(PRISE), table=2) == [("missing", "donnes.1.mort")]
    room.write(typed(replace(PRISE, mort="N")), table=2)
    assert room.feuille(2).course.owed == 0
    room.arbiter(1, SheetShortened(position=1, donnes=1, reason="lenteur"))
    assert room.refuses(typed(PRISE, PRISE), table=1) == [("sheet_full", "donnes")]
    room.write(typed(), table=1)
    assert room.sheet(1).donnes == ()
    assert room.feuille(1).course.owed == 0


def test_marks_alone_may_be_the_bilans_of_several_donnes_and_say_of_how_many() -> None:
    room = opened(4, donnes=4)
    for played in (0, 5):
        assert room.refuses(typed(MARKS, played=played), table=1) == [("paper_played", "played")]
    for played in (1, 3):
        assert room.refuses(typed(PRISE, PRISE, played=played), table=1) == [("paper_played", "played")]
    room.write(typed(PRISE, MARKS, played=4), table=1)
    assert (room.feuille().donnes_played, room.feuille().played) == (4, 4)
    room.arbiter(1, struck(room.feuille().donnes[0].id))
    assert room.feuille().donnes_played == 3
    room.arbiter(1, struck(room.feuille().donnes[0].id))
    assert (room.feuille().donnes_played, room.feuille().played) == (0, None)
    assert room.refuses_arbiter(1, replace(corrected(MARKS), played=5)) == [("paper_played", "played")]
    room.arbiter(1, replace(corrected(MARKS), played=4))
    assert room.feuille().donnes_played == 4
    room.arbiter(1, corrected(MARKS))
    assert room.feuille().donnes_played == 1


def test_a_ruling_on_the_cards_in_play_moves_the_deal_and_bars() -> None:
    room = opened(4)
    room.at(1, DealerDrawn(position=1, seat="S"), ArbiterCalled(position=1))
    room.arbiter(1, ruled("fausse_donne.dealing", dealer="S"))
    feuille = room.feuille()
    assert (feuille.course.dealer, feuille.course.barred) == ("S", {"S"})
    assert feuille.call is None
    assert feuille.deal == 2


def test_a_ruling_that_annuls_a_recorded_donne_takes_its_place() -> None:
    room = opened(4, donnes=3)
    first, second = room.deal(1, GARDE, PRISE)
    name = room.arbiter(1, ruled("renonce.consumed", concerns=first, players=("S",), preneur="S", made=True))
    feuille = room.feuille()
    assert [line.id for line in feuille.donnes] == [second]
    assert (feuille.lines[1].id, feuille.lines[1].donne) == (name, GARDE)
    assert (feuille.sheet.due, feuille.course.owed, feuille.course.dealer) == (3, 2, "O")
    assert room.refuses_arbiter(1, ruled("coupe_retournee", concerns=first)) == [("event.stale_replacement", "event")]


def test_a_ruling_on_a_donne_that_was_replaced_meanwhile_is_a_conflict() -> None:
    room = opened(4)
    (first,) = room.deal(1, GARDE)
    room.at(1, DonneReplaced(position=1, replaces=first, entry=PRISE))
    body = ruled("renonce.consumed", concerns=first, players=("S",), preneur="S", made=True)
    assert room.refuses_arbiter(1, body) == [("event.stale_replacement", "event")]


def test_a_bar_for_a_recorded_donne_holds_on_the_cards_after_it_and_no_longer() -> None:
    room = opened(4, donnes=4)
    (first,) = room.deal(1, GARDE)
    body = ruled("renonce.consumed", concerns=first, players=("E",), preneur="S", made=True, choice="mark")
    assert body.ruling.donne is Fate.COUNTED
    name = room.arbiter(1, body)
    assert room.feuille().course.barred == {"E"}
    assert [line.id for line in room.feuille().lines][1:] == [name, first]
    assert room.refuses_at(1, DonneRecorded(position=1, entry=PRISE)) == [("preneur_barred", "preneur")]
    room.deal(1, GARDE, PRISE)
    late = opened(4, donnes=4)
    first, _second = late.deal(1, GARDE, GARDE)
    late.arbiter(1, replace(body, concerns=first))
    assert late.feuille().course.barred == frozenset()
    assert late.sheet().due == 4


def test_a_ruling_on_a_signed_sheet_changes_what_must_change() -> None:
    room = opened(4)
    first, second = room.deal(1, GARDE, PRISE)
    room.sign(1, "N")
    body = ruled("renonce.consumed", concerns=first, players=("E",), preneur="S", made=True, choice="mark")
    room.arbiter(1, body)
    assert room.sheet().visas == {"N": Hand.TABLE}
    room.arbiter(1, replace(ruled("coupe_retournee"), concerns=second))
    assert room.sheet().bilans == {"N": -66, "S": 198, "E": -66, "O": -66}
    assert [note.reason for note in room.sheet().corrections] == ["coupe_retournee"]
    assert room.sheet().visas == {}


def test_a_warning_is_remembered_for_the_player_and_a_penalty_taken_from_them() -> None:
    room = opened(4)
    room.at(1, DealerDrawn(position=1, seat="E"))
    room.arbiter(1, ruled("toucher_cartes", players=("N",)))
    assert room.state.warnings.is_warned("N1", "toucher_cartes", FFT)
    assert not room.state.warnings.is_warned("S1", "toucher_cartes", FFT)
    name = room.arbiter(1, ruled("toucher_cartes", players=("N",), warned=True))
    given = room.state.penalties[f"{name}/N"]
    assert (given.player, given.points, given.position, given.given.reason) == ("N1", 100, 1, "toucher_cartes")
    assert list(room.state.warned) != [name]


def test_a_fault_that_touches_no_cards_is_ruled_before_the_draw_and_after_the_last_visa() -> None:
    room = opened(4)
    early = room.arbiter(1, ruled("retard", players=("S",), minutes_late=6))
    assert room.state.penalties[f"{early}/S"].points == 200
    room.finish(1)
    late = room.arbiter(1, ruled("feuille.left_on_table"))
    assert {name for name in room.state.penalties if name.startswith(f"{late}/")} == {f"{late}/{s}" for s in "NSEO"}
    assert room.sheet().due == 2
    barred = ruled("fausse_donne.dealing", dealer="S")
    assert room.refuses_arbiter(1, barred) == [("position_over", "position")]


def test_a_fault_is_its_authors_who_sat_there_then() -> None:
    room = opened(4)
    (first,) = room.deal(1, GARDE)
    newcomer = Identity(name="Nouveau")
    body = PlayerSubstituted(player="E1", newcomer="X", identity=newcomer, with_leave=True, reason="malade")
    room.write(body)
    room.arbiter(1, ruled("carte_exposee.harmless", concerns=first, players=("E",), preneur="S", made=True))
    room.arbiter(1, ruled("toucher_cartes", players=("E",)))
    assert list(room.state.warned.values()) == [
        (("E1", "carte_exposee.harmless"),),
        (("X", "toucher_cartes"),),
    ]


def test_a_ruling_taken_back_goes_with_its_warnings_and_penalties() -> None:
    room = opened(4)
    (first,) = room.deal(1, GARDE)
    warned = room.arbiter(1, ruled("carte_exposee.harmless", concerns=first, players=("E",), preneur="S", made=True))
    fined = room.arbiter(1, ruled("toucher_cartes", players=("E",), warned=True))
    kept = room.arbiter(1, ruled("retard", players=("N",), minutes_late=1))
    assert room.refuses_at(1, EntryUndone(position=1, undoes=fined)) == [("arbiter_only", "sheet")]
    room.arbiter(1, EntryUndone(position=1, undoes=warned))
    room.arbiter(1, EntryUndone(position=1, undoes=fined))
    assert room.state.warned == {}
    assert {name: given.stands for name, given in room.state.penalties.items()} == {
        f"{fined}/E": False,
        f"{kept}/N": True,
    }
    assert room.state.penalties[f"{fined}/E"].cancelled.author == ARBITRE
    assert [line.id for line in room.feuille().lines][1:] == [first, kept]


def test_a_penalty_cancelled_before_is_not_cancelled_twice_by_taking_the_ruling_back() -> None:
    room = opened(4)
    fined = room.arbiter(1, ruled("retard", players=("N",), minutes_late=1))
    room.arbiter(None, PenaltyCancelled(penalty=f"{fined}/N", reason="train"))
    room.arbiter(1, EntryUndone(position=1, undoes=fined))
    assert room.state.penalties[f"{fined}/N"].cancelled.reason == "train"


def test_the_cards_of_a_redeal_are_taken_back_only_as_the_last_line() -> None:
    room = opened(4)
    room.at(1, DealerDrawn(position=1, seat="S"))
    redeal = room.arbiter(1, ruled("coupe_retournee"))
    room.deal(1, GARDE)
    undone = EntryUndone(position=1, undoes=redeal)
    assert room.refuses_arbiter(1, undone) == [("event.stale_replacement", "undoes")]
    room.at(1, EntryUndone(position=1, undoes=room.feuille().lines[-1].id))
    room.arbiter(1, undone)
    assert room.feuille().deal == 1


def invented(**changes: object) -> Ruling:
    said = {"donne": None, "poignee": None, "warnings": (), "penalties": (), "barred": (), "dealer": None}
    return Ruling(**{**said, "source": "x", **changes})


@pytest.mark.parametrize(
    ("code", "ruling", "reasons"),
    [
        ("belote", invented(), [("code_unknown", "faute.code")]),
        ("retard", invented(warnings=("S",)), [("code_does_not_warn", "ruling.warnings")]),
        ("toucher_cartes", invented(warnings=("E2",)), [("seat_unknown", "warnings")]),
        ("toucher_cartes", invented(warnings=("S", "S")), [("seat_repeated", "warnings")]),
        ("retard", invented(penalties=(Penalty("X", 100),)), [("seat_unknown", "penalties")]),
        ("retard", invented(penalties=(Penalty("S", 1), Penalty("S", 2))), [("seat_repeated", "penalties")]),
        ("retard", invented(penalties=(Penalty("S", 0),)), [("penalty_points", "points")]),
        ("retard", invented(barred=(Barred("X", When.NEXT),)), [("seat_unknown", "barred")]),
    ],
)
def test_a_ruling_that_makes_no_sense_is_set_aside(code: str, ruling: Ruling, reasons: list[object]) -> None:
    room = opened(4)
    room.at(1, DealerDrawn(position=1, seat="E"))
    body = ruled("retard", players=("S",), minutes_late=1)
    faute = replace(body.faute, code=code, players=())
    assert room.refuses_arbiter(1, FauteRuled(position=1, faute=faute, ruling=ruling)) == reasons


def test_a_fault_names_players_of_the_table() -> None:
    room = opened(3)
    body = ruled("retard", players=("N",), minutes_late=1)
    assert room.refuses_arbiter(1, body) == [("seat_unknown", "players"), ("seat_unknown", "penalties")]


def test_a_penalty_is_given_to_who_takes_part_in_a_position_that_was_reached() -> None:
    room = registered(4)
    body = PenaltyGiven(player="N1", position=1, points=100, reason="retard")
    name = room.arbiter(None, body)
    given = room.state.penalties[name]
    assert (given.player, given.position, given.points) == ("N1", 1, 100)
    assert (given.given.author, given.given.reason) == (ARBITRE, "retard")
    assert room.refuses_arbiter(None, replace(body, player="?")) == [("entrant_unknown", "player")]
    assert room.refuses_arbiter(None, replace(body, position=2)) == [("position_unknown", "position")]
    assert room.refuses_arbiter(None, replace(body, points=0)) == [("penalty_points", "points")]
    wrong = replace(body, position=0, reason="")
    assert room.refuses_arbiter(None, wrong) == [("note_missing", "reason"), ("position_unknown", "position")]


def test_a_penalty_is_cancelled_once_with_a_reason() -> None:
    room = registered(4)
    name = room.write(PenaltyGiven(player="N1", position=1, points=100, reason="retard"))
    body = PenaltyCancelled(penalty=name, reason="train")
    assert room.refuses(replace(body, reason="")) == [("note_missing", "reason")]
    room.write(body)
    assert not room.state.penalties[name].stands
    assert room.state.penalties[name].cancelled.reason == "train"
    assert room.refuses(body) == [("penalty_cancelled_twice", "penalty")]
    assert room.refuses(replace(body, penalty="?")) == [("penalty_unknown", "penalty")]


def test_what_is_decided_on_the_tables_tablet_takes_effect_and_waits_for_a_confirmation() -> None:
    room = opened(4, 4)
    decided = DecidedAtTable(decision=TimeCalled(position=1, donne_under_way=False), proof=Proof.PIN)
    name = room.at(1, decided)
    assert room.feuille().course.is_over
    assert room.state.unconfirmed == {name}
    assert room.refuses_at(1, decided) == [("position_over", "position")]
    assert room.refuses(decided, by="T1", table=2, epoch=1) == [("event.not_your_table", "table")]
    assert room.refuses_arbiter(1, decided) == [("event.not_your_role", "kind")]
    assert room.refuses_at(1, DecisionConfirmed(confirms=name)) == [("event.not_your_role", "kind")]
    room.arbiter(None, DecisionConfirmed(confirms=name))
    assert room.state.unconfirmed == frozenset()
    assert room.refuses_arbiter(None, DecisionConfirmed(confirms=name)) == [("nothing_to_confirm", "confirms")]


def test_a_ruling_and_a_correction_are_decided_at_a_table_by_the_arbiters_hand() -> None:
    room = opened(4)
    fined = room.at(
        1, DecidedAtTable(decision=ruled("retard", players=("S",), minutes_late=1), proof=Proof.CODE, code="012345")
    )
    assert room.state.penalties[f"{fined}/S"].given.author == "T1"
    room.deal(1, GARDE, GARDE)
    room.sign(1, "N")
    room.at(1, DecidedAtTable(decision=corrected(PRISE, PRISE), proof=Proof.PIN))
    assert room.sheet().bilans == {"N": 72, "S": 72, "E": -216, "O": 72}
    assert len(room.state.unconfirmed) == 2


@pytest.mark.parametrize(
    ("proof", "code", "reason"),
    [
        (Proof.CODE, "", "code_digits"),
        (Proof.CODE, "12345", "code_digits"),
        (Proof.CODE, "1234567", "code_digits"),
        (Proof.CODE, "12345x", "code_digits"),
        (Proof.CODE, "٠١٢٣٤٥", "code_digits"),
        (Proof.PIN, "123456", "pin_written"),
    ],
)
def test_a_proof_is_a_code_of_six_digits_or_a_pin_that_is_not_written(proof: Proof, code: str, reason: str) -> None:
    room = opened(4)
    body = DecidedAtTable(decision=TimeCalled(position=1, donne_under_way=False), proof=proof, code=code)
    assert room.refuses_at(1, body) == [(reason, "code")]


def test_a_table_decides_nothing_in_a_reopened_position() -> None:
    room = opened(4)
    room.close()
    room.write(PositionReopened(position=1, reason="erreur"))
    body = DecidedAtTable(decision=corrected(PRISE, PRISE), proof=Proof.PIN)
    assert room.refuses_at(1, body) == [("position_reopened", "position")]
    room.write(corrected(PRISE, PRISE), by=DESK, table=1)
