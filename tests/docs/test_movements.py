"""The page of proven movements says what the program computes; `make movements` looks at all of it."""

from pathlib import Path

import pytest

from app.domain.mouvement.fft import fft
from app.domain.mouvement.repair import repaired
from tools.movements import SMALL, again, check_threes, crowded, fewest_touched, lasting, prove, table, touched

PAGE = (Path(__file__).parents[2] / "docs/movements.md").read_text(encoding="utf-8")


def listed(head: str) -> dict[int, str]:
    """Return the rows of the table that begins with this column, by their first figure."""
    lines = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0].splitlines()[2:]
    return {int(line.split()[1]): line for line in lines}


@pytest.mark.parametrize("sizes", [range(5, 13), range(23, 30), range(120, 124)])
def test_how_long_movements_last_is_listed_as_computed(sizes: range) -> None:
    computed = {int(str(row[0])): table(row, []).splitlines()[0] for row in lasting(sizes)}
    assert {size: line for size, line in listed("tables").items() if size in sizes} == computed


@pytest.mark.parametrize("sizes", [range(11, 31), range(45, 51), range(99, 104), range(197, 201)])
def test_who_comes_twice_to_three_is_listed_as_computed(sizes: range) -> None:
    computed = {int(str(row[0])): table(row, []).splitlines()[0] for row in crowded(sizes)}
    assert {size: line for size, line in listed("players").items() if size in sizes} == computed


def test_the_meetings_of_both_howells_for_three_tables_are_listed_as_computed() -> None:
    assert table(["meetings beyond the first", *SMALL], again()) in PAGE


@pytest.mark.parametrize("tables", [5, 6, 8, 10, 24, 67, 100])
def test_a_slice_of_the_great_proof_holds(tables: int) -> None:
    assert prove(fft(tables)) == fft(tables).repeat_free()
    assert prove(repaired(tables)) == repaired(tables).repeat_free()


@pytest.mark.parametrize("players", [*range(17, 27), 29, 38])
@pytest.mark.parametrize("positions", [3, 5, 7])
def test_a_search_without_shortcuts_finds_nobody_who_need_not_come_to_three_twice(players: int, positions: int) -> None:
    assert fewest_touched(players, positions) == touched(players, positions)


@pytest.mark.parametrize("players", [*range(11, 25), 97, 198])
def test_tables_of_three_are_as_many_as_the_number_of_players_makes(players: int) -> None:
    check_threes(players)


def test_the_search_without_shortcuts_counts_what_the_page_lists() -> None:
    assert [fewest_touched(29, positions) for positions in (3, 4, 5)] == [4, 12, 16]
    assert fewest_touched(28, 7) == 0
