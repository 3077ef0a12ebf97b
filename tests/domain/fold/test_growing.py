"""What a fold lets grow is its own: a state that somebody holds never changes, whatever is folded onto it."""

import pytest

from app.domain.events.tournoi import DeviceAdmitted, PlayerRegistered, Role, TabletAssigned
from app.domain.fold import apply, fold
from app.domain.fold.growing import grown, settle
from app.domain.fold.snapshot import write_state
from app.domain.fold.state import State
from app.domain.tournoi.identity import Identity
from tests.domain.fold.room import Room, registered

LATER = (
    PlayerRegistered(player="X1", identity=Identity(name="Anne", licence="x1")),
    PlayerRegistered(player="X2", identity=Identity(name="Bob", licence="x2")),
    DeviceAdmitted(device="T9", role=Role.TABLE),
    TabletAssigned(table=9, device="T9", epoch=1),
)
REFUSED = PlayerRegistered(player="N1", identity=Identity(name="Zoé", licence="z"))


@pytest.mark.parametrize("body", LATER[:3])
def test_one_state_has_several_futures(body: object) -> None:
    room = registered(4, 4)
    before, written = room.state, write_state(room.state)
    one = apply(before, "one", room.event(body))
    other = fold([(f"other{number}", room.event(later)) for number, later in enumerate(LATER)], before)
    assert write_state(before) == written
    assert write_state(one) == write_state(apply(before, "one", room.event(body)))
    assert write_state(other) not in (written, write_state(one))


def test_each_state_on_the_way_stays_as_it_was() -> None:
    room, seen = registered(4), []
    for body in (*LATER, REFUSED):
        room.put(room.event(body))
        seen.append((room.state, write_state(room.state), len(room.events)))
    for state, written, count in seen:
        assert write_state(state) == written == write_state(fold(room.events[:count]))


def test_an_event_that_is_refused_leaves_nothing_behind_for_those_that_follow() -> None:
    room = registered(4)
    events = [("refused", room.event(REFUSED)), *((f"e{n}", room.event(body)) for n, body in enumerate(LATER))]
    whole = fold(events, room.state)
    assert list(whole.set_aside) == ["refused"]
    assert "z" not in whole.licences
    assert whole.identities["N1"] == room.state.identities["N1"]


def test_a_mapping_grows_in_place_only_until_its_fold_has_ended() -> None:
    begun = {"a": Role.TABLE}
    first = grown(begun, "b", Role.TABLE)
    assert grown(first, "c", Role.DESK) is first
    settle(State(devices=first))
    after = grown(first, "d", Role.TABLE)
    assert (len(begun), len(first), len(after)) == (1, 3, 4)
    assert list(after) == ["a", "b", "c", "d"]


def test_a_room_of_nobody_grows_from_nothing() -> None:
    assert Room().state == State() == fold(())
