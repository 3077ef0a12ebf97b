"""A slice of `make storm`: real programs killed at drawn moments of an evening."""

from __future__ import annotations

from pathlib import Path

from tests.storm.evenings import kills_of, stormy_evenings


def test_nothing_is_lost_or_twice_when_the_desk_and_the_tablets_are_killed(tmp_path: Path) -> None:
    killed = 0
    for _seed, outcome in stormy_evenings(tmp_path, kills=6, seed=1, positions=2, donnes=2):
        killed += kills_of(outcome)
        assert outcome.ok, outcome.as_json()
        assert (outcome.audit.lost, outcome.audit.duplicated, outcome.audit.quarantined) == (0, 0, 0)
        assert outcome.audit.problems == ()
    assert killed >= 6
