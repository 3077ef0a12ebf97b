"""Who decided something, why and when: what every act of authority carries."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.errors import Violation, violation


@dataclass(frozen=True, slots=True)
class Note:
    """An author, a reason, and a time as it was given in: the law reads no clock and no calendar."""

    author: str
    reason: str
    at: str


def check_note(note: Note) -> tuple[Violation, ...]:
    """Return what the note lacks: it must name its author and say a reason."""
    said = {"author": note.author, "reason": note.reason}
    return tuple(violation("note_missing", name, what=name) for name, text in said.items() if not text.strip())
