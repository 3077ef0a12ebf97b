"""What North entered is taken back, edited and told, until the first visa."""

from app.domain.donne.contrat import Contrat
from tests.ui.table_stage import GARDE, TableStage
from tests.ui.test_entry_screen import bilans, enter, form, validate


def test_the_last_donne_is_taken_back_into_the_form_and_written_anew(table: TableStage) -> None:
    table.begin()
    table.record(GARDE)
    enter(table, "correct", "undo")
    table.settle()
    assert table.session.feuille.donnes == ()
    assert form(table).preneur == "E"
    assert table.stage.find("validate").text == "Valider la donne 1"
    enter(table, "contract.prise")
    validate(table)
    assert bilans(table)["E"] == 99


def test_any_donne_is_edited_by_its_line_until_the_first_visa(table: TableStage) -> None:
    table.begin(donnes=2)
    table.record(GARDE, GARDE)
    enter(table, "row.1", "seat.S")
    assert table.stage.find("validate").text == "Corriger la donne 1"
    validate(table)
    assert bilans(table)["S"] == 132
    enter(table, "row.2", "correct")  # given up
    assert table.nav.current_screen.editing is None
    table.tap("validate")
    table.stage.frames()
    table.sign("N")
    table.tap("back")
    table.tap("row.1")
    assert table.nav.current_screen.editing is None


def test_what_was_being_entered_waits_while_an_older_donne_is_corrected(table: TableStage) -> None:
    table.begin()
    table.record(GARDE)
    enter(table, "seat.O", "contract.prise", "row.1", "bouts.3")
    validate(table)
    assert (form(table).preneur, form(table).contrat, form(table).bouts) == ("O", Contrat.PRISE, None)


def test_every_change_is_in_the_history(table: TableStage) -> None:
    table.begin()
    table.record(GARDE)
    enter(table, "row.1", "bouts.3")
    validate(table)
    enter(table, "correct", "undo")
    table.settle()
    enter(table, "menu", "history")
    table.until(lambda: bool(table.nav.current_screen.rows))
    told = [row["title"] for row in table.nav.current_screen.rows]
    assert len(told) == 5
    assert "3 bouts" in told[1]
    assert "2 bouts" in told[2]
    table.tap("back")
    assert table.nav.current == "entry"
