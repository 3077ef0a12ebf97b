"""North enters donnes by taps: every contract and bonus, in any order, refused where the law refuses."""

import pytest

from app.domain.donne.contrat import Camp, Chelem
from app.domain.events.table import NoContract
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted
from tests.ui.table_stage import NAMES, SEATS, TableStage

HALF = "½"


def enter(table: TableStage, *aids: str) -> None:
    """Tap one thing after the other."""
    for aid in aids:
        table.tap(aid)


def keys(points: str) -> list[str]:
    return [f"key.{key}" for key in points]


def validate(table: TableStage) -> None:
    table.tap("validate")
    table.settle()


def partie(table: TableStage, players: int, *, has_mort: bool = False) -> None:
    names = {seat: NAMES[seat] for seat in SEATS[players]}
    table.open(PartieStarted(names=names, has_mort=has_mort), SEATS[players][0])


def bilans(table: TableStage) -> dict[str, int]:
    return dict(table.session.feuille.sheet.bilans)


def form(table: TableStage):
    return table.nav.table.entry.form


def test_a_plain_donne_takes_six_taps(table: TableStage) -> None:
    table.begin()
    taps = ["seat.E", "contract.garde", "bouts.2", "key.4", "key.9", "validate"]
    enter(table, *taps)
    table.settle()
    assert len(taps) == 6
    assert bilans(table) == {"N": -66, "S": -66, "E": 198, "O": -66}
    assert form(table).is_empty
    assert table.shows("✓ Enregistré ici")


def test_steps_are_taken_in_any_order_and_changed_and_the_button_says_what_is_missing(table: TableStage) -> None:
    table.begin()
    button = table.stage.find("validate")
    assert button.disabled
    assert button.text == "Il manque\u00a0: preneur, contrat, bouts, points"
    enter(table, "key.5", "key.2", "bouts.3")
    assert button.text == "Il manque\u00a0: preneur, contrat"
    enter(table, "bouts.2", "contract.prise", "seat.S", "contract.garde", "seat.N", "key.⌫", "key.clear", *keys("52"))
    assert not button.disabled
    assert button.text == "Valider la donne 1"
    assert table.session.feuille.donnes == ()
    assert table.shows("Garde faite de 11")
    validate(table)
    assert bilans(table)["N"] == 216


def test_marks_and_their_explanation_appear_while_typing_and_are_read_out_large(table: TableStage) -> None:
    table.begin()
    enter(table, "seat.E", "contract.garde", "bouts.2", "key.8")
    assert table.shows("Garde chutée de 33")
    table.tap("key.0")
    assert table.shows("Garde faite de 39")
    assert table.nav.current_screen.ids.sheet.bilans == [-128, -128, 384, -128]
    assert "(25 + 39) × 2" in table.stage.find("telling").sum
    table.tap("telling")
    assert any("Est marque 128 × 3 = +384" in label.text for label in table.stage.labels())
    table.tap("cancel")


def test_the_defences_points_can_be_typed_instead(table: TableStage) -> None:
    table.begin()
    enter(table, "seat.E", "contract.garde", "bouts.2", "points.defense", *keys("42"))
    assert table.stage.find("points.attack").figure == "49"
    validate(table)
    assert bilans(table)["E"] == 198


# In one line each: what is tapped beside East, two bouts and 49 points, and what East then marks.
BONUSES = [
    (["contract.prise"], 99),
    (["contract.garde"], 198),
    (["contract.garde_sans"], 396),
    (["contract.garde_contre"], 594),
    (["contract.garde", "petit.attack"], 258),
    (["contract.garde", "petit.defense"], 138),
    (["contract.garde", "petit.attack", "petit.None"], 198),
    (["contract.garde", "poignee", "poignee.E.10", "done"], 258),
    (["contract.garde", "poignee", "poignee.E.13", "done"], 288),
    (["contract.garde", "poignee", "poignee.E.15", "done"], 318),
    (["contract.garde", "poignee", "poignee.N.10", "poignee.E.10", "done"], 318),
    (["contract.garde", "poignee", "poignee.N.10", "poignee.N.None", "done"], 198),
    (["contract.garde", "chelem", "chelem.announced_failed"], -402),
]


@pytest.mark.parametrize(("taps", "mark"), BONUSES, ids=[" ".join(taps) for taps, _ in BONUSES])
def test_every_contract_and_bonus_is_entered(table: TableStage, taps: list[str], mark: int) -> None:
    partie(table, 4)
    enter(table, "seat.E", "bouts.2", *keys("49"), *taps)
    validate(table)
    assert bilans(table)["E"] == mark
    assert sum(bilans(table).values()) == 0


CHELEMS = [
    ("announced_made", "3", "91", Chelem.ANNOUNCED_MADE, 1680),
    ("unannounced", "2", "87", Chelem.UNANNOUNCED, 1026),
    ("defense", "0", "0", Chelem.DEFENSE, -1086),
]


@pytest.mark.parametrize(("name", "bouts", "points", "kind", "mark"), CHELEMS, ids=[row[0] for row in CHELEMS])
def test_every_chelem_is_entered(
    table: TableStage, name: str, bouts: str, points: str, kind: Chelem, mark: int
) -> None:
    partie(table, 4)
    enter(table, "seat.E", "contract.garde", f"bouts.{bouts}", *keys(points), "chelem", f"chelem.{name}")
    validate(table)
    assert table.session.feuille.donnes[0].donne.chelem is kind
    assert bilans(table)["E"] == mark


def test_87_points_with_two_bouts_ask_whether_it_was_a_chelem(table: TableStage) -> None:
    partie(table, 4)
    enter(table, "seat.E", "contract.garde", "bouts.2", *keys("87"), "validate")
    assert table.shows("Un chelem\u00a0?")
    assert table.session.feuille.donnes == ()
    table.tap("no_chelem")
    table.settle()
    assert table.session.feuille.donnes[0].donne.chelem is None
    enter(table, "seat.E", "contract.garde", "bouts.2", *keys("87"), "validate", "chelem.unannounced")
    validate(table)
    assert table.session.feuille.donnes[1].donne.chelem is Chelem.UNANNOUNCED


def test_the_worked_sheet_of_the_rules_comes_out_exactly(table: TableStage) -> None:
    """Sur-contrat and announced chelem included, with the arbiter's visa."""
    table.begin(donnes=5)
    poignee = ("poignee", "poignee.{}.10", "done")

    def shown(seat: str) -> list[str]:
        return [aid.format(seat) for aid in poignee]

    enter(table, "seat.E", "contract.garde", "bouts.2", *keys("49"), *shown("E"), "petit.attack")
    validate(table)
    assert bilans(table) == {"N": -106, "S": -106, "E": 318, "O": -106}
    enter(table, "seat.O", "contract.garde_sans")
    table.settle()
    table.tap("code")
    table.code()
    table.tap("grant")
    table.settle()
    enter(table, "bouts.2", *keys("45"), "petit.defense")
    validate(table)
    enter(table, "seat.S", "contract.prise", "bouts.2", *keys("34"), *shown("S"), "petit.attack")
    validate(table)
    enter(table, "seat.N", "contract.garde", "bouts.2", *keys("52"), *shown("S"))
    validate(table)
    enter(table, "seat.S", "contract.garde", "chelem", "chelem.announced_made")
    table.settle()
    table.tap("code")
    table.code()
    table.tap("grant")
    table.settle()
    enter(table, "bouts.2", *keys("87"), *shown("S"), "petit.attack")
    validate(table)
    marks = [dict(line.scored.marks) for line in table.session.feuille.donnes]
    assert marks == [
        {"N": -106, "S": -106, "E": 318, "O": -106},
        {"N": -76, "S": -76, "E": -76, "O": 228},
        {"N": 42, "S": -126, "E": 42, "O": 42},
        {"N": 276, "S": -92, "E": -92, "O": -92},
        {"N": -582, "S": 1746, "E": -582, "O": -582},
    ]
    assert bilans(table) == {"N": -446, "S": 1346, "E": -390, "O": -510}
    assert table.session.feuille.unvisaed() == ()
    assert table.stage.find("validate").text == "Signer la feuille"
    assert table.shows("La position est terminée")


# What is tapped beside East and a garde, the sentence, and the field it is said at.
REFUSALS = [
    ("bouts.3 11", "Avec 3 bouts, l’attaque a au moins 12 points", "points"),
    ("bouts.0 80", "La défense tient 3 bouts, donc l’attaque a 79 points au plus", "points"),
    ("bouts.2 99", "Les points vont de 0 à 91, et non 99", "points"),
    ("bouts.0 40 petit.attack", "Le camp du petit au bout n’a aucun bout", "petit_au_bout"),
    ("bouts.3 40 petit.defense", "Le camp du petit au bout n’a aucun bout", "petit_au_bout"),
    ("bouts.2 49 poignee poignee.N.13 poignee.S.13 done", "26 atouts sont montrés en tout", "poignees"),
    ("bouts.3 91", "91 points, c’est un chelem", "chelem"),
    ("bouts.2 87 petit.defense chelem chelem.unannounced", "Qui fait le chelem fait aussi la dernière levée", "chelem"),
    ("bouts.2 49 chelem chelem.unannounced", "Un chelem fait 91 points avec 3 bouts", "chelem"),
    ("bouts.2 30 chelem chelem.unannounced", "Un chelem est réussi, et pourtant le contrat est chuté", "chelem"),
    ("bouts.2 49 chelem chelem.defense", "La défense a fait toutes les levées, et pourtant", "chelem"),
]


@pytest.mark.parametrize(("taps", "sentence", "field"), REFUSALS, ids=[row[0] for row in REFUSALS])
def test_what_contradicts_is_said_at_its_field_and_cannot_be_written(
    table: TableStage, taps: str, sentence: str, field: str
) -> None:
    partie(table, 4)
    enter(table, "seat.E", "contract.garde")
    for tap in taps.split():
        enter(table, *(keys(tap) if tap.isdecimal() else [tap]))
    told = table.stage.find("telling").refusals
    assert any(said.startswith(sentence) for said in told), told
    assert field in {found.field for found in table.nav.current_screen.reading.contradictions}
    button = table.stage.find("validate")
    assert button.disabled
    assert button.text.startswith("À vérifier")
    table.tap("validate")
    assert table.session.feuille.donnes == ()
    assert any(getattr(widget, "wrong", False) for widget in table.stage.widgets())


def test_a_barred_player_may_not_take_and_the_seat_says_so(table: TableStage) -> None:
    table.begin()
    table.tap("call")
    table.settle()
    table.tap("code")
    table.code()
    table.answer("fault", "deal", "fausse_donne.dealing")
    table.confirm()
    assert table.shows("n’enchérit pas")
    enter(table, "seat.N", "contract.garde", "bouts.2", *keys("49"))
    assert "Nord" in table.stage.find("telling").refusals[0]
    assert table.stage.find("validate").disabled
    table.tap("seat.S")
    validate(table)
    assert len(table.session.feuille.donnes) == 1


@pytest.mark.parametrize("why", [NoContract.ALL_PASS, NoContract.PETIT_SEC])
def test_nobody_plays_by_one_tap_and_a_confirmation(table: TableStage, why: NoContract) -> None:
    table.begin()
    enter(table, "nobody", why.value)
    table.settle()
    assert table.session.feuille.donnes == ()
    assert table.session.feuille.lines[-1].passed is why
    assert table.session.feuille.course.dealer == "O"
    assert table.shows("Donne 1 sur 3 · Donneur\u00a0: Ouest\u00a0◆")


def test_cards_that_nobody_plays_leave_nothing_in_the_form(table: TableStage) -> None:
    table.begin()
    enter(table, "seat.E", "contract.garde", "bouts.2", *keys("49"), "nobody", "all_pass")
    table.settle()
    assert form(table).is_empty
    assert table.nav.current_screen.form.is_empty
    assert table.stage.find("validate").disabled


def test_a_digit_on_the_way_to_two_raises_no_alarm(table: TableStage) -> None:
    table.begin()
    enter(table, "seat.E", "contract.garde", "bouts.2", "key.4")
    assert table.stage.find("validate").text == "Il manque\u00a0: points"
    assert not any(getattr(widget, "wrong", False) for widget in table.stage.widgets())
    enter(table, "key.9")
    assert table.stage.find("validate").text == "Valider la donne 1"


def test_the_other_camps_tile_keeps_the_points_and_a_wrong_figure_is_told_of_its_own_camp(table: TableStage) -> None:
    table.begin()
    enter(table, "seat.E", "contract.garde", "bouts.2", *keys("49"), "points.defense")
    assert table.stage.find("points.defense").figure == "42"
    assert not table.stage.find("validate").disabled
    enter(table, *keys("99"))
    assert table.stage.find("points.attack").figure == ""
    (told,) = table.stage.find("telling").refusals
    assert told == "Les points vont de 0 à 91, et non 99\u00a0: recomptez les levées de la défense."


def test_the_next_donne_begins_at_the_top_of_the_fields(table: TableStage) -> None:
    table.begin()
    enter(table, "seat.E", "contract.garde", "bouts.2", *keys("49"))
    table.nav.current_screen.ids.fields.scroll_y = 0
    table.tap("contract.garde")
    table.nav.current_screen.ids.fields.scroll_y = 0
    table.nav.current_screen.refresh()
    assert table.nav.current_screen.ids.fields.scroll_y == 0
    validate(table)
    assert table.nav.current_screen.ids.fields.scroll_y == 1


def test_another_dealer_is_noted(table: TableStage) -> None:
    table.begin()
    enter(table, "menu", "wrong_dealer", "dealer.S")
    table.settle()
    assert table.session.feuille.course.dealer == "S"


def test_the_keypad_goes_to_the_left_hand(table: TableStage) -> None:
    table.begin()
    key, contract = table.stage.find("key.5"), table.stage.find("seat.N")
    assert key.to_window(*key.center)[0] > contract.to_window(*contract.center)[0]
    enter(table, "menu", "settings", "left_handed.True", "back")
    table.stage.frames(5)
    assert key.to_window(*key.center)[0] < contract.to_window(*contract.center)[0]


def test_the_sheet_says_names_places_time_dealer_sum_and_what_is_left(table: TableStage) -> None:
    names = {seat: NAMES[seat] for seat in SEATS[4]}
    places = {"N": "N1", "S": "S4", "E": "E2", "O": "O3"}
    begun = LoneSheetStarted(table=3, position=2, donnes=4, names=names, places=places, minutes=45)
    table.open(begun, "E")
    for text in (
        "Table 3 · Position 2",
        "Donne 1 sur 4 · Donneur\u00a0: Est\u00a0◆",
        "DUPONT Dominique",
        "S4",
        "Somme 0 ✓",
        "✓ Enregistré ici",
    ):
        assert table.shows(text), text
    assert any(label.text.startswith("reste") for label in table.stage.labels())


def test_saving_is_said_until_the_disk_has_it(table: TableStage) -> None:
    table.begin()
    enter(table, "seat.E", "contract.garde", "bouts.2", *keys("49"))
    said = []
    table.nav.fbind("saving", lambda _nav, saving: said.append(saving))
    validate(table)
    assert said == [1, 0]
    assert table.shows("✓ Enregistré ici")


def test_a_camp_without_a_tap_is_nobody(table: TableStage) -> None:
    table.begin()
    assert form(table).petit_au_bout is None
    table.tap("petit.attack")
    assert form(table).petit_au_bout is Camp.ATTACK
