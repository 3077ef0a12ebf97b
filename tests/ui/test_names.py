"""Names at a table: whole or shortened, never torn, never small, and nobody taken for somebody else."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from app.services.settings import TEXT_PERCENTS, Poste, Settings
from tests.ui.display import SCREENS, Screen
from tests.ui.table_stage import GARDE, SEATS, TableStage
from tests.ui.test_every_screen import wrong_with

LEAST = 14  # sp at 100 %
COUPLE = {
    "N": "VANDENBERGHE Jean-Christophe",
    "S": "VANDENBERGHE Jeanne-Charlotte",
    "E": "DUPONT Jean",
    "O": "DUPONT Jeanne",
    "E2": "MARTIN Anne",
}
NOBLE = {
    "N": "ROCHEFOUCAULD-MONTMORENCY Anne",
    "S": "ROCHEFOUCAULD-MONTMORENCY Alain",
    "E": "DE CASTELBAJAC-LARROQUE Maxime",
    "O": "ANDRIANAMPOINIMERINATOMPOKOINDRINDRA Jo",
    "E2": "Marie-Bernadette",
}
FIRST = {"N": "Marie-Christine", "S": "Jean-François", "E": "Marie-Thérèse", "O": "Bernadette", "E2": "Jean-Baptiste"}


def written_names(stage) -> Iterator:
    """Yield every label that says who sits somewhere, those of the sheet, of the seats and of the visas."""
    from app.ui.widgets.named import Named

    return (label for label in stage.widgets() if isinstance(label, Named) and label.name in label.people)


def place_of(label) -> str:
    """Return in what a name stands: the head of a column, a tile, a card."""
    while not hasattr(label, "people") or not hasattr(label, "word"):
        label = label.parent
    return type(label).__name__


def names_are_read(stage, screen: Screen) -> None:
    written: dict[str, list[str]] = {}
    for label in written_names(stage):
        percent = stage.app.theme.text_percent
        assert label.font_size >= LEAST * screen.density * percent / 100, f"{label.font_size}: {label.text}"
        for line in label.text.split("\n")[:-1]:
            cut = label.name.removeprefix(line.rstrip("…"))
            assert line.endswith(("-", "…")) or cut.startswith(" "), f"torn: {label.text}"
        assert label.texture_size[1] < 2.5 * 1.3 * label.font_size, f"more than two lines: {label.text}"
        written.setdefault(place_of(label), []).append(label.text)
    assert written, "nobody is named"
    for place, texts in written.items():
        assert len(texts) > 3, place
        assert len(set(texts)) == len(texts), f"{place}: {texts}"


@pytest.mark.parametrize("percent", [TEXT_PERCENTS[0], TEXT_PERCENTS[-1]])
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_names_are_never_torn_nor_small_nor_alike(play, tmp_path: Path, screen: Screen, percent: int) -> None:
    wrong = []
    with play(tmp_path, screen=screen, settings=Settings(poste=Poste.TABLE, text_percent=percent)) as stage:
        stage.until(lambda: stage.app.table is not None)
        table = TableStage(stage)

        def look(where: str) -> None:
            stage.frames(5)
            found = wrong_with(stage, screen, tmp_path, lambda: names_are_read(stage, screen))
            wrong.extend(f"{where}: {one}" for one in found)

        for players, names in product((4, 5), (COUPLE, NOBLE, FIRST)):
            table.begin(players, names={seat: names[seat] for seat in SEATS[players]}, donnes=1)
            look(f"{players}, {names['N']}, entry")
            if table.nav.current_screen.mode == "drawer":
                table.tap("drawer")
                look(f"{players}, {names['N']}, drawer")
                table.tap("drawer.close")
            table.record(GARDE)
            table.nav.go("visas")
            look(f"{players}, {names['N']}, visas")
    assert not wrong, "\n".join(wrong)
