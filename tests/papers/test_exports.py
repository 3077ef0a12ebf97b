"""What is written for spreadsheets and programs is read back equal, and never computes anything."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Refused
from app.papers.csv_file import read_csv, write_csv
from app.papers.extract import Column, Extract, Kind, Value
from app.papers.json_file import read_json, write_json
from app.services.cells import FORMULA
from app.texts.catalogue import texts

COLUMNS = (
    Column("text", "Name"),
    Column("number", "Rank", Kind.NUMBER),
    Column("score", "Total", Kind.SCORE),
    Column("demi", "Points", Kind.DEMI),
    Column("cents", "Fee", Kind.CENTS),
    Column("flag", "Signed", Kind.FLAG),
)
whole = st.integers(-(10**6), 10**6)
# A score is exact: an int where it is whole, a fraction elsewhere.
scores = st.fractions(max_denominator=1000).map(lambda value: int(value) if value.denominator == 1 else value)
cells = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(
    ["=1+1", "-5", "'=x", "''", " +3", "\t=a", "\n"]
)
rows = st.tuples(cells, st.none() | whole, scores, st.none() | whole, whole, st.booleans())
extracts = st.lists(rows, max_size=5).map(lambda found: Extract(COLUMNS, tuple(found)))


@given(extracts, st.sampled_from([";", ","]), st.sampled_from(["fr", "en"]))
def test_a_csv_is_read_back_equal(extract: Extract, separator: str, lang: str) -> None:
    written = write_csv(extract, texts(lang), separator=separator)
    assert read_csv(written, COLUMNS, separator=separator) == extract


@given(extracts)
def test_json_is_read_back_equal(extract: Extract) -> None:
    written = write_json({"ranking": extract}, tournament={"name": "Mardi"})
    assert read_json(written, {"ranking": COLUMNS}) == {"ranking": extract}


@given(extracts)
def test_no_cell_of_text_can_be_computed_and_numbers_stay_numbers(extract: Extract) -> None:
    written = write_csv(extract, texts("fr")).decode("utf-8-sig")
    _, *lines = csv.reader(io.StringIO(written, newline=""), delimiter=";")
    for line, row in zip(lines, extract.rows, strict=True):
        assert not line[0].lstrip(" ").startswith(FORMULA)
        assert line[1] == ("" if row[1] is None else str(row[1]))


@given(st.lists(st.text("=+-@'\";, ab"), min_size=1, max_size=4), st.sampled_from([";,", ",;"]))
def test_a_spreadsheet_set_to_the_other_separator_computes_nothing_either(names: list[str], signs: str) -> None:
    columns = tuple(Column(f"c{n}", "Name") for n in range(len(names)))
    written = write_csv(Extract(columns, (tuple(names),)), texts("fr"), separator=signs[0]).decode("utf-8-sig")
    for cells in csv.reader(io.StringIO(written, newline=""), delimiter=signs[1]):
        assert not any(cell.strip().startswith(tuple("=+-@")) for cell in cells), cells
    assert read_csv(written.encode("utf-8-sig"), columns, separator=signs[0]).rows == (tuple(names),)


@pytest.mark.parametrize(
    ("value", "cell"), [(-446, "-446"), (Fraction(-121, 2), "-60,5"), (Fraction(121, 3), "121/3"), (0, "0")]
)
def test_a_score_is_written_as_a_french_spreadsheet_reads_it(value: Value, cell: str) -> None:
    extract = Extract((Column("score", "Total", Kind.SCORE),), ((value,),))
    assert write_csv(extract, texts("fr")) == f"\ufeffTotal\r\n{cell}\r\n".encode()


NO_EXPORTS = [b"", b"\xff\xfe\xff", b"a;b\r\n1;2;3\r\n", b"[]", b'{"format":"other"}', b"{" * 5000]


@pytest.mark.parametrize("data", NO_EXPORTS)
def test_what_is_no_export_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        read_json(data, {"ranking": COLUMNS})
    with pytest.raises(Refused):
        read_csv(data, COLUMNS)
