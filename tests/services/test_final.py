"""The final as the desk plays it: seats by rank at first, then a movement, whoever leaves or is replaced."""

import pytest

from app.domain.chance import Chance
from app.domain.mouvement.asked import Kind
from app.domain.mouvement.programme import Setting
from app.domain.mouvement.proof import repeat_free
from app.domain.mouvement.seats import Player, Seat, Seating
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import Shape, plain, with_final
from app.services.book import Book
from app.services.create_tournament import Preset, create_tournament
from app.services.players import register_players, substitute_player, withdraw_player
from app.services.positions import close_position, open_position
from app.services.seats import choose_movement, draw_seats
from tests.services.test_evening import play


class Room:
    """A tournament that is played position after position."""

    def __init__(self, book: Book, shape: Shape, players: int) -> None:
        self.book = book
        self.chance = Chance(7)
        create_tournament(book, Preset(shape), name="Finale")
        register_players(book, (Identity(name=f"JOUEUR{n}", licence=f"{n:06}") for n in range(1, players + 1)))
        choose_movement(book, Kind.FFT)
        draw_seats(book, seed=1)

    def plays(self, setting: Setting | None = None) -> Seating[Player]:
        seating = open_position(self.book, setting)
        play(self.book, self.book.state.position, self.chance)
        close_position(self.book)
        return seating


def norths(seating: Seating[Player]) -> list[Player | None]:
    return [table.at(Seat.N) for table in seating]


def test_twenty_finalists_move_for_five_positions_and_meet_once(book: Book) -> None:
    room = Room(book, with_final(plain(1, 5), 20, positions=5, donnes=1), 24)
    room.plays()
    final = [room.plays() for _ in range(5)]
    ranked = list(book.state.cuts[0].kept)
    assert norths(final[0]) == ranked[:5]
    assert [norths(seating) for seating in final] == [norths(final[0])] * 5
    assert [final[n].places()[Player(ranked[5])].table for n in range(5)] == [1, 2, 3, 4, 5]
    assert repeat_free(final) == 5


@pytest.mark.parametrize(("keep", "players"), [(12, 20), (16, 20)])
def test_a_final_of_two_positions_seats_nobody_as_before(book: Book, keep: int, players: int) -> None:
    room = Room(book, with_final(plain(1, 5), keep, positions=2, donnes=1), players)
    room.plays()
    first, second = room.plays(), room.plays()
    assert set(first.people()) == set(second.people()) == set(book.state.cuts[0].kept)
    assert {table.people for table in first}.isdisjoint({table.people for table in second})


def test_who_leaves_a_final_leaves_an_empty_chair_and_a_substitute_takes_one(book: Book) -> None:
    room = Room(book, with_final(plain(1, 5), 20, positions=5, donnes=1), 24)
    room.plays()
    first = room.plays()
    ranked = list(book.state.cuts[0].kept)
    withdraw_player(book, ranked[6], with_leave=True, reason="malade")
    newcomer = substitute_player(book, ranked[0], Identity(name="REMPLAÇANT"), reason="malaise")
    second = room.plays()
    assert second.places()[Player(newcomer)] == first.places()[Player(ranked[0])]
    assert ranked[6] not in second.people()
    assert [len(table.seated) for table in second] == [4, 4, 3, 4, 4]
    assert [len(table.seated) for table in room.plays()] == [4, 4, 4, 3, 4]


def test_who_leaves_a_final_of_twelve_leaves_an_empty_chair(book: Book) -> None:
    room = Room(book, with_final(plain(1, 5), 12, positions=2, donnes=1), 20)
    room.plays()
    room.plays()
    withdraw_player(book, book.state.cuts[0].kept[0], with_leave=True, reason="malade")
    assert sorted(len(table.seated) for table in room.plays()) == [3, 4, 4]


def test_a_cut_ends_a_final_and_the_last_four_play_on(book: Book) -> None:
    twelve = with_final(plain(1, 5), 12, positions=1, donnes=1)
    room = Room(book, with_final(twelve, 4, positions=2, donnes=1), 20)
    room.plays()
    room.plays()
    last = room.plays()
    assert [len(table.seated) for table in last] == [4]
    assert set(last.people()) == set(book.state.cuts[1].kept)
    assert set(room.plays().people()) == set(last.people())
    assert book.state.settings == ("fft", "final", "best", "best")


def test_a_final_that_nobody_was_cut_for_goes_on_from_where_they_sat_down(book: Book) -> None:
    room = Room(book, plain(4, 1), 20)
    room.plays()
    final = [room.plays(Setting.FINAL) for _ in range(3)]
    assert [norths(seating) for seating in final] == [norths(final[0])] * 3
    assert repeat_free(final) == 3
