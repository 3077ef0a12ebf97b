"""What one device may ask of a desk, in the long run and at once."""

from sync.quota import OPENED, SENT, TOLD, TOLD_BYTES, Meter, Quota, cost
from sync.wire import MAX_BODY_BYTES, MAX_EVENTS, Packed

MAC = b"m" * 32


def test_an_event_counts_for_its_bytes_whatever_they_spell() -> None:
    assert cost([Packed.of(b"x" * 1_000, MAC)] * 3) == 3
    assert cost([Packed.of(b"x" * 40_000, MAC)]) == 40
    assert cost([Packed.of("é".encode() * 40_000, MAC)]) == 79
    assert cost([Packed("00", ("\ud800",))]) == 1, "what cannot be any bytes is refused elsewhere"


def test_what_was_spent_comes_back_with_time() -> None:
    meter = Meter(Quota(burst=10, per_second=2.0))
    assert [meter.take("A", 5, now=0.0) for _ in range(3)] == [0, 0, 3]
    assert meter.take("B", 5, now=0.0) == 0, "others have their own"
    assert meter.take("A", 5, now=3.0) == 0
    assert meter.take("A", 100, now=8.0) == 0, "the largest message passes once the quota is whole"


def test_what_is_known_only_when_it_is_made_may_leave_less_than_nothing() -> None:
    meter = Meter(Quota(burst=10, per_second=2.0))
    assert meter.take("A", 1, now=0.0) == 0
    meter.charge("A", 30, now=0.0)
    assert meter.take("A", 1, now=0.0) == 11
    assert meter.take("A", 1, now=11.0) == 0


def test_whoever_is_told_to_wait_waits_for_seconds() -> None:
    full, largest = MAX_EVENTS, MAX_BODY_BYTES // TOLD_BYTES
    assert full / SENT.per_second <= 5
    assert largest / TOLD.per_second <= 6
    assert 1 / OPENED.per_second <= 5
