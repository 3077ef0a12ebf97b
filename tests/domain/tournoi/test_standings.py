"""The order of the standings: total, stable, explained, and the same whichever way it was reached."""

from functools import cmp_to_key

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.tournoi.line import Criterion, Line, Made, Reason, explain
from app.domain.tournoi.standings import Ranked, Standings
from tests.domain.tournoi.strategies import lines

NAMES = [f"p{n}" for n in range(8)]
unique = st.lists(lines(st.sampled_from(NAMES)), unique_by=lambda line: line.id)


def ranked_slowly(table: list[Line], *, tie_break: bool) -> list[tuple[int, str]]:
    """Rank as the rulebook is read aloud: one more than the number of those who stand before."""

    def stands_before(one: Line, other: Line) -> bool:
        if one.abandoned != other.abandoned:
            return other.abandoned
        if not one.abandoned and one.reached != other.reached:
            return one.reached > other.reached
        if one.total != other.total or not tie_break:
            return one.total > other.total
        if one.best != other.best:
            return one.best > other.best
        mine, theirs = one.made, other.made
        if mine.contracts != theirs.contracts:
            return mine.contracts > theirs.contracts
        if mine.garde_contre != theirs.garde_contre:
            return mine.garde_contre > theirs.garde_contre
        return mine.garde_sans > theirs.garde_sans

    def compare(one: Line, other: Line) -> int:
        return stands_before(other, one) - stands_before(one, other)

    ranks = {line.id: 1 + sum(stands_before(other, line) for other in table) for line in table}
    return [(ranks[line.id], line.id) for line in sorted(table, key=cmp_to_key(compare))]


def shown(standings: Standings) -> list[tuple[int, str]]:
    return [(row.rank, row.line.id) for row in standings.table()]


@given(unique, st.booleans())
def test_the_order_is_that_of_the_rulebook_and_stable(table: list[Line], tie_break: bool) -> None:
    assert shown(Standings.of(table, tie_break=tie_break)) == ranked_slowly(table, tie_break=tie_break)


@given(unique, st.booleans(), st.lists(st.one_of(lines(st.sampled_from(NAMES)), st.sampled_from(NAMES)), max_size=12))
def test_standings_kept_up_are_those_made_from_nothing(
    start: list[Line], tie_break: bool, changes: list[Line | str]
) -> None:
    standings = Standings.of(start, tie_break=tie_break)
    present = {line.id: line for line in start}
    for change in changes:
        if isinstance(change, Line):
            standings = standings.with_lines([change])
            present[change.id] = change
        elif change in present:
            standings = standings.without([change])
            del present[change]
        scratch = Standings.of(present.values(), tie_break=tie_break)
        assert standings.table() == scratch.table()
        assert [standings.rank_of(row.line.id) for row in scratch.table()] == [row.rank for row in scratch.table()]
        assert standings.reasons() == scratch.reasons()


@given(unique, st.lists(lines(st.sampled_from(NAMES)), max_size=8, unique_by=lambda line: line.id))
def test_several_changes_at_once_are_as_one_after_the_other(start: list[Line], changes: list[Line]) -> None:
    standings = Standings.of(start, tie_break=True)
    one_by_one = standings
    for change in changes:
        one_by_one = one_by_one.with_lines([change])
    together = standings.with_lines(changes)
    assert together.table() == one_by_one.table()
    assert (
        together.without(line.id for line in changes).table()
        == standings.without(line.id for line in start if line.id in {change.id for change in changes}).table()
    )


@given(unique, st.booleans())
def test_standings_that_change_leave_the_earlier_ones_alone(start: list[Line], tie_break: bool) -> None:
    standings = Standings.of(start, tie_break=tie_break)
    before = standings.table()
    standings.with_lines([Line(id="new", total=9)]).without(line.id for line in start)
    assert standings.table() == before


def test_who_joins_stays_behind_equals_even_after_others_have_left() -> None:
    start = [Line(id=name, total=0) for name in "abc"]
    standings = Standings.of(start, tie_break=False).without("a").with_lines([Line(id="d", total=0)])
    standings = standings.with_lines([Line(id="e", total=0)]).without("d").with_lines([Line(id="f", total=0)])
    assert shown(standings) == [(1, "b"), (1, "c"), (1, "e"), (1, "f")]


@given(unique, st.booleans())
def test_each_reason_tells_neighbours_apart_exactly_where_their_ranks_differ(
    table: list[Line], tie_break: bool
) -> None:
    standings = Standings.of(table, tie_break=tie_break)
    rows = standings.table()
    reasons = standings.reasons()
    assert len(reasons) == max(0, len(rows) - 1)
    for above, below, why in zip(rows, rows[1:], reasons, strict=False):
        assert (why.above, why.below) == (above.line.id, below.line.id)
        assert (why.by is None) == (above.rank == below.rank)
        assert why.by is None or why.upper > why.lower


A = Line(id="a", total=512, best=540, made=Made(prise=1, garde=2, garde_sans=3, garde_contre=4), reached=1)


@pytest.mark.parametrize(
    ("other", "by", "upper", "lower"),
    [
        (Line(id="b", total=900, best=900, reached=2, abandoned=True), Criterion.STAYED, 1, 0),
        (Line(id="b", total=900, best=900), Criterion.REACHED, 1, 0),
        (Line(id="b", total=511, best=900, reached=1), Criterion.TOTAL, 512, 511),
        (Line(id="b", total=512, best=512, reached=1), Criterion.BEST_POSITION, 540, 512),
        (Line(id="b", total=512, best=540, made=Made(garde_contre=9), reached=1), Criterion.CONTRACTS, 10, 9),
        (
            Line(id="b", total=512, best=540, made=Made(garde_sans=7, garde_contre=3), reached=1),
            Criterion.GARDE_CONTRE,
            4,
            3,
        ),
        (
            Line(id="b", total=512, best=540, made=Made(garde=4, garde_sans=2, garde_contre=4), reached=1),
            Criterion.GARDE_SANS,
            3,
            2,
        ),
    ],
)
def test_the_first_difference_is_the_reason(other: Line, by: Criterion, upper: int, lower: int) -> None:
    said = Reason(above="a", below="b", by=by, upper=upper, lower=lower)
    assert explain(A, other, tie_break=True) == said
    assert explain(other, A, tie_break=True) == said


def test_without_tie_break_equal_totals_are_equal() -> None:
    other = Line(id="b", total=512, reached=1)
    assert explain(A, other, tie_break=False) == Reason(above="a", below="b")


def test_contracts_made_add_up() -> None:
    one = Made(prise=1, garde=2, garde_sans=3, garde_contre=4)
    other = Made(prise=10, garde=20, garde_sans=30, garde_contre=40)
    assert one + other == Made(prise=11, garde=22, garde_sans=33, garde_contre=44)
    assert one.contracts == 10


def test_nobody_makes_an_empty_table() -> None:
    assert Standings.of([], tie_break=True).table() == ()
    assert Standings.of([A], tie_break=True).table() == (Ranked(1, A),)


def test_those_who_abandon_come_last_by_their_scores_whatever_cuts_they_came_through() -> None:
    leader = Line(id="leader", total=312, abandoned=True)
    finalist = Line(id="finalist", total=-162, reached=1, abandoned=True)
    out = Line(id="out", total=-500)
    standings = Standings.of([finalist, leader, out], tie_break=True)
    assert [(row.rank, row.line.id) for row in standings.table()] == [(1, "out"), (2, "leader"), (3, "finalist")]
    assert standings.reasons() == (
        Reason(above="out", below="leader", by=Criterion.STAYED, upper=1, lower=0),
        Reason(above="leader", below="finalist", by=Criterion.TOTAL, upper=312, lower=-162),
    )
