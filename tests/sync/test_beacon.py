"""A desk says where it is; a tablet that has lost it hears that, and believes the pin alone."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Refused
from app.domain.events.tournoi import Role
from app.storage.folder import open_folder
from app.storage.machine import MachineClock, MachineRandom
from sync.beacon import Beacon, Lookout, Sighting, read_sighting
from sync.certificate import keep_certificate, public_part
from sync.joined import Who
from sync.line import Pinned
from sync.pin import fingerprint_of
from sync.poste import LinkedPoste
from sync.whereabouts import MOST_SIGHTINGS, Whereabouts, read_address
from tests.sync.real import HOST, RealDesk, eventually

FINGERPRINT = b"f" * 32


def test_a_desk_that_is_sought_is_heard_around_and_falls_silent_when_it_is_not() -> None:
    heard: list[Sighting] = []
    sought = threading.Event()
    fingerprint = os.urandom(32)
    lookout = Lookout(lambda sighting: heard.append(sighting) if sighting.fingerprint == fingerprint.hex() else None)
    beacon = Beacon(4242, fingerprint, around=lambda: ("127.255.255.255",), wanted=sought.is_set)
    try:
        assert heard == []
        sought.set()
        eventually(lambda: bool(heard))
        assert (heard[0].port, heard[0].fingerprint) == (4242, fingerprint.hex())
    finally:
        beacon.close()
        lookout.close()


@given(st.one_of(st.binary(max_size=80), st.sampled_from([b"[]", b'{"nord":1}', b'{"nord":1,"port":true,"desk":""}'])))
def test_what_is_no_beacon_is_nobody(data: bytes) -> None:
    assert read_sighting(data, HOST) is None


def test_a_beacon_reads_as_it_was_said() -> None:
    data = b'{"nord": 1, "port": 8443, "desk": "' + FINGERPRINT.hex().encode() + b'"}'
    assert read_sighting(data, HOST) == Sighting(HOST, 8443, FINGERPRINT.hex())


def test_only_a_desk_with_the_pinned_certificate_is_looked_for_where_it_was_heard(tmp_path: Path) -> None:
    certificate = public_part(keep_certificate(tmp_path))
    desk = Pinned("192.0.2.1", 8443, certificate, "token")
    places = Whereabouts(desk)
    assert not places.sight(Sighting("192.0.2.9", 8443, FINGERPRINT.hex()))
    assert places.after(desk) == desk
    for n in range(20):
        assert places.sight(Sighting("192.0.2.2", 9000 + n, fingerprint_of(certificate).hex()))
    tried = [desk]
    for _ in range(MOST_SIGHTINGS + 1):
        tried.append(places.after(tried[-1]))
    assert tried[0] == tried[-1]
    assert len(set(tried)) == MOST_SIGHTINGS + 1
    assert {place.token for place in tried} == {"token"}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[RealDesk]:
    desk = RealDesk(tmp_path / "desk")
    yield desk
    desk.close()


@pytest.fixture
def poste(desk: RealDesk, tmp_path: Path) -> Iterator[LinkedPoste]:
    with open_folder("table", tmp_path) as folder:
        who = Who(role=Role.TABLE, device="TAB9", label="Table 1", folder=folder.path)
        poste = LinkedPoste(who, clock=MachineClock(), random=MachineRandom())
        try:
            poste.join(f"{HOST}:{desk.port}", desk.show(Role.TABLE)).result()
            eventually(lambda: poste.state.table == 1)
            yield poste
        finally:
            poste.close()


def move(desk: RealDesk) -> None:
    desk.switch_off()
    desk.port = 0
    desk.switch_on()


def test_a_tablet_finds_its_desk_again_at_another_address(desk: RealDesk, poste: LinkedPoste) -> None:
    move(desk)
    fingerprint = fingerprint_of(public_part(desk.certificate))
    beacon = Beacon(desk.port, fingerprint, around=lambda: ("127.255.255.255",), wanted=lambda: True)
    try:
        eventually(lambda: poste.state.is_reached and poste.state.address.endswith(f":{desk.port}"))
        assert any(address.endswith(f":{desk.port}") for address in poste.heard)
    finally:
        beacon.close()


def test_a_tablet_looks_for_the_same_desk_where_somebody_says_it_is(desk: RealDesk, poste: LinkedPoste) -> None:
    move(desk)
    poste.move(f"{HOST}:{desk.port}").result()
    eventually(lambda: poste.state.is_reached and poste.state.address == f"{HOST}:{desk.port}")


@pytest.mark.parametrize(
    "text", ["", ":8443", "desk:port", "desk:0", "desk:99999", "a..b", "x" * 64, "a b", "desk/x", "me@desk"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_address(text)
    assert refused.value.violations[0].key == "desk.address"


def test_an_address_may_leave_out_the_usual_port() -> None:
    assert read_address(" 192.0.2.7 ") == ("192.0.2.7", 8443)
    assert read_address("https://localhost:9000/") == ("localhost", 9000)
