"""The sheet stays where it is under a finger, and slides only as far as shows the donne being entered."""

from collections.abc import Callable

import pytest

from app.domain.events.tournoi import PartieStarted
from tests.ui.table_stage import GARDE, NAMES, TableStage

DONNES = 23


@pytest.fixture(params=["partie", "sheet"])
def long_table(request: pytest.FixtureRequest, table: TableStage) -> TableStage:
    """A table whose sheet is longer than its window."""
    if request.param == "partie":
        table.open(PartieStarted(names={seat: NAMES[seat] for seat in "NSEO"}), "N")
    else:
        table.begin(donnes=DONNES + 5)
    table.record(*[GARDE] * DONNES)
    return table


def rows(table: TableStage):
    return table.nav.current_screen.ids.sheet.ids.donnes


def in_sight(table: TableStage) -> dict[str, tuple[float, float]]:
    """Return the middle of every row that is wholly in sight."""
    shown = rows(table)
    return {
        row.aid: row.to_window(*row.center)
        for row in shown._column.children
        if row.to_window(*row.pos)[1] >= shown.y - 0.5 and row.to_window(row.x, row.top)[1] <= shown.top + 0.5
    }


def tap_at(table: TableStage, spot: tuple[float, float]) -> None:
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*spot)
    touch.touch_down()
    table.stage.frames()
    touch.touch_up()
    table.until(lambda: all(row.state == "normal" for row in rows(table)._column.children))


@pytest.mark.parametrize("slid", [0, 0.37, 1])
@pytest.mark.parametrize("pick", [min, max], ids=["lowest", "highest"])
def test_two_taps_on_one_spot_mean_one_donne(long_table: TableStage, slid: float, pick: Callable) -> None:
    table = long_table
    rows(table).scroll_y = slid
    table.stage.frames()
    before = {aid: spot for aid, spot in in_sight(table).items() if table.stage.find(aid).number}
    aid = pick(before, key=lambda name: before[name][1])
    number = table.stage.find(aid).number
    for _ in range(2):
        tap_at(table, before[aid])
        assert table.nav.current_screen.editing == number
        assert in_sight(table)[aid] == pytest.approx(before[aid], abs=0.5)


def test_whoever_slid_up_to_look_keeps_their_place_until_the_donne_is_written(long_table: TableStage) -> None:
    table = long_table
    entered = f"row.{DONNES + 1}"
    assert entered in in_sight(table)
    rows(table).scroll_y = 1
    table.stage.frames()
    before = in_sight(table)
    for aid in ("seat.E", "contract.garde", "bouts.2", "key.4", "key.9"):
        table.tap(aid)
        assert in_sight(table)["row.1"] == pytest.approx(before["row.1"], abs=0.5)
    table.tap("validate")
    table.settle()
    assert f"row.{DONNES + 2}" in in_sight(table)


def test_a_sheet_opens_where_it_is_entered(long_table: TableStage) -> None:
    table = long_table
    rows(table).scroll_y = 1
    first = table.nav.table.id
    table.nav.home()
    table.stage.frames()
    table.begin(donnes=DONNES + 5)
    table.record(*[GARDE] * DONNES)
    assert table.nav.table.id != first
    assert f"row.{DONNES + 1}" in in_sight(table)


def test_rows_that_all_have_room_stay_in_sight_whatever_swings(table: TableStage) -> None:
    """A spring that swings in slow frames had carried them out of it."""
    table.begin(donnes=5)
    table.record(GARDE, GARDE)
    for scroll in (9.0, -4.0, 1.02):
        rows(table).scroll_y = scroll
        table.stage.frames()
        assert len(in_sight(table)) == 5
