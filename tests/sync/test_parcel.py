"""Who can read a file that is carried by hand, who can write one, and what is wrong with the others."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.events.order import Cursor
from app.domain.events.tournoi import DeviceAdmitted, DeviceRevoked, Role
from app.services.ports import Identity
from app.storage.tournament import create_tournament
from sync import wire
from sync.carried import Label, read_room
from sync.carrier import Fate, take_sheets
from sync.parcel import Carries, read_parcel, write_parcel
from sync.wire import Offer, Packed, Pull, Push, Request, Which
from tests.sim.evening import ARBITER, DESK, JOURNAL, STANDBY, identity
from tests.sync.files import DEALER, DONNE, bring, parts, read, refused, room, sheets
from tests.sync.room import DeskAlone, Device, Store, new_disk

NewStore = Callable[[str], Store]


@pytest.fixture(params=["memory", "file"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewStore]:
    with ExitStack() as opened:

        def on_file(device: str) -> Store:
            return opened.enter_context(create_tournament(tmp_path / device, JOURNAL, identity(device)))

        yield new_disk if request.param == "memory" else on_file


@pytest.fixture
def desk(new_store: NewStore) -> DeskAlone:
    return DeskAlone(new_store(DESK))


@pytest.fixture
def tablet(new_store: NewStore, desk: DeskAlone) -> Device:
    """A tablet without network that the desk's first file has reached."""
    device = Device("TAB1", new_store("TAB1"), None)
    bring(device, room(desk))
    return device


def test_a_curious_reader_finds_no_marks_no_licence_and_no_key_in_either_file(
    tablet: Device, desk: DeskAlone, new_store: NewStore
) -> None:
    tablet.write(DEALER, 1)
    tablet.write(DONNE, 1)
    up = sheets(tablet)
    take_sheets(parts(desk), up)
    down = room(desk)
    for told in (
        b"DonneRecorded",
        b"demi_points",
        b"licence",
        b"born",
        b"fee_cents",
        identity("TAB1").key.hex().encode(),
    ):
        assert told not in up
        assert told not in down
    assert b"P1" in down  # names hang on the wall


def test_a_tablet_finds_in_its_part_what_it_would_have_pulled(
    tablet: Device, desk: DeskAlone, new_store: NewStore
) -> None:
    tablet.write(DEALER, 1)
    take_sheets(parts(desk), sheets(tablet))
    by_file, by_wire = Device("TAB2", new_store("TAB2"), None), Device("TAB2", new_disk("TAB2"), desk)
    bring(by_file, room(desk))
    by_wire.meet()
    assert by_file.store.mirror.read() == by_wire.store.mirror.read()
    assert by_file.store.mirror.cursor() == by_wire.store.mirror.cursor()


def test_no_part_is_for_a_desk_and_none_for_who_is_not_known(desk: DeskAlone) -> None:
    desk.book.write(DeviceRevoked(device="TAB2"), DeviceAdmitted(device="NEW", role=Role.TABLE))
    told = set(read_parcel(room(desk), Carries.ROOM).parts)
    assert {ARBITER, "TAB1", "TAB3"} <= told
    assert not {DESK, STANDBY, "TAB2", "NEW"} & told
    assert STANDBY in desk.book.state.devices


def test_a_file_of_a_revoked_tablet_stores_nothing(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    desk.book.write(DeviceRevoked(device="TAB1"))
    assert refused(lambda: take_sheets(parts(desk), sheets(tablet))) == "carry.unknown_device"
    assert desk.held() == []


def forged(desk: DeskAlone, tablet: Device, key: bytes, *, device: str = "TAB1") -> bytes:
    entries = tablet.store.outbox.pending()
    events = tuple(Packed.of(entry.sealed.payload, entry.sealed.mac) for entry in entries)
    line = wire.write(Request(journal=JOURNAL, term=1, ask=Push(epoch=1, first=1, events=events)))
    label = wire.write(Label(journal=JOURNAL, term=1))
    return write_parcel(Carries.SHEETS, [label], {device: (key, [line])})


def test_a_file_that_its_tablet_did_not_write_leaves_no_trace(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    file = forged(desk, tablet, b"x" * 32)
    assert refused(lambda: take_sheets(parts(desk), file)) == "carry.not_authentic"
    another = forged(desk, tablet, identity("TAB2").key, device="TAB1")
    assert refused(lambda: take_sheets(parts(desk), another)) == "carry.not_authentic"
    assert (desk.held(), desk.store.journal.last_seq("TAB1", 1)) == ([], 0)


@pytest.mark.parametrize(
    "asks",
    [
        lambda events: (Push(epoch=1, first=1, events=events), Pull(cursor=Cursor())),
        lambda events: (Push(epoch=1, first=1, events=events), Which()),
        lambda events: (Push(epoch=1, first=1, events=events), Push(epoch=1, first=2, events=events * 101)),
        lambda events: (Push(epoch=1, first=1, events=events), Push(epoch=0, first=1, events=events)),
        lambda events: (Push(epoch=1, first=1, events=events), Offer(events=events * 101)),
    ],
)
def test_a_file_that_asks_for_what_no_file_may_leaves_no_trace(
    tablet: Device, desk: DeskAlone, asks: Callable[[tuple[Packed, ...]], tuple[Push | Pull | Offer | Which, ...]]
) -> None:
    tablet.write(DEALER, 1)
    (entry,) = tablet.store.outbox.pending()
    packed = (Packed.of(entry.sealed.payload, entry.sealed.mac),)
    lines = [wire.write(Request(journal=JOURNAL, term=1, ask=ask)) for ask in asks(packed)]
    label = wire.write(Label(journal=JOURNAL, term=1))
    file = write_parcel(Carries.SHEETS, [label], {"TAB1": (identity("TAB1").key, lines)})
    assert refused(lambda: take_sheets(parts(desk), file)) == "carry.damaged"
    assert (desk.held(), desk.store.journal.last_seq("TAB1", 1)) == ([], 0)


def test_what_a_tablet_brings_in_anothers_name_is_kept_without_effect(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    file = forged(desk, tablet, identity("TAB2").key, device="TAB2")
    (found,) = take_sheets(parts(desk), file).found
    assert (found.fate, found.reason) == (Fate.ASIDE, "sync.altered")
    assert desk.store.journal.last_seq("TAB1", 1) == 0


def test_a_file_made_before_the_tablet_was_paired_anew_is_still_its_own(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    file = sheets(tablet)
    desk.store.meta.learn("TAB1", b"n" * 32)
    assert take_sheets(parts(desk), file).count(Fate.NEW) == 1


def test_a_changed_byte_anywhere_is_seen(tablet: Device, desk: DeskAlone) -> None:
    tablet.write(DEALER, 1)
    for file, act in (
        (sheets(tablet), lambda changed: take_sheets(parts(desk), changed)),
        (room(desk), lambda changed: read(tablet, changed)),
    ):
        for place in range(0, len(file), 37):
            changed = file[:place] + bytes([file[place] ^ 1]) + file[place + 1 :]
            assert refused(lambda act=act, changed=changed: act(changed)).startswith(("carry.", "sync.version"))
        for length in (0, 1, 20, len(file) // 2, len(file) - 1):
            assert refused(lambda act=act, cut=file[:length]: act(cut)) in {"carry.damaged", "carry.not_ours"}
    assert desk.store.journal.last_seq("TAB1", 1) == 0


def whole(body: bytes) -> bytes:
    """Put a right digest under what somebody changed on purpose."""
    return body + hashlib.sha256(body).hexdigest().encode() + b"\n"


def test_what_lies_open_is_vouched_for_by_every_part(tablet: Device, desk: DeskAlone) -> None:
    body = room(desk)[:-65]
    for changed in (body.replace(b'"term":1', b'"term":9'), body.replace(b"Coupe", b"Farce")):
        assert changed != body
        assert refused(lambda changed=changed: read(tablet, whole(changed))) == "carry.not_authentic"


def test_a_part_moved_to_another_device_opens_for_nobody(tablet: Device, desk: DeskAlone) -> None:
    *lines, mine, other, third, _end = room(desk)[:-65].split(b"\n")
    swapped = [json.loads(line) for line in (mine, other, third)]
    swapped = [[device, *rest] for device, (_, *rest) in zip(("TAB2", "TAB1", "TAB3"), swapped, strict=True)]
    body = b"\n".join([*lines, *(json.dumps(part).encode() for part in swapped), b""])
    assert refused(lambda: read(tablet, whole(body))) == "carry.not_authentic"


def test_a_file_says_why_it_is_of_no_use(tablet: Device, desk: DeskAlone, new_store: NewStore) -> None:
    up, down = sheets(tablet), room(desk)
    assert refused(lambda: take_sheets(parts(desk), down)) == "carry.from_room"
    assert refused(lambda: read(tablet, up)) == "carry.from_sheets"
    assert refused(lambda: take_sheets(parts(desk), b"PK\x03\x04 a spreadsheet")) == "carry.not_ours"
    assert refused(lambda: take_sheets(parts(desk), b"")) == "carry.damaged"
    assert refused(lambda: take_sheets(parts(desk), b"\0" * 4096)) == "carry.damaged"
    newer = whole(up[:-65].replace(b"nord sheets 1", b"nord sheets 2"))
    assert refused(lambda: take_sheets(parts(desk), newer)) == "sync.version"
    stranger = Device("NEW", new_disk("NEW"), None)
    assert refused(lambda: read(stranger, down)) == "carry.not_for_us"
    assert refused(lambda: read_room(down, journal="T2", identity=identity("TAB1"))) == "carry.other_tournament"
    elsewhere = write_parcel(Carries.SHEETS, [wire.write(Label(journal="T2", term=1))], {"TAB1": (b"k" * 32, [b""])})
    assert refused(lambda: take_sheets(parts(desk), elsewhere)) == "carry.other_tournament"
    repaired = Identity("TAB1", 1, b"n" * 32)
    assert refused(lambda: read_room(down, journal=JOURNAL, identity=repaired)) == "carry.not_authentic"


def test_a_file_beyond_all_size_is_not_looked_at(desk: DeskAlone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sync.parcel.MAX_FILE_BYTES", 1000)
    assert refused(lambda: take_sheets(parts(desk), b"x" * 1001)) == "carry.too_large"


def test_a_part_says_no_more_of_the_order_than_it_holds(tablet: Device, desk: DeskAlone) -> None:
    parcel = read_parcel(room(desk), Carries.ROOM)
    label = replace(wire.read(Label, parcel.lines[0]), n=3)
    own = parcel.open("TAB1", [identity("TAB1").key])
    lying = write_parcel(Carries.ROOM, [wire.write(label), *parcel.lines[1:]], {"TAB1": (identity("TAB1").key, own)})
    assert refused(lambda: read(tablet, lying)) == "carry.damaged"
