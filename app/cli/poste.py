"""`table --desk …` and `arbitre --desk …`: a poste without a window, for scripts; a line in, a line of JSON out.

A line is a command as after `tournoi`, on the tournament as this poste has it, or one of its own: `join` pairs it by a
code, `link` tells how it stands with the desk, `wait` waits for that to change, `quit` ends. The answer to a command
says in `wrote` which events are safe on the disk of this poste from now on. Without a network, `sheets carry-out FILE`
writes what a desk should have (`--tournament NAME`: of an earlier tournament to which something is owed), and `sheets
carry-in FILE` takes in the file that the desk wrote for the room.
"""

from __future__ import annotations

import argparse
import json
import logging
import shlex
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from app.cli.damage import told_of
from app.cli.parser import Misused
from app.cli.program import add_data
from app.cli.terminal import Terminal
from app.cli.tournoi import line_parser
from app.cli.tournoi.call import Call, Desk
from app.cli.trouble import file_trouble, mistake
from app.domain.errors import Refused, Violation, violation
from app.domain.events.tournoi import Role
from app.domain.fold.state import State
from app.services.arbiter_code import arbiter_code
from app.services.desk_link import LinkState, Stage
from app.services.settings import Poste
from app.services.tournaments import Opened, Renewed
from app.storage.device import DATABASE as DEVICE
from app.storage.device import own_identity
from app.storage.durable import write_whole
from app.storage.folder import data_root, open_folder
from app.storage.logs import log_into
from app.storage.machine import MachineClock, MachineRandom
from app.texts.catalogue import LANGUAGES, Texts, texts
from app.texts.names import named
from app.texts.refusals import refusal
from sync.joined import Who
from sync.pairing import DIGITS
from sync.poste import LinkedPoste
from sync.whereabouts import read_address

log = logging.getLogger(__name__)
ROLES = {Poste.TABLE: Role.TABLE, Poste.ARBITRE: Role.ARBITRE}
PATIENCE_SECONDS = 60.0
# What a table or an arbiter does; the rest is the desk's own work.
VERBS = ("status", "sheets", "rule", "penalty", "correct", "history")
# What an arbiter decides beside that. Releasing is left to the desk: two hands that release one record at the same time
# would both write what it says, and it would count twice.
ARBITERS = (("quarantine", None), ("quarantine", "list"), ("quarantine", "dismiss"))
# What only those can tell who see every sheet and every penalty.
OF_THE_ROOM = ("ranking", "explain")
# Beside the stages, what can be waited for: the desk has everything; something changed since the last command.
SENT, NEWS = "sent", "news"


def add_arguments(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare what lets a poste join a desk without a window."""
    add_data(parser, tr)
    add_joining(parser, "--desk", tr("join the control desk there, without a window"), tr)
    parser.add_argument("--label", default="", metavar=tr("NAME"), help=tr("how the desk's list calls this device"))
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help=tr("language of what is printed"))


def add_joining(parser: argparse.ArgumentParser, option: str, summary: str, tr: Texts) -> None:
    """Declare the option that names a desk, and the code that goes with it; what can be neither is wrong usage."""

    def address(text: str) -> str:
        try:
            read_address(text)
        except Refused as refused:
            raise argparse.ArgumentTypeError(refusal(refused.violations[0], tr)) from None
        return text

    def code(text: str) -> str:
        digits = read_code(text)
        if not (len(digits) == DIGITS and digits.isascii() and digits.isdecimal()):
            raise argparse.ArgumentTypeError(tr("a code is the eight digits that the control desk shows"))
        return digits

    parser.add_argument(option, type=address, metavar=tr("ADDRESS"), help=summary)
    parser.add_argument("--code", type=code, metavar="CODE", help=tr("the eight digits that the desk shows; once"))


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Join the desk, then answer each line until the end of the input; what keeps it from joining is status 1."""
    tr, role = texts(args.lang), ROLES[Poste(args.command)]
    root, random = data_root(args.data), MachineRandom()
    try:
        with open_folder(args.command, root) as folder:
            log_into(folder.path)
            device = own_identity(
                root, random, lambda aside: terminal.complain(told_of(Renewed(DEVICE, aside), tr))
            ).device
            news = News()
            label = args.label or tr(args.command)
            who = Who(role=role, device=device, label=label, folder=folder.path)
            poste = LinkedPoste(who, clock=MachineClock(), random=random, on_change=news.come)
            try:
                poste.ready.result()
                if args.code is not None:
                    poste.join(args.desk, args.code).result()
                else:
                    follow_to(poste, args.desk)
                terminal.say(json.dumps({"device": device, "role": role}))
                _Lines(poste, args, news, tr, terminal).answer_all()
            finally:
                poste.close()
    except Refused as refused:
        terminal.complain(" ".join(refusal(reason, tr) for reason in refused.violations))
        return 1
    return 0


def follow_to(poste: LinkedPoste, address: str) -> None:
    """Look for a paired poste's desk where the command says that it is; where nobody answers, it stays as it was."""
    if poste.state.address not in ("", address):
        try:
            poste.move(address).result()
        except Refused as refused:
            if refused.violations[0].key != "desk.unreachable":
                raise


class News:
    """How often something has changed, and waiting for it to change again."""

    def __init__(self) -> None:
        self._changes = 0
        self._changed = threading.Condition()

    def come(self) -> None:
        """Note a change."""
        with self._changed:
            self._changes += 1
            self._changed.notify_all()

    @property
    def count(self) -> int:
        """How many changes there were."""
        return self._changes

    def wait(self, since: int, seconds: float) -> bool:
        """Wait for more changes than there were; False where none came in time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._changes > since, seconds)


class _Lines:
    """The conversation with a script."""

    def __init__(self, poste: LinkedPoste, args: argparse.Namespace, news: News, tr: Texts, terminal: Terminal) -> None:
        self._poste = poste
        self._role = ROLES[Poste(args.command)]
        self._address: str = args.desk
        self._news = news
        self._seen = 0  # news that had come before the last command
        self._tr = tr
        self._terminal = terminal
        self._parser = line_parser(tr)

    def answer_all(self) -> None:
        """Answer each line of the input."""
        while line := self._terminal.stdin.readline():
            text = line.decode("utf-8", "replace").strip()
            if text == "quit":
                return
            if text and not text.startswith("#"):
                self._terminal.say(json.dumps(self._answer(text), ensure_ascii=False, default=str))

    def _answer(self, text: str) -> Mapping[str, object]:
        try:
            words = shlex.split(text, comments=True)
            if {"-h", "--help"} & set(words):
                tr = self._tr
                raise Misused(tr("Help is printed outside of the lines: nord tournoi --help"))
            match words:
                case ["wait", what]:
                    return _told(self._wait(what))
                case ["wait", what, position]:
                    return _told(self._wait(what, int(position)))
                case ["join", *digits]:
                    self._poste.join(self._address, read_code("".join(digits))).result()
                    return _told(self._poste.state)
            self._seen = self._news.count
            match words:
                case ["sheets", "carry-out", file]:
                    return self._carry_out(file)
                case ["sheets", "carry-out", file, "--tournament", named]:
                    return self._carry_out(file, named)
                case ["sheets", "carry-in", file]:
                    self._poste.take_room(self._terminal.read(file)).result()
                    return {"file": file}
                case ["decision-code", table, deal, *said]:
                    return {"code": self._decision_code(int(table), int(deal), " ".join(said))}
            return _told(self._poste.state) if words == ["link"] else self._command(words)
        except Refused as refused:
            return {"errors": [self._error(reason) for reason in refused.violations]}
        except OSError as error:
            return {"errors": [{"code": "file", "field": "line", "message": file_trouble(error, self._tr)}]}
        except (Misused, ValueError) as misused:
            return {"errors": [{"code": "usage", "field": "line", "message": str(misused)}]}
        except Exception:  # the poste stays, and answers the next line
            log.exception("Unforeseen in the line %r", text)
            return {"errors": [{"code": "unforeseen", "field": "line", "message": mistake(self._tr)}]}

    def _carry_out(self, file: str, named: str | None = None) -> Mapping[str, object]:
        """Write what a desk should have; of another tournament than the one followed, say which."""
        earlier = self._poste.owes_to(named)
        write_whole(self._terminal.path(file), self._poste.sheets_file(earlier).result().data)
        return {"file": file} if earlier is None else {"file": file, "tournament": earlier.name}

    def _decision_code(self, table: int, deal: int, words: str) -> str:
        """Return what the arbiter who holds this poste types at a table without network."""

        def code(opened: Opened) -> str:
            identity, position = opened.meta.identity(), opened.book.state.position
            return arbiter_code(identity, opened.journal.id, table=table, position=position, deal=deal, words=words)

        if self._role is not Role.ARBITRE:
            raise Refused(violation("poste.command", "line", command="decision-code"))
        return self._poste.work(code).result()

    def _error(self, reason: Violation) -> Mapping[str, object]:
        state = self._state()
        said = refusal(named(reason, state.identities if state else {}), self._tr)
        return {"code": reason.key, "field": reason.field, "message": said}

    def _state(self) -> State | None:
        keeper = self._poste.keeper
        return None if keeper is None else keeper.state

    def _wait(self, what: str, position: int | None = None) -> LinkState:
        """Wait for a stage, at a position where one is named, for the desk to have everything, or for any news."""
        holds = self._condition(what, position)
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            seen = self._news.count
            state = self._poste.state
            if holds(state):
                return state
            if not self._news.wait(seen, until - time.monotonic()):
                raise Refused(violation("wait.in_vain", "wait", what=what))

    def _condition(self, what: str, position: int | None) -> Callable[[LinkState], bool]:
        if what == NEWS:
            return lambda _state: self._news.count > self._seen
        if what == SENT:
            return lambda state: state.waiting == 0 and state.is_reached
        stage = Stage(what)
        return lambda state: state.stage is stage and position in (None, state.position)

    def _command(self, words: Sequence[str]) -> Mapping[str, object]:
        args = self._parser.parse_args(["--lang", self._tr.lang, "--json", *words])
        is_arbiters = args.verb in OF_THE_ROOM or (args.verb, getattr(args, "action", None)) in ARBITERS
        if args.verb not in VERBS and not (is_arbiters and self._role is Role.ARBITRE):
            raise Refused(violation("poste.command", "line", command=args.verb))

        def act(opened: Opened) -> Mapping[str, object]:
            before = opened.journal.tip().n
            data: Mapping[str, object] = args.do(Call(_Followed(opened), args, self._tr, self._terminal)).data
            return {**data, "wrote": [entry.sealed.id for entry in opened.journal.read(after=before)]}

        return self._poste.work(act).result()


class _Followed(Desk):
    """What a command sees of a poste: the one tournament that it follows, and no folder around it."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def open(self, asked: str | None) -> Opened:
        """Return that tournament."""
        return self._opened


def read_code(text: str) -> str:
    """Return the digits of a code that was typed in groups, as the desk shows it."""
    return text.replace(" ", "")


def _told(state: LinkState) -> Mapping[str, object]:
    said = asdict(state)
    said["trouble"] = None if state.trouble is None else state.trouble.key
    said.pop("until")
    return said
