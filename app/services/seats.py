"""Use cases: the movement with its proof, the draw of starting places, and the seating of the next position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from app.domain.chance import Chance
from app.domain.errors import Refused, Violation, refuse, violation
from app.domain.events.tournoi import MovementChosen, PlayerId, SeatsDrawn
from app.domain.fold.state import State
from app.domain.mouvement.asked import Kind
from app.domain.mouvement.avoidance import Past
from app.domain.mouvement.changes import handed_again, handed_again_to_teams
from app.domain.mouvement.draw import FINALISTS, best_seating, final_plan, final_start, random_seating
from app.domain.mouvement.plan import Plan
from app.domain.mouvement.programme import MOVEMENTS, Setting, check_programme
from app.domain.mouvement.rotation import LINES
from app.domain.mouvement.seats import Card, Player, Seat, Seating
from app.services.book import Book
from app.services.parts import (
    NOBODY,
    Part,
    entered,
    first_part,
    later_part,
    new_part,
    part_begun,
    plan_first,
    plan_in_force,
    plan_parts,
    seated_part,
    shape_of,
    team_size_of,
)
from app.services.rankings import still_in


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked of a draw: an orientation for some players, a card for others."""

    orientations: Mapping[PlayerId, Seat]
    cards: Mapping[Card, PlayerId]


NO_WISHES = Wishes({}, {})
MOST_CARDS_BACK = 40  # players who left between the draw and position 1


def plan_movement(state: State, kind: Kind, *, five: bool = False) -> tuple[Plan, ...]:
    """Return the plans of a movement for those who are entered, each with its proof; writes nothing.

    One plan for all that everybody plays, or one for each part where the movement begins anew with a séance.
    """
    return plan_parts(shape_of(state), kind, len(entered(state)), five=five)


def choose_movement(book: Book, kind: Kind, *, five: bool = False) -> tuple[Plan, ...]:
    """Decide how the room moves and return its plans, whose proofs the organiser has seen.

    Refused once a position was played otherwise: the room could not move so from where it sits.
    """
    plans = plan_movement(book.state, kind, five=five)
    plan = plans[0]
    _refuse_another(book.state, kind, five=five)
    book.write(
        MovementChosen(kind=kind, tables=plan.tables, repeat_free=plan.repeat_free, five=five, team_size=plan.team_size)
    )
    return plans


def _refuse_another(state: State, kind: Kind, *, five: bool) -> None:
    if state.position == 0:
        return
    past = _past_settings(state)
    had_five = any(len(sheet.seats) > len(LINES) for sheet in state.sheets(1))
    if check_programme((*past, Setting(kind))) or five != had_five:
        key = "movement_under_way" if past[-1] in MOVEMENTS else "movement_left"
        raise Refused(violation(key, "movement", position=state.position, setting=past[-1]))


def draw_seats(book: Book, *, seed: int | None = None, wishes: Wishes = NO_WISHES) -> int:
    """Hand out the personal cards by chance and return the seed, which gives the same draw again.

    Wishes for a card are met first, then those for an orientation as far as it has chairs; mates of a team get
    the cards of one team.
    """
    state = book.state
    teams = _whole_teams(state)
    plan = plan_in_force(state, len(entered(state)))
    seed = book.new_seed() if seed is None else seed
    cards = _team_cards(plan, teams, seed) if plan.team_size else _cards(state, plan, seed=seed, wishes=wishes)
    book.write(SeatsDrawn(cards=cards, seed=seed))
    return seed


def why_not_draw(state: State) -> tuple[Violation, ...]:
    """Return why no seats can be drawn for those who are entered now, by the movement that was chosen."""
    try:
        _whole_teams(state)
        plan_in_force(state, len(entered(state)))
    except Refused as refused:
        return refused.violations
    return ()


def seats_fit(state: State) -> bool:
    """Tell whether those entered hold the cards of the movement, each one: nobody came or left since the draw."""
    players = entered(state)
    plan = plan_in_force(state, len(players))
    return set(state.cards) == set(plan.start.people()) and sorted(state.cards.values()) == sorted(players)


def hand_out_again(book: Book) -> tuple[PlayerId, ...]:
    """Hand the cards out for those who are there now, and return who sits elsewhere than before, or sits at last.

    Before position 1, after a late entry or a withdrawal: whoever can keep their chair keeps it, though another
    movement was chosen for the new number, and mates of a team get the cards of one team.
    """
    state = book.state
    teams = _whole_teams(state)
    players = entered(state)
    held = {Card(card): Player(player) for card, player in state.cards.items()}
    new = plan_in_force(state, len(players))
    old = _plan_dealt(state, held)
    if new.team_size:
        cards = handed_again_to_teams(held, old, new, teams)
    else:
        arrived = [Player(player) for player in players if player not in state.cards.values()]
        whole = {card: held.get(card, NOBODY) for card in old.start.people()}
        cards = handed_again(whole, old, new, arrived=arrived, left={NOBODY})
    before = {player: old.start.places()[card] for card, player in held.items()}
    after = {player: new.start.places()[card] for card, player in cards.items()}
    book.write(SeatsDrawn(cards={str(card): str(player) for card, player in cards.items()}))
    return tuple(player for player in players if before.get(Player(player)) != after[Player(player)])


@dataclass(frozen=True, slots=True)
class NextSeats:
    """How a position is seated; `lasts` says for how many positions the movement that begins there was planned."""

    setting: Setting
    seating: Seating[Player]
    lasts: int | None = None


def next_seats(state: State, setting: Setting | None = None, *, seed: int = 0, anew: bool = False) -> NextSeats:
    """Return how the next position is seated, and the seats; refuse a setting that the rules do not allow.

    Unless another is asked, a movement runs as long as nobody is eliminated, and those who came through a cut are
    seated as finalists where it kept 12, 16 or 20, else the best with the best. With a later séance a movement begins
    where it is another one, where the one before has come to its end, or where that is asked (`anew`): its cards are
    drawn by the seed, as those of the event's first one were.
    """
    number = state.position + 1
    shape = shape_of(state)
    setting = setting or _usual(state, number)
    first = shape.seance_begun(number)
    if team_size_of(shape):
        first = max(first, *(after + 1 for after in shape.eliminations if after < number), 1)
    programme = (*_past_settings(state)[first - 1 :], setting)
    refuse(*check_programme(programme, team_size=team_size_of(shape), first=first, eliminations=shape.eliminations))
    if setting in MOVEMENTS:
        return _moved(state, setting, seed=seed, anew=anew and number == shape.seance_begun(number))
    playing = [Player(line.id) for line in still_in(state)]
    if setting is Setting.RANDOM:
        return NextSeats(setting, random_seating(playing, Past.of(_past_tables(state)), seed=seed))
    if setting is Setting.BEST:
        return NextSeats(setting, best_seating(playing))
    return NextSeats(setting, _final(state, number))


def _plan_dealt(state: State, held: Mapping[Card, Player]) -> Plan:
    """Return the plan whose cards were handed out; some of them may have come back, and another been chosen since."""
    dealt = state.dealt or state.movement
    if dealt is None:
        raise Refused(violation("movement_missing", "movement"))
    for players in range(len(held), len(held) + MOST_CARDS_BACK + 1):
        with suppress(Refused):
            plan = plan_first(shape_of(state), dealt, players)
            if held.keys() <= set(plan.start.people()):
                return plan
    raise Refused(violation("cards_unknown", "seats"))


def _cards(state: State, plan: Plan, *, seed: int, wishes: Wishes) -> dict[str, PlayerId]:
    places, cards = plan.start.places(), dict(wishes.cards)
    if unknown := [card for card in cards if card not in places]:
        raise Refused(*(violation("wish.place_unknown", "wish", card=card) for card in unknown))
    waiting = [player for player in Chance(seed).shuffled(entered(state)) if player not in cards.values()]
    free = [card for card in places if card not in cards]
    for player in [player for player in waiting if player in wishes.orientations]:
        wished = next((card for card in free if places[card].seat is wishes.orientations[player]), None)
        if wished is not None:
            cards[wished] = player
            free.remove(wished)
            waiting.remove(player)
    return {str(card): player for card, player in {**cards, **dict(zip(free, waiting, strict=True))}.items()}


def _whole_teams(state: State) -> list[tuple[Player, ...]]:
    """Return the teams, none where everybody plays on their own; refuse while somebody is in no team."""
    if team_size_of(shape_of(state)) is None:
        return []
    teams = [tuple(map(Player, members)) for members in state.teams.values()]
    if sorted(player for members in teams for player in members) != sorted(entered(state)):
        raise Refused(violation("players_without_team", "teams"))
    return teams


def _team_cards(plan: Plan, teams: Sequence[tuple[Player, ...]], seed: int) -> dict[str, PlayerId]:
    return {
        str(card): player
        for cards, players in zip(plan.teams(), Chance(seed).shuffled(teams), strict=True)
        for card, player in zip(cards, players, strict=True)
    }


def _moved(state: State, setting: Setting, *, seed: int, anew: bool) -> NextSeats:
    """Return the movement's seats at the next position, without those who left and were not replaced."""
    number = state.position + 1
    part = None if anew and number > 1 else _part_under_way(state, setting)
    if part is None or number - part.begun >= len(part.plan.seatings):
        part = new_part(state, Kind(setting), seed=seed)
    lasts = len(part.plan.seatings) if part.begun == number else None
    return NextSeats(setting, seated_part(state, part, number), lasts)


def _part_under_way(state: State, setting: Setting) -> Part | None:
    """Return the part that a movement goes on with, or that the event begins with; None where it is not under way."""
    number, begun = state.position + 1, part_begun(state, setting)
    if begun == 1:
        if not state.cards:
            raise Refused(violation("nobody_seated", "seats"))
        if number == 1 and state.movement is not None and setting is not Setting(state.movement.kind):
            raise Refused(violation("movement.two_movements", "positions", position=number, setting=setting))
        if number == 1 and not seats_fit(state):
            raise Refused(violation("seats_stale", "seats"))
        return first_part(state)
    return later_part(state, Kind(setting), begun) if begun < number else None


def _final(state: State, number: int) -> Seating[Player]:
    """Return the finalists' seats at a position: by their rank at first, then as they move from there."""
    begun = _final_begun(state)
    ranked = _finalists(state, begun)
    start = final_start(ranked)
    plan = final_plan(len(ranked), number - begun + 1)
    chairs = {place: card for card, place in plan.start.places().items()}
    held = {chairs[place]: player for player, place in start.places().items()}
    return seated_part(state, Part(begun, plan, held), number)


def _finalists(state: State, begun: int) -> list[Player]:
    """Return those who sit down as finalists at a position, played or to come, in the order of their ranks."""
    if state.cuts and begun == state.cuts[-1].after + 1:
        return [Player(player) for player in state.cuts[-1].kept]
    if begun > state.position:
        return [Player(line.id) for line in still_in(state)]
    # Nobody was eliminated just before, and the ranking has changed since: as they sat down then.
    sat = {
        (LINES.index(Seat(seat)), sheet.table): sheet.player_at(seat, 1)
        for sheet in state.sheets(begun)
        for seat in sheet.seats
    }
    return [player for _place, player in sorted(sat.items())]


def _final_begun(state: State) -> int:
    """Return the position at which the finalists of the next one sat down, or will: a cut or a draw ends a final."""
    first = len(state.settings) + 1
    last_cut = state.cuts[-1].after if state.cuts else 0
    while first - 1 > last_cut and state.settings[first - 2] == Setting.FINAL:
        first -= 1
    return first


def _usual(state: State, number: int) -> Setting:
    eliminations = shape_of(state).eliminations
    if state.settings and state.settings[-1] in MOVEMENTS and number - 1 not in eliminations:
        return Setting(state.settings[-1])
    if number <= shape_of(state).played_by_all or team_size_of(shape_of(state)):
        return Setting(state.movement.kind) if state.movement else Setting.FFT
    return Setting.FINAL if len(_finalists(state, _final_begun(state))) in FINALISTS else Setting.BEST


def _past_settings(state: State) -> tuple[Setting, ...]:
    return tuple(Setting(setting) for setting in state.settings)


def _past_tables(state: State) -> Iterator[tuple[Player, ...]]:
    for tables in state.feuilles.values():
        for feuille in tables.values():
            yield tuple(occupant.player for occupant in feuille.sheet.occupants)
