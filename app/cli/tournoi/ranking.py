"""`tournoi ranking`: who stands where, in total, after a position, in one position alone, by teams."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import acts, count
from app.domain.errors import Refused, violation
from app.domain.tournoi.line import Reason
from app.domain.tournoi.shape import Event
from app.domain.tournoi.standings import Ranked, Standings
from app.services.cuts import ties_at
from app.services.rankings import best_of_last_two, of_position, of_teams, running
from app.texts.catalogue import Texts
from app.texts.ranking import reason, score


def add_ranking(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `ranking`."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--position", type=count, metavar="N", help=tr("of this position alone"))
    which.add_argument("--after", type=count, metavar="N", help=tr("in total, after this position"))
    which.add_argument("--last-two", action="store_true", help=tr("of the special prize: the last two positions"))
    rewarded = tr("with --last-two: has another prize already, and is left out")
    parser.add_argument("--rewarded", action="append", default=[], metavar=tr("PLAYER"), help=rewarded)
    first = tr("with --last-two: so many of the ranking have another prize already")
    parser.add_argument("--rewarded-first", type=count, metavar="N", help=first)
    parser.add_argument("--teams", action="store_true", help=tr("of the teams"))
    parser.add_argument("--first", type=count, metavar="N", help=tr("only so many"))
    parser.add_argument("--why", action="store_true", help=tr("say why each one stands before the next"))
    acts(
        parser,
        tr,
        _ranking,
        "ranking",
        "ranking --position 3",
        "ranking --after 5 --why",
        "ranking --teams",
        "ranking --last-two --rewarded-first 10",
    )


def _ranking(call: Call) -> Report:
    args, tr = call.args, call.tr
    standings = _standings(call)
    names = {**{who: call.name(who) for who in call.state.identities}, **call.state.team_names}
    table = standings.table()[: args.first]
    rows = [
        (rank, names.get(line.id, line.id), score(line.total, tr), tr("abandoned") if line.abandoned else "")
        for rank, line in table
    ]
    reasons = standings.reasons()[: max(0, len(table) - 1)] if args.why else ()
    data = [
        {
            "rank": rank,
            "id": line.id,
            "name": names.get(line.id, line.id),
            "total": line.total,
            "abandoned": line.abandoned,
        }
        for rank, line in table
    ]
    return Report([*columns(rows, frozenset({0, 2})), *_whys(call, table, reasons)], {"ranking": data})


def _whys(call: Call, table: Sequence[Ranked], reasons: Sequence[Reason]) -> Iterator[str]:
    """Say why each one stands before the next, and what broke the ties at cuts of those who went out there."""
    args, tr = call.args, call.tr
    yield from (reason(_named(call, why), tr) for why in reasons)
    by_team = call.created.shape.event.members > 1
    if not args.why or args.position is not None or args.last_two or by_team is not args.teams:
        return
    shown = {line.id for _, line in table}
    for cut in call.state.cuts:
        ties = [why for why in ties_at(call.state, cut) if why.below in shown]
        if ties and (args.after is None or cut.after < args.after):
            yield tr("At the cut after position {position}, with equal totals:", position=cut.after)
            yield from ties_told(call, ties)


def ties_told(call: Call, ties: Iterable[Reason]) -> Iterator[str]:
    """Say what broke the ties at a cut, a line each."""
    return (f"  {reason(_named(call, why), call.tr)}" for why in ties)


def _named(call: Call, why: Reason) -> Reason:
    """Return a reason with names, of players or of teams."""
    teams = call.state.team_names
    above, below = (teams.get(one) or call.name(one) for one in (why.above, why.below))
    return replace(why, above=above, below=below)


def _standings(call: Call) -> Standings:
    args, state = call.args, call.state
    asked = args.position or args.after
    if (args.rewarded or args.rewarded_first) and not args.last_two:
        raise Refused(violation("rewarded_elsewhere", "rewarded"))
    if asked is not None and asked not in state.feuilles:
        raise Refused(violation("position_unknown", "position", position=asked))
    if args.teams:
        if not state.teams:
            alone = call.created.shape.event in (Event.LIBRE, Event.SENIOR)
            raise Refused(violation("no_teams_here" if alone else "no_team_yet", "teams"))
        return of_teams(state, upto=args.after)
    if args.position is not None:
        return of_position(state, args.position)
    if args.last_two:
        return best_of_last_two(state, _rewarded(call))
    return running(state, upto=args.after)


def _rewarded(call: Call) -> frozenset[str]:
    """Return who has another prize: those who are named, and the first of the ranking, equal ranks included."""
    first = call.args.rewarded_first or 0
    return frozenset(
        [
            *map(call.player, call.args.rewarded),
            *(line.id for rank, line in running(call.state).table() if rank <= first),
        ]
    )
