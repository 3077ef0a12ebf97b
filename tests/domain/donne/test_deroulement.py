"""The course of a position: the turn of the deal, what is owed, who may not bid, when it ends."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.arbitrage.faute import Bar, Barred, Dealer, Fate, Faute, Ruling
from app.domain.arbitrage.jugement import RULESETS, judge
from app.domain.donne.deroulement import (
    TURN,
    DealerDrawn,
    Deroulement,
    DonneAnnulled,
    DonnePassed,
    DonnePlayed,
    DonnesStruck,
    FauteRuled,
    Happening,
    TimeCalled,
    WrongDealerKept,
    after,
    start_position,
)
from app.domain.errors import Refused

FOUR = start_position("NSEO", donnes=4)
MORT = start_position((*"NSEO", "E2"), donnes=4, has_mort=True)


def follow(course: Deroulement, *happenings: Happening) -> Deroulement:
    return reduce(after, happenings, course)


def ruled(code: str, **facts: object) -> FauteRuled:
    told = {"preneur": "S", "dealer": "N", **facts}
    return FauteRuled(code, judge(Faute(code=code, **told), RULESETS["fft-2017"]))


def keys(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(found.key, found.field) for found in refused.value.violations]


def test_the_deal_turns_counter_clockwise_from_whoever_was_drawn() -> None:
    course = follow(FOUR, DealerDrawn("N"))
    dealers = [course.dealer]
    for _ in range(3):
        course = after(course, DonnePlayed())
        dealers.append(course.dealer)
    assert dealers == ["N", "O", "S", "E"]
    assert follow(FOUR, DealerDrawn("E"), DonnePlayed()).dealer == "N"


def test_an_annulled_donne_is_owed_again_and_the_next_player_deals_even_where_one_sits_out() -> None:
    for start in (FOUR, MORT):
        course = follow(start, DealerDrawn("N"), DonneAnnulled())
        assert (course.dealer, course.owed, course.played) == ("O", 4, 0)
    late = follow(FOUR, DealerDrawn("N"), TimeCalled(donne_under_way=True), DonneAnnulled())
    assert late.is_over


def test_an_empty_seat_is_skipped() -> None:
    three = start_position("SEO", donnes=3)
    assert follow(three, DealerDrawn("E"), DonnePlayed()).dealer == "O"
    assert follow(three, DealerDrawn("O"), DonnePlayed()).dealer == "S"


def test_the_fifth_seat_deals_right_after_east() -> None:
    five = start_position((*"NSEO", "E2"), donnes=6)
    assert follow(five, DealerDrawn("E"), DonnePlayed()).dealer == "E2"
    assert follow(five, DealerDrawn("E2"), DonnePlayed()).dealer == "N"
    assert follow(five, DealerDrawn("E2")).mort is None


def test_a_played_donne_is_one_owed_less_and_the_last_one_ends_the_position() -> None:
    course = follow(FOUR, DealerDrawn("N"))
    assert (course.owed, course.is_over) == (4, False)
    course = follow(course, DonnePlayed(), DonnePlayed(), DonnePlayed())
    assert (course.owed, course.is_over) == (1, False)
    course = after(course, DonnePlayed())
    assert (course.owed, course.is_over) == (0, True)


def test_all_pass_is_not_a_played_donne_and_the_next_deals() -> None:
    course = follow(FOUR, DealerDrawn("N"), DonnePassed())
    assert (course.owed, course.dealer) == (4, "O")


def test_the_mort_deals_again_until_a_contract_is_played() -> None:
    course = follow(MORT, DealerDrawn("O"))
    assert (course.mort, course.may_bid("O"), course.may_bid("N")) == ("O", False, True)
    course = follow(course, DonnePassed(), ruled("petit_sec.announced"))
    assert course.mort == "O"
    assert follow(course, DonnePlayed()).mort == "S"
    assert follow(course, ruled("chien_vu", players=("N",), made=False)).mort == "S"


def test_a_petit_sec_passes_the_deal_at_four() -> None:
    assert follow(FOUR, DealerDrawn("N"), ruled("petit_sec.announced")).dealer == "O"


def test_a_redeal_keeps_the_dealer_and_bars_the_fault_until_the_cards_after() -> None:
    course = follow(FOUR, DealerDrawn("N"), ruled("fausse_donne.dealing"))
    assert (course.dealer, course.owed, course.barred) == ("N", 4, {"N"})
    assert not course.may_bid("N")
    assert course.may_bid("O")
    assert follow(course, DonnePassed()).barred == frozenset()
    assert follow(course, DonnePlayed()).may_bid("N")


def test_an_annulled_donne_is_still_owed_and_the_next_deals() -> None:
    course = follow(FOUR, DealerDrawn("N"), ruled("carte_exposee.distorting", players=("O",), made=False))
    assert (course.dealer, course.owed) == ("O", 4)


def test_a_misdeal_annulled_after_the_contract_keeps_its_dealer_barred() -> None:
    course = follow(FOUR, DealerDrawn("S"), ruled("fausse_donne.after_contract", dealer="S"))
    assert (course.dealer, course.barred) == ("S", {"S"})


def test_a_bar_waits_for_the_next_cards_while_the_donne_is_played_out() -> None:
    course = follow(FOUR, DealerDrawn("N"), ruled("renonce.consumed", players=("O",), choice="mark", made=True))
    assert (course.barred, course.barred_next, course.dealer) == (frozenset(), {"O"}, "N")
    course = after(course, DonnePlayed())
    assert (course.barred, course.barred_next) == ({"O"}, frozenset())
    assert after(course, DonnePlayed()).barred == frozenset()


def test_two_bars_add_up() -> None:
    renonce = ruled("renonce.consumed", players=("O",), choice="mark", made=True)
    again = ruled("renonce.consumed", players=("E",), choice="drop", made=True)
    assert follow(FOUR, DealerDrawn("N"), renonce, again).barred == {"O", "E"}


def test_a_bar_holds_for_the_next_cards_even_if_they_are_a_redeal() -> None:
    declined = ruled("fausse_donne.after_contract", choice="decline")
    course = follow(FOUR, DealerDrawn("N"), declined)
    assert (course.dealer, course.barred) == ("N", {"N"})


def test_a_ruling_that_lets_play_go_on_changes_nothing_else() -> None:
    course = follow(FOUR, DealerDrawn("N"))
    assert after(course, ruled("toucher_cartes", players=("O",))) == course
    assert after(course, ruled("retard", players=("O",), minutes_late=7)) == course


def test_the_turn_goes_on_from_whoever_dealt_wrongly_unseen() -> None:
    course = follow(FOUR, DealerDrawn("N"), WrongDealerKept("S"))
    assert course.dealer == "S"
    assert after(course, DonnePlayed()).dealer == "E"


def test_struck_donnes_are_no_longer_owed() -> None:
    course = follow(FOUR, DealerDrawn("N"), DonnePlayed(), DonnesStruck(1), DonnesStruck(1))
    assert (course.owed, course.struck, course.is_over) == (1, 2, False)
    assert after(course, DonnesStruck(1)).is_over


@pytest.mark.parametrize("donnes", [-1, 0, 5])
def test_more_donnes_than_are_owed_cannot_be_struck(donnes: int) -> None:
    with pytest.raises(Refused) as refused:
        after(FOUR, DonnesStruck(donnes))
    assert keys(refused) == [("struck_out_of_range", "donnes")]
    assert dict(refused.value.violations[0].params) == {"donnes": donnes, "owed": 4}
    assert after(FOUR, DonnesStruck(4)).is_over


def test_after_time_no_cards_are_dealt_but_the_donne_under_way_is_finished() -> None:
    course = follow(FOUR, DealerDrawn("N"), DonnePlayed())
    assert after(course, TimeCalled(donne_under_way=False)).is_over
    course = after(course, TimeCalled(donne_under_way=True))
    assert not course.is_over
    for end in (DonnePlayed(), DonnePassed(), ruled("petit_sec.announced")):
        assert after(course, end).is_over
    assert after(course, ruled("carte_exposee.distorting", players=("O",), made=False)).is_over


def test_a_misdeal_after_time_is_dealt_again() -> None:
    course = follow(FOUR, DealerDrawn("N"), TimeCalled(donne_under_way=True))
    for code, facts in (
        ("fausse_donne.after_time", {"players": ("N",)}),
        ("fausse_donne.after_contract", {"preneur": "N"}),
        ("coupe_retournee", {}),
    ):
        again = after(course, ruled(code, **facts))
        assert not again.is_over
        assert after(again, DonnePlayed()).is_over


def test_before_time_an_annulled_donne_is_not_the_last() -> None:
    course = follow(FOUR, DealerDrawn("N"), ruled("petit_sec.announced"))
    assert not course.last_deal
    assert not course.is_over


def test_nothing_happens_in_a_position_that_is_over() -> None:
    over = follow(FOUR, DealerDrawn("N"), TimeCalled(donne_under_way=False))
    with pytest.raises(Refused) as refused:
        after(over, DonnePlayed())
    assert keys(refused) == [("position_over", "position")]


@pytest.mark.parametrize("happening", [DonnePlayed(), DonnePassed(), WrongDealerKept("N")])
def test_nothing_is_played_before_the_dealer_is_drawn(happening: Happening) -> None:
    with pytest.raises(Refused) as refused:
        after(FOUR, happening)
    assert keys(refused) == [("no_dealer_yet", "dealer")]
    assert FOUR.next_dealer is None
    assert after(FOUR, TimeCalled(donne_under_way=False)).is_over


def test_the_dealer_is_drawn_once_and_sits_at_the_table() -> None:
    with pytest.raises(Refused) as twice:
        follow(FOUR, DealerDrawn("N"), DealerDrawn("O"))
    assert keys(twice) == [("dealer_already_drawn", "dealer")]
    assert dict(twice.value.violations[0].params) == {"seat": "N"}
    for happening in (DealerDrawn("E2"), WrongDealerKept("E2")):
        with pytest.raises(Refused) as elsewhere:
            follow(FOUR if isinstance(happening, DealerDrawn) else follow(FOUR, DealerDrawn("N")), happening)
        assert keys(elsewhere) == [("seat_unknown", "dealer")]
        assert dict(elsewhere.value.violations[0].params) == {"seat": "E2"}


def test_a_table_that_cannot_be_is_refused_with_every_reason() -> None:
    with pytest.raises(Refused) as refused:
        start_position(("N", "X"), donnes=0, has_mort=True)
    assert keys(refused) == [
        ("seat_unknown", "seats"),
        ("players_out_of_range", "seats"),
        ("no_mort_here", "mort"),
        ("no_donnes", "donnes"),
    ]
    assert [dict(found.params) for found in refused.value.violations] == [
        {"seat": "X"},
        {"players": 2},
        {},
        {"donnes": 0},
    ]
    assert start_position("SEO", donnes=1).owed == 1


def test_only_a_table_that_has_a_mort_lets_its_dealer_sit_out() -> None:
    five = (*"NSEO", "E2")
    for has_mort in (False, True):
        course = start_position(five, donnes=4, has_mort=has_mort)
        assert course.has_mort is has_mort
        assert follow(course, DealerDrawn("O")).may_bid("O") is not has_mort


def test_somebody_who_does_not_sit_here_may_not_bid() -> None:
    assert not FOUR.may_bid("E2")


def test_what_is_no_happening_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="not a happening: 'a cat'"):
        after(follow(FOUR, DealerDrawn("N")), "a cat")  # type: ignore[arg-type]


rulings = st.builds(
    Ruling,
    donne=st.sampled_from([None, *Fate]),
    poignee=st.none(),
    warnings=st.just(()),
    penalties=st.just(()),
    barred=st.lists(st.builds(Barred, st.sampled_from("NSEO"), st.sampled_from(Bar)), max_size=2).map(tuple),
    dealer=st.sampled_from([None, *Dealer]),
    source=st.just("-"),
)
happenings = st.one_of(
    st.builds(DonnePlayed),
    st.builds(DonnePassed),
    st.builds(FauteRuled, st.sampled_from(["fausse_donne.dealing", "petit_sec.announced", "chien_vu"]), rulings),
    st.builds(WrongDealerKept, st.sampled_from("NSEO")),
    st.builds(DonnesStruck, st.integers(1, 2)),
    st.builds(TimeCalled, st.booleans()),
)


@given(st.lists(happenings, max_size=30))
def test_whatever_happens_the_count_holds_and_somebody_seated_deals(drawn: list[Happening]) -> None:
    course = follow(FOUR, DealerDrawn("N"))
    played = struck = 0
    for happening in drawn:
        try:
            course = after(course, happening)
        except Refused:
            continue
        played += isinstance(happening, DonnePlayed)
        struck += happening.donnes if isinstance(happening, DonnesStruck) else 0
        assert course.owed == 4 - played - struck >= 0
        assert course.dealer in course.seats
        assert course.barred <= course.seats
        assert course.is_over >= (course.owed == 0)
    assert TURN.index(course.dealer or "") < 4
