"""Movements of later séances: seated anew for those who play on, and run on from there."""

from dataclasses import replace

import pytest

from app.domain.errors import Refused, violation
from app.domain.mouvement.asked import Asked, Kind
from app.domain.mouvement.levelling import is_level, without
from app.domain.mouvement.plan import make_plan
from app.domain.mouvement.programme import Setting
from app.domain.mouvement.proof import prove, repeat_free
from app.domain.mouvement.seats import Card, Player, Seat, Seating
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import Shape
from app.services.book import Book
from app.services.parts import first_part, later_part, seated_part
from app.services.players import substitute_player, withdraw_player
from app.services.positions import open_position
from app.services.rankings import records, running, still_in
from app.texts.shapes import read_shape
from tests.services.test_final import Room

TWO = read_shape("2x1 keep:20 divide:2 / 3x1")


def follows(seatings: list[Seating[Player]], kind: Kind) -> None:
    """The seatings are those of the movement, whoever holds its cards."""
    players = list(seatings[0].people())
    plan = make_plan(Asked(kind, len(players), len(seatings)))
    cards: dict[Card, Player] = {}
    for place, card in ((place, card) for card, place in plan.seatings[0].places().items()):
        cards[card] = next(who for who, there in seatings[0].places().items() if there == place)
    assert [planned.renamed(cards.__getitem__) for planned in plan.seatings] == seatings


@pytest.mark.parametrize(
    ("shape", "setting"),
    [
        (TWO, Setting.FFT),
        (TWO, Setting.REPAIRED),
        (read_shape("2x1 keep:12 / 3x1"), Setting.HOWELL),
        (read_shape("2x1 keep:14 / 3x1"), Setting.HOWELL),
        (read_shape("2x1 keep:23 / 3x1 keep:8 1x1"), Setting.FFT),
    ],
)
def test_a_movement_begins_with_a_later_seance_and_runs_on(book: Book, shape: Shape, setting: Setting) -> None:
    room = Room(book, shape, 40)
    room.plays()
    room.plays()
    seatings = [room.plays(setting), room.plays(), room.plays()]
    assert set(seatings[0].people()) == set(book.state.cuts[0].kept)
    assert book.state.settings == ("fft", "fft", setting, setting, setting)
    follows(seatings, Kind(setting))


def test_the_cards_of_a_later_seance_are_drawn_by_the_seed(book: Book) -> None:
    room = Room(book, TWO, 40)
    room.plays()
    room.plays()
    assert book.state.movement is not None
    seated = open_position(book, Setting.FFT, seed=3)
    assert list(seated.people()) != [Player(line.id) for line in still_in(book.state)]
    assert len(book.state.feuilles[3]) == 5


def test_whoever_leaves_or_is_replaced_in_a_later_seance_their_chair_goes_on(book: Book) -> None:
    room = Room(book, TWO, 40)
    room.plays()
    room.plays()
    first = room.plays(Setting.FFT)
    gone, replaced = first.table(1).at(Seat.S), first.table(2).at(Seat.E)
    assert gone is not None
    assert replaced is not None
    withdraw_player(book, gone, with_leave=True, reason="malade")
    newcomer = substitute_player(book, replaced, Identity(name="REMPLAÇANT"), reason="malaise")
    second, third = room.plays(), room.plays()
    assert [len(table.seated) for table in second] == [4, 3, 4, 4, 4]
    assert [len(table.seated) for table in third] == [4, 4, 3, 4, 4]
    assert str(second.places()[Player(newcomer)]) == "E4"
    assert repeat_free([first.renamed(lambda who: Player(newcomer) if who == replaced else who), second, third]) == 3


def test_a_movement_runs_on_through_seances_that_eliminate_nobody(book: Book) -> None:
    room = Room(book, read_shape("2x1 divide:2 / 3x1"), 20)
    follows([room.plays() for _ in range(5)], Kind.FFT)
    assert book.state.settings == ("fft",) * 5


def test_another_movement_may_begin_with_a_seance_though_nobody_went_out(book: Book) -> None:
    room = Room(book, read_shape("2x1 / 3x1"), 32)
    room.plays()
    room.plays(Setting.RANDOM)
    follows([room.plays(Setting.REPAIRED), room.plays(), room.plays()], Kind.REPAIRED)


@pytest.mark.parametrize("text", ["2x1 keep:20 2x1", "2x1 / 1x1 keep:20 2x1"])
def test_a_movement_does_not_go_on_after_an_elimination_within_a_seance(book: Book, text: str) -> None:
    shape = read_shape(text)
    room = Room(book, shape, 40)
    for _ in range(shape.played_by_all):
        room.plays()
    with pytest.raises(Refused) as refused:
        open_position(book, Setting.FFT)
    at = violation("movement.after_elimination", "positions", position=shape.played_by_all + 1, setting=Setting.FFT)
    assert refused.value.violations == (at,)
    room.plays()
    assert book.state.settings[-1] == "final"


def test_too_few_for_a_movement_are_told_so(book: Book) -> None:
    room = Room(book, read_shape("1x1 keep:8 / 1x1"), 20)
    room.plays()
    with pytest.raises(Refused) as refused:
        open_position(book, Setting.FFT)
    assert [why.key for why in refused.value.violations] == ["movement.tables"]


def test_the_first_position_is_seated_by_the_movement_that_was_chosen(book: Book) -> None:
    room = Room(book, TWO, 40)
    with pytest.raises(Refused) as refused:
        open_position(book, Setting.REPAIRED)
    assert refused.value.violations == (
        violation("movement.two_movements", "positions", position=1, setting=Setting.REPAIRED),
    )
    assert len(room.plays().tables) == 10


def test_who_fills_in_meets_nobody_whom_they_met_when_they_filled_in_before(book: Book) -> None:
    """Held against the sheets: two leave after position 1, a third after position 3."""
    room = Room(book, read_shape("5x1"), 20)
    cards = {card: Player(player) for card, player in book.state.cards.items()}
    seatings = [room.plays()]
    for card in ("N1", "E2"):
        withdraw_player(book, cards[card], with_leave=True, reason="malade")
    seatings += [room.plays(), room.plays()]
    newcomer = Player(substitute_player(book, cards["S4"], Identity(name="REMPLAÇANT"), reason="malaise"))
    withdraw_player(book, cards["E3"], with_leave=True, reason="malade")
    seatings += [room.plays(), room.plays()]
    known = [seating.renamed(lambda who: cards["S4"] if who == newcomer else who) for seating in seatings]
    assert prove(known).repeats == 0
    assert all(len(table.seated) >= 3 for seating in seatings for table in seating)


def test_a_poste_that_sees_its_own_tables_alone_does_not_guess_who_fills_in(book: Book) -> None:
    room = Room(book, read_shape("5x1"), 20)
    cards = {card: Player(player) for card, player in book.state.cards.items()}
    room.plays()
    for card in ("N1", "E2"):
        withdraw_player(book, cards[card], with_leave=True, reason="malade")
    part, state = first_part(book.state), book.state
    seen = replace(state, feuilles={1: {1: state.feuilles[1][1]}})
    gone = frozenset({Card("N1"), Card("E2")})
    whole = [number for number in range(2, 6) if is_level(without(part.plan.seatings[number - 1], gone))]
    assert whole == [2, 4, 5]
    for number in whole:
        assert seated_part(seen, part, number) == seated_part(state, part, number)
    with pytest.raises(Refused) as refused:
        seated_part(seen, part, 3)
    assert refused.value.violations == (violation("seats_withheld", "position", position=1),)


def test_a_poste_that_sees_its_own_tables_alone_does_not_guess_a_later_seance(book: Book) -> None:
    room = Room(book, TWO, 40)
    room.plays()
    room.plays()
    room.plays(Setting.FFT)
    state = book.state
    part = later_part(state, Kind.FFT, 3)
    assert list(part.held.values()) != []
    for tables in ([1], [1, 2, 3, 4], [2, 3, 4, 5]):
        seen = replace(state, feuilles={**state.feuilles, 3: {table: state.feuilles[3][table] for table in tables}})
        with pytest.raises(Refused):
            later_part(seen, Kind.FFT, 3)


def test_a_late_substitute_takes_the_chair_that_went_on_moving_empty(book: Book) -> None:
    room = Room(book, read_shape("5x1"), 20)
    gone = Player(book.state.cards["S2"])
    room.plays()
    withdraw_player(book, gone, with_leave=True, reason="malade")
    assert sorted(len(table.seated) for table in room.plays()) == [3, 4, 4, 4, 4]
    newcomer = substitute_player(book, gone, Identity(name="REMPLAÇANT"), reason="venu")
    seating = room.plays()
    assert str(seating.places()[Player(newcomer)]) == "S4"
    ranked = {ranked.line.id: ranked.line for ranked in running(book.state).table()}
    assert ranked[gone].abandoned
    assert not ranked[newcomer].abandoned
    assert records(book.state)[newcomer].played[:2] == (None, None)
    with pytest.raises(Refused) as refused:
        substitute_player(book, gone, Identity(name="ENCORE"), reason="venu")
    assert [why.key for why in refused.value.violations] == ["already_replaced"]


@pytest.mark.parametrize(("text", "keep"), [("1x1 keep:20 / 2x1", True), ("1x1 / 2x1", False)])
def test_a_chair_is_no_more_once_everybody_was_seated_anew(book: Book, text: str, keep: bool) -> None:
    room = Room(book, read_shape(text), 24)
    room.plays()
    gone = still_in(book.state)[0].id
    withdraw_player(book, gone, with_leave=True, reason="malade")
    room.plays(Setting.REPAIRED)
    with pytest.raises(Refused) as refused:
        substitute_player(book, gone, Identity(name="TARD"), reason="venu")
    assert refused.value.violations == (violation("seat_gone", "player", player=gone),)
    if keep:
        out = book.state.cuts[0].eliminated[0]
        with pytest.raises(Refused) as refused:
            substitute_player(book, out, Identity(name="TARD"), reason="venu")
        assert refused.value.violations == (violation("is_eliminated", "player", player=out),)


def test_who_is_drawn_with_the_others_needs_no_chair_of_before(book: Book) -> None:
    room = Room(book, read_shape("3x1"), 24)
    room.plays()
    gone = still_in(book.state)[0].id
    withdraw_player(book, gone, with_leave=True, reason="malade")
    room.plays(Setting.RANDOM)
    newcomer = substitute_player(book, gone, Identity(name="VENU"), reason="venu")
    assert newcomer in room.plays(Setting.BEST).people()
