"""A call of the arbiter: cards counted, granted or refused, played by an earlier bidder or by nobody."""

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.events.table import Announce
from app.services.call import open_call
from tests.services.test_fault_inquiry import sheet


@pytest.mark.parametrize(
    ("seats", "has_mort", "players", "cards"),
    [
        (("S", "E", "O"), False, ("S", "E", "O"), 24),
        (("N", "S", "E", "O"), False, ("N", "S", "E", "O"), 18),
        (("N", "S", "E", "O", "E2"), False, ("N", "S", "E", "O", "E2"), 15),
        (("N", "S", "E", "O", "E2"), True, ("S", "E", "O", "E2"), 18),
    ],
)
def test_everyone_who_holds_cards_counts_them(seats, has_mort: bool, players, cards: int) -> None:
    call = open_call(sheet(seats, has_mort=has_mort), "E", Announce.GARDE_SANS)
    assert (call.players, call.cards) == (players, cards)
    for player in players:
        assert not call.is_counted
        call = call.counting(player)
    assert call.is_counted
    assert not call.counting("E").is_counted


def test_after_a_refusal_one_earlier_bidder_plays() -> None:
    call = open_call(sheet(), "O", Announce.GARDE_SANS).refused()
    assert call.bidders == ("N", "S", "E")
    call = call.answering("N", Contrat.PRISE).answering("S", None)
    assert call.taker == ("N", Contrat.PRISE)
    call = call.answering("E", Contrat.GARDE)
    assert call.taker == ("E", Contrat.GARDE)
    assert "N" not in call.answers
    assert not call.is_declined


def test_if_all_decline_nobody_plays() -> None:
    call = open_call(sheet(), "O", Announce.GARDE_CONTRE).refused()
    for seat in call.bidders:
        assert not call.is_declined
        call = call.answering(seat, None)
    assert call.is_declined
    assert call.taker is None
    assert open_call(sheet(), "O", Announce.GARDE_CONTRE).declining().is_declined
