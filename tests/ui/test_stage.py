"""The stage that the other tests stand on hands nothing of one window on to the next."""

import gc
import time
import weakref
from pathlib import Path

from kivy.uix.recycleview import views

from app.services.settings import Poste

# For how long a window may still be named: by what Kivy's clock has yet to do, by a thread that ends.
TURNS, TURN_SECONDS = 10, 2


def test_a_window_opens_after_a_thousand_rows_of_others(play, tmp_path: Path) -> None:
    with play(tmp_path / "before", poste=Poste.TABLE):
        views._cache_count = views._max_cache_size
    with play(tmp_path / "after", poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.root.current == "table")
    assert not views._cached_views


def test_windows_that_were_left_are_gone(play, tmp_path: Path) -> None:
    windows = []
    for name in range(5):
        with play(tmp_path / str(name), poste=Poste.TABLE) as stage:
            stage.until(lambda stage=stage: stage.app.table is not None)
            windows.append(weakref.ref(stage.app))
        del stage
    for turn in range(TURNS):
        with play(tmp_path / f"after {turn}", poste=Poste.TABLE) as stage:
            until = time.monotonic() + TURN_SECONDS
            stage.until(lambda until=until: time.monotonic() > until)
        del stage
        gc.collect()
        if not any(window() for window in windows):
            break
    assert [window() for window in windows] == [None] * 5
