"""What the tests of movements share."""

import pytest

from app.domain.mouvement.howell import howell
from app.domain.mouvement.repair import repaired


@pytest.fixture(scope="session", autouse=True)
def _nothing_remembered() -> None:
    """Forget movements found before this run: where a process runs the tests again, the code may have changed."""
    howell.cache_clear()
    repaired.cache_clear()
