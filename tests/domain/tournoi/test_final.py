"""Finals: the ranking that follows them, as the golden tables have it."""

import pytest

from app.domain.tournoi.cut import Cut, make_cut
from app.domain.tournoi.record import Played, Record, eliminate, running_line
from app.domain.tournoi.shape import PRESETS
from app.domain.tournoi.standings import Standings
from tests.golden.finals import Final, finals, number


@pytest.mark.parametrize("final", list(finals()), ids=lambda final: final.preset)
def test_finalists_take_the_first_places_and_the_others_keep_theirs(final: Final) -> None:
    shape = PRESETS[final.preset]
    last = shape.played_by_all
    cut = shape.positions[last - 1].cut
    assert isinstance(cut, Cut)
    before = {
        row.cells["id"]: Record(id=row.cells["id"], played=(None,) * (last - 1) + (Played(int(row.cells["before"])),))
        for row in final.table
    }
    made = make_cut(cut, [running_line(record) for record in before.values()], after=last)
    after = eliminate(before, made)
    for row in final.table:
        score = number(row.cells["final"])
        assert (score is not None) == (row.cells["id"] in made.kept)
        if score is not None:
            after[row.cells["id"]] = after[row.cells["id"]].with_position(last + 1, Played(score))
    table = Standings.of((running_line(record, [made]) for record in after.values()), tie_break=False).table()
    expected = {row.cells["id"]: (int(row.cells["rank"]), int(row.cells["total"])) for row in final.table}
    assert {row.line.id: (row.rank, row.line.total) for row in table} == expected
