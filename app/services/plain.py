"""Text as it is compared: without accents, case or stray spaces."""

from __future__ import annotations

import unicodedata


def plain(text: str) -> str:
    """Return the text as somebody in a hurry types it: “Poignée ” gives “poignee”."""
    decomposed = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold())
    return " ".join("".join(char for char in decomposed if not unicodedata.combining(char)).split())
