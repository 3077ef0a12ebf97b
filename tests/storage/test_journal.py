"""What the journal keeps is in order, once, and there as soon as it is called saved."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.domain.events.envelope import FIRST, Sealed, seal
from app.domain.events.order import ORIGIN, Key
from app.storage.readers import open_read_only
from app.storage.tournament import TournamentStore, create_tournament, open_tournament
from app.texts.catalogue import texts
from app.texts.refusals import refusal
from tests.storage.writer import DESK, JOURNAL, Writer, opened


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TournamentStore]:
    with opened(tmp_path) as store:
        yield store


def refused_keys(store: TournamentStore, *events: Sealed) -> list[str]:
    with pytest.raises(Refused) as refused:
        store.journal.append(events)
    for wrong in refused.value.violations:
        assert "{" not in refusal(wrong, texts("fr"))
    return [wrong.key for wrong in refused.value.violations]


def test_an_empty_journal_stands_at_the_origin(store: TournamentStore) -> None:
    assert store.journal.tip() == ORIGIN
    assert store.journal.read() == ()
    assert store.journal.last_seq(DESK.device, 1) == 0
    assert store.journal.append([]) == ORIGIN


def test_events_are_numbered_from_one_and_read_in_their_order(store: TournamentStore) -> None:
    desk, tablet = Writer(), Writer(device="T3", key=b"t" * 32)
    written = [desk.write(), tablet.write(), desk.write(), tablet.write(), tablet.write()]
    for sealed in written:
        tip = store.journal.append([sealed])
    entries = store.journal.read()
    assert [entry.n for entry in entries] == [1, 2, 3, 4, 5]
    assert [entry.sealed for entry in entries] == written
    assert entries[-1].tip == tip == store.journal.tip()
    assert store.journal.read(after=1, limit=2) == entries[1:3]
    assert store.journal.last_seq("T3", 1) == 3
    assert store.journal.by_key(Key("T3", 1, 2)) == entries[3]
    assert store.journal.by_key(Key("T3", 2, 2)) is None


def test_the_head_tells_the_order_and_the_macs(tmp_path: Path) -> None:
    desk, tablet = Writer(), Writer(device="T3")
    one, other = desk.write(), tablet.write()
    resealed = seal(one.event, b"x" * 32)
    heads = set()
    for place, events in enumerate([(one, other), (other, one), (resealed, other)]):
        with opened(tmp_path / str(place)) as store:
            heads.add(store.journal.append(events).head)
    assert len(heads) == 3


def test_what_was_appended_is_there_after_the_program_ended(tmp_path: Path) -> None:
    writer = Writer()
    with opened(tmp_path) as store:
        tip = store.journal.append(writer.batch(3))
    with open_tournament(tmp_path, JOURNAL) as store:
        assert store.journal.tip() == tip
        assert store.journal.append([writer.write()]).n == 4


def test_the_same_event_twice_is_a_duplicate(store: TournamentStore) -> None:
    sealed = Writer().write()
    store.journal.append([sealed])
    assert refused_keys(store, sealed) == ["journal.duplicate"]
    assert store.journal.tip().n == 1


def test_the_same_event_twice_in_a_batch_is_a_duplicate(store: TournamentStore) -> None:
    sealed = Writer().write()
    assert refused_keys(store, sealed, sealed) == ["journal.duplicate"]


def test_another_event_at_a_place_taken_is_a_fork(store: TournamentStore) -> None:
    store.journal.append(Writer().batch(2))
    assert refused_keys(store, Writer().write(kind="Other")) == ["journal.fork"]


def test_a_missing_event_is_a_gap(store: TournamentStore) -> None:
    writer = Writer()
    store.journal.append([writer.write()])
    writer.write()
    assert refused_keys(store, writer.write()) == ["journal.gap"]
    assert refused_keys(store, Writer(device="new").write(seq=0)) == ["journal.gap"]


def test_an_event_that_follows_another_than_the_last_is_refused(store: TournamentStore) -> None:
    writer = Writer()
    store.journal.append([writer.write()])
    assert refused_keys(store, writer.write(previous=FIRST)) == ["journal.chain"]
    assert refused_keys(store, Writer(epoch=2, previous="1" * 64).write()) == ["journal.chain"]


def test_an_event_of_another_tournament_is_refused(store: TournamentStore) -> None:
    assert refused_keys(store, Writer().write(journal="J2")) == ["journal.foreign"]


@pytest.mark.parametrize(
    "sealed",
    [
        Sealed(b"no event", b"m" * 32),
        replace(Writer().write(), mac=b"short"),
        Sealed(Writer().write(device="@").payload.replace(b"@", rb"\ud800"), b"m" * 32),
    ],
)
def test_what_is_no_event_is_refused(store: TournamentStore, sealed: Sealed) -> None:
    assert refused_keys(store, sealed) == ["event.unreadable"]


def test_a_batch_is_kept_whole_or_not_at_all(store: TournamentStore) -> None:
    writer = Writer()
    good = writer.batch(2)
    wrong = Writer(device="T3").write(seq=5)
    assert refused_keys(store, *good, wrong, good[0]) == ["journal.gap", "journal.duplicate"]
    assert store.journal.tip() == ORIGIN


def test_a_batch_can_be_sifted_before(store: TournamentStore) -> None:
    writer = Writer()
    first, second = writer.batch(2)
    store.journal.append([first])
    verdicts = store.journal.sift([first, second, Writer(device="T3").write(seq=5)])
    assert [verdict and (verdict.key, verdict.field) for verdict in verdicts] == [
        ("journal.duplicate", "events.0"),
        None,
        ("journal.gap", "events.2"),
    ]


def test_a_new_epoch_counts_from_one(store: TournamentStore) -> None:
    store.journal.append(Writer().batch(3))
    store.journal.append(Writer(epoch=2).batch(2))
    assert (store.journal.last_seq(DESK.device, 1), store.journal.last_seq(DESK.device, 2)) == (3, 2)


def test_many_callers_share_commits_and_fail_alone(store: TournamentStore) -> None:
    writers = [Writer(device=f"T{number}") for number in range(8)]

    def play(writer: Writer) -> int:
        refusals = 0
        for _ in range(10):
            sealed = writer.write()
            store.journal.append([sealed])
            with pytest.raises(Refused):
                store.journal.append([sealed])
            refusals += 1
        return refusals

    with ThreadPoolExecutor(len(writers)) as threads:
        assert sum(threads.map(play, writers)) == 80
    assert [entry.n for entry in store.journal.read()] == list(range(1, 81))


def test_answers_come_in_the_order_of_the_questions(store: TournamentStore) -> None:
    answers = [store.journal.submit([sealed]) for sealed in Writer().batch(50)]
    assert [answer.result().n for answer in answers] == list(range(1, 51))


def test_a_reader_sees_the_past_while_somebody_writes(store: TournamentStore) -> None:
    writer = Writer()
    store.journal.append([writer.write()])
    reading = open_read_only(store.path)
    reading.execute("BEGIN")
    assert reading.execute("SELECT count(*) FROM events").fetchone() == (1,)
    store.journal.append(writer.batch(200))
    assert reading.execute("SELECT count(*) FROM events").fetchone() == (1,)
    reading.close()


def test_reading_does_not_wait_for_a_writer(store: TournamentStore) -> None:
    store.journal.append([Writer().write()])
    inside, go_on = threading.Event(), threading.Event()

    def slow_work(_database: object) -> None:
        inside.set()
        assert go_on.wait(10)

    slow = store._thread.run(slow_work)
    assert inside.wait(10)
    assert store.journal.tip().n == 1
    go_on.set()
    slow.result()


def test_a_full_disk_is_told_and_the_journal_goes_on_when_there_is_room_again(store: TournamentStore) -> None:
    writer = Writer()
    store.journal.append(writer.batch(3))
    limit(store, pages=1)  # SQLite takes it as: no more than now
    too_many = writer.batch(100)
    assert refused_keys(store, *too_many) == ["storage.full"]
    assert store.journal.tip().n == 3
    limit(store, pages=1_000_000)
    assert store.journal.append(too_many).n == 103


def limit(store: TournamentStore, *, pages: int) -> None:
    store._thread.do(lambda database: database.execute(f"PRAGMA max_page_count={pages}"))


def test_a_tournament_has_one_writer(store: TournamentStore, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        open_tournament(tmp_path, JOURNAL)
    assert refused.value.violations[0].key == "folder.in_use"


def test_a_tournament_is_begun_once_and_opened_by_its_name(store: TournamentStore, tmp_path: Path) -> None:
    for attempt, key in [
        (lambda: create_tournament(tmp_path, JOURNAL, DESK), "tournament.exists"),
        (lambda: open_tournament(tmp_path, "J2"), "tournament.unknown"),
        (lambda: open_tournament(tmp_path, "../J1"), "tournament.id"),
    ]:
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.violations[0].key == key


def test_terms_and_epochs_only_rise(store: TournamentStore) -> None:
    assert store.meta.identity() == DESK
    assert (store.meta.term(), store.meta.raise_term(), store.meta.raise_term(least=7)) == (1, 2, 7)
    assert (store.meta.raise_epoch(), store.meta.raise_epoch()) == (2, 3)
    store.meta.renew(replace(DESK, device="OTHER"))
    assert store.meta.identity().device == "OTHER"
