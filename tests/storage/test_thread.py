"""Works on one connection, from many threads: in their order, in few commits, each succeeding or failing alone."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from app.storage.thread import StorageThread

migrations = Migrations("written")


@migrations()
def written(database: Database) -> None:
    database.table("written").create({"n": int, "what": str}, pk="n")


@pytest.fixture
def thread(tmp_path: Path) -> Iterator[StorageThread]:
    thread = StorageThread(tmp_path / "a.db", migrations)
    yield thread
    thread.close()


def write(what: str) -> Callable[[Database], object]:
    return lambda database: database.table("written").insert({"what": what})


def found(database: Database) -> list[str]:
    return [row["what"] for row in database.query("SELECT what FROM written ORDER BY n")]


class Held:
    """Keeps the connection busy from its beginning to `let_go`."""

    def __init__(self, thread: StorageThread) -> None:
        inside, self._go_on = threading.Event(), threading.Event()

        def work(_database: Database) -> None:
            inside.set()
            assert self._go_on.wait(30)

        self.work = thread.run(work)
        assert inside.wait(30)

    def let_go(self) -> None:
        self._go_on.set()
        self.work.result(30)


def test_works_are_done_in_the_order_given_whoever_waits(thread: StorageThread) -> None:
    held = Held(thread)
    with ThreadPoolExecutor(1) as other:
        waits = [thread.run(write("first"))]
        second = _queued(thread, lambda: other.submit(thread.do, write("second")))
        waits += [second, thread.run(write("third"))]
        held.let_go()
        for wait in waits:
            wait.result(30)
    assert thread.do(found) == ["first", "second", "third"]


def test_those_who_wait_together_share_a_commit_and_fail_alone(thread: StorageThread) -> None:
    statements: list[str] = []
    thread.do(lambda database: database.conn.set_trace_callback(statements.append))
    held = Held(thread)
    with ThreadPoolExecutor(21) as crowd:
        answers = [_queued(thread, lambda n=n: crowd.submit(thread.do, write(f"{n}"))) for n in range(20)]
        wrong = _queued(thread, lambda: crowd.submit(thread.do, lambda database: database.execute("nonsense")))
        statements.clear()
        held.let_go()
        for answer in answers:
            answer.result(30)
        assert wrong.exception(30) is not None
    assert statements.count("COMMIT") == 2  # of the work that held them up, and of all the others
    assert thread.do(found) == [f"{n}" for n in range(20)]


def test_who_hears_an_answer_may_ask_for_more(thread: StorageThread) -> None:
    heard: list[list[str]] = []
    answer = thread.run(write("first"))
    answer.add_done_callback(lambda _answer: heard.append(thread.do(found)))
    answer.result(30)
    thread.close()
    assert heard == [["first"]]


def test_closing_finishes_the_work_in_hand_and_takes_no_more(thread: StorageThread, tmp_path: Path) -> None:
    for n in range(50):
        thread.run(write(f"{n}"))
    thread.close()
    for ask in (thread.run, thread.do):
        with pytest.raises(RuntimeError):
            ask(found)
    again = StorageThread(tmp_path / "a.db", migrations)
    assert len(again.do(found)) == 50
    again.close()


def _queued(thread: StorageThread, submit: Callable[[], Future[object]]) -> Future[object]:
    """Submit from another thread, and return once the work is in the queue."""
    waiting = len(thread._waiting)
    answer = submit()
    while len(thread._waiting) == waiting:
        threading.Event().wait(0.001)
    return answer
