"""What travels is exact, bounded, and tells its version before anything else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Refused
from app.domain.events.order import Cursor
from app.texts.refusals_sync import SENTENCES
from sync import wire
from sync.wire import Acked, Answer, Offer, Packed, Page, Pull, Push, Request

MAC = b"m" * 32


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=50_000))
def test_a_payload_comes_out_byte_for_byte_however_long(text: str) -> None:
    packed = Packed.of(text.encode(), MAC)
    request = Request(journal="J", term=1, ask=Push(epoch=1, first=1, events=(packed,)))
    read = wire.read(Request, wire.write(request))
    assert read == request
    assert isinstance(read.ask, Push)
    assert read.ask.events[0].unpack().payload == text.encode()


@pytest.mark.parametrize(
    "message",
    [
        Request(journal="J", term=3, ask=Pull(cursor=Cursor(3, 7, "a" * 64, "tables 1", 2), wait_seconds=20)),
        Request(journal="J", term=3, ask=Offer(events=(Packed.of(b"{}", MAC),))),
        Answer(term=3, says=Acked(epoch=2, seq=9, aside={8: "event.stale_epoch"}, forked=True)),
        Answer(term=3, says=Page(start=Cursor(), end=Cursor(), complete=True, kept={1: 4}, keys={"D": ("00",)})),
    ],
)
def test_a_message_comes_out_as_it_went_in(message: Request | Answer) -> None:
    assert wire.read(type(message), wire.write(message)) == message


def key_of(body: bytes) -> str:
    with pytest.raises(Refused) as refused:
        wire.read(Request, body)
    (found,) = refused.value.violations
    assert found.key in SENTENCES
    return found.key


@given(st.binary(max_size=200))
def test_what_is_no_message_is_refused(body: bytes) -> None:
    assert key_of(body) == "sync.unreadable"


def test_a_message_cut_at_any_byte_is_refused() -> None:
    body = wire.write(Request(journal="É", term=1, ask=Pull(cursor=Cursor())))
    assert {key_of(body[:length]) for length in range(len(body))} == {"sync.unreadable"}


def test_a_message_of_another_version_is_told_apart_from_a_broken_one() -> None:
    newer = {"proto_min": wire.PROTO_MAX + 1, "proto_max": wire.PROTO_MAX + 3, "message": {"hello": "there"}}
    assert key_of(json.dumps(newer).encode()) == "sync.version"


def test_a_message_beyond_all_bounds_is_refused_unread() -> None:
    assert key_of(b" " * (wire.MAX_BODY_BYTES + 1)) == "sync.unreadable"


@pytest.mark.parametrize("packed", [Packed("zz", ("{}",)), Packed("00", ("{}",)), Packed(MAC.hex(), ("\ud800",))])
def test_what_can_be_no_event_is_refused(packed: Packed) -> None:
    with pytest.raises(Refused):
        packed.unpack()
