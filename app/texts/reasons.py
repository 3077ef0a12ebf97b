"""Why the arbiter did something, in the middle of a sentence."""

from __future__ import annotations

from app.texts.catalogue import Texts
from app.texts.fautes import FAUTES
from app.texts.questions import REASONS


def reason_said(reason: str, texts: Texts) -> str:
    """Return the words of a reason that a tablet wrote as a code; what somebody wrote in words stays as it is."""
    if reason in FAUTES:
        said = texts(FAUTES[reason][0])
    elif reason in REASONS:
        said = texts(REASONS[reason])
    else:
        return reason
    return said[:1].lower() + said[1:]
