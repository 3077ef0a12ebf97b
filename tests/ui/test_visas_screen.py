"""The end of a position by taps: bilans, signatures, a dispute, and the sheet that is closed."""

from dataclasses import replace

import pytest

from app.services.settings import Poste
from tests.ui.display import SCREENS, Screen
from tests.ui.table_stage import GARDE, LONG_NAMES, SEATS, TableStage
from tests.ui.table_states import HUGE


def played(table: TableStage, players: int = 4, **begun: object) -> None:
    """Play a sheet to its end and go to the visas."""
    table.begin(players, donnes=2, **begun)
    for _ in range(2):
        takers = [seat for seat in ("E", "S") if seat != table.session.place.mort]
        table.record(replace(GARDE, preneur=takers[0]))
    table.tap("validate")
    assert table.nav.current == "visas"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everyone_signs_and_the_sheet_is_closed(table: TableStage, players: int) -> None:
    played(table, players, next_places={"S": "Table 4, Sud"})
    for left, seat in zip(range(players, 0, -1), SEATS[players], strict=True):
        assert table.stage.find("send").disabled
        assert str(left) in table.stage.find("send").text
        table.sign(seat)
    assert table.session.feuille.signatures["S"].startswith("M")
    table.tap("send")
    table.settle()
    assert table.session.feuille.sheet.is_sent
    assert table.shows("→ Table 4, Sud")
    assert any("=\u00a00\u00a0✓" in label.text for label in table.stage.labels())
    table.tap("send")
    table.until(lambda: table.nav.current == "home")


@pytest.mark.parametrize(("place", "players", "donnes"), [(2, 4, 5), (3, 5, 8)], ids=["small", "narrow"])
def test_every_donne_stands_on_the_cards_in_large(play, tmp_path, place: int, players: int, donnes: int) -> None:
    with play(tmp_path, screen=SCREENS[place], poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.table is not None)
        table = TableStage(stage)
        table.begin(players, donnes=donnes)
        for _ in range(donnes):
            takers = [seat for seat in ("E", "S") if seat != table.session.place.mort]
            table.record(replace(GARDE, preneur=takers[0]))
        table.tap("validate")
        stage.frames(5)
        cards = table.nav.current_screen.ids.cards
        assert cards.parent.scroll_y == 1
        for card in cards.children:
            assert card.ids.rows.height <= card.ids.donnes.height + 1
            assert all(row.ids.mark.font_size >= 22 for row in card.ids.rows.children)
            assert all(row.ids.label.font_size >= 14 for row in card.ids.rows.children)


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_eight_donnes_of_the_longest_words_stand_on_five_cards_in_one_size(play, tmp_path, screen: Screen) -> None:
    with play(tmp_path, screen=screen, poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.table is not None)
        table = TableStage(stage)
        table.begin(5, donnes=8, names=LONG_NAMES)
        for _ in range(8):
            takers = [seat for seat in ("E", "S") if seat != table.session.place.mort]
            table.record(replace(HUGE, preneur=takers[0]))
        table.tap("validate")
        stage.frames(5)
        cards = table.nav.current_screen.ids.cards.children
        assert all(card.ids.rows.height <= card.ids.donnes.height + 1 for card in cards)
        rows = [row for card in cards for row in card.ids.rows.children]
        assert all(row.ids.label.texture_size[1] < 2 * row.ids.label.font_size for row in rows)
        assert max(row.ids.mark.font_size for row in rows) - min(row.ids.mark.font_size for row in rows) < 2


def test_a_visa_without_a_drawing_says_that_it_is_signed(table: TableStage) -> None:
    played(table)
    table.nav.write(table.session.visa("N"))
    table.settle()
    assert table.shows("✓ Signé")
    assert table.shows("✓ D’accord")


def test_the_visas_say_whether_all_is_saved(table: TableStage) -> None:
    played(table)
    assert table.shows("✓ Enregistré ici")


def test_a_signature_is_begun_again_before_it_counts(table: TableStage) -> None:
    played(table)
    table.draw("N")
    table.tap("erase.N")
    assert not table.session.feuille.sheet.visas
    table.sign("N")
    assert table.shows("✓ D’accord")


def test_a_dispute_leads_to_the_arbiter_who_corrects_and_everyone_signs_again(table: TableStage) -> None:
    played(table)
    table.sign("N")
    table.tap("disagree.S")
    table.tap("donne.2")
    table.until(lambda: table.nav.current == "code")
    assert table.session.feuille.disputes == {"S": 2}
    table.code()
    table.answer("wrong_points")
    assert table.nav.current == "entry"
    table.tap("key.5")
    table.tap("key.5")
    table.tap("validate")
    table.settle()
    sheet = table.session.feuille.sheet
    assert sheet.visas == {}
    assert sheet.corrections[0].reason == "wrong_points"
    assert sheet.bilans["E"] == 198 + 3 * 78
    table.tap("validate")
    for seat in "NSEO":
        table.sign(seat)
    table.tap("send")
    table.settle()
    assert table.session.feuille.sheet.is_sent


def test_a_dispute_that_the_arbiter_does_not_share_leaves_the_sheet_as_it_is(table: TableStage) -> None:
    played(table)
    table.sign("N")
    table.tap("disagree.S")
    table.tap("donne.None")
    table.until(lambda: table.nav.current == "code")
    table.code()
    table.tap("leave")
    assert table.nav.current == "visas"
    assert table.stage.find("disagree.S").text == "Arbitre appelé"
    assert set(table.session.feuille.sheet.visas) == {"N"}
    table.sign("S")
    assert table.session.feuille.disputes == {}


def test_a_dispute_can_wait_for_the_arbiter(table: TableStage) -> None:
    played(table)
    table.tap("disagree.E")
    table.tap("donne.1")
    table.until(lambda: table.nav.current == "code")
    table.tap("back")
    assert table.stage.find("disagree.E").text == "Donne 1\u00a0: arbitre appelé"
    table.tap("disagree.E")
    assert table.nav.current == "code"


def test_a_donne_annulled_after_a_visa_leaves_a_sheet_that_is_signed_again(table: TableStage) -> None:
    played(table)
    table.sign("N")
    table.tap("arbiter")
    table.code()
    table.answer("strike", 1, "irregular")
    table.confirm()
    assert table.nav.current == "visas"
    assert table.session.feuille.sheet.visas == {}
    for seat in "NSEO":
        table.sign(seat)
    table.tap("send")
    table.settle()
    assert table.session.feuille.sheet.is_sent
