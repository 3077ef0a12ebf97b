"""Simulated tournaments: seatings of real tables, donnes that sum to zero, sheets signed and sent."""

from dataclasses import dataclass
from itertools import islice

from hypothesis import strategies as st

from app.domain.donne.contrat import Contrat
from app.domain.mouvement.fft import fft
from app.domain.mouvement.seats import Place, Player, Seat, Seating
from app.domain.tournoi.entrants import Entrants, enter
from app.domain.tournoi.line import Line, Made
from app.domain.tournoi.note import Note
from app.domain.tournoi.penalty import Penalty, give
from app.domain.tournoi.sheet import Hand, Scored, Sheet
from app.domain.tournoi.writing import record, send, visa

NOTE = Note("Mme Arnaud", "late", "20:15")

counts = st.integers(0, 3)
made = st.builds(Made, prise=counts, garde=counts, garde_sans=counts, garde_contre=counts)
# A narrow range of scores, so that ties are the rule and not the exception.
few = st.integers(-3, 3)


def lines(ids: st.SearchStrategy[str]) -> st.SearchStrategy[Line]:
    return st.builds(
        Line,
        id=ids,
        total=few | st.fractions(-2, 2, max_denominator=4),
        best=few,
        made=made,
        abandoned=st.booleans(),
        reached=st.integers(0, 2),
    )


def scored(sheet: Sheet, preneur: int, total: int, contrat: Contrat | None = None) -> Scored:
    """Return a donne of this sheet: the preneur marks what all others pay."""
    taker = sheet.seats[preneur % len(sheet.seats)]
    marks = dict.fromkeys(sheet.seats, -total)
    marks[taker] = total * (len(sheet.seats) - 1)
    return Scored(marks, (taker, contrat) if contrat and total > 0 else None)


def signed(sheet: Sheet) -> Sheet:
    """Return the sheet signed by everyone and sent."""
    for seat in sheet.seats:
        sheet = visa(sheet, seat, Hand.TABLE)
    return send(sheet, Hand.TABLE)


@st.composite
def seatings(draw: st.DrawFn, players: tuple[Player, ...]) -> Seating[Player]:
    """Seat everyone anywhere: tables of four, the last ones of three without North, or one of five."""
    order = draw(st.permutations(players))
    threes = -len(order) % 4
    tables = (len(order) + threes) // 4
    chairs = [
        Place(table, seat)
        for table in range(1, tables + 1)
        for seat in (Seat.N, Seat.S, Seat.E, Seat.O)
        if seat is not Seat.N or table <= tables - threes
    ]
    if threes == 3 and (tables == 2 or draw(st.booleans())):
        # One too many for tables of four: the last table is a table of five.
        tables -= 1
        chairs = [Place(t, s) for t in range(1, tables + 1) for s in (Seat.N, Seat.S, Seat.E, Seat.O)]
        chairs.append(Place(tables, Seat.E2))
    return Seating.of(zip(chairs, order, strict=True), tables)


@st.composite
def movements(draw: st.DrawFn) -> list[Seating[Player]]:
    """Seat a room for some positions: by the FFT movement, tables of three and of five included, or anyhow."""
    positions = draw(st.integers(1, 4))
    if draw(st.booleans()):
        norths = [Place(table, Seat.N) for table in (5, 6)]
        absent = draw(st.sampled_from([[], norths[:1], norths]))
        cards = fft(6).seatings(absent=absent, five=not absent and draw(st.booleans()))
        return [seating.renamed(Player) for seating in islice(cards, positions)]
    players = tuple(Player(f"p{n}") for n in range(draw(st.integers(12, 23))))
    return [draw(seatings(players)) for _ in range(positions)]


@st.composite
def positions_played(draw: st.DrawFn, seating: Seating[Player], number: int) -> tuple[Sheet, ...]:
    """Play one position at every table."""
    sheets = []
    for table in seating:
        donnes = draw(st.integers(0, 3))
        sheet = Sheet.blank(table, position=number, due=donnes)
        for _ in range(donnes):
            preneur, total = draw(st.integers(0, 4)), draw(st.integers(-600, 600))
            sheet = record(sheet, scored(sheet, preneur, total, draw(st.sampled_from(Contrat))), Hand.TABLE)
        sheets.append(signed(sheet))
    return tuple(sheets)


@dataclass(frozen=True)
class Simulated:
    """Some positions of a tournament, played and signed."""

    entrants: Entrants
    seatings: tuple[Seating[Player], ...]
    sheets: tuple[tuple[Sheet, ...], ...]
    penalties: tuple[Penalty, ...]


@st.composite
def tournaments(draw: st.DrawFn) -> Simulated:
    """Play a few positions and give some penalties."""
    rounds = draw(movements())
    players = sorted(rounds[0].places())
    entrants = Entrants()
    for player in players:
        entrants = enter(entrants, player)
    penalties = st.builds(
        give,
        player=st.sampled_from(players),
        position=st.integers(1, len(rounds)),
        points=st.sampled_from((100, 200, 400)),
        given=st.just(NOTE),
    )
    return Simulated(
        entrants=entrants,
        seatings=tuple(rounds),
        sheets=tuple(draw(positions_played(seating, number)) for number, seating in enumerate(rounds, 1)),
        penalties=tuple(draw(st.lists(penalties, max_size=4))),
    )
