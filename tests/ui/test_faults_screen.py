"""The arbiter at the table by taps: a fault of each family, and all other decisions."""

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.donne.donne import Poignee
from app.domain.events.table import Entry
from tests.ui.table_stage import GARDE, TableStage

SHOWN = Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98, poignees=(Poignee("E", 10),))


def arbiter(table: TableStage, *entries: Entry, donnes: int = 4) -> None:
    """Record donnes, call the arbiter, and type the code."""
    table.begin(donnes=donnes)
    table.record(*entries)
    table.tap("call")
    table.settle()
    table.tap("code")
    table.code()
    assert table.nav.current == "faults"


FAULTS = [
    # family, code, answers: what is left of three donnes on the sheet, warnings, penalties, barred on the next cards
    ("deal", "fausse_donne.dealing", (), (3, 0, [], {"E"})),
    ("cards", "carte_exposee", (3, "S", False), (3, 1, [], set())),
    ("renonce", "renonce.consumed", (3, "S", "drop"), (2, 0, [], {"S"})),
    ("chien", "faux_ecart.seven", (1,), (2, 0, [], set())),
    ("poignee", "poignee.incomplete_final", (3, "E"), (3, 1, [], set())),
    ("conduct", "ethique.kamikaze", (0, "O", "figure"), (3, 0, [150], set())),
    ("time", "retard", ("N", "figure"), (3, 0, [3000], set())),
    ("sheet", "feuille.left_on_table", (), (3, 0, [100] * 4, set())),
]


@pytest.mark.parametrize(("family", "code", "answers", "expected"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_a_fault_of_each_family_is_judged(table: TableStage, family: str, code: str, answers, expected) -> None:
    arbiter(table, GARDE, GARDE, SHOWN)
    table.answer("fault", family, code)
    for answer in answers:
        if answer == "figure":
            table.tap("key.clear")
            table.type("150")
            table.tap("confirm")
        else:
            table.answer(answer)
    table.confirm()
    assert table.nav.current == "entry"
    feuille, state = table.session.feuille, table.session.state
    left, warned, fines, barred = expected
    assert len(feuille.donnes) == left
    assert len(state.warnings.given) == warned
    assert [fine.points for fine in state.penalties.values()] == fines
    assert set(feuille.course.barred | feuille.course.barred_next) == barred
    assert sum(feuille.sheet.bilans.values()) == 0
    if family == "poignee":
        assert feuille.donnes[2].donne.poignees == ()


def test_faults_of_the_deal_are_offered_as_a_donne_goes(table: TableStage) -> None:
    arbiter(table, GARDE)
    table.answer("fault", "deal")
    codes = [code for code, *_words in table.nav.current_screen.options]
    assert codes[:3] == ["coupe_retournee", "erreur_donneur.before_end", "erreur_donneur.after_end"]
    assert codes[3:5] == ["fausse_donne.low_card_turned", "fausse_donne.card_turned"]
    assert codes[-2:] == ["petit_sec.announced", "petit_sec.found_in_play"]


def test_a_ruling_is_shown_with_its_source_and_the_bilans_before_and_after(table: TableStage) -> None:
    arbiter(table, GARDE)
    table.answer("fault", "chien", "faux_ecart.five", 1)
    table.until(lambda: bool(table.nav.current_screen.rows))
    assert table.shows("Fascicule 2 (2017), ch. 4, Faux écart")
    assert ("Est", "DUBOIS Claude", 198, 0) in table.nav.current_screen.rows
    assert ("Est", "DUBOIS Claude", 198, 0) in table.nav.current_screen.changed
    assert table.nav.current_screen.unchanged == ""
    assert table.session.feuille.sheet.bilans["E"] == 198
    table.tap("back")
    assert table.shows("Dans quelle donne\u00a0?")
    table.tap("leave")
    assert table.session.feuille.sheet.bilans["E"] == 198


def test_a_penalty_is_shown_apart_from_the_bilans_before_it_is_given_and_on_the_sheet(table: TableStage) -> None:
    arbiter(table, GARDE, GARDE)
    table.answer("fault", "conduct", "ethique.incorrection", 0, "S")
    table.tap("key.clear")
    table.type("100")
    table.tap("confirm")
    table.until(lambda: bool(table.nav.current_screen.rows))
    assert table.nav.current_screen.penalties == [("Sud", "DUPONT Dominique", 0, -100)]
    assert table.shows("Pénalités, hors feuille")
    assert table.nav.current_screen.changed == []
    assert table.shows("Aucun bilan ne change.")
    table.confirm()
    sheet = table.nav.get_screen("entry").ids.sheet
    assert sheet.penalties == [0, -100, 0, 0]
    assert sheet.sum == 0
    assert table.shows("Pénalités")
    table.nav.go("visas")
    table.stage.frames()
    assert table.shows("Pénalité −100, hors feuille")


def test_a_ruling_names_a_player_in_a_sentence_that_reads_well(table: TableStage) -> None:
    arbiter(table, GARDE)
    table.answer("fault", "renonce", "renonce.consumed")
    assert table.shows("Garde d’Est")
    table.answer(1, "S", "drop")
    assert table.shows("Sud (DUPONT Dominique) ne pourra pas prendre à la prochaine donne.")
    assert not any("'" in label.text for label in table.stage.labels())


def test_a_fault_in_a_donne_under_way_waits_for_its_end(table: TableStage) -> None:
    arbiter(table)
    table.answer("fault", "cards", "carte_exposee", "E", "S", True, None)
    assert table.stage.find("confirm").text == "Finir d’abord la donne"
    table.confirm()
    table.record(Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=60))
    table.tap("call")
    table.settle()
    table.tap("code")
    table.code()
    table.answer("resume")
    table.confirm()
    assert table.session.feuille.donnes == ()


def test_a_donne_is_struck(table: TableStage) -> None:
    arbiter(table, GARDE)
    table.answer("strike", 1, "irregular")
    table.confirm()
    assert table.session.feuille.course.owed == 4


def test_donnes_are_struck_for_slow_play(table: TableStage) -> None:
    arbiter(table, GARDE)
    table.answer("shorten", 2)
    table.confirm()
    assert table.session.feuille.course.owed == 1


@pytest.mark.parametrize("under_way", [True, False])
def test_time_is_called(table: TableStage, under_way: bool) -> None:
    arbiter(table, GARDE)
    table.answer("time")
    assert table.shows("Une donne est-elle en cours\u00a0?")
    table.answer(under_way)
    table.confirm()
    assert table.session.feuille.course.is_over is not under_way
    if under_way:
        table.record(GARDE)
    assert table.session.feuille.course.is_over


def test_going_back_leads_to_the_first_question_and_to_the_menu(table: TableStage) -> None:
    arbiter(table)
    table.answer("fault", "renonce")
    table.tap("back")
    assert table.shows("Que s’est-il passé\u00a0?")
    table.tap("back")
    assert table.shows("Que décidez-vous\u00a0?")
    assert table.stage.find("back").disabled


def test_a_wrong_dealer_seen_too_late_is_named_at_once(table: TableStage) -> None:
    arbiter(table)
    table.answer("fault", "deal", "erreur_donneur.after_end")
    table.confirm()
    assert table.shows("Qui a donné ces cartes\u00a0?")
    table.tap("dealer.S")
    table.settle()
    assert table.session.feuille.course.dealer == "S"
    assert table.nav.current == "entry"


def test_whoever_leaves_towards_a_screen_that_did_not_lead_here_comes_to_the_sheet(table: TableStage) -> None:
    arbiter(table)
    table.nav.swap("faults", home="visas")
    table.stage.frames()
    table.tap("leave")
    assert table.nav.current == "entry"


def test_each_question_begins_at_its_top(table: TableStage) -> None:
    arbiter(table)
    sheet = table.nav.current_screen.ids.sheet
    for answer in ("fault", "conduct"):
        sheet.scroll_y = 0
        table.answer(answer)
        assert sheet.scroll_y == 1
    sheet.scroll_y = 0
    table.tap("back")
    assert sheet.scroll_y == 1
