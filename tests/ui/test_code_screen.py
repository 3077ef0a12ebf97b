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
