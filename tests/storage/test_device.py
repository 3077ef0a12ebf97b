"""What was chosen for a device outlives the program, and one program at a time has it."""

import sqlite3
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.domain.errors import Refused, Violation
from app.services.settings import LANGUAGES, TEXT_PERCENTS, Poste, Settings
from app.storage.device import DATABASE, DeviceStore
from app.storage.folder import open_folder

CHOICES = st.builds(
    Settings,
    poste=st.sampled_from(Poste),
    lang=st.sampled_from(LANGUAGES),
    dark=st.booleans(),
    text_percent=st.sampled_from(TEXT_PERCENTS),
)


def kept(root: Path) -> Settings:
    device = DeviceStore(root)
    try:
        return device.settings().result()
    finally:
        device.close()


def opened(device: DeviceStore, poste: Poste) -> Path | Violation:
    """Ask for a poste's folder and wait for the answer."""
    answers: list[Path | Violation] = []
    there = threading.Event()

    def done(answer: Path | Violation) -> None:
        answers.append(answer)
        there.set()

    device.open_poste(poste, done)
    assert there.wait(5)
    return answers[0]


def test_a_new_device_has_the_settings_of_a_first_start(tmp_path: Path) -> None:
    assert kept(tmp_path) == Settings()


@hypothesis_settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(changes=st.lists(CHOICES, min_size=1, max_size=4))
def test_the_last_settings_saved_are_those_read_back(tmp_path: Path, changes: list[Settings]) -> None:
    device = DeviceStore(tmp_path)
    for settings in changes:
        device.save(settings)
    device.close()
    assert kept(tmp_path) == changes[-1]


def test_values_of_another_version_count_as_not_chosen(tmp_path: Path) -> None:
    device = DeviceStore(tmp_path)
    device.save(Settings(poste=Poste.DESK, lang="en", dark=True, text_percent=150))
    device.close()
    with sqlite3.connect(tmp_path / DATABASE) as connection:
        # A sheet, an address and a folder are free words: none of them is of another version.
        free = "'sheet', 'desk', 'carry_folder'"
        connection.execute(f"UPDATE settings SET value = 'later' WHERE name NOT IN ({free})")
    connection.close()
    assert kept(tmp_path) == Settings()


def test_the_database_is_durable_and_closed_to_other_users(tmp_path: Path) -> None:
    root = tmp_path / "new" / "folder"
    device = DeviceStore(root)
    pragmas = device._thread.run(
        lambda database: [
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "locking_mode")
        ]
    ).result()
    device.close()
    assert pragmas == ["wal", 2, "exclusive"]
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    assert stat.S_IMODE((root / DATABASE).stat().st_mode) == 0o600


def test_a_second_program_is_refused_until_the_first_is_closed(tmp_path: Path) -> None:
    first = DeviceStore(tmp_path)
    first.settings().result()
    with pytest.raises(Refused) as refused:
        kept(tmp_path)
    assert refused.value.violations[0].key == "folder.in_use"
    first.close()
    assert kept(tmp_path) == Settings()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refused) as refused:
        kept(tmp_path / "file")
    assert refused.value.violations[0].key == "folder.unusable"


def test_opening_a_poste_holds_its_folder_and_lets_go_of_the_one_before(tmp_path: Path) -> None:
    device = DeviceStore(tmp_path)
    assert opened(device, Poste.TABLE) == tmp_path / "table"
    with pytest.raises(Refused):
        open_folder(Poste.TABLE, tmp_path)
    assert opened(device, Poste.DESK) == tmp_path / "desk"
    open_folder(Poste.TABLE, tmp_path).close()
    device.close()
    open_folder(Poste.DESK, tmp_path).close()


def test_a_poste_that_another_program_holds_is_answered_with_the_reason(tmp_path: Path) -> None:
    device = DeviceStore(tmp_path)
    with open_folder(Poste.DESK, tmp_path):
        answer = opened(device, Poste.DESK)
    assert isinstance(answer, Violation)
    assert answer.key == "folder.in_use"
    assert opened(device, Poste.DESK) == tmp_path / "desk"
    device.close()


def test_work_that_fails_is_logged_and_leaves_nothing_half_done(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    device = DeviceStore(tmp_path)

    def half(database) -> None:
        database.table("settings").insert({"name": "lang", "value": "en"})
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        device._thread.do(half)
    device.close()
    assert "Storage failed" in caplog.text
    assert kept(tmp_path) == Settings()
