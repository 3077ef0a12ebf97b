"""An event keeps its exact bytes; what is altered is seen, what is not an event is refused."""

import hashlib
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Refused
from app.domain.events.envelope import FIRST, MAX_PAYLOAD_BYTES, Event, Sealed, read_payload, seal, write_payload

KEY = b"k" * 32
EVENT = Event(
    journal="J1",
    device="D1",
    epoch=1,
    seq=1,
    kind="DonneRecorded",
    body={"donne": 1, "name": "Éloïse"},
    at="2026-11-18T20:00:00Z",
    table=3,
    table_epoch=2,
)


def test_the_bytes_are_compact_json_in_alphabetical_order() -> None:
    assert write_payload(EVENT).decode() == (
        '{"at":"2026-11-18T20:00:00Z","body":{"donne":1,"name":"Éloïse"},"device":"D1","epoch":1,"journal":"J1",'
        f'"kind":"DonneRecorded","previous":"{FIRST}","seq":1,"table":3,"table_epoch":2,"v":1}}'
    )


def test_an_event_reads_back_as_it_was_sealed() -> None:
    sealed = seal(EVENT, KEY)
    assert sealed.event == EVENT
    assert sealed.is_authentic(KEY)
    assert not sealed.is_authentic(b"x" * 32)
    assert sealed.id == hashlib.sha256(write_payload(EVENT)).hexdigest()


@given(st.data())
def test_one_changed_bit_changes_the_id_and_breaks_the_mac(data: st.DataObject) -> None:
    sealed = seal(EVENT, KEY)
    place = data.draw(st.integers(0, len(sealed.payload) - 1))
    changed = bytearray(sealed.payload)
    changed[place] ^= 1 << data.draw(st.integers(0, 7))
    altered = Sealed(bytes(changed), sealed.mac)
    assert altered.id != sealed.id
    assert not altered.is_authentic(KEY)


def altered(**changes: object) -> bytes:
    return json.dumps({**json.loads(write_payload(EVENT)), **changes}).encode()


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"[]",
        b"null",
        b"\xff",
        b"[" * 50_000,
        altered(v=2),
        altered(extra=1),
        altered(seq=-1),
        altered(seq=True),
        altered(seq=2**53),
        altered(seq="1"),
        altered(epoch=1.5),
        altered(table="3"),
        altered(kind=3),
        altered(body=[1]),
        altered(at=None),
        altered(v=True),
        altered(v=1.0),
        altered(salt=5),
        altered(salt="x" * 201),
        altered(body={"n": float("nan")}),
        write_payload(EVENT).decode().encode("utf-16"),
        b"\xef\xbb\xbf" + write_payload(EVENT),
        altered(at="x" * 201),
        altered(kind="\ud800"),
        altered(device="\ud800"),
        b'{"v":1,"seq":' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_not_an_event_is_refused(payload: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_payload(payload)
    assert refused.value.violations[0].key == "event.unreadable"


def test_a_payload_past_its_bound_is_refused_unread() -> None:
    with pytest.raises(Refused) as refused:
        read_payload(b" " * (MAX_PAYLOAD_BYTES + 1))
    assert refused.value.violations[0].key == "event.too_large"


def test_a_name_at_its_bound_is_an_event() -> None:
    assert read_payload(altered(device="x" * 200)).device == "x" * 200


def test_a_tableless_event_is_an_event() -> None:
    assert read_payload(altered(table=None, table_epoch=None)).table is None


def test_a_salt_is_read_back_and_is_not_written_where_there_is_none() -> None:
    salted = replace(EVENT, salt="5a17")
    assert read_payload(write_payload(salted)) == salted
    assert b"salt" not in write_payload(EVENT)
