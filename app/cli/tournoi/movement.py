"""`tournoi movement`: how the room moves, chosen with its proof before anybody sits down."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report
from app.cli.tournoi.words import acts
from app.domain.errors import Refused, violation
from app.domain.mouvement.asked import Kind
from app.domain.mouvement.plan import Plan
from app.domain.mouvement.programme import Setting
from app.domain.mouvement.proof import Again
from app.domain.mouvement.seats import Card
from app.services.seats import choose_movement, plan_movement
from app.texts.catalogue import Texts
from app.texts.facts import SETTINGS

MOST_TOLD = 12  # meetings told one by one; a script gets them all


def add_movement(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `movement`."""
    parser.add_argument("kind", choices=tuple(Kind), nargs="?", help=tr("without it, those that fit are compared"))
    parser.add_argument("--five", action="store_true", help=tr("with a table of five"))
    parser.add_argument("--dry-run", action="store_true", help=tr("show, and choose nothing"))
    acts(parser, tr, _movement, "movement", "movement fft --dry-run", "movement repaired")


def _movement(call: Call) -> Report:
    args, tr = call.args, call.tr
    if not call.state.entrants.players:
        raise Refused(violation("nobody_entered", "players"))
    if args.kind is None:
        return _compared(call)
    kind = Kind(args.kind)
    plans = plan_movement(call.state, kind, five=args.five)
    if not args.dry_run:
        choose_movement(call.book, kind, five=args.five)
    told = [*_told(plans, tr), *_repair(call, plans)]
    name = tr(SETTINGS[Setting(kind)])
    said = tr("Not chosen yet: {kind}.", kind=name) if args.dry_run else tr("Chosen: {kind}.", kind=name)
    return Report([*told, said], {"chosen": not args.dry_run, **_data(plans)})


def _compared(call: Call) -> Report:
    """Show every movement that fits the number of players; choose none."""
    lines: list[str] = []
    fitting: list[dict[str, object]] = []
    for kind in Kind:
        with suppress(Refused):
            plans = plan_movement(call.state, kind, five=call.args.five)
            lines += [call.tr(SETTINGS[Setting(kind)]) + f" ({kind})", *(f"  {line}" for line in _told(plans, call.tr))]
            fitting.append(_data(plans))
    if not fitting:
        plan_movement(call.state, Kind.FFT, five=call.args.five)  # says why nothing fits
    chosen = call.state.movement
    if chosen is None:
        kinds = " | ".join(str(plan["kind"]) for plan in fitting)
        lines.append(call.tr("Choose one: nord tournoi movement {kinds}", kinds=kinds))
    else:
        lines.append(call.tr("Chosen: {kind}.", kind=call.tr(SETTINGS[Setting(chosen.kind)])))
    return Report(lines, {"movements": fitting, "chosen": None if chosen is None else chosen.kind})


def _told(plans: Sequence[Plan], tr: Texts) -> Iterator[str]:
    players = sum(1 for _ in plans[0].start.people())
    yield tr("{players} players, {tables} tables", players=players, tables=plans[0].tables)
    for (first, last), plan in zip(_spans(plans), plans, strict=True):
        if len(plans) > 1:
            more = tr("places drawn anew, who met before may meet again") if first > 1 else tr("from the first places")
            one = tr("Position {position}", position=first)
            span = one if first == last else tr("Positions {first} to {last}", first=first, last=last)
            yield tr("{what}: {more}", what=span, more=more)
        yield from _proof(plan, tr, before=first - 1)


def _spans(plans: Sequence[Plan]) -> Iterator[tuple[int, int]]:
    """Go through the first and the last position of each plan."""
    last = 0
    for plan in plans:
        yield last + 1, last + len(plan.seatings)
        last += len(plan.seatings)


def _proof(plan: Plan, tr: Texts, *, before: int) -> Iterator[str]:
    """Say what is proven of a plan that begins after so many positions."""
    proof, positions = plan.proof, len(plan.seatings)
    if not proof.meeting_again:
        yield tr.plural(
            "Nobody meets twice in {n} position ({most} can be played so).",
            "Nobody meets twice in {n} positions ({most} can be played so).",
            positions,
            most=plan.repeat_free,
        )
    else:
        yield tr.plural(
            "From position {position} on, players meet again: {n} meeting too many in {positions} positions.",
            "From position {position} on, players meet again: {n} meetings too many in {positions} positions.",
            proof.repeats,
            position=before + plan.repeat_free + 1,
            positions=positions,
        )
        yield from _again(proof.meeting_again, tr, before=before)
    if proof.tables_of_three:
        yield tr("Tables of three: {tables}", tables=", ".join(map(str, proof.tables_of_three)))
        if proof.twice_at_three:
            yield tr("They come to a table of three more than once:")
            yield from _again(proof.twice_at_three, tr, before=before)
        else:
            yield tr("Nobody comes to a table of three twice.")


def _again(found: tuple[Again[Card], ...], tr: Texts, *, before: int) -> Iterator[str]:
    for again in found[:MOST_TOLD]:
        visits = ", ".join(
            tr("position {position} table {table}", position=before + visit.position, table=visit.table)
            for visit in again.visits
        )
        yield "  " + tr("{what}: {more}", what=" – ".join(again.people), more=visits)
    if len(found) > MOST_TOLD:
        yield tr.plural("  … and {n} other", "  … and {n} others", len(found) - MOST_TOLD)


def _repair(call: Call, plans: Sequence[Plan]) -> Iterator[str]:
    """Offer the repaired movement where it lets fewer players meet again, or need not begin anew as often."""
    if plans[0].kind in (Kind.REPAIRED, Kind.ASCE) or not (_repeats(plans) or len(plans) > 1):
        return
    with suppress(Refused):
        repaired = plan_movement(call.state, Kind.REPAIRED, five=call.args.five)
        if (_repeats(repaired), len(repaired)) < (_repeats(plans), len(plans)):
            yield call.tr(
                "The repaired movement does better: {repeats} meetings too many ({most} positions without any)."
                " nord tournoi movement repaired",
                repeats=_repeats(repaired),
                most=repaired[0].repeat_free,
            )


def _repeats(plans: Sequence[Plan]) -> int:
    return sum(plan.proof.repeats for plan in plans)


def _data(plans: Sequence[Plan]) -> dict[str, object]:
    plan = plans[0]
    proof = plan.proof
    return {
        "kind": plan.kind,
        "tables": plan.tables,
        "repeat_free": plan.repeat_free,
        "repeats": proof.repeats,
        "meeting_again": [list(again.people) for again in proof.meeting_again],
        "tables_of_three": list(proof.tables_of_three),
        "twice_at_three": [again.people[0] for again in proof.twice_at_three],
        "parts": [
            {"first": first, "last": last, "repeats": plan.proof.repeats}
            for (first, last), plan in zip(_spans(plans), plans, strict=True)
        ],
    }
