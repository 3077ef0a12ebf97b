"""What a desk says of its tournaments: however a file is damaged, it is mended or told, and none vanishes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.domain.events.order import Entry
from app.domain.tournoi.identity import Identity
from app.services.create_tournament import PRESETS, create_tournament
from app.services.players import enter_player
from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournaments import DeskTournaments
from app.storage.verify import verify
from tests.storage.crash.session import scratch_folder
from tests.storage.damage import flip

PLAYERS = 90
PAGE = 4096


class Evening:
    """An evening at a desk, and copies of its folder that come to harm."""

    def __init__(self, folder: Path) -> None:
        self._good, self._copy = folder / "good", folder / "copy"
        tournaments = desk_of(self._good)
        with tournaments.begin() as opened:
            create_tournament(opened.book, PRESETS["club"], name="Mardi")
            for n in range(PLAYERS):
                enter_player(opened.book, Identity(name=f"JOUEUR {n}", club="Tarot de Lille " * 3, licence=f"{n:06}"))
            self.id, self.entries = opened.journal.id, opened.journal.read()
        tournaments.close()
        self._file = Path("desk", "tournaments", f"{self.id}.db")
        whole = (self._good / self._file).read_bytes()
        self.size = len(whole)
        self.first = whole.find(self.entries[0].sealed.payload)

    def harmed(self) -> Path:
        """A fresh copy of the tournament's file, in a desk's folder of its own."""
        shutil.rmtree(self._copy, ignore_errors=True)
        shutil.copytree(self._good, self._copy)
        return self._copy / self._file

    def goes_on(self) -> int | None:
        """Ask as every command does, twice; return how many records go on, None where the file is lost and told."""
        path = self._copy / self._file
        damaged, is_seen = path.read_bytes(), not verify(self._copy).ok
        entries: list[tuple[Entry, ...]] = []
        for _ in range(2):
            tournaments = desk_of(self._copy)
            (known,) = tournaments.known()
            assert (known.id, known.is_closed) == (self.id, False)
            with suppress(Refused), tournaments.open(self.id) as opened:
                entries.append(opened.journal.read())
            (known,) = tournaments.known()
            assert bool(known.lost) == (not entries)
            if is_seen and not entries[1:] and (found := tournaments.salvaged()):
                assert found[0].saved == len(entries[0] if entries else ())
                assert found[0].known <= len(self.entries)
            tournaments.close()
        asides = sorted(path.parent.glob("*.damaged-*"))
        assert [aside.read_bytes() for aside in asides if not aside.name.endswith(("-wal", "-shm"))] == (
            [damaged] if is_seen else []
        )
        if not entries:
            return None
        assert entries[0] == entries[1] == self.entries[: len(entries[0])]
        return len(entries[0])


def desk_of(root: Path) -> DeskTournaments:
    (root / "desk").mkdir(parents=True, exist_ok=True)
    return DeskTournaments(root / "desk", root, clock=MachineClock(), random=MachineRandom())


@pytest.fixture(scope="module")
def evening() -> Iterator[Evening]:
    with scratch_folder() as folder:
        yield Evening(folder)


@pytest.mark.parametrize("beyond", [-512, 0, 1, 700])
def test_a_file_cut_off_at_any_page_goes_on_with_what_is_left(evening: Evening, beyond: int) -> None:
    for page in range(0, evening.size, PAGE):
        length = max(0, page + beyond)
        path = evening.harmed()
        with path.open("rb+") as file:
            file.truncate(length)
        saved = evening.goes_on()
        assert saved is not None or length < evening.first + PAGE, length


@pytest.mark.parametrize("bit", [0, 5])
def test_a_bit_flipped_in_the_head_of_any_page_hides_no_tournament(evening: Evening, bit: int) -> None:
    for page in range(0, evening.size, PAGE):
        for place in range(page // PAGE % 2, 16, 2):
            flip(evening.harmed(), page + place, bit)
            evening.goes_on()


def test_a_bit_flipped_anywhere_hides_no_tournament(evening: Evening) -> None:
    for place in range(211, evening.size, 947):
        flip(evening.harmed(), place, place % 8)
        evening.goes_on()
