"""Teams rank by the sum of their members."""

import pytest

from app.domain.tournoi.line import Made
from app.domain.tournoi.penalty import give
from app.domain.tournoi.record import Played, Record, running_line
from app.domain.tournoi.standings import Standings
from app.domain.tournoi.team import Team, team_record
from tests.domain.tournoi.strategies import NOTE

ONE = Record(id="a", played=(Played(10, Made(prise=1)), Played(20), None))
TWO = Record(id="b", played=(Played(-4, Made(prise=1, garde=1)), None))


def test_a_team_adds_up_its_members_position_by_position() -> None:
    fine, other = (give(player=name, position=1, points=100, given=NOTE) for name in "ab")
    records = {
        "a": Record(id="a", played=ONE.played, penalties=(fine,)),
        "b": Record(id="b", played=TWO.played, penalties=(other,)),
        "z": Record(id="z", played=(Played(999),)),
    }
    team = Team(id="duo", members=("a", "b"), size=2)
    assert team_record(team, records) == Record(
        id="duo",
        played=(Played(6, Made(prise=2, garde=1)), Played(20), None),
        penalties=(fine, other),
    )


def test_a_team_without_members_has_nothing() -> None:
    assert team_record(Team(id="duo", members=(), size=0), {}) == Record(id="duo")


@pytest.mark.parametrize(
    ("left", "size", "expected"),
    [
        ([None, None], 2, None),
        ([3, None], 2, 3),
        ([3, 2], 2, 2),
        ([3, None, None], 2, None),
        ([3, None, 5], 2, 5),
        ([5, 4, 3], 2, 4),
    ],
)
def test_a_team_abandons_when_too_few_of_it_are_left(left: list[int | None], size: int, expected: int | None) -> None:
    records = {f"p{n}": Record(id=f"p{n}", abandoned_at=at) for n, at in enumerate(left)}
    team = Team(id="team", members=tuple(records), size=size)
    assert team_record(team, records).abandoned_at == expected


@pytest.mark.parametrize(("out", "expected"), [((None, None), None), ((2, 2), 2), ((None, 2), 2)])
def test_a_team_is_eliminated_together(out: tuple[int | None, ...], expected: int | None) -> None:
    records = {f"p{n}": Record(id=f"p{n}", out_after=after) for n, after in enumerate(out)}
    assert team_record(Team(id="team", members=tuple(records), size=2), records).out_after == expected


def test_teams_are_ranked_as_players_are() -> None:
    records = {
        "a": Record(id="a", played=(Played(500), Played(-100))),
        "b": Record(id="b", played=(Played(-400), Played(100))),
        "c": Record(id="c", played=(Played(60), Played(0))),
        "d": Record(id="d", played=(Played(50), Played(-10))),
    }
    teams = [Team(id="ab", members=("a", "b"), size=2), Team(id="cd", members=("c", "d"), size=2)]
    lines = [running_line(team_record(team, records)) for team in teams]
    shared = Standings.of(lines, tie_break=False).table()
    broken = Standings.of(lines, tie_break=True).table()
    assert [(row.rank, row.line.id, row.line.total) for row in shared] == [(1, "ab", 100), (1, "cd", 100)]
    assert [(row.rank, row.line.id, row.line.best) for row in broken] == [(1, "cd", 110), (2, "ab", 100)]
