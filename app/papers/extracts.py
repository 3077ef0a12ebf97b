"""What can be taken out of a tournament: ranking, players, sheets, donnes, penalties, history."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from app.domain.donne.contrat import Contrat
from app.domain.donne.donne import Seat
from app.domain.donne.marque import score_donne
from app.domain.errors import Refused
from app.domain.events.kinds import read_body
from app.domain.events.table import Entry
from app.domain.fold.state import State
from app.domain.mouvement.seats import Seat as Side
from app.domain.tournoi.sheet import SheetState
from app.papers.extract import (
    CLUB,
    FIRST_NAME,
    ID,
    LICENCE,
    NAME,
    PLAYER,
    POSITION,
    REASON,
    SEAT,
    TABLE,
    WHO,
    Column,
    Extract,
    Kind,
    Value,
)
from app.services.book import Book
from app.services.history import history_met, identities_ever
from app.services.penalties import numbered_penalties
from app.services.rankings import records, running
from app.texts.catalogue import N_, Texts
from app.texts.facts import Telling, fact
from app.texts.fautes import undone
from app.texts.game import SHEET_STATES, contrat
from app.texts.names import name_of
from app.texts.notation import write_donne


def _state_said(state: str, texts: Texts) -> str:
    return texts(SHEET_STATES[SheetState(state)])


def _contract_said(contract: str, texts: Texts) -> str:
    return contrat(Contrat(contract), texts) if contract else ""


def ranking(book: Book, _texts: Texts) -> Extract:
    """Everybody in their rank, with what each position brought and what penalties took."""
    state = book.state
    positions = sorted(state.feuilles)
    everyone = records(state)
    columns = (
        Column("rank", N_("Rank"), Kind.NUMBER),
        *(NAME, FIRST_NAME, LICENCE, CLUB),
        Column("total", N_("Total"), Kind.SCORE),
        *(Column(f"position_{number}", f"P{number}", Kind.NUMBER) for number in positions),
        Column("penalties", N_("Penalties"), Kind.NUMBER),
        Column("abandoned", N_("Abandoned"), Kind.FLAG),
        ID,
    )
    rows = []
    for rank, line in running(state).table():
        who, record = state.identities[line.id], everyone[line.id]
        brought = [slot.marks if slot else None for slot in record.played]
        brought += [None] * (len(positions) - len(brought))
        taken = -sum(penalty.points for penalty in record.penalties if penalty.stands)
        card = (who.name, who.first_name, who.licence, who.club)
        rows.append((rank, *card, line.total, *brought, taken, line.abandoned, line.id))
    return Extract(columns, tuple(rows))


def players(book: Book, _texts: Texts) -> Extract:
    """Everybody's card, with their starting place; a list that `players import` reads again."""
    state = book.state
    places = {player: card for card, player in state.cards.items()}
    teams = {player: state.team_names.get(team, "") for team, members in state.teams.items() for player in members}
    columns = (
        Column("place", N_("Place")),
        *(NAME, FIRST_NAME, LICENCE, CLUB),
        Column("comite", N_("Comité")),
        Column("serie", N_("Série"), Kind.NUMBER),
        Column("born", N_("Born")),
        Column("fee", N_("Fee"), Kind.CENTS),
        Column("team", N_("Team")),
        Column("left", N_("Left in position"), Kind.NUMBER),
        ID,
    )
    rows = []
    for entrant in state.entrants.players:
        who = state.identities[entrant.id]
        card = (who.name, who.first_name, who.licence, who.club, who.comite, who.serie, who.born, who.fee_cents)
        left = None if entrant.left is None else entrant.left.position
        rows.append((places.get(entrant.id, ""), *card, teams.get(entrant.id, ""), left, entrant.id))
    return Extract(columns, tuple(rows))


def sheets(book: Book, _texts: Texts) -> Extract:
    """Every sheet, a row for each who sat there: what they marked, and whether the seat has signed."""
    columns = (
        *(POSITION, TABLE, SEAT, WHO),
        Column("bilan", N_("Bilan"), Kind.NUMBER),
        Column("from_donne", N_("From donne"), Kind.NUMBER),
        Column("visa", N_("Signed"), Kind.FLAG),
        Column("state", N_("State"), said=_state_said),
        PLAYER,
    )
    return Extract(columns, tuple(_sheets(book.state)))


def _sheets(state: State) -> Iterator[tuple[Value, ...]]:
    for position, tables in sorted(state.feuilles.items()):
        for table in sorted(tables):
            sheet = tables[table].sheet
            marked = sheet.played()
            for one in sheet.occupants:
                name, marks = name_of(one.player, state.identities), marked[one.player].marks
                signed, state_ = one.seat in sheet.visas, sheet.state.value
                yield (position, table, one.seat, name, marks, one.from_donne, signed, state_, str(one.player))


def donnes(book: Book, _texts: Texts) -> Extract:
    """Every donne that counts: what was played, its total, and the mark of each seat."""
    columns = (
        *(POSITION, TABLE),
        Column("donne", N_("Donne"), Kind.NUMBER),
        Column("preneur", N_("Preneur")),
        WHO,
        Column("contract", N_("Contract"), said=_contract_said),
        Column("bouts", N_("Bouts"), Kind.NUMBER),
        Column("points", N_("Points"), Kind.DEMI),
        Column("total", N_("Total"), Kind.NUMBER),
        *(Column(side.value, side.value, Kind.NUMBER) for side in Side),
        Column("typed", N_("As typed")),
    )
    return Extract(columns, tuple(_donnes(book.state)))


def _donnes(state: State) -> Iterator[tuple[Value, ...]]:
    for position, tables in sorted(state.feuilles.items()):
        for table in sorted(tables):
            feuille = tables[table]
            for number, line in enumerate(feuille.donnes, 1):
                marks: Mapping[Seat, int] = line.scored.marks if line.scored else {}
                played: tuple[Value, ...] = ("", "", "", None, None, None)
                if isinstance(line.donne, Entry):
                    entry = line.donne
                    taker = name_of(feuille.sheet.player_at(entry.preneur, number), state.identities)
                    total = score_donne(entry.donne(feuille.sheet.seats, line.mort)).total
                    played = (entry.preneur, taker, entry.contrat.value, entry.bouts, entry.demi_points, total)
                written = line.donne or line.scored
                typed = "" if written is None else write_donne(written)
                yield (position, table, number, *played, *(marks.get(side.value) for side in Side), typed)


def penalties(book: Book, _texts: Texts) -> Extract:
    """Every penalty, cancelled ones too."""
    columns = (
        Column("number", N_("Number")),
        *(POSITION, WHO),
        Column("points", N_("Points"), Kind.NUMBER),
        REASON,
        Column("at", N_("At")),
        Column("stands", N_("Counts"), Kind.FLAG),
        Column("cancelled", N_("Cancelled because"), said=undone),
        PLAYER,
    )
    rows = []
    for one in numbered_penalties(book):
        fine = one.penalty
        name = name_of(fine.player, book.state.identities)
        cancelled = "" if fine.cancelled is None else fine.cancelled.reason
        given = (fine.given.reason, fine.given.at)
        rows.append((one.number, fine.position, name, fine.points, *given, fine.stands, cancelled, fine.player))
    return Extract(columns, tuple(rows))


def facts(book: Book, texts: Texts) -> Extract:
    """The whole journal: every fact in words, and as it was written."""
    columns = (
        Column("n", "N°", Kind.NUMBER),
        Column("at", N_("At")),
        Column("device", N_("Device")),
        TABLE,
        Column("kind", N_("Kind")),
        Column("said", N_("What happened")),
        Column("effect", N_("Had effect"), Kind.FLAG),
        Column("body", N_("As written")),
        ID,
    )
    telling = Telling(texts, identities_ever(book))
    rows = []
    for one in history_met(book):
        event = one.event
        try:
            said = fact(read_body(event)[1], telling.met(one.before, event.table))
        except Refused:
            said = event.kind
        body = json.dumps(dict(event.body), ensure_ascii=False, separators=(",", ":"))
        place = (one.n, event.at, event.device, event.table, event.kind)
        rows.append((*place, said, not one.reasons, body, one.id))
    return Extract(columns, tuple(rows))


EXTRACTS: Mapping[str, Callable[[Book, Texts], Extract]] = MappingProxyType(
    {
        "ranking": ranking,
        "players": players,
        "sheets": sheets,
        "donnes": donnes,
        "penalties": penalties,
        "history": facts,
    }
)
