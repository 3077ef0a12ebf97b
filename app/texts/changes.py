"""Facts that change another one, in sentences that name it: the donne by number and words, the penalty by player."""

from __future__ import annotations

from app.domain.donne.deroulement import DealerDrawn, WrongDealerKept
from app.domain.events import arbitre, table
from app.domain.fold.feuille import Ligne
from app.domain.tournoi.sheet import Scored
from app.texts import game
from app.texts.catalogue import N_
from app.texts.fautes import faute_name
from app.texts.figures import number, signed
from app.texts.reasons import reason_said
from app.texts.rulings import effects
from app.texts.scene import Telling

DEALS_FIRST = N_("{seat} deals first")
DEALT_OUT_OF_TURN = N_("{seat} dealt out of turn: the turn goes on from there")


def donne_said(on: Telling, donne: table.Entry | Scored) -> str:
    """Return a donne of a sheet in words; its marks, where there is nothing else."""
    if isinstance(donne, Scored):
        return " ".join(f"{seat} {signed(mark)}" for seat, mark in donne.marks.items())
    return game.donne(donne, on.texts)


def recorded(on: Telling, body: table.DonneRecorded) -> str:
    """Say a donne, and its number on the sheet."""
    place, said = on.scene.next_number(body.position), game.donne(body.entry, on.texts)
    return said if place is None else on.texts("donne {number}: {donne}", number=place, donne=said)


def replaced(on: Telling, body: table.DonneReplaced) -> str:
    """Say which donne was entered otherwise, and what it was before."""
    meant, now = on.scene.donne(body.position, body.replaces), game.donne(body.entry, on.texts)
    if meant is None:
        said = on.texts("donne entered otherwise: {donne}", donne=now)
    else:
        said = on.texts(
            "donne {number} entered otherwise: {donne}, instead of {before}",
            number=meant[0],
            donne=now,
            before=donne_said(on, meant[1]),
        )
    return f"{said} ({reason_said(body.reason, on.texts)})" if body.reason else said


def ruled(on: Telling, body: arbitre.FauteRuled) -> str:
    """Say a ruling, and the recorded donne that it is about."""
    meant = None if body.concerns is None else on.scene.donne(body.position, body.concerns)
    is_signed = body.concerns is not None and on.scene.is_signed(body.position)
    told = {
        "fault": faute_name(body.faute.code, on.texts),
        "seats": ", ".join(body.faute.players) or "–",
        "effects": " ".join(effects(body.faute, body.ruling, named=str, texts=on.texts, is_signed=is_signed)),
    }
    if meant is None:
        return on.texts("ruling, {fault} ({seats}): {effects}", **told)
    place, donne = meant
    return on.texts(
        "ruling on donne {number} [{donne}], {fault} ({seats}): {effects}",
        number=place,
        donne=donne_said(on, donne),
        **told,
    )


def struck(on: Telling, body: arbitre.DonneStruck) -> str:
    """Say which donne was annulled."""
    meant, reason = on.scene.donne(body.position, body.strikes), reason_said(body.reason, on.texts)
    if meant is None:
        return on.texts("a donne is struck: {reason}", reason=reason)
    place, donne = meant
    return on.texts(
        "donne {number} is struck [{donne}]: {reason}", number=place, donne=donne_said(on, donne), reason=reason
    )


def shortened(on: Telling, body: arbitre.SheetShortened) -> str:
    """Say how many donnes are no longer owed."""
    reason = reason_said(body.reason, on.texts)
    return on.texts.plural(
        "{n} donne still owed is struck: {reason}",
        "{n} donnes still owed are struck: {reason}",
        body.donnes,
        reason=reason,
    )


def undone(on: Telling, body: table.EntryUndone) -> str:
    """Say which donne was taken back, or what else stood there."""
    meant = on.scene.donne(body.position, body.undoes)
    if meant is None:
        line = on.scene.line(body.position, body.undoes)
        what = "" if line is None else _happened(on, line)
        return on.texts("taken back: {what}", what=what) if what else on.texts("last entry taken back")
    return on.texts("donne {number} taken back: {donne}", number=meant[0], donne=donne_said(on, meant[1]))


def _happened(on: Telling, line: Ligne) -> str:
    match line.happening:
        case DealerDrawn(seat=seat):
            return on.texts(DEALS_FIRST, seat=seat)
        case WrongDealerKept(seat=seat):
            return on.texts(DEALT_OUT_OF_TURN, seat=seat)
        case _:
            return on.texts(game.NO_CONTRACTS[line.passed]) if line.passed else ""


def answered(on: Telling, position: int, event: str, *, granted: bool) -> str:
    """Say what was granted or refused, and to whom."""
    asked, meant = on.scene.request(position, event), on.scene.donne(position, event)
    if asked is not None:
        said = N_("{seat}: {announce} granted") if granted else N_("{seat}: {announce} refused")
        return on.texts(said, seat=asked.seat, announce=on.texts(game.ANNOUNCES[asked.announce]))
    if meant is not None:
        place, donne = meant
        return on.texts("donne {number} has the arbiter's visa: {donne}", number=place, donne=donne_said(on, donne))
    return on.texts("sur-contrat or chelem granted") if granted else on.texts("sur-contrat or chelem refused")


def cancelled(on: Telling, body: arbitre.PenaltyCancelled) -> str:
    """Say whose penalty was cancelled, and what it was for."""
    given = on.scene.penalty(body.penalty)
    if given is None:
        return on.texts("a penalty is cancelled: {reason}", reason=body.reason)
    return on.texts(
        "penalty of {points} to {player} ({given}) cancelled: {reason}",
        points=number(given.points),
        player=on.name(given.player),
        given=faute_name(given.given.reason, on.texts),
        reason=body.reason,
    )
