"""What a table writes: the deal, donnes, requests, visas; and when it comes too late."""

from dataclasses import replace

import pytest

from app.domain.donne.contrat import Chelem, Contrat
from app.domain.donne.deroulement import DonnePassed as Passed
from app.domain.donne.donne import Demi
from app.domain.errors import violation
from app.domain.events.arbitre import FauteRuled, SheetShortened, SurContratGranted, TimeCalled
from app.domain.events.table import (
    Announce,
    ArbiterCalled,
    CallEnded,
    DealerDrawn,
    DonnePassed,
    DonneRecorded,
    DonneReplaced,
    Entry,
    EntryUndone,
    NoContract,
    SheetDisputed,
    SheetSent,
    SheetVisaed,
    SurContratRequested,
    SurContratWithdrawn,
    WrongDealerKept,
)
from app.domain.tournoi.sheet import Hand, SheetState
from tests.domain.fold.room import GARDE, PRISE, SANS, Room, opened
from tests.domain.fold.rulings import ruled

PASSED = DonnePassed(position=1, why=NoContract.ALL_PASS)


def recorded(entry: Entry = GARDE) -> DonneRecorded:
    return DonneRecorded(position=1, entry=entry)


def drawn(seat: str = "E") -> DealerDrawn:
    return DealerDrawn(position=1, seat=seat)


def asked(seat: str = "O", announce: Announce = Announce.GARDE_SANS) -> SurContratRequested:
    return SurContratRequested(position=1, seat=seat, announce=announce)


def signed(room: Room) -> Room:
    """Play both donnes and let North sign."""
    room.deal(1, GARDE, PRISE)
    room.sign(1, "N")
    return room


def test_the_draw_says_who_deals_first_and_only_once() -> None:
    room = opened(4)
    assert room.refuses_at(1, drawn("E2")) == [("seat_unknown", "dealer")]
    name = room.at(1, drawn("S"))
    assert room.feuille().course.dealer == "S"
    assert [line.id for line in room.feuille().lines] == [name]
    assert room.refuses_at(1, drawn("S")) == [("dealer_already_drawn", "dealer")]
    assert signed(opened(4)).refuses_at(1, drawn()) == [("sheet_visaed", "sheet")]


def test_the_turn_goes_on_from_whoever_dealt_out_of_turn() -> None:
    room = opened(4)
    kept = WrongDealerKept(position=1, seat="N")
    assert room.refuses_at(1, kept) == [("no_dealer_yet", "dealer")]
    room.at(1, drawn("S"), kept)
    assert room.feuille().course.dealer == "N"
    assert room.refuses_at(1, WrongDealerKept(position=1, seat="E2")) == [("seat_unknown", "dealer")]
    room.deal(1, GARDE)
    assert room.feuille().course.dealer == "O"
    room.deal(1, PRISE)
    assert room.refuses_at(1, kept) == [("position_over", "position")]
    room.sign(1, "N")
    assert room.refuses_at(1, kept) == [("sheet_visaed", "sheet")]


def test_a_donne_is_marked_and_the_deal_goes_on() -> None:
    room = opened(4)
    first, second = room.deal(1, GARDE, PRISE)
    feuille = room.feuille()
    assert feuille.sheet.bilans == {"N": -30, "S": 234, "E": -174, "O": -30}
    assert [line.id for line in feuille.donnes] == [first, second]
    assert feuille.donnes[0].donne == GARDE
    assert feuille.sheet.donnes[0].made == ("S", Contrat.GARDE)
    assert feuille.sheet.donnes[1].made is None
    assert feuille.course.is_over
    assert feuille.sheet.state is SheetState.PLAYING


def test_a_donne_needs_a_dealer_and_a_donne_owed() -> None:
    room = opened(4)
    assert room.refuses_at(1, recorded()) == [("no_dealer_yet", "dealer")]
    room.deal(1, GARDE, GARDE)
    assert room.refuses_at(1, recorded()) == [("position_over", "position")]
    room.sign(1, "N")
    assert room.refuses_at(1, recorded()) == [("sheet_visaed", "sheet")]


def test_an_entry_that_cannot_be_is_set_aside_with_every_reason() -> None:
    room = opened(4)
    room.at(1, drawn())
    nonsense = Entry(preneur="E2", contrat=Contrat.PRISE, bouts=4, demi_points=2**50, partner="N")
    assert room.refuses_at(1, recorded(nonsense)) == [
        ("seat_unknown", "preneur"),
        ("no_partner_here", "partner"),
        ("bouts_out_of_range", "bouts"),
        ("points_out_of_range", "points"),
    ]
    assert room.refuses_at(1, recorded(replace(GARDE, mort="N"))) == [("no_mort_here", "mort")]


def test_nobody_who_is_barred_takes_the_next_cards() -> None:
    room = opened(4, donnes=3)
    room.at(1, drawn("S"))
    room.arbiter(1, ruled("fausse_donne.dealing", dealer="S"))
    assert room.refuses_at(1, recorded()) == [("preneur_barred", "preneur")]
    room.deal(1, PRISE)
    assert room.feuille().donnes[0].barred == {"S"}
    room.deal(1, GARDE)


def test_the_mort_deals_and_sits_out_until_a_contract_is_played() -> None:
    room = opened(5, donnes=5)
    room.at(1, drawn("S"))
    assert room.refuses_at(1, recorded()) == [("preneur_is_mort", "preneur")]
    room.at(1, PASSED)
    assert room.feuille().course.mort == "S"
    assert room.refuses_at(1, recorded(replace(PRISE, mort="N"))) == [("not_the_mort", "mort")]
    room.deal(1, replace(PRISE, mort="S"))
    assert room.sheet().bilans == {"N": 36, "S": 0, "E": -108, "O": 36, "E2": 36}
    assert room.feuille().course.mort == "E"
    assert room.feuille().donnes[0].mort == "S"


def test_a_donne_is_entered_otherwise_until_the_first_visa() -> None:
    room = opened(4)
    first, second = room.deal(1, GARDE, GARDE)
    again = room.at(1, DonneReplaced(position=1, replaces=first, entry=PRISE))
    assert room.sheet().bilans == {"N": -30, "S": 234, "E": -174, "O": -30}
    assert [line.id for line in room.feuille().donnes] == [again, second]
    assert room.feuille().course.dealer == "O"
    room.sign(1, "N")
    late = DonneReplaced(position=1, replaces=second, entry=PRISE)
    assert room.refuses_at(1, late) == [("arbiter_only", "sheet")]


def test_of_two_who_replace_the_same_donne_the_second_is_a_conflict() -> None:
    room = opened(4)
    (first,) = room.deal(1, GARDE)
    room.arbiter(1, DonneReplaced(position=1, replaces=first, entry=PRISE))
    other = DonneReplaced(position=1, replaces=first, entry=SANS)
    assert room.refuses_at(1, other) == [("event.stale_replacement", "event")]


def test_a_donne_entered_otherwise_keeps_the_bars_and_the_mort_of_its_own_cards() -> None:
    room = opened(5, donnes=5)
    (first,) = room.deal(1, PRISE, dealer="S")
    taken = replace(GARDE, preneur="S")
    assert room.refuses_at(1, DonneReplaced(position=1, replaces=first, entry=taken)) == [
        ("preneur_is_mort", "preneur")
    ]
    other = DonneReplaced(position=1, replaces=first, entry=replace(PRISE, mort="N"))
    assert room.refuses_at(1, other) == [("not_the_mort", "mort")]
    barred = opened(4, donnes=3)
    barred.at(1, drawn("S"))
    barred.arbiter(1, ruled("fausse_donne.dealing", dealer="S"))
    (first,) = barred.deal(1, PRISE)
    body = DonneReplaced(position=1, replaces=first, entry=GARDE)
    assert barred.refuses_at(1, body) == [("preneur_barred", "preneur")]


def test_the_arbiter_replaces_a_signed_donne_with_a_reason_and_the_visas_fall() -> None:
    room = opened(4)
    _first, second = room.deal(1, GARDE, GARDE)
    room.sign(1, "N", "S")
    room.at(1, SheetDisputed(position=1, seat="E", donne=2))
    body = DonneReplaced(position=1, replaces=second, entry=PRISE)
    assert room.refuses_arbiter(1, body) == [("note_missing", "reason")]
    room.arbiter(1, replace(body, reason="points mal comptés"))
    feuille = room.feuille()
    assert feuille.sheet.bilans == {"N": -30, "S": 234, "E": -174, "O": -30}
    assert feuille.sheet.visas == feuille.signatures == feuille.disputes == {}
    assert [line.donne for line in feuille.donnes] == [GARDE, PRISE]
    room.sign(1)


def test_the_last_line_is_taken_back_until_the_first_visa() -> None:
    room = opened(4)
    (first,) = room.deal(1, GARDE)
    passed = room.at(1, PASSED)
    assert room.refuses_at(1, EntryUndone(position=1, undoes=first)) == [("event.stale_replacement", "undoes")]
    room.at(1, EntryUndone(position=1, undoes=passed), EntryUndone(position=1, undoes=first))
    feuille = room.feuille()
    assert (feuille.course.dealer, feuille.course.played, feuille.sheet.donnes) == ("E", 0, ())
    room.at(1, EntryUndone(position=1, undoes=feuille.lines[0].id))
    assert room.feuille().course.dealer is None
    assert room.feuille().lines == ()
    assert room.refuses_at(1, EntryUndone(position=1, undoes=first)) == [("event.stale_replacement", "undoes")]
    room.deal(1, GARDE, PRISE)
    room.sign(1, "N")
    last = room.feuille().lines[-1].id
    assert room.refuses_at(1, EntryUndone(position=1, undoes=last)) == [("sheet_visaed", "sheet")]


def test_only_the_arbiter_takes_back_what_the_arbiter_wrote() -> None:
    room = opened(4, donnes=3)
    room.at(1, drawn())
    for body in (TimeCalled(position=1, donne_under_way=True), SheetShortened(position=1, donnes=1, reason="lenteur")):
        name = room.arbiter(1, body)
        undone = EntryUndone(position=1, undoes=name)
        assert room.refuses_at(1, undone) == [("arbiter_only", "sheet")]
        room.arbiter(1, undone)
    assert room.feuille().course.owed == 3
    assert not room.feuille().course.time_called
    assert room.sheet().due == 3


def test_time_that_was_called_too_early_is_taken_back_after_the_last_donne_too() -> None:
    room = opened(4, donnes=3)
    room.at(1, drawn())
    time = room.arbiter(1, TimeCalled(position=1, donne_under_way=True))
    room.deal(1, GARDE)
    assert room.sheet().due == 1
    room.arbiter(1, EntryUndone(position=1, undoes=time))
    assert room.sheet().due == 3
    room.deal(1, GARDE, GARDE)


def test_cards_thrown_in_pass_the_deal_on_and_say_why() -> None:
    room = opened(4)
    assert room.refuses_at(1, PASSED) == [("no_dealer_yet", "dealer")]
    room.at(1, drawn("E"), DonnePassed(position=1, why=NoContract.PETIT_SEC))
    line = room.feuille().lines[-1]
    assert (line.happening, line.passed) == (Passed(), NoContract.PETIT_SEC)
    assert room.feuille().course.dealer == "N"
    room.deal(1, GARDE, GARDE)
    assert room.refuses_at(1, PASSED) == [("position_over", "position")]
    room.sign(1, "N")
    assert room.refuses_at(1, PASSED) == [("sheet_visaed", "sheet")]


def test_a_request_waits_for_the_arbiter() -> None:
    room = opened(4)
    assert room.refuses_at(1, asked()) == [("no_dealer_yet", "dealer")]
    room.at(1, drawn())
    name = room.at(1, asked())
    assert [(wish.id, wish.deal, wish.granted) for wish in room.feuille().waiting] == [(name, 1, None)]
    assert room.feuille().awaits_arbiter
    assert room.refuses_at(1, asked()) == [("asked_twice", "announce")]
    assert room.refuses_at(1, asked("E2")) == [("seat_unknown", "seat")]
    room.at(1, asked("O", Announce.CHELEM), asked("N"))
    room.deal(1, GARDE, GARDE)
    assert room.feuille().waiting == ()
    assert room.refuses_at(1, asked("S")) == [("position_over", "position")]
    room.sign(1, "N")
    assert room.refuses_at(1, asked("S")) == [("sheet_visaed", "sheet")]


def test_a_request_is_taken_back_until_it_is_answered() -> None:
    room = opened(4)
    room.at(1, drawn())
    first = room.at(1, asked())
    room.at(1, SurContratWithdrawn(position=1, withdraws=first))
    assert room.feuille().requests == ()
    assert room.refuses_at(1, SurContratWithdrawn(position=1, withdraws=first)) == [("request_unknown", "request")]
    again, other = room.at(1, asked()), room.at(1, asked("N"))
    room.arbiter(1, SurContratGranted(position=1, grants=again))
    assert room.refuses_at(1, SurContratWithdrawn(position=1, withdraws=again)) == [("answered_twice", "request")]
    room.at(1, SurContratWithdrawn(position=1, withdraws=other))
    assert [wish.id for wish in room.feuille().requests] == [again]


def test_a_reason_keeps_its_figures_and_half_points_for_the_sentence() -> None:
    room = opened(3)
    room.at(1, drawn())
    room.refuses_at(1, recorded(replace(GARDE, demi_points=201)))
    (reason,) = next(reversed(room.state.set_aside.values()))
    assert reason.violation == violation("points_out_of_range", "points", points=Demi(201))
    assert isinstance(dict(reason.violation.params)["points"], Demi)
    room.refuses_at(1, recorded(replace(GARDE, preneur="N")))
    (reason,) = next(reversed(room.state.set_aside.values()))
    assert (reason.params, reason.demi_points) == ({"seat": "N"}, {})


def test_nobody_asks_who_may_not_bid() -> None:
    room = opened(4)
    room.at(1, drawn("S"))
    room.arbiter(1, ruled("fausse_donne.dealing", dealer="S"))
    assert room.refuses_at(1, asked("S")) == [("preneur_barred", "seat")]
    five = opened(5)
    five.at(1, drawn("S"))
    assert five.refuses_at(1, asked("S")) == [("preneur_is_mort", "seat")]


def test_a_donne_is_unvisaed_until_what_it_needs_was_granted_to_its_preneur() -> None:
    room = opened(4, donnes=3)
    chelem = replace(SANS, demi_points=182, bouts=3, chelem=Chelem.ANNOUNCED_MADE)
    room.at(1, drawn())
    wishes = [room.at(1, asked()), room.at(1, asked(announce=Announce.CHELEM)), room.at(1, asked("N"))]
    room.arbiter(1, SurContratGranted(position=1, grants=wishes[0]))
    room.arbiter(1, SurContratGranted(position=1, grants=wishes[2]))
    room.deal(1, chelem)
    assert room.feuille().unvisaed() == (1,)
    assert [wish.id for wish in room.feuille().waiting] == [wishes[1]]
    room.arbiter(1, SurContratGranted(position=1, grants=wishes[1]))
    assert room.feuille().unvisaed() == ()
    room.deal(1, replace(SANS, preneur="N"), GARDE)
    assert room.feuille().unvisaed() == (2,)


def test_what_was_granted_on_cards_thrown_in_does_not_hold_for_the_next_ones() -> None:
    room = opened(4)
    room.at(1, drawn())
    room.arbiter(1, SurContratGranted(position=1, grants=room.at(1, asked())))
    room.at(1, PASSED)
    (donne,) = room.deal(1, SANS)
    assert room.feuille().unvisaed() == (1,)
    room.at(1, EntryUndone(position=1, undoes=donne), asked())
    assert [wish.deal for wish in room.feuille().requests] == [1, 2]


def test_a_table_calls_the_arbiter_and_needs_them_no_more() -> None:
    room = opened(4)
    assert room.refuses_at(1, CallEnded(position=1)) == [("nobody_called", "call")]
    assert not room.feuille().awaits_arbiter
    room.at(1, ArbiterCalled(position=1, why="renonce"))
    assert room.feuille().call == "renonce"
    assert room.feuille().awaits_arbiter
    room.at(1, ArbiterCalled(position=1), CallEnded(position=1))
    assert not room.feuille().awaits_arbiter


def test_everyone_signs_once_when_all_is_played() -> None:
    room = opened(3)
    room.deal(1, GARDE)
    assert room.refuses_at(1, SheetVisaed(position=1, seat="S")) == [("sheet_incomplete", "donnes")]
    room.deal(1, GARDE)
    assert room.refuses_at(1, SheetVisaed(position=1, seat="N")) == [("seat_unknown", "seat")]
    room.at(1, SheetVisaed(position=1, seat="S", signature="strokes"))
    assert room.feuille().signatures == {"S": "strokes"}
    assert room.sheet().visas == {"S": Hand.TABLE}
    assert room.refuses_at(1, SheetVisaed(position=1, seat="S")) == [("visa_twice", "seat")]
    assert room.refuses_at(1, SheetSent(position=1)) == [("visas_missing", "visas")]
    room.sign(1)
    room.at(1, SheetSent(position=1))
    assert room.sheet().state is SheetState.SENT
    assert room.refuses_at(1, SheetSent(position=1)) == [("sheet_sent", "sheet")]
    assert room.refuses_at(1, SheetVisaed(position=1, seat="S")) == [("sheet_sent", "sheet")]


def test_a_sheet_is_not_sent_before_anybody_signs() -> None:
    assert opened(4).refuses_at(1, SheetSent(position=1)) == [("sheet_blank", "sheet")]


def test_who_does_not_agree_says_so_until_they_sign() -> None:
    room = opened(4)
    disputed = SheetDisputed(position=1, seat="E", donne=2)
    assert room.refuses_at(1, disputed) == [("not_to_be_signed", "sheet"), ("donne_unknown", "donne")]
    room.deal(1, GARDE, PRISE)
    room.at(1, disputed, SheetDisputed(position=1, seat="S"))
    assert room.feuille().disputes == {"E": 2, "S": None}
    assert room.feuille().awaits_arbiter
    room.sign(1, "E")
    assert room.feuille().disputes == {"S": None}
    assert room.refuses_at(1, disputed) == [("visa_twice", "seat")]
    for donne in (0, 3):
        other = SheetDisputed(position=1, seat="E2", donne=donne)
        assert room.refuses_at(1, other) == [("seat_unknown", "seat"), ("donne_unknown", "donne")]
    room.sign(1)
    assert not room.feuille().awaits_arbiter
    room.at(1, SheetSent(position=1))
    assert ("not_to_be_signed", "sheet") in room.refuses_at(1, disputed)


@pytest.mark.parametrize("huge", [2**53 - 1, -(2**53) + 1])
def test_huge_figures_are_refused_like_others(huge: int) -> None:
    room = opened(4)
    room.at(1, drawn())
    assert ("points_out_of_range", "points") in room.refuses_at(1, recorded(replace(GARDE, demi_points=huge)))
    assert ("bouts_out_of_range", "bouts") in room.refuses_at(1, recorded(replace(GARDE, bouts=huge)))
    shortened = SheetShortened(position=1, donnes=huge, reason="x")
    assert room.refuses_arbiter(1, shortened) == [("struck_out_of_range", "donnes")]
    assert room.refuses_at(1, DealerDrawn(position=huge, seat="N")) == [("sheet_unknown", "table")]


def test_what_only_the_arbiter_decides_is_not_the_tables_to_write() -> None:
    room = opened(4)
    body = ruled("retard", players=("S",), minutes_late=3)
    assert isinstance(body, FauteRuled)
    assert room.refuses_at(1, body) == [("event.not_your_role", "kind")]
