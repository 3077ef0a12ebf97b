"""A tablet's link to its desk: the thread and the connection that carry out what `TabletSync` asks for."""

from __future__ import annotations

import logging
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from queue import Empty, Queue
from typing import TypeVar

import httpx

from app.domain.errors import Refused, Violation, violation
from app.domain.events.tournoi import Role
from sync import wire
from sync.pairing import Admitted, Hello, Paired, PairingAnswer, PairingDevice, Proof, Welcome
from sync.pin import fingerprint_of, pinned_context
from sync.tablet import Answered, Ask, Changed, Failed, Input, Output, Started, TabletSync, Troubled, Wake, Wrote
from sync.wire import Sorry

CONNECT_SECONDS = 5.0
REST_SECONDS = 5.0  # after the disk has failed

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pinned:
    """Where a desk was last found, the certificate that it must have, and the token to show it."""

    host: str
    port: int
    certificate: str
    token: str

    def client(self) -> httpx.Client:
        """Return a connection to this desk and to no other."""
        client = _client(self.host, self.port, self.certificate)
        client.headers["Authorization"] = f"Bearer {self.token}"
        return client


def _client(host: str, port: int, certificate: str) -> httpx.Client:
    return httpx.Client(
        base_url=f"https://{host}:{port}", verify=pinned_context(certificate), trust_env=False, timeout=CONNECT_SECONDS
    )


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
        with _client(host, port, certificate) as client:
            welcome = _say(client, "/pair/hello", asking.hello, Welcome)
            proof, paired = asking.prove(welcome)
            admitted = _say(client, "/pair/proof", proof, Admitted)
    except (OSError, httpx.HTTPError) as error:
        raise Refused(violation("desk.unreachable", "desk", address=f"{host}:{port}")) from error
    return Pinned(host, port, certificate, paired.token), paired, admitted.journal


Said = TypeVar("Said", Welcome, Admitted)


def _say(client: httpx.Client, path: str, message: Hello | Proof, kind: type[Said]) -> Said:
    with client.stream("POST", path, content=wire.write(message)) as response:
        answer = wire.read(PairingAnswer, _bounded(response, until=time.monotonic() + CONNECT_SECONDS))
    if isinstance(answer.says, Sorry):
        raise Refused(violation(answer.says.key, "code"))
    if not isinstance(answer.says, kind):
        raise Refused(violation("sync.unreadable", "answer"))
    return answer.says


class Link:
    """Keeps a tablet in step with its desk, from construction until `close`.

    `on_change` and `on_trouble` are called on the link's own thread. Where the disk fails, the sync is made anew: it
    keeps nothing that is not on the disk.
    """

    def __init__(
        self,
        new_sync: Callable[[], TabletSync],
        desk: Pinned,
        *,
        on_change: Callable[[], None],
        on_trouble: Callable[[Violation], None],
    ) -> None:
        self._new_sync = new_sync
        self._desk = desk
        self._on_change = on_change
        self._on_trouble = on_trouble
        self._given: Queue[_Given | None] = Queue()
        self._life = 0
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    def wrote(self) -> None:
        """Say that there is new work in the outbox. Returns at once."""
        self._given.put(_Given(self._life, Wrote()))

    def close(self) -> None:
        """Stop asking; what is owed stays in the outbox."""
        self._given.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._desk.client() as client:
            while self._live(client):
                self._life += 1
                time.sleep(REST_SECONDS)

    def _live(self, client: httpx.Client) -> bool:
        """Run one sync to its end; True where it ended because the disk failed."""
        sync = self._new_sync()
        given: _Given | None = _Given(self._life, Started())
        wake: float | None = None
        while given is not None:
            if given.life == self._life:
                try:
                    outputs = sync.step(time.monotonic(), given.happened)
                except Refused as refused:
                    self._on_trouble(refused.violations[0])
                    return True
                wake = min((output.at for output in outputs if isinstance(output, Wake)), default=None)
                self._carry_out(client, outputs)
                if given.trouble is not None:
                    self._on_trouble(given.trouble)
            given = self._next(wake)
        return False

    def _carry_out(self, client: httpx.Client, outputs: Iterable[Output]) -> None:
        changed = False
        for output in outputs:
            match output:
                case Ask():
                    # A thread that nobody waits for: a poll under way must not keep the program from ending.
                    asking = (client, self._life, output)
                    threading.Thread(target=self._ask, args=asking, name="request", daemon=True).start()
                case Troubled(what):
                    self._on_trouble(what)
                case Changed():
                    changed = True
        if changed:
            self._on_change()

    def _next(self, wake: float | None) -> _Given | None:
        try:
            return self._given.get(timeout=None if wake is None else max(0.0, wake - time.monotonic()))
        except Empty:
            return _Given(self._life, Started())

    def _ask(self, client: httpx.Client, life: int, ask: Ask) -> None:
        happened: Input = Failed(ask.number)
        trouble: Violation | None = None
        try:
            answer = _post(client, ask)
            if answer is not None:
                happened = Answered(ask.number, answer)
        except Refused as refused:
            trouble = refused.violations[0]
        except (httpx.HTTPError, RuntimeError) as error:  # httpx raises RuntimeError on a client that was closed
            log.debug("No answer: %s", type(error).__name__)
        self._given.put(_Given(life, happened, trouble))


@dataclass(frozen=True, slots=True)
class _Given:
    """What happened in one life of the sync; what was meant for an earlier one is ignored."""

    life: int
    happened: Input
    trouble: Violation | None = None


def _post(client: httpx.Client, ask: Ask) -> bytes | None:
    """Return the desk's answer, None where it is none of ours.

    Raises Refused with `sync.unknown_device` where the desk does not know the token.
    """
    until = time.monotonic() + ask.patience_seconds
    timeout = httpx.Timeout(ask.patience_seconds, connect=CONNECT_SECONDS)
    with client.stream("POST", "/sync", content=ask.body, timeout=timeout) as response:
        if response.status_code == httpx.codes.UNAUTHORIZED:
            raise Refused(violation("sync.unknown_device", "desk"))
        body = _bounded(response, until=until)
        return body if response.status_code == httpx.codes.OK else None


def _bounded(response: httpx.Response, *, until: float) -> bytes:
    """Return the body of an answer; raises Refused where it is longer than any message, or trickles in too long."""
    body = bytearray()
    for chunk in response.iter_bytes():
        body += chunk
        if len(body) > wire.MAX_BODY_BYTES or time.monotonic() > until:
            raise Refused(violation("sync.unreadable", "answer"))
    return bytes(body)
