"""What is simulated: legal, varied, and the same again from the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from app.cli.demo.donnes import draw_donne
from app.cli.demo.moves import Ask, Correct, Fine, Mend, Move, Play, Rule, Script, Throw, Visa
from app.cli.demo.people import draw_people
from app.cli.demo.reckoning import Reckoning, Room, plan_room
from app.cli.demo.script import Playwright
from app.domain.chance import Chance
from app.domain.donne.checks import check_donne
from app.domain.donne.contrat import Chelem, Contrat
from app.domain.mouvement.asked import Kind

PEOPLE = {"N": "a", "S": "b", "E": "c", "O": "d"}


@pytest.mark.parametrize("seats", [("N", "S", "E", "O"), ("S", "E", "O")])
def test_every_donne_is_legal_and_of_every_sort_there_are_some(seats: tuple[str, ...]) -> None:
    chance = Chance(1)
    drawn = [draw_donne(chance, seats, seats) for _ in range(5000)]
    assert not [donne for donne in drawn if check_donne(donne.donne(seats, None))]
    assert {donne.contrat for donne in drawn} == set(Contrat)
    assert {donne.chelem for donne in drawn} == {None, *Chelem}
    assert {donne.bouts for donne in drawn} == {0, 1, 2, 3}
    assert {donne.preneur for donne in drawn} == set(seats)
    assert any(donne.demi_points % 2 for donne in drawn) is (len(seats) == 3)


def scripts(seed: int) -> list[Script]:
    playwright = Playwright(seed, donnes=4)
    return [playwright.write(position, 1, PEOPLE) for position in range(1, 101)]


def test_the_same_seed_writes_the_same_evening_and_another_seed_another() -> None:
    assert scripts(7) == scripts(7)
    assert scripts(7) != scripts(8)
    assert draw_people(7, 52) == draw_people(7, 52)


def test_everything_happens_that_happens_of_an_evening() -> None:
    moves: list[Move] = [move for script in scripts(1) for move in script.moves]
    assert {type(move) for move in moves} == {Throw, Ask, Play, Mend, Visa, Rule, Fine, Correct}
    fates = Counter(move.ruling.donne for move in moves if isinstance(move, Rule))
    assert set(fates) == {"redeal", "annulled", "counted", "plays_on"}
    assert {move.granted for move in moves if isinstance(move, Ask)} == {True, False}


def test_a_position_ends_with_the_donnes_that_it_owes() -> None:
    assert {len(script.donnes) for script in scripts(3)} == {4}


def test_marks_sum_to_nothing_and_penalties_are_outside_the_sum() -> None:
    reckoning = Reckoning(list(PEOPLE.values()))
    fined = 0
    for script in scripts(5):
        reckoning.count(script)
        fined += sum(move.points for move in script.moves if isinstance(move, Fine))
        fined += sum(fine.points for move in script.moves if isinstance(move, Rule) for fine in move.ruling.penalties)
    assert fined > 0
    assert sum(row.line.total for row in reckoning.ranking()) == -fined


@pytest.mark.parametrize(("players", "kind"), [(11, Kind.HOWELL), (16, Kind.HOWELL), (17, Kind.FFT), (52, Kind.FFT)])
def test_everybody_has_a_chair_at_every_position(players: int, kind: Kind) -> None:
    people = [str(n) for n in range(players)]
    room = Room.drawn(plan_room(players, 5), people, seed=1)
    assert room.plan.kind is kind
    for position in range(1, 6):
        seated = [who for table in room.tables(position).values() for who in table.values()]
        assert sorted(seated) == sorted(people)
