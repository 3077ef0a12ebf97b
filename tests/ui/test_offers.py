"""A list to choose from: what stands in a row is recognised, however long it is."""

from pathlib import Path

from tests.ui.display import LANDSCAPE


def test_names_that_leave_no_room_end_early(play, tmp_path: Path) -> None:
    with play(tmp_path, screen=LANDSCAPE) as stage:
        from app.ui.widgets.fitted import SMALLEST, Ended

        names = "DURAND Camille, MARTIN Dominique, DUBOIS Claude"
        label = Ended(full_size=20, most_lines=1, width=600, whole=names)
        stage.frames()
        assert label.text == names
        assert label.font_size == 20
        label.width = 220
        stage.frames()
        assert label.text.endswith("…")
        assert names.startswith(label.text.rstrip("…"))
        assert label.font_size == 20 * SMALLEST
        label.width = 600
        stage.frames()
        assert label.text == names


def test_words_that_do_not_fit_take_more_lines_before_they_are_too_small_to_read(play, tmp_path: Path) -> None:
    with play(tmp_path, screen=LANDSCAPE) as stage:
        from app.ui.widgets.fitted import LEAST, READABLE, Fitted

        for size in (17, 30):
            label = Fitted(full_size=size, most_lines=1, width=200, text="the table ends the donne and marks it " * 3)
            stage.frames()
            assert label.font_size == max(size * LEAST, READABLE)
