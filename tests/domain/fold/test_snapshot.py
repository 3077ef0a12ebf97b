"""A snapshot is the state: read back it is the same, to the byte and in the same order."""

import pytest

from app.domain.events.tournoi import PositionClosed
from app.domain.fold import fold
from app.domain.fold.snapshot import read_state, write_state
from app.domain.fold.state import State
from tests.domain.fold.room import opened


def test_a_snapshot_read_back_is_the_state_in_the_same_bytes() -> None:
    room = opened(5, 4, 3)
    room.close()
    written = write_state(room.state)
    assert read_state(written) == room.state
    assert write_state(read_state(written)) == written
    assert read_state(write_state(State())) == State()


def test_a_snapshot_keeps_the_tables_in_their_order() -> None:
    room = opened(*[4] * 11)
    again = read_state(write_state(room.state))
    assert list(again.feuilles[1]) == list(range(1, 12))
    closed = room.event(PositionClosed(position=1))
    assert write_state(fold([("x", closed)], again)) == write_state(fold([("x", closed)], room.state))


def test_a_snapshot_is_compact_and_says_names_as_they_are_written() -> None:
    room = opened(4)
    written = write_state(room.state).decode()
    assert '"journal":"J1"' in written
    assert "Tournoi d’été" in written


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b'{"x":1}', b"\xff", b'{"journal":1}', b"[" * 50_000])
def test_what_is_no_snapshot_is_not_read(written: bytes) -> None:
    assert read_state(written) is None
