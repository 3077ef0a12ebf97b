"""A table joined to a real desk, by taps: pairing, the link in words, swap, next position, the arbiter from afar."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sync.poste_process import PosteProcess, running_poste
from tests.ui.desk_stage import ControlDesk, JoinedTable, beside_desk

ALL_THERE = "✓ Tout est au contrôle"


@pytest.fixture
def control(tmp_path: Path) -> Iterator[ControlDesk]:
    control = ControlDesk(tmp_path / "desk")
    with control.running():
        control.opens()
        yield control


@pytest.fixture
def table(play, tmp_path: Path, control: ControlDesk) -> Iterator[JoinedTable]:
    with beside_desk(play, tmp_path / "tablet", control) as table:
        yield table


def test_a_tablet_is_paired_by_taps_and_its_first_donne_arrives_at_the_desk(
    table: JoinedTable, control: ControlDesk
) -> None:
    table.knocks()
    table.until(lambda: table.shows("Le contrôle doit confirmer cette tablette"))
    assert table.shows(table.device[:4])
    control.does("devices", "approve", table.device[:4])
    table.until(lambda: table.shows("En attente d’une table"))
    control.does("devices", "assign", "3", table.device[:4])
    table.sees_sheet()
    assert table.shows("Table 3 · Position 1")
    table.tap("dealer.N")
    table.settle()
    table.enters()
    table.says(ALL_THERE)
    assert len(control.sheet()["donnes"]) == 1


def test_a_refusal_stands_at_its_field_and_nothing_typed_is_lost(table: JoinedTable, control: ControlDesk) -> None:
    code = control.code()
    wrong = f"{(int(code) + 1) % 10**8:08}"
    table.knocks(wrong)
    screen = table.nav.get_screen("join")
    assert table.shows("Ce n’est pas le code affiché au contrôle\u00a0: relisez-le et tapez-le de nouveau.")
    assert (screen.code, screen.address) == (wrong, f"127.0.0.1:{control.port}")
    table.tap("field.address")
    table.tap("key.clear")
    table.type("127.0.0.1:1")
    table.tap("join")
    table.until(lambda: not screen.is_busy)
    assert screen.address_refusal.startswith("Aucun contrôle ne répond à 127.0.0.1:1")
    assert screen.code == wrong
    table.types(f"127.0.0.1:{control.port}", "")
    table.tap("key.clear")
    table.type(code)
    table.tap("join")
    table.until(lambda: table.shows("Le contrôle doit confirmer cette tablette"))


def test_the_link_is_told_in_words_while_the_desk_is_away_and_after(play, tmp_path: Path) -> None:
    control = ControlDesk(tmp_path / "desk")
    with beside_desk(play, tmp_path / "tablet", control) as table:
        with control.running() as desk:
            control.opens()
            table.joins()
            table.tap("dealer.N")
            table.settle()
            table.says(ALL_THERE)
            desk.process.kill()
            desk.process.wait()
            table.says("○ Enregistré ici · contrôle injoignable")
            table.enters()
            table.says("○ Enregistré ici · contrôle injoignable · 1 en attente")
            table.tap("link")
            assert any("ne répond plus depuis" in label.text for label in table.stage.labels())
            table.tap("understood")
        with control.running():
            table.says(ALL_THERE)
            assert len(control.sheet()["donnes"]) == 1


def test_after_a_restart_the_tablet_is_where_it_was_with_the_desk_away_too(play, tmp_path: Path) -> None:
    control = ControlDesk(tmp_path / "desk")
    with control.running(), beside_desk(play, tmp_path / "tablet", control) as table:
        control.opens()
        table.joins()
        table.tap("dealer.N")
        table.settle()
        table.enters()
        table.tap("seat.S")
        table.says(ALL_THERE)
    with beside_desk(play, tmp_path / "tablet", control) as table:
        table.sees_sheet()
        assert len(table.nav.feuille.donnes) == 1
        assert table.nav.table.entry.form.preneur == "S"
        table.says("○ Enregistré ici · contrôle injoignable")


def joined_poste(control: ControlDesk, data: Path, poste: str = "table"):
    assert control.desk is not None
    return running_poste(control.desk, data, code=control.code(poste), poste=poste)


def approve(control: ControlDesk, poste: PosteProcess, *words: str) -> None:
    control.does("devices", "approve", poste.device, *words)


def test_a_table_that_goes_to_another_tablet_says_so_and_comes_back_at_the_same_donne(
    table: JoinedTable, control: ControlDesk, tmp_path: Path
) -> None:
    table.joins()
    table.tap("dealer.N")
    table.settle()
    table.enters()
    table.says(ALL_THERE)
    with joined_poste(control, tmp_path / "other") as other:
        approve(control, other, "--table", "3")
        table.until(lambda: table.shows("La table 3 est maintenant sur une autre tablette"))
        assert table.shows("Tout ce qui a été saisi ici était au contrôle.")
        table.tap("understood")
        assert table.shows("En attente d’une table")
        other.does("wait", "seated", "1")
        other.does("sheets", "record", "3", "S", "prise", "1", "51")
        other.does("wait", "sent")
    control.does("devices", "assign", "3", table.device)
    table.sees_sheet()
    assert len(table.nav.feuille.donnes) == 2


def test_what_did_not_leave_a_tablet_before_it_lost_its_table_is_told(play, tmp_path: Path) -> None:
    control = ControlDesk(tmp_path / "desk")
    with beside_desk(play, tmp_path / "tablet", control) as table:
        with control.running():
            control.opens()
            table.joins()
            table.tap("dealer.N")
            table.settle()
            table.says(ALL_THERE)
            with joined_poste(control, tmp_path / "other") as other:
                approve(control, other)
                other.does("wait", "no_table")
        table.enters()
        control.does("devices", "assign", "3", other.device)
        with control.running():
            table.until(lambda: table.shows("La table 3 est maintenant sur une autre tablette"))
            table.until(lambda: any("pas repris" in one.text and "garde" in one.text for one in table.stage.labels()))
            table.tap("understood")
            table.says("⚠ 1 ligne à revoir par le contrôle")


def test_the_next_position_is_waited_for_and_opens_by_itself(table: JoinedTable, control: ControlDesk) -> None:
    table.joins()
    table.tap("dealer.N")
    table.settle()
    table.enters()
    table.enters(seat="S", contract="prise", bouts=1, points="51")
    table.tap("validate")
    for seat in "NSEO":
        table.sign(seat)
    table.tap("send")
    table.settle()
    table.until(lambda: bool(table.nav.desk.places))
    assert table.stage.find("send").text == "Passer à la position 2"
    table.tap("send")
    assert table.shows("Table 3 → position 2")
    assert table.shows("reste à la table 3")
    table.says(ALL_THERE)
    for other in ("1", "2", "4", "5"):
        control.does(
            "sheets", "type", other, "--reason", "papier", "E", "garde", "2", "49", "/", "S", "prise", "1", "51"
        )
    control.does("close")
    control.does("open")
    table.sees_sheet(position=2)


def test_without_network_the_arbiter_decides_by_a_code_of_their_own_tablet(play, tmp_path: Path) -> None:
    control = ControlDesk(tmp_path / "desk")
    with (
        beside_desk(play, tmp_path / "tablet", control) as table,
        control.running() as desk,
        joined_poste(control, tmp_path / "arbiter", "arbitre") as arbiter,
    ):
        control.opens()
        table.joins()
        table.tap("dealer.N")
        table.settle()
        approve(control, arbiter)
        arbiter.does("wait", "no_position")
        desk.process.kill()
        desk.process.wait()
        table.tap("seat.O")
        table.tap("contract.garde_sans")
        table.until(lambda: table.nav.current == "call")
        table.settle()
        table.tap("code")
        table.until(lambda: not table.nav.current_screen.is_busy)
        table.tap("by_device")
        assert table.nav.current == "call"
        table.tap("grant")
        assert table.shows("Table 3 · Position 1 · Donne 1\nSur-contrat ou chelem accordé")
        code = arbiter.does("decision-code", "3", "1", "grant", "garde_sans", "O")["code"]
        table.type(code)
        table.tap("submit")
        table.until(lambda: table.nav.current == "entry")
        table.tap("bouts.2")
        table.type("49")
        table.tap("validate")
        table.settle()
        assert table.nav.feuille.unvisaed() == ()
        with control.running():
            table.says(ALL_THERE)
            assert control.sheet()["unvisaed"] == []
            assert control.does("quarantine")["held"] == []


def test_what_the_arbiter_decides_from_afar_ends_the_waiting_and_is_told(
    table: JoinedTable, control: ControlDesk, tmp_path: Path
) -> None:
    table.joins()
    table.tap("dealer.N")
    table.settle()
    with joined_poste(control, tmp_path / "arbiter", "arbitre") as arbiter:
        approve(control, arbiter)
        arbiter.does("wait", "no_position")
        table.tap("seat.O")
        table.tap("contract.garde_sans")
        table.until(lambda: table.nav.current == "call")
        table.settle()
        table.says(ALL_THERE)
        answer(arbiter, "sheets", "grant", "3")
        table.until(lambda: table.nav.current == "entry")
        assert table.stage.find("notice").text == "L’arbitre a accordé\u00a0: garde sans, Ouest"
        table.tap("notice")
        table.tap("bouts.2")
        table.type("49")
        table.tap("validate")
        table.settle()
        table.says(ALL_THERE)
        answer(arbiter, "sheets", "replace", "3", "1", "O", "garde_sans", "2", "45")
        table.until(lambda: table.nav.feuille.donnes[0].donne.demi_points == 90)
        assert table.stage.find("notice").text.startswith("L’arbitre a corrigé la donne 1")
        table.tap("notice")
        table.nav.go("history")
        table.until(lambda: bool(table.nav.current_screen.rows))
        told = [row["title"] for row in table.nav.current_screen.rows]
        table.nav.back()
        assert len(told) == 5, told  # who deals, asked, granted, the donne and its correction: nothing of other sheets
        assert "45 points" in told[0]
        table.tap("seat.N")
        table.tap("contract.garde_contre")
        table.until(lambda: table.nav.current == "call")
        table.settle()
        table.says(ALL_THERE)
        answer(arbiter, "sheets", "refuse", "3")
        table.until(lambda: table.nav.current_screen.phase == "earlier")


def answer(arbiter: PosteProcess, *words: str) -> None:
    """Do something on the arbiter's own device as soon as it knows of it."""
    while "errors" in arbiter(*words):
        arbiter.does("wait", "news")
    arbiter.does("wait", "sent")


def test_leaving_the_desk_tells_what_it_lacks(table: JoinedTable, control: ControlDesk) -> None:
    table.joins()
    table.tap("dealer.N")
    table.settle()
    table.says(ALL_THERE)
    assert control.desk is not None
    control.desk.process.kill()
    control.desk.process.wait()
    table.enters()
    table.says("○ Enregistré ici · contrôle injoignable · 1 en attente")
    table.tap("menu")
    table.tap("settings")
    table.tap("leave_desk")
    assert any(label.text.startswith("1 saisie n’est pas arrivée au contrôle") for label in table.stage.labels())
    table.tap("leave_desk.yes")
    table.until(lambda: table.nav.current == "home")
    assert table.stage.find("begin.join").title == "Rejoindre un tournoi"
