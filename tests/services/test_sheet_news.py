"""What others wrote on a sheet is told, what this tablet wrote is not."""

from app.domain.donne.contrat import Contrat
from app.domain.events.table import Announce, Entry
from app.services.book import Book
from app.services.positions import open_position
from app.services.sheet_news import News, What, sheet_news
from app.services.sheets import TableSheet
from tests.services.test_next_places import begin

GARDE = Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98)


def opened(book: Book) -> TableSheet:
    begin(book)
    open_position(book)
    sheet = TableSheet(book, position=1, table=1)
    sheet.record([GARDE], dealer="N")
    return sheet


def whats(before, after, *, own=(), is_ours=False) -> list[tuple[What, int | None]]:
    return [(news.what, news.donne) for news in sheet_news(before, after, own=own, is_ours=is_ours)]


def test_a_donne_added_elsewhere_is_told_and_an_own_one_is_not(book: Book) -> None:
    sheet = opened(book)
    before = sheet.feuille
    sheet.record([GARDE])
    after = sheet.feuille
    assert whats(before, after) == [(What.WRITTEN, 2)]
    assert whats(before, after, own={after.donnes[1].id}, is_ours=True) == []


def test_a_correction_and_an_annulment_name_their_donne(book: Book) -> None:
    sheet = opened(book)
    sheet.record([GARDE])
    before = sheet.feuille
    sheet.replace(1, Entry(preneur="S", contrat=Contrat.PRISE, bouts=1, demi_points=102))
    corrected = sheet.feuille
    assert whats(before, corrected) == [(What.CORRECTED, 1)]
    sheet.strike(2, reason="fausse donne")
    assert whats(corrected, sheet.feuille) == [(What.STRUCK, 2)]


def test_an_answer_of_the_arbiter_names_the_request(book: Book) -> None:
    sheet = opened(book)
    request = sheet.request("O", Announce.GARDE_SANS)
    before = sheet.feuille
    sheet.answer(request, granted=True)
    (news,) = sheet_news(before, sheet.feuille, own=(), is_ours=False)
    assert isinstance(news, News)
    assert (news.what, news.request.seat if news.request else "") == (What.GRANTED, "O")
    assert sheet_news(before, sheet.feuille, own=(), is_ours=True) == ()
