"""What is kept beside the journal: outbox, quarantine, drafts, snapshots."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.domain.events.envelope import Sealed
from app.domain.events.order import Key, Tip
from app.services.ports import Snapshot
from app.storage.tournament import TournamentStore, open_tournament
from tests.storage.writer import DESK, JOURNAL, Writer, opened


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TournamentStore]:
    with opened(tmp_path) as store:
        yield store


def test_the_outbox_holds_the_devices_own_events_until_they_are_acknowledged(store: TournamentStore) -> None:
    own, other = Writer(), Writer(device="T3")
    store.journal.append([own.write(), other.write(), own.write(), own.write()])
    assert [entry.n for entry in store.outbox.pending()] == [1, 3, 4]
    store.outbox.acknowledge(1, 2)
    store.outbox.acknowledge(1, 1)  # came late
    assert [entry.n for entry in store.outbox.pending()] == [4]
    assert store.outbox.waiting() == 1
    store.outbox.acknowledge(1, 3)
    assert store.outbox.pending() == ()


def test_the_outbox_sends_an_older_epoch_first(store: TournamentStore) -> None:
    store.journal.append([*Writer().batch(2), *Writer(epoch=2).batch(2)])
    store.outbox.acknowledge(2, 1)
    assert [entry.sealed.event.epoch for entry in store.outbox.pending()] == [1, 1, 2]
    assert len(store.outbox.pending(limit=2)) == 2


def test_a_desk_that_knows_more_than_the_device_is_refused(store: TournamentStore) -> None:
    store.journal.append(Writer().batch(2))
    with pytest.raises(Refused) as refused:
        store.outbox.acknowledge(1, 3)
    assert refused.value.violations[0].key == "outbox.ahead"
    assert store.outbox.waiting() == 2


def test_a_desk_that_forgot_is_sent_everything_again(store: TournamentStore) -> None:
    store.journal.append(Writer().batch(3))
    store.outbox.acknowledge(1, 3)
    store.outbox.rewind(1, 1)
    assert [entry.n for entry in store.outbox.pending()] == [2, 3]


def test_what_is_in_quarantine_takes_its_place_and_has_no_effect(store: TournamentStore) -> None:
    tablet = Writer(device="T3")
    first, wrong, third = tablet.batch(3)
    store.journal.append([first])
    number = store.quarantine.hold(wrong, place=Key("T3", 1, 2), reason="sheet_sent")
    assert store.journal.last_seq("T3", 1) == 2
    assert store.journal.append([third]).n == 2
    assert store.journal.last_seq("T3", 1) == 3
    (held,) = store.quarantine.held()
    assert (held.number, held.sealed, held.reason) == (number, wrong, "sheet_sent")
    with pytest.raises(Refused) as refused:
        store.journal.append([wrong])
    assert refused.value.violations[0].key == "journal.duplicate"


def test_after_altered_bytes_in_quarantine_the_next_event_still_goes_on(store: TournamentStore) -> None:
    tablet = Writer(device="T3")
    first, second, third = tablet.batch(3)
    store.journal.append([first])
    store.quarantine.hold(Sealed(second.payload + b"?", second.mac), place=Key("T3", 1, 2), reason="altered")
    assert store.journal.append([third]).n == 2


def test_the_same_bytes_are_held_once(store: TournamentStore) -> None:
    sealed = Writer(device="T3").write()
    numbers = {store.quarantine.hold(sealed, place=Key("T3", 1, 1), reason="stale") for _ in range(3)}
    assert len(numbers) == len(store.quarantine.held()) == 1


def test_what_is_held_of_a_device_for_one_reason_is_found_until_it_is_decided(store: TournamentStore) -> None:
    one, other, third = Writer(device="T3").batch(3)
    first = store.quarantine.hold(one, place=Key("T3", 1, 1), reason="code_wrong")
    store.quarantine.hold(other, place=Key("T3", 1, 2), reason="stale")
    store.quarantine.hold(third, place=Key("T4", 1, 1), reason="code_wrong")
    assert [held.number for held in store.quarantine.held_of("T3", reason="code_wrong")] == [first]
    store.quarantine.dismiss(first, reason="seen")
    assert store.quarantine.held_of("T3", reason="code_wrong") == ()


def test_a_fork_and_what_comes_too_early_take_no_place(store: TournamentStore) -> None:
    store.journal.append(Writer(device="T3").batch(2))
    store.quarantine.hold(Writer(device="T3").write(kind="Other"), place=Key("T3", 1, 1), reason="fork")
    store.quarantine.hold(Writer(device="T3").write(seq=9), place=Key("T3", 1, 9), reason="early")
    assert store.journal.last_seq("T3", 1) == 2
    assert len(store.quarantine.held()) == 2


def test_a_decision_about_quarantine_is_taken_once(store: TournamentStore) -> None:
    one, other = Writer(device="T3").batch(2)
    first = store.quarantine.hold(one, place=Key("T3", 1, 1), reason="stale")
    second = store.quarantine.hold(other, place=Key("T3", 1, 2), reason="stale")
    released = store.quarantine.release(first, reason="the arbiter saw the cards")
    assert (released.sealed, released.settled) == (one, "released")
    assert store.quarantine.dismiss(second, reason="typed twice").settled_reason == "typed twice"
    assert store.quarantine.held() == ()
    for number in (first, 99):
        with pytest.raises(Refused) as refused:
            store.quarantine.dismiss(number, reason="again")
        assert refused.value.violations[0].key == "quarantine.settled"
    assert store.journal.last_seq("T3", 1) == 2


def test_a_draft_outlives_the_program_and_the_last_one_wins(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.drafts.save("table 3", {"points": 4})
        store.drafts.save("table 3", {"points": 49, "preneur": "É"})
        assert store.drafts.load("table 3") == {"points": 49, "preneur": "É"}
    with open_tournament(tmp_path, JOURNAL) as store:
        assert store.drafts.load("table 3") == {"points": 49, "preneur": "É"}
        store.drafts.drop("table 3")
        assert store.drafts.load("table 3") is None


def test_the_furthest_snapshot_of_this_journal_is_taken(store: TournamentStore) -> None:
    writer = Writer()
    assert store.snapshots.latest(1) is None
    snapshots = [Snapshot(store.journal.append([writer.write()]), 1, bytes([n])) for n in range(4)]
    for snapshot in snapshots:
        store.snapshots.save(snapshot)
    store.snapshots.save(replace(snapshots[-1], tip=Tip(4, "f" * 64)))
    store.drafts.load("")  # all saves are done
    assert store.snapshots.latest(1) == snapshots[-2]
    assert store.snapshots.latest(2) is None


def test_a_snapshot_that_was_damaged_is_ignored(store: TournamentStore) -> None:
    store.snapshots.save(Snapshot(store.journal.append([Writer().write()]), 1, b"state"))
    store._thread.do(lambda database: database.execute("UPDATE snapshots SET state = x'00'"))
    assert store.snapshots.latest(1) is None


def test_the_file_knows_the_keys_that_a_device_ever_had(store: TournamentStore) -> None:
    store.meta.learn("T3", b"1" * 32)
    store.meta.learn("T3", b"2" * 32)
    store.meta.learn("T3", b"1" * 32)
    assert store.meta.keys() == {DESK.device: (DESK.key,), "T3": (b"2" * 32, b"1" * 32)}
    assert store.meta.keys_of("T3") == (b"2" * 32, b"1" * 32)
    assert store.meta.keys_of("T") == ()
