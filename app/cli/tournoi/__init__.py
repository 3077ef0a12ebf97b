"""`tournoi`: the desk's work without a window, on its data folder."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module

from app.cli.damage import damage_told
from app.cli.parser import Parser
from app.cli.program import add_data
from app.cli.terminal import Terminal
from app.cli.tournoi.call import Call, Desk
from app.cli.tournoi.report import one_line
from app.cli.trouble import INTERRUPTED, file_trouble
from app.domain.errors import Refused, Violation, violation
from app.domain.events.tournoi import TournamentCreated
from app.domain.fold.state import State
from app.services.tournaments import OpenDesk
from app.texts.catalogue import LANGUAGES, N_, Texts, texts
from app.texts.fields import with_words
from app.texts.names import named
from app.texts.refusals import refusal

# Each command: the module that offers add_<command>(parser, texts), and what the command is for. A module is
# imported when its command is called.
COMMANDS = {
    "list": ("tournament", N_("the tournaments in this folder")),
    "new": ("tournament", N_("begin a tournament")),
    "use": ("tournament", N_("take another tournament into use: tablets follow it")),
    "status": ("tournament", N_("where the tournament stands, and what comes next")),
    "players": ("players", N_("who takes part: list, add, amend, import, team")),
    "movement": ("movement", N_("how the room moves, with its proof")),
    "seats": ("seats", N_("starting places: draw, show")),
    "open": ("positions", N_("open the next position and print its seats")),
    "sheets": ("sheets", N_("score sheets: show, record, replace, strike, visa, send, type …")),
    "rule": ("rule", N_("rule on a fault; --dry-run shows the ruling without giving it")),
    "penalty": ("penalty", N_("penalties: list, give, cancel")),
    "correct": ("correct", N_("correct a signed sheet, as the arbiter says")),
    "withdraw": ("departures", N_("let a player go")),
    "substitute": ("departures", N_("give a player's seat to a newcomer")),
    "close": ("positions", N_("close the position and print its control sums")),
    "reopen": ("positions", N_("open a closed position again, to correct it")),
    "ranking": ("ranking", N_("the ranking: in total, of one position, of teams")),
    "explain": ("explain", N_("how a player's total came about, donne by donne")),
    "history": ("history", N_("who did what, when and why")),
    "export": ("export", N_("write the ranking, the players, the donnes … for a spreadsheet or a program")),
    "quarantine": ("quarantine", N_("what tablets wrote and could not count: list, release, dismiss")),
    "devices": ("devices", N_("tablets: list, code, approve, assign, revoke")),
    "promote": ("promote", N_("a standby takes over from a control desk that is lost")),
    "end": ("positions", N_("end the tournament: nothing more is written")),
    "batch": ("batch", N_("many commands from a file, one a line")),
}


def add_arguments(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare every command; one that is not called costs nothing."""
    parser.epilog = tr(
        "An evening: new, players import, movement, seats draw, then for each position open, sheets, close;\n"
        "ranking at any time; end when all is played. “nord tournoi COMMAND --help” shows examples of each."
    )
    add_data(parser, tr)
    parser.add_argument("--tournament", metavar=tr("NAME"), help=tr("by name or id; else the one under way"))
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help=tr("language of what is printed"))
    parser.add_argument("--json", action="store_true", help=tr("answer one JSON object, for scripts"))
    commands = parser.add_subparsers(dest="verb", metavar=tr("COMMAND"), title=tr("commands"), required=True)
    for name, (module, summary) in COMMANDS.items():
        commands.add_parser(name, help=tr(summary), description=tr(summary), declare=_declared(name, module, tr))


def run(args: argparse.Namespace, open_desk: OpenDesk, terminal: Terminal) -> int:
    """Run one command on the desk's folder; what is refused is told in one line."""
    tr = texts(args.lang)
    desk: Desk | None = None
    try:
        with open_desk(getattr(args, "data", None)) as tournaments, damage_told(tournaments, terminal, tr):
            desk = Desk(tournaments)
            try:
                report = args.do(Call(desk, args, tr, terminal))
                if written := report.written(as_json=args.json):
                    terminal.say(written)
                if report.failed:
                    terminal.complain(report.failed)
                    return 1
            finally:
                state = desk.opened()
                desk.close()
    except Refused as refused:
        terminal.complain(told(refused, tr, state if desk else None))
        return 1
    except BrokenPipeError:
        terminal.give_up()
    except OSError as error:
        terminal.complain(file_trouble(error, tr))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def told(refused: Refused, tr: Texts, state: State | None) -> str:
    """Return every reason in one line, players by their names."""
    identities = {} if state is None else state.identities
    reasons = (named(_where_to_go_on(reason, state), identities) for reason in refused.violations)
    return one_line(" ".join(refusal(with_words(reason, tr), tr) for reason in reasons))


def _where_to_go_on(reason: Violation, state: State | None) -> Violation:
    """Return a reason with the name of the tournament that has ended: whoever types may believe in another one."""
    if reason.key != "event.closed" or state is None or not isinstance(state.created, TournamentCreated):
        return reason
    return violation("tournament.ended", "tournament", name=state.created.name)


def line_parser(tr: Texts) -> Parser:
    """Return a parser of the commands alone, as a line of a batch says them."""
    parser = Parser(prog="tournoi", add_help=False)
    add_arguments(parser, tr)
    return parser


def _declared(name: str, module: str, tr: Texts) -> Callable[[Parser], None]:
    def declare(parser: Parser) -> None:
        getattr(import_module(f"app.cli.tournoi.{module}"), f"add_{name}")(parser, tr)

    return declare
