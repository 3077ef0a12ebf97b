"""The real window, in this process, worked by a finger: for tests, pictures and measures."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.lang import Builder, builder
from kivy.logger import Logger
from kivy.metrics import Metrics
from kivy.tests.common import UnitTestTouch
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.modalview import ModalView
from kivy.uix.recycleview import RecycleView, views
from kivy.uix.widget import Widget
from PIL import Image

from app.bootstrap import make_window
from app.services.carrying import Kind, Places
from app.services.settings import Poste, Settings
from app.storage.device import DeviceStore
from app.storage.places import MachinePlaces
from app.ui.widgets.rows_in_sight import RowsInSight
from app.ui.window import NordWindow
from tests.ui.display import LANDSCAPE, Screen

PATIENCE = 30.0  # seconds for anything that storage answers, on a machine that does much else


class Unsettled(logging.Handler):
    """Fails whoever lets the window live while a layout does not settle before its frame is drawn."""

    def emit(self, record: logging.LogRecord) -> None:
        """Raise what Kivy only warns of."""
        said = record.getMessage()
        assert "too much iteration" not in said, said


class Stage:
    """The window, running. Widgets are named by their `aid`."""

    def __init__(self, app: NordWindow, device: DeviceStore) -> None:
        self.app = app
        self.device = device
        self.patience = PATIENCE

    def frames(self, count: int = 3) -> None:
        """Let the window live for some frames, all but their drawing, which `picture` does when it is wanted."""
        for _ in range(count):
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def until(self, holds: Callable[[], bool]) -> None:
        """Let the window live until something holds."""
        end = time.monotonic() + self.patience
        while not holds():
            assert time.monotonic() < end, "it never came to hold"
            time.sleep(0.002)
            self.frames(1)
        self.frames()

    def roots(self) -> list[Widget]:
        """What lies on the window: the screens, and a question over them."""
        return list(Window.children)

    def widgets(self) -> Iterator[Widget]:
        """Every widget that is in the window."""
        for root in self.roots():
            yield from root.walk(restrict=True)

    def labels(self) -> Iterator[Label]:
        """Every label that says something."""
        return (widget for widget in self.widgets() if isinstance(widget, Label) and widget.text)

    def targets(self) -> Iterator[Widget]:
        """Every widget that a finger is meant for."""
        return (widget for widget in self.widgets() if isinstance(widget, ButtonBehavior))

    def find(self, aid: str) -> Widget:
        """Return the one widget of that name."""
        found = [widget for widget in self.widgets() if getattr(widget, "aid", "") == aid]
        assert len(found) == 1, f"{len(found)} widgets are named {aid}"
        return found[0]

    @property
    def is_asking(self) -> bool:
        """Whether a question lies over the screen."""
        return any(isinstance(root, ModalView) for root in Window.children)

    def open(self, poste: Poste) -> None:
        """Choose a poste and open it."""
        self.tap(f"poste.{poste}")
        self.tap("open")
        self.until(lambda: self.app.root.current == ("table" if poste is Poste.TABLE else "welcome"))

    def shows(self, text: str) -> bool:
        """Tell whether some label says exactly this."""
        return any(label.text == text for label in self.labels())

    def tap(self, aid: str) -> None:
        """Put a finger on the widget's middle and lift it, sliding it into view first as a person would."""
        self.tap_widget(self.find(aid))

    def tap_widget(self, widget: Widget) -> None:
        """Put a finger on a widget, whatever its name."""
        self.slide_to(widget)
        x, y = widget.to_window(*widget.center)
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.frames()
        touch.touch_up()
        # Kivy keeps a button down for a moment so that the eye can see it.
        self.until(lambda: widget.state == "normal")

    def slide_to(self, widget: Widget) -> None:
        """Bring a widget into sight."""
        parent = widget.parent
        while parent is not None and parent is not Window:
            # Of a list, rows are in sight or none.
            if hasattr(parent, "scroll_to") and not isinstance(parent, RecycleView | RowsInSight):
                parent.scroll_to(widget, animate=False)
                self.frames()
            parent = parent.parent

    def picture(self) -> Image.Image:
        """Return what the window shows."""
        Window.dispatch("on_draw")
        width, height = Window.size
        pixels = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)
        image = Image.frombytes("RGBA", (width, height), pixels)
        return image.convert("RGB").transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def forget() -> None:
    """Let nothing of the window live on into the next one: only tests have two in one process."""
    for root in list(Window.children):  # Kivy forgets one of two: a question left open
        Window.remove_widget(root)
    # A rule of kv that follows Kivy's own window holds the words and the theme, and these hold every screen.
    for uid in tuple(builder._handlers):
        Builder.unbind_widget(uid)
    # Spare rows of lists would still follow this window's light. Kivy trims them once it has counted a thousand, and
    # divides by the kinds of rows that it then finds: the count goes with them.
    views._cached_views.clear()
    views._cache_count = 0


def carry_places(folder: Path) -> MachinePlaces:
    """Return where people carry files from and to: what lies in `media` is plugged in, and they have Documents."""
    home = folder / "home"
    (home / "Documents").mkdir(parents=True, exist_ok=True)
    own = {Kind.DOCUMENTS: home / "Documents", Kind.HOME: home}
    return MachinePlaces(own, media=(home / "media",), is_drive=lambda path: path.parent.name == "media")


@contextmanager
def play(
    folder: Path,
    *,
    screen: Screen = LANDSCAPE,
    poste: Poste | None = None,
    settings: Settings | None = None,
    places: Places | None = None,
) -> Iterator[Stage]:
    """Run the window on a data folder, as the composition root does, until the block ends.

    What people carry goes to folders in it, never to those of whoever runs the tests.
    """
    unsettled = Unsettled()
    Logger.addHandler(unsettled)
    Metrics.density = screen.density
    Window.size = screen.width, screen.height
    device = DeviceStore(folder)
    kept = settings or device.settings().result()
    app = make_window(device, kept, poste, places or carry_places(folder))
    try:
        app._run_prepare()
        runTouchApp(embedded=True)
        stage = Stage(app, device)
        stage.frames(5)
        # The picture's memory takes the new size only when a frame is shown.
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")
        stage.until(lambda: app.root.current_screen is not None and app.root.current_screen.name != "opening")
        yield stage
    finally:
        Logger.removeHandler(unsettled)
        app.stop()
        forget()
        device.close()


def leave() -> None:
    """Close the window for good, before its display goes."""
    Window.close()
