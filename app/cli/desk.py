"""`desk --headless`: the control desk without a window, until it is told to stop."""

from __future__ import annotations

import argparse
import io
import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address
from pathlib import Path

from app.cli import program, standby
from app.cli.damage import damage_told
from app.cli.poste import add_joining
from app.cli.terminal import Terminal
from app.cli.trouble import mistake
from app.domain.errors import Refused
from app.services.tournaments import OpenDesk, Tournaments
from app.storage.folder import data_root
from app.storage.machine import MachineClock, MachineRandom
from app.texts.catalogue import LANGUAGES, Texts, texts
from app.texts.refusals import refusal
from sync.admin import Asked, Told
from sync.door import PORT as DOOR_PORT
from sync.hall.site import PORT as HALL_PORT
from sync.running_desk import RunningDesk
from sync.serve import EVERYWHERE

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare what `desk` understands."""
    parser.add_argument("--headless", action="store_true", help=tr("without a window"))
    program.add_data(parser, tr)
    port = tr("port of the hall's pages ({port}); 0: any", port=HALL_PORT)
    parser.add_argument("--port", type=_port, default=HALL_PORT, metavar="N", help=port)
    door = tr("port for the tablets ({port}); 0: any", port=DOOR_PORT)
    parser.add_argument("--tablet-port", type=_port, default=DOOR_PORT, metavar="N", help=door)
    copies = tr("be a standby of the control desk there: copy it, ready to take over")
    add_joining(parser, "--standby", copies, tr)
    listen_on = tr("listen on this address alone")
    parser.add_argument("--host", type=_host, default=EVERYWHERE, metavar="ADDRESS", help=listen_on)
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help=tr("language of what is printed"))


def run(args: argparse.Namespace, open_desk: OpenDesk, terminal: Terminal) -> int:
    """Serve tablets and hall until SIGTERM or Ctrl-C; one line says where, and one line says why not."""
    tr = texts(args.lang)
    if args.standby:
        return standby.run(args, terminal)
    try:
        with open_desk(args.data) as tournaments:
            with damage_told(tournaments, terminal, tr):
                desk = RunningDesk(
                    tournaments,
                    data_root(args.data) / "desk",
                    host=args.host,
                    hall_port=args.port,
                    door_port=args.tablet_port,
                    run=run_for_another,
                    clock=MachineClock(),
                    random=MachineRandom(),
                )
            try:
                return _serve(desk, tr, terminal)
            finally:
                desk.close()
    except Refused as refused:
        for violation in refused.violations:
            terminal.complain(refusal(violation, tr))
        return 1


def run_for_another(tournaments: Tournaments, asked: Asked) -> Told:
    """Run a command that somebody typed in another terminal, on the tournaments of this desk."""

    @contextmanager
    def lend(_data: Path | None) -> Iterator[Tournaments]:
        yield tournaments

    out, err = io.BytesIO(), io.BytesIO()
    terminal = Terminal(out, err, io.BytesIO(asked.stdin), Path(asked.folder))
    try:
        status = program.run(program.parse(asked.words), lend, terminal)
    except SystemExit as ended:
        status = int(ended.code or 0)
    except Exception:
        log.critical("Unforeseen", exc_info=True)
        terminal.complain(mistake(texts(LANGUAGES[0])))
        status = 1
    return Told(out.getvalue(), err.getvalue(), status)


def _serve(desk: RunningDesk, tr: Texts, terminal: Terminal) -> int:
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: desk.stop())
    halls = desk.hall_addresses() or (f"localhost:{desk.hall_port}",)
    tablets = desk.door_addresses() or (f"localhost:{desk.door_port}",)
    terminal.say(
        tr(
            "Nord: the control desk is running. Hall: {hall} Tablets: {tablets} (Ctrl-C stops it)",
            hall="  ".join(f"http://{name}/" for name in halls),
            tablets="  ".join(tablets),
        )
    )
    while desk.running:
        desk.wait(1)
    if not desk.stopping:
        terminal.complain(tr("Nord: the control desk stopped by itself; the log says why."))
        return 1
    return 0


def _host(text: str) -> str:
    return str(IPv4Address(text))


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise ValueError(text)
    return port
