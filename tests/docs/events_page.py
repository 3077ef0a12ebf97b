"""The page of events, read back: what it says of each kind and of each value."""

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs/events.md").read_text("utf-8")


@dataclass(frozen=True)
class Section:
    """One heading: its bullets by their first words, and its fields, each with its type and whether it may miss."""

    bullets: dict[str, str]
    fields: dict[str, tuple[str, bool]]


def _section(text: str) -> Section:
    bullets = dict(re.findall(r"^- ([a-z ]+): (.*)$", text, re.MULTILINE))
    rows = re.findall(r"^\| `(\w+)` \| `([^`]+)`(, may be left out)? \|", text, re.MULTILINE)
    return Section(bullets, {name: (kind.replace(r"\|", "|"), bool(optional)) for name, kind, optional in rows})


SECTIONS = {
    name: _section(text) for name, text in re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
}
ENVELOPE = _section(PAGE[PAGE.index("## The envelope") : PAGE.index("## Reading a body")])


def _keys(text: str) -> set[str]:
    return set(re.findall(r"`([a-z0-9_.]+)`", text))


_SHARED = PAGE[PAGE.index("## Reasons that kinds share") : PAGE.index("## Beginning a journal")]
SHARED = {name: _keys(line) for line in _SHARED.splitlines() for name in re.findall(r"\*\*(\w+)\*\*", line)}


def reasons_of(kind: str, *, on_sheet: bool) -> set[str]:
    """Return every reason for which the page says that a kind may be set aside, the shared ones included."""
    said = SECTIONS[kind].bullets["set aside for"] if kind in SECTIONS else ""
    shared = ["any", *(["sheet"] if on_sheet else []), *re.findall(r"\[(\w+)\]", said)]
    return _keys(said).union(*(SHARED[name] for name in shared))
