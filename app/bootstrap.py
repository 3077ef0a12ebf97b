"""The composition root: the only place where a poste or a command is wired to the world."""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import program
from app.cli.terminal import STDIN, Terminal
from app.cli.trouble import INTERRUPTED, tell_bugs
from app.domain.errors import Refused, violation
from app.services.settings import LANGUAGES, Poste, Settings
from app.storage.folder import COMMAND_PATIENCE_SECONDS, data_root, open_folder
from app.storage.logs import log_into
from app.texts.catalogue import texts
from app.texts.refusals import refusal

if TYPE_CHECKING:  # windows, the law and its journal weigh: only who uses them imports them
    from app.services.carrying import Places
    from app.services.desk_link import DeskLink
    from app.services.parties import Parties
    from app.services.tournaments import Tournaments
    from app.storage.device import DeviceStore
    from app.ui.window import NordWindow

# Where there is nothing to draw on, the one poste that is of use is the desk, which serves the others.
WITHOUT_A_SCREEN = ("desk", "--headless")
# Words that make a poste do without its window.
WINDOWLESS = ("headless", "desk", "standby")


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the command line asks for and return the exit status; who stops it is told nothing that they know."""
    try:
        return _main(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def _main(argv: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    args = program.parse(words)
    if args.command is None and not has_screen(os.environ):
        args = program.parse([*WITHOUT_A_SCREEN, *(() if args.data is None else ("--data", str(args.data)))])
    if args.command not in (None, *Poste) or any(getattr(args, word, None) for word in WINDOWLESS):
        return run_command(args, words)
    try:
        if not has_screen(os.environ):
            raise Refused(violation("window.no_screen", "screen"))
        open_window(args.command and Poste(args.command), data_root(args.data))
    except Refused as refused:
        for reason in refused.violations:
            print(refusal(reason, texts(getattr(args, "lang", LANGUAGES[0]))), file=sys.stderr)
        return 1
    return 0


def run_command(args: argparse.Namespace, words: Sequence[str]) -> int:
    """Run a command here, or have it run by the desk that holds the folder."""
    if args.command not in program.ON_THE_DESK:
        return program.run(args, open_desk)
    tr = texts(args.lang)
    tell_bugs(tr)
    terminal = Terminal.own()
    if args.command in program.OF_A_RUNNING_DESK:
        from sync.admin import Asked, ask_running_desk

        stdin = terminal.stdin.read() if STDIN in words else b""
        asked = Asked(tuple(words), os.getcwd(), stdin)
        try:
            told = ask_running_desk(data_root(args.data) / Poste.DESK, asked)
        except Refused as refused:
            terminal.complain(refusal(refused.violations[0], tr))
            return 1
        if told is not None:
            terminal.write(told.out)
            terminal.err.write(told.err)
            return told.status
        terminal = replace(terminal, stdin=io.BytesIO(stdin)) if stdin else terminal
    return program.run(args, open_desk, terminal)


def open_window(poste: Poste | None, root: Path) -> None:
    """Open the window of this poste, else of the one chosen last, and return when it is closed.

    Raises `Refused` when another window has the data folder, or when it cannot be written.
    """
    gc.disable()  # until the first screen is there: `app.ui.memory` says why
    # Here, so that no command carries the weight of a window.
    from app.storage.device import DeviceStore
    from app.ui import surroundings

    device = DeviceStore(root)
    try:
        settings = device.settings().result()
        log_into(root)
        surroundings.settle(root / "kivy")
        from app.ui.window import is_drawable

        if not is_drawable():
            raise Refused(violation("window.no_screen", "screen"))
        make_window(device, settings, poste).run()
    finally:
        device.close()


def make_window(
    device: DeviceStore, settings: Settings, poste: Poste | None, places: Places | None = None
) -> NordWindow:
    """Return the window of this poste, else of the one chosen last, wired to the disk and to this machine's clock.

    Files that people carry go to `places`, else to the folders of whoever runs it.
    """
    from app.services.arbiter_pin import ArbiterPin
    from app.storage.machine import MachineClock, MachineRandom
    from app.storage.places import MachinePlaces, own_folders
    from app.ui.window import NordWindow

    clock, random = MachineClock(), MachineRandom()

    def open_parties(folder: Path) -> Parties:
        # Here, so that the first frame does not wait for the law and its journal.
        from app.services.parties import Parties
        from app.storage.shelf import FolderShelf

        return Parties(FolderShelf(folder, device.identity(random)), clock=clock, random=random)

    # Asked for before any folder is: it is there when a poste opens.
    identity = device.identity(random)

    def open_link(folder: Path, on_change: Callable[[], None]) -> DeskLink:
        from app.domain.events.tournoi import Role
        from sync.joined import Who
        from sync.poste import LinkedPoste

        label = texts(settings.lang)("table")
        who = Who(role=Role.TABLE, device=identity.result().device, label=label, folder=folder)
        return LinkedPoste(who, clock=clock, random=random, on_change=on_change)

    return NordWindow(
        device=device,
        settings=settings,
        poste=poste or settings.poste,
        open_parties=open_parties,
        open_link=open_link,
        pin=ArbiterPin(device, clock=clock, random=random),
        places=places or MachinePlaces(own_folders()),
        clock=clock,
    )


@contextmanager
def open_desk(asked: Path | None) -> Iterator[Tournaments]:
    """Hold the desk's folder, as the commands on it need it, until the context ends."""
    # Here, so that no other command carries the weight of a database.
    from app.storage.machine import MachineClock, MachineRandom
    from app.storage.tournaments import DeskTournaments

    root = data_root(asked)
    with open_folder(Poste.DESK, root, patience_seconds=COMMAND_PATIENCE_SECONDS) as folder:
        log_into(folder.path)
        tournaments = DeskTournaments(folder.path, root, clock=MachineClock(), random=MachineRandom())
        try:
            yield tournaments
        finally:
            tournaments.close()


def has_screen(environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Tell whether a window can be shown: always, except where X11 and Wayland are both absent."""
    return platform in ("win32", "darwin", "android") or bool(
        environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY") or environ.get("ANDROID_ARGUMENT")
    )
