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
        assert choose_movement(book, kind).kind is kind


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


def test_a_journal_that_has_left_its_movement_finds_back_to_it(book: Book) -> None:
    room = Room(book, plain(3, 1), 24)
    room.plays()
    book.write(MovementChosen(kind=Kind.REPAIRED, tables=6, repeat_free=6))
    with pytest.raises(Refused):
        open_position(book)
    assert refused(book, Kind.REPAIRED) == "movement_under_way"
    choose_movement(book, Kind.FFT)
    open_position(book)
