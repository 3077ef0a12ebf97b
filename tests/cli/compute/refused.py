"""Why a request of `compute` is refused."""

from collections.abc import Callable

import pytest

from app.cli.compute.stream import Answer, Request
from app.domain.errors import Refused, Violation
from app.texts.catalogue import texts
from app.texts.refusals import refusal


def refused(answer: Callable[[Request], Answer], request: Request) -> tuple[Violation, ...]:
    """Return every violation of a refused request; each has its sentence in both languages."""
    with pytest.raises(Refused) as raised:
        answer(request)
    assert all(refusal(found, texts(lang)) for found in raised.value.violations for lang in ("fr", "en"))
    return raised.value.violations
