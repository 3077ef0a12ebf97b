"""The movement that is chosen: it stays once the room has moved by it."""

from __future__ import annotations

import pytest

from app.domain.errors import Refused
from app.domain.events.tournoi import MovementChosen
from app.domain.mouvement.asked import Kind
from app.domain.mouvement.programme import Setting
from app.domain.tournoi.shape import plain
from app.services.book import Book
from app.services.positions import open_position
from app.services.seats import choose_movement
from tests.services.test_final import Room


def refused(book: Book, kind: Kind, *, five: bool = False) -> str:
    with pytest.raises(Refused) as found:
        choose_movement(book, kind, five=five)
    return found.value.violations[0].key


def test_before_the_first_position_a_movement_is_chosen_as_often_as_people_like(book: Book) -> None:
    Room(book, plain(3, 1), 24)
    for kind in (Kind.REPAIRED, Kind.FFT, Kind.REPAIRED):
        assert choose_movement(book, kind)[0].kind is kind


def test_another_movement_is_refused_once_a_position_was_played(book: Book) -> None:
    room = Room(book, plain(3, 1), 24)
    room.plays()
    assert refused(book, Kind.REPAIRED) == "movement_under_way"
    choose_movement(book, Kind.FFT)
    room.plays()
    room.plays(Setting.RANDOM)
    assert refused(book, Kind.FFT) == "movement_left"


def test_a_table_of_five_is_not_asked_for_once_a_position_was_played(book: Book) -> None:
    room = Room(book, plain(3, 1), 25)
    choose_movement(book, Kind.FFT)
    room.plays()
    assert refused(book, Kind.FFT, five=True) == "movement_under_way"


def test_a_journal_that_has_left_its_movement_goes_on_by_the_one_that_was_played(book: Book) -> None:
    room = Room(book, plain(3, 1), 24)
    room.plays()
    book.write(MovementChosen(kind=Kind.REPAIRED, tables=6, repeat_free=6))
    assert refused(book, Kind.REPAIRED) == "movement_under_way"
    open_position(book)
    assert book.state.settings == ("fft", "fft")
    first, second = (
        {sheet.table: {one.seat: one.player for one in sheet.occupants} for sheet in book.state.sheets(number)}
        for number in (1, 2)
    )
    for table in range(1, 7):  # six tables: North stays, South +1, East +2, West −1
        moved = {"N": table, "S": table % 6 + 1, "E": (table + 1) % 6 + 1, "O": (table - 2) % 6 + 1}
        assert all(second[there][seat] == first[table][seat] for seat, there in moved.items())
