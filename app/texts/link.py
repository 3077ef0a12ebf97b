"""How a tablet stands with its control desk, in words."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.donne.donne import Seat
from app.domain.mouvement.seats import Place
from app.services.desk_link import LinkState, Stage
from app.services.sheet_news import News, What
from app.texts.catalogue import N_, Texts
from app.texts.figures import elapsed
from app.texts.game import ANNOUNCES
from app.texts.refusals import refusal
from app.texts.table import seat_name

SHOWN = 4  # letters of a tablet's id: enough for the desk to find it by
# What a table need not be told at every moment: it is said where the tablet waits, or is said otherwise.
PLAIN_TROUBLES = ("desk.unreachable", "sync.not_confirmed", "sync.other_tournament")
NEWS = {
    What.CORRECTED: N_("The arbiter has corrected donne {donne}"),
    What.WRITTEN: N_("Donne {donne} was written elsewhere"),
    What.STRUCK: N_("The arbiter has struck donne {donne}"),
    What.RULED: N_("The arbiter has written on this sheet"),
    What.TO_SIGN: N_("Everyone signs again"),
    What.SENT: N_("The sheet was sent from elsewhere"),
}


@dataclass(frozen=True, slots=True)
class LinkWords:
    """The link in one line; `is_calm` where nobody need do anything. A sign comes first: never colour alone."""

    text: str
    is_calm: bool


def link_words(state: LinkState, tr: Texts, *, is_saving: bool = False) -> LinkWords:
    """Return how the link stands: “✓ Tout est au contrôle”."""
    if is_saving:
        return LinkWords(tr("Saving…"), is_calm=False)
    if state.stage is Stage.ALONE:
        return LinkWords(tr("✓ Saved here"), is_calm=True)
    if state.stage is Stage.UNCONFIRMED and state.is_reached:
        return LinkWords(tr("○ To be confirmed by the control desk"), is_calm=False)
    if state.trouble is not None and state.trouble.key not in PLAIN_TROUBLES:
        return LinkWords(tr("⚠ Saved here · see the control desk"), is_calm=False)
    if not state.is_reached:
        said = tr("○ Saved here · control desk out of reach")
        waiting = tr.plural("{n} waiting", "{n} waiting", state.waiting)
        return LinkWords(f"{said} · {waiting}" if state.waiting else said, is_calm=False)
    if state.waiting:
        return LinkWords(tr("→ Saved here · being sent"), is_calm=True)
    if state.aside:
        said = tr.plural(
            "{n} line for the control desk to look at", "{n} lines for the control desk to look at", state.aside
        )
        return LinkWords(f"⚠ {said}", is_calm=False)
    if state.owed_earlier:
        return LinkWords(tr("⚠ The control desk lacks entries of an earlier tournament"), is_calm=False)
    return LinkWords(tr("✓ The control desk has everything"), is_calm=True)


def link_details(state: LinkState, seconds: float, tr: Texts) -> str:
    """Return what stands behind that line: since when, where, and what to do."""
    said = [_since(state, seconds, tr), tr("Address of the control desk: {address}", address=state.address)]
    if state.waiting:
        said.append(tr.plural("{n} entry is waiting to leave.", "{n} entries are waiting to leave.", state.waiting))
    if state.owed_earlier:
        said.append(
            tr.plural(
                "{n} entry of an earlier tournament has not reached the control desk: it leaves by itself.",
                "{n} entries of an earlier tournament have not reached the control desk: they leave by themselves.",
                state.owed_earlier,
            )
        )
    if state.aside:
        said.append(
            tr("What the control desk keeps aside has no effect until they decide: tell them, and go on playing.")
        )
    if state.trouble is not None and state.trouble.key not in PLAIN_TROUBLES:
        said.append(refusal(state.trouble, tr))
    elif not state.is_reached:
        said.append(
            tr("Go on playing: all is kept here and leaves by itself. If it lasts, carry a file to the control desk.")
        )
    return "\n".join(said)


def _since(state: LinkState, seconds: float, tr: Texts) -> str:
    if state.is_reached:
        return tr("The control desk has answered for {time}.", time=elapsed(seconds, tr))
    return tr("The control desk has not answered for {time}.", time=elapsed(seconds, tr))


def said_news(news: News, tr: Texts) -> str:
    """Return what happened to a sheet, as a short notice."""
    if news.request is None:
        return tr(NEWS[news.what], donne=news.donne)
    asked = {"announce": tr(ANNOUNCES[news.request.announce]), "seat": seat_name(news.request.seat, tr)}
    if news.what is What.GRANTED:
        return tr("The arbiter has granted: {announce}, {seat}", **asked)
    return tr("The arbiter has refused: {announce}, {seat}", **asked)


def said_place(seat: Seat, table: int, place: Place, tr: Texts) -> str:
    """Return where somebody goes: “reste à la table 3”, “va à la table 4, en Sud”."""
    if place.table == table and place.seat == seat:
        return tr("stays at table {table}", table=table)
    where = {"table": place.table, "seat": seat_name(str(place.seat), tr)}
    if place.table == table:
        return tr("stays at table {table}, as {seat}", **where)
    return tr("goes to table {table}, as {seat}", **where)


def waiting_title(state: LinkState, tr: Texts) -> str:
    """Return what a tablet that has no sheet to fill in waits for."""
    match state.stage:
        case Stage.UNCONFIRMED:
            return tr("The control desk must confirm this tablet")
        case Stage.NO_TOURNAMENT:
            return tr("The control desk has no tournament yet")
        case Stage.NO_TABLE:
            return tr("Waiting for a table")
        case _:
            return tr("Table {table}", table=state.table)


def waiting_help(state: LinkState, tr: Texts) -> str:
    """Return what people do meanwhile."""
    match state.stage:
        case Stage.UNCONFIRMED:
            return tr("Show them the name of this tablet:")
        case Stage.NO_TOURNAMENT:
            return tr("This tablet is let in. Everything follows by itself once a tournament begins.")
        case Stage.NO_TABLE:
            return tr("The control desk gives a table to the tablet of this name:")
        case _:
            return ""


def short_name(state: LinkState) -> str:
    """Return the name of a tablet short enough to be shown and read out: “K7QX”."""
    return state.device[:SHOWN]
