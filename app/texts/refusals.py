"""One sentence for each reason to refuse: it names the field and says what to do.

Every key of a `Violation` has its sentence here; a test says so. Parts of the law add their own tables
(`refusals_*.py`) to `SENTENCES`, so that each stays beside its subject.
"""

from __future__ import annotations

from app.domain.errors import Violation
from app.texts import refusals_folder
from app.texts.catalogue import Texts

SENTENCES: dict[str, str] = {**refusals_folder.SENTENCES}


def refusal(violation: Violation, texts: Texts) -> str:
    """Return the sentence that a person reads."""
    return texts(SENTENCES[violation.key], field=violation.field, **dict(violation.params))
