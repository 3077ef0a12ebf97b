"""A tablet's link to its desk: the thread and the connection that carry out what `TabletSync` asks for."""

from __future__ import annotations

import logging
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from typing import TypeVar

import httpx

from app.domain.errors import Refused, Violation, violation
from app.domain.events.tournoi import Role
from sync import wire
from sync.carried import Brought, Known
from sync.line import CONNECT_SECONDS, Pinned, bounded, client_of, post
from sync.pairing import Admitted, Hello, Paired, PairingAnswer, PairingDevice, Proof, Welcome
from sync.pin import fingerprint_of
from sync.tablet import (
    Answered,
    Ask,
    Changed,
    Failed,
    Input,
    Output,
    Pulled,
    Started,
    TabletSync,
    Troubled,
    Wake,
    Wrote,
)
from sync.wire import Answer, Holds, Page, Present, Request, Sorry, Standby, Taken, Which

REST_SECONDS = 5.0  # after the disk has failed
log = logging.getLogger(__name__)


def pair(
    code: str, *, host: str, port: int, device: str, role: Role, label: str, entropy: Callable[[int], bytes]
) -> tuple[Pinned, Paired, str]:
    """Pair with the desk at an address, and return how to reach it, who this device is, and the tournament's id.

    Whoever answers there is believed only once it has proved to know the code. Raises Refused with `desk.unreachable`
    where nobody answers, and with what the desk or the proof says otherwise.
    """
    try:
        certificate = ssl.get_server_certificate((host, port), timeout=CONNECT_SECONDS)
        asking = PairingDevice(
            code, device=device, role=role, label=label, fingerprint=fingerprint_of(certificate), entropy=entropy
        )
        with client_of(host, port, certificate) as client:
            welcome = _say(client, "/pair/hello", asking.hello, Welcome)
            proof, paired = asking.prove(welcome)
            admitted = _say(client, "/pair/proof", proof, Admitted)
    except (OSError, httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        raise Refused(violation("desk.unreachable", "desk", address=f"{host}:{port}")) from error
    return Pinned(host, port, certificate, paired.token), paired, admitted.journal


Said = TypeVar("Said", Welcome, Admitted)


def _say(client: httpx.Client, path: str, message: Hello | Proof, kind: type[Said]) -> Said:
    with client.stream("POST", path, content=wire.write(message)) as response:
        answer = wire.read(PairingAnswer, bounded(response, until=time.monotonic() + CONNECT_SECONDS))
    if isinstance(answer.says, Sorry):
        raise Refused(violation(answer.says.key, "code"))
    if not isinstance(answer.says, kind):
        raise Refused(violation("sync.unreadable", "answer"))
    return answer.says


class Link:
    """Keeps a tablet in step with its desk, from construction until `close`.

    `on_change`, `on_trouble`, `on_reach` (whether the desk answered a request, without trouble) and `on_page` (what
    came with the desk's order) are called on the link's own thread. Where the disk fails, the sync
    is made anew: it keeps nothing that is not on the disk.
    """

    def __init__(
        self,
        new_sync: Callable[[], TabletSync],
        desk: Pinned,
        *,
        on_change: Callable[[], None],
        on_trouble: Callable[[Violation], None],
        on_reach: Callable[[bool], None] = lambda _reached: None,
        on_page: Callable[[Page], None] = lambda _page: None,
    ) -> None:
        self._new_sync = new_sync
        self._desk = desk
        self._on_change = on_change
        self._on_trouble = on_trouble
        self._on_reach = on_reach
        self._on_page = on_page
        self._closing = threading.Event()
        self._ended = threading.Event()
        self._given: Queue[_Given | None] = Queue()
        self._life = 0
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    def wrote(self) -> None:
        """Say that there is new work in the outbox. Returns at once."""
        self._given.put(_Given(self._life, Wrote()))

    def bring(self, brought: Brought) -> Future[bool]:
        """Take in what the desk said by file; False where all of it was known.

        The future fails with Refused where the file is not listened to, and where the link is closed before its turn.
        """
        done: Future[bool] = Future()
        self._given.put(_Given(self._life, brought, done=done))
        if self._ended.is_set():
            self._answer_nobody()
        return done

    def close(self) -> None:
        """Stop asking; what is owed stays in the outbox."""
        self._closing.set()
        self._given.put(None)
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with self._desk.client() as client:
                    self._live(client)
            except Refused as refused:  # the disk has failed
                self._on_trouble(refused.violations[0])
            except Exception:  # whatever it was: a link that nobody makes again is a desk that nobody finds
                log.exception("The link broke")
                self._on_reach(False)
            self._life += 1
            self._closing.wait(REST_SECONDS)
        self._ended.set()
        self._answer_nobody()

    def _answer_nobody(self) -> None:
        """Tell whoever brought a file too late that nothing of it was taken in: they may be waiting for it."""
        with suppress(Empty):
            while True:
                given = self._given.get_nowait()
                if given is not None and given.done is not None:
                    given.done.set_exception(Refused(violation("tournament.none", "tournament")))

    def _live(self, client: httpx.Client) -> None:
        """Run one sync until the link is closed; whatever goes wrong in it, or in telling of it, ends it."""
        sync = self._new_sync()
        given: _Given | None = _Given(self._life, Started())
        wake: float | None = None
        while given is not None:
            if given.life == self._life or given.done is not None:
                try:
                    outputs = sync.step(time.monotonic(), given.happened)
                    wake = min((output.at for output in outputs if isinstance(output, Wake)), default=None)
                    self._carry_out(client, outputs, is_by_file=given.done is not None)
                    self._tell(given, outputs)
                except Exception as failed:
                    if given.done is not None:
                        given.done.set_exception(failed)  # whoever brought a file waits for it
                    raise
            given = self._next(wake)

    def _carry_out(self, client: httpx.Client, outputs: Iterable[Output], *, is_by_file: bool) -> None:
        changed = False
        for output in outputs:
            match output:
                case Ask():
                    # A thread that nobody waits for: a poll under way must not keep the program from ending.
                    asking = (client, self._life, output)
                    threading.Thread(target=self._ask, args=asking, name="request", daemon=True).start()
                case Troubled(what):
                    if not is_by_file:  # whoever brought the file is told: it says nothing of the desk on the network
                        self._on_trouble(what)
                case Pulled(page):
                    self._on_page(page)
                case Changed():
                    changed = True
        if changed:
            self._on_change()

    def _tell(self, given: _Given, outputs: Iterable[Output]) -> None:
        """Say how the last request went."""
        if given.trouble is not None:
            self._on_trouble(given.trouble)
        elif given.done is not None:
            troubles = [output.what for output in outputs if isinstance(output, Troubled)]
            if troubles:
                given.done.set_exception(Refused(*troubles))
            else:
                given.done.set_result(not any(isinstance(output, Known) for output in outputs))
        elif isinstance(given.happened, Failed):
            self._on_reach(False)
        elif isinstance(given.happened, Answered) and not any(isinstance(output, Troubled) for output in outputs):
            self._on_reach(True)

    def _next(self, wake: float | None) -> _Given | None:
        try:
            return self._given.get(timeout=None if wake is None else max(0.0, wake - time.monotonic()))
        except Empty:
            return _Given(self._life, Started())

    def _ask(self, client: httpx.Client, life: int, ask: Ask) -> None:
        happened: Input = Failed(ask.number)
        trouble: Violation | None = None
        try:
            answer = post(client, ask)
            if answer is not None:
                happened = Answered(ask.number, answer)
        except Refused as refused:
            trouble = refused.violations[0]
        except (httpx.HTTPError, RuntimeError) as error:  # httpx raises RuntimeError on a client that was closed
            log.debug("No answer: %s", type(error).__name__)
        finally:
            # Whatever went wrong: a request of which nobody hears would never be made again.
            self._given.put(_Given(life, happened, trouble))


@dataclass(frozen=True, slots=True)
class _Given:
    """What happened in one life of the sync; what was meant for an earlier one is ignored."""

    life: int
    happened: Input
    trouble: Violation | None = None
    done: Future[bool] | None = None


def which(desk: Pinned) -> Holds:
    """Return which tournament a desk holds now; raises Refused where it does not say, or cannot be reached."""
    return _ask_once(desk, Request(journal="", term=0, ask=Which()), Holds)


def knock(desk: Pinned) -> None:
    """Raise Refused where this very desk does not answer; one that turns the device away answers too."""
    try:
        which(desk)
    except Refused as refused:
        if refused.violations[0].key == "desk.unreachable":
            raise


def present(desk: Pinned, journal: str, standby: Standby) -> None:
    """Tell a desk where its standby will be found; raises Refused as `which` does."""
    _ask_once(desk, Request(journal=journal, term=0, ask=Present(standby=standby)), Taken)


Told = TypeVar("Told", Holds, Taken)


def _ask_once(desk: Pinned, request: Request, kind: type[Told]) -> Told:
    ask = Ask(0, wire.write(request), CONNECT_SECONDS)
    try:
        with desk.client() as client:
            body = post(client, ask)
    except httpx.HTTPError as error:
        raise Refused(violation("desk.unreachable", "desk", address=f"{desk.host}:{desk.port}")) from error
    says = wire.read(Answer, body or b"").says
    if isinstance(says, kind):
        return says
    raise Refused(violation(says.key if isinstance(says, Sorry) else "sync.unreadable", "desk"))
