"""`status`: where the tournament stands and what can be done, whoever came or left since."""

from __future__ import annotations

import pytest

from tests.cli.tournoi.desk import Commands
from tests.cli.tournoi.test_seances import duos, zeros


def room(desk: Commands, players: int, *lines: str, new: str = "new Club --shape 4x1") -> None:
    desk.batch(new, *(f"players add J{n:02} Jo" for n in range(players)), *lines)


def stands(desk: Commands) -> list[str]:
    return desk.says("status", "--lang", "en").splitlines()


@pytest.mark.parametrize(
    ("players", "movement", "since"),
    [
        (16, "movement howell", ["players add TARD Jo"]),
        (20, "movement fft", [f"withdraw J{n:02} --reason parti" for n in range(4)]),
        (21, "movement fft --five", ["players add TARD Jo"]),
    ],
)
def test_a_number_that_leaves_the_movement_is_told_with_the_way_out(
    desk: Commands, players: int, movement: str, since: list[str]
) -> None:
    room(desk, players, movement, "seats draw --seed 1", *since)
    told = stands(desk)
    assert told[1] == f"{players + 1 if len(since) == 1 else 16} players"
    assert told[-1] == "Next: nord tournoi movement"
    (why,) = desk.answers("status")["hindrances"]
    assert why["code"] in ("movement.tables", "movement.five_players")
    assert why["message"] in desk.says("status")
    chosen = "howell" if len(since) > 1 else "fft"
    desk.says("movement", chosen)
    assert stands(desk)[-1] == "Players came or left since the draw. Next: nord tournoi seats again, or seats draw"
    desk.says("seats", "again")
    assert stands(desk)[-1] == "Ready. Next: nord tournoi open"
    assert "hindrances" not in desk.answers("status")


def test_a_table_of_five_that_is_no_more_says_how_to_go_on(desk: Commands) -> None:
    room(desk, 21, "movement fft --five", "seats draw --seed 1", "players add TARD Jo")
    assert "choose the movement without it" in desk.refuses("seats", "again", "--lang", "en")


def test_players_without_a_team_are_told_before_the_movement(desk: Commands) -> None:
    duos(desk, 10, "--shape 4x1")
    desk.batch("movement fft", "players add SEUL Jo")
    assert stands(desk)[-1] == "Next: nord tournoi players team"


def test_duos_too_few_for_their_tables_may_enter_substitutes_or_end(desk: Commands) -> None:
    duos(desk, 9, "--shape 4x1")
    desk.batch("movement fft", "seats draw --seed 1", "open")
    zeros_of_duos(desk)
    desk.batch(*(f"withdraw J{n}{side} --reason parti" for n in (0, 1) for side in "AB"))
    why = desk.refuses("open", "--lang", "en")
    assert "draw new seats" not in why
    assert "substitute" in why
    assert "end --early" in why
    assert stands(desk)[-1] in why
    assert [one["code"] for one in desk.answers("status")["hindrances"]] == ["movement.teams_too_few_left"]
    desk.batch(*(f"substitute J{n}{side} R{n}{side} Jo --reason venu" for n in (0, 1) for side in "AB"))
    assert stands(desk)[-1].endswith("Next: nord tournoi open")
    desk.says("open")


def zeros_of_duos(desk: Commands) -> None:
    """Close a position at whose tables somebody may be missing."""
    tables = desk.answers("seats")["tables"]
    marks = (" ".join(f"{seat}0" for seat in "NSEO" if seat in table) for table in tables)
    papers = (f"sheets type {n} --reason papier marques {nothing}" for n, nothing in enumerate(marks, 1))
    desk.batch(*papers, "close")


def test_duos_too_few_for_a_part_of_their_own_may_end(desk: Commands) -> None:
    duos(desk, 9, "--shape '2x1 keep:9 1x1'")
    desk.batch("movement fft", "seats draw --seed 1", "open")
    zeros_of_duos(desk)
    desk.batch("open")
    zeros_of_duos(desk)
    desk.batch(*(f"withdraw J0{side} --reason parti" for side in "AB"))
    why = desk.refuses("open", "--lang", "en")
    assert "end --early" in why
    assert stands(desk)[-1] in why


def test_players_too_few_for_their_tables_are_told_to_be_drawn_anew(desk: Commands) -> None:
    room(desk, 20, "movement fft", "seats draw --seed 1", "open")
    zeros(desk, 5)
    desk.batch(*(f"withdraw J{n:02} --reason parti" for n in range(6)))
    assert "draw new seats" in stands(desk)[-1]
    desk.says("open", "--setting", "random")


def test_what_waits_for_the_arbiters_draw_at_a_cut_is_told(desk: Commands) -> None:
    room(desk, 20, "movement fft", "seats draw --seed 1", "open", new="new Club --shape '1x1 keep:12 1x1'")
    zeros(desk, 5)
    assert "--drawn" in stands(desk)[-1]


def test_the_tables_are_those_of_the_position_that_is_played(desk: Commands) -> None:
    room(desk, 20, "movement fft", "seats draw --seed 1", new="new Club --shape '1x1 keep:12 1x1'")
    assert "FFT movement, 5 tables" in stands(desk)
    desk.batch("open")
    zeros_by_rank(desk)
    desk.says("open")
    assert next(line for line in stands(desk) if "tables" in line).endswith("3 tables")
    assert desk.answers("status")["tables"] == 3


def zeros_by_rank(desk: Commands) -> None:
    """Play a position in which no two score the same."""
    marks = (f"N{1000 + table} S{500 + table} E-{500 - table} O-{1000 + 3 * table}" for table in range(1, 6))
    papers = (f"sheets type {table} --reason papier marques {said}" for table, said in enumerate(marks, 1))
    desk.batch(*papers, "close")
