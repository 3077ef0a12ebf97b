"""A bit flipped anywhere in a file: it changes nothing, or it is told; and the tournament goes on."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.events.envelope import Sealed
from app.domain.events.order import Key
from app.services.ports import Identity
from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournament import open_tournament, tournament_path
from app.storage.tournaments import DeskTournaments
from app.storage.verify import verify
from tests.storage.crash.session import scratch_folder
from tests.storage.damage import flip
from tests.storage.writer import DESK, JOURNAL, Writer, opened

EVENTS = 40
HEADER, PAGE = 100, 4096
TABLES = ("meta", "events")
# In pages; the header is a hundred bytes of the first.
REGIONS = {"header": (0, 1), "schema": (0, 1), "steps": (1, 3), "facts": (3, 5), "rows": (5, 7), "all": (0, 10_000)}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with scratch_folder() as folder:
        desk, tablet = Writer(), Writer(device="T3", key=b"t" * 32)
        with opened(folder / "good" / "desk") as store:
            store.meta.learn(tablet.device, tablet.key)
            for _ in range(EVENTS // 2):
                store.journal.append([desk.write(), tablet.write()])
            store.quarantine.hold(tablet.write(), place=Key("T3", 1, EVENTS // 2 + 1), reason="stale")
            store.outbox.acknowledge(1, 5, aside={3: "stale"})
            store.drafts.save("table 1", {"points": 49})
        yield folder


def contents(path: Path) -> dict[str, object]:
    """All rows that must not change unseen."""
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        return {table: connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in TABLES}


def places(path: Path, region: str, chance: random.Random) -> list[int]:
    if region == "header":
        return list(range(HEADER))
    first, last = REGIONS[region]
    return chance.sample(range(max(HEADER, first * PAGE), min(last * PAGE, path.stat().st_size)), 60)


@pytest.mark.parametrize("region", REGIONS)
def test_a_flipped_bit_changes_nothing_or_is_told_and_the_tournament_goes_on(folder: Path, region: str) -> None:
    good = tournament_path(folder / "good" / "desk", JOURNAL)
    before = contents(good)
    chance = random.Random(region)
    root = folder / region
    path = tournament_path(root / "desk", JOURNAL)
    for place in places(good, region, chance):
        path.parent.mkdir(parents=True)
        shutil.copyfile(good, path)
        flip(path, place, chance.randrange(8))
        damaged = path.read_bytes()
        is_seen = not verify(root).ok
        assert is_seen or contents(path) == before, place
        with open_tournament(root / "desk", JOURNAL) as store:
            assert (store.salvaged is not None) == is_seen, place
            assert store.meta.identity() == Identity(DESK.device, 2 if is_seen else 1, DESK.key)
            assert store.meta.term() == (2 if is_seen else 1)
            assert store.salvaged is None or store.salvaged.aside.read_bytes() == damaged
            assert region not in ("header", "schema", "steps", "facts") or store.journal.tip().n == EVENTS, place
            store.journal.append([Writer(epoch=2).write()])
        assert verify(root).ok, place
        shutil.rmtree(root)


@pytest.mark.parametrize("seed", range(3))
def test_no_list_of_tournaments_fails_for_a_flipped_bit(folder: Path, seed: int) -> None:
    good = tournament_path(folder / "good" / "desk", JOURNAL)
    chance = random.Random(seed)
    root = folder / f"list {seed}"
    path = tournament_path(root / "desk", JOURNAL)
    for place in chance.sample(range(good.stat().st_size // 3), 30):
        path.parent.mkdir(parents=True)
        shutil.copyfile(good, path)
        flip(path, place, chance.randrange(8))
        tournaments = DeskTournaments(root / "desk", root, clock=MachineClock(), random=MachineRandom())
        assert [known.id for known in tournaments.known()] == [JOURNAL]
        tournaments.close()
        shutil.rmtree(root)


def test_a_schema_that_is_no_longer_text_is_damage_like_any_other(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "good", tmp_path / "copy")
    path = tournament_path(tmp_path / "copy" / "desk", JOURNAL)
    flip(path, path.read_bytes().find(b"CREATE TABLE", 100) + 14, 7)
    assert not verify(tmp_path / "copy").ok
    with open_tournament(tmp_path / "copy" / "desk", JOURNAL) as store:
        assert store.salvaged is not None
        assert store.salvaged.saved == EVENTS
        assert [held.reason for held in store.quarantine.held()] == ["stale"]
    assert verify(tmp_path / "copy").ok


def test_what_the_desk_lacks_or_keeps_aside_outlives_a_salvage(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "good", tmp_path / "copy")
    path = tournament_path(tmp_path / "copy" / "desk", JOURNAL)
    lost: Sealed = Writer(device="T4").write()
    with closing(sqlite3.connect(path)) as connection:
        row = (bytes.fromhex(lost.id), lost.mac, lost.payload)
        connection.execute("INSERT INTO forgotten (id, mac, payload) VALUES (?, ?, ?)", row)
        connection.execute("INSERT INTO forgotten (id, mac, payload) VALUES (x'00', x'00', x'00')")
        connection.execute("UPDATE meta SET value = '7' WHERE name = 'term'")
        connection.commit()
    with open_tournament(tmp_path / "copy" / "desk", JOURNAL) as store:
        assert store.salvaged is not None
        assert store.mirror.forgotten() == (lost,)  # and not the row whose bytes are not those that were saved
        assert store.outbox.aside() == {(1, 3): "stale"}
        assert store.outbox.acked() == {1: 5}
