"""What North entered is taken back, edited and told, until the first visa."""

from dataclasses import replace

import pytest

from app.domain.arbitrage.faute import Faute
from app.domain.donne.contrat import Contrat
from app.domain.events.arbitre import DonneStruck, SheetShortened
from app.domain.events.table import DonneReplaced
from app.services.arbiter_act import ruling_decisions
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


def history(table: TableStage) -> list[str]:
    """Return the history as it is read, the first line first, and go back to the entry."""
    table.nav.go("history")
    table.until(lambda: bool(table.nav.current_screen.rows))
    told = [row["title"] for row in table.nav.current_screen.rows]
    table.tap("back")
    assert table.nav.current == "entry"
    return told[::-1]


def test_every_change_is_in_the_history(table: TableStage) -> None:
    table.begin()
    table.record(GARDE)
    enter(table, "row.1", "bouts.3")
    validate(table)
    enter(table, "correct", "undo")
    table.settle()
    enter(table, "nobody", "all_pass")
    table.settle()
    enter(table, "correct", "undo")
    table.settle()
    assert history(table)[1:] == [
        "N donne en premier",
        "Donne 1\u00a0: E garde, 2 bouts, 49 points",
        "Donne 1 saisie autrement\u00a0: E garde, 3 bouts, 49 points, au lieu de E garde, 2 bouts, 49 points",
        "Donne 1 reprise\u00a0: E garde, 3 bouts, 49 points",
        "Tout le monde passe",
        "Repris\u00a0: tout le monde passe",
    ]


def test_what_the_arbiter_did_is_told_in_words_in_the_history(table: TableStage) -> None:
    table.begin(donnes=4)
    table.record(GARDE, replace(GARDE, preneur="S"), replace(GARDE, preneur="O"))
    session = table.session
    first, second, third = (line.id for line in session.feuille.donnes)
    by_pin, by_code = session.decide, session.decide_by_code
    for written in (
        lambda: by_pin(DonneStruck(position=1, strikes=second, reason="irregular")),
        lambda: by_code(DonneStruck(position=1, strikes=third, reason="marked_twice"), "123456"),
        lambda: by_pin(SheetShortened(position=1, donnes=1, reason="slow_play")),
        lambda: by_pin(SheetShortened(position=1, donnes=2, reason="slow_play")),
        lambda: by_pin(
            DonneReplaced(position=1, replaces=first, entry=replace(GARDE, bouts=1), reason="bonus_forgotten")
        ),
        lambda: session.call_arbiter(),
        lambda: session.dispute("O", 1),
        lambda: session.dispute("N", None),
    ):
        table.nav.write(written())
        table.settle()
    pin = "Décidé à la table, avec le code de l’arbitre"
    code = "Décidé à la table, avec un code de la tablette de l’arbitre"
    assert history(table)[5:] == [
        f"{pin}\u00a0: la donne 2 est annulée [S garde, 2 bouts, 49 points]\u00a0: "
        "elle n’a pas été jouée dans les règles",
        f"{code}\u00a0: la donne 2 est annulée [O garde, 2 bouts, 49 points]\u00a0: elle est marquée deux fois",
        f"{pin}\u00a0: 1 donne encore due est supprimée\u00a0: lenteur",
        f"{pin}\u00a0: 2 donnes encore dues sont supprimées\u00a0: lenteur",
        f"{pin}\u00a0: donne 1 saisie autrement\u00a0: E garde, 1 bout, 49 points, "
        "au lieu de E garde, 2 bouts, 49 points (prime oubliée ou de trop)",
        "Arbitre appelé",
        "O n’est pas d’accord avec la donne 1",
        "N n’est pas d’accord avec la feuille",
    ]


def test_a_donne_annulled_by_a_ruling_is_named_in_the_history(table: TableStage) -> None:
    table.begin(donnes=5)
    table.record(GARDE)
    renonce = Faute(code="renonce.consumed", players=("N",), preneur="E", choice="drop")
    faute, ruling = table.session.foresee(renonce, 1)
    table.nav.write(table.session.decide(*ruling_decisions(table.session.feuille, faute, ruling, donne=1)))
    table.settle()
    assert history(table)[-1] == (
        "Décidé à la table, avec le code de l’arbitre\u00a0: décision sur la donne 1 [E garde, 2 bouts, 49 points], "
        "Renonce consommée (N)\u00a0: La donne est annulée. Elle n’est pas jouée\u00a0: la table la doit encore. "
        "C’est au donneur suivant. N ne pourra pas prendre à la prochaine donne."
    )
