"""What came of an evening: the figures that must be zero, and the ranking that must be the law's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.cli.demo.audit import Audit
from app.cli.demo.moves import Script
from app.domain.tournoi.standings import Ranked
from app.texts.notation import write_donne

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """An evening that was played to its end."""

    tables: int
    positions: int
    donnes: int
    sheet_sums: int
    room_sums: int
    audit: Audit
    ranking: tuple[Row, ...]
    equals_domain: bool
    seconds: float
    broken: Counter[str]

    @property
    def ok(self) -> bool:
        """Whether every sum is 0, nothing is lost or twice, and the ranking is the law's."""
        found = self.audit
        wrong = self.sheet_sums or self.room_sums or found.lost or found.duplicated or found.problems
        return self.equals_domain and not wrong

    def as_json(self) -> dict[str, object]:
        """Return the one object that scripts read."""
        return {
            "tables": self.tables,
            "positions": self.positions,
            "donnes": self.donnes,
            "sums": {"sheets": self.sheet_sums, "room": self.room_sums},
            "lost": self.audit.lost,
            "duplicated": self.audit.duplicated,
            "quarantined": self.audit.quarantined,
            "ranking": [{name: row[name] for name in ("rank", "name", "total")} for row in self.ranking],
            "equals_domain": self.equals_domain,
            "seconds": round(self.seconds, 1),
        }


def same_ranking(desk: Sequence[Row], law: Sequence[Ranked]) -> bool:
    """Tell whether the desk ranks everybody as the law does, with the same totals."""
    return [(row["rank"], row["id"], row["total"]) for row in desk] == [
        (rank, line.id, line.total) for rank, line in law
    ]


def same_sheets(desk: Sequence[Row], scripts: Sequence[Script]) -> bool:
    """Tell whether every sheet at the desk says what was dealt, donne by donne, to whoever sat there."""
    dealt = {(one.position, one.table): (dict(one.people), [*map(write_donne, one.donnes)]) for one in scripts}
    return dealt == {
        (sheet["position"], sheet["table"]): (sheet["players"], [donne["typed"] for donne in sheet["donnes"]])
        for sheet in desk
    }
