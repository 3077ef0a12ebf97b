"""`desk --headless`: the control desk without a window, until it is told to stop."""

from __future__ import annotations

import argparse
import signal
import sys
from ipaddress import IPv4Address

from app.cli.program import add_data
from app.domain.errors import Refused
from app.storage.folder import data_root, open_folder
from app.storage.logs import log_into
from app.texts.catalogue import LANGUAGES, Texts, texts
from app.texts.refusals import refusal
from sync.addresses import lan_addresses
from sync.hall.site import PORT, HallProtocol, hall_site
from sync.serve import EVERYWHERE, Serving, listen


def add_arguments(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare what `desk` understands."""
    parser.add_argument("--headless", action="store_true", help=tr("without a window"))
    add_data(parser, tr)
    port = tr("port of the hall's pages ({port}); 0: any", port=PORT)
    parser.add_argument("--port", type=_port, default=PORT, metavar="N", help=port)
    listen_on = tr("listen on this address alone")
    parser.add_argument("--host", type=_host, default=EVERYWHERE, metavar="ADDRESS", help=listen_on)
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help=tr("language of what is printed"))


def run(args: argparse.Namespace) -> int:
    """Serve the hall until SIGTERM or Ctrl-C; one line says where, and one line says why not."""
    tr = texts(args.lang)
    try:
        with open_folder("desk", data_root(args.data)) as folder:
            log_into(folder.path)
            return _serve(tr, host=args.host, port=args.port)
    except Refused as refused:
        for violation in refused.violations:
            print(refusal(violation, tr), file=sys.stderr)
        return 1


def _serve(tr: Texts, *, host: str, port: int) -> int:
    listener = listen(host, port)
    port = listener.getsockname()[1]

    def around() -> tuple[str, ...]:
        # Asked again for each page: a laptop may change networks during an evening.
        return tuple(f"{name}:{port}" for name in (lan_addresses() if host == EVERYWHERE else (host,)))

    serving = Serving(hall_site(lambda: next(iter(around()), None)), listener, protocol=HallProtocol)
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: serving.stop())
    addresses = "  ".join(f"http://{name}/" for name in around() or (f"localhost:{port}",))
    running = tr("Nord: the control desk is running. Hall: {addresses} (Ctrl-C stops it)", addresses=addresses)
    print(running, flush=True)
    while serving.running:
        serving.wait(1)
    if not serving.stopping:
        print(tr("Nord: the control desk stopped by itself; the log says why."), file=sys.stderr)
        return 1
    return 0


def _host(text: str) -> str:
    return str(IPv4Address(text))


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise ValueError(text)
    return port
