"""Records: what each position brought, and the lines of the rankings made of it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.line import Line, Made
from app.domain.tournoi.penalty import Penalty, cancel, give
from app.domain.tournoi.record import Played, Record, best_over, carried, eliminate, position_line, running_line
from app.domain.tournoi.shape import PRESETS
from app.domain.tournoi.standings import Standings
from tests.domain.tournoi.strategies import NOTE
from tests.golden.finals import number, prize


def played(*marks: int | None) -> tuple[Played | None, ...]:
    return tuple(None if mark is None else Played(mark) for mark in marks)


def penalty(position: int, points: int) -> Penalty:
    return give(player="a", position=position, points=points, given=NOTE)


def cut(after: int, divide: int | Fraction = 1) -> CutMade:
    return CutMade(after=after, divide=divide, kept=(), eliminated=())


def test_a_line_sums_positions_less_penalties() -> None:
    record = Record(
        id="a",
        played=(Played(120, Made(garde=1)), None, Played(-30, Made(prise=1, garde_contre=1))),
        penalties=(penalty(1, 100), penalty(3, 7), cancel(penalty(3, 400), NOTE)),
    )
    made = Made(prise=1, garde=1, garde_contre=1)
    assert running_line(record) == Line(id="a", total=-17, best=120, made=made)


def test_nothing_played_is_nothing_scored() -> None:
    assert running_line(Record(id="a")) == Line(id="a", total=0)
    assert running_line(Record(id="a", played=(None, None))) == Line(id="a", total=0)
    assert running_line(Record(id="a", penalties=(penalty(1, 100),))) == Line(id="a", total=-100)


def test_the_best_position_may_be_a_loss() -> None:
    assert running_line(Record(id="a", played=played(-50, -20))).best == -20


def test_a_running_ranking_looks_no_further_than_its_position() -> None:
    record = Record(
        id="a",
        played=(Played(10, Made(prise=1)), Played(90, Made(garde=1)), Played(500, Made(garde=1))),
        penalties=(penalty(1, 1), penalty(2, 2), penalty(3, 4)),
    )
    assert running_line(record, upto=0) == Line(id="a", total=0, best=0, made=Made())
    assert running_line(record, upto=1) == Line(id="a", total=9, best=10, made=Made(prise=1))
    assert running_line(record, upto=2) == Line(id="a", total=97, best=90, made=Made(prise=1, garde=1))
    assert running_line(record, upto=3) == running_line(record)
    assert running_line(record, upto=9) == running_line(record)


def test_a_division_weighs_all_that_came_before_penalties_too() -> None:
    record = Record(id="a", played=played(120, 45, 30, 8), penalties=(penalty(2, 100), penalty(3, 10)))
    assert carried(record, [cut(2, 2)]) == Fraction(120 + 45 - 100, 2) + 30 - 10 + 8
    assert carried(record, [cut(2, 2), cut(3, 2)]) == (Fraction(65, 2) + 20) / 2 + 8
    assert carried(record, [cut(2, 2)], with_penalties=False) == Fraction(165, 2) + 38
    assert running_line(record, [cut(2, 2)]).best == 120


def test_a_division_counts_only_once_its_position_is_over() -> None:
    record = Record(id="a", played=played(100, 50))
    cuts = [cut(1, 2), cut(2, 2)]
    assert running_line(record, cuts, upto=1) == Line(id="a", total=100, best=100)
    assert running_line(record, cuts, upto=2) == Line(id="a", total=100, best=100, reached=1)
    assert running_line(record, cuts) == Line(id="a", total=50, best=100, reached=2)


def test_a_division_counts_for_who_missed_the_position_before_it() -> None:
    assert carried(Record(id="a", played=played(100)), [cut(3, 2)]) == 50


def test_who_is_eliminated_keeps_the_score_of_that_moment() -> None:
    record = Record(id="a", played=played(100, 50, None), out_after=2)
    assert running_line(record, [cut(1, 2), cut(2, 2)]) == Line(id="a", total=100, best=100, reached=1)
    assert running_line(record, [cut(2, 2)]) == Line(id="a", total=150, best=100, reached=0)


def test_who_abandons_keeps_the_score_of_that_moment() -> None:
    record = Record(id="a", played=played(100, 50, None), abandoned_at=2)
    assert running_line(record, [cut(1, 2), cut(2, 2)]) == Line(id="a", total=100, best=100, reached=1, abandoned=True)


def test_a_penalty_cancelled_after_a_division_comes_back_divided() -> None:
    given_late = penalty(1, 100)
    record = Record(id="a", played=played(100, 8), penalties=(given_late,))
    assert carried(record, [cut(1, 2)]) == 8
    assert carried(replace(record, penalties=(cancel(given_late, NOTE),)), [cut(1, 2)]) == 58


def test_a_position_has_a_ranking_of_its_own() -> None:
    record = Record(
        id="a",
        played=(Played(10), Played(90, Made(garde=1)), None),
        penalties=(penalty(1, 1), penalty(2, 2), penalty(3, 4)),
        abandoned_at=3,
    )
    assert position_line(record, 1) == Line(id="a", total=9, best=10)
    assert position_line(record, 2) == Line(id="a", total=88, best=90, made=Made(garde=1))
    assert position_line(record, 3) is None
    assert position_line(record, 4) is None


@pytest.mark.parametrize(
    ("number", "slots"), [(1, (7, 20)), (2, (10, 7)), (3, (10, 20, 7)), (5, (10, 20, None, None, 7))]
)
def test_one_more_donne_sets_its_position(number: int, slots: tuple[int | None, ...]) -> None:
    record = Record(id="a", played=played(10, 20), penalties=(penalty(1, 5),))
    changed = record.with_position(number, Played(7))
    assert changed == Record(id="a", played=played(*slots), penalties=(penalty(1, 5),))
    assert changed.with_position(number, None).played[number - 1] is None


def test_the_prize_over_the_last_two_positions_is_the_golden_one() -> None:
    records, rewarded = [], set()
    for row in prize():
        points = int(row.cells["penalties"])
        records.append(
            Record(
                id=row.cells["id"],
                played=played(*(number(mark) for mark in row.cells["positions"].split())),
                penalties=(penalty(5, points),) if points else (),
                abandoned_at=5 if row.cells["abandoned"] == "yes" else None,
            )
        )
        if row.cells["rewarded"] == "yes":
            rewarded.add(row.cells["id"])
    last = PRESETS["5x4+12"].played_by_all
    found = best_over(records, (last - 1, last), rewarded=frozenset(rewarded))
    rows = Standings.of(found, tie_break=False).table()
    expected = {
        row.cells["id"]: (int(row.cells["rank"]), int(row.cells["over two"]))
        for row in prize()
        if row.cells["rank"] != "–"
    }
    assert {row.line.id: (row.rank, row.line.total) for row in rows} == expected


def test_eliminating_touches_only_who_goes_out() -> None:
    records = {name: Record(id=name, played=played(1)) for name in "abc"}
    made = CutMade(after=1, divide=2, kept=("a",), eliminated=("b", "c"))
    after = eliminate(records, made)
    assert after == {
        "a": records["a"],
        "b": Record(id="b", played=played(1), out_after=1),
        "c": Record(id="c", played=played(1), out_after=1),
    }


marks = st.lists(st.none() | st.integers(-900, 900), min_size=1, max_size=6)


@given(marks, st.dictionaries(st.integers(1, 6), st.integers(1, 4), max_size=3))
def test_every_position_is_weighed_by_all_the_divisions_after_it(
    slots: list[int | None], divisions: dict[int, int]
) -> None:
    """Reversible arithmetic: the carried score times all divisors is the sum of weighed positions, exactly."""
    cuts = [cut(after, by) for after, by in sorted(divisions.items())]
    weighed = Fraction(0)
    for index, mark in enumerate(slots, 1):
        weight = Fraction(1)
        for after, by in divisions.items():
            weight /= by if after >= index else 1
        weighed += (mark or 0) * weight
    assert carried(Record(id="a", played=played(*slots)), cuts) == weighed


def test_who_leaves_later_is_not_ranked_last_in_a_ranking_of_before() -> None:
    record = Record(id="a", played=played(120, 30, 10), abandoned_at=3)
    assert [running_line(record, upto=upto).abandoned for upto in (1, 2, 3, None)] == [False, False, True, True]


def test_who_leaves_once_eliminated_has_not_abandoned() -> None:
    cuts = [CutMade(after=1, divide=1, kept=("a",), eliminated=("b", "c"))]
    records = [
        Record(id="a", played=played(10, 20)),
        Record(id="b", played=played(5, None), out_after=1, abandoned_at=2),
        Record(id="c", played=played(-15, None), out_after=1),
    ]
    table = Standings.of((running_line(record, cuts) for record in records), tie_break=False).table()
    assert [(row.rank, row.line.id, row.line.abandoned) for row in table] == [
        (1, "a", False),
        (2, "b", False),
        (3, "c", False),
    ]
    assert [line.id for line in best_over(records, (1,), rewarded=frozenset())] == ["a", "b", "c"]


def test_who_left_in_the_position_of_the_cut_or_earlier_has_abandoned() -> None:
    gone = Record(id="a", played=played(10, 20), out_after=2, abandoned_at=2)
    assert running_line(gone).abandoned
    assert best_over([gone], (1, 2), rewarded=frozenset()) == ()
    assert running_line(replace(gone, abandoned_at=3)) == Line(id="a", total=30, best=20)


def test_a_penalty_after_the_elimination_counts_in_the_total_and_leaves_the_place_alone() -> None:
    cuts = [CutMade(after=2, divide=2, kept=(), eliminated=("a", "b"))]
    late = Record(id="a", played=played(100, 50, None), penalties=(penalty(2, 10), penalty(3, 500)), out_after=2)
    line = running_line(late, cuts)
    assert (line.total, line.settled) == (-360, 140)
    other = running_line(Record(id="b", played=played(100, 20, None), out_after=2), cuts)
    assert (other.total, other.settled) == (120, None)
    table = Standings.of([other, line], tie_break=False).table()
    assert [(row.rank, row.line.id) for row in table] == [(1, "a"), (2, "b")]
    (why,) = Standings.of([other, line], tie_break=False).reasons()
    assert (why.above, why.upper, why.lower) == ("a", 140, 120)
    assert running_line(late, cuts, upto=2).settled is None
    assert running_line(late, cuts, upto=2).total == 140
    assert running_line(late, cuts, upto=3) == line


def test_a_ranking_posted_before_an_elimination_knows_nothing_of_what_was_played_since() -> None:
    gone = Record(id="a", played=played(10, 90), out_after=2)
    assert running_line(gone, [cut(2)], upto=1) == Line(id="a", total=10, best=10)


def test_a_penalty_while_playing_on_moves_the_place() -> None:
    assert running_line(Record(id="a", played=played(100, 50), penalties=(penalty(2, 10),))).settled is None
