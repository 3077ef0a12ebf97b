"""North's hands at one table, and the arbiter's: a script played on real tablets, each thing exactly once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future

from app.cli.demo.courier import Courier, Holds, await_sheet
from app.cli.demo.moves import Ask, Correct, Fine, Mend, Move, Play, Rule, Script, Throw, Visa
from app.cli.demo.tablet import Answer, Tablet
from app.domain.arbitrage.faute import Faute
from app.domain.events.table import Entry, NoContract
from app.texts.notation import write_donne

IN = ("sent", "corrected")
# What the arbiter reads on a sheet before deciding anything.
SEEN = ("state", "deal", "dealer", "donnes", "asked", "unvisaed", "rulings")
Rest = Callable[[], None]


class Arbiter:
    """The arbiter's tablet, and the one thread that holds it: calls are answered one after another."""

    def __init__(self, tablet: Tablet, courier: Courier, thread: Executor) -> None:
        self.tablet = tablet
        self._courier = courier
        self._thread = thread

    def call(self, script: Script, move: Move, shown: Answer) -> Future[bool]:
        """Call the arbiter to a table, whose sheet is shown; the future says whether the ruling was the law's."""
        return self._thread.submit(self._come, script, move, shown)

    def _come(self, script: Script, move: Move, shown: Answer) -> bool:
        """Decide, once the arbiter's tablet has heard of all that the sheet says, and let the desk have it."""
        _await(self._courier, self.tablet, script, lambda sheet: all(sheet[key] == shown[key] for key in SEEN))
        as_ruled = self._decide(script, move, shown)
        self._courier.send(self.tablet)
        return as_ruled

    def _decide(self, script: Script, move: Move, shown: Answer) -> bool:
        tablet, table, at = self.tablet, str(script.table), ("--position", str(script.position))

        def now(holds: Holds) -> Callable[[], bool]:
            return lambda: holds(tablet.sheet(script.table, script.position))

        match move:
            case Ask(granted=granted):
                verb = "grant" if granted else "refuse"
                tablet.writes("sheets", verb, table, *at, is_done=now(lambda sheet: not sheet["asked"]))
            case Visa(number):
                done = now(lambda sheet: number not in sheet["unvisaed"])
                tablet.writes("sheets", "grant", table, str(number), *at, is_done=done)
            case Correct(number, entry):
                words = ("correct", table, *at, "--donne", str(number), "--reason", "preneur mal noté", *_words(entry))
                tablet.writes(*words, is_done=now(lambda sheet: sheet["state"] == "corrected"))
            case Fine(player, points, reason):
                words = ("penalty", "give", player, str(points), *at, "--reason", reason)
                tablet.writes(*words, is_done=lambda: self._is_fined(script.position, move))
            case Rule(faute=faute):
                on = () if move.number is None else ("--donne", str(move.number))
                done = now(lambda sheet: len(sheet["rulings"]) > len(shown["rulings"]))
                given = tablet.writes("rule", faute.code, "--table", table, *at, *on, *_found(faute), is_done=done)
                return given is None or _is_as(given, move)
        return True

    def _is_fined(self, position: int, fine: Fine) -> bool:
        given = self.tablet.asks("penalty", "list")["penalties"]
        return (position, fine.player, fine.reason) in {
            (one["position"], one["player"], one["reason"]) for one in given
        }


class Table:
    """One table: its tablet all evening, and a script for each position."""

    def __init__(self, number: int, tablet: Tablet, arbiter: Arbiter, courier: Courier, rest: Rest) -> None:
        self.number = number
        self.tablet = tablet
        self._arbiter = arbiter
        self._courier = courier
        self._rest = rest

    def play(self, script: Script, entered: Callable[[], None]) -> bool:
        """Play a position to its end, the sheet being in; return whether every ruling was as the law says."""
        _await(self._courier, self.tablet, script, lambda _sheet: True)
        self.tablet.asks("wait", "seated", str(script.position))
        corrections = [move for move in script.moves if isinstance(move, Correct)]
        as_ruled = True
        for move in script.moves:
            if isinstance(move, Play):
                self._rest()
                entered()
            if not isinstance(move, Correct):
                as_ruled &= self._make(script, move)
        self._sign(script)
        return as_ruled and all(self._call(script, move) for move in corrections)

    def _call(self, script: Script, move: Move) -> bool:
        shown = self._sheet(script)
        self._courier.send(self.tablet)  # killed while the arbiter comes, it would keep the sheet to itself
        return self._arbiter.call(script, move, shown).result()

    def _make(self, script: Script, move: Move) -> bool:
        as_ruled = True
        match move:
            case Play(entry):
                self._record(script, entry)
            case Throw(why):
                self._record(script, why)
            case Mend(number, entry):
                typed = write_donne(entry)
                self._write(
                    script,
                    ("replace", str(number), *_words(entry)),
                    lambda sheet: bool(sheet["donnes"][number - 1]["typed"] == typed),
                )
            case Ask(seat, announce):
                self._deal_first(script)
                self._write(script, ("ask", seat, announce), lambda sheet: bool(sheet["asked"]))
                self._call(script, move)
                self._await(script, lambda sheet: not sheet["asked"])
            case Visa(number):
                self._call(script, move)
                self._await(script, lambda sheet: number not in sheet["unvisaed"])
            case Rule():
                self._deal_first(script)
                before = len(self._sheet(script)["rulings"])
                as_ruled = self._call(script, move)
                self._await(script, lambda sheet: len(sheet["rulings"]) > before)
            case Fine():
                as_ruled = self._call(script, move)
        return as_ruled

    def _record(self, script: Script, entry: Entry | NoContract) -> None:
        sheet = self._sheet(script)
        dealer = () if sheet["dealer"] else ("--dealer", script.dealer)
        deal = sheet["deal"]
        self._write(script, ("record", *dealer, *_words(entry)), lambda sheet: bool(sheet["deal"] > deal))

    def _deal_first(self, script: Script) -> None:
        """Say who deals, where the arbiter comes before the first donne is entered."""
        if not self._sheet(script)["dealer"]:
            self._write(script, ("dealer", script.dealer), lambda sheet: bool(sheet["dealer"]))

    def _sign(self, script: Script) -> None:
        seats = set(script.seats)
        self._write(script, ("visa",), lambda sheet: set(sheet["visas"]) == seats)
        self._write(script, ("send",), lambda sheet: sheet["state"] in IN)
        self._courier.send(self.tablet)

    def _write(self, script: Script, words: tuple[str, ...], holds: Holds) -> None:
        verb, *more = words
        line = ("sheets", verb, str(self.number), *more, "--position", str(script.position))
        self.tablet.writes(*line, is_done=lambda: holds(self._sheet(script)))

    def _sheet(self, script: Script) -> Answer:
        return self.tablet.sheet(self.number, script.position)

    def _await(self, script: Script, holds: Holds) -> None:
        _await(self._courier, self.tablet, script, holds)


def _await(courier: Courier, tablet: Tablet, script: Script, holds: Holds) -> None:
    await_sheet(courier, tablet, script.table, script.position, holds)


def _words(donne: Entry | NoContract) -> tuple[str, ...]:
    return tuple(write_donne(donne).split())


def _found(faute: Faute) -> tuple[str, ...]:
    """Return a fault as it is typed after its code."""
    words = [word for seat in faute.players for word in ("--player", seat)]
    for option, value in (
        ("--preneur", faute.preneur),
        ("--dealer", faute.dealer),
        ("--choice", faute.choice),
        ("--amount", faute.amount),
    ):
        if value is not None:
            words += [option, str(value)]
    return tuple(words)


def _is_as(answer: Answer, move: Rule) -> bool:
    """Tell whether the arbiter's tablet ruled as the law does."""
    ruling = move.ruling
    return (answer["donne"], answer["warnings"], answer["penalties"], answer["barred"]) == (
        ruling.donne,
        list(ruling.warnings),
        [{"player": fine.player, "points": fine.points} for fine in ruling.penalties],
        [{"player": barred.player, "when": barred.when} for barred in ruling.barred],
    )
