"""`tournoi list`, `new`, `use`, `status`: the tournaments of the folder, which is in use, and where one stands."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import acts, count, day
from app.domain.arbitrage.jugement import RULESETS
from app.domain.errors import Violation
from app.domain.mouvement.programme import Setting
from app.domain.tournoi.position import PositionState
from app.domain.tournoi.shape import Event
from app.services.create_tournament import PRESETS, create_tournament
from app.services.positions import why_not_open
from app.services.seats import seats_fit, why_not_draw
from app.services.sheets import missing_sheets
from app.services.tournaments import Known
from app.texts.catalogue import N_, Texts
from app.texts.facts import SETTINGS
from app.texts.ranking import score
from app.texts.refusals import refusal
from app.texts.shapes import read_shape

CLUB = "club"  # the preset unless another is named
LOST = {
    "tournament.damaged": N_("damaged: restore its latest backup"),
    "tournament.missing": N_("its file is missing: put it back, or restore its latest backup"),
    "tournament.none_in_use": N_("nothing tells which one is in use: nord tournoi use NAME"),
}


def add_list(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `list`."""
    acts(parser, tr, _list)


def add_new(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `new`."""
    parser.add_argument("name", metavar=tr("NAME"), help=tr("of the tournament, in quotation marks"))
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--preset", choices=PRESETS, help=tr("shape and rules as announced (club: 5x4)"))
    shape.add_argument("--shape", metavar=tr("SHAPE"), help=tr('positions x donnes, as "6x4" or "5x5 keep:20 5x1"'))
    parser.add_argument("--event", choices=tuple(Event), default=Event.LIBRE, help=tr("who is ranked (libre: players)"))
    parser.add_argument("--ruleset", choices=RULESETS, help=tr("code of arbitration (fft-2017)"))
    parser.add_argument("--date", type=day, metavar=tr("DATE"), help=tr("day/month/year"))
    parser.add_argument("--minutes", type=count, metavar="N", help=tr("length of a position"))
    _add_while_playing(parser, tr)
    acts(
        parser,
        tr,
        _new,
        'new "Coupe de la Saint-Martin" --preset 5x5+20 --date 18/11/2026',
        'new "Tournoi du club" --shape "6x4"',
        'new "Duo" --shape "5x4" --event duo',
    )


def add_use(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `use`."""
    parser.add_argument("name", metavar=tr("NAME"), help=tr("of the tournament, or its id"))
    _add_while_playing(parser, tr)
    acts(parser, tr, _use, 'use "Tournoi du club"')


def _add_while_playing(parser: argparse.ArgumentParser, tr: Texts) -> None:
    leaves = tr("even though a position of the tournament in use is open: tablets leave it")
    parser.add_argument("--while-playing", action="store_true", help=leaves)


def add_status(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `status`."""
    acts(parser, tr, _status)


def _list(call: Call) -> Report:
    known = call.desk.tournaments.known()
    rows = [(one.id, one.date or one.begun[:10], _stands(one, call.tr), _called(one)) for one in known]
    data = [
        {
            "id": one.id,
            "name": one.name,
            "date": one.date,
            "begun": one.begun,
            "closed": one.is_closed,
            "damaged": one.lost is not None,
        }
        for one in known
    ]
    return Report(columns(rows) or [call.tr("No tournament yet: nord tournoi new NAME")], {"tournaments": data})


def _stands(one: Known, tr: Texts) -> str:
    if one.lost is not None:
        return tr(LOST[one.lost.key])
    return tr("closed") if one.is_closed else tr("under way")


def _called(one: Known) -> str:
    """Return the name of a tournament, or of the file that is missed of one that is lost."""
    return one.name if one.lost is None else str(dict(one.lost.params)["file"])


def _new(call: Call) -> Report:
    args, tr = call.args, call.tr
    preset = PRESETS[args.preset or CLUB].of(Event(args.event))
    preset = replace(
        preset,
        shape=preset.shape if args.shape is None else read_shape(args.shape, Event(args.event)),
        ruleset=args.ruleset or preset.ruleset,
        minutes=args.minutes or preset.minutes,
    )
    if not args.while_playing:
        call.desk.must_not_be_playing()
    book = call.desk.begin()
    create_tournament(book, preset, name=args.name, date=args.date or "")
    positions = preset.shape.positions
    report = Report(
        [
            tr("“{name}” is created: {shape}, {ruleset}.", name=args.name, shape=_shape(call), ruleset=preset.ruleset),
            tr("Next: nord tournoi players import FILE, or players add NAME."),
        ],
        {"id": book.journal, "name": args.name, "positions": [plan.donnes for plan in positions]},
    )
    return call.warned(report)


def _use(call: Call) -> Report:
    if not call.args.while_playing:
        call.desk.must_not_be_playing()
    used = call.desk.use(call.args.name)
    said = call.tr("“{name}” is in use: tablets and commands work on it.", name=used.name)
    return Report([said], {"id": used.id, "name": used.name})


def _status(call: Call) -> Report:
    state, created, tr = call.state, call.created, call.tr
    number = state.position
    entered = [entrant for entrant in state.entrants.players if entrant.left is None]
    missing = missing_sheets(state, number)
    lines = [
        f"{created.name} ({_shape(call)}, {created.ruleset})",
        tr.plural("{n} player", "{n} players", len(entered)),
    ]
    room = _room(call)
    if room is not None:
        setting, tables = room
        lines.append(tr("{kind}, {tables} tables", kind=tr(SETTINGS[setting]), tables=tables))
    hindrances = _hindrances(call)
    data = {
        "id": state.journal,
        "name": created.name,
        "players": len(entered),
        "tables": None if room is None else room[1],
        "position": number,
        "positions": len(created.shape.positions),
        "open": [n for n, one in state.positions.items() if one.state is not PositionState.CLOSED],
        "missing_sheets": list(missing),
        "closed": state.is_closed,
    }
    said = [refusal(why, tr) for why in hindrances]
    if hindrances:
        data["hindrances"] = [
            {"code": why.key, "field": why.field, "message": text} for why, text in zip(hindrances, said, strict=True)
        ]
    return Report([*lines, *_next(call, hindrances, said)], data)


def _room(call: Call) -> tuple[Setting, int] | None:
    """Return how the room is seated, and at how many tables; None where this poste cannot know."""
    state = call.state
    if state.position and state.settings[-1] and call.book.is_desk:
        return Setting(state.settings[-1]), len(state.feuilles[state.position])
    chosen = state.movement
    return None if chosen is None or state.cuts else (Setting(chosen.kind), chosen.tables)


def _hindrances(call: Call) -> tuple[Violation, ...]:
    """Return what is in the way of the next step."""
    state, number = call.state, call.state.position
    if state.is_closed or not state.entrants.players:
        return ()
    if number == 0:
        return () if state.movement is None else why_not_draw(state)
    is_open = state.positions[number].state is PositionState.OPEN
    return () if is_open or number == len(call.created.shape.positions) else why_not_open(call.book)


def _next(call: Call, hindrances: Sequence[Violation], said: Sequence[str]) -> Iterator[str]:
    """Say what is to be done now."""
    state, tr = call.state, call.tr
    number, last = state.position, len(call.created.shape.positions)
    for reopened in (n for n, one in state.positions.items() if one.state is PositionState.REOPENED):
        yield tr("Position {position} is open again for corrections: close {position} ends them.", position=reopened)
    if state.is_closed:
        yield tr("The tournament is closed.")
    elif number and state.positions[number].state is PositionState.OPEN:
        yield tr("Position {position} of {last} is being played.", position=number, last=last)
        if missing := missing_sheets(state, number):
            yield tr("Sheets still missing: tables {tables}.", tables=", ".join(map(str, missing)))
        else:
            yield tr("All sheets are in. Next: nord tournoi close")
    elif number == last:
        yield tr("Everything is played. Next: nord tournoi ranking, then end")
    elif number and hindrances:
        yield tr("Position {position} of {last} is closed.", position=number, last=last)
        yield from said
    elif number:
        yield tr("Position {position} of {last} is closed. Next: nord tournoi open", position=number, last=last)
    elif not state.entrants.players:
        yield tr("Nobody is entered. Next: nord tournoi players import FILE")
    elif state.movement is None:
        yield tr("No movement is chosen. Next: nord tournoi movement")
    elif hindrances:
        yield from said
        teams = any(why.key == "players_without_team" for why in hindrances)
        yield tr("Next: nord tournoi players team") if teams else tr("Next: nord tournoi movement")
    elif state.cards and not seats_fit(state):
        yield tr("Players came or left since the draw. Next: nord tournoi seats again, or seats draw")
    elif not state.cards:
        yield tr("Seats are to be drawn. Next: nord tournoi seats draw")
    else:
        yield tr("Ready. Next: nord tournoi open")


def _shape(call: Call) -> str:
    """Return the shape in words: “5 × 5 donnes, then the first 20: 5 × 1 donne”."""
    tr, said = call.tr, ""
    plans = call.created.shape.positions
    first = 0
    for number, plan in enumerate(plans, 1):
        cut = plan.cut
        if cut is None and number < len(plans) and plans[number].donnes == plan.donnes:
            continue
        positions = number - first
        said += tr.plural("{positions} × {n} donne", "{positions} × {n} donnes", plan.donnes, positions=positions)
        if cut is not None and cut.divide != 1:
            said += tr(", scores divided by {divide}", divide=score(cut.divide, tr))
        if cut is not None and cut.keep is not None:
            kept = cut.keep if isinstance(cut.keep, int) else f"{float(cut.keep):.0%}"
            said += tr(", then the first {kept}: ", kept=kept)
        elif number < len(plans):
            said += ", "
        first = number
    return said
