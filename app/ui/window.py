"""The window of a poste: goes from screen to screen, and carries choices to the device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock as Frames
from kivy.core.window import Window
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManager

from app.domain.errors import Violation
from app.services.settings import Device, Poste, Settings
from app.ui import layout, memory
from app.ui.device import Hardware
from app.ui.theme import Theme, register_fonts
from app.ui.words import Words

if TYPE_CHECKING:  # the table's screens and the law weigh: the first frame does not wait for them
    from app.services.arbiter_pin import ArbiterPin
    from app.services.carrying import Places
    from app.services.desk_link import DeskLink
    from app.services.parties import Parties
    from app.services.ports import Clock
    from app.ui.choice_screen import ChoiceScreen
    from app.ui.table.navigator import Navigator
    from app.ui.welcome_screen import WelcomeScreen


def is_drawable() -> bool:
    """Tell whether the screen answered: Kivy has no window where it did not."""
    return Window is not None


class NordWindow(App):
    """The one window of the program.

    Opens `poste` if there is one, else asks which one this is. Whatever is chosen is shown at once and
    given to `device`, which keeps it without holding the window up. `open_parties` gives what a table keeps
    in its folder, `open_link` its tie to a control desk; `places` is where files are put that people carry.
    """

    title = "Nord"

    def __init__(
        self,
        *,
        device: Device,
        settings: Settings,
        poste: Poste | None,
        open_parties: Callable[[Path], Parties],
        open_link: Callable[[Path, Callable[[], None]], DeskLink],
        pin: ArbiterPin,
        places: Places,
        clock: Clock,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self._open_parties = open_parties
        self._open_link = open_link
        self._pin = pin
        self._places = places
        self._clock = clock
        self._hardware = Hardware()
        self.table: Navigator | None = None
        self._device = device
        self._settings = settings
        self._asked = poste
        self.theme = Theme()
        self.words = Words()

    def build(self) -> ScreenManager:
        """Lay out the first screen; a poste that is to be opened follows as soon as its folder is held."""
        register_fonts()
        self._show(self._settings)
        layout.load(self.theme, self.words)
        self.theme.bind(paper=self._paint)
        self._paint()
        memory.set_aside_soon()
        self._screens = ScreenManager(transition=NoTransition())
        if self._asked is None:
            self._ask()
        else:
            asked = self._asked
            self._say_opening(asked)
            # What is scheduled from within a frame comes after it is drawn.
            Frames.schedule_once(lambda _dt: Frames.schedule_once(lambda _dt: self._open(asked)))
        return self._screens

    @cached_property
    def _choice(self) -> ChoiceScreen:
        from app.ui.choice_screen import ChoiceScreen

        layout.load_screen("choice")
        return ChoiceScreen(open_poste=self._open, change=self._change)

    @cached_property
    def _welcome(self) -> WelcomeScreen:
        from app.ui.welcome_screen import WelcomeScreen

        layout.load_screen("welcome")
        return WelcomeScreen(change_poste=self._ask, change=self._change)

    def _say_opening(self, poste: Poste) -> None:
        """Show which poste this is before anything else is done: whoever started it sees that it comes."""
        from app.ui.opening_screen import OpeningScreen

        layout.load_screen("opening")
        self._screens.switch_to(OpeningScreen(poste=poste))

    def open_settings(self, *_: object) -> bool:
        """Keep Kivy's own settings, on F1, away from people: ours are on the screens."""
        return False

    def _paint(self, *_: object) -> None:
        Window.clearcolor = self.theme.paper

    def _ask(self, poste: str = "", refusal: Violation | None = None) -> None:
        """Ask which poste this is, beginning with the one that was chosen last, or that could not be opened."""
        self._choice.poste, self._choice.refusal = poste or self._settings.poste or "", refusal
        self._screens.switch_to(self._choice)

    def _open(self, poste: str) -> None:
        self._device.open_poste(Poste(poste), _on_the_next_frame(lambda answer: self._opened(Poste(poste), answer)))

    def _opened(self, poste: Poste, answer: Path | Violation) -> None:
        if isinstance(answer, Violation):
            self._ask(poste, answer)
            return
        self._change("poste", poste)
        if poste is Poste.TABLE:
            self._screens.switch_to(self._table_screen(answer))
        else:
            self._welcome.poste, self._welcome.folder = poste, str(answer)
            self._screens.switch_to(self._welcome)

    def _table_screen(self, folder: Path) -> Screen:
        """Return the table's screens, at the sheet that was open last, if there was one."""
        from app.ui.table.navigator import Navigator

        layout.load_table()
        self._hardware.stay_awake()
        self.table = Navigator(
            parties=self._open_parties(folder),
            pin=self._pin,
            theme=self.theme,
            words=self.words,
            device=self._hardware,
            change=self._change,
            leave=self._leave_table,
            clock=self._clock,
            open_link=lambda on_change: self._open_link(folder, on_change),
            places=self._places,
            last_desk=self._settings.desk,
            carry_folder=self._settings.carry_folder,
            left_handed=self._settings.left_handed,
        )
        if self._settings.sheet:
            self.table.resume(self._settings.sheet)
        else:
            self.table.go("home")
        screen = Screen(name="table")
        screen.add_widget(self.table)
        return screen

    def _leave_table(self) -> None:
        self._close_table()
        self._ask()

    def _close_table(self) -> None:
        if self.table is not None:
            self.table.close()
            self.table = None
            memory.take_back()

    def on_stop(self) -> None:
        """Let go of the sheet that is open, once all of it is safe."""
        self._close_table()
        self._pin.close()

    def _change(self, name: str, value: Any) -> None:
        self._settings = replace(self._settings, **{name: value})
        self._show(self._settings)
        self._device.save(self._settings)

    def _show(self, settings: Settings) -> None:
        self.words.lang = settings.lang
        self.theme.dark = settings.dark
        self.theme.text_percent = settings.text_percent
        if self.table is not None:
            self.table.left_handed = settings.left_handed


def _on_the_next_frame(then: Callable[[Path | Violation], None]) -> Callable[[Path | Violation], None]:
    """Carry an answer from the thread that has it to the window's own."""
    return lambda answer: Frames.schedule_once(lambda _dt: then(answer))
