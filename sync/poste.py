"""A poste that belongs to a desk: paired once, it follows the tournaments that its desk holds."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from app.domain.errors import Refused, Violation, violation
from app.domain.events.table import EventId
from app.domain.events.tournoi import Role
from app.services.desk_link import FileSays, LinkState, Owed, SheetsFile
from app.services.keeper import Keeper
from app.services.ports import Clock, Drafts, Random
from app.services.tournaments import Opened
from app.storage.joined import forget_joined, load_joined, save_joined
from sync.arrears import Arrears
from sync.beacon import Lookout, Sighting
from sync.carried import file_says
from sync.followed import Followed, Watcher, open_followed
from sync.joined import Joined, Who
from sync.line import Pinned
from sync.link import knock, pair, which
from sync.look import look
from sync.whereabouts import Whereabouts, read_address
from sync.wire import Page, Standby

ASK_AGAIN_SECONDS = 3.0  # which tournament the desk holds, while it is not known
TRY_SECONDS = 3.0  # how long a place is tried before the next one
MOST_HEARD = 8
HEARD_SECONDS = 10.0  # a desk that is there says so again well before that

T = TypeVar("T")
log = logging.getLogger(__name__)


class LinkedPoste:
    """The port `DeskLink` on a poste's folder, which the caller holds, from construction until `close`.

    `on_change` is called, on some thread, whenever `state` or the tournament is no longer the same; `on_page` with each
    page of the desk's order, and `on_follow` with the place of a desk that holds a tournament, before it is followed.
    """

    def __init__(
        self,
        who: Who,
        *,
        clock: Clock,
        random: Random,
        on_change: Callable[[], None] = lambda: None,
        on_page: Callable[[Page], None] = lambda _page: None,
        on_follow: Callable[[Pinned, str], None] = lambda _desk, _journal: None,
    ) -> None:
        self._self = who
        self._clock = clock
        self._random = random
        self._on_change = on_change
        self._on_page = on_page
        self._on_follow = on_follow
        self._joined: Joined | None = None
        self._places: Whereabouts | None = None
        self._tried: Pinned | None = None
        self._tried_since = clock.monotonic()
        self._followed: Followed | None = None
        self._is_reached = False
        self._trouble: Violation | None = None
        self._until: float | None = None
        self._is_mirrored = False
        self._heard: dict[str, float] = {}
        self._closing = threading.Event()
        self._looking = threading.Lock()  # of two looks at once, the later one is shown
        self.state = LinkState()
        self._arrears = Arrears(
            who.tournaments,
            where=lambda: self._tried if self._is_reached else None,
            random=random,
            on_change=self._publish,
        )
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="poste")
        self.ready = self._thread.submit(self._begin)
        """Done once the tournament that was followed last is open again, whether or not the desk is there."""
        self._lookout = Lookout(self._sighted)

    @property
    def keeper(self) -> Keeper | None:
        """The tournament's book on this poste, None until there is one."""
        followed = self._followed
        return None if followed is None else followed.keeper

    @property
    def drafts(self) -> Drafts | None:
        """The forms half filled of that tournament."""
        followed = self._followed
        return None if followed is None else followed.store.drafts

    @property
    def heard(self) -> tuple[str, ...]:
        """The addresses of the desks that say they are around, the latest first: nobody vouches for them."""
        now = self._clock.monotonic()
        recent = sorted(self._heard.items(), key=lambda item: item[1], reverse=True)
        return tuple(address for address, when in recent if now - when < HEARD_SECONDS)

    def work(self, act: Callable[[Opened], T]) -> Future[T]:
        """Do something with the tournament, on the thread that writes it; raises Refused where there is none."""
        followed = self._open()
        store = followed.store
        return followed.keeper.work(lambda book: act(Opened(book, store.quarantine, store.journal, store.meta)))

    def owes_to(self, asked: str | None = None) -> Owed | None:
        """Return the earlier tournament that is meant, by name or id; None where it is the one that is followed.

        Where none is named: an earlier one to which something is owed, if to the one followed nothing is. Raises
        Refused where nothing is owed to the one that is named.
        """
        followed = self._followed
        if asked is None:
            return None if followed is not None and followed.store.outbox.waiting() else self._arrears.find()
        if followed is not None and Owed(followed.store.journal.id, self.state.tournament, 0).is_called(asked):
            return None
        if (owed := self._arrears.find(asked)) is None:
            raise Refused(violation("tournament.unknown", "tournament", id=asked))
        return owed

    @property
    def earlier(self) -> tuple[Owed, ...]:
        """The tournaments followed no more, to which something is owed."""
        return self._arrears.owed

    def sheets_file(self, earlier: Owed | None = None) -> Future[SheetsFile]:
        """Return all that this poste has written, as a file to carry to a desk that cannot be reached.

        Of the tournament that it follows, or of an earlier one to which it owes something.
        """
        if earlier is None:
            return self._open().sheets_file()
        return self._thread.submit(self._arrears.sheets_file, earlier.id)

    def file_says(self, head: bytes) -> FileSays:
        """Return what a file says that it is, by its first bytes."""
        return file_says(head, self._joined.journal if self._joined is not None else "")

    def take_room(self, file: bytes) -> Future[bool]:
        """Take in the file that the desk wrote for the room; False where nothing in it is new here.

        It fails with Refused where it is of no use here. A poste that was paired and has heard of no tournament since
        begins with the one that the file is of.
        """
        return self._thread.submit(self._take_room, file)

    def _take_room(self, file: bytes) -> bool:
        if self._joined is None:
            raise Refused(violation("carry.not_for_us", "file"))
        brought = self._joined.brought(file)
        if self._followed is None:
            self._follow(brought.label.journal)
        return self._open().bring(brought).result()

    def _open(self) -> Followed:
        if self._followed is None:
            raise Refused(violation("tournament.none", "tournament"))
        return self._followed

    def join(self, address: str, code: str, name: str = "") -> Future[None]:
        """Pair with the desk at an address by its code; the future fails with Refused where it cannot be.

        `name` is how the desk's list calls this poste.
        """
        return self._thread.submit(self._join, address, code, name or self._self.label)

    def move(self, address: str) -> Future[None]:
        """Look for the same desk at another address; the future fails with Refused where it is not there."""
        return self._thread.submit(self._move, address)

    def unsent(self) -> Future[frozenset[EventId]]:
        """Return what was written here and has no effect at the desk: not acknowledged, or kept aside."""
        return self._thread.submit(lambda: frozenset() if self._followed is None else self._followed.unsent())

    def leave(self) -> Future[None]:
        """Belong to no desk any more; what was written here stays on the disk."""
        return self._thread.submit(self._leave)

    def close(self) -> None:
        """Stop asking, and let go of the tournament; what the desk lacks is sent the next time."""
        self._closing.set()
        self._lookout.close()
        self._arrears.close()
        self._let_go()
        # Whoever is being asked over the network may take a while to answer; nobody waits for that.
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        self._joined = Joined.read(load_joined(self._self.folder))
        if self._joined is not None:
            self._places = self._joined.whereabouts
            self._tried = self._places.desk
        if self._joined is not None and self._joined.journal:
            self._follow(self._joined.journal)
        elif self._joined is not None:
            self._look_back("")
        self._later(self._look_around)

    def _join(self, address: str, code: str, label: str) -> None:
        host, port = read_address(address)
        who = self._self
        pinned, paired, _journal = pair(
            code,
            host=host,
            port=port,
            device=who.device,
            role=who.role,
            label=label,
            entropy=self._random.bytes,
        )
        if self._closing.is_set():
            return
        self._let_go()
        desk = Standby(host=host, port=port, certificate=pinned.certificate)
        self._keep(Joined(desk=desk, token=paired.token, device=paired.device, key=paired.key.hex()))
        self._look_back("")
        self._trouble, self._is_reached = violation("sync.not_confirmed", "desk"), True
        self._look_around()

    def _move(self, address: str) -> None:
        host, port = read_address(address)
        if self._joined is not None:
            knock(Pinned(host, port, self._joined.desk.certificate, self._joined.token))
            self._keep(replace(self._joined, desk=replace(self._joined.desk, host=host, port=port)))
            if self._followed is not None and self._tried is not None:
                self._followed.connect(self._tried)
            self._look_around()

    def _leave(self) -> None:
        self._let_go()
        forget_joined(self._self.folder)
        self._joined = self._places = self._tried = self._trouble = None
        self._is_reached = False
        self._publish()

    def _keep(self, joined: Joined) -> None:
        save_joined(self._self.folder, joined.written())
        if self._joined is None or (joined.desk, joined.standbys) != (self._joined.desk, self._joined.standbys):
            self._places = joined.whereabouts
            self._tried = self._places.desk
        self._joined = joined

    def _look_around(self) -> None:
        """Ask which tournament the desk holds, and follow it; again in a while where there is none to follow."""
        joined, place = self._joined, self._tried
        if joined is None or place is None or self._closing.is_set():
            self._publish()
            return
        try:
            held = which(place)
            if held.journal:
                self._on_follow(place, held.journal)
        except Refused as refused:
            self._trouble = refused.violations[0]
            self._is_reached = self._trouble.key != "desk.unreachable"
            if not self._is_reached:
                self._try_next()
        else:
            self._trouble, self._is_reached = None, True
            self._found(place)
            if held.journal and (self._followed is None or held.journal != joined.journal):
                self._follow(held.journal)
            self._arrears.nudge()
        self._publish()
        if self._followed is None or self._trouble is not None:
            self._look_again()

    def _later(self, act: Callable[..., None], *args: object) -> None:
        """Do something on the poste's thread, unless the poste is being closed."""
        if not self._closing.is_set():
            with suppress(RuntimeError):  # it is closed at this very moment
                self._thread.submit(self._do, act, *args)

    def _do(self, act: Callable[..., None], *args: object) -> None:
        """Do it; where the disk fails, say so and look again in a while."""
        try:
            act(*args)
        except (OSError, Refused) as failed:
            log.exception("What was to be kept could not be")
            unusable = violation("folder.unusable", "data", path=str(self._self.folder))
            self._trouble = failed.violations[0] if isinstance(failed, Refused) else unusable
            self._publish()
            self._look_again()

    def _look_again(self) -> None:
        def wait() -> None:
            if not self._closing.wait(ASK_AGAIN_SECONDS):
                self._later(self._look_around)

        threading.Thread(target=wait, name="look-again", daemon=True).start()

    def _follow(self, journal: str) -> None:
        joined, place = self._joined, self._tried
        if joined is None or place is None:
            return
        self._let_go()
        self._look_back(journal)
        try:
            is_standby = self._self.role is Role.DESK
            store = open_followed(self._self.tournaments, journal, joined.identity, as_standby=is_standby)
        except Refused as refused:
            self._trouble = refused.violations[0]
            return
        try:
            if journal != joined.journal:
                self._keep(replace(joined, journal=journal))
        except OSError:
            store.close()
            raise
        followed = Followed(
            store,
            place,
            Watcher(changed=self._publish, troubled=self._troubled, reached=self._reached, pulled=self._pulled),
            clock=self._clock,
            random=self._random,
            sees_everything=self._self.sees_everything,
        )
        with self._looking:
            is_closing = self._closing.is_set()
            self._followed = None if is_closing else followed
        if is_closing:
            followed.close()
        self._publish()

    def _look_back(self, followed: str) -> None:
        """See what is owed to earlier tournaments; a standby writes in none, and its folder is a desk's."""
        if self._joined is not None and self._self.role is not Role.DESK:
            self._arrears.leave_alone(followed, self._joined.device)

    def _let_go(self) -> None:
        with self._looking:
            followed, self._followed, self._until = self._followed, None, None
        if followed is not None:
            followed.close()

    def _sighted(self, sighting: Sighting) -> None:
        """Called by the lookout: somebody says that there is a desk."""
        now = self._clock.monotonic()
        heard = {f"{sighting.host}:{sighting.port}": now, **self._heard}  # anybody can say so: the latest few are kept
        self._heard = {**dict(list(heard.items())[:MOST_HEARD]), f"{sighting.host}:{sighting.port}": now}
        if self._places is not None and self._places.sight(sighting) and not self._is_reached:
            self._later(self._try_next)

    def _try_next(self) -> None:
        """Look for the desk at the next place where it may be."""
        if self._places is None or self._tried is None or self._is_reached:
            return
        place = self._places.after(self._tried)
        self._tried_since = self._clock.monotonic()
        if place != self._tried:
            self._tried = place
            if self._followed is not None:
                self._followed.connect(place)

    def _found(self, place: Pinned) -> None:
        """Keep where the desk answered, to look there first the next time."""
        if self._places is not None and self._joined is not None and place != self._places.desk:
            self._places.found_at(place)
            moved = self._joined.at(self._places)
            save_joined(self._self.folder, moved.written())
            self._joined = moved
            self._publish()

    def _troubled(self, what: Violation) -> None:
        before = self._trouble  # which another thread may take away meanwhile
        is_new = before is None or before.key != what.key
        self._trouble, self._is_reached = what, True
        if is_new and what.key == "sync.other_tournament":
            self._look_again()
        elif what.key == "sync.deposed":  # the desk that has taken over is somewhere else
            self._is_reached = False
            if self._clock.monotonic() - self._tried_since > TRY_SECONDS:
                self._later(self._try_next)
        self._publish()

    def _reached(self, reached: bool) -> None:
        is_back = reached and not self._is_reached
        self._is_reached = reached
        if is_back:
            self._arrears.nudge()
        if not reached:
            if self._clock.monotonic() - self._tried_since > TRY_SECONDS:
                self._later(self._try_next)
        else:
            self._trouble = None
            self._tried_since = self._clock.monotonic()
            if self._tried is not None and self._places is not None and self._tried != self._places.desk:
                self._later(self._found, self._tried)
        self._publish()

    def _pulled(self, page: Page) -> None:
        """Keep what came beside the events: the clock, and who may take over."""
        self._until = None if page.seconds_left is None else self._clock.monotonic() + page.seconds_left
        self._is_mirrored = page.mirrored >= page.end.n > 0
        joined = self._joined
        if joined is not None and page.standbys != joined.standbys and self._self.role is not Role.DESK:
            self._later(self._learn_standbys, page.standbys)
        self._on_page(page)

    def _learn_standbys(self, standbys: tuple[Standby, ...]) -> None:
        joined = self._joined
        if joined is not None and self._places is not None:
            self._joined = replace(joined, standbys=standbys)
            self._places.standbys = self._joined.whereabouts.standbys
            save_joined(self._self.folder, self._joined.written())

    def _publish(self) -> None:
        """Take a new look, and let whoever shows it know."""
        with self._looking:
            self.state = look(
                self._joined,
                self._followed,
                owed_earlier=self._arrears.count,
                is_table=self._self.role is Role.TABLE,
                is_reached=self._is_reached,
                is_mirrored=self._is_mirrored,
                trouble=self._trouble,
                until=self._until,
            )
        self._on_change()
