"""A backup is whole or it is not there; what it brings back is a new term, and nothing is overwritten."""

import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.storage.backup import back_up, restore
from app.storage.reached import LEAP
from app.storage.tournament import open_tournament, tournament_path
from app.storage.verify import verify
from app.texts.catalogue import texts
from app.texts.refusals import refusal
from tests.storage.writer import DESK, JOURNAL, Writer, opened


def test_a_backup_is_made_while_others_write(tmp_path: Path) -> None:
    writer, stop = Writer(), threading.Event()
    with opened(tmp_path / "desk") as store:
        store.journal.append(writer.batch(2000))

        def play() -> None:
            while not stop.is_set():
                store.journal.append([writer.write()])

        player = threading.Thread(target=play)
        player.start()
        steps: list[tuple[int, int]] = []
        backups = [back_up(store, tmp_path / "usb", progress=lambda *step: steps.append(step)) for _ in range(3)]
        stop.set()
        player.join()
        entries = store.journal.read(limit=100_000)
    assert len(set(backups)) == 3
    assert len(steps) > 3
    assert steps[-1][0] == steps[-1][1]
    for backup in backups:
        report = verify(backup)
        assert report.ok
        assert 2000 <= report.events <= len(entries)
    assert sorted((tmp_path / "usb").iterdir()) == sorted(backups)


def test_a_backup_never_takes_the_name_of_another(tmp_path: Path) -> None:
    with opened(tmp_path / "desk") as store:
        first = back_up(store, tmp_path / "usb")
        (tmp_path / "usb" / f"{JOURNAL}-000000.part").write_bytes(b"left by a crash")
        second = back_up(store, tmp_path / "usb")
    assert (first.name, second.name) == (f"{JOURNAL}-000000.db", f"{JOURNAL}-000000-2.db")


def test_a_damaged_tournament_gives_no_backup(tmp_path: Path) -> None:
    with opened(tmp_path / "desk") as store:
        store.journal.append(Writer().batch(3))
        store._thread.run(
            lambda database: database.execute("UPDATE events SET mac = zeroblob(32) WHERE n = 2")
        ).result()
        with pytest.raises(Refused) as refused:
            back_up(store, tmp_path / "usb")
    (why,) = refused.value.violations
    assert (why.key, dict(why.params)["file"]) == ("backup.copy_damaged", f"{JOURNAL}.db")
    assert not list((tmp_path / "usb").glob("*.db"))


def test_what_was_restored_goes_on_in_a_new_term_and_epoch(tmp_path: Path) -> None:
    writer = Writer()
    with opened(tmp_path / "desk") as store:
        store.journal.append(writer.batch(5))
        backup = back_up(store, tmp_path / "usb")
    restored = restore(backup, tmp_path / "other")
    assert (restored.tournament, restored.events, restored.aside) == (JOURNAL, 5, None)
    assert (restored.term, restored.identity.epoch, restored.identity.key) == (2, 2, DESK.key)
    with open_tournament(tmp_path / "other", JOURNAL) as store:
        assert store.journal.append([Writer(epoch=2).write()]).n == 6
    assert verify(tmp_path / "other").ok


def test_a_restore_keeps_what_was_there_and_rises_above_it(tmp_path: Path) -> None:
    writer = Writer()
    with opened(tmp_path / "desk") as store:
        store.journal.append(writer.batch(5))
        backup = back_up(store, tmp_path / "usb")
        store.journal.append(writer.batch(5))
        store.meta.raise_term(least=7)
    path = tournament_path(tmp_path / "desk", JOURNAL)
    before = path.read_bytes()
    steps: list[tuple[int, int]] = []
    first = restore(backup, tmp_path / "desk", progress=lambda *step: steps.append(step))
    assert steps
    assert (first.term, first.identity.epoch) == (8, 2)
    assert first.aside is not None
    assert (first.aside / path.name).read_bytes() == before
    second = restore(backup, tmp_path / "desk")
    assert (second.term, second.identity.epoch) == (9, 3)
    assert second.aside not in (None, first.aside)
    path.unlink()  # as a restore that was cut off leaves it
    assert restore(backup, tmp_path / "desk").term == 9
    assert verify(tmp_path / "desk").ok


def damage_the_facts(path: Path, *, copy: bool) -> None:
    """Make the term of a file unreadable, and with it the copy of the facts or not."""
    with closing(sqlite3.connect(path)) as connection:
        names = ("term", "epoch", "copy") if copy else ("term", "epoch")
        connection.executemany("UPDATE meta SET value = 'x' || value WHERE name = ?", [(name,) for name in names])
        connection.commit()


@pytest.mark.parametrize("is_salvaged", [False, True])
@pytest.mark.parametrize("damage", ["term", "copy", "rows", "all", "empty"])
def test_a_restore_rises_above_a_damaged_file_too(tmp_path: Path, damage: str, is_salvaged: bool) -> None:
    writer = Writer()
    with opened(tmp_path / "desk") as store:
        store.journal.append(writer.batch(40))
        backup = back_up(store, tmp_path / "usb")
        store.meta.raise_term(least=7)
        store.meta.raise_epoch(least=5)
    path = tournament_path(tmp_path / "desk", JOURNAL)
    whole = bytearray(path.read_bytes())
    if damage in ("term", "copy"):
        damage_the_facts(path, copy=damage == "copy")
    elif damage == "rows":
        whole[whole.find(b'"donne":40')] ^= 1
        path.write_bytes(whole)
    else:
        path.write_bytes(whole[:4096] if damage == "all" else b"")
    known = {"term": 7, "rows": 7}.get(damage, LEAP)
    if is_salvaged:
        with suppress(Refused):
            open_tournament(tmp_path / "desk", JOURNAL).close()
    restored = restore(backup, tmp_path / "desk")
    assert restored.term > known
    assert restored.identity.epoch > (5 if known < LEAP else LEAP)
    assert (restored.term < LEAP) == (known < LEAP)
    again = restore(backup, tmp_path / "desk")
    assert again.term > restored.term
    assert again.identity.epoch > restored.identity.epoch


def test_a_file_whose_term_nobody_can_tell_rises_above_every_other(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.journal.append(Writer().batch(3))
    path = tournament_path(tmp_path, JOURNAL)
    reached = (1, 1)
    for _ in range(3):
        damage_the_facts(path, copy=True)
        with open_tournament(tmp_path, JOURNAL) as store:
            now = store.meta.term(), store.meta.identity().epoch
            assert store.salvaged is not None
        assert now[0] > reached[0]
        assert now[1] > reached[1]
        reached = now
    assert reached[0] > LEAP


def test_a_damaged_backup_changes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path / "desk") as store:
        events = Writer().batch(5)
        store.journal.append(events)
        backup = back_up(store, tmp_path / "usb")
    whole = bytearray(backup.read_bytes())
    whole[whole.find(events[2].payload) + 9] ^= 1
    backup.write_bytes(whole)
    before = tournament_path(tmp_path / "desk", JOURNAL).read_bytes()
    with pytest.raises(Refused) as refused:
        restore(backup, tmp_path / "desk")
    (wrong,) = refused.value.violations
    assert wrong.key == "backup.damaged"
    assert "event 3 " in refusal(wrong, texts("en"))
    assert tournament_path(tmp_path / "desk", JOURNAL).read_bytes() == before


def test_an_open_tournament_is_not_replaced(tmp_path: Path) -> None:
    with opened(tmp_path / "desk") as store:
        backup = back_up(store, tmp_path / "usb")
        with pytest.raises(Refused) as refused:
            restore(backup, tmp_path / "desk")
        assert refused.value.violations[0].key == "folder.in_use"
