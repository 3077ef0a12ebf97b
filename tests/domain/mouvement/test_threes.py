"""Tables of three: the fewest players come to one twice, held against looking at every choice."""

from itertools import combinations, islice

import pytest

from app.domain.mouvement.fft import asce, fft
from app.domain.mouvement.proof import prove
from app.domain.mouvement.rotation import Rotation
from app.domain.mouvement.seats import Place, Seat
from app.domain.mouvement.threes import tables_without_north


def touched(rotation: Rotation, positions: int, without: tuple[int, ...]) -> int:
    absent = [Place(table, Seat.N) for table in without]
    return len(prove(tuple(islice(rotation.seatings(absent=absent), positions))).twice_at_three)


def chosen(rotation: Rotation, positions: int, how_many: int) -> tuple[int, ...]:
    walks = list(islice(rotation.walks(), positions))
    return tables_without_north(rotation.tables, walks, how_many=how_many)


def test_one_table_of_three_is_the_highest() -> None:
    assert chosen(fft(24), 6, 1) == (24,)


def test_no_table_of_three_is_needed_for_full_tables() -> None:
    assert chosen(fft(24), 6, 0) == ()


@pytest.mark.parametrize("how_many", [2, 3])
@pytest.mark.parametrize("positions", [3, 5, 7])
@pytest.mark.parametrize("tables", [5, 6, 8, 9, 10, 13])
def test_no_other_choice_of_tables_touches_fewer(tables: int, positions: int, how_many: int) -> None:
    rotation = fft(tables)
    every = {without: touched(rotation, positions, without) for without in combinations(range(1, tables + 1), how_many)}
    fewest = min(every.values())
    best = chosen(rotation, positions, how_many)
    assert every[best] == fewest
    # Among the best choices the highest tables: the first that the caller would strike from the top.
    assert best == max((c for c, count in every.items() if count == fewest), key=lambda c: sorted(c, reverse=True))


@pytest.mark.parametrize(("tables", "how_many"), [(2, 2), (3, 3), (4, 2), (4, 3), (6, 2), (6, 3)])
def test_the_smallest_contest_has_tables_of_three_too(tables: int, how_many: int) -> None:
    """There the same player comes back to the same table within four positions, which counts as well."""
    best = chosen(asce(tables), 4, how_many)
    assert len(set(best)) == how_many
    assert touched(asce(tables), 4, best) == min(
        touched(asce(tables), 4, without) for without in combinations(range(1, tables + 1), how_many)
    )


def test_a_player_who_comes_back_to_the_same_table_is_counted() -> None:
    """Past as many positions as tables, everybody is back where they were."""
    assert touched(fft(5), 6, (5,)) == 3
    assert chosen(fft(5), 6, 1) == (5,)


@pytest.mark.parametrize("positions", [6, 7])
def test_three_hundred_tables_are_searched_whole(positions: int) -> None:
    best = chosen(fft(300), positions, 3)
    assert touched(fft(300), positions, best) == 0
    assert best[-1] == 300
