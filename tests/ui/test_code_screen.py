"""The arbiter's code by taps: chosen, wrong, locked, changed."""

from pathlib import Path

from app.services.settings import Poste
from tests.ui.table_stage import CODE, TableStage

WRONG = "999999"


def test_a_first_use_asks_for_a_code_twice(table: TableStage) -> None:
    table.begin()
    table.tap("call")
    table.settle()
    table.tap("code")
    table.until(lambda: not table.nav.current_screen.is_busy)
    assert table.shows("Arbitre, choisissez votre code")
    table.type(CODE[:5])
    assert table.stage.find("submit").disabled
    table.type(CODE[5:])
    table.tap("submit")
    table.type(WRONG)
    table.tap("submit")
    assert table.shows("Les deux codes diffèrent\u00a0: choisissez à nouveau.")
    for _ in range(2):
        table.type(CODE)
        table.tap("submit")
    table.until(lambda: table.nav.current != "code")
    assert table.nav.current == "faults"


def test_five_wrong_codes_lock_the_tablet_whatever_is_restarted(play, tmp_path: Path) -> None:
    with play(tmp_path, poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.table is not None)
        table = TableStage(stage)
        table.begin()
        table.nav.pin.choose(CODE).result()
        table.tap("call")
        table.settle()
        table.tap("code")
        for left in (4, 3, 2, 1):
            table.code(WRONG)
            assert any(f"Il reste {left} essai" in label.text for label in stage.labels())
        table.code(WRONG)
        assert table.nav.current == "code"
        assert any(label.text.startswith("Trop de codes faux. Attendez") for label in stage.labels())
    with play(tmp_path, poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.table is not None and stage.app.table.current == "entry")
        table = TableStage(stage)
        table.tap("call")
        table.settle()
        table.tap("code")
        table.until(lambda: not table.nav.current_screen.is_busy)
        assert any(label.text.startswith("Trop de codes faux. Attendez") for label in stage.labels())
        table.type(CODE)
        assert table.nav.current_screen.digits == ""
        table.tap("back")
        assert table.nav.current == "call"


def test_the_arbiter_changes_the_code(table: TableStage) -> None:
    table.begin()
    table.tap("call")
    table.settle()
    table.tap("code")
    table.code()
    table.answer("code")
    table.code()
    for _ in range(2):
        table.type(WRONG)
        table.tap("submit")
    table.until(lambda: table.nav.current == "faults")
    assert table.nav.pin.try_code(WRONG).result() == "right"


def choose_twice(table: TableStage, digits: str) -> None:
    for _ in range(2):
        table.type(digits)
        table.tap("submit")


def grant_garde_sans(table: TableStage) -> None:
    """West asks for a garde sans, the arbiter grants it, and it is played."""
    for aid in ("seat.O", "contract.garde_sans"):
        table.tap(aid)
    table.settle()
    table.tap("code")
    table.code()
    table.tap("grant")
    table.settle()
    for aid in ("bouts.2", "key.4", "key.5", "validate"):
        table.tap(aid)
    table.settle()


def sheet_says(table: TableStage) -> set[str]:
    return {row["note"] for row in table.nav.current_screen.ids.sheet.rows if row["note"]}


def test_the_code_is_chosen_and_changed_in_the_settings(table: TableStage) -> None:
    table.tap("settings")
    assert table.shows("Code de l’arbitre\u00a0: aucun encore sur cette tablette")
    table.tap("arbiter_code")
    table.until(lambda: not table.nav.current_screen.is_busy)
    choose_twice(table, CODE)
    table.until(lambda: table.nav.current == "settings")
    assert table.nav.pin.try_code(CODE).result() == "right"
    assert table.stage.find("arbiter_code").text == "Changer le code"
    table.tap("arbiter_code")
    table.code(WRONG)
    assert table.nav.current == "code"  # who does not know it changes nothing
    table.code(CODE)
    choose_twice(table, WRONG)
    table.until(lambda: table.nav.current == "settings")
    assert table.nav.pin.try_code(WRONG).result() == "right"
    assert table.nav.pin.remade is None
    table.tap("back")
    table.begin()
    assert not table.session.feuille.code_chosen


def test_a_visa_by_a_code_chosen_beforehand_is_plain(table: TableStage) -> None:
    table.nav.pin.choose(CODE).result()
    table.begin()
    grant_garde_sans(table)
    assert sheet_says(table) == {"✓ visa"}


def test_a_code_chosen_in_the_middle_of_a_sheet_gives_no_plain_visa(table: TableStage) -> None:
    """Whoever sits there may have chosen it: the sheet, its history and those who sign say so."""
    table.begin(donnes=1)
    table.tap("menu")
    table.tap("settings")
    table.tap("arbiter_code")
    table.until(lambda: not table.nav.current_screen.is_busy)
    choose_twice(table, CODE)
    table.until(lambda: table.nav.current == "settings")
    assert table.session.feuille.code_chosen
    table.tap("back")
    grant_garde_sans(table)
    assert sheet_says(table) == {"visa\u00a0?"}
    table.tap("menu")
    table.tap("history")
    table.until(lambda: bool(table.nav.current_screen.rows))
    assert any("Code de l’arbitre choisi" in row["title"] for row in table.nav.current_screen.rows)
    table.tap("back")
    table.tap("validate")
    assert table.shows("Code de l’arbitre choisi à cette table\u00a0: à confirmer au contrôle")


def test_a_forgotten_code_is_remade_and_leaves_its_trace_on_every_sheet_not_closed(table: TableStage) -> None:
    table.nav.pin.choose(CODE).result()
    table.begin()
    left = table.nav.table.id
    table.begin()
    table.tap("call")
    table.settle()
    table.tap("code")
    for _ in range(5):
        table.code(WRONG)
    table.tap("forgotten")
    assert table.shows("Code oublié\u00a0?")
    table.tap("cancel")
    assert table.nav.current_screen.wait  # nothing has changed
    table.tap("forgotten")
    table.tap("remake")
    choose_twice(table, WRONG)
    table.until(lambda: table.nav.current == "faults")
    assert table.session.feuille.code_chosen
    table.tap("leave")
    table.nav.resume(left)
    table.until(lambda: table.nav.table is not None)
    assert table.session.feuille.code_chosen
    # And on the sheets of the evening, before anything is decided on them.
    table.nav.home()
    table.begin()
    assert table.session.feuille.code_chosen
    table.tap("menu")
    table.tap("settings")
    table.stage.frames()
    assert any(label.text.startswith("Code de l’arbitre\u00a0: refait le") for label in table.stage.labels())


def test_an_answer_that_comes_after_its_screen_was_left_is_nobodys(table: TableStage) -> None:
    table.begin()
    table.nav.pin.choose(CODE).result()
    followed: list[str] = []
    table.nav.go("code", then=lambda: followed.append("first"))
    table.until(lambda: not table.nav.current_screen.is_busy)
    table.type(CODE)
    screen = table.nav.current_screen
    screen.submit()
    table.nav.back()
    table.nav.go("code", then=lambda: followed.append("second"))
    table.nav.pin.try_code(CODE).result()  # hashed after the first one
    table.stage.frames(5)
    assert followed == []
    assert (table.nav.current, screen.step, screen.is_busy) == ("code", "enter", False)
