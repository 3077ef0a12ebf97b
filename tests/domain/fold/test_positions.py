"""Positions open, close, open again and cut; the room moves; the tournament ends."""

from dataclasses import replace

import pytest

from app.domain.events.arbitre import SheetCorrected
from app.domain.events.tournoi import (
    MovementChosen,
    PlayerWithdrawn,
    PositionClosed,
    PositionOpened,
    PositionReopened,
    SeatedTable,
    TournamentClosed,
)
from app.domain.mouvement.asked import Kind
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.position import PositionState
from tests.domain.fold.room import GARDE, PRISE, Room, opened, registered, reopen_with, seating

ALL = ("N1", "S1", "E1", "O1", "N2", "S2", "E2", "O2")


def movement(tables: int = 2) -> MovementChosen:
    return MovementChosen(kind=Kind.FFT, tables=tables, repeat_free=5)


def test_the_movement_may_change_while_no_position_is_open() -> None:
    room = registered(4)
    room.write(movement())
    room.write(movement(5))
    assert room.state.movement == movement(5)
    assert room.refuses(movement(0)) == [("counts_from_one", "tables")]
    reopen_with(room, 4)
    assert room.refuses(movement()) == [("position_still_open", "position")]
    room.close()
    room.write(movement())
    room.write(PositionReopened(position=1, reason="erreur"))
    assert room.refuses(movement()) == [("position_still_open", "position")]


def test_a_position_opens_with_a_blank_sheet_on_each_table_in_the_order_of_the_tables() -> None:
    room = registered(4, 3)
    first, second = seating(4, 3)
    room.write(PositionOpened(position=1, donnes=2, seating=(second, first), setting="fft"))
    assert list(room.state.feuilles[1]) == [1, 2]
    assert room.sheet(2).seats == ("S", "E", "O")
    assert room.sheet(2).due == 2
    assert room.state.position == 1
    assert room.state.settings == ("fft",)
    assert room.state.positions[1].state is PositionState.OPEN


@pytest.mark.parametrize(("ruleset", "has_mort"), [("fft-2017", True), ("asce", False)])
def test_a_table_of_five_has_a_mort_unless_the_contest_calls_a_king(ruleset: str, has_mort: bool) -> None:
    room = opened(5, 4, ruleset=ruleset)
    assert room.feuille(1).course.has_mort is has_mort
    assert not room.feuille(2).course.has_mort


@pytest.mark.parametrize(
    ("changes", "reasons"),
    [
        ({"position": 2}, [("position_out_of_turn", "position")]),
        ({"donnes": 0}, [("no_donnes", "seating.1"), ("no_donnes", "seating.2")]),
        ({"donnes": 100}, [("too_many_donnes", "donnes")]),
        ({"seating": seating(4) * 2}, [("table_twice", "seating"), *[("seated_twice", "seating")] * 4]),
        ({"seating": (SeatedTable(0, seating(4)[0].seats),)}, [("counts_from_one", "table")]),
        ({"seating": (SeatedTable(1, {"N": "N1", "S": "?"}),)}, None),
        ({"seating": (SeatedTable(1, {**seating(4)[0].seats, "X": "N2"}),)}, [("seat_unknown", "seating.1")]),
    ],
)
def test_a_seating_that_cannot_be_played_is_set_aside(changes: dict[str, object], reasons: object) -> None:
    room = registered(4, 4)
    body = replace(PositionOpened(position=1, donnes=2, seating=seating(4, 4)), **changes)
    expected = [("entrant_unknown", "seating"), ("players_out_of_range", "seating.1")] if reasons is None else reasons
    assert room.refuses(body) == expected


def test_nobody_sits_who_has_left() -> None:
    room = opened(4)
    room.close()
    room.write(PlayerWithdrawn(player="N1", with_leave=True, reason="malade"))
    body = PositionOpened(position=2, donnes=2, seating=seating(4))
    assert room.refuses(body) == [("already_left", "seating")]


def test_the_next_position_waits_until_this_one_is_closed_but_not_for_a_mended_one() -> None:
    room = opened(4)
    body = PositionOpened(position=2, donnes=2, seating=seating(4))
    assert room.refuses(body) == [("earlier_not_closed", "position")]
    room.close()
    room.write(PositionReopened(position=1, reason="erreur"))
    room.write(body)
    assert room.state.positions[1].state is PositionState.REOPENED


def test_a_position_closes_once_every_sheet_is_in() -> None:
    room = opened(4, 4)
    room.finish(2)
    assert room.refuses(PositionClosed(position=1)) == [("sheet_not_sent", "sheets")]
    room.finish(1)
    room.write(PositionClosed(position=1))
    assert room.refuses(PositionClosed(position=1)) == [("position_closed", "position")]
    assert room.refuses(PositionClosed(position=2)) == [("position_unknown", "position")]


def test_a_closed_position_is_reopened_for_a_reason_mended_and_closed_again() -> None:
    room = opened(4)
    room.close()
    assert room.refuses(PositionReopened(position=1, reason="")) == [("note_missing", "reason")]
    assert room.refuses(PositionReopened(position=9, reason="x")) == [("position_unknown", "position")]
    room.write(PositionReopened(position=1, reason="erreur"))
    assert room.refuses(PositionReopened(position=1, reason="x")) == [("position_reopened", "position")]
    room.arbiter(1, SheetCorrected(position=1, donnes=(PRISE, PRISE), reason="points"))
    room.write(PositionClosed(position=1))
    assert [note.reason for note in room.state.positions[1].reopenings] == ["erreur"]
    assert room.sheet(1, 1).bilans == {"N": 72, "S": 72, "E": -216, "O": 72}


def cut(**changes: object) -> CutMade:
    said = {"after": 1, "divide": 1, "kept": ALL[:4], "eliminated": ALL[4:]}
    return CutMade(**{**said, **changes})


@pytest.fixture
def closed() -> Room:
    room = opened(4, 4)
    room.close()
    return room


def test_a_cut_says_who_plays_on(closed: Room) -> None:
    closed.write(cut())
    assert closed.state.cuts == (cut(),)
    body = PositionOpened(position=2, donnes=2, seating=seating(4, 4))
    assert closed.refuses(body) == [("is_eliminated", "seating")] * 4
    reopen_with(closed, 4)


def test_a_cut_made_again_since_scores_were_mended_takes_the_place_of_the_first(closed: Room) -> None:
    closed.write(cut())
    other = cut(kept=ALL[4:], eliminated=ALL[:4])
    closed.write(other)
    assert closed.state.cuts == (other,)


def test_a_second_cut_is_among_those_still_in(closed: Room) -> None:
    closed.write(cut())
    reopen_with(closed, 4)
    closed.close()
    assert closed.refuses(cut(after=2)) == [("cut_uneven", "kept")]
    closed.write(cut(after=2, kept=ALL[:4], eliminated=()))
    assert [made.after for made in closed.state.cuts] == [1, 2]


@pytest.mark.parametrize(
    ("changes", "reasons"),
    [
        ({"kept": ALL[:5]}, [("cut_uneven", "kept")]),
        ({"kept": ALL[:3]}, [("cut_uneven", "kept")]),
        ({"kept": (*ALL[:4], "N1")}, [("cut_uneven", "kept")]),
        ({"kept": (*ALL[:4], "?")}, [("entrant_unknown", "kept"), ("cut_uneven", "kept")]),
        ({"divide": 0}, [("divide_below_one", "divide")]),
        ({"after": 0}, [("cut_out_of_turn", "after")]),
    ],
)
def test_a_cut_that_leaves_somebody_out_or_in_twice_is_set_aside(
    closed: Room, changes: dict[str, object], reasons: list[object]
) -> None:
    assert closed.refuses(cut(**changes)) == reasons


def test_who_left_is_not_cut(closed: Room) -> None:
    closed.write(PlayerWithdrawn(player="N1", with_leave=True, reason="malade"))
    assert closed.refuses(cut()) == [("cut_uneven", "kept")]
    closed.write(cut(kept=ALL[1:4]))


def test_a_cut_waits_for_the_close_and_comes_before_the_next_position() -> None:
    room = opened(4, 4)
    assert room.refuses(cut()) == [("cut_out_of_turn", "after")]
    room.close()
    reopen_with(room, 4, 4)
    assert room.refuses(cut()) == [("cut_out_of_turn", "after")]
    assert registered(4).refuses(cut(after=0, kept=ALL[:4], eliminated=())) == [("position_unknown", "position")]


def test_a_tournament_ends_when_no_position_is_open() -> None:
    room = opened(4)
    room.deal(1, GARDE)
    assert room.refuses(TournamentClosed()) == [("position_still_open", "position")]
    room.close()
    room.write(TournamentClosed())
    assert room.state.is_closed
