"""Penalties and the notes that carry an author and a reason."""

import pytest

from app.domain.errors import Refused, violation
from app.domain.tournoi.note import Note, check_note
from app.domain.tournoi.penalty import Penalty, cancel, give, points_at
from tests.domain.tournoi.strategies import NOTE

NAMELESS = Note(" ", "", "")


def test_a_penalty_keeps_its_author_reason_and_time() -> None:
    assert give(player="a", position=1, points=1, given=NOTE) == Penalty(
        player="a", position=1, points=1, given=NOTE, cancelled=None
    )


def test_a_note_without_a_time_is_a_note() -> None:
    assert check_note(Note("arbiter", "why", "")) == ()


@pytest.mark.parametrize(
    ("note", "missing"),
    [(Note("", "why", "t"), ["author"]), (Note("who", "\t", "t"), ["reason"]), (NAMELESS, ["author", "reason"])],
)
def test_a_note_names_its_author_and_says_its_reason(note: Note, missing: list[str]) -> None:
    assert check_note(note) == tuple(violation("note_missing", name, what=name) for name in missing)


def test_every_fault_of_a_penalty_is_named_at_once() -> None:
    with pytest.raises(Refused) as refused:
        give(player="a", position=0, points=0, given=NAMELESS)
    assert refused.value.violations == (
        *check_note(NAMELESS),
        violation("penalty_points", "points", points=0),
        violation("position_unknown", "position", position=0),
    )


def test_a_cancelled_penalty_stays_to_be_read_and_counts_no_more() -> None:
    penalty = give(player="a", position=2, points=100, given=NOTE)
    cancelled = cancel(penalty, Note("arbiter", "wrong player", "21:00"))
    assert (penalty.stands, cancelled.stands) == (True, False)
    assert cancelled.given == NOTE
    assert cancelled.cancelled == Note("arbiter", "wrong player", "21:00")
    assert points_at([penalty, cancelled], 2) == 100
    assert points_at([penalty, penalty], 2) == 200
    assert points_at([penalty], 1) == 0
    assert points_at([penalty], 3) == 0


def test_cancelling_needs_a_reason_and_happens_once() -> None:
    cancelled = cancel(give(player="a", position=2, points=100, given=NOTE), NOTE)
    with pytest.raises(Refused) as refused:
        cancel(cancelled, NAMELESS)
    assert refused.value.violations == (
        *check_note(NAMELESS),
        violation("penalty_cancelled_twice", "penalty", player="a"),
    )
