"""The navigator of a table: owns the open sheet, goes from screen to screen, and carries answers to the window."""

from __future__ import annotations

import logging
import operator
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from importlib import import_module
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.modalview import ModalView
from kivy.uix.screenmanager import NoTransition, ScreenManager
from kivy.uix.widget import Widget
from kivy.utils import get_hex_from_color

from app.domain.errors import Refused
from app.domain.events.tournoi import LoneSheetStarted
from app.services.arbiter_pin import ArbiterPin
from app.services.carrying import Places
from app.services.desk_link import DeskLink
from app.services.parties import Beginning, OpenTable, Parties, Shelf
from app.services.ports import Clock as Moments
from app.services.start_table import read_sheet
from app.services.table_session import TableSession
from app.texts.table import said_at_table
from app.ui import layout, memory
from app.ui.device import Hardware
from app.ui.table import desk_questions
from app.ui.table.desk_side import DeskSide
from app.ui.table.screen import TableScreen
from app.ui.table.screens import SCREENS
from app.ui.theme import Theme
from app.ui.widgets.dialog import Answer, Dialog
from app.ui.words import Words

log = logging.getLogger(__name__)
TICK = 1.0  # seconds between two looks at the clock


class Navigator(ScreenManager):
    """All screens of a table, and what they share.

    `go(name, **kwargs)` shows a screen and tells it `arrive(**kwargs)`; `back()` returns to the one before. While a
    sheet is open, `table` is it, `session` what writes on it, and `feuille` the sheet as it is saved: kv follows it.
    """

    table = ObjectProperty(None, allownone=True, comparator=operator.is_)
    feuille = ObjectProperty(None, allownone=True, comparator=operator.is_)
    saving = NumericProperty(0)
    """How many facts are on their way to the disk."""
    seconds_left = ObjectProperty(None, allownone=True)
    """What is left of the position's time, None where nobody counts it."""
    link_text = StringProperty()
    link_calm = BooleanProperty(True)
    """How this tablet stands with its control desk, in words, and whether nobody need do anything about it."""
    is_linked = BooleanProperty(False)
    """Whether the open sheet comes from a control desk."""
    left_handed = BooleanProperty(False)
    is_by_device = BooleanProperty(False)
    """Whether the arbiter vouches for each decision by a code of their own tablet."""

    def __init__(
        self,
        *,
        parties: Parties,
        pin: ArbiterPin,
        theme: Theme,
        words: Words,
        device: Hardware,
        change: Callable[[str, Any], None],
        leave: Callable[[], None],
        clock: Moments,
        open_link: Callable[[Callable[[], None]], DeskLink],
        places: Places,
        last_desk: str = "",
        carry_folder: str = "",
        **kwargs: object,
    ) -> None:
        super().__init__(transition=NoTransition(), **kwargs)
        self.parties = parties
        self.pin = pin
        self.theme = theme
        self.words = words
        self.device = device
        self.change = change
        self.leave = leave
        self.last_desk = last_desk
        self.carry_folder = carry_folder
        self._now = clock.now
        self._is_opening = False
        self._trail: list[tuple[str, dict[str, object]]] = []
        self._clock = Clock.schedule_interval(self._tick, TICK)
        Window.bind(on_drop_file=self._dropped)
        self.desk = DeskSide(self, open_link, places=places, now=clock.now, monotonic=clock.monotonic)

    @property
    def session(self) -> TableSession:
        """What writes on the open sheet."""
        open_table: OpenTable = self.table
        return open_table.session

    def go(self, name: str, **kwargs: object) -> None:
        """Show a screen, and tell it what it was gone to for."""
        if name not in SCREENS:
            return
        if self.current and self.current != name:
            self._trail.append((self.current, {}))
        self._show(name, kwargs)

    def swap(self, name: str, **kwargs: object) -> None:
        """Show a screen instead of this one, which is not come back to."""
        self._show(name, kwargs)

    def back(self) -> None:
        """Return to the screen that led here, as it was; where none did, to the sheet that is open."""
        if not self._trail and self.table is not None:
            self._trail[:] = [("home", {}), ("entry", {})]
        name, kwargs = self._trail.pop() if self._trail else ("home", {})
        self._show(name, kwargs)

    def resume_screen(self) -> None:
        """Return to the screen that led here, which is not told: it goes on where it was."""
        self.current, _ = self._trail.pop()

    def return_to(self, name: str) -> None:
        """Return to a screen that led here, past those in between; from one that did not, to the sheet."""
        if name not in dict(self._trail):
            name = "entry"
        while self._trail and self._trail[-1][0] != name:
            self._trail.pop()
        self.back()

    def home(self, first: str = "") -> None:
        """Close the sheet that is open and go to the table's first screen, or to where the next sheet is waited for."""
        first = first or ("desk" if self.desk.owns_sheet else "home")
        self._close_table()
        self.change("sheet", "")
        self._trail[:] = [] if first == "home" else [("home", {})]
        self._show(first, {})

    def tell_link(self) -> None:
        """Say what stands behind the words of the link, where there is a desk to tell of."""
        if self.desk.is_joined:
            desk_questions.details(self, self.desk)

    def remember_desk(self, address: str) -> None:
        """Keep the address of a desk, so that nobody types it twice."""
        self.last_desk = address
        self.change("desk", address)

    def choose_folder(self, path: str) -> None:
        """Keep the folder of files that are carried."""
        self.carry_folder = path
        self.change("carry_folder", path)

    def begin(self, beginning: Beginning) -> None:
        """Begin a party or a sheet, and open it; a second tap meanwhile begins nothing."""
        if not self._is_opening:
            self._close_table()
            self._open(self.parties.begin(beginning, on_change=self.changed))

    def open_file(self, path: str) -> None:
        """Open the tournament's sheet that a file describes."""

        def read(shelf: Shelf) -> LoneSheetStarted:
            return read_sheet(shelf.read_sheet_file(path))

        self.answer(self.parties.run(read), self.begin)

    def resume(self, journal_id: str) -> None:
        """Go on with a party or a sheet."""
        if not self._is_opening:
            self._close_table()
            self._open(self.parties.resume(journal_id, on_change=self.changed), otherwise=self.home)

    def _open(self, opening: Future[OpenTable], otherwise: Callable[[], None] | None = None) -> None:
        self._is_opening = True
        self.answer(opening, self._opened, otherwise=otherwise, finally_=self._has_opened)

    def _has_opened(self) -> None:
        self._is_opening = False

    def write(
        self,
        written: Future[Any],
        then: Callable[[Any], None] | None = None,
        *,
        otherwise: Callable[[], None] | None = None,
    ) -> None:
        """Follow a fact to the disk: the bar says that it is on its way, `then` is called once it is safe."""
        self.saving += 1
        self.answer(written, then or (lambda _ids: None), otherwise=otherwise, finally_=self._saved)

    def answer(
        self,
        asked: Future[Any],
        then: Callable[[Any], None],
        *,
        refused: Callable[[Refused], None] | None = None,
        of_desk: bool = False,
        otherwise: Callable[[], None] | None = None,
        finally_: Callable[[], None] | None = None,
    ) -> None:
        """Call `then` with the answer, on the window's thread; a refusal is said, and `otherwise` called instead.

        With `refused`, that says it instead. An answer about a sheet that was left meanwhile is nobody's: what follows
        is forgotten, unless it is `of_desk`.
        """
        table = self.table

        def arrived(_dt: float) -> None:
            if finally_ is not None:
                finally_()
            if asked.cancelled() or (self.table is not table and not of_desk):
                return
            try:
                answer = asked.result()
            except Refused as why:
                if refused is not None:
                    refused(why)
                    return
                self.refuse(why)
                if otherwise is not None:
                    otherwise()
            except Exception:  # a full disk, a torn file: the window stays, and says what is certain
                log.exception("What was asked failed")
                self._say_failure()
                if otherwise is not None:
                    otherwise()
            else:
                then(answer)

        asked.add_done_callback(lambda _asked: Clock.schedule_once(arrived))

    def _say_failure(self) -> None:
        tr = self.words.tr
        text = tr("This tablet could not save it. What the sheet shows is safe. Free some room, then try again.")
        self.ask(tr("Not saved"), text, Answer(tr("Understood"), aid="understood", main=True))

    def refuse(self, refused: Refused) -> None:
        """Say why something cannot be."""
        tr = self.words.tr
        said = "\n".join(said_at_table(found, tr) for found in refused.violations)
        self.ask(tr("This cannot be written"), said, Answer(tr("Understood"), aid="understood", main=True))

    def ask(
        self, title: str, text: str, *answers: Answer, content: Widget | None = None, paired: bool = False
    ) -> Dialog:
        """Ask something over the screen; each answer closes the question. `content` stands above the answers.

        `paired` answers stand two by two where there is the width for it.
        """
        dialog = Dialog(title=title, text=text, answers=answers, content=content, paired=paired)
        dialog.open(animation=False)
        return dialog

    def coloured(self, shares: Iterable[tuple[str, str, int]]) -> str:
        """Return the shares of a donne in one line of markup, each mark in its ink."""

        def ink(mark: int) -> str:
            theme = self.theme
            return str(get_hex_from_color(theme.blue if mark > 0 else theme.red if mark < 0 else theme.ink))

        apart: str = self.words.tr("; ")
        return apart.join(f"{said} [b][color={ink(mark)}]{written}[/color][/b]" for said, written, mark in shares)

    def close(self) -> None:
        """Let go of everything; waits for what is on its way."""
        self._clock.cancel()
        Window.unbind(on_drop_file=self._dropped)
        self._close_table()
        self.desk.close()
        self.parties.close()

    def _show(self, name: str, kwargs: dict[str, object]) -> None:
        if not self.has_screen(name):
            module, _, class_name = SCREENS[name].partition(":")
            layout.load_screen(name, "table")
            screen: TableScreen = getattr(import_module(module), class_name)(name=name, nav=self)
            self.add_widget(screen)
            memory.set_aside_soon()
        self.current = name
        self.current_screen.arrive(**kwargs)

    def _opened(self, table: OpenTable) -> None:
        self.change("sheet", table.id)
        self.show_sheet(table, home="home")

    def show_sheet(self, table: OpenTable, *, home: str) -> None:
        """Show a sheet that was opened; whoever leaves it comes to `home`."""
        self._close_table()
        self.table = table
        self.is_linked = home == "desk"
        self.feuille = table.session.feuille
        self._tick(0)
        self._trail[:] = [(home, {})]
        self._show("visas" if self.feuille.sheet.is_sent else "entry", {})
        session = table.session
        is_open = not session.is_partie and not session.feuille.sheet.is_sent
        if self.pin.is_doubtful and is_open and not session.feuille.code_chosen:
            self.write(session.tell_code_chosen())

    def _close_table(self) -> None:
        for asked in [over for over in Window.children if isinstance(over, ModalView)]:
            asked.dismiss(animation=False)  # a question about a sheet that is gone
        if self.table is not None:
            # On the thread of the parties, so that the window waits for no disk.
            self.parties.release(self.table)
        self.table = self.feuille = self.seconds_left = None
        self.is_linked = False

    def changed(self) -> None:
        """Called on the keeper's thread: bring the news to the window's own."""
        Clock.schedule_once(self.follow)

    def follow(self, _dt: float = 0) -> None:
        """Show the sheet, or what is waited for, as it is now."""
        if self.table is not None:
            self.table.entry.follow()
            self.feuille = self.table.session.feuille
        if self.current_screen is not None and (self.table is not None or self.current in ("desk", "home")):
            self.current_screen.refresh()

    def _dropped(self, _window: object, path: bytes, *_: object) -> None:
        if self.table is None:
            self.open_file(path.decode())

    def _saved(self) -> None:
        self.saving -= 1

    def _tick(self, _dt: float) -> None:
        if self.current_screen is not None:
            self.current_screen.tick()
        self.on_feuille()

    def on_feuille(self, *_: object) -> None:
        """Say the time that is left."""
        self.seconds_left = self._time_left()

    def _time_left(self) -> float | None:
        if self.feuille is not None and self.feuille.course.is_over:
            return None  # nobody waits for an end that was reached
        if self.desk.owns_sheet:
            return self.desk.seconds_left
        minutes = getattr(self.table.session.state.created, "minutes", None) if self.table is not None else None
        return None if minutes is None else 60 * minutes - (self._now() - self.table.began).total_seconds()
