"""Starting places of teams: handed out whole, and whole again after late entries and withdrawals."""

import pytest

from app.domain.errors import Refused, violation
from app.domain.mouvement.asked import Kind
from app.domain.mouvement.seats import Player
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import Event, Shape, plain
from app.services.book import Book
from app.services.create_tournament import PRESETS, Preset, create_tournament
from app.services.parts import plan_in_force
from app.services.players import form_team, register_players, withdraw_player
from app.services.positions import open_position
from app.services.seats import choose_movement, draw_seats, hand_out_again


def enter(book: Book, *names: str) -> list[str]:
    return list(register_players(book, [Identity(name=name) for name in names]))


def team(book: Book, *names: str) -> list[str]:
    members = enter(book, *names)
    form_team(book, "+".join(names), members)
    return members


@pytest.fixture
def duos(book: Book) -> list[list[str]]:
    """Twelve duos at six tables, drawn."""
    create_tournament(book, Preset(Shape(plain(4, 4).seances, Event.DUO)), name="Duo")
    teams = [team(book, f"A{n}", f"B{n}") for n in range(12)]
    choose_movement(book, Kind.FFT)
    draw_seats(book, seed=1)
    return teams


def places(book: Book) -> dict[str, str]:
    return {player: card for card, player in book.state.cards.items()}


def lines(book: Book) -> set[frozenset[str]]:
    """The players of each North and South, East and West, of one starting table."""
    held = book.state.cards
    pairs = [(f"{one}{t}", f"{other}{t}") for t in range(1, 8) for one, other in ("NS", "EO")]
    return {frozenset(held[card] for card in pair if card in held) for pair in pairs} - {frozenset()}


def test_late_duos_take_the_chairs_of_those_who_left_each_duo_whole(book: Book, duos: list[list[str]]) -> None:
    before = places(book)
    gone = [book.state.cards[card] for card in ("E3", "O3", "N5", "S5")]
    for player in gone:
        withdraw_player(book, player, with_leave=True, reason="parti")
    late = enter(book, "ZA", "ZB", "ZC", "ZD")
    form_team(book, "TA", [late[0], late[2]])
    form_team(book, "TB", [late[1], late[3]])
    moved = hand_out_again(book)
    assert set(moved) == set(late)
    assert [book.state.cards[card] for card in ("E3", "O3", "N5", "S5")] == [late[0], late[2], late[1], late[3]]
    assert all(places(book)[player] == card for player, card in before.items() if player not in gone)
    seating = open_position(book)
    tables = {player: place.table for player, place in seating.places().items()}
    assert all(len({tables[Player(member)] for member in members}) == 2 for members in book.state.teams.values())


def test_a_duo_that_lost_its_table_takes_the_chairs_of_one_that_left(book: Book, duos: list[list[str]]) -> None:
    last = [book.state.cards["N6"], book.state.cards["S6"]]
    for card in ("E2", "O2"):
        withdraw_player(book, book.state.cards[card], with_leave=True, reason="parti")
    assert set(hand_out_again(book)) == set(last)
    assert {book.state.cards["E2"], book.state.cards["O2"]} == set(last)
    assert lines(book) == {frozenset(members) for members in book.state.teams.values()}


def test_who_finds_another_mate_keeps_the_chair(book: Book, duos: list[list[str]]) -> None:
    stays = book.state.cards["O4"]
    withdraw_player(book, book.state.cards["E4"], with_leave=True, reason="parti")
    (late,) = enter(book, "ZA")
    with pytest.raises(Refused) as refused:
        hand_out_again(book)
    assert refused.value.violations == (violation("players_without_team", "teams"),)
    form_team(book, "TA", [late, stays])
    assert hand_out_again(book) == (late,)
    assert (book.state.cards["E4"], book.state.cards["O4"]) == (late, stays)


def test_one_who_is_left_without_a_mate_is_told_so_before_the_number_is_weighed(
    book: Book, duos: list[list[str]]
) -> None:
    withdraw_player(book, duos[0][0], with_leave=True, reason="parti")
    for act in (hand_out_again, draw_seats):
        with pytest.raises(Refused) as refused:
            act(book)
        assert refused.value.violations == (violation("players_without_team", "teams"),)


def room(book: Book, players: int, kind: Kind, *, five: bool = False, preset: str = "club") -> None:
    """So many players, each on their own, drawn."""
    create_tournament(book, PRESETS[preset], name="Club")
    enter(book, *(f"J{n}" for n in range(players)))
    choose_movement(book, kind, five=five)
    draw_seats(book, seed=1)


def chairs(book: Book) -> dict[str, str]:
    """Where everybody begins, by the plan of the movement in force."""
    plan = plan_in_force(book.state, len(book.state.cards))
    return {book.state.cards[str(card)]: str(place) for card, place in plan.start.places().items()}


def test_a_late_entry_that_leaves_a_howell_behind_leaves_everybody_on_their_chairs(book: Book) -> None:
    room(book, 16, Kind.HOWELL)
    before = chairs(book)
    (late,) = enter(book, "TARD")
    choose_movement(book, Kind.FFT)
    moved = hand_out_again(book)
    after = chairs(book)
    assert len(after) == 17
    norths = {"N1", "N2", "N3", "N4", "N5"}  # those of the tables of three are no more
    stayed = {player for player, chair in before.items() if after[player] == chair}
    assert {before[player] for player in set(before) - stayed} <= norths
    assert set(moved) == {late, *(set(before) - stayed)}
    assert len(open_position(book).tables) == 5


def test_a_late_entry_that_undoes_a_table_of_five_leaves_everybody_on_their_chairs(book: Book) -> None:
    room(book, 33, Kind.ASCE, five=True, preset="asce")
    before = chairs(book)
    (late,) = enter(book, "TARD")
    choose_movement(book, Kind.ASCE)
    hand_out_again(book)
    after = chairs(book)
    lost = {player for player, chair in before.items() if after[player] != chair}
    assert all(before[player] == "E21" or before[player].startswith("N") for player in lost)
    assert after[late]
    assert len(open_position(book).tables) == 9


def test_a_withdrawal_that_leaves_the_walk_for_a_howell_leaves_everybody_on_their_chairs(book: Book) -> None:
    room(book, 17, Kind.FFT)
    before = chairs(book)
    gone = next(player for player, chair in before.items() if chair == "S5")
    withdraw_player(book, gone, with_leave=True, reason="parti")
    choose_movement(book, Kind.HOWELL)
    hand_out_again(book)
    after = chairs(book)
    assert all(after[player] == chair for player, chair in before.items() if chair[1] != "5")
    assert len(open_position(book).tables) == 4


def test_cards_of_a_movement_that_was_chosen_anew_twice_are_still_known(book: Book) -> None:
    room(book, 16, Kind.HOWELL)
    enter(book, "TARD")
    choose_movement(book, Kind.FFT)
    choose_movement(book, Kind.REPAIRED)
    assert len(hand_out_again(book)) < 5
