"""The check code under a closed sheet: shown by its tablet, and believed at the desk for that sheet alone."""

from dataclasses import replace

import pytest

from app.domain.errors import Refused
from app.domain.events.table import SheetSent
from app.domain.tournoi.sheet import Scored, Sheet
from app.services.check_code import check_typed, shown_check
from app.services.ports import Identity
from tests.domain.fold.room import GARDE, PRISE, Room, opened

TABLET = Identity("T1", 1, b"1" * 32)
KEYS = {"T1": (b"0" * 32, TABLET.key), "T2": (b"2" * 32,)}


@pytest.fixture
def room() -> Room:
    """Table 1 has closed its sheet; the desk's state is the same but for that."""
    made = opened(4, 4)
    made.deal(1, GARDE, PRISE)
    made.sign(1)
    return made


@pytest.fixture
def shown(room: Room) -> str:
    assert shown_check(room.state, TABLET, position=1, table=1) is None
    room.at(1, SheetSent(position=1))
    code = shown_check(room.state, TABLET, position=1, table=1)
    assert code is not None
    return code


def believed(room: Room, sheet: Sheet, code: str, donnes: int | None = None) -> str:
    """Return why a typed sheet is refused, empty where it is believed."""
    try:
        check_typed(room.state, KEYS, sheet, code, donnes=donnes)
    except Refused as refused:
        (reason,) = refused.violations
        return reason.key
    return ""


def test_the_code_goes_with_the_sheet_that_shows_it(room: Room, shown: str) -> None:
    assert believed(room, room.sheet(1), shown) == ""
    assert believed(room, room.sheet(1), f"{shown[:4]} {shown[4:]}") == ""


def test_bilans_alone_go_with_it_if_the_number_of_donnes_is_told(room: Room, shown: str) -> None:
    alone = replace(room.sheet(1), donnes=(Scored(room.sheet(1).bilans),))
    assert believed(room, alone, shown) == "check_wrong"
    assert believed(room, alone, shown, donnes=2) == ""
    assert believed(room, alone, shown, donnes=3) == "check_wrong"


def test_it_goes_with_no_other_bilan_table_position_or_epoch(room: Room, shown: str) -> None:
    sheet = room.sheet(1)
    turned = replace(sheet, donnes=(Scored({"N": 66, "S": -198, "E": 66, "O": 66}), sheet.donnes[1]))
    assert believed(room, turned, shown) == "check_wrong"
    assert believed(room, replace(sheet, table=2), shown) == "check_wrong"
    assert believed(room, replace(sheet, position=2), shown) == "check_wrong"
    assigned = {1: replace(room.state.assignments[1], epoch=2)}
    room.state = replace(room.state, assignments=assigned)
    assert believed(room, sheet, shown) == "check_wrong"


def test_what_is_no_code_or_has_no_tablet_is_told_as_such(room: Room, shown: str) -> None:
    sheet = room.sheet(1)
    for typed in ("", "1234567", "123456789", "1234567x", "١٢٣٤٥٦٧٨"):
        assert believed(room, sheet, typed) == "check_digits"
    assert believed(room, replace(sheet, table=9), shown) == "check_no_tablet"
    room.state = replace(room.state, assignments={1: replace(room.state.assignments[1], device="DESK")})
    assert believed(room, sheet, shown) == "check_no_tablet"


def test_a_sheet_that_is_another_tablets_shows_no_code(room: Room, shown: str) -> None:
    assert shown_check(room.state, Identity("T2", 1, TABLET.key), position=1, table=1) is None
