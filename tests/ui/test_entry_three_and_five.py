"""Tables of three and of five: halves, a called king, the mort."""

from app.domain.events.tournoi import PartieStarted
from tests.ui.table_stage import NAMES, SEATS, TableStage
from tests.ui.test_entry_screen import HALF, bilans, enter, keys, partie, validate


def test_a_poignee_noted_for_who_turns_out_to_be_the_mort_is_taken_back(table: TableStage) -> None:
    names = {seat: NAMES[seat] for seat in SEATS[5]}
    table.open(PartieStarted(names=names, has_mort=True), "E")
    enter(table, "seat.S", "contract.garde", "bouts.2", *keys("49"), "poignee", "poignee.N.10", "done")
    enter(table, "menu", "wrong_dealer", "dealer.N")
    table.settle()
    assert table.stage.find("validate").disabled
    enter(table, "poignee", "poignee.N.None", "done")
    validate(table)
    assert bilans(table)["S"] == 198


def test_three_count_in_halves_and_share_by_two(table: TableStage) -> None:
    table.begin(3)
    assert [widget.aid for widget in table.stage.targets() if widget.aid == "seat.N"] == []
    enter(table, "seat.S", "contract.prise", "bouts.2", "key.4", "key.0", f"key.{HALF}")
    assert table.shows("Prise chutée de 1")
    enter(table, "key.4", "key.1", f"key.{HALF}")
    assert table.shows("Prise faite de 1")
    enter(table, "poignee", "poignee.E.13", "done")
    validate(table)
    assert bilans(table) == {"S": 92, "E": -46, "O": -46}


def test_five_sit_around_the_table_in_the_order_of_the_turn(table: TableStage) -> None:
    """N, O, S, E, E2, against the clock: East and East 2 share the right side, and nobody sits in the middle."""
    partie(table, 5)
    seat = {name: table.stage.find(f"seat.{name}") for name in SEATS[5]}
    assert seat["O"].right < seat["N"].x == seat["S"].x
    assert seat["N"].right < seat["E"].x == seat["E2"].x
    assert seat["S"].top < seat["O"].y < seat["O"].top < seat["N"].y
    assert seat["S"].y < seat["E"].y < seat["E"].top < seat["E2"].y < seat["E2"].top < seat["N"].top


def test_five_call_a_king(table: TableStage) -> None:
    partie(table, 5)
    enter(table, "seat.E2", "contract.garde", "bouts.2", *keys("49"))
    assert table.stage.find("validate").text == "Il manque\u00a0: roi appelé"
    kings = table.stage.find("partner.N").parent
    assert [word for _, word in kings.options] == ["Seul", "N", "S", "E", "O", "E2"]
    table.nav.words.lang = "en"
    assert [word for _, word in kings.options] == ["Alone", "N", "S", "E", "W", "E2"]
    table.nav.words.lang = "fr"
    table.tap("partner.N")
    assert table.shows("Roi appelé\u00a0: DURAND Camille")
    validate(table)
    assert bilans(table) == {"N": 66, "S": -66, "E": -66, "O": -66, "E2": 132}
    enter(table, "seat.E2", "contract.garde", "bouts.2", *keys("49"), "partner.None", "poignee", "poignee.E2.8", "done")
    validate(table)
    assert bilans(table)["E2"] == 132 + 4 * 86


def test_five_with_a_mort_play_as_four_and_the_mort_deals(table: TableStage) -> None:
    partie(table, 5, has_mort=True)
    assert table.shows("mort")
    assert "partner.N" not in {target.aid for target in table.stage.targets()}
    enter(table, "seat.N", "contract.garde", "bouts.2", *keys("49"))
    assert table.stage.find("validate").disabled  # North deals, and sits out
    enter(table, "nobody", "all_pass")
    table.settle()
    assert table.session.feuille.course.dealer == "N"
    enter(table, "seat.S", "contract.garde", "bouts.2", *keys("49"))
    validate(table)
    assert bilans(table) == {"N": 0, "S": 198, "E": -66, "O": -66, "E2": -66}
    assert table.session.feuille.course.dealer == "O"
