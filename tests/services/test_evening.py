"""A whole evening through the use cases: 50 players at 13 tables, 5×5 and a final of 20."""

from dataclasses import replace

from app.domain.arbitrage.faute import Faute
from app.domain.chance import Chance
from app.domain.donne.contrat import Contrat
from app.domain.events.table import Entry
from app.domain.fold import fold
from app.domain.mouvement.asked import Kind
from app.domain.tournoi.identity import Identity
from app.services.arbitrage import cancel_penalty, give_penalty, rule_fault
from app.services.book import Book, read_state, write_state
from app.services.create_tournament import PRESETS, create_tournament
from app.services.explanation import explain
from app.services.players import register_players, substitute_player, withdraw_player
from app.services.positions import close_position, close_tournament, control_sums, open_position
from app.services.rankings import running
from app.services.seats import choose_movement, draw_seats
from app.services.sheets import TableSheet


def entries(seats: tuple[str, ...], donnes: int, chance: Chance) -> list[Entry]:
    drawn = []
    for _ in range(donnes):
        bouts = chance.below(4)
        least, most = 4 * bouts, 91 - 4 * (3 - bouts) - (bouts == 3)
        drawn.append(
            Entry(
                preneur=seats[chance.below(len(seats))],
                contrat=list(Contrat)[chance.below(2)],
                bouts=bouts,
                demi_points=2 * (least + chance.below(most - least + 1)),
            )
        )
    return drawn


def play(book: Book, position: int, chance: Chance) -> None:
    for table, feuille in book.state.feuilles[position].items():
        sheet = TableSheet(book, position=position, table=table)
        sheet.record(entries(feuille.sheet.seats, feuille.sheet.due, chance), dealer=feuille.sheet.seats[0])
        sheet.visa()
        sheet.send()


def test_an_evening_of_fifty_players_comes_out_to_the_last_point(book: Book) -> None:
    chance = Chance(7)
    create_tournament(book, PRESETS["5x5+20"], name="Coupe de la Saint-Martin")
    players = register_players(book, (Identity(name=f"JOUEUR{n}", licence=f"{n:06}") for n in range(1, 51)))
    (plan,) = choose_movement(book, Kind.FFT)
    assert (plan.tables, plan.repeat_free >= 5, len(plan.proof.tables_of_three)) == (13, True, 2)
    assert draw_seats(book, seed=42) == 42
    for position in range(1, 6):
        open_position(book)
        if position == 2:
            sheet = TableSheet(book, position=2, table=1)
            drawn = entries(sheet.feuille.sheet.seats, 1, chance)
            sheet.record(drawn, dealer="N")
            seat = next(s for s in sheet.feuille.sheet.seats if s != drawn[0].preneur)
            faute = Faute(code="toucher_cartes", players=(seat,))
            assert rule_fault(book, faute, position=2, table=1).warnings == (seat,)
            assert [p.points for p in rule_fault(book, faute, position=2, table=1).penalties] == [100]
            sheet.undo()
            sheet.undo()
            sheet.undo()
            sheet.undo()
        if position == 3:
            substitute_player(book, players[4], Identity(name="REMPLAÇANT"), reason="malaise")
        if position == 4:
            withdraw_player(book, players[10], with_leave=True, reason="parti")
            cancel_penalty(book, give_penalty(book, players[0], points=100, reason="retard"), reason="erreur")
            give_penalty(book, players[1], points=200, reason="lenteur")
        play(book, position, chance)
        if position == 4:
            sheet = TableSheet(book, position=4, table=2)
            donnes = [line.donne for line in sheet.feuille.donnes]
            sheet.correct([replace(donnes[0], contrat=Contrat.PRISE), *donnes[1:]], reason="contrat mal noté")
        assert close_position(book).balanced
    for position in range(6, 11):
        open_position(book)
        assert len(book.state.feuilles[position]) == 5
        play(book, position, chance)
        assert close_position(book).balanced
    close_tournament(book)

    state = book.state
    assert state.set_aside == {}
    assert control_sums(state, 10).running.played == 0
    table = running(state).table()
    assert len(table) == 51
    finalists = {ranked.line.id for ranked in table[:20]}
    assert finalists == set(state.cuts[0].kept)
    for ranked in table:
        told = explain(book, ranked.line.id)
        assert told.total == ranked.line.total
        marks = sum(position.marks for position in told.positions)
        fines = sum(fine.points for position in told.positions for _, fine in position.penalties if fine.stands)
        assert marks - fines == told.total
    assert read_state(write_state(state)) == state
    events = [(entry.sealed.id, entry.sealed.event) for entry in book.entries()]
    assert write_state(fold(events)) == write_state(state)
