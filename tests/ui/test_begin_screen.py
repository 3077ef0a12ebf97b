"""Beginning by taps: a Partie libre, a sheet by hand or from a file; going on; the evening and its file."""

import csv
import json
from pathlib import Path

import pytest

from app.domain.events.tournoi import LoneSheetStarted, PartieStarted
from app.services.settings import Poste
from tests.ui.table_stage import GARDE, NAMES, SEATS, TableStage


def write_names(table: TableStage, *names: str, players: int = 4) -> None:
    for seat, name in zip(SEATS[players], names, strict=True):
        table.write_name(seat, name)


def go_home(table: TableStage) -> None:
    table.tap("menu")
    table.tap("leave")


def opened(table: TableStage) -> object:
    table.until(lambda: table.nav.table is not None)
    return table.session.state.created


def test_a_partie_is_begun_with_three_four_or_five_names(table: TableStage) -> None:
    for players in (3, 4, 5):
        table.tap("begin.partie")
        table.tap(f"players.{players}")
        assert table.stage.find("begin").disabled
        write_names(table, *list("ABCDE")[:players], players=players)
        table.tap("begin")
        begun = opened(table)
        assert isinstance(begun, PartieStarted)
        assert begun.names == dict(zip(SEATS[players], "ABCDE", strict=False))
        assert table.shows("Qui donne en premier\u00a0?")
        table.tap(f"dealer.{SEATS[players][0]}")
        table.settle()
        go_home(table)
        table.until(lambda players=players: len(table.nav.current_screen.rows) == players - 2)


def test_five_choose_between_a_mort_and_a_called_king(table: TableStage) -> None:
    table.tap("begin.partie")
    table.tap("players.5")
    table.tap("mort.True")
    write_names(table, *"ABCDE", players=5)
    table.tap("begin")
    begun = opened(table)
    assert isinstance(begun, PartieStarted)
    assert begun.has_mort


def test_the_button_says_which_names_are_missing_or_twice(table: TableStage) -> None:
    table.tap("begin.partie")
    assert table.stage.find("begin").text == "Il manque les noms\u00a0: Nord, Sud, Est, Ouest"
    write_names(table, "Anne", "Anne", "Luc", "Zoé")
    assert table.stage.find("begin").text.startswith("Deux personnes s’appellent Anne")
    assert table.stage.find("begin").disabled


def test_names_are_remembered_and_written_by_a_touch(table: TableStage) -> None:
    table.open(PartieStarted(names={seat: NAMES[seat] for seat in SEATS[4]}), "N")
    go_home(table)
    table.tap("begin.partie")
    table.until(lambda: bool(table.nav.current_screen.remembered))
    for name in ("DESPRES Sacha", "DUBOIS Claude", "DUPONT Dominique", "DURAND Camille"):
        table.tap(f"recall.{name}")
    table.tap("begin")
    begun = opened(table)
    assert isinstance(begun, PartieStarted)
    assert sorted(begun.names.values()) == sorted(NAMES[seat] for seat in SEATS[4])


def test_a_sheet_is_opened_by_hand(table: TableStage) -> None:
    table.tap("begin.sheet")
    for aid, text in (("table", "12"), ("position", "3"), ("donnes", "4"), ("minutes", "40")):
        table.write_line(aid, text)
    write_names(table, *"ABCD")
    table.tap("begin")
    begun = opened(table)
    assert isinstance(begun, LoneSheetStarted)
    assert (begun.table, begun.position, begun.donnes, begun.minutes) == (12, 3, 4, 40)
    assert table.shows("Table 12 · Position 3")


SHEET = {
    "table": 7,
    "position": 2,
    "donnes": 5,
    "names": {"N": "A", "S": "B", "E": "C", "O": "D"},
    "places": {"N": "N7", "S": "S6", "E": "E5", "O": "O9"},
    "next_places": {"N": "Table 7, Nord"},
    "minutes": 45,
}


@pytest.mark.parametrize("dropped", [False, True], ids=["chosen", "dropped"])
def test_a_sheet_is_opened_from_a_file(table: TableStage, tmp_path: Path, dropped: bool) -> None:
    folder = tmp_path / "table" / "sheets"
    folder.mkdir()
    (folder / "table-7.json").write_text(json.dumps(SHEET))
    if dropped:
        from kivy.core.window import Window

        Window.dispatch("on_drop_file", str(folder / "table-7.json").encode(), 0, 0)
    else:
        table.tap("begin.sheet")
        table.tap("files")
        table.until(lambda: table.stage.is_asking)
        table.stage.frames(5)
        table.tap("file.table-7.json")
    begun = opened(table)
    assert isinstance(begun, LoneSheetStarted)
    assert (begun.table, begun.places["O"], begun.next_places["N"]) == (7, "O9", "Table 7, Nord")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("{", "table-7.json"), ('{"table": 7}', ""), (json.dumps({**SHEET, "donnes": 0}), "")],
    ids=["torn", "incomplete", "without a donne"],
)
def test_a_file_that_is_no_sheet_is_refused_with_a_sentence(
    table: TableStage, tmp_path: Path, text: str, sentence: str
) -> None:
    path = tmp_path / "table-7.json"
    path.write_text(text)
    table.nav.open_file(str(path))
    table.until(lambda: table.stage.is_asking)
    assert table.shows("Cela ne peut pas être noté")
    assert any(sentence in label.text for label in table.stage.labels())
    table.tap("understood")
    assert table.nav.table is None
    assert table.nav.current == "home"


def test_a_partie_goes_on_after_days(play, tmp_path: Path) -> None:
    with play(tmp_path, poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.table is not None)
        table = TableStage(stage)
        table.open(PartieStarted(names={seat: NAMES[seat] for seat in SEATS[4]}), "N")
        table.record(GARDE)
        table.tap("menu")
        table.tap("leave")
        assert table.nav.current == "home"
    with play(tmp_path) as stage:
        stage.until(lambda: stage.app.table is not None)
        table = TableStage(stage)
        table.until(lambda: bool(table.nav.current_screen.rows))
        assert "DUBOIS C. +198" in table.nav.current_screen.rows[0]["detail"]
        table.tap(table.nav.current_screen.rows[0]["aid"])
        table.until(lambda: table.nav.table is not None)
        table.record(GARDE)
        assert table.session.feuille.sheet.bilans["E"] == 396


def test_the_evening_shows_totals_and_a_chart_and_writes_a_file(table: TableStage) -> None:
    from app.ui.widgets.evening_chart import EveningChart

    table.open(PartieStarted(names={seat: NAMES[seat] for seat in SEATS[4]}), "N")
    table.record(GARDE, GARDE)
    table.tap("call")  # where a tournament has its arbiter, a party has its evening
    screen = table.nav.current_screen
    assert table.nav.current == "evening"
    assert screen.totals[0] == ("DUBOIS Claude", 396)
    (chart,) = (widget for widget in table.stage.widgets() if isinstance(widget, EveningChart))
    assert dict(chart.lines)["DUBOIS Claude"] == [198, 198]
    assert {label.text for label in chart.children} == {NAMES[seat] for seat in SEATS[4]}
    table.tap("export")
    table.until(lambda: table.stage.is_asking)
    (path,) = (Path(label.text) for label in table.stage.labels() if label.text.endswith(".csv"))
    table.tap("understood")
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines(), delimiter=";"))
    assert rows[0][-4:] == [NAMES[seat] for seat in SEATS[4]]
    assert rows[-1][-4:] == ["-132", "-132", "396", "-132"]
    assert len(rows) == 4
    table.tap("back")
    assert table.nav.current == "entry"


def test_a_full_disk_is_said_without_a_technical_word(table: TableStage) -> None:
    from concurrent.futures import Future

    table.begin()
    failed: Future[None] = Future()
    failed.set_exception(OSError(28, "No space left on device"))
    table.nav.write(failed)
    table.until(lambda: table.stage.is_asking)
    assert any("n’a pas pu" in label.text for label in table.stage.labels())
    assert not any("OSError" in label.text or "device" in label.text for label in table.stage.labels())
    table.tap("understood")
    assert not table.nav.saving


def test_two_quick_taps_begin_one_partie(table: TableStage) -> None:
    table.tap("begin.partie")
    table.tap("players.4")
    write_names(table, *"ABCD")
    screen = table.nav.current_screen
    screen.begin()
    screen.begin()
    opened(table)
    table.stage.frames()
    assert len(table.nav.parties.run(lambda shelf: list(shelf.ids())).result()) == 1
