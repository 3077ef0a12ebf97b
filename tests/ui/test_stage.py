"""The stage that the other tests stand on hands nothing of one window on to the next."""

import gc
import weakref
from pathlib import Path

from kivy.uix.recycleview import views

from app.services.settings import Poste

KEPT = 8  # windows at the most that Kivy still names: by its clock, its touches, a thread that ends


def test_a_window_opens_after_a_thousand_rows_of_others(play, tmp_path: Path) -> None:
    with play(tmp_path / "before", poste=Poste.TABLE):
        views._cache_count = views._max_cache_size
    with play(tmp_path / "after", poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.root.current == "table")
    assert not views._cached_views


def test_a_window_that_was_left_is_gone(play, tmp_path: Path) -> None:
    windows = []
    for name in range(KEPT + 1):
        with play(tmp_path / str(name), poste=Poste.TABLE) as stage:
            stage.until(lambda stage=stage: stage.app.table is not None)
            windows.append(weakref.ref(stage.app))
        del stage
    gc.collect()
    assert windows[0]() is None
