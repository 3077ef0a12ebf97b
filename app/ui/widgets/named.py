"""Who sits somewhere, in letters that can be read: broken at spaces and hyphens, then said shorter, never torn."""

from __future__ import annotations

import re

from kivy.properties import ListProperty, StringProperty

from app.texts.names import family_name, short_name
from app.ui.widgets.fitted import Fitted, width_of

SIZES = (1.0, 0.92, 0.85)  # of the full size; a name is said shorter before its letters are smaller
LINES = 2
ENDED = "…"
# A piece ends with its hyphen or before a space: these are the places where a name may be broken.
PIECE = re.compile(r"[^ -]*-+|[^ -]+")


class Named(Fitted):
    """A label for `name`: whole, or with an initial where its letters would become too small.

    `people` are those at the same table, whose short names it must not be taken for. Where even the short name is too
    long for `most_lines` it has two lines; what is wider than the label is ended by an ellipsis. Any text that is
    nobody's name is only fitted.
    """

    name = StringProperty()
    people = ListProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("name", "people"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        if not (self.name in self.people or family_name(self.name)):
            self.text = self.name
            super()._fit()
        elif self.room > 0:
            self.text, self.font_size = self._written()

    def _written(self) -> tuple[str, float]:
        """Return how the name is written, and in which size."""
        forms = dict.fromkeys((self.name, short_name(self.name, self.people)))
        for most in (self.most_lines, max(self.most_lines, LINES * SIZES[-1])):
            for form in forms:
                for size in (self.full_size * step for step in SIZES):
                    lines = self._broken(form, size)
                    if lines is not None and len(lines) * size <= most * self.full_size:
                        return _joined(form, lines), size
        size = self.full_size * SIZES[-1]
        return self._ended(size), size

    def _broken(self, name: str, size: float) -> list[str] | None:
        """Return the lines of a name, None where a piece of it is wider than any line."""
        lines = [""]
        for found in PIECE.finditer(name):
            piece, line = found.group(), lines[-1]
            longer = f"{line}{'' if not line or line.endswith('-') else ' '}{piece}"
            if width_of(piece, size, self.bold) > self.room:
                return None
            if width_of(longer, size, self.bold) <= self.room:
                lines[-1] = longer
            else:
                lines.append(piece)
        return lines

    def _ended(self, size: float) -> str:
        """Return the family name as far as it goes, and below it what the short name has of the first name."""
        family, short = family_name(self.name), short_name(self.name, self.people)
        parts = (family, short[len(family) :].strip()) if family else (short,)
        return "\n".join(self._cut(part, size) for part in parts)

    def _cut(self, part: str, size: float) -> str:
        if width_of(part, size, self.bold) <= self.room:
            return part
        kept = part
        while len(kept) > 1 and width_of(kept + ENDED, size, self.bold) > self.room:
            kept = kept[:-1].rstrip(" -")
        return kept + ENDED


def _joined(name: str, lines: list[str]) -> str:
    """Return the name with its breaks; Kivy breaks at spaces by itself, and at nothing else."""
    return "\n".join(lines) if any(line.endswith("-") for line in lines[:-1]) else name
