"""Use case: players from a list that somebody typed in a spreadsheet; nothing is entered while anything is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.domain.errors import Refused, Violation, violation
from app.domain.events.tournoi import PlayerId
from app.domain.fold.state import State
from app.domain.mouvement.asked import MOST_PLAYERS
from app.domain.tournoi.identity import Identity, check_identity
from app.services.book import Book
from app.services.cards import NOTHING, Cards, can_be_born, check_given, may_be, visible, words
from app.services.cells import is_formula, unshielded
from app.services.dates import read_date
from app.services.grid import Grid, Row
from app.services.headings import HEADINGS, column_by_hand, columns_of, field_of
from app.services.plain import plain
from app.services.players import register_players

HEADER_WITHIN = 10  # rows: a title and the date may stand above the headings
SHOWN, HEADINGS_SHOWN = 30, 12  # letters of a cell that is quoted, and headings
MOST_ROWS = 10 * MOST_PLAYERS  # looked at, of a list that is too long: its faults may say what became of it
YES = ("oui", "o", "x", "paye", "payee", "yes", "y", "ok")
NO = ("non", "n", "no")
NAMES = {"name", "full_name"}
# Accents that were read in a wrong encoding: “Ã©” for “é”, but not the letter of “JOÃO”.
_MOJIBAKE = re.compile("[ÃÂ][\x80-\xbf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]|\N{REPLACEMENT CHARACTER}")
# What a spreadsheet shows for a formula that fails, in French and in English: #N/A, #REF!, #NOM ?, Err:502.
_ERROR = re.compile(r"#N/[AD]|#[A-ZÀ-Ý/0]{3,} ?[!?]|Err ?: ?\d{3}")
_SERIE = re.compile(r"(?:s|serie)? ?(\d)(?: ?(?:e|re|er|ere|eme|nd|nde|st|rd|th))?(?: (?:serie|series))?")
_SIGNED = re.compile(r"[+-] ?\d[\d.,]*\s*(?:€|eur|euros?)?", re.IGNORECASE)
_FEE = re.compile(r"(\d{1,5})(?:[.,](\d{1,2}))?\s*(?:€|eur|euros?)?")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a cell or a row, and where: line and column counted from 1, column 0 for the whole row."""

    line: int
    column: int
    heading: str
    why: Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the person who imports says by hand: columns such as `nom=3`, no heading row, the fee behind a “yes”."""

    columns: tuple[str, ...] = ()
    has_header: bool = True
    fee_cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """A list as it was understood: the players, every problem, which column is which, and those left unread."""

    identities: tuple[Identity, ...]
    problems: tuple[Problem, ...]
    columns: Mapping[str, str]
    ignored: tuple[str, ...]


def read_players(grid: Grid, state: State, options: Options | None = None, *, today: str) -> Import:
    """Return what importing a list would enter today, with every problem; writes nothing.

    More rows than a room has chairs are the first problem, with those of the rows. Raises Refused where it cannot be
    read at all, as without names in it.
    """
    options = options or Options()
    headings, rows = _headed(grid, options)
    columns = _columns(headings, options)
    if not rows:
        raise Refused(violation("import.empty", "file"))
    too_many = tuple(_too_many(rows))
    rows = rows[:MOST_ROWS]
    if not grid.separator:  # a workbook's row ends with the last cell that anybody wrote in
        rows = tuple(row.padded(len(headings)) for row in rows)
    reading = _Reading(headings, columns, options, today)
    read = [(row, reading.identity(row)) for row in rows]
    problems = [*reading.problems, *_twice(read, reading), *_entered(read, state, reading)]
    return Import(
        identities=tuple(identity for _, identity in read),
        problems=(*too_many, *sorted(problems, key=lambda problem: (problem.line, problem.column))),
        columns={HEADINGS[name][0]: headings[column] or str(column + 1) for name, column in columns.items()},
        ignored=tuple(name for n, name in enumerate(headings) if n not in columns.values() and name.strip()),
    )


def _too_many(rows: Sequence[Row]) -> Iterator[Problem]:
    if len(rows) > MOST_PLAYERS:
        why = violation("import.too_many", "file", rows=len(rows), most=MOST_PLAYERS)
        yield Problem(rows[MOST_PLAYERS].line, 0, "", why)


def accept_players(book: Book, read: Import) -> tuple[PlayerId, ...]:
    """Enter the players of a list, all or none; refused while a problem stands."""
    if read.problems:
        raise Refused(violation("import.problems", "file", problems=len(read.problems)))
    return register_players(book, read.identities)


def _headed(grid: Grid, options: Options) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """Return the headings and the rows under them."""
    if not options.has_header:
        width = max((len(row.cells) for row in grid.rows), default=0)
        return ("",) * width, grid.rows
    for n, row in enumerate(grid.rows[:HEADER_WITHIN]):
        if any(field_of(cell) in NAMES for cell in row.cells):
            return row.cells, grid.rows[n + 1 :]
    return grid.rows[0].cells, grid.rows[1:]


def _columns(headings: Sequence[str], options: Options) -> dict[str, int]:
    columns = columns_of(headings, dict(column_by_hand(said, headings) for said in options.columns))
    if not columns.keys() & NAMES and not options.has_header:
        raise Refused(violation("import.no_name_column", "column", columns=len(headings)))
    if not columns.keys() & NAMES:
        shown = ", ".join([name.strip()[:SHOWN] for name in headings if name.strip()][:HEADINGS_SHOWN])
        raise Refused(violation("import.no_name", "file", headings=shown))
    return columns


@dataclass(slots=True)
class _Reading:
    """Reads rows one by one, and notes what is wrong."""

    headings: Sequence[str]
    columns: Mapping[str, int]
    options: Options
    today: str
    problems: list[Problem] = field(default_factory=list)
    _told: set[tuple[int, int]] = field(default_factory=set)

    def identity(self, row: Row) -> Identity:
        """Return the card in a row, as far as it can be read."""
        extra = [cell for cell in row.cells[len(self.headings) :] if cell.strip()]
        if extra or len(row.cells) < len(self.headings):
            why = violation("import.ragged", "row", cells=len(row.cells), expected=len(self.headings))
            self.problems.append(Problem(row.line, 0, "", why))
        said = {name: self._text(row, name) for name in self.columns}
        name, first_name = said.get("name", ""), said.get("first_name", "")
        if "full_name" in said and not name:
            name, first_name = split_name(said["full_name"])
        identity = Identity(
            name=name,
            first_name=first_name,
            licence=said.get("licence", "").replace(" ", ""),
            club=said.get("club", ""),
            comite=said.get("comite", ""),
            serie=self._serie(row, said.get("serie", "")),
            born=self._born(row, said.get("born", "")),
            fee_cents=self._fee(row, said.get("fee", "")),
        )
        for why in (*check_identity(identity), *check_given(identity, self.today)):
            self.refuse(row, why.field, why)
        return identity

    def refuse(self, row: Row, name: str, why: Violation) -> None:
        """Note a problem at a field of a row; what else is wrong with the same cell follows from the first."""
        found = self.problem(row, name, why)
        if not found.column or (row.line, found.column) not in self._told:
            self._told.add((row.line, found.column))
            self.problems.append(found)

    def problem(self, row: Row, name: str, why: Violation) -> Problem:
        """Return a problem with the column where its field stands; the whole row where it has none."""
        column = self.columns.get(name, self.columns.get("full_name", -1) if name == "name" else -1)
        heading = self.headings[column] if column >= 0 else ""
        return Problem(row.line, column + 1, heading, why)

    def _text(self, row: Row, name: str) -> str:
        column = self.columns[name]
        cell = visible(row.cells[column]) if column < len(row.cells) else ""
        text = unshielded(cell)
        is_figure = name == "fee" and _SIGNED.fullmatch(cell.strip())  # no amount, but no formula either
        if cell.strip() not in NOTHING and is_formula(cell) and not is_figure:
            self.refuse(row, name, violation("import.formula", name, cell=cell.strip()[:SHOWN]))
        if _ERROR.fullmatch(" ".join(cell.split())):
            self.refuse(row, name, violation("import.error_cell", name, cell=cell.strip()[:SHOWN]))
        if _MOJIBAKE.search(text):
            self.refuse(row, name, violation("import.mojibake", name, cell=text.strip()[:SHOWN]))
        return words(text)

    def _serie(self, row: Row, text: str) -> int | None:
        said = plain(text)
        if said in ("", "nc", "non classe", "sans", "0"):
            return None
        found = _SERIE.fullmatch(said)
        if found is None:
            self.refuse(row, "serie", violation("serie_unknown", "serie", serie=text))
        return int(found[1]) if found else None

    def _born(self, row: Row, text: str) -> str:
        born = read_date(text)
        if text and born is None:
            self.refuse(row, "born", violation("not_a_date", "born", given=text))
        elif born and not can_be_born(born, self.today):
            self.refuse(row, "born", violation("born_out_of_range", "born", given=text))
        return born or ""

    def _fee(self, row: Row, text: str) -> int:
        said, found = plain(text), _FEE.fullmatch(plain(text))
        if not said or said in NO:
            return 0
        if found:
            return 100 * int(found[1]) + int(((found[2] or "") + "00")[:2])
        if said in YES and self.options.fee_cents is not None:
            return self.options.fee_cents
        if said not in YES:
            self.refuse(row, "fee", violation("import.not_a_fee", "fee", given=text))
        elif not any(problem.why.key == "import.fee" for problem in self.problems):
            self.refuse(row, "fee", violation("import.fee", "fee", given=text))  # once: it is said once with --fee
        return 0


def split_name(whole: str) -> tuple[str, str]:
    """Return family name and first name: the words in capitals are the family's, else the first word is."""
    words = whole.split()
    capitals = [word for word in words if word.isupper() and len(word) > 1]
    if capitals and len(capitals) < len(words):
        return " ".join(capitals), " ".join(word for word in words if word not in capitals)
    return (words[0], " ".join(words[1:])) if words else ("", "")


def _twice(read: Iterable[tuple[Row, Identity]], reading: _Reading) -> Iterator[Problem]:
    """Yield what stands twice in the list: a licence, or a name that neither licences nor clubs tell apart."""
    licences: dict[str, int] = {}
    names: dict[str, list[tuple[int, Identity]]] = {}
    unlicensed: dict[str, list[tuple[int, Identity]]] = {}
    for row, identity in read:
        if not identity.name:
            continue
        whose = plain(identity.full_name)
        # Two licences that differ tell namesakes apart: who has one is compared with those who have none.
        namesakes = (unlicensed if identity.licence else names).get(whose, [])
        if identity.licence in licences:
            why = violation("import.licence_twice", "licence", told=identity.licence, first=licences[identity.licence])
            yield reading.problem(row, "licence", why)
        elif (first := next((line for line, other in namesakes if may_be(identity, other)), None)) is not None:
            why = violation("import.player_twice", "name", told=identity.full_name, first=first)
            yield reading.problem(row, "name", why)
        if identity.licence:
            licences.setdefault(identity.licence, row.line)
        else:
            unlicensed.setdefault(whose, []).append((row.line, identity))
        names.setdefault(whose, []).append((row.line, identity))


def _entered(read: Iterable[tuple[Row, Identity]], state: State, reading: _Reading) -> Iterator[Problem]:
    """Yield those who are entered already, and those whose licence is another's."""
    cards = Cards(state.identities.values())
    for row, identity in read:
        for why in cards.clashes(identity):
            yield reading.problem(row, why.field, why)
