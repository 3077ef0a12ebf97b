"""Pairing takes the right code, from the right desk, in time, and not too often."""

import contextlib
import os
import socket
import ssl
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.errors import Refused
from app.domain.events.tournoi import Role
from app.texts.refusals_sync import SENTENCES
from sync.certificate import keep_certificate, public_part, serving_context
from sync.pairing import DIGITS, LIFE_SECONDS, TRIES, Paired, PairingDesk, PairingDevice, Welcome
from sync.pin import fingerprint_of, pinned_context

PRINT = b"f" * 32


class SystemRandom:
    def bytes(self, count: int) -> bytes:
        return os.urandom(count)


@pytest.fixture
def desk() -> PairingDesk:
    return PairingDesk(PRINT, SystemRandom())


def device(code: str, *, role: Role = Role.TABLE, fingerprint: bytes = PRINT) -> PairingDevice:
    return PairingDevice(code, device="D1", role=role, label="Table 3", fingerprint=fingerprint, entropy=os.urandom)


def pair(desk: PairingDesk, asking: PairingDevice, now: float = 0.0) -> tuple[Paired, Paired]:
    proof, here = asking.prove(desk.welcome(asking.hello, now))
    return here, desk.admit(proof, now)


def refused_key(desk: PairingDesk, asking: PairingDevice, now: float = 0.0) -> str:
    with pytest.raises(Refused) as refused:
        pair(desk, asking, now)
    (found,) = refused.value.violations
    assert found.key in SENTENCES
    return found.key


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10**DIGITS:0{DIGITS}}"


def test_the_right_code_gives_both_sides_the_same_key_and_token(desk: PairingDesk) -> None:
    code = desk.show(Role.TABLE, 0.0)
    assert len(code) == DIGITS
    here, there = pair(desk, device(code))
    assert here == there
    assert (here.device, here.role, here.label, len(here.key)) == ("D1", Role.TABLE, "Table 3", 32)
    assert here.key.hex() != here.token


def test_two_pairings_share_nothing(desk: PairingDesk) -> None:
    first, second = (pair(desk, device(desk.show(Role.TABLE, 0.0)))[0] for _ in range(2))
    assert first.key != second.key
    assert first.token != second.token


def test_a_wrong_code_is_refused_before_the_device_has_proved_anything(desk: PairingDesk) -> None:
    code = desk.show(Role.TABLE, 0.0)
    assert refused_key(desk, device(wrong(code))) == "pairing.wrong_code"


def test_a_code_is_burnt_after_three_tries(desk: PairingDesk) -> None:
    code = desk.show(Role.TABLE, 0.0)
    for _ in range(TRIES):
        assert refused_key(desk, device(wrong(code))) == "pairing.wrong_code"
    assert refused_key(desk, device(code)) == "pairing.no_code"


def test_a_code_lasts_five_minutes(desk: PairingDesk) -> None:
    code = desk.show(Role.TABLE, 10.0)
    assert refused_key(desk, device(code), now=10.0 + LIFE_SECONDS) == "pairing.no_code"


def test_a_code_is_used_once(desk: PairingDesk) -> None:
    code = desk.show(Role.TABLE, 0.0)
    pair(desk, device(code))
    assert refused_key(desk, device(code)) == "pairing.no_code"


def test_a_new_code_voids_the_one_before_and_what_was_begun_with_it(desk: PairingDesk) -> None:
    asking = device(desk.show(Role.TABLE, 0.0))
    proof, _here = asking.prove(desk.welcome(asking.hello, 0.0))
    desk.show(Role.TABLE, 1.0)
    with pytest.raises(Refused):
        desk.admit(proof, 1.0)


def test_without_a_code_nobody_is_answered(desk: PairingDesk) -> None:
    assert refused_key(desk, device("12345678")) == "pairing.no_code"


def test_a_code_for_a_table_makes_no_arbiter(desk: PairingDesk) -> None:
    code = desk.show(Role.TABLE, 0.0)
    assert refused_key(desk, device(code, role=Role.ARBITRE)) == "pairing.role"


def test_a_role_changed_on_the_way_is_noticed(desk: PairingDesk) -> None:
    asking = device(desk.show(Role.ARBITRE, 0.0), role=Role.TABLE)
    welcome = desk.welcome(replace(asking.hello, role=Role.ARBITRE), 0.0)
    with pytest.raises(Refused):
        asking.prove(welcome)


def test_somebody_in_between_with_another_certificate_is_noticed(desk: PairingDesk) -> None:
    code = desk.show(Role.TABLE, 0.0)
    assert refused_key(desk, device(code, fingerprint=b"x" * 32)) == "pairing.wrong_code"


def test_a_forged_proof_admits_nobody(desk: PairingDesk) -> None:
    asking = device(desk.show(Role.TABLE, 0.0))
    proof, _here = asking.prove(desk.welcome(asking.hello, 0.0))
    for forged in ("", "é", "0" * 64):
        with pytest.raises(Refused):
            desk.admit(replace(proof, proof=forged), 0.0)


@settings(max_examples=40)
@given(st.one_of(st.binary(max_size=40).map(bytes.hex), st.text(max_size=10)))
def test_a_half_that_is_none_is_refused(half: str) -> None:
    desk = PairingDesk(PRINT, SystemRandom())
    asking = device(desk.show(Role.TABLE, 0.0))
    with pytest.raises(Refused):
        desk.welcome(replace(asking.hello, half=half), 0.0)
    with pytest.raises(Refused):
        asking.prove(Welcome(half=half, proof="0" * 64))


@pytest.mark.parametrize("first", range(0, 256, 5))
def test_a_half_of_the_right_length_that_is_no_point_of_the_curve_is_refused(first: int, desk: PairingDesk) -> None:
    code = desk.show(Role.TABLE, 0.0)
    asking = device(code)
    with pytest.raises(Refused):  # where it is a point, the proof is wrong
        asking.prove(replace(desk.welcome(asking.hello, 0.0), half="42" + f"{first:02x}" * 32))
    with contextlib.suppress(Refused):
        desk.welcome(replace(asking.hello, half="41" + f"{first:02x}" * 32), 0.0)


def test_a_certificate_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = keep_certificate(tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert keep_certificate(tmp_path).read_bytes() == path.read_bytes()
    assert "PRIVATE" not in public_part(path)


def handshake(server: ssl.SSLContext, client: ssl.SSLContext) -> None:
    """Join two ends of TLS; raises what the client finds wrong."""
    here, there = socket.socketpair()

    def serve() -> None:
        try:
            server.wrap_socket(there, server_side=True).close()
        except OSError:
            there.close()

    serving = threading.Thread(target=serve)
    serving.start()
    try:
        client.wrap_socket(here).close()
    finally:
        here.close()
        serving.join()


def test_a_device_believes_the_pinned_certificate_and_no_other(tmp_path: Path) -> None:
    own, other = keep_certificate(tmp_path), keep_certificate(tmp_path.parent)
    pinned = pinned_context(public_part(own))
    handshake(serving_context(own), pinned)
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(serving_context(other), pinned)
    assert fingerprint_of(public_part(own)) != fingerprint_of(public_part(other))
