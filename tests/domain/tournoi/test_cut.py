"""Cuts: who is kept, what is carried, and where only a draw can tell."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Refused, violation
from app.domain.tournoi.cut import Cut, CutMade, can_play_on, make_cut, remake_cut, ties_broken
from app.domain.tournoi.line import Criterion, Line, Made, Reason
from app.domain.tournoi.score import Score, divided, exact
from app.domain.tournoi.standings import Standings
from tests.domain.tournoi.strategies import few, lines


def totals(**scores: int) -> list[Line]:
    return [Line(id=name, total=total) for name, total in scores.items()]


@pytest.mark.parametrize(
    ("cut", "entrants", "kept"),
    [
        (Cut(), 47, 47),
        (Cut(16), 47, 16),
        (Cut(16), 16, 16),
        (Cut(16), 9, 9),
        (Cut(Fraction(1, 2)), 48, 24),
        (Cut(Fraction(1, 2)), 47, 24),
        (Cut(Fraction(4, 5)), 101, 81),
        (Cut(Fraction(1, 3)), 1, 1),
    ],
)
def test_a_number_or_a_share_is_kept_a_part_of_a_player_counting_as_one(cut: Cut, entrants: int, kept: int) -> None:
    assert cut.kept(entrants) == kept


def test_the_best_play_on_and_the_others_stay_in_their_order() -> None:
    made = make_cut(Cut(2, 2), totals(a=10, b=40, c=30, d=20), after=5)
    assert made == CutMade(after=5, divide=2, kept=("b", "c"), eliminated=("d", "a"))


def test_nobody_goes_out_where_everyone_is_kept() -> None:
    made = make_cut(Cut(divide=2), totals(a=10, b=10), after=1)
    assert made == CutMade(after=1, divide=2, kept=("a", "b"), eliminated=())
    assert make_cut(Cut(4), [], after=1) == CutMade(after=1, divide=1, kept=(), eliminated=())


def test_who_abandoned_takes_no_place_and_is_not_eliminated_either() -> None:
    field = [Line(id="gone", total=999, abandoned=True), *totals(a=10, b=40, c=30)]
    made = make_cut(Cut(2), field, after=1)
    assert made == CutMade(after=1, divide=1, kept=("b", "c"), eliminated=("a",))
    twelve = [field[0], *(Line(id=f"p{n:02}", total=-n) for n in range(12))]
    assert make_cut(Cut(Fraction(1, 2)), twelve, after=1).kept == tuple(f"p{n:02}" for n in range(6))


def test_a_tie_for_the_last_place_is_broken_by_article_29() -> None:
    field = [
        Line(id="a", total=10, best=512),
        Line(id="b", total=10, best=540),
        Line(id="c", total=20),
        Line(id="d", total=10, best=512, made=Made(garde=1)),
    ]
    assert make_cut(Cut(2), field, after=1).kept == ("c", "b")
    assert make_cut(Cut(3), field, after=1).kept == ("c", "b", "d")


TIED = totals(a=20, b=10, c=10, d=10, e=0)


@pytest.mark.parametrize("drawn", [(), ("c",), ("c", "a"), ("c", "c"), ("b", "c", "d"), ("c", "e")])
def test_what_nothing_decides_waits_for_the_draw(drawn: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refused:
        make_cut(Cut(3), TIED, after=1, drawn=drawn)
    assert refused.value.violations == (violation("cut_undecided", "drawn", places=2, tied="b, c, d"),)


@pytest.mark.parametrize("drawn", [("d", "b"), ("b", "d")])
def test_the_draw_names_who_plays_on(drawn: tuple[str, ...]) -> None:
    made = make_cut(Cut(3), TIED, after=1, drawn=drawn)
    assert made == CutMade(after=1, divide=1, kept=("a", "b", "d"), eliminated=("c", "e"))


def test_a_tie_among_the_very_first_is_drawn_too() -> None:
    field = totals(a=10, b=10, c=0)
    with pytest.raises(Refused) as refused:
        make_cut(Cut(1), field, after=1)
    assert refused.value.violations == (violation("cut_undecided", "drawn", places=1, tied="a, b"),)
    assert make_cut(Cut(1), field, after=1, drawn=("b",)).eliminated == ("a", "c")


@pytest.mark.parametrize("keep", [1, 4, 5])
def test_no_draw_where_nobody_is_tied_for_the_last_place(keep: int) -> None:
    assert len(make_cut(Cut(keep), TIED, after=1).kept) == keep
    with pytest.raises(Refused) as refused:
        make_cut(Cut(keep), TIED, after=1, drawn=("b",))
    assert refused.value.violations == (violation("cut_decided", "drawn"),)


@given(
    st.lists(lines(st.sampled_from([f"p{n}" for n in range(9)])), unique_by=lambda line: line.id),
    st.integers(1, 9),
)
def test_everybody_kept_stands_before_everybody_eliminated(field: list[Line], keep: int) -> None:
    staying = [line for line in field if not line.abandoned]
    ranks = {row.line.id: row.rank for row in Standings.of(staying, tie_break=True).table()}
    try:
        made = make_cut(Cut(keep), field, after=1)
    except Refused as refused:
        said = dict(refused.violations[0].params)
        tied = said["tied"].split(", ")
        assert len({ranks[name] for name in tied}) == 1
        assert 0 < said["places"] < len(tied)
        made = make_cut(Cut(keep), field, after=1, drawn=tuple(tied[: said["places"]]))
    assert sorted(made.kept + made.eliminated) == sorted(ranks)
    assert len(made.kept) == min(keep, len(staying))
    assert all(ranks[one] <= ranks[other] for one in made.kept for other in made.eliminated)


scores = st.integers(-(10**6), 10**6) | st.fractions(max_denominator=64)
divisors = st.integers(1, 7) | st.fractions(1, 4, max_denominator=9)


@given(scores, st.lists(divisors, max_size=5))
def test_dividing_again_and_again_loses_nothing(score: Score, by: list[Score]) -> None:
    carried = score
    for divisor in by:
        carried = divided(carried, divisor)
    for divisor in reversed(by):
        carried = exact(carried * divisor)
    assert carried == score


@given(few, st.integers(1, 4))
def test_whole_scores_are_whole_numbers(score: int, by: int) -> None:
    assert type(divided(score * by, by)) is int
    assert exact(Fraction(score)) == score
    assert type(exact(Fraction(score))) is int
    assert divided(1, 2) == Fraction(1, 2)


def test_a_cut_made_again_follows_the_totals_and_leaves_a_draw_alone() -> None:
    made = make_cut(Cut(2, 3), totals(a=40, b=10, c=10, d=5), after=4, drawn=("c",))
    assert made.kept == ("a", "c")
    mended = remake_cut(Cut(2, 3), totals(a=40, b=10, c=10, d=7), made)
    assert mended == CutMade(after=4, divide=3, kept=("a", "c"), eliminated=("b", "d"))
    assert remake_cut(Cut(2, 3), totals(a=40, b=11, c=10, d=7), made).kept == ("a", "b")
    assert remake_cut(Cut(2, 3), totals(a=40, b=10, c=9, d=10), made).kept == ("a", "b")
    assert remake_cut(Cut(2, 3), [*totals(a=40, b=10, d=7), Line(id="c", total=10, abandoned=True)], made).kept == (
        "a",
        "b",
    )


@pytest.mark.parametrize(
    ("members", "seatable"),
    [(1, [4, 6, 7, 8, 9, 10, 11, 12]), (2, [9, 10, 11, 12]), (4, [5, 6, 7, 8, 9, 10, 11, 12])],
)
def test_four_play_on_or_six_and_more_and_teams_at_five_tables_at_least(members: int, seatable: list[int]) -> None:
    assert [number for number in range(13) if can_play_on(number, members=members)] == seatable


@pytest.mark.parametrize(
    ("share", "entrants", "members", "kept"),
    [(5, 20, 1, 4), (25, 20, 1, 6), (20, 20, 1, 4), (30, 20, 1, 6), (25, 17, 1, 6), (90, 5, 1, 5), (50, 3, 1, 3),
     (50, 16, 2, 9), (50, 20, 2, 10), (50, 8, 2, 8), (10, 40, 4, 5), (10, 51, 4, 6)],
)  # fmt: skip
def test_a_share_keeps_as_many_as_can_be_seated(share: int, entrants: int, members: int, kept: int) -> None:
    assert Cut(Fraction(share, 100)).kept(entrants, members=members) == kept


def test_a_number_is_kept_as_it_was_announced() -> None:
    assert [Cut(keep).kept(20) for keep in (1, 4, 5, 20, 21)] == [1, 4, 5, 20, 20]


def test_a_cut_by_a_share_leaves_a_table_of_four() -> None:
    lines = [Line(id=f"p{n:02}", total=-n) for n in range(20)]
    made = make_cut(Cut(Fraction(1, 20)), lines, after=1)
    assert made.kept == ("p00", "p01", "p02", "p03")
    assert remake_cut(Cut(Fraction(1, 20)), lines, made) == made
    made = make_cut(Cut(Fraction(1, 20)), lines, after=1, members=2)
    assert len(made.kept) == 9
    assert remake_cut(Cut(Fraction(1, 20)), lines, made, members=2) == made


def test_a_mended_cut_of_teams_keeps_those_whom_the_draw_kept_at_its_own_limit() -> None:
    field = totals(**{f"t{n:02}": 100 if n < 8 else 0 for n in range(20)})
    drawn = ("t13",)
    made = make_cut(Cut(Fraction(1, 20)), field, after=1, members=2, drawn=drawn)
    assert made.kept == (*(f"t{n:02}" for n in range(8)), *drawn)
    assert remake_cut(Cut(Fraction(1, 20)), field, made, members=2) == made


def test_competitors_are_single_players_where_nothing_else_is_said() -> None:
    assert can_play_on(6)
    assert Cut(Fraction(1, 2)).kept(12) == 6


def test_what_broke_a_tie_at_the_limit_is_told_of_all_who_were_tied() -> None:
    field = [
        Line(id="a", total=20),
        Line(id="b", total=10, best=540),
        Line(id="c", total=10, best=512, made=Made(garde=1)),
        Line(id="d", total=10, best=512),
        Line(id="e", total=10, best=3),
        Line(id="f", total=5),
    ]
    made = make_cut(Cut(3), field, after=1)
    assert ties_broken(made.kept, made.eliminated, field) == (
        Reason(above="b", below="d", by=Criterion.BEST_POSITION, upper=540, lower=512),
        Reason(above="c", below="d", by=Criterion.CONTRACTS, upper=1, lower=0),
        Reason(above="c", below="e", by=Criterion.BEST_POSITION, upper=512, lower=3),
    )


def test_a_draw_broke_the_tie_where_nothing_else_does() -> None:
    made = make_cut(Cut(3), TIED, after=1, drawn=("b", "d"))
    assert ties_broken(made.kept, made.eliminated, TIED) == (
        Reason(above="b", below="c", by=Criterion.DRAWN),
        Reason(above="d", below="c", by=Criterion.DRAWN),
    )


def test_without_a_tie_at_the_limit_nothing_was_broken() -> None:
    field = totals(a=20, b=10, c=10, d=5)
    assert ties_broken(("a", "b", "c"), ("d",), field) == ()
    assert ties_broken(("a", "b", "c", "d"), (), field) == ()
    # Mended since: what was kept no longer stands before.
    assert ties_broken(("a",), ("b",), [Line(id="a", total=1), Line(id="b", total=1, best=9)]) == ()
