"""A sheet as the table reads it: sub-totals after every fifth donne, and the same lines for what has not changed."""

from dataclasses import replace

import pytest

from app.domain.donne.contrat import Chelem, Contrat
from app.domain.donne.marque import Marque, score_donne
from app.domain.events.table import Announce, Entry
from app.domain.fold.feuille import Feuille
from app.domain.fold.on_start import UNLIMITED
from app.services.book import Book
from app.services.entry_form import EntryForm
from app.services.sheet_lines import DonneLine, Line, SheetReader, SubtotalLine, Visa
from app.services.sheets import TableSheet
from tests.services.test_sheet_news import opened

GARDE = Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98)
PRISE = Entry(preneur="S", contrat=Contrat.PRISE, bouts=1, demi_points=102)
SANS = Entry(preneur="O", contrat=Contrat.GARDE_SANS, bouts=1, demi_points=120)


def marque(entry: Entry, feuille: Feuille) -> Marque:
    return score_donne(entry.donne(feuille.sheet.seats, None))


def said(line: Line) -> object:
    if isinstance(line, SubtotalLine):
        return f"after {line.after}", dict(line.marks)
    marks = None if line.marks is None else dict(line.marks)
    return line.number, line.preneur, line.contrat, marks, line.visa, line.is_entered


@pytest.fixture
def sheet(book: Book) -> TableSheet:
    return opened(book)


def test_a_subtotal_follows_every_fifth_donne_but_the_last(sheet: TableSheet) -> None:
    feuille = sheet.feuille
    evening = replace(feuille, sheet=replace(feuille.sheet, due=UNLIMITED), lines=feuille.lines * 10)
    reader = SheetReader()
    lines = reader.read(evening).lines
    assert [line.after for line in lines if isinstance(line, SubtotalLine)] == [5]
    assert [len(reader.read(evening, entering=number).lines) for number in (1, 10, 11)] == [13, 13, 13]
    subtotals = [line for line in reader.read(evening, entering=11).lines if isinstance(line, SubtotalLine)]
    assert [(line.after, line.marks["E"]) for line in subtotals] == [(5, 5 * 198), (10, 10 * 198)]


def test_a_donne_that_is_corrected_keeps_every_line_in_its_place(sheet: TableSheet) -> None:
    feuille = sheet.feuille
    for due in (UNLIMITED, 12):
        evening = replace(feuille, sheet=replace(feuille.sheet, due=due), lines=feuille.lines * 7)
        reader = SheetReader()
        places = [_place(line) for line in reader.read(evening, entering=8).lines]
        for number in range(1, 8):
            for counted in (None, marque(GARDE, feuille)):
                found = reader.read(evening, entering=number, marque=counted)
                assert [_place(line) for line in found.lines] == places
                assert found.sum == 0


def _place(line: Line) -> str:
    return f"after {line.after}" if isinstance(line, SubtotalLine) else str(line.number)


def test_the_visa_is_said_of_what_was_announced_and_of_nothing_else(sheet: TableSheet) -> None:
    sheet.record([SANS])
    reader, recorded = SheetReader(), EntryForm.of(SANS)

    def visa(form: EntryForm) -> Visa:
        entered = reader.read(sheet.feuille, entering=2, form=form).lines[1]
        assert isinstance(entered, DonneLine)
        return entered.visa

    assert visa(recorded) is Visa.GIVEN
    assert visa(recorded.cleared()) is Visa.GIVEN
    for other in (
        replace(recorded, contrat=Contrat.PRISE),
        replace(recorded, contrat=Contrat.GARDE_CONTRE),
        replace(recorded, chelem=Chelem.ANNOUNCED_MADE),
        recorded.taking("N"),
    ):
        assert visa(other) is Visa.NONE


def test_the_bilans_count_what_is_entered_and_leave_out_what_it_replaces(sheet: TableSheet) -> None:
    sheet.record([PRISE])
    feuille = sheet.feuille
    reader = SheetReader()
    saved = reader.read(feuille).bilans
    assert saved == {seat: feuille.sheet.bilans[seat] for seat in saved}
    with_next = reader.read(feuille, entering=3, form=EntryForm.of(GARDE), marque=marque(GARDE, feuille))
    assert with_next.bilans["E"] == saved["E"] + 198
    instead = reader.read(feuille, entering=2, form=EntryForm.of(GARDE), marque=marque(GARDE, feuille))
    assert instead.bilans["E"] == 2 * 198
    assert instead.sum == 0


def test_a_reader_says_what_one_that_reads_the_sheet_for_the_first_time_says(sheet: TableSheet) -> None:
    reader, seen = SheetReader(), [sheet.feuille]
    sheet.record([GARDE, SANS])
    seen.append(sheet.feuille)
    sheet.replace(1, PRISE)
    seen.append(sheet.feuille)
    sheet.answer(sheet.request("E", Announce.GARDE_SANS), granted=False)
    seen.append(sheet.feuille)
    for feuille in (*seen, *reversed(seen)):
        for entering in (None, *range(1, len(feuille.donnes) + 2)):
            for has_arbiter in (True, False):
                for counted in (None, marque(GARDE, feuille)):
                    asked = {"entering": entering, "marque": counted, "has_arbiter": has_arbiter}
                    found, expected = reader.read(feuille, **asked), SheetReader().read(feuille, **asked)
                    assert [said(line) for line in found.lines] == [said(line) for line in expected.lines]
                    assert found.bilans == expected.bilans


def test_what_has_not_changed_is_said_by_the_same_lines(sheet: TableSheet) -> None:
    sheet.record([SANS])
    reader = SheetReader()
    before = reader.read(sheet.feuille, entering=3).lines
    assert reader.read(sheet.feuille, entering=3, form=EntryForm(preneur="N")).lines[:2] == before[:2]
    sheet.record([GARDE])
    after = reader.read(sheet.feuille, entering=4).lines
    assert after[0] is before[0]
    assert after[1] is not before[1]  # its visa may have come or gone
