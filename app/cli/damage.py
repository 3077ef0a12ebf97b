"""What people must know of a file that was found damaged and was repaired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.services.tournaments import Salvaged
from app.texts.catalogue import Texts


def damage(salvaged: Iterable[Salvaged], tr: Texts) -> Iterator[str]:
    """Yield a line for each file: what goes on, and where the damaged one is."""
    for one in salvaged:
        if one.saved == one.known:
            yield tr(
                "The file of this tournament was damaged and is mended: none of its {known} records is lost. It is"
                " kept as {file}.",
                known=one.known,
                file=one.aside.name,
            )
            continue
        yield tr(
            "The file of this tournament was damaged: {saved} of {known} records go on. It is kept as {file}:"
            " a backup may hold more.",
            saved=one.saved,
            known=one.known,
            file=one.aside.name,
        )
