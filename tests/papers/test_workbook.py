"""Lists that were saved as a spreadsheet's own file: read as they would be typed, or refused where they are damaged."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula

from app.domain.errors import Refused
from app.domain.tournoi.identity import Identity
from app.papers.workbook import read_workbook
from app.services.import_players import read_players
from tests.services.test_import_players import NOBODY, TODAY, problems, read


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def test_a_workbook_is_read_as_it_would_be_typed() -> None:
    grid = read_workbook(
        workbook(("Nom", "Licence", "Né le"), ("DURAND", 101, date(1956, 3, 21)), ("=A2", 102.0, None))
    )
    found = read_players(grid, NOBODY, today=TODAY)
    assert found.identities[0] == Identity(name="DURAND", licence="101", born="1956-03-21")
    assert problems(found) == [(3, 1, "import.formula")]


def test_a_workbooks_row_may_end_before_its_last_column() -> None:
    written, bare = workbook(("Nom", "Prénom", "Licence"), ("DURAND", "Anaïs", None), ("PETIT",)), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written)) as packed, zipfile.ZipFile(bare, "w") as copy:
        for name in packed.namelist():  # as programs write it that do not say how wide the sheet is
            copy.writestr(name, re.sub(b"<dimension[^>]*>", b"", packed.read(name)))
    found = read_players(read_workbook(bare.getvalue()), NOBODY, today=TODAY)
    assert [who.full_name for who in found.identities] == ["DURAND Anaïs", "PETIT"]
    assert problems(found) == []


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"PK\x03\x04" + b"x" * 100])
def test_a_broken_workbook_is_told(data: bytes) -> None:
    with pytest.raises(Refused) as why:
        read_workbook(data)
    assert why.value.violations[0].key == "import.workbook"


def harmed_workbooks() -> list[bytes]:
    """A workbook with a byte changed or gone at many places: in what is packed, and in how it is packed."""
    rows = [("Nom", "Licence", "Né le"), *((f"DURAND {n}", n, date(1956, 3, 21)) for n in range(40))]
    whole = workbook(*rows)
    flipped = [whole[:place] + bytes([whole[place] ^ 0x21]) + whole[place + 1 :] for place in range(4, len(whole), 41)]
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as parts, zipfile.ZipFile(packed, "w") as copy:
        for name in parts.namelist():  # unpacked, a byte that is changed reaches whoever reads the sheet
            copy.writestr(name, parts.read(name).replace(b"<v>", b"<w>").replace(b"numFmtId", b"numFmtIx"))
    return [*flipped, *(whole[:length] for length in range(4, len(whole), 173)), packed.getvalue()]


def test_a_damaged_workbook_is_read_or_told() -> None:
    for data in harmed_workbooks():
        try:
            read_players(read_workbook(data), NOBODY, today=TODAY)
        except Refused as refused:
            keys = {why.key for why in refused.violations}
            assert keys <= {"import.workbook", "import.empty", "import.no_name", "import.too_large"}, keys


def test_what_a_spreadsheet_computes_or_has_spoilt_is_told_with_its_line_and_column() -> None:
    book = Workbook()
    sheet = book.active
    for row in [
        ("Nom", "Club", "Licence"),
        (None, "Lille", 11),
        ("#N/A", "#REF!", 12),
        ("PETIT", "#VALEUR!", "1,23E+08"),
        ("ROUX", "#DIV/0!", "1.5e+9"),
        ("MOREL", "#NOM ?", 1e22),
        ("SIMON", "Err:502", "123E4"),
        ("GIRARD", "# 1 de Lille !", "00123"),
    ]:
        sheet.append(row)
    sheet["A2"] = ArrayFormula("A2:A2", "=UPPER(E2)")
    sheet["B2"] = DataTableFormula("B2:B2", r1="A1")
    written = io.BytesIO()
    book.save(written)
    found = read_players(read_workbook(written.getvalue()), NOBODY, today=TODAY)
    assert problems(found) == [
        (2, 1, "import.formula"),
        (2, 2, "import.formula"),
        (3, 1, "import.error_cell"),
        (3, 2, "import.error_cell"),
        (4, 2, "import.error_cell"),
        (4, 3, "licence_spoilt"),
        (5, 2, "import.error_cell"),
        (5, 3, "licence_spoilt"),
        (6, 2, "import.error_cell"),
        (6, 3, "licence_spoilt"),
        (7, 2, "import.error_cell"),
    ]
    assert dict(found.problems[0].why.params)["cell"] == "=UPPER(E2)"
    typed = read("Nom;Licence\nPETIT;1,23E+08\nROUX;#N/A\n")
    assert problems(typed) == [(2, 2, "licence_spoilt"), (3, 2, "import.error_cell")]


def test_a_control_character_in_a_workbook_is_told_too() -> None:
    found = read_players(read_workbook(workbook(("Nom",), ("DU\x7fRAND",))), NOBODY, today=TODAY)
    assert problems(found) == [(2, 1, "control_character")]
