"""`tournoi open`, `close`, `reopen`, `end`: positions, with their seats and their control sums."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from app.cli.tournoi.call import Call
from app.cli.tournoi.ranking import ties_told
from app.cli.tournoi.report import Report
from app.cli.tournoi.seats import as_rows, seating_lines, seats_data
from app.cli.tournoi.words import acts, add_reason, count, seed
from app.domain.errors import Refused, violation
from app.domain.events.tournoi import PlayerId
from app.domain.mouvement.programme import Setting
from app.domain.tournoi.cut import CutMade
from app.services.cuts import cuts_changed, ties_at
from app.services.positions import (
    Control,
    close_position,
    close_tournament,
    open_position,
    reopen_position,
)
from app.services.sheets import missing_sheets
from app.texts.catalogue import Texts
from app.texts.facts import SETTINGS
from app.texts.figures import number, signed
from app.texts.ranking import score


def add_open(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `open`."""
    settings = ", ".join(f"{setting}: {tr(name)}" for setting, name in SETTINGS.items())
    parser.add_argument(
        "--setting", choices=tuple(Setting), help=tr("else the usual one; {settings}", settings=settings)
    )
    parser.add_argument("--seed", type=seed, metavar="N", help=tr("of a random draw"))
    drawn = tr("whom the arbiter's draw keeps, where players are tied at a cut; of teams, their name or a member")
    parser.add_argument("--drawn", action="append", default=[], metavar=tr("PLAYER"), help=drawn)
    acts(parser, tr, _open, "open", "open --setting random", "open --drawn DURAND --drawn MARTIN")


def add_close(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `close`."""
    again = tr("a position that was opened again; else the one being played")
    parser.add_argument("position", type=count, nargs="?", metavar="POSITION", help=again)
    acts(parser, tr, _close, "close", "close 3")


def add_reopen(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `reopen`."""
    parser.add_argument("position", type=count, metavar="POSITION")
    add_reason(parser, tr)
    acts(parser, tr, _reopen, 'reopen 3 --reason "donne 2 de la table 4 mal notée"')


def add_end(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `end`."""
    parser.add_argument("--early", action="store_true", help=tr("even though positions are left to play"))
    acts(parser, tr, _end, "end", "end --early")


def _open(call: Call) -> Report:
    args, tr = call.args, call.tr
    drawn = tuple(_drawn(call, said) for said in args.drawn)
    cuts = len(call.state.cuts)
    seating = open_position(call.book, args.setting and Setting(args.setting), seed=args.seed, drawn=drawn)
    state = call.state
    made = state.cuts[cuts:]
    ties = [why for cut in made for why in ties_at(state, cut)]
    lines = [*(_cut_told(call, cut) for cut in made), *ties_told(call, ties)]
    plan = call.created.shape.positions[state.position - 1]
    lines.append(
        tr.plural(
            "Position {position} is open: {n} donne, {setting}.",
            "Position {position} is open: {n} donnes, {setting}.",
            plan.donnes,
            position=state.position,
            setting=tr(SETTINGS[Setting(state.settings[-1])]),
        )
    )
    lines += _drawing(call)
    data = {
        "position": state.position,
        "setting": state.settings[-1],
        "tables": seats_data(seating),
        "kept": [player for cut in made for player in cut.kept],
        "ties": [
            {"above": why.above, "below": why.below, "by": why.by, "upper": why.upper, "lower": why.lower}
            for why in ties
        ],
    }
    report = Report([*lines, *seating_lines(call, as_rows(seating))], data)
    return call.warned(report) if state.position == 1 else report


def _drawing(call: Call) -> Iterator[str]:
    """Say that a movement has begun anew, or that a seed had nothing to draw."""
    state = call.state
    if state.position > 1 and state.position in state.lasting:
        yield call.tr("The movement begins here, at places that were drawn.")
    elif call.args.seed is not None and state.settings[-1] != Setting.RANDOM:
        yield call.tr("Nothing is drawn for this position: the seed changes nothing.")


def _drawn(call: Call, said: str) -> PlayerId:
    """Return the player who is meant, or a member of the team of that name."""
    for team, name in call.state.team_names.items():
        if name.casefold() == said.strip().casefold():
            return call.state.teams[team][0]
    return call.player(said)


def _cut_told(call: Call, cut: CutMade) -> str:
    members = call.created.shape.event.members
    if members == 1:
        return call.tr("After the cut, {kept} play on.", kept=len(cut.kept))
    return call.tr("After the cut, {kept} teams play on.", kept=len(cut.kept) // members)


def _close(call: Call) -> Report:
    position = call.position
    if len(missing := missing_sheets(call.state, position)) > 1:
        raise Refused(violation("sheets_not_sent", "sheets", tables=", ".join(map(str, missing))))
    control = close_position(call.book, position)
    return Report([*_told(control, position, call.tr), *_cuts(call, position)], _data(control, position))


def _cuts(call: Call, position: int) -> Iterator[str]:
    """Warn of a cut behind the position that its corrections would decide otherwise."""
    for cut in cuts_changed(call.state, position):
        yield call.tr(
            "The cut after position {position} was made with other scores: now {kept} would play on, {gone} would not."
            " The arbiter decides; nothing is changed.",
            position=cut.after,
            kept=", ".join(map(call.name, cut.kept)),
            gone=", ".join(map(call.name, cut.gone)),
        )


def _told(control: Control, position: int, tr: Texts) -> Iterator[str]:
    yield tr("Position {position} is closed.", position=position)
    for board in control.position.boards:
        plus, minus = score(board.positives, tr), score(board.negatives, tr)
        more = f"{'+' if board.positives else ''}{plus}  {minus}"
        yield "  " + tr("{what}: {more}", what=board.orientation, more=more)
    total, running = control.position.total, control.running
    yield tr("Sum of the position: {sum}", sum=signed(int(total)))
    yield tr("Sum of everything marked so far: {sum}", sum=signed(running.played))
    if control.position.penalties:
        yield tr("Penalties of the position, outside the sum: {points}", points=number(-control.position.penalties))


def _data(control: Control, position: int) -> dict[str, object]:
    return {
        "position": position,
        "balanced": control.balanced,
        "sum": control.position.total,
        "running": control.running.played,
        "penalties": control.position.penalties,
        "boards": {board.orientation: [board.positives, board.negatives] for board in control.position.boards},
    }


def _reopen(call: Call) -> Report:
    reopen_position(call.book, call.args.position, reason=call.args.reason)
    said = call.tr(
        "Position {position} is open for corrections: “correct”, then “close {position}”.", position=call.args.position
    )
    return Report([said], {"position": call.args.position})


def _end(call: Call) -> Report:
    close_tournament(call.book, early=call.args.early)
    used = call.desk.in_use()
    in_use = None
    if used is not None and not used.is_closed and used.id != call.state.journal:
        in_use = {"id": used.id, "name": used.name}
    said = call.tr("“{name}” is closed: its ranking is final.", name=call.created.name)
    return Report([said, *_used_now(call, in_use)], {"closed": True, "in_use": in_use})


def _used_now(call: Call, in_use: Mapping[str, str] | None) -> Iterator[str]:
    """Say what the next command would work on, now that a tournament has ended."""
    if in_use is not None:
        yield call.tr("“{name}” is in use: tablets and commands work on it.", name=in_use["name"])
        return
    yield call.tr("No tournament is under way now: “use NAME” takes up another one, “new NAME” begins one.")
    ended = call.state.journal
    if others := [one.name for one in call.desk.tournaments.known() if not one.is_closed and one.id != ended]:
        yield call.tr("Not closed yet: {names}.", names=", ".join(others))
