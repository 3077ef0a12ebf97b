"""A problem of an imported list, in words that lead to its cell."""

from __future__ import annotations

from app.services.import_players import Problem
from app.texts.catalogue import Texts
from app.texts.fields import with_words
from app.texts.refusals import refusal


def problem(found: Problem, texts: Texts) -> str:
    """Return where it is and what it is: “Line 12, column 3 (Licence): licence 1234 stands already in line 4.”."""
    why = refusal(with_words(found.why, texts), texts)
    if not found.column:
        return texts("Line {line}: {why}", line=found.line, why=why)
    return texts(
        "Line {line}, column {column} ({heading}): {why}",
        line=found.line,
        column=found.column,
        heading=found.heading or "–",
        why=why,
    )
