"""The stage that the other tests stand on hands nothing of one window on to the next."""

from pathlib import Path

from kivy.uix.recycleview import views

from app.services.settings import Poste


def test_a_window_opens_after_a_thousand_rows_of_others(play, tmp_path: Path) -> None:
    with play(tmp_path / "before", poste=Poste.TABLE):
        views._cache_count = views._max_cache_size
    with play(tmp_path / "after", poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.root.current == "table")
    assert not views._cached_views
