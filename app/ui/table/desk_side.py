"""The table's side of a control desk: follows the link, opens the sheets that come from it, and tells what changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty

from app.domain.donne.donne import Seat
from app.domain.errors import Refused
from app.domain.events.envelope import Event
from app.domain.events.table import EventId
from app.domain.fold.feuille import Feuille
from app.domain.mouvement.seats import Place
from app.domain.tournoi.identity import Identity
from app.services.book import Book
from app.services.carrying import Carrying, Places
from app.services.desk_link import DeskLink, LinkState, Stage
from app.services.linked_sheet import open_sheet
from app.services.next_places import next_places
from app.services.parties import OpenTable
from app.services.sheet_news import News, What, sheet_news
from app.texts.link import link_words, said_news
from app.ui.table import desk_questions
from app.ui.widgets.notice import Notice

if TYPE_CHECKING:
    from app.ui.table.navigator import Navigator

Due = tuple[str, int, int]
"""A sheet to be filled in: its tournament, position and table."""
# Where nobody is in the middle of something: a sheet that comes from the desk opens by itself.
WAITING = ("desk", "join")
# Where it is told, and opened by a tap: a notice would lie over it.
TELLING = ("bring",)


class DeskSide(EventDispatcher):
    """What the screens see of the desk: `state` as of the last look, and where the table goes next, `places`.

    Lives on the window's thread; the link tells it of changes from its own.
    """

    state = ObjectProperty(LinkState())
    places = ObjectProperty({})

    def __init__(
        self,
        nav: Navigator,
        open_link: Callable[[Callable[[], None]], DeskLink],
        *,
        places: Places,
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        super().__init__()
        self._nav = nav
        self._now = now
        self._monotonic = monotonic
        self._since = monotonic()
        self._sheet: OpenTable | None = None
        self._seen: tuple[Feuille, frozenset[EventId]] | None = None
        self._offered: Due | None = None
        self._asked_places: tuple[int, int] | None = None
        self._is_closed = False
        self.notice = Notice()
        for source, name in ((self, "state"), (nav, "saving"), (nav.words, "lang")):
            source.fbind(name, self._say_link)
        self._say_link()
        self._link = open_link(lambda: Clock.schedule_once(self._follow))
        self.carrying = Carrying(self._link, places)
        """What goes by file between this tablet and the desk."""
        self._answer(self._link.ready, self._begin)

    @property
    def is_joined(self) -> bool:
        """Whether this tablet belongs to a desk."""
        return bool(self.state.stage is not Stage.ALONE)

    @property
    def is_cut_off(self) -> bool:
        """Whether a file would bring to the desk, or from it, what the network does not."""
        state = self.state
        is_stuck = bool(state.waiting) and state.trouble is not None
        return self.is_joined and (is_stuck or not state.is_reached)

    @property
    def owns_sheet(self) -> bool:
        """Whether the sheet that is open comes from the desk."""
        return self._sheet is not None and self._nav.table is self._sheet

    @property
    def feuille(self) -> Feuille | None:
        """The sheet of this table at the position that is played, or was played last."""
        keeper, table = self._link.keeper, self.state.table
        if keeper is None or table is None:
            return None
        return keeper.state.feuilles.get(keeper.state.position, {}).get(table)

    @property
    def due(self) -> Due | None:
        """The sheet that this table is to fill in now."""
        state, feuille, keeper = self.state, self.feuille, self._link.keeper
        if state.stage is not Stage.SEATED or feuille is None or keeper is None or feuille.sheet.is_sent:
            return None
        return keeper.state.journal, state.position, state.table

    @property
    def next_position(self) -> int | None:
        """The number of the position that this table waits for; None where none is left."""
        keeper = self._link.keeper
        shape = None if keeper is None else getattr(keeper.state.created, "shape", None)
        if keeper is None or shape is None or keeper.state.is_closed:
            return None
        number = keeper.state.position + 1
        return number if number <= len(shape.positions) else None

    @property
    def names(self) -> dict[Seat, str]:
        """Who sits at this table, or sat there last."""
        keeper, feuille = self._link.keeper, self.feuille
        if keeper is None or feuille is None:
            return {}
        sheet = feuille.sheet
        players = {seat: sheet.player_at(seat, len(sheet.donnes) + 1) for seat in sheet.seats}
        known = keeper.state.identities
        return {seat: known[who].full_name if who in known else who for seat, who in players.items()}

    @property
    def identities(self) -> Mapping[str, Identity]:
        """Who is who in the tournament."""
        return {} if self._link.keeper is None else self._link.keeper.state.identities

    @property
    def heard(self) -> str:
        """The address of a desk that says it is around, empty where none does: only its code tells that it is ours."""
        return next(iter(self._link.heard), "")

    @property
    def seconds_so(self) -> float:
        """How long the desk has answered, or has not."""
        return self._monotonic() - self._since

    @property
    def seconds_left(self) -> float | None:
        """What the desk's clock leaves of the position, None where nobody counts it."""
        return None if self.state.until is None else self.state.until - self._monotonic()

    def join(self, address: str, code: str, name: str) -> Future[None]:
        """Pair with the desk at an address."""
        return self._link.join(address, code, name)

    def move(self, address: str) -> Future[None]:
        """Look for the same desk at another address."""
        return self._link.move(address)

    def leave(self) -> None:
        """Belong to no desk any more."""
        self._answer(self._link.leave(), lambda _left: self._nav.home("home"))

    def open(self) -> None:
        """Open the sheet of this table at the position that is played, or was played last."""
        feuille = self.feuille
        if feuille is not None:
            sheet = feuille.sheet
            self._offered = self.due
            opened = partial(open_sheet, self._link, position=sheet.position, table=sheet.table, now=self._now())
            self._answer(opened(on_change=self._nav.changed), self._opened)

    def close(self) -> None:
        """Let go of the desk."""
        self._is_closed = True
        self.notice.hide()
        self.carrying.close()
        self._link.close()

    def _begin(self, _ready: None) -> None:
        self._take_state()
        if self.is_joined and self._nav.current == "home" and self._nav.table is None:
            self._nav.go("desk")
        self._follow(0)

    def _answer(self, asked: Future[Any], then: Callable[[Any], None]) -> None:
        """Call `then` with an answer, whichever sheet is open by then."""
        self._nav.answer(asked, then, of_desk=True)

    def _take_state(self) -> None:
        before, self.state = self.state, self._link.state
        if before.is_reached is not self.state.is_reached:
            self._since = self._monotonic()

    def _say_link(self, *_: object) -> None:
        said = link_words(self.state, self._nav.words.tr, is_saving=bool(self._nav.saving))
        self._nav.link_text, self._nav.link_calm = said.text, said.is_calm

    def _follow(self, _dt: float) -> None:
        if self._is_closed:
            return
        self._take_state()
        if self.owns_sheet and not self._still_there():
            self._lose()
        self._look_for_places()
        self._offer()
        self._nav.follow()

    def _opened(self, table: OpenTable) -> None:
        self._sheet = table
        self._seen = table.session.feuille, table.session.own
        self._nav.show_sheet(table, home="desk")

    def _still_there(self) -> bool:
        """Tell whether the open sheet is still this tablet's, and take the news of it in."""
        session = self._nav.session
        feuille = session.state.feuilles.get(session.position, {}).get(session.table)
        if feuille is None or self.state.table != session.table:
            return False
        if self._seen is not None:
            before, written = self._seen
            self._seen = feuille, session.own
            if feuille is not before:
                is_ours = session.own != written
                self._tell(sheet_news(before, feuille, own=session.own, is_ours=is_ours))
        return True

    def _tell(self, news: tuple[News, ...]) -> None:
        tr = self._nav.words.tr
        if news:
            self.notice.say(" · ".join(said_news(one, tr) for one in news))
        for one in news:
            if one.what is What.REFUSED and one.request is not None and self._nav.current == "entry":
                asked = one.request
                self._nav.go("call", seat=asked.seat, announce=asked.announce, request=asked.id, refused=True)

    def _lose(self) -> None:
        """Another device has the table: say so, say what was written here in vain, and wait for a table."""
        position, table = self._nav.session.position, self._nav.session.table
        self._sheet = self._seen = self._offered = None
        self._nav.home("desk")

        def written_here(unsent: frozenset[EventId]) -> None:
            keeper = self._link.keeper
            if keeper is None:
                return

            def ours(book: Book) -> tuple[Event, ...]:
                # From the tablet's own journal: what the desk has put aside is no part of what it shows any more.
                own = (entry.sealed.event for entry in book.entries() if entry.sealed.id in unsent)
                return tuple(one for one in own if (one.table, one.body.get("position")) == (table, position))

            self._answer(keeper.read(ours), partial(desk_questions.table_lost, self._nav, self, table))

        self._answer(self._link.unsent(), written_here)

    def _look_for_places(self) -> None:
        """Ask where everybody goes next, once for each position: the answer may take a while."""
        feuille, keeper = self.feuille, self._link.keeper
        asked = None if feuille is None else (feuille.sheet.position, feuille.sheet.table)
        if asked == self._asked_places:
            return
        self._asked_places, self.places = asked, {}
        if asked is not None and keeper is not None:
            found = keeper.read(lambda book: next_places(book.state, *asked))
            self._answer(found, partial(self._found_places, asked))

    def _found_places(self, asked: tuple[int, int], places: dict[Seat, Place]) -> None:
        if asked == self._asked_places:
            self.places = places
            self._nav.follow()

    def _offer(self) -> None:
        """Open a sheet that has come from the desk, or say that it is there where people are busy."""
        due, nav = self.due, self._nav
        if due is None or due == self._offered or nav.current in ("", "home", *TELLING):
            return
        if nav.current in WAITING:
            try:
                self.open()
            except Refused:
                return
        elif not self.owns_sheet or due != (due[0], nav.session.position, nav.session.table):
            self._offered = due
            self.notice.say(nav.words.tr("Position {position} is open", position=due[1]))
