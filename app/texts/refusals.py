"""One sentence for each reason to refuse: it names the field and says what to do.

Every key of a `Violation` has its sentence, in the table of the part of the program that refuses
(`refusals_*.py`); a test says so.
"""

from __future__ import annotations

from fractions import Fraction

from app.domain.donne.donne import Demi
from app.domain.errors import Violation
from app.texts import (
    refusals_arbitrage,
    refusals_desk,
    refusals_donne,
    refusals_events,
    refusals_folder,
    refusals_import,
    refusals_mouvement,
    refusals_network,
    refusals_pin,
    refusals_request,
    refusals_storage,
    refusals_sync,
    refusals_tournoi,
    refusals_typing,
    refusals_window,
)
from app.texts.catalogue import Texts
from app.texts.figures import points
from app.texts.ranking import score

SENTENCES: dict[str, str] = {
    **refusals_request.SENTENCES,
    **refusals_folder.SENTENCES,
    **refusals_network.SENTENCES,
    **refusals_pin.SENTENCES,
    **refusals_window.SENTENCES,
    **refusals_donne.SENTENCES,
    **refusals_mouvement.SENTENCES,
    **refusals_tournoi.SENTENCES,
    **refusals_arbitrage.SENTENCES,
    **refusals_events.SENTENCES,
    **refusals_storage.SENTENCES,
    **refusals_desk.SENTENCES,
    **refusals_typing.SENTENCES,
    **refusals_import.SENTENCES,
    **refusals_sync.SENTENCES,
}


def refusal(violation: Violation, texts: Texts) -> str:
    """Return the sentence that a person reads."""
    params = {name: _said(value, texts) for name, value in violation.params}
    return texts(SENTENCES[violation.key], field=violation.field, **params)


def _said(value: object, texts: Texts) -> object:
    if isinstance(value, Demi):
        return points(value, texts)
    if isinstance(value, Fraction):
        return score(value, texts)
    return refusal(value, texts) if isinstance(value, Violation) else value
