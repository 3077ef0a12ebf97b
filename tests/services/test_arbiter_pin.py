"""The arbiter's PIN: right, wrong, locked, and never tried for nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.services.arbiter_pin import LOCK_SECONDS, TRIES, ArbiterPin, PinRecord, Verdict
from app.storage.device import DeviceStore
from tests.services.conftest import SeededRandom

CODE, OTHER = "271828", "314159"


class HandClock:
    """A clock moved by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.days = 0

    def now(self) -> datetime:
        return datetime(2026, 11, 18 + self.days, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.seconds


@contextmanager
def started(folder: Path, clock: HandClock) -> Iterator[ArbiterPin]:
    """The PIN of a tablet that has just been started."""
    device = DeviceStore(folder)
    pin = ArbiterPin(device, clock=clock, random=SeededRandom(1))
    pin.ready.result()
    try:
        yield pin
    finally:
        pin.close()
        device.close()


def test_a_pin_is_chosen_kept_and_changed_by_who_knows_it(tmp_path: Path) -> None:
    with started(tmp_path, HandClock()) as pin:
        assert not pin.is_set
        assert pin.try_code(CODE).result() is Verdict.WRONG
        assert pin.choose(CODE).result() is Verdict.RIGHT
        assert pin.is_set
    with started(tmp_path, HandClock()) as pin:
        assert pin.try_code(CODE).result() is Verdict.RIGHT
        assert pin.choose(OTHER, old=OTHER).result() is Verdict.WRONG
        assert pin.choose(OTHER, old=CODE).result() is Verdict.RIGHT
        assert pin.try_code(CODE).result() is Verdict.WRONG
        assert pin.try_code(OTHER).result() is Verdict.RIGHT


@pytest.mark.parametrize("code", ["", "12345", "1" * 13, "12345a", "１２３４５６"])
def test_a_pin_is_six_to_twelve_digits(tmp_path: Path, code: str) -> None:
    with started(tmp_path, HandClock()) as pin, pytest.raises(Refused) as refused:
        pin.choose(code).result()
    assert refused.value.violations[0].key == "pin_digits"


def test_five_wrong_tries_lock_for_a_time_that_grows_whatever_is_restarted(tmp_path: Path) -> None:
    clock = HandClock()
    with started(tmp_path, clock) as pin:
        pin.choose(CODE).result()
        for left in range(TRIES, 0, -1):
            assert pin.tries_left == left
            assert pin.try_code(OTHER).result() is Verdict.WRONG
        assert pin.wait_seconds == LOCK_SECONDS[0]
        assert pin.try_code(CODE).result() is Verdict.LOCKED
        clock.seconds += LOCK_SECONDS[0] - 1
    with started(tmp_path, clock) as pin:
        assert pin.wait_seconds == LOCK_SECONDS[0]
        assert pin.try_code(CODE).result() is Verdict.LOCKED
        clock.seconds += LOCK_SECONDS[0]
        for _ in range(TRIES):
            assert pin.try_code(OTHER).result() is Verdict.WRONG
        assert pin.wait_seconds == LOCK_SECONDS[1]
        clock.seconds += LOCK_SECONDS[1]
        assert pin.try_code(CODE).result() is Verdict.RIGHT
        assert (pin.tries_left, pin.wait_seconds) == (TRIES, 0)


def test_a_try_counts_before_it_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is killed while it hashes has used up the try."""
    with started(tmp_path, HandClock()) as pin:
        pin.choose(CODE).result()
        monkeypatch.setattr("app.services.arbiter_pin._digest", lambda *_: pytest.fail("killed here"))
        pin.try_code(CODE).exception()
    monkeypatch.undo()
    with started(tmp_path, HandClock()) as pin:
        assert pin.tries_left == TRIES - 1


def test_the_last_lock_is_the_longest() -> None:
    lengths = [PinRecord(salt=b"", digest=b"", failures=n).lock_seconds for n in range(0, 40, 5)]
    assert lengths == [0, *LOCK_SECONDS, *(LOCK_SECONDS[-1],) * 3]
    assert PinRecord(salt=b"", digest=b"", failures=7).lock_seconds == 0


def test_a_forgotten_pin_is_remade_and_says_so_for_a_day_and_when(tmp_path: Path) -> None:
    clock = HandClock()
    with started(tmp_path, clock) as pin:
        assert pin.remake(CODE).result() is Verdict.RIGHT
        assert (pin.remade, pin.is_doubtful) == (None, False)  # the first one takes nobody's place
        for _ in range(TRIES):
            pin.try_code(OTHER).result()
        assert pin.wait_seconds
        assert pin.remake(OTHER).result() is Verdict.RIGHT
        assert (pin.remade, pin.is_doubtful) == (clock.now(), True)
        assert (pin.tries_left, pin.wait_seconds) == (TRIES, 0)
        assert pin.try_code(CODE).result() is Verdict.WRONG
        # Who knows the remade one does not wash it clean by changing it.
        assert pin.choose(CODE, old=OTHER).result() is Verdict.RIGHT
        assert pin.is_doubtful
    with started(tmp_path, clock) as pin:
        assert pin.is_doubtful
        clock.days = 1
        assert not pin.is_doubtful
        assert pin.remade is not None


@pytest.mark.parametrize("code", ["12345", "12345a"])
def test_a_forgotten_pin_is_remade_of_six_digits_or_more(tmp_path: Path, code: str) -> None:
    with started(tmp_path, HandClock()) as pin, pytest.raises(Refused):
        pin.remake(code).result()
