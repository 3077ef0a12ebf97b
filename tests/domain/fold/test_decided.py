"""The words of a decision: what the arbiter's tablet says is what the table's tablet and the desk say."""

from dataclasses import replace

import pytest

from app.domain.arbitrage.faute import Bar, Barred, Dealer, Fate, Penalty, PoigneeFate, Ruling
from app.domain.errors import Refused
from app.domain.events.arbitre import (
    DecidedAtTable,
    DecisionConfirmed,
    DonneStruck,
    Proof,
    SheetCorrected,
    SheetShortened,
    SurContratGranted,
    SurContratRefused,
    TimeCalled,
)
from app.domain.events.table import Announce, DealerDrawn, DonneRecorded, DonneReplaced, SurContratRequested
from app.domain.fold import decided as words
from app.domain.fold.decided import decided
from app.domain.tournoi.sheet import Scored
from tests.domain.fold.room import GARDE, PRISE, SANS, Room, opened
from tests.domain.fold.rulings import ruled

PRISE_WRITTEN = (
    '{"bouts":1,"chelem":null,"contrat":"prise","demi_points":80,"is":"Entry","mort":null,"partner":null,'
    '"petit_au_bout":null,"poignees":[],"preneur":"E"}'
)


def asked(room: Room, announce: Announce = Announce.GARDE_SANS) -> str:
    if room.feuille().course.dealer is None:
        room.at(1, DealerDrawn(position=1, seat="N"))
    return room.at(1, SurContratRequested(position=1, seat="O", announce=announce))


def test_an_answer_is_told_by_seat_and_announce() -> None:
    room = opened(4)
    request = asked(room)
    said = decided(SurContratGranted(position=1, grants=request), room.feuille())
    assert said == words.granted(Announce.GARDE_SANS, "O") == "grant garde_sans O"
    said = decided(SurContratRefused(position=1, refuses=request), room.feuille())
    assert said == words.refused(Announce.GARDE_SANS, "O") == "refuse garde_sans O"


def test_a_visa_afterwards_is_told_by_donne_announce_and_preneur() -> None:
    room = opened(4)
    _first, sans = room.deal(1, GARDE, SANS)
    said = decided(SurContratGranted(position=1, grants=sans), room.feuille())
    assert said == words.visaed(2, SANS) == "visa 2 garde_sans O"


def test_a_ruling_is_told_with_all_that_follows_from_it() -> None:
    room = opened(4)
    (donne,) = room.deal(1, GARDE)
    late = ruled("retard", players=("S",), minutes_late=7)
    assert decided(late, room.feuille()) == "rule retard S - - - - - S=200 -"
    ruling = Ruling(
        donne=Fate.ANNULLED,
        poignee=PoigneeFate.VOID,
        warnings=("S", "E"),
        penalties=(Penalty("S", 100), Penalty("E", 50)),
        barred=(Barred("S", Bar.NEXT),),
        dealer=Dealer.SAME,
        source="",
    )
    said = words.ruled("x.y", ("S", "E"), ruling, donne=3)
    assert said == "rule x.y E,S 3 annulled void same E,S E=50,S=100 S=next"
    judged = ruled("renonce.consumed", concerns=donne, players=("E",), preneur="S", choice="drop")
    assert decided(judged, room.feuille()).startswith("rule renonce.consumed E 1 annulled ")


def test_other_decisions_are_told_by_donne_and_content() -> None:
    room = opened(4)
    _first, second = room.deal(1, GARDE, GARDE)
    feuille = room.feuille()
    assert decided(DonneStruck(position=1, strikes=second, reason="vu"), feuille) == words.struck(2) == "strike 2"
    replaced = DonneReplaced(position=1, replaces=second, entry=PRISE, reason="vu")
    assert decided(replaced, feuille) == words.replaced(2, PRISE) == f"replace 2 [{PRISE_WRITTEN}]"
    assert decided(SheetShortened(position=1, donnes=2, reason="lent"), feuille) == words.shortened(2) == "shorten 2"
    for under_way, said in ((True, "time under_way"), (False, "time now")):
        assert (
            decided(TimeCalled(position=1, donne_under_way=under_way), feuille)
            == words.timed(under_way=under_way)
            == said
        )
    marks = Scored({"S": -30, "N": 10, "E": 10, "O": 10})
    corrected = SheetCorrected(position=1, donnes=(PRISE, marks), reason="relue")
    assert decided(corrected, feuille) == words.corrected((PRISE, marks))
    assert words.corrected((PRISE, marks)).startswith(f"correct [{PRISE_WRITTEN},")
    said = decided(replace(corrected, played=3), feuille)
    assert said == words.corrected((PRISE, marks), 3)
    assert said.startswith(f"correct 3 [{PRISE_WRITTEN},")


def test_reasons_are_not_vouched_for_they_are_free_words() -> None:
    room = opened(4)
    (donne,) = room.deal(1, GARDE)
    one, other = (DonneStruck(position=1, strikes=donne, reason=reason) for reason in ("vu", "entendu"))
    assert decided(one, room.feuille()) == decided(other, room.feuille())


def test_a_decision_on_nothing_has_no_words() -> None:
    room = opened(4)
    for decision in (
        SurContratGranted(position=1, grants="?"),
        SurContratRefused(position=1, refuses="?"),
        DonneStruck(position=1, strikes="?", reason="vu"),
    ):
        with pytest.raises(Refused):
            decided(decision, room.feuille())


# What the fold does with a code


def test_a_code_is_good_once_on_a_sheet() -> None:
    room = opened(4, 4, donnes=4)
    room.at(1, DealerDrawn(position=1, seat="N"))
    room.at(2, DealerDrawn(position=1, seat="N"))
    shorter = DecidedAtTable(
        decision=SheetShortened(position=1, donnes=1, reason="lenteur"), proof=Proof.CODE, code="012345"
    )
    room.at(1, shorter)
    assert room.feuille().codes == {"012345"}
    assert room.refuses_at(1, shorter) == [("code_used", "code")]
    assert room.feuille().sheet.due == 3
    fined = DecidedAtTable(decision=ruled("retard", players=("S",), minutes_late=1), proof=Proof.CODE, code="012345")
    assert room.refuses_at(1, fined) == [("code_used", "code")]
    room.at(2, fined)
    assert room.feuille(2).codes == {"012345"}
    room.at(1, DonneRecorded(position=1, entry=GARDE))
    assert room.feuille().codes == {"012345"}


def test_a_confirmation_names_an_arbiter_or_nobody() -> None:
    room = opened(4)
    decided_ = DecidedAtTable(decision=TimeCalled(position=1, donne_under_way=False), proof=Proof.CODE, code="012345")
    name = room.at(1, decided_)
    for nobody in ("T1", "DESK", "?"):
        assert room.refuses(DecisionConfirmed(confirms=name, by=nobody)) == [("device_no_arbiter", "by")]
    room.write(DecisionConfirmed(confirms=name, by="ARB"))
    assert room.state.unconfirmed == frozenset()
