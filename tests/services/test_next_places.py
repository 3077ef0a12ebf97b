"""Where a table goes next, as far as the movement says so: held against what the desk then opens."""

from app.domain.chance import Chance
from app.domain.mouvement.asked import Kind
from app.domain.tournoi.identity import Identity
from app.services.book import Book
from app.services.create_tournament import PRESETS, create_tournament
from app.services.next_places import next_places
from app.services.players import register_players, withdraw_player
from app.services.positions import close_position, open_position
from app.services.seats import choose_movement, draw_seats
from tests.services.test_evening import play


def begin(book: Book) -> None:
    create_tournament(book, PRESETS["5x5+20"], name="Coupe")
    register_players(book, (Identity(name=f"JOUEUR{n}", licence=f"{n:06}") for n in range(1, 51)))
    choose_movement(book, Kind.FFT)
    draw_seats(book, seed=42)


def told_and_seated(book: Book, position: int) -> None:
    """Everybody is told at position `position` where the desk seats them at the next one."""
    tables = book.state.feuilles[position]
    told = {
        feuille.sheet.player_at(seat, 1): (place.table, str(place.seat))
        for table, feuille in tables.items()
        for seat, place in next_places(book.state, position, table).items()
    }
    play(book, position, Chance(position))
    close_position(book)
    seating = open_position(book)
    assert told == {str(who): (place.table, str(place.seat)) for who, place in seating.places().items()}


def test_the_movement_tells_everybody_where_they_go(book: Book) -> None:
    begin(book)
    open_position(book)
    for position in (1, 2):
        told_and_seated(book, position)


def test_who_has_left_goes_nowhere_and_the_others_are_told_right(book: Book) -> None:
    begin(book)
    open_position(book)
    player = book.state.feuilles[1][1].sheet.player_at("S", 1)
    withdraw_player(book, player, with_leave=True, reason="malade")
    assert "S" not in next_places(book.state, 1, 1)
    told_and_seated(book, 1)


def test_before_a_cut_nothing_is_told(book: Book) -> None:
    begin(book)
    for position in range(1, 6):
        open_position(book)
        if position < 5:
            play(book, position, Chance(position))
            close_position(book)
    assert next_places(book.state, 5, 1) == {}
    assert next_places(book.state, 4, 1) == {}
    assert next_places(book.state, 5, 99) == {}
