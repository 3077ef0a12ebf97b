"""The keeper of a book: who is told when something was written."""

from __future__ import annotations

from app.services.book import Book
from app.services.create_tournament import PRESETS, create_tournament
from app.services.keeper import Keeper


def test_a_fact_is_news_and_a_look_is_none(book: Book) -> None:
    news: list[str] = []
    keeper = Keeper(lambda: book, on_written=lambda: news.append("written"))
    keeper.work(lambda book: create_tournament(book, PRESETS["club"], name="Soirée")).result()
    assert keeper.work(lambda book: book.state.position).result() == 0
    assert news == ["written"]
    keeper.close()
