"""A power cut or a kill at any moment loses nothing that was called saved; `make crash` and `make kills` try more."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.storage.crash.session import EVENTS, Session, cut_power, record, scratch_folder
from tests.storage.kills.killing import killings


@pytest.fixture(scope="module")
def scratch() -> Iterator[Path]:
    with scratch_folder() as folder:
        yield folder


@pytest.fixture(scope="module")
def session(scratch: Path) -> Session:
    return record(scratch / "session")


def test_the_session_syncs_before_it_calls_anything_saved(session: Session) -> None:
    assert len(session.tips) == EVENTS + 1
    assert session.syncs > 50


def test_a_power_cut_loses_nothing_that_was_saved(session: Session, scratch: Path) -> None:
    assert not [outcome for outcome in cut_power(session, scratch / "left", points=120) if outcome.wrong]


@pytest.mark.parametrize("careless", ["unsynced", "hasty"])
def test_the_harness_finds_a_journal_that_is_careless(scratch: Path, careless: str) -> None:
    session = record(scratch / careless, **{careless: True})
    outcomes = list(cut_power(session, scratch / "left", points=40))
    assert sum((outcome.wrong or "").startswith("lost") for outcome in outcomes) >= 10


def test_a_killed_program_loses_nothing_that_it_called_saved(tmp_path: Path) -> None:
    killed = list(killings(tmp_path, times=5))
    assert all(one.is_lossless for one in killed)
    assert killed[-1].saved > 0
