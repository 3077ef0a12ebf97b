"""What was read is told again only as long as it is true, whoever reads while somebody writes."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from app.storage.readers import Readers
from app.storage.recall import Recall
from app.storage.thread import StorageThread

migrations = Migrations("count")


@migrations()
def count(database: Database) -> None:
    database.table("count").create({"n": int}).insert({"n": 0})


def raise_count(database: Database) -> int:
    database.execute("UPDATE count SET n = n + 1")
    return read_count(database)


def read_count(database: Database) -> int:
    return int(database.execute("SELECT n FROM count").fetchone()[0])


class Counter:
    """A file with one number in it, and how often that was really read."""

    def __init__(self, path: Path) -> None:
        self.thread = StorageThread(path, migrations, readers=True)
        self.thread.ready()
        self.recall = self.thread.recall()
        self._readers = Readers(path)
        self.readings = 0

    def read(self) -> int:
        self.readings += 1
        with self._readers.lent() as connection:
            return int(connection.execute("SELECT n FROM count").fetchone()[0])

    def number(self) -> int:
        return self.recall.of("number", self.read)

    def close(self) -> None:
        self._readers.close()
        self.thread.close()


@pytest.fixture
def counter(tmp_path: Path) -> Iterator[Counter]:
    counter = Counter(tmp_path / "a.db")
    yield counter
    counter.close()


def test_what_was_read_is_read_again_once_something_was_written(counter: Counter) -> None:
    assert [counter.number(), counter.number(), counter.readings] == [0, 0, 1]
    counter.thread.do(raise_count)
    assert [counter.number(), counter.number(), counter.readings] == [1, 1, 2]


def test_a_work_that_writes_another_part_leaves_this_one_known(counter: Counter) -> None:
    other = counter.thread.recall()
    assert counter.number() == 0
    counter.thread.do(lambda database: None, writes=(other,))
    assert [counter.number(), counter.readings] == [0, 1]
    counter.thread.do(raise_count, writes=(other, counter.recall))
    assert [counter.number(), counter.readings] == [1, 2]


def test_a_reader_who_is_overtaken_by_a_writer_leaves_nothing_stale_behind(counter: Counter) -> None:
    has_read, may_answer = threading.Event(), threading.Event()

    def slowly() -> int:
        number = counter.read()
        has_read.set()
        assert may_answer.wait(30)
        return number

    with ThreadPoolExecutor(1) as other:
        slow = other.submit(counter.recall.of, "number", slowly)
        assert has_read.wait(30)
        counter.thread.do(raise_count)
        may_answer.set()
        assert slow.result(30) == 0  # as it was when it was asked
    assert counter.number() == 1


def test_who_reads_while_something_is_being_written_is_told_nothing_of_it_afterwards(counter: Counter) -> None:
    meanwhile: list[int] = []

    def work(database: Database) -> None:
        raise_count(database)
        meanwhile.append(counter.number())

    counter.thread.do(work)
    assert meanwhile == [0]
    assert counter.number() == 1


def test_nobody_is_told_less_than_before_while_a_commit_comes_to_its_end(counter: Counter) -> None:
    """One who read before the commit, and answers after it, does not speak for those who have seen what came of it."""
    has_read, may_answer = threading.Event(), threading.Event()
    told: list[int] = []

    def slowly() -> int:
        number = counter.read()
        has_read.set()
        assert may_answer.wait(30)
        return number

    with ThreadPoolExecutor(1) as other:

        def end(*, committed: bool) -> None:
            told.append(counter.number())
            may_answer.set()
            slow.result(30)
            told.append(counter.number())
            Recall.end(counter.recall, committed=committed)

        def work(database: Database) -> None:
            nonlocal slow
            raise_count(database)
            slow = other.submit(counter.recall.of, "number", slowly)
            assert has_read.wait(30)

        slow: Future[int]
        counter.recall.end = end  # type: ignore[method-assign]
        counter.thread.do(work)
    assert (told, slow.result(), counter.number()) == ([1, 1], 0, 1)


def test_a_hand_that_stops_the_program_leaves_nothing_stale_behind(counter: Counter) -> None:
    def end(*, committed: bool) -> None:
        counter.number()
        raise KeyboardInterrupt

    assert counter.number() == 0
    counter.recall.end = end  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        counter.thread.do(raise_count)
    assert counter.number() == 1


def foretelling(recall: Recall, database: Database) -> int:
    number = raise_count(database)
    recall.foretell("number", number)
    return number


def test_what_is_foretold_is_known_without_reading_once_it_is_committed(counter: Counter) -> None:
    counter.thread.do(lambda database: foretelling(counter.recall, database))
    assert [counter.number(), counter.readings] == [1, 0]


def test_what_is_foretold_by_a_work_that_fails_is_not_believed(counter: Counter) -> None:
    def fails(database: Database) -> None:
        foretelling(counter.recall, database)
        raise ValueError("after it was said")

    with pytest.raises(ValueError, match="after it was said"):
        counter.thread.do(fails)
    assert [counter.number(), counter.readings] == [0, 1]


def test_works_that_share_a_commit_neither_foretell_nor_go_by_what_was_known(counter: Counter) -> None:
    held, go_on = threading.Event(), threading.Event()
    seen: list[object] = []

    def hold(_database: Database) -> None:
        held.set()
        assert go_on.wait(30)

    def work(database: Database) -> int:
        seen.append(counter.recall.before.get("number"))
        return foretelling(counter.recall, database)

    counter.thread.run(hold, writes=())
    assert held.wait(30)
    assert counter.number() == 0
    together = [counter.thread.run(work) for _ in range(2)]
    go_on.set()
    assert [one.result(30) for one in together] == [1, 2]
    assert seen == [None, None]
    assert [counter.number(), counter.readings] == [2, 2]


def test_a_work_alone_goes_by_what_was_known_before_it(counter: Counter) -> None:
    assert counter.number() == 0
    assert counter.thread.do(lambda _database: counter.recall.before.get("number")) == 0
    assert not counter.recall.before
