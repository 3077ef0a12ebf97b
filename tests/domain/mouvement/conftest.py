"""What the tests of movements share."""

import pytest

from app.domain.mouvement.howell import howell
from app.domain.mouvement.repair import repaired


@pytest.fixture(autouse=True)
def _nothing_remembered(pytestconfig: pytest.Config) -> None:
    """Forget movements found by other tests where the code is being changed: each test must reach it by itself."""
    if pytestconfig.getoption("hypothesis_profile") == "mutants":
        howell.cache_clear()
        repaired.cache_clear()
