"""Devices hear of a standby at once, and when it has what they wrote; the room is not woken for each of its pulls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.domain.events.arbitre import PenaltyGiven
from app.services.ports import PairedDevice
from app.storage.devices import SqliteDevices
from sync import wire
from sync.certificate import keep_certificate, public_part
from sync.desk import DeskSync
from sync.intake import Desk
from sync.wire import Answer, Page, Present, Pull, Request, Sorry, Standby, Taken
from tests.sim.evening import ARBITER, DESK, JOURNAL, ROLES, STANDBY, identity
from tests.sync.room import DeskAlone, Device, new_disk
from tests.sync.test_sync import DEALER, DONNE


def new_certificate() -> str:
    with TemporaryDirectory() as folder:
        return public_part(keep_certificate(Path(folder)))


CERTIFICATE, ANOTHER = new_certificate(), new_certificate()
HERE = Standby(host="10.0.0.2", port=8443, certificate=CERTIFICATE)
PENALTY = PenaltyGiven(player="P1", position=1, points=50, reason="retard")


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[SqliteDevices]:
    devices = SqliteDevices(tmp_path)
    for device, role in ROLES.items():
        key = identity(device).key
        devices.add(
            PairedDevice(device=device, role=role, label=device, key=key, token_digest=device, is_confirmed=True)
        )
    yield devices
    devices.close()


@pytest.fixture
def desk(devices: SqliteDevices) -> DeskAlone:
    return with_devices(DeskAlone(new_disk(DESK)), devices)


def with_devices(desk: DeskAlone, devices: SqliteDevices) -> DeskAlone:
    store = desk.store
    desk.sync = DeskSync(Desk(desk.book, store.journal, store.quarantine, store.meta), devices=devices)
    return desk


@pytest.fixture
def tablet(desk: DeskAlone) -> Device:
    return waiting(Device("TAB1", new_disk("TAB1"), desk))


@pytest.fixture
def standby(desk: DeskAlone) -> Device:
    return Device(STANDBY, new_disk(STANDBY), desk)


def waiting(device: Device) -> Device:
    device.meet()
    assert poll(device) is None
    return device


def poll(device: Device) -> Page | None:
    """What the desk says at once to a device that has pulled everything; None where it lets it wait."""
    assert device.desk is not None
    pull = Pull(cursor=device.store.mirror.cursor(), wait_seconds=20)
    body = wire.write(Request(journal=JOURNAL, term=1, ask=pull))
    answer = device.desk.sync.handle(device.name, body, 5.0, since=0.0)
    if answer is None:
        return None
    page = wire.read(Answer, answer).says
    assert isinstance(page, Page)
    return page


def told(desk: DeskAlone, standby: Standby) -> object:
    body = wire.write(Request(journal=JOURNAL, term=0, ask=Present(standby=standby)))
    answer = desk.sync.handle(STANDBY, body, 5.0)
    assert answer is not None
    return wire.read(Answer, answer).says


def present(desk: DeskAlone, standby: Standby = HERE) -> None:
    assert told(desk, standby) == Taken()


@pytest.mark.parametrize(
    "nowhere",
    [
        {"host": ""},
        {"host": "a b"},
        {"host": "10.0.0.2/desk"},
        {"host": "token@10.0.0.2"},
        {"port": 0},
        {"port": 65536},
        {"certificate": ""},
        {"certificate": "junk"},
        {"certificate": CERTIFICATE.replace("M", "?")},
        {"certificate": CERTIFICATE + "junk"},
    ],
)
def test_a_standby_that_can_be_nowhere_is_refused_and_nobody_hears_of_it(
    desk: DeskAlone, tablet: Device, nowhere: dict[str, str | int]
) -> None:
    desk.sync.stirred()
    assert told(desk, replace(HERE, **nowhere)) == Sorry(key="sync.unreadable")  # type: ignore[arg-type]
    assert desk.sync.stirred() == frozenset()
    assert poll(tablet) is None


def test_every_poll_is_answered_when_a_standby_says_where_it_is(desk: DeskAlone, tablet: Device) -> None:
    desk.sync.stirred()
    present(desk)
    assert desk.sync.stirred() is None
    page = poll(tablet)
    assert page is not None
    assert page.standbys == (HERE,)
    assert poll(tablet) is None  # it has heard of it


def test_a_standby_that_says_the_same_again_wakes_nobody(desk: DeskAlone, tablet: Device) -> None:
    present(desk)
    poll(tablet)
    desk.sync.stirred()
    present(desk)
    assert desk.sync.stirred() == frozenset()
    assert poll(tablet) is None


@pytest.mark.parametrize(
    "moved",
    [
        Standby(host="10.0.0.3", port=8443, certificate=CERTIFICATE),
        Standby(host="10.0.0.2", port=8444, certificate=CERTIFICATE),
        Standby(host="10.0.0.2", port=8443, certificate=ANOTHER),
    ],
)
def test_a_standby_that_has_moved_is_told_again(desk: DeskAlone, tablet: Device, moved: Standby) -> None:
    present(desk)
    poll(tablet)
    desk.sync.stirred()
    present(desk, moved)
    assert desk.sync.stirred() is None
    page = poll(tablet)
    assert page is not None
    assert page.standbys == (moved,)


def test_a_device_that_was_away_hears_of_the_standby_from_a_desk_that_began_anew(
    desk: DeskAlone, tablet: Device, devices: SqliteDevices
) -> None:
    present(desk)
    with_devices(desk, devices)
    page = poll(tablet)
    assert page is not None
    assert page.standbys == (HERE,)


def test_everybody_hears_when_the_standby_has_everything_for_the_first_time(
    desk: DeskAlone, tablet: Device, standby: Device
) -> None:
    arbiter = waiting(Device(ARBITER, new_disk(ARBITER), desk))
    desk.sync.stirred()
    standby.meet()
    assert desk.sync.stirred() == {"TAB1", ARBITER}
    for device in (tablet, arbiter):
        page = poll(device)
        assert page is not None
        assert page.mirrored == page.end.n == desk.store.journal.tip().n
        assert poll(device) is None


def test_a_table_hears_when_the_standby_has_what_it_wrote(desk: DeskAlone, tablet: Device, standby: Device) -> None:
    other = waiting(Device("TAB2", new_disk("TAB2"), desk))
    standby.meet()
    for device in (tablet, other):
        device.meet()
    for body in (DEALER, DONNE):
        tablet.write(body, 1)
        tablet.meet()
        assert poll(tablet) is None
        desk.sync.stirred()
        standby.meet()
        assert desk.sync.stirred() == {"TAB1"}
        page = poll(tablet)
        assert page is not None
        assert page.mirrored == page.end.n
        assert poll(other) is None
    desk.sync.stirred()
    standby.meet()
    assert desk.sync.stirred() == frozenset()


def test_the_room_is_not_woken_again_when_the_standby_has_what_everybody_was_told(
    desk: DeskAlone, tablet: Device, standby: Device
) -> None:
    standby.meet()
    tablet.meet()
    desk.book.write(PENALTY)
    tablet.meet()
    desk.sync.stirred()
    standby.meet()
    assert desk.sync.stirred() == frozenset()
    assert poll(tablet) is None


def test_a_standby_is_not_woken_by_itself(desk: DeskAlone, standby: Device) -> None:
    present(desk)
    standby.meet()
    desk.book.write(PENALTY)
    standby.meet()
    assert poll(standby) is None
