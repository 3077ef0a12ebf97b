"""A movement through the séances of an event: as long as nobody meets twice, else begun anew with each of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.errors import Refused, violation
from app.domain.events.tournoi import PositionOpened
from app.domain.mouvement.asked import Kind
from app.domain.mouvement.programme import Setting
from app.domain.mouvement.proof import prove, repeat_free
from app.domain.mouvement.seats import Player, Seat
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import Event
from app.domain.tournoi.sheet import Scored
from app.services.book import Book
from app.services.create_tournament import CHAMPIONSHIP
from app.services.next_places import next_places
from app.services.players import substitute_player, withdraw_player
from app.services.positions import close_position, open_position
from app.services.seats import choose_movement, draw_seats, next_seats, plan_movement
from app.services.sheets import TableSheet
from app.texts.shapes import read_shape
from tests.services.test_cuts import Teams, apart
from tests.services.test_evening import play
from tests.services.test_final import Room
from tests.services.test_parts import follows


def refused(book: Book) -> tuple[str, ...]:
    with pytest.raises(Refused) as found:
        open_position(book)
    return tuple(why.key for why in found.value.violations)


@pytest.mark.parametrize(
    ("text", "event", "count"),
    [("4x1 / 4x1", Event.DUO, 10), ("4x1 / 4x1", Event.PAR4, 5), ("2x1 / 3x1 / 4x1", Event.DUO, 9)],
)
def test_teams_of_the_smallest_final_begin_anew_with_a_seance(book: Book, text: str, event: Event, count: int) -> None:
    room = Teams(book, text, event, count)
    shape = read_shape(text, event)
    seatings = [room.plays() for _ in shape.positions]
    assert all(apart(book, seating) for seating in seatings)
    first = 0
    for seance in shape.seances:
        played = seatings[first : first + len(seance.positions)]
        assert repeat_free(played) == len(played)
        first += len(seance.positions)
    assert set(book.state.settings) == {"fft"}


def test_the_movement_of_teams_is_proven_seance_by_seance(book: Book) -> None:
    Teams(book, "4x1 / 4x1", Event.DUO, 10)
    plans = plan_movement(book.state, Kind.FFT)
    assert [(len(plan.seatings), plan.proof.mates_meeting) for plan in plans] == [(4, ()), (4, ())]


def test_a_seance_too_long_for_its_teams_is_refused_when_the_movement_is_chosen(book: Book) -> None:
    with pytest.raises(Refused) as found:
        Teams(book, "4x1 / 5x1", Event.DUO, 10)
    assert [why.key for why in found.value.violations] == ["movement.mates_meet"]


def test_teams_go_on_by_the_walk_as_long_as_nobody_meets_twice(book: Book) -> None:
    room = Teams(book, "2x1 / 2x1", Event.DUO, 10)
    seatings = [room.plays() for _ in range(4)]
    assert repeat_free(seatings) == 4


def test_players_whom_the_whole_would_bring_together_begin_anew_with_the_seance(book: Book) -> None:
    room = Room(book, replace(CHAMPIONSHIP, event=Event.LIBRE), 20)
    seatings = [room.plays() for _ in range(10)]
    follows(seatings[:5], Kind.FFT)
    follows(seatings[5:], Kind.FFT)
    plans = plan_movement(book.state, Kind.FFT)
    assert [(len(plan.seatings), plan.proof.repeats) for plan in plans] == [(5, 0), (5, 0)]


def test_the_movement_goes_on_through_the_seances_that_it_lasts(book: Book) -> None:
    room = Room(book, read_shape("2x1 / 2x1 / 2x1"), 20)  # five positions at five tables
    seatings = [room.plays() for _ in range(6)]
    follows(seatings[:4], Kind.FFT)
    follows(seatings[4:], Kind.FFT)


@pytest.mark.parametrize("said", [Setting.FFT, None])
def test_the_movement_in_use_begins_anew_where_a_seance_asks_for_it(book: Book, said: Setting | None) -> None:
    room = Room(book, read_shape("2x1 / 2x1"), 20)
    first = [room.plays() for _ in range(2)]
    drawn = open_position(book, said, seed=5)
    assert prove([*first, drawn]).repeats > 0
    assert book.state.lasting == {1: 4, 3: 2}
    assert set(drawn.people()) == set(first[0].people())


def test_the_seed_of_a_seance_draws_the_same_again_and_another_one_otherwise(book: Book) -> None:
    room = Room(book, read_shape("1x1 / 1x1 / 1x1 / 1x1"), 20)
    room.plays()
    seatings = []
    for seed in (5, 5, 6):
        seatings.append(open_position(book, seed=seed))
        play(book, book.state.position, room.chance)
        close_position(book)
    assert seatings[0] == seatings[1]
    assert seatings[0] != seatings[2]


def test_a_movement_that_was_asked_for_anew_runs_on_from_there(book: Book) -> None:
    room = Room(book, read_shape("2x1 / 3x1"), 28)
    room.plays()
    room.plays()
    follows([room.plays(Setting.FFT), room.plays(), room.plays()], Kind.FFT)


def test_nobody_is_sent_to_a_place_that_is_drawn_later(book: Book) -> None:
    room = Room(book, read_shape("2x1 / 5x1"), 20)
    room.plays()
    assert next_places(book.state, 1, 1) != {}
    room.plays()
    assert next_places(book.state, 2, 1) == {}
    room.plays()
    assert next_places(book.state, 3, 1) != {}


def test_a_mate_who_left_is_replaced_before_the_next_seance_is_drawn(book: Book) -> None:
    room = Teams(book, "4x1 / 4x1", Event.DUO, 10)
    gone, stays = room.teams[next(iter(room.teams))]
    for _ in range(3):
        room.plays()
    withdraw_player(book, gone, with_leave=True, reason="malade")
    room.plays()
    assert refused(book) == ("mate_missing",)
    newcomer = substitute_player(book, gone, Identity(name="REMPLAÇANT"), reason="venu")
    seating = room.plays()
    assert {newcomer, stays} <= set(seating.people())
    assert apart(book, seating)


def test_a_table_of_five_is_there_again_in_the_next_seance(book: Book) -> None:
    Room(book, read_shape("4x1 / 4x1"), 21)
    choose_movement(book, Kind.FFT, five=True)
    draw_seats(book, seed=1)
    for _ in range(8):
        seating = open_position(book)
        assert len(seating.tables_of(5)) == 1
        for table in book.state.feuilles[book.state.position]:
            sheet = TableSheet(book, position=book.state.position, table=table)
            sheet.type_paper([Scored(dict.fromkeys(sheet.feuille.sheet.seats, 0))], reason="papier", played=1)
        close_position(book)
    assert list(book.state.lasting) == [1, 5]


def test_a_position_of_before_movements_were_recorded_goes_on_by_the_walk(book: Book) -> None:
    """A journal that was begun when a movement ran through all séances, repeats or not."""
    room = Room(book, read_shape("2x1 / 5x1"), 20)
    seating = room.plays()
    room.plays()
    state = replace(book.state, lasting={})
    found = next_seats(state)
    assert found.lasts is None
    assert found.seating.places()[Player(str(seating.table(1).at(Seat.N)))].table == 1
    assert PositionOpened(position=1, donnes=1, seating=()).lasts is None


def test_how_long_a_movement_lasts_counts_from_one(book: Book) -> None:
    Room(book, read_shape("1x1"), 20)
    with pytest.raises(Refused) as found:
        book.write(PositionOpened(position=1, donnes=1, seating=(), lasts=0))
    assert found.value.violations == (violation("counts_from_one", "lasts", number=0),)


def test_a_chair_is_no_more_once_the_seance_was_drawn_anew(book: Book) -> None:
    room = Room(book, read_shape("2x1 / 5x1"), 24)
    room.plays()
    gone, late = (Player(book.state.cards[card]) for card in ("S1", "S2"))
    withdraw_player(book, gone, with_leave=True, reason="malade")
    withdraw_player(book, late, with_leave=True, reason="malade")
    room.plays()
    newcomer = substitute_player(book, late, Identity(name="VENU"), reason="venu")
    seating = room.plays()
    assert newcomer in seating.people()
    with pytest.raises(Refused) as found:
        substitute_player(book, gone, Identity(name="TARD"), reason="venu")
    assert found.value.violations == (violation("seat_gone", "player", player=gone),)
