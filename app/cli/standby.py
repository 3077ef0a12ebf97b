"""`desk --standby ADDRESS`: a second machine that copies the desk as it works, to take over from it if need be."""

from __future__ import annotations

import argparse
import signal
import threading
from pathlib import Path

from app.cli.damage import told_of
from app.cli.poste import follow_to
from app.cli.terminal import Terminal
from app.domain.errors import Refused
from app.domain.events.tournoi import Role
from app.services.desk_link import Stage
from app.services.settings import Poste
from app.services.tournaments import Renewed
from app.storage.device import DATABASE as DEVICE
from app.storage.device import own_identity
from app.storage.devices import DATABASE as DEVICES
from app.storage.devices import SqliteDevices
from app.storage.folder import data_root, open_folder
from app.storage.logs import log_into
from app.storage.machine import MachineClock, MachineRandom
from app.texts.catalogue import Texts, texts
from app.texts.refusals import refusal
from sync.addresses import lan_addresses
from sync.certificate import keep_certificate, public_part
from sync.joined import Who
from sync.line import Pinned
from sync.link import present
from sync.poste import LinkedPoste
from sync.serve import EVERYWHERE
from sync.wire import Page, Standby


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Copy the desk until SIGTERM or Ctrl-C; lines say how far it is."""
    tr = texts(args.lang)
    root, random = data_root(args.data), MachineRandom()
    try:
        with open_folder(Poste.DESK, root) as folder:
            log_into(folder.path)

            def tell(file: str, aside: Path) -> None:
                terminal.complain(told_of(Renewed(file, aside), tr))

            device = own_identity(root, random, lambda aside: tell(DEVICE, aside)).device
            devices = SqliteDevices(folder.path)
            if devices.damaged is not None:
                tell(DEVICES, devices.damaged)
            copy = _Copy(folder.path, args, device, devices)
            try:
                copy.poste.ready.result()
                if args.code is not None:
                    copy.poste.join(args.standby, args.code).result()
                else:
                    follow_to(copy.poste, args.standby)
                copy.tell(tr, terminal)
            finally:
                copy.close()
    except Refused as refused:
        terminal.complain(" ".join(refusal(reason, tr) for reason in refused.violations))
        return 1
    return 0


class _Copy:
    """A standby at work in a desk's folder."""

    def __init__(self, folder: Path, args: argparse.Namespace, device: str, devices: SqliteDevices) -> None:
        self._devices = devices
        self._known: frozenset[str] = frozenset()
        self._stopping = threading.Event()
        self._news = threading.Event()
        self._copied = 0
        host = args.host if args.host != EVERYWHERE else next(iter(lan_addresses()), "localhost")
        certificate = public_part(keep_certificate(folder))
        self._self = Standby(host=host, port=args.tablet_port, certificate=certificate)
        self.poste = LinkedPoste(
            Who(role=Role.DESK, device=device, label=host, folder=folder),
            clock=MachineClock(),
            random=MachineRandom(),
            on_change=self._news.set,
            on_page=self._pulled,
            on_follow=self._introduce,
        )

    def tell(self, tr: Texts, terminal: Terminal) -> None:
        """Say how far the copy is whenever that changes, until told to stop."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, lambda *_: self._stop())
        said = ""
        while not self._stopping.is_set():
            state = self.poste.state
            if state.stage in (Stage.UNCONFIRMED, Stage.ALONE):
                now = tr("Nord: the control desk at {address} has yet to confirm this standby.", address=state.address)
            else:
                reached = tr("in step") if state.is_reached else tr("the control desk does not answer")
                if state.trouble is not None:
                    reached = tr("copying no more")
                now = tr(
                    "Nord: standby of “{name}”, {n} records copied, {state}.",
                    name=state.tournament,
                    n=self._copied,
                    state=reached,
                )
                if state.trouble is not None:
                    now = f"{now} {refusal(state.trouble, tr)}"
            if now != said:
                terminal.say(now)
                said = now
            self._news.wait()
            self._news.clear()

    def close(self) -> None:
        """Let go of everything; what is copied stays."""
        self.poste.close()
        self._devices.close()

    def _stop(self) -> None:
        self._stopping.set()
        self._news.set()

    def _introduce(self, desk: Pinned, journal: str) -> None:
        present(desk, journal, self._self)

    def _pulled(self, page: Page) -> None:
        """Keep whom the desk lets in: this machine must know them too."""
        self._copied = page.end.n
        known = frozenset(one.token_digest for one in page.devices)
        if known != self._known:
            kept = {one.token_digest: one.device for one in self._devices.known()}
            for one in page.devices:
                if one.token_digest not in kept:
                    self._devices.add(one.paired())
            let_in = {one.device for one in page.devices}
            for device in {*kept.values()} - let_in:
                self._devices.revoke(device)
            self._known = known
        self._news.set()
