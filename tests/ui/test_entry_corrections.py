"""What North entered is taken back, edited and told, until the first visa."""

import pytest

from app.domain.donne.contrat import Contrat
from tests.ui.table_stage import GARDE, TableStage
from tests.ui.test_entry_screen import bilans, enter, form, validate


def test_a_donne_taken_back_is_gone_from_the_sheet_the_bilans_and_the_form(table: TableStage) -> None:
    table.begin()
    table.record(GARDE, GARDE)
    for left in (1, 0):
        enter(table, "correct", "undo")
        table.settle()
        assert len(table.session.feuille.donnes) == left
        assert form(table).is_empty
        sheet = table.nav.current_screen.ids.sheet
        assert sheet.bilans == [-66 * left, -66 * left, 198 * left, -66 * left]
        assert sheet.rows[left]["word"] == str(left + 1)
        assert [mark for mark, _ in sheet.rows[left]["marks"]] == [None] * 4
        assert table.stage.find("validate").text == "Il manque\u00a0: preneur, contrat, bouts, points"
    enter(table, "seat.E", "contract.prise", "bouts.2", "key.4", "key.9")
    validate(table)
    assert bilans(table)["E"] == 99
    assert form(table).is_empty


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
    for aid in ("row.1", "correct"):
        table.tap(aid)
        assert table.nav.current_screen.editing is None
        assert table.shows("Cette feuille est déjà signée\u00a0: désormais, seul l’arbitre la corrige.")
        table.tap("cancel")
    enter(table, "correct", "call_arbiter")
    assert table.nav.current == "call"


def test_a_sheet_that_was_given_in_says_so_and_is_neither_signed_nor_called_for(table: TableStage) -> None:
    table.begin(donnes=1)
    table.record(GARDE)
    table.tap("validate")
    for seat in "NSEO":
        table.sign(seat)
    table.tap("send")
    table.settle()
    table.tap("back")
    assert table.shows("La feuille est close")
    assert [table.stage.find(aid).disabled for aid in ("correct", "nobody", "call")] == [True] * 3
    assert table.stage.find("validate").text == "Voir les visas"
    table.tap("row.1")
    table.tap("understood")
    table.tap("validate")
    assert table.nav.current == "visas"


def test_what_was_begun_goes_with_the_donne_before_it_and_that_is_said(table: TableStage) -> None:
    lost = "Si vous retirez, ce que vous avez commencé à saisir est effacé aussi."
    table.begin()
    table.record(GARDE)
    table.tap("correct")
    assert not any(lost in label.text for label in table.stage.labels())
    enter(table, "cancel", "seat.O", "contract.prise", "correct")
    assert any(lost in label.text for label in table.stage.labels())
    table.tap("undo")
    table.settle()
    assert form(table).is_empty
    enter(table, "seat.E", "contract.garde", "bouts.3", "key.4", "key.9")
    validate(table)
    assert form(table).is_empty


@pytest.mark.parametrize(
    ("taps", "word"),
    [
        ([], "Changer le premier donneur"),
        (["nobody", "all_pass"], "Retirer le passe général"),
        (["nobody", "petit_sec"], "Retirer le petit sec"),
        (["menu", "wrong_dealer", "dealer.S"], "Retirer «\u00a0Sud a donné\u00a0»"),
    ],
)
def test_what_would_be_taken_back_is_named(table: TableStage, taps: list[str], word: str) -> None:
    table.begin()
    enter(table, *taps)
    table.settle()
    written = len(table.session.feuille.lines)
    table.tap("correct")
    assert table.stage.find("undo").text == word
    table.tap("undo")
    table.settle()
    assert len(table.session.feuille.lines) == written - 1


def test_the_arbiters_decision_is_not_offered_to_be_taken_back(table: TableStage) -> None:
    table.begin()
    enter(table, "seat.E", "contract.garde", "call")
    table.settle()
    table.tap("code")
    table.code()
    table.answer("fault", "deal", "fausse_donne.dealing")
    table.confirm()
    assert form(table).is_empty  # these cards are dealt again
    table.tap("correct")
    assert any("lui seul la retire" in label.text for label in table.stage.labels())
    assert "undo" not in {target.aid for target in table.stage.targets()}
    table.tap("cancel")


def test_only_who_dealt_the_donne_that_is_corrected_is_marked_as_dealer(table: TableStage) -> None:
    table.begin()
    table.record(GARDE)
    table.tap("row.1")
    assert [word for word, _, _ in table.nav.current_screen.ids.sheet.heads] == ["Nord\u00a0◆", "Sud", "Est", "Ouest"]
    table.tap("correct")
    assert [word for word, _, _ in table.nav.current_screen.ids.sheet.heads] == ["Nord", "Sud", "Est", "Ouest\u00a0◆"]


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
