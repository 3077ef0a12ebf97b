"""Séances by commands: what is announced of a movement, and what is played of it."""

from __future__ import annotations

from tests.cli.tournoi.desk import Commands


def duos(desk: Commands, count: int, *new: str) -> None:
    desk.batch(
        " ".join(("new Duo --event duo", *new)),
        *(f"players add J{n}{side} Jo" for n in range(count) for side in "AB"),
        *(f"players team EQUIPE{n} J{n}A J{n}B" for n in range(count)),
    )


def zeros(desk: Commands, tables: int) -> None:
    """Play the open position to a draw, and close it."""
    papers = (f"sheets type {table} --reason papier marques N0 S0 E0 O0" for table in range(1, tables + 1))
    desk.batch(*papers, "close")


def test_the_smallest_final_of_duos_is_announced_and_played_seance_by_seance(desk: Commands) -> None:
    duos(desk, 10, "--shape '1x1 / 4x1'")
    said = desk.says("movement", "fft", "--lang", "en").splitlines()
    assert said[1] == "Position 1: from the first places"
    assert said[3] == "Positions 2 to 5: places drawn anew, who met before may meet again"
    assert said[4] == "Nobody meets twice in 4 positions (4 can be played so)."
    parts = desk.answers("movement", "fft", "--dry-run")["parts"]
    assert parts == [{"first": 1, "last": 1, "repeats": 0}, {"first": 2, "last": 5, "repeats": 0}]
    desk.batch("seats draw --seed 1", "open")
    zeros(desk, 5)
    assert desk.says("open", "--seed", "5", "--lang", "en").splitlines()[1].startswith("The movement begins here")
    drawn = desk.answers("seats")["tables"]
    assert len(drawn) == 5


def test_the_preset_of_a_championship_can_be_played_by_duos(desk: Commands) -> None:
    duos(desk, 10, "--preset championship")
    assert desk.answers("movement", "fft")["parts"] == [
        {"first": 1, "last": 4, "repeats": 0},
        {"first": 5, "last": 8, "repeats": 0},
    ]
    desk.batch("seats draw --seed 1")
    assert "warnings" not in desk.answers("open")


def test_a_championship_of_players_keeps_its_five_positions(desk: Commands) -> None:
    assert desk.answers("new", "Finale", "--preset", "championship", "--event", "senior")["positions"] == [4] * 10
    assert desk.answers("new", "Quatre", "--preset", "championship", "--event", "par4")["positions"] == [5] * 8


def test_scores_divided_by_one_and_a_half_are_said_as_they_were_typed(desk: Commands) -> None:
    lines = ["new Club --shape '1x1 diviser:1,5 1x1'", *(f"players add J{n:02} Jo" for n in range(20))]
    desk.batch(*lines, "movement fft", "seats draw --seed 1", "open")
    zeros(desk, 5)
    assert "divisés par 1,5" in desk.says("status")
    assert "divided by 1.5" in desk.says("status", "--lang", "en")
    desk.says("open")
    assert "1,5" in desk.says("explain", "J00")
    assert "1.5" in desk.says("explain", "J00", "--lang", "en")
    why = desk.refuses("new", "Autre", "--shape", "1x1 diviser:0,5 1x1", "--while-playing")
    assert "0,5" in why
