"""The life of a sheet: who may write what, when, and what every player's visa closes."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.errors import Refused, Violation, violation
from app.domain.mouvement.seats import Seat, Table
from app.domain.tournoi.line import Made
from app.domain.tournoi.note import Note, check_note
from app.domain.tournoi.record import Played
from app.domain.tournoi.sheet import TRANSITIONS, Act, Hand, Occupant, Scored, Sheet, SheetState
from app.domain.tournoi.writing import (
    annul_donne,
    annul_signed,
    correct,
    record,
    replace_donne,
    send,
    shorten,
    substitute,
    visa,
)
from tests.domain.tournoi.strategies import NOTE, scored, signed

TABLE, ARBITRE = Hand.TABLE, Hand.ARBITRE
FOUR = (Seat.N, Seat.S, Seat.E, Seat.O)


def blank(due: int = 2, seats: tuple[Seat, ...] = FOUR) -> Sheet:
    return Sheet.blank(Table(3, tuple((seat, f"p{seat}") for seat in seats)), position=1, due=due)


def full(due: int = 2) -> Sheet:
    sheet = blank(due)
    for donne in range(due):
        sheet = record(sheet, scored(sheet, donne, 10 * (donne + 1), Contrat.GARDE), TABLE)
    return sheet


def refusals(act: Callable[[], Sheet]) -> tuple[Violation, ...]:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.violations


# What each act does to a sheet when nothing but the state is in its way.
ACTS: dict[Act, Callable[[Sheet, Hand], Sheet]] = {
    Act.RECORD: lambda sheet, hand: record(replace(sheet, due=9), scored(sheet, 0, 5), hand),
    Act.REPLACE: lambda sheet, hand: replace_donne(sheet, 1, scored(sheet, 0, 5), hand=hand),
    Act.ANNUL: lambda sheet, hand: annul_donne(sheet, 1, hand=hand),
    Act.SHORTEN: lambda sheet, hand: shorten(sheet, sheet.due, hand=hand),
    Act.SUBSTITUTE: lambda sheet, hand: substitute(sheet, "E", "new", hand=hand),
    Act.VISA: lambda sheet, hand: visa(replace(sheet, visas={}, due=len(sheet.donnes)), "O", hand),
    Act.SEND: lambda sheet, hand: send(replace(sheet, visas=dict.fromkeys(sheet.seats, TABLE)), hand),
    Act.CORRECT: lambda sheet, hand: correct(sheet, sheet.donnes, NOTE, hand=hand),
}
SHEETS = {
    SheetState.BLANK: blank(),
    SheetState.PLAYING: full(),
    SheetState.VISAED: visa(full(), "N", TABLE),
    SheetState.SENT: signed(full()),
    SheetState.CORRECTED: correct(signed(full()), full().donnes, NOTE, hand=ARBITRE),
}


@pytest.mark.parametrize("state", SheetState)
@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("hand", Hand)
def test_only_the_transitions_of_the_table_are_allowed(state: SheetState, act: Act, hand: Hand) -> None:
    sheet = SHEETS[state]
    assert sheet.state is state
    hands, then = TRANSITIONS.get((state, act), (frozenset(), state))
    if hand in hands:
        assert ACTS[act](sheet, hand).state is then
    else:
        key = "arbiter_only" if hands else f"sheet_{state.value}"
        assert refusals(lambda: ACTS[act](sheet, hand)) == (violation(key, "sheet", table=3),)


def test_what_may_be_done_is_written_out_here_once_more() -> None:
    """By hand, from the law: the table of transitions must say exactly this."""
    anyone, arbiter = {TABLE, ARBITRE}, {ARBITRE}
    assert {
        ("blank", "record"): (anyone, "playing"),
        ("blank", "shorten"): (arbiter, "blank"),
        ("blank", "substitute"): (arbiter, "blank"),
        ("blank", "visa"): (anyone, "visaed"),
        ("playing", "record"): (anyone, "playing"),
        ("playing", "replace"): (anyone, "playing"),
        ("playing", "annul"): (arbiter, "playing"),
        ("playing", "shorten"): (arbiter, "playing"),
        ("playing", "substitute"): (arbiter, "playing"),
        ("playing", "visa"): (anyone, "visaed"),
        ("visaed", "visa"): (anyone, "visaed"),
        ("visaed", "send"): (anyone, "sent"),
        ("visaed", "correct"): (arbiter, "visaed"),
        ("sent", "correct"): (arbiter, "corrected"),
        ("corrected", "correct"): (arbiter, "corrected"),
    } == TRANSITIONS


def test_a_blank_sheet_waits_for_its_table() -> None:
    assert blank() == Sheet(
        table=3,
        position=1,
        due=2,
        occupants=tuple(Occupant(seat, f"p{seat}", 1) for seat in FOUR),
        donnes=(),
        visas={},
        state=SheetState.BLANK,
        corrections=(),
    )
    assert blank().bilans == dict.fromkeys(FOUR, 0)
    assert blank().played() == {f"p{seat}": Played(0) for seat in FOUR}


@pytest.mark.parametrize("seats", [FOUR[1:], FOUR, tuple(Seat)])
def test_every_seated_player_signs_three_four_or_five(seats: tuple[Seat, ...]) -> None:
    sheet = record(blank(1, seats), scored(blank(1, seats), 0, 40), TABLE)
    for count, seat in enumerate(seats, 1):
        missing = ", ".join(seats[count - 1 :])
        if count > 1:
            assert refusals(lambda s=sheet: send(s, TABLE)) == (violation("visas_missing", "visas", seats=missing),)
        sheet = visa(sheet, seat, TABLE)
        assert (sheet.state, len(sheet.visas), sheet.is_sent) == (SheetState.VISAED, count, False)
    sheet = send(sheet, TABLE)
    assert (sheet.state, sheet.is_sent) == (SheetState.SENT, True)


def test_a_donne_is_recorded_after_the_others() -> None:
    sheet = full()
    assert sheet.donnes == (scored(sheet, 0, 10, Contrat.GARDE), scored(sheet, 1, 20, Contrat.GARDE))
    assert sheet.bilans == {"N": 10, "S": 50, "E": -30, "O": -30}
    assert sheet.played() == {
        "pN": Played(10, Made(garde=1)),
        "pS": Played(50, Made(garde=1)),
        "pE": Played(-30),
        "pO": Played(-30),
    }


def test_a_full_sheet_takes_no_more() -> None:
    full_already = violation("sheet_full", "donnes", due=2)
    assert refusals(lambda: record(full(), scored(full(), 0, 5), TABLE)) == (full_already,)


def test_every_fault_of_a_donne_is_named_at_once() -> None:
    odd = Scored({"N": 10, "S": -9, "E2": 0}, ("E2", Contrat.PRISE))
    faults = (
        violation("marks_not_seats", "donnes.3", donne=3, seats="N, S, E, O"),
        violation("marks_not_zero", "donnes.3", donne=3, sum=1),
        violation("seat_unknown", "seat", seat="E2"),
    )
    assert refusals(lambda: record(full(), odd, TABLE)) == (*faults, violation("sheet_full", "donnes", due=2))
    assert refusals(lambda: replace_donne(full(), 3, odd, hand=TABLE)) == (
        *faults,
        violation("donne_unknown", "donne", donne=3, recorded=2),
    )


def test_a_donne_is_replaced_in_its_place() -> None:
    sheet, other = full(3), scored(blank(), 3, -7)
    for number in (1, 2, 3):
        changed = replace_donne(sheet, number, other, hand=TABLE)
        assert changed.donnes[number - 1] == other
        assert [d for n, d in enumerate(changed.donnes, 1) if n != number] == [
            d for n, d in enumerate(sheet.donnes, 1) if n != number
        ]
    for number in (0, 4):
        expected = violation("donne_unknown", "donne", donne=number, recorded=3)
        assert refusals(lambda n=number: replace_donne(sheet, n, other, hand=TABLE)) == (expected,)


def test_an_annulled_donne_is_still_owed() -> None:
    sheet = full(3)
    for number in (1, 2, 3):
        left = annul_donne(sheet, number, hand=ARBITRE)
        assert left.donnes == tuple(d for n, d in enumerate(sheet.donnes, 1) if n != number)
        assert refusals(lambda s=left: visa(s, "N", TABLE)) == (
            violation("sheet_incomplete", "donnes", missing=1, due=3),
        )
    expected = violation("donne_unknown", "donne", donne=4, recorded=3)
    assert refusals(lambda: annul_donne(sheet, 4, hand=ARBITRE)) == (expected,)


def test_time_called_shortens_the_position_to_what_was_played_at_the_least() -> None:
    sheet = record(blank(4), scored(blank(), 0, 5), TABLE)
    assert shorten(sheet, 1, hand=ARBITRE).due == 1
    assert shorten(sheet, 4, hand=ARBITRE).due == 4
    assert visa(shorten(sheet, 1, hand=ARBITRE), "N", TABLE).state is SheetState.VISAED
    for due in (0, 5):
        expected = violation("due_out_of_range", "due", due=due, least=1, most=4)
        assert refusals(lambda d=due: shorten(sheet, d, hand=ARBITRE)) == (expected,)


def test_a_table_that_played_nothing_signs_nothing_but_zeros() -> None:
    sheet = signed(shorten(blank(), 0, hand=ARBITRE))
    assert sheet.is_sent
    assert set(sheet.bilans.values()) == {0}


def test_nobody_signs_twice_or_for_an_empty_seat_or_too_early() -> None:
    sheet = visa(full(), "N", TABLE)
    assert sheet.visas == {"N": TABLE}
    assert refusals(lambda: visa(sheet, "N", TABLE)) == (violation("visa_twice", "seat", seat="N"),)
    assert refusals(lambda: visa(replace(sheet, due=4), "E2", TABLE)) == (
        violation("seat_unknown", "seat", seat="E2"),
        violation("sheet_incomplete", "donnes", missing=2, due=4),
    )


def test_the_arbiter_signs_for_who_has_left_and_it_shows() -> None:
    sheet = visa(visa(full(), "N", TABLE), "S", ARBITRE)
    assert sheet.visas == {"N": TABLE, "S": ARBITRE}


def test_a_correction_before_sending_makes_everyone_sign_again() -> None:
    sheet = visa(visa(full(), "N", TABLE), "S", TABLE)
    donnes = (scored(sheet, 2, 30),)
    corrected = correct(sheet, donnes, NOTE, hand=ARBITRE)
    assert corrected.state is SheetState.VISAED
    assert (corrected.donnes, corrected.due, corrected.visas) == (donnes, 1, {})
    assert corrected.corrections == (NOTE,)
    locked = violation("sheet_visaed", "sheet", table=3)
    assert refusals(lambda: record(corrected, donnes[0], TABLE)) == (locked,)
    assert signed(corrected).is_sent


def test_a_correction_after_sending_stands_by_the_arbiters_word() -> None:
    sheet = signed(full())
    again = Note("arbiter", "second look", "23:00")
    once = correct(sheet, (scored(sheet, 2, 30),), NOTE, hand=ARBITRE)
    twice = correct(once, sheet.donnes, again, hand=ARBITRE)
    assert (once.state, twice.state) == (SheetState.CORRECTED, SheetState.CORRECTED)
    assert once.visas == sheet.visas
    assert twice.corrections == (NOTE, again)
    assert twice.is_sent
    assert twice.bilans == sheet.bilans


def test_a_correction_sums_to_zero_and_says_why() -> None:
    sheet = signed(full())
    wrong = (scored(sheet, 0, 1), Scored({"N": 1, "S": 0, "E": 0, "O": 0}))
    nobody = Note("", "", "")
    assert refusals(lambda: correct(sheet, wrong, nobody, hand=ARBITRE)) == (
        *check_note(nobody),
        violation("marks_not_zero", "donnes.2", donne=2, sum=1),
    )


def test_a_substitute_takes_the_seat_and_not_what_was_marked() -> None:
    sheet = record(blank(3), scored(blank(), 2, 10, Contrat.PRISE), TABLE)
    sheet = substitute(sheet, "E", "new", hand=ARBITRE)
    sheet = record(sheet, scored(sheet, 2, 20, Contrat.GARDE_SANS), TABLE)
    sheet = substitute(sheet, "E", "newer", hand=ARBITRE)
    sheet = record(sheet, scored(sheet, 0, 1, Contrat.GARDE), TABLE)
    assert sheet.seats == FOUR
    assert [sheet.player_at("E", donne) for donne in (1, 2, 3)] == ["pE", "new", "newer"]
    assert sheet.played() == {
        "pN": Played(-10 - 20 + 3, Made(garde=1)),
        "pS": Played(-10 - 20 - 1),
        "pE": Played(30, Made(prise=1)),
        "new": Played(60, Made(garde_sans=1)),
        "newer": Played(-1),
        "pO": Played(-10 - 20 - 1),
    }
    assert sum(played.marks for played in sheet.played().values()) == 0


def test_who_is_replaced_before_the_first_donne_was_never_there() -> None:
    sheet = substitute(blank(), "N", "new", hand=ARBITRE)
    assert [who.player for who in sheet.occupants] == ["pS", "pE", "pO", "new"]
    assert sheet.player_at("N", 1) == "new"
    again = substitute(sheet, "N", "newer", hand=ARBITRE)
    assert [who.player for who in again.occupants] == ["pS", "pE", "pO", "newer"]


def test_an_annulled_donne_moves_later_arrivals_one_donne_earlier() -> None:
    sheet = substitute(full(3), "E", "new", hand=ARBITRE)
    sheet = replace(sheet, due=4)
    sheet = record(sheet, scored(sheet, 2, 50), TABLE)
    without = annul_donne(sheet, 2, hand=ARBITRE)
    assert [without.player_at("E", donne) for donne in (1, 2, 3)] == ["pE", "pE", "new"]
    assert without.played()["new"] == Played(150)
    last = annul_donne(sheet, 4, hand=ARBITRE)
    assert last.occupants == sheet.occupants
    third = annul_donne(sheet, 3, hand=ARBITRE)
    assert [third.player_at("E", donne) for donne in (1, 2, 3)] == ["pE", "pE", "new"]


def test_a_substitute_comes_from_elsewhere_to_a_seat_that_is_there() -> None:
    assert refusals(lambda: substitute(full(), "E2", "pN", hand=ARBITRE)) == (
        violation("seat_unknown", "seat", seat="E2"),
        violation("already_seated", "player", player="pN", table=3),
    )


def test_a_donne_taken_from_a_signed_sheet_is_a_correction_and_a_substitute_came_one_donne_earlier() -> None:
    sheet = substitute(record(blank(3), scored(blank(3), 0, 5), TABLE), "E", "new", hand=ARBITRE)
    for amount in (7, 9):
        sheet = record(sheet, scored(sheet, 0, amount), TABLE)
    signed_sheet = visa(sheet, "N", TABLE)
    shorter = annul_signed(signed_sheet, 1, NOTE, hand=ARBITRE)
    assert shorter.donnes == signed_sheet.donnes[1:]
    assert (shorter.due, shorter.visas, shorter.corrections) == (2, {}, (NOTE,))
    assert shorter.player_at("E", 1) == "new"
    assert annul_signed(signed_sheet, 2, NOTE, hand=ARBITRE).player_at("E", 1) == "pE"
    assert refusals(lambda: annul_signed(signed_sheet, 1, NOTE, hand=TABLE)) == (
        violation("arbiter_only", "sheet", table=3),
    )


def test_the_seats_of_a_sheet_are_found_from_who_sits_there() -> None:
    sheet = blank()
    assert sheet.seats == FOUR
    assert substitute(sheet, "S", "new", hand=ARBITRE).seats == FOUR
