"""A donne said in a line, what was asked or passed before it, and how far its sheet is."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.donne.contrat import Camp, Contrat
from app.domain.events.table import Announce, Entry, NoContract
from app.domain.tournoi.sheet import SheetState
from app.texts.catalogue import N_, Texts
from app.texts.figures import points
from app.texts.table import CHELEMS, CONTRATS

PETITS = {
    Camp.ATTACK: N_("petit au bout for the attack"),
    Camp.DEFENSE: N_("petit au bout for the defence"),
}
NO_CONTRACTS = {
    NoContract.ALL_PASS: N_("all passed"),
    NoContract.PETIT_SEC: N_("petit sec"),
    NoContract.SUR_CONTRAT_REFUSED: N_("sur-contrat refused, nobody plays"),
}
ANNOUNCES = {
    Announce.GARDE_SANS: N_("garde sans"),
    Announce.GARDE_CONTRE: N_("garde contre"),
    Announce.CHELEM: N_("chelem"),
}

SHEET_STATES = {
    SheetState.BLANK: N_("blank"),
    SheetState.PLAYING: N_("being played"),
    SheetState.VISAED: N_("being signed"),
    SheetState.SENT: N_("in"),
    SheetState.CORRECTED: N_("in, corrected"),
}


def contrat(named: Contrat, texts: Texts) -> str:
    """Return a contract in the middle of a sentence: “garde sans”."""
    return texts(CONTRATS[named]).lower()


def donne(entry: Entry, texts: Texts) -> str:
    """Return a donne as it is read out: “E garde, 2 bouts, 49 points, poignée de 10 (E), petit au bout …”."""
    return ", ".join(_parts(entry, texts))


def _parts(entry: Entry, texts: Texts) -> Iterator[str]:
    yield f"{entry.preneur} {contrat(entry.contrat, texts)}"
    if entry.partner is not None:
        yield texts("with {seat}", seat=entry.partner)
    yield texts.plural("{n} bout", "{n} bouts", entry.bouts)
    yield texts("{points} points", points=points(entry.demi_points, texts))
    for poignee in entry.poignees:
        yield texts("poignée of {atouts} ({seat})", atouts=poignee.atouts, seat=poignee.by)
    if entry.petit_au_bout is not None:
        yield texts(PETITS[entry.petit_au_bout])
    if entry.chelem is not None:
        yield texts("chelem {became}", became=texts(CHELEMS[entry.chelem]).lower())
