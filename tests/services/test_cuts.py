"""Cuts of teams: whole teams go on by the teams' ranking, and play a movement of their own."""

from itertools import combinations

import pytest

from app.domain.chance import Chance
from app.domain.donne.contrat import Contrat
from app.domain.errors import Refused, violation
from app.domain.events.table import Entry
from app.domain.mouvement.asked import Kind
from app.domain.mouvement.programme import Setting
from app.domain.mouvement.seats import Player, Seating
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import Event
from app.domain.tournoi.sheet import Scored
from app.services.book import Book
from app.services.create_tournament import Preset, create_tournament
from app.services.cuts import cuts_changed
from app.services.players import form_team, register_players, substitute_player, withdraw_player
from app.services.positions import close_position, open_position, reopen_position
from app.services.rankings import of_teams
from app.services.seats import choose_movement, draw_seats
from app.services.sheets import TableSheet
from app.texts.shapes import read_shape
from tests.services.test_evening import play


class Teams:
    """A tournament of teams that is played position after position."""

    def __init__(self, book: Book, text: str, event: Event, count: int) -> None:
        self.book = book
        self.chance = Chance(5)
        create_tournament(book, Preset(read_shape(text, event)), name="Équipes")
        players = register_players(book, (Identity(name=f"J{n}") for n in range(event.members * count)))
        groups = zip(*[iter(players)] * event.members, strict=True)
        self.teams = {form_team(book, f"EQUIPE{n}", group): group for n, group in enumerate(groups)}
        choose_movement(book, Kind.FFT)
        draw_seats(book, seed=1)

    def plays(self, setting: Setting | None = None) -> Seating[Player]:
        seating = open_position(self.book, setting)
        play(self.book, self.book.state.position, self.chance)
        assert close_position(self.book).balanced
        return seating

    def passes(self) -> None:
        """Everybody at zero: nothing tells the teams apart."""
        open_position(self.book)
        for table in self.book.state.feuilles[self.book.state.position]:
            sheet = TableSheet(self.book, position=self.book.state.position, table=table)
            sheet.type_paper([Scored(dict.fromkeys(sheet.feuille.sheet.seats, 0))], reason="papier", played=1)

    def order(self) -> list[str]:
        return [ranked.line.id for ranked in of_teams(self.book.state).table()]


def apart(book: Book, seating: Seating[Player]) -> bool:
    """No two mates share a table."""
    tables = {player: place.table for player, place in seating.places().items()}
    seated = [[tables[Player(who)] for who in members if who in tables] for members in book.state.teams.values()]
    return all(one != other for there in seated for one, other in combinations(there, 2))


@pytest.mark.parametrize(
    ("text", "event", "count", "keep", "tables"),
    [
        ("3x1 keep:10 2x1", Event.DUO, 12, 10, 5),
        ("3x1 keep:9 2x1", Event.DUO, 12, 9, 5),
        ("2x1 keep:50% / 2x1", Event.DUO, 24, 12, 6),
        ("2x1 keep:5 1x1", Event.PAR4, 7, 5, 5),
    ],
)
def test_whole_teams_go_on_and_the_next_part_is_played(
    book: Book, text: str, event: Event, count: int, keep: int, tables: int
) -> None:
    room = Teams(book, text, event, count)
    shape = read_shape(text, event)
    for _ in range(shape.played_by_all):
        room.plays()
    first = room.order()
    parts = [room.plays() for _ in range(len(shape.positions) - shape.played_by_all)]
    made = book.state.cuts[0]
    assert made.kept == tuple(who for team in first[:keep] for who in room.teams[team])
    assert made.eliminated == tuple(who for team in first[keep:] for who in room.teams[team])
    for seating in parts:
        assert set(seating.people()) == set(made.kept)
        assert len(seating.tables) == tables
        assert apart(book, seating)
    assert set(book.state.settings) == {"fft"}
    assert set(room.order()[:keep]) == set(first[:keep])
    assert room.order()[keep:] == first[keep:]


def test_who_is_left_alone_of_a_team_does_not_go_on(book: Book) -> None:
    room = Teams(book, "2x1 keep:10 1x1", Event.DUO, 13)
    room.plays()
    alone, gone = room.teams[room.order()[0]]
    withdraw_player(book, gone, with_leave=True, reason="malade")
    room.plays()
    seating = room.plays()
    assert alone not in seating.people()
    assert alone in book.state.cuts[0].eliminated
    assert len(book.state.cuts[0].kept) == 20
    assert room.order()[-1] == next(team for team, members in room.teams.items() if alone in members)


def test_a_substitute_goes_on_with_the_team(book: Book) -> None:
    room = Teams(book, "2x1 keep:10 2x1", Event.DUO, 12)
    room.plays()
    room.plays()
    first, second = room.teams[room.order()[0]]
    newcomer = substitute_player(book, first, Identity(name="REMPLAÇANT"), reason="malaise")
    seating = room.plays()
    assert book.state.cuts[0].kept[:2] == (newcomer, second)
    assert newcomer in seating.people()
    later = substitute_player(book, second, Identity(name="AUTRE"), reason="malaise")
    seating = room.plays()
    assert {newcomer, later} <= set(seating.people())
    assert seating.places()[Player(newcomer)].table != seating.places()[Player(later)].table


def test_teams_tied_at_the_limit_are_told_by_name_and_drawn_by_a_member(book: Book) -> None:
    room = Teams(book, "1x1 keep:10 1x1", Event.DUO, 12)
    room.passes()
    close_position(book)
    with pytest.raises(Refused) as refused:
        open_position(book)
    (why,) = refused.value.violations
    names = ", ".join(book.state.team_names[team] for team in room.teams)
    assert why == violation("cut_undecided", "drawn", places=10, tied=names)
    drawn = [members[n % 2] for n, members in enumerate(list(room.teams.values())[2:])]
    open_position(book, drawn=tuple(drawn))
    assert set(book.state.cuts[0].kept) == {who for members in list(room.teams.values())[2:] for who in members}


def test_a_cut_that_corrections_would_decide_otherwise_names_the_teams_members(book: Book) -> None:
    room = Teams(book, "1x3 keep:10 1x1", Event.DUO, 12)
    room.plays()
    room.plays()
    assert cuts_changed(book.state, 1) == ()
    out = book.state.cuts[0].eliminated[-1]
    table, seat = next(
        (table, seat)
        for table, feuille in book.state.feuilles[1].items()
        for seat in feuille.sheet.seats
        if feuille.sheet.player_at(seat, 1) == out
    )
    reopen_position(book, 1, reason="erreur")
    win = Entry(preneur=seat, contrat=Contrat.GARDE_CONTRE, bouts=3, demi_points=170)
    TableSheet(book, position=1, table=table).correct_donne(1, win, reason="erreur")
    (changed,) = cuts_changed(book.state, 1)
    team = next(members for members in room.teams.values() if out in members)
    assert changed.kept == team
    assert len(changed.gone) == 2
    assert set(changed.gone) in [set(members) for members in room.teams.values()]


def test_a_movement_that_begins_with_a_seance_waits_for_whole_teams(book: Book) -> None:
    room = Teams(book, "1x1 / 1x1", Event.DUO, 12)
    room.plays()
    alone, gone = next(iter(room.teams.values()))
    withdraw_player(book, gone, with_leave=True, reason="malade")
    with pytest.raises(Refused) as refused:
        open_position(book, Setting.REPAIRED)
    assert refused.value.violations == (violation("mate_missing", "teams", player=alone),)
    assert alone in room.plays().people()  # the movement that runs on seats them beside an empty chair
