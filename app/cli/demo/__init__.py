"""`demo`: a whole evening with a real desk and real tablets, simulated hands, and everything checked afterwards."""

from __future__ import annotations

import argparse
import json
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.cli.demo.evening import Evening, Wanted
from app.cli.demo.telling import Telling
from app.cli.program import add_data
from app.cli.terminal import Terminal
from app.cli.trouble import INTERRUPTED
from app.domain.errors import Refused, violation
from app.services.tournaments import OpenDesk
from app.texts.catalogue import LANGUAGES, Texts, texts
from app.texts.refusals import refusal

TABLES, PLAYERS, POSITIONS, DONNES = (3, 60), (11, 240), (1, 20), (1, 20)
MOST_SEEDS = 10**15
USUAL_SPEED = 60.0  # an evening in two minutes or so
MAX = "max"
MANY = 10**6  # more than anybody can kill in an evening


def add_arguments(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare what `demo` understands."""

    def number(least: int, most: int) -> type[int]:
        def read(text: str) -> int:
            if not text.isdecimal() or not least <= int(text) <= most:
                raise argparse.ArgumentTypeError(
                    tr("from {least} to {most}, not “{given}”", least=least, most=most, given=text)
                )
            return int(text)

        return read  # type: ignore[return-value]

    def speed(text: str) -> float | None:
        try:
            factor = None if text == MAX else float(text)
        except ValueError:
            factor = 0.0
        if factor is not None and not 0 < factor < 1e6:
            raise argparse.ArgumentTypeError(tr("“max”, or how many times faster than people"))
        return factor

    add_data(parser, tr)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--tables", type=number(*TABLES), default=6, metavar="N", help=tr("full tables (6)"))
    who.add_argument(
        "--players", type=number(*PLAYERS), metavar="N", help=tr("or so many players, at four or at three")
    )
    parser.add_argument("--positions", type=number(*POSITIONS), default=5, metavar="N", help=tr("positions (5)"))
    parser.add_argument("--donnes", type=number(*DONNES), default=4, metavar="N", help=tr("donnes of a position (4)"))
    parser.add_argument(
        "--seed", type=number(0, MOST_SEEDS), default=1, metavar="N", help=tr("another seed, another evening (1)")
    )
    fast = tr("max, or how many times faster than people (60)")
    parser.add_argument("--speed", type=speed, default=USUAL_SPEED, metavar=tr("SPEED"), help=fast)
    trouble = parser.add_mutually_exclusive_group()
    chaos = tr("programs are killed and links are cut all the time; the ranking is the same")
    trouble.add_argument("--chaos", action="store_true", help=chaos)
    carried = tr("no network from the first donne to the last: sheets are brought by file; the ranking is the same")
    trouble.add_argument("--carried", action="store_true", help=carried)
    parser.add_argument("--json", action="store_true", help=tr("end with one JSON object, for scripts"))
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help=tr("language of what is printed"))


def run(args: argparse.Namespace, open_desk: OpenDesk, terminal: Terminal) -> int:
    """Play the evening; 0 where every sum is 0, nothing is lost or twice, and the ranking is the law's."""
    tr = texts(args.lang)
    wanted = Wanted(
        players=args.players or 4 * args.tables,
        positions=args.positions,
        donnes=args.donnes,
        seed=args.seed,
        speed=args.speed,
        kills=MANY if args.chaos else 0,
        carried=args.carried,
        name=tr("Demonstration evening"),
    )
    telling = Telling(wanted, tr, None if args.json else terminal)
    try:
        with _told_to_end(), _folder(args.data) as data:
            telling.begin()
            outcome = Evening(wanted, data, telling, open_desk).play()
    except Refused as refused:
        telling.clear()
        terminal.complain(" ".join(refusal(reason, tr) for reason in refused.violations))
        return 1
    except KeyboardInterrupt:
        telling.clear()
        return INTERRUPTED
    telling.end(outcome)
    if args.json:
        terminal.say(json.dumps(outcome.as_json(), ensure_ascii=False))
    if outcome.ok:
        return 0
    terminal.complain(tr("The evening did not come out as the law says."))
    return 1


@contextmanager
def _folder(asked: Path | None) -> Iterator[Path]:
    """Lend the folder that was asked for, which nothing is in yet; else one that goes away afterwards."""
    if asked is None:
        with tempfile.TemporaryDirectory(prefix="nord-") as folder:
            yield Path(folder)
        return
    if asked.exists() and (not asked.is_dir() or any(asked.iterdir())):
        raise Refused(violation("demo.folder_taken", "data", path=str(asked)))
    yield asked.absolute()


@contextmanager
def _told_to_end() -> Iterator[None]:
    """Let whoever ends this program end it as Ctrl-C does: what it started ends with it."""

    def end(_sign: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = {sign: signal.signal(sign, end) for sign in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
