"""On every screen, in both languages, at both ends of text size: large enough, whole, readable."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from app.services.settings import LANGUAGES, TEXT_PERCENTS, Poste, Settings
from app.storage.folder import open_folder
from tests.ui.contrast import TEXT, contrast
from tests.ui.display import SCREENS, Screen

TARGET = 56  # dp
SLACK = 1  # pixel: sizes are rounded
MARKUP = re.compile(r"\[[^]]*]")
FIGURE = re.compile("[+−]?[0-9\u202f]+½?")


def finger_finds_every_target(stage, screen: Screen) -> None:
    for target in stage.targets():
        width, height = sight_of(target, screen)
        least = min(target.width, target.height, width, height)
        assert round(least, 3) >= TARGET * screen.density, f"{least} of {named(target)}"  # sums of floats


def sight_of(widget, screen: Screen) -> tuple[float, float]:
    """Return how much of a widget can be in sight at once: no more than what slides it, nor than the screen."""
    width, height = screen.width, screen.height
    parent = widget.parent
    while parent is not None and hasattr(parent, "to_window"):
        if hasattr(parent, "scroll_y"):
            width, height = min(width, parent.width), min(height, parent.height)
        parent = parent.parent if parent.parent is not parent else None
    return width, height


def no_text_is_cut(stage) -> None:
    for label in stage.labels():
        width, height = label.texture_size
        assert width <= label.width + SLACK, label.text
        assert height <= label.height + SLACK, label.text


def no_word_is_torn(stage, folder: Path) -> None:
    for label in stage.labels():
        room = label.width - label.padding[0] - label.padding[2] + SLACK
        for word in (MARKUP.sub("", label.text) if label.markup else label.text).split():
            if str(folder) not in word:  # a path has no better place to break
                assert label._label.get_extents(word)[0] <= room, f"{word} in {label.text}"


def every_figure_stands_on_one_line(stage) -> None:
    for label in stage.labels():
        if FIGURE.fullmatch(label.text):
            assert label.texture_size[1] - label.padding[1] - label.padding[3] < 2 * label.font_size, label.text


def named(widget) -> str:
    """Return what a person would call a widget."""
    said = (getattr(widget, "aid", ""), getattr(widget, "slot", ""), getattr(widget, "text", ""))
    return " ".join((type(widget).__name__, *filter(None, said)))


def everything_lies_within_its_parent(stage) -> None:
    from kivy.uix.relativelayout import RelativeLayout

    for widget in stage.widgets():
        for child in widget.children:
            if hasattr(widget, "scroll_y"):
                assert child.width <= widget.width + SLACK
                continue
            x, y = (0, 0) if isinstance(widget, RelativeLayout) else widget.pos  # where its parts are placed from
            over = max(x - child.x, child.right - x - widget.width, y - child.y, child.top - y - widget.height)
            assert over <= SLACK, f"{over} over {named(widget)}: {named(child)}"


def neighbours_do_not_overlap(stage) -> None:
    labels = list(stage.labels())
    for label in labels:
        for other in labels:
            if label is not other and label.parent is other.parent:
                apart = (
                    label.right <= other.x + 3 * SLACK
                    or other.right <= label.x + 3 * SLACK
                    or label.top <= other.y + SLACK
                    or other.top <= label.y + SLACK
                )
                assert apart, f"{label.text} / {other.text}"


def seen(widget) -> tuple[float, float, float, float]:
    """Return what of a widget is in sight, in the window: left, bottom, right, top."""
    left, bottom = widget.to_window(widget.x, widget.y)
    right, top = left + widget.width, bottom + widget.height
    parent = widget.parent
    while parent is not None and hasattr(parent, "to_window"):
        if hasattr(parent, "scroll_y"):
            x, y = parent.to_window(parent.x, parent.y)
            left, bottom = max(left, x), max(bottom, y)
            right, top = min(right, x + parent.width), min(top, y + parent.height)
        parent = parent.parent if parent.parent is not parent else None
    return left, bottom, right, top


def no_target_lies_over_another(stage) -> None:
    targets = set(stage.targets())
    for root in stage.roots():
        places = [(target.aid, seen(target)) for target in root.walk(restrict=True) if target in targets]
        for n, (aid, (left, bottom, right, top)) in enumerate(places):
            for other, (x, y, end, roof) in places[n + 1 :]:
                over = min(min(right, end) - max(left, x), min(top, roof) - max(bottom, y))
                assert over <= 3 * SLACK, f"{aid} / {other}"  # neighbours may share a frame line


def is_drawn(widget) -> bool:
    """Tell whether anything of a widget is drawn: a key that rests keeps its place, and shows nothing."""
    while widget is not None and hasattr(widget, "opacity"):
        if not widget.opacity:
            return False
        widget = widget.parent if widget.parent is not widget else None
    return True


def every_text_can_be_read(stage) -> None:
    """Measured on what is drawn: the ink of each label against the colour that lies around it."""
    picture = stage.picture()
    for label in filter(is_drawn, stage.labels()):
        x, y, right, top = seen(label)
        if right - x < label.width - SLACK or top - y < label.height - SLACK or y < 0 or top > picture.height:
            continue  # slid out of sight
        box = (round(x), round(picture.height - top), round(right), round(picture.height - y))
        drawn = picture.crop(box)
        colours = drawn.getcolors(maxcolors=drawn.width * drawn.height)
        ground = "#{:02X}{:02X}{:02X}".format(*max(colours)[1])
        ink = label.disabled_color if label.disabled else label.color
        ratio = contrast("#{:02X}{:02X}{:02X}".format(*(round(255 * part) for part in ink[:3])), ground)
        assert ratio >= TEXT, f"{label.text}: {ratio:.2f} on {ground}"


def nothing_is_out_of_sight(stage) -> None:
    for widget in stage.widgets():
        if hasattr(widget, "scroll_y"):
            assert widget.children[0].height <= widget.height + SLACK


def wrong_with(stage, screen: Screen, folder: Path, *more: Callable[[], None], is_overlaid: bool = False) -> list[str]:
    """Return a line for each thing that is wrong with what is shown; `is_overlaid` while a notice lies over it."""
    checks = [
        lambda: finger_finds_every_target(stage, screen),
        lambda: no_text_is_cut(stage),
        lambda: no_word_is_torn(stage, folder),
        lambda: every_figure_stands_on_one_line(stage),
        lambda: everything_lies_within_its_parent(stage),
        lambda: neighbours_do_not_overlap(stage),
        *more,
    ]
    if not is_overlaid:
        checks.append(lambda: no_target_lies_over_another(stage))
        if not stage.is_asking:  # a question over the screen dims what is below
            checks.append(lambda: every_text_can_be_read(stage))
    wrong = []
    for check in checks:
        try:
            check()
        except AssertionError as found:
            wrong.append(str(found).splitlines()[0])
    return wrong


def looks_right(stage, screen: Screen, folder: Path) -> None:
    finger_finds_every_target(stage, screen)
    no_text_is_cut(stage)
    no_word_is_torn(stage, folder)
    every_figure_stands_on_one_line(stage)
    everything_lies_within_its_parent(stage)
    neighbours_do_not_overlap(stage)
    if stage.app.theme.text_percent == TEXT_PERCENTS[0]:
        nothing_is_out_of_sight(stage)


@pytest.mark.parametrize("percent", [TEXT_PERCENTS[0], TEXT_PERCENTS[-1]])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_every_state_looks_right(play, tmp_path: Path, screen: Screen, lang: str, percent: int) -> None:
    settings = Settings(lang=lang, text_percent=percent)
    with play(tmp_path, screen=screen, settings=settings) as stage:
        looks_right(stage, screen, tmp_path)
        with open_folder(Poste.DESK, tmp_path):
            stage.tap("poste.desk")
            stage.tap("open")
            stage.until(lambda: stage.app._choice.refusal is not None)
            looks_right(stage, screen, tmp_path)
        for poste in Poste:
            stage.open(poste)
            looks_right(stage, screen, tmp_path)
            stage.tap("change_poste")
            looks_right(stage, screen, tmp_path)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("percent", [TEXT_PERCENTS[0], TEXT_PERCENTS[-1]])
def test_every_text_is_readable_where_it_stands(play, tmp_path: Path, dark: bool, percent: int) -> None:
    with play(tmp_path, settings=Settings(dark=dark, text_percent=percent)) as stage:
        every_text_can_be_read(stage)
        stage.tap("poste.arbitre")
        every_text_can_be_read(stage)
        stage.open(Poste.ARBITRE)
        every_text_can_be_read(stage)


def test_the_window_says_everything_in_one_family_of_type(play, tmp_path: Path) -> None:
    with play(tmp_path) as stage:
        assert Counter(label.font_name for label in stage.labels()).keys() == {"Nord"}
