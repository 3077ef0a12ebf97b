"""The inquiry into a fault: only what is needed is asked, and every fault of every code ends in a ruling."""

import pytest

from app.domain.arbitrage.faute import Bar, Fate
from app.domain.arbitrage.jugement import RULESETS, judge
from app.domain.donne.contrat import Contrat
from app.domain.donne.deroulement import DealerDrawn, TimeCalled
from app.domain.events.table import Entry
from app.domain.fold import lines as sheets
from app.domain.fold.feuille import Feuille
from app.domain.tournoi.note import Note
from app.domain.tournoi.sheet import Hand, Occupant, Sheet
from app.services.fault_families import FAMILIES, Family, codes_of
from app.services.fault_inquiry import EVERYONE, UNDER_WAY, FaultInquiry, dealer_of
from app.services.question import Answers, Asks

FFT = RULESETS["fft-2017"]
GARDE = Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98)
DOWN = Entry(preneur="S", contrat=Contrat.GARDE, bouts=2, demi_points=60)


def sheet(seats: tuple[str, ...] = ("N", "S", "E", "O"), *entries: Entry, has_mort: bool = False) -> Feuille:
    """A sheet of four donnes, North the first dealer, with some donnes recorded."""
    occupants = tuple(Occupant(seat, seat) for seat in seats)
    feuille = Feuille.blank(Sheet(table=1, position=1, due=4, occupants=occupants), has_mort=has_mort)
    feuille = sheets.happen(feuille, "draw", DealerDrawn(seats[0]))
    for number, entry in enumerate(entries, 1):
        feuille = sheets.record(feuille, f"donne{number}", entry, hand=Hand.TABLE)
    return feuille


def inquire(
    feuille: Feuille, code: str, *answers: object, ruleset: str = "fft-2017"
) -> tuple[list[Asks], FaultInquiry]:
    """Answer the questions that come with these answers, in order; return what was asked."""
    inquiry = FaultInquiry(feuille=feuille, ruleset=FFT, answers=Answers(((Asks.CODE, code),)))
    asked = []
    for answer in answers:
        question = inquiry.question
        assert question is not None, f"nothing is asked that {answer} would answer"
        assert question.is_typed or answer in question.options, question
        asked.append(question.asks)
        inquiry = inquiry.answering(answer)
    return asked, inquiry


def test_a_fault_is_found_by_its_family() -> None:
    inquiry = FaultInquiry(feuille=sheet(), ruleset=FFT)
    assert inquiry.question.options == tuple(Family)
    inquiry = inquiry.answering(Family.RENONCE)
    assert inquiry.question.options == ("renonce.consumed", "renonce.not_consumed")
    assert inquiry.answering("renonce.consumed").code == "renonce.consumed"
    assert inquiry.answering("renonce.consumed").back().back() == FaultInquiry(feuille=sheet(), ruleset=FFT)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_every_code_is_in_a_family_or_reached_by_a_question(ruleset) -> None:
    codes = {regle.code for regle in ruleset.regles}
    assert {code.partition(".")[0] for code in codes} <= FAMILIES.keys()
    picked = [code for family in Family for code in codes_of(family, ruleset)]
    assert len(picked) == len(set(picked))
    assert codes - set(picked) == {"carte_exposee.harmless", "carte_exposee.distorting"}


@pytest.mark.parametrize("seats", [("S", "E", "O"), ("N", "S", "E", "O"), ("N", "S", "E", "O", "E2")], ids=len)
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_whatever_is_answered_every_fault_ends_in_a_ruling(ruleset, seats: tuple[str, ...]) -> None:
    feuille = sheet(seats, GARDE, DOWN)
    for code in sorted({regle.code for regle in ruleset.regles}):
        ways = [FaultInquiry(feuille=feuille, ruleset=ruleset, answers=Answers(((Asks.CODE, code),)))]
        ends = 0
        while ways and ends < 12:
            inquiry = ways.pop()
            question = inquiry.question
            if question is None:
                ruling = judge(inquiry.faute, ruleset)
                assert ruling.donne is not Fate.CHOICE, code
                assert inquiry.is_pending or ruling.donne is not None or code in OUTSIDE_OF_PLAY, code
                ends += 1
                continue
            # First and last answer of each question, and the one in between for who it was.
            options = question.options or (7,)
            ways += [inquiry.answering(options[place]) for place in {0, len(options) // 2, len(options) - 1}]
        assert ends, code


OUTSIDE_OF_PLAY = {
    "abandon", "retard", "feuille.lost", "feuille.left_on_table", "feuille.missing_ids", "feuille.not_zero",
}  # fmt: skip


def test_a_recorded_donne_tells_by_itself_who_took_and_whether_it_was_made() -> None:
    asked, inquiry = inquire(sheet(("N", "S", "E", "O"), GARDE), "faux_ecart.five", 1)
    assert asked == [Asks.DONNE]
    assert inquiry.question is None
    assert (inquiry.faute.preneur, inquiry.faute.made, inquiry.faute.players) == ("E", True, ("E",))
    assert judge(inquiry.faute, FFT).donne is Fate.ANNULLED


def test_what_is_under_way_is_asked_and_may_wait_for_its_end() -> None:
    feuille = sheet()
    asked, inquiry = inquire(feuille, "carte_exposee", "E", "S", True, None)
    assert asked == [Asks.PRENEUR, Asks.PLAYER, Asks.DISTORTING, Asks.MADE]
    assert inquiry.is_pending
    recorded = sheet(("N", "S", "E", "O"), Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=60))
    resumed = inquiry.resumed(recorded)
    assert resumed.question is None
    assert (resumed.donne, resumed.faute.made, resumed.faute.players) == (1, False, ("S",))
    assert judge(resumed.faute, FFT).donne is Fate.ANNULLED


def test_nothing_is_asked_that_changes_nothing() -> None:
    made = sheet(("N", "S", "E", "O"), GARDE)
    assert inquire(made, "hors_tour", 1, "N", "accept")[0] == [Asks.DONNE, Asks.PLAYER, Asks.CHOICE]
    assert inquire(made, "coupe_retournee")[1].question is None
    assert inquire(made, "carte_exposee", 1, "E")[1].question is None


def test_the_preneur_chooses_where_the_code_leaves_a_choice() -> None:
    asked, inquiry = inquire(sheet(), "fausse_donne.after_contract", "O", False, "decline")
    assert asked == [Asks.PRENEUR, Asks.PRENEUR_COUNT, Asks.CHOICE]
    ruling = judge(inquiry.faute, FFT)
    assert (ruling.donne, ruling.barred[0].when, ruling.penalties[0].points) == (Fate.REDEAL, Bar.NEXT, 100)
    assert inquire(sheet(), "fausse_donne.after_contract", "O", True)[1].question is None


def test_figures_are_typed_from_what_the_code_proposes() -> None:
    _, inquiry = inquire(sheet(), "ethique.incorrection", "S")
    assert inquiry.question.asks is Asks.AMOUNT
    assert inquiry.question.proposed == 100
    assert judge(inquiry.answering(250).faute, FFT).penalties[0].points == 250
    _, late = inquire(sheet(), "retard", "S", 11)
    assert judge(late.faute, FFT).penalties[0].points == 300


def test_slow_play_may_be_the_whole_tables() -> None:
    _, inquiry = inquire(sheet(), "lenteur", EVERYONE, True)
    assert [fine.points for fine in judge(inquiry.faute, FFT).penalties] == [200] * 4


def test_a_called_king_is_asked_before_whose_camp_it_was() -> None:
    five = sheet(("N", "S", "E", "O", "E2"))
    asked, inquiry = inquire(five, "renonce.consumed", "E", "O", "O", False)
    assert asked == [Asks.PRENEUR, Asks.PARTNER, Asks.PLAYER, Asks.MADE]
    assert judge(inquiry.faute, FFT).donne is Fate.COUNTED
    alone = inquire(five, "renonce.consumed", "E", None)[1]
    assert alone.question.asks is Asks.PLAYER
    mort = sheet(("N", "S", "E", "O", "E2"), has_mort=True)
    assert inquire(mort, "renonce.consumed")[1].question.options == ("S", "E", "O", "E2")


def test_a_defenders_fault_is_not_laid_at_the_attacks_door() -> None:
    _, inquiry = inquire(sheet(), "cartes_defenseur", "E")
    assert inquiry.question.options == ("N", "S", "O")


def test_who_dealt_an_earlier_donne_is_told_by_the_sheet() -> None:
    feuille = sheet(("N", "S", "E", "O"), GARDE, DOWN)
    assert [dealer_of(feuille, donne) for donne in (1, 2, None)] == ["N", "O", "S"]
    typed = sheets.type_paper(feuille, "event", (GARDE,), note=Note(author="desk", reason="paper", at="now"))
    assert dealer_of(typed, 1) is None


def test_once_the_position_is_over_only_recorded_donnes_are_left() -> None:
    over = sheets.happen(sheet(("N", "S", "E", "O"), GARDE), "time", TimeCalled(False))
    inquiry = inquire(over, "faux_ecart.seven")[1]
    assert (inquiry.question, inquiry.donne) == (None, 1)
    assert (
        UNDER_WAY
        not in inquire(
            sheets.happen(sheet(("N", "S", "E", "O"), GARDE, DOWN), "time", TimeCalled(False)), "coupe_retournee"
        )[1].question.options
    )
