"""Every refusal of the tournament has its sentence, and gives it the figures that it quotes."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from app.domain.tournoi.position import PositionState
from app.domain.tournoi.sheet import SheetState
from app.texts import refusals_tournoi
from app.texts.refusals import SENTENCES

ROOT = Path(__file__).parents[2]
SOURCES = [*(ROOT / "app/domain/tournoi").glob("*.py"), ROOT / "app/cli/compute/ranking.py"]
REFUSING = {"violation", "refuse", "_refuse"}
BY_STATE = {"position_": PositionState, "sheet_": SheetState}


def refused() -> Iterator[tuple[str, set[str]]]:
    """Yield each key that the code refuses with, and the names of the figures given to it."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func).split(".")[-1] not in REFUSING:
                continue
            given = {keyword.arg for keyword in node.keywords}
            if None not in given:  # ** only passes on what another call names
                yield from ((key, given | {"field"}) for key in keys(node.args[0]))


def keys(node: ast.expr) -> Iterator[str]:
    """Yield what the first argument can be: a key, or one for each state."""
    if isinstance(node, ast.Constant):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        prefix = node.values[0].value
        yield from (prefix + state for state in BY_STATE[prefix])
    elif isinstance(node, ast.Name) and node.id == "key":
        # Where an act is refused: by who asks, or by the state.
        yield "arbiter_only"
        yield from (f"sheet_{state}" for state in SheetState)


def test_every_refusal_has_its_sentence_and_its_figures() -> None:
    found = list(refused())
    for key, given in found:
        quoted = {name for _, name, _, _ in Formatter().parse(SENTENCES[key]) if name}
        assert quoted <= given, key
    assert set(refusals_tournoi.SENTENCES) <= {key for key, _ in found}
