"""What a poste keeps beside its tournaments: damaged, it is put aside and told, and lets nobody in."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.domain.events.tournoi import Role
from app.services.arbiter_pin import ArbiterPin, Verdict
from app.services.ports import PairedDevice
from app.storage.device import DATABASE as DEVICE
from app.storage.device import DeviceStore, own_identity
from app.storage.devices import DATABASE, SqliteDevices
from app.storage.machine import MachineClock, MachineRandom
from tests.storage.damage import flip

CODE, OTHER = "314159", "271828"


@pytest.fixture
def paired(tmp_path: Path) -> Path:
    """A desk's folder with a list of twenty tablets."""
    devices = SqliteDevices(tmp_path / "good")
    for n in range(20):
        tablet = PairedDevice(device=f"T{n}", role=Role.TABLE, label=f"Table {n}", key=b"k" * 32, token_digest=f"{n}")
        devices.add(tablet)
    devices.close()
    return tmp_path / "good"


def looked_at(folder: Path) -> tuple[Path | None, tuple[PairedDevice, ...]]:
    devices = SqliteDevices(folder)
    try:
        return devices.damaged, devices.known()
    finally:
        devices.close()


@pytest.mark.parametrize("left", [b"", b"no database at all" * 300, bytes(range(256)) * 40])
def test_a_damaged_list_of_tablets_is_kept_aside_and_lets_nobody_in(paired: Path, left: bytes) -> None:
    file = paired / DATABASE
    file.write_bytes(left)
    aside, known = looked_at(paired)
    assert known == ()
    assert left == b"" or aside == paired / f"{DATABASE}.damaged-1"
    assert aside is None or aside.read_bytes() == left
    assert looked_at(paired) == (None, ())


def test_no_flipped_bit_keeps_a_list_of_tablets_from_being_read(paired: Path, tmp_path: Path) -> None:
    chance, (_, good) = random.Random(5), looked_at(paired)
    size = (paired / DATABASE).stat().st_size
    tokens = {one.token_digest for one in good}
    for place in [*range(0, 116, 3), *chance.sample(range(100, size), 90)]:
        shutil.copytree(paired, tmp_path / "copy")
        flip(tmp_path / "copy" / DATABASE, place, chance.randrange(8))
        damaged = (tmp_path / "copy" / DATABASE).read_bytes()
        aside, known = looked_at(tmp_path / "copy")
        assert aside is None or (known == () and aside.read_bytes() == damaged), place
        # A letter of a row may be another one: of a token, that lets nobody in who was not.
        assert len({one.token_digest for one in known} - tokens) <= 1, place
        shutil.rmtree(tmp_path / "copy")


def test_commits_that_a_damaged_wal_hides_are_no_reason_to_let_somebody_in_again(paired: Path, tmp_path: Path) -> None:
    devices = SqliteDevices(paired)
    devices.revoke("T3")
    devices.revoke("T4")
    shutil.copytree(paired, tmp_path / "killed")
    devices.close()
    flip(tmp_path / "killed" / f"{DATABASE}-wal", 32 + 24 + 100)
    aside, known = looked_at(tmp_path / "killed")
    assert aside is not None
    assert known == ()


def test_what_a_device_keeps_of_itself_is_made_anew_and_nobody_knows_its_code(tmp_path: Path) -> None:
    chance, clock = MachineRandom(), MachineClock()
    before = own_identity(tmp_path, chance)
    device = DeviceStore(tmp_path)
    pin = ArbiterPin(device, clock=clock, random=chance)
    assert pin.choose(CODE).result() is Verdict.RIGHT
    pin.close()
    device.close()
    flip(tmp_path / DEVICE, 100)
    told: list[Path] = []
    after = own_identity(tmp_path, chance, told.append)
    assert [aside.name for aside in told] == [f"{DEVICE}.damaged-1"]
    assert after.device != before.device
    assert own_identity(tmp_path, chance, told.append) == after
    assert len(told) == 1
    device = DeviceStore(tmp_path)
    pin = ArbiterPin(device, clock=clock, random=chance)
    pin.ready.result()
    assert pin.is_set
    for code in (CODE, ""):
        assert pin.try_code(code).result() is Verdict.WRONG
    assert pin.choose(OTHER, old=CODE).result() is Verdict.WRONG
    assert pin.remake(OTHER).result() is Verdict.RIGHT
    assert pin.is_doubtful
    pin.close()
    device.close()


def test_a_renewal_that_was_cut_off_is_taken_up_again(tmp_path: Path) -> None:
    own_identity(tmp_path, MachineRandom())
    (tmp_path / DEVICE).rename(tmp_path / f"{DEVICE}.damaged-1")
    (tmp_path / "device.new").write_bytes(b"half a file")
    device = DeviceStore(tmp_path)
    assert device.damaged == tmp_path / f"{DEVICE}.damaged-1"
    assert device.load_pin().result() is not None
    device.close()


def test_a_file_that_another_program_holds_is_not_put_aside(tmp_path: Path) -> None:
    holder = DeviceStore(tmp_path)
    holder.load_pin().result()
    flip(tmp_path / DEVICE, 20)
    with pytest.raises(Refused) as refused:
        own_identity(tmp_path, MachineRandom())
    assert refused.value.violations[0].key == "folder.in_use"
    assert not list(tmp_path.glob("*.damaged-*"))
    holder.close()
