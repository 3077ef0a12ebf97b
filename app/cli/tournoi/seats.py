"""`tournoi seats`: starting places drawn, handed out again, shown; and who sits where in a position."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping

from app.cli.compute.seats import table_row
from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import Actions, add_position, seed
from app.domain.errors import Refused, violation
from app.domain.events.tournoi import PlayerId
from app.domain.mouvement.rotation import LINES
from app.domain.mouvement.seats import Card, Player, Seat, Seating
from app.services.seats import Wishes, draw_seats, hand_out_again
from app.texts.catalogue import Texts

_PLACE = re.compile(r"[NSEO]|[NSEO]?\d{1,3}b?", re.IGNORECASE)


def add_seats(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `seats` and its actions."""
    add_position(parser, tr)
    actions = Actions(parser, tr)
    show = actions.add("show", tr("who sits where"), _show, "seats show --position 2")
    add_position(show, tr, also_before=True)
    draw = actions.add(
        "draw", tr("hand out the starting places by chance"), _draw, "seats draw", "seats draw --wish DURAND=N1"
    )
    draw.add_argument("--seed", type=seed, metavar="N", help=tr("the same seed draws the same"))
    wish = tr("an orientation (PLAYER=S) or a place (PLAYER=S4)")
    draw.add_argument("--wish", action="append", default=[], metavar=tr("PLAYER=PLACE"), help=wish)
    actions.add("again", tr("after a late entry or a withdrawal: everybody keeps their place who can"), _again)
    actions.otherwise(_show)


def seating_lines(call: Call, seating: Iterable[tuple[int, Mapping[str, PlayerId]]]) -> list[str]:
    """Return the tables of a position, a line each."""
    rooms = [(number, seats) for number, seats in seating]
    sides = [*LINES, *([Seat.E2] if any(Seat.E2 in seats for _, seats in rooms) else [])]
    rows: list[tuple[object, ...]] = [(call.tr("Table"), *sides)]
    rows += [(number, *(call.name(seats[side]) if side in seats else "–" for side in sides)) for number, seats in rooms]
    return columns(rows, frozenset({0}))


def as_rows(seating: Seating[Player]) -> list[tuple[int, dict[str, PlayerId]]]:
    """Return a seating table by table, seat to player."""
    return [(table.number, {str(seat): str(who) for seat, who in table.seated}) for table in seating]


def seats_data(seating: Seating[Player]) -> list[dict[str, int | str | None]]:
    """Return a seating as scripts read it, as `compute movement` does."""
    return [table_row(table) for table in seating]


def _show(call: Call) -> Report:
    state = call.state
    if state.position == 0:
        return _cards(call)
    number = call.position
    tables = state.feuilles.get(number)
    if tables is None:
        raise Refused(violation("position_unknown", "position", position=number))
    now = [
        (table, {seat: feuille.sheet.player_at(seat, len(feuille.sheet.donnes) + 1) for seat in feuille.sheet.seats})
        for table, feuille in sorted(tables.items())
    ]
    title = call.tr("Position {position}", position=number)
    data = [{"table": table, **seats} for table, seats in now]
    return Report([title, *seating_lines(call, now)], {"position": number, "tables": data})


def _cards(call: Call) -> Report:
    cards = call.state.cards
    if not cards:
        raise Refused(violation("nobody_seated", "seats"))
    rows = [(card, call.name(player)) for card, player in sorted(cards.items(), key=lambda item: _order(item[0]))]
    return Report(columns(rows), {"cards": dict(cards), "seed": call.state.seed})


def _order(card: str) -> tuple[int, int, str]:
    """Order cards by the table where they begin, then as boards print the seats; by their number in a Howell."""
    digits = "".join(char for char in card if char.isdecimal())
    return (int(digits or 0), "NSEO".find(card[:1]), card)


def _draw(call: Call) -> Report:
    drawn = draw_seats(call.book, seed=call.args.seed, wishes=_wishes(call))
    shown = _cards(call)
    return call.warned(Report([*shown.lines, call.tr("Drawn with seed {seed}.", seed=drawn)], shown.data))


def _again(call: Call) -> Report:
    moved = hand_out_again(call.book)
    shown = _cards(call)
    cards = {player: card for card, player in call.state.cards.items()}
    changed = [call.tr("New place: {player}, {card}", player=call.name(who), card=cards[who]) for who in moved]
    return call.warned(Report([*shown.lines, *changed], {**shown.data, "moved": list(moved)}))


def _wishes(call: Call) -> Wishes:
    orientations: dict[PlayerId, Seat] = {}
    cards: dict[Card, PlayerId] = {}
    wrong = []
    for wish in call.args.wish:
        said, equals, place = wish.rpartition("=")
        if not equals or not _PLACE.fullmatch(place):
            wrong.append(violation("wish.unread", "wish", wish=wish))
            continue
        player = call.player(said)
        if player in orientations or player in cards.values():
            wrong.append(violation("wish.player_twice", "wish", player=player))
        elif place.upper() in LINES:
            orientations[player] = Seat(place.upper())
        elif (card := Card(place[:1].upper() + place[1:])) in cards:
            wrong.append(violation("wish.place_twice", "wish", card=card))
        else:
            cards[card] = player
    if wrong:
        raise Refused(*wrong)
    return Wishes(orientations, cards)
