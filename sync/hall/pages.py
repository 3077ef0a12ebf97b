"""The hall's pages in words: what each says, in the reader's language, before any markup."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import segno

from app.texts.catalogue import LANGUAGES, Texts, texts

# A QR code is read dark on light, whatever the page around it.
QR_DARK, QR_LIGHT = "#14171A", "#FFFFFF"


@dataclass(frozen=True, slots=True)
class Page:
    """What one page shows.

    `state` is the desk's, with a mark that does not rest on colour alone; `address` is where a phone finds
    this page, when the desk is on a network; `other` leads to the same page in the other language.
    """

    lang: str
    exists: bool
    title: str
    state: str
    headline: str
    advice: str
    invitation: str
    address: str | None
    qr: str | None
    lost: str
    other: tuple[str, str]


def language(asked: str | None) -> Texts:
    """Return the words of the language asked for, else French."""
    return texts(asked if asked in LANGUAGES else LANGUAGES[0])


def waiting_page(tr: Texts, *, address: str | None) -> Page:
    """Return the page of a hall where no tournament is open yet."""
    return _page(
        tr,
        headline=tr("No tournament is open yet"),
        advice=tr("This page will show it by itself as soon as the control desk opens one."),
        address=address,
    )


def lost_page(tr: Texts, *, address: str | None) -> Page:
    """Return the page of an address that leads nowhere."""
    return _page(
        tr,
        exists=False,
        headline=tr("This page does not exist"),
        advice=tr("Come back to the first page of the hall."),
        address=address,
    )


def _page(tr: Texts, *, headline: str, advice: str, address: str | None, exists: bool = True) -> Page:
    return Page(
        lang=tr.lang,
        exists=exists,
        title=tr("Nord, the hall"),
        state=tr("The control desk is running"),
        headline=headline,
        advice=advice,
        invitation=tr("On your phone"),
        address=address,
        qr=None if address is None else _qr(f"http://{address}/"),
        lost=tr("The control desk does not answer. This page comes back by itself."),
        other=("en", "English") if tr.lang == "fr" else ("fr", "Français"),
    )


@lru_cache(maxsize=8)
def _qr(address: str) -> str:
    svg: str = segno.make(address, micro=False, error="m").svg_inline(
        omitsize=True, border=2, svgclass="qr", lineclass=None, dark=QR_DARK, light=QR_LIGHT
    )
    return svg
