"""The history in words: one sentence for each kind of fact, made of its body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.domain.events import arbitre, table, tournoi
from app.domain.events.tournoi import Role
from app.domain.mouvement.programme import Setting
from app.domain.tournoi.cut import CutMade
from app.texts import changes, game
from app.texts.catalogue import N_
from app.texts.figures import number
from app.texts.reasons import reason_said
from app.texts.scene import Telling as Telling  # offered again to those who tell

SETTINGS = {
    Setting.FFT: N_("FFT movement"),
    Setting.REPAIRED: N_("repaired movement"),
    Setting.HOWELL: N_("Howell"),
    Setting.ASCE: N_("contest movement"),
    Setting.RANDOM: N_("random draw"),
    Setting.BEST: N_("best with the best"),
    Setting.FINAL: N_("final"),
}
ROLES = {Role.DESK: N_("desk"), Role.ARBITRE: N_("arbiter"), Role.TABLE: N_("table")}
PROVED = {
    arbitre.Proof.PIN: N_("decided at the table, with the arbiter’s code: {decision}"),
    arbitre.Proof.CODE: N_("decided at the table, with a code of the arbiter’s tablet: {decision}"),
}


def fact(body: object, telling: Telling) -> str:
    """Return what happened, in a sentence without its place and time."""
    return _SAID[type(body)](telling, body)


def _created(on: Telling, body: tournoi.TournamentCreated) -> str:
    return on.texts("tournament “{name}” created, {ruleset}", name=body.name, ruleset=body.ruleset)


def _partie(on: Telling, body: tournoi.PartieStarted) -> str:
    return on.texts("Partie libre begun: {names}", names=", ".join(body.names.values()))


def _lone(on: Telling, body: tournoi.LoneSheetStarted) -> str:
    names = ", ".join(body.names.values())
    return on.texts(
        "sheet of table {table}, position {position}, begun alone: {names}",
        table=body.table,
        position=body.position,
        names=names,
    )


def _substituted(on: Telling, body: tournoi.PlayerSubstituted) -> str:
    return on.texts(
        "{newcomer} takes the seat of {player}: {reason}",
        newcomer=body.identity.full_name,
        player=on.name(body.player),
        reason=body.reason,
    )


def _withdrawn(on: Telling, body: tournoi.PlayerWithdrawn) -> str:
    said = (
        N_("{player} leaves with leave: {reason}") if body.with_leave else N_("{player} leaves without leave: {reason}")
    )
    return on.texts(said, player=on.name(body.player), reason=body.reason)


def _team(on: Telling, body: tournoi.TeamFormed) -> str:
    members = ", ".join(on.name(player) for player in body.members)
    return on.texts("team “{name}”: {members}", name=body.name, members=members)


def _drawn(on: Telling, body: tournoi.SeatsDrawn) -> str:
    if body.seed is None:
        return on.texts.plural("{n} card handed out", "{n} cards handed out", len(body.cards))
    return on.texts("{cards} cards drawn, seed {seed}", cards=len(body.cards), seed=body.seed)


def _opened(on: Telling, body: tournoi.PositionOpened) -> str:
    return on.texts(
        "position {position} opens: {tables} tables, {donnes} donnes, {setting}",
        position=body.position,
        tables=len(body.seating),
        donnes=body.donnes,
        setting=on.texts(SETTINGS[Setting(body.setting)]) if body.setting in tuple(Setting) else body.setting,
    )


def _cut(on: Telling, body: CutMade) -> str:
    return on.texts(
        "cut after position {position}: {kept} play on, {eliminated} are eliminated",
        position=body.after,
        kept=len(body.kept),
        eliminated=len(body.eliminated),
    )


def _penalty(on: Telling, body: arbitre.PenaltyGiven) -> str:
    return on.texts(
        "penalty of {points} to {player}: {reason}",
        points=number(body.points),
        player=on.name(body.player),
        reason=body.reason,
    )


def _called(on: Telling, body: table.ArbiterCalled) -> str:
    return on.texts("arbiter called {why}", why=body.why) if body.why else on.texts("arbiter called")


def _disputed(on: Telling, body: table.SheetDisputed) -> str:
    if body.donne is None:
        return on.texts("{seat} does not agree with the sheet", seat=body.seat)
    return on.texts("{seat} does not agree with donne {number}", seat=body.seat, number=body.donne)


def _rewritten(sentence: str) -> Callable[[Telling, arbitre.SheetCorrected | arbitre.SheetTyped], str]:
    def said(on: Telling, body: arbitre.SheetCorrected | arbitre.SheetTyped) -> str:
        donnes = " / ".join(changes.donne_said(on, donne) for donne in body.donnes)
        return f"{on.texts(sentence, reason=reason_said(body.reason, on.texts))} [{donnes}]"

    return said


def _decided(on: Telling, body: arbitre.DecidedAtTable) -> str:
    return on.texts(PROVED[body.proof], decision=fact(body.decision, on))


def _confirmed(on: Telling, body: arbitre.DecisionConfirmed) -> str:
    if not body.by:
        return on.texts("decision taken at a table confirmed")
    return on.texts("decision taken at a table confirmed: the code is that of device {device}", device=body.by)


def _settled(on: Telling, body: arbitre.HeldSettled) -> str:
    if body.released:
        return on.texts("what was kept without effect is given its effect: {reason}", reason=body.reason)
    return on.texts("what was kept without effect is void: {reason}", reason=body.reason)


def _says(sentence: str, **values: Callable[[Telling, Any], object]) -> Callable[[Telling, Any], str]:
    """Say a sentence whose fields are those of the body, or are made of it."""

    def said(on: Telling, body: Any) -> str:
        made = {name: value(on, body) for name, value in values.items()}
        plain = {name: getattr(body, name) for name in type(body).__slots__ if name not in made}
        return on.texts(sentence, **plain, **made)

    return said


def _who(on: Telling, body: Any) -> str:
    return on.name(body.player)


def _identity(_on: Telling, body: Any) -> str:
    return str(body.identity.full_name)


_SAID: dict[type, Callable[[Telling, Any], str]] = {
    tournoi.TournamentCreated: _created,
    tournoi.PartieStarted: _partie,
    tournoi.LoneSheetStarted: _lone,
    tournoi.DeviceAdmitted: _says(
        N_("device {label} admitted: {role}"),
        label=lambda _, body: body.label or body.device[:8],
        role=lambda on, body: on.texts(ROLES[body.role]),
    ),
    tournoi.DeviceRevoked: _says(N_("device {device} revoked")),
    tournoi.TabletAssigned: _says(N_("table {table} given to device {device}, epoch {epoch}")),
    tournoi.PlayerRegistered: _says(N_("{player} registered"), player=_identity),
    tournoi.PlayerAmended: _says(N_("card of {player} written anew"), player=_identity),
    tournoi.PlayerWithdrawn: _withdrawn,
    tournoi.PlayerSubstituted: _substituted,
    tournoi.TeamFormed: _team,
    tournoi.SeatsDrawn: _drawn,
    tournoi.MovementChosen: _says(
        N_("movement chosen: {kind}, {tables} tables, {repeat_free} positions without meeting again"),
        kind=lambda on, body: on.texts(SETTINGS[Setting(body.kind)]),
    ),
    tournoi.PositionOpened: _opened,
    tournoi.PositionClosed: _says(N_("position {position} closed")),
    tournoi.PositionReopened: _says(N_("position {position} opened again: {reason}")),
    tournoi.TournamentClosed: _says(N_("tournament closed")),
    CutMade: _cut,
    table.DealerDrawn: _says(changes.DEALS_FIRST),
    table.WrongDealerKept: _says(changes.DEALT_OUT_OF_TURN),
    table.DonneRecorded: changes.recorded,
    table.DonneReplaced: changes.replaced,
    table.EntryUndone: changes.undone,
    table.DonnePassed: lambda on, body: on.texts(game.NO_CONTRACTS[body.why]),
    table.SurContratRequested: _says(
        N_("{seat} asks for a {announce}"), announce=lambda on, body: on.texts(game.ANNOUNCES[body.announce])
    ),
    table.SurContratWithdrawn: _says(N_("request taken back")),
    table.CallEnded: _says(N_("the arbiter is called no more")),
    table.ArbiterCalled: _called,
    table.ArbiterCodeChosen: _says(
        N_("a code for the arbiter chosen on this tablet, without one before: visas are to be confirmed")
    ),
    table.SheetVisaed: _says(N_("{seat} signs")),
    table.SheetDisputed: _disputed,
    table.SheetSent: _says(N_("sheet sent to the desk")),
    arbitre.SurContratGranted: lambda on, body: changes.answered(on, body.position, body.grants, granted=True),
    arbitre.SurContratRefused: lambda on, body: changes.answered(on, body.position, body.refuses, granted=False),
    arbitre.FauteRuled: changes.ruled,
    arbitre.DonneStruck: changes.struck,
    arbitre.SheetShortened: changes.shortened,
    arbitre.TimeCalled: _says(N_("time is called")),
    arbitre.SheetCorrected: _rewritten(N_("sheet corrected: {reason}")),
    arbitre.SheetTyped: _rewritten(N_("paper sheet typed: {reason}")),
    arbitre.PenaltyGiven: _penalty,
    arbitre.PenaltyCancelled: changes.cancelled,
    arbitre.DecidedAtTable: _decided,
    arbitre.DecisionConfirmed: _confirmed,
    arbitre.HeldSettled: _settled,
}
