"""A sur-contrat or a chelem, from the asking to its end, by taps."""

from app.domain.donne.contrat import Chelem, Contrat
from app.domain.donne.deroulement import DonnePassed
from app.domain.events.table import Announce, Entry
from app.domain.events.tournoi import LoneSheetStarted
from tests.ui.table_stage import GARDE, NAMES, SEATS, TableStage


def ask(table: TableStage, seat: str = "O", contrat: str = "garde_sans") -> None:
    """Choose who takes what, which leads to the call."""
    table.tap(f"seat.{seat}")
    table.tap(f"contract.{contrat}")
    table.until(lambda: table.nav.current == "call")
    table.settle()


def decide(table: TableStage, word: str) -> None:
    table.tap("code")
    table.code()
    table.tap(word)
    table.settle()


def form(table: TableStage):
    return table.nav.table.entry.form


def test_a_sur_contrat_is_counted_for_and_granted(table: TableStage) -> None:
    table.begin()
    ask(table)
    assert table.shows("Garde sans demandée par Ouest")
    for seat in "NSEO":
        table.tap(f"count.{seat}")
    assert table.nav.current_screen.call.is_counted
    decide(table, "grant")
    assert table.nav.current == "entry"
    assert (form(table).preneur, form(table).contrat) == ("O", Contrat.GARDE_SANS)
    table.record(Entry(preneur="O", contrat=Contrat.GARDE_SANS, bouts=2, demi_points=90))
    assert table.session.feuille.unvisaed() == ()


def test_a_call_keeps_in_sight_which_donne_it_is_what_time_is_left_and_that_all_is_saved(table: TableStage) -> None:
    names = {seat: NAMES[seat] for seat in SEATS[4]}
    table.open(LoneSheetStarted(table=3, position=1, donnes=3, names=names, minutes=45), "N")
    ask(table)
    assert table.shows("Donne 1 sur 3 · Donneur\u00a0: Nord\u00a0◆")
    assert table.shows("reste 45\u00a0min")
    assert table.shows("✓ Enregistré ici")


def test_once_the_position_is_over_no_time_is_left_to_say(table: TableStage) -> None:
    names = {seat: NAMES[seat] for seat in SEATS[4]}
    table.open(LoneSheetStarted(table=3, position=1, donnes=1, names=names, minutes=45), "N")
    assert table.shows("reste 45\u00a0min")
    table.record(Entry(preneur="E", contrat=Contrat.PRISE, bouts=2, demi_points=90))
    assert table.session.feuille.course.is_over
    assert table.nav.seconds_left is None
    assert not any(label.text.startswith("reste") for label in table.stage.labels())


def test_what_is_done_next_stands_on_the_right_of_the_bar(table: TableStage) -> None:
    table.begin()
    ask(table)
    assert table.stage.find("code").x > table.stage.find("cancel").right
    table.tap("code")
    table.code()
    assert table.stage.find("grant").x > table.stage.find("refuse").right


def test_a_refused_one_is_played_by_the_earlier_bidder(table: TableStage) -> None:
    table.begin()
    ask(table, contrat="garde_contre")
    decide(table, "refuse")
    assert table.nav.current == "call"
    assert table.stage.find("settle").disabled
    table.tap("bid.N.prise")
    table.tap("bid.E.garde")
    assert table.stage.find("settle").text == "Est joue sa garde"
    table.tap("settle")
    assert table.nav.current == "entry"
    assert (form(table).preneur, form(table).contrat) == ("E", Contrat.GARDE)


def test_a_refusal_is_not_forgotten_when_the_sheet_is_left_before_an_earlier_bidder_answers(table: TableStage) -> None:
    table.begin()
    ask(table)
    decide(table, "refuse")
    sheet = table.nav.table.id
    table.nav.home()
    table.nav.resume(sheet)
    table.until(lambda: table.nav.table is not None)
    table.stage.frames()
    assert (table.nav.current, table.nav.current_screen.phase) == ("call", "earlier")
    table.tap("bid.E.garde")
    table.tap("settle")
    assert table.nav.current == "entry"
    assert (form(table).preneur, form(table).contrat) == ("E", Contrat.GARDE)


def test_a_refused_one_that_is_said_again_leads_back_to_the_earlier_bidders(table: TableStage) -> None:
    table.begin()
    ask(table)
    decide(table, "refuse")
    table.tap("bid.E.garde")
    table.tap("settle")
    table.tap("seat.O")
    table.tap("contract.garde_sans")
    assert table.shows("L’arbitre a refusé cette garde sans")
    table.tap("instead")
    assert (table.nav.current, table.nav.current_screen.phase) == ("call", "earlier")


def test_a_refused_one_that_is_written_all_the_same_is_marked_refused(table: TableStage) -> None:
    table.begin()
    ask(table)
    decide(table, "refuse")
    table.tap("bid.E.garde")
    table.tap("settle")
    table.tap("seat.O")
    table.tap("contract.garde_sans")
    table.tap("keep")
    assert table.shows("⚠ L’arbitre a refusé cette garde sans")
    table.tap("bouts.2")
    table.type("45")
    table.tap("validate")
    table.settle()
    assert table.session.feuille.turned_down() == (1,)
    assert table.shows("refusé")
    assert not table.shows("sans visa")
    table.tap("call")
    table.settle()
    table.tap("code")
    table.code()
    table.answer("grant", 1)
    table.confirm()
    assert table.session.feuille.turned_down() == ()


def test_a_refused_chelem_that_is_said_again_can_be_taken_back(table: TableStage) -> None:
    table.begin()
    for again in (False, True):
        table.tap("seat.N") if not again else None
        table.tap("contract.garde") if not again else None
        table.tap("chelem")
        table.tap("chelem.announced_made")
        if again:
            assert table.shows("L’arbitre a refusé ce chelem")
            table.tap("instead")
        else:
            table.until(lambda: table.nav.current == "call")
            table.settle()
            decide(table, "refuse")
    assert table.nav.current == "entry"
    assert (form(table).contrat, form(table).chelem) == (Contrat.GARDE, None)


def test_a_refused_one_that_all_decline_passes_the_donne(table: TableStage) -> None:
    table.begin()
    ask(table)
    decide(table, "refuse")
    for seat in "NS":
        table.tap(f"bid.{seat}.None")
        assert table.stage.find("settle").disabled
    table.tap("bid.E.None")
    table.tap("settle")
    table.settle()
    assert isinstance(table.session.feuille.lines[-1].happening, DonnePassed)
    assert form(table).is_empty
    assert table.session.feuille.course.dealer == "O"


def test_one_tap_says_that_nobody_plays(table: TableStage) -> None:
    table.begin()
    ask(table)
    decide(table, "refuse")
    table.tap("nobody")
    assert not table.stage.find("settle").disabled


def test_an_announced_chelem_is_granted_or_simply_not_announced(table: TableStage) -> None:
    table.begin()
    for word, kept in (("grant", Chelem.ANNOUNCED_MADE), ("refuse", None)):
        table.tap("seat.N")
        table.tap("contract.garde")
        table.tap("chelem")
        table.tap("chelem.announced_made")
        table.until(lambda: table.nav.current == "call")
        table.settle()
        assert table.shows("Chelem annoncé par Nord")
        decide(table, word)
        assert table.nav.current == "entry"
        assert (form(table).contrat, form(table).chelem) == (Contrat.GARDE, kept)
        table.nav.table.entry.leave()
        table.record(GARDE)


def test_a_hand_with_a_wrong_number_leads_to_the_ruling_on_a_misdeal(table: TableStage) -> None:
    table.begin()
    ask(table)
    table.tap("miscounted")
    table.code()
    assert table.shows("Le compte du preneur est-il faux\u00a0?")
    table.answer(True)
    table.confirm()
    assert table.nav.current == "entry"
    assert table.session.feuille.course.dealer == "N"
    assert [fine.points for fine in table.session.state.penalties.values()] == [100]
    assert form(table).is_empty


def test_a_misdeal_that_the_preneur_plays_on_returns_to_the_call(table: TableStage) -> None:
    table.begin()
    ask(table)
    table.tap("miscounted")
    table.code()
    table.answer(False, "play")
    table.confirm()
    assert table.nav.current == "call"
    decide(table, "grant")
    assert table.nav.current == "entry"


def test_what_was_asked_is_withdrawn(table: TableStage) -> None:
    table.begin()
    ask(table)
    table.tap("cancel")
    table.settle()
    assert table.session.feuille.requests == ()
    assert (form(table).preneur, form(table).contrat) == ("O", None)


def test_without_a_decision_the_donne_is_kept_and_granted_later(table: TableStage) -> None:
    table.begin()
    ask(table)
    table.tap("leave")
    table.record(Entry(preneur="O", contrat=Contrat.GARDE_SANS, bouts=2, demi_points=90))
    assert table.session.feuille.unvisaed() == (1,)
    table.tap("call")
    table.settle()
    table.tap("code")
    table.code()
    table.answer("grant", 1)
    table.confirm()
    assert table.nav.current == "entry"
    assert table.session.feuille.unvisaed() == ()


def test_a_request_left_open_is_answered_from_the_arbiters_menu(table: TableStage) -> None:
    table.begin()
    ask(table)
    table.tap("leave")
    table.tap("call")
    table.settle()
    table.tap("code")
    table.code()
    table.answer("answer")
    table.tap("grant")
    table.settle()
    assert table.session.feuille.requests[0].granted


def test_the_mort_counts_nothing_and_a_table_of_three_has_24_cards(table: TableStage) -> None:
    table.begin(5)
    ask(table)
    assert table.nav.current_screen.call.players == ("S", "E", "O", "E2")
    table.tap("cancel")
    table.settle()
    table.nav.home()
    table.begin(3)
    ask(table)
    assert table.stage.find("miscounted").text == "Une main n’a pas 24 cartes"


def test_an_answer_that_comes_after_the_sheet_was_left_is_nobodys(table: TableStage) -> None:
    table.begin()
    table.nav.go("call", seat="O", announce=Announce.GARDE_SANS)
    table.nav.home()  # before the disk has answered
    table.until(lambda: not table.nav.saving)
    table.stage.frames()
    assert table.nav.current == "home"
