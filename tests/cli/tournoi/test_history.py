"""`tournoi history` and `explain`: who wrote what, and why a total is what it is."""

from __future__ import annotations

from tests.cli.tournoi.desk import Commands


def test_the_history_says_what_happened_and_to_whom(playing: Commands) -> None:
    playing.says("penalty", "give", "DURAND", "100", "--reason", "retard")
    assert "pénalité de 100 à DURAND Jo\xa0: retard" in playing.says("history", "--last", "1")
    assert "penalty of 100 to DURAND Jo: retard" in playing.says("history", "--last", "1", "--lang", "en")
    assert playing.answers("history", "--kind", "SeatsDrawn")["history"][0]["body"]["seed"] == 3


def test_the_history_says_who_wrote_each_fact(playing: Commands) -> None:
    playing.says("penalty", "give", "DURAND", "100", "--reason", "retard")
    assert "contrôle" in playing.says("history", "--last", "1")
    assert "desk" in playing.says("history", "--last", "1", "--lang", "en")
    assert playing.answers("history", "--last", "1")["history"][0]["by"] == "desk"


def test_a_total_is_explained_by_the_arbiters_decisions_too(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "E garde 2 49", "O prise 1 51")
    playing.says("rule", "renonce.consumed", "--table", "1", "--player", "N", "--donne", "1", "--choice", "drop")
    playing.says("rule", "toucher_cartes", "--table", "1", "--player", "S")
    told = playing.says("explain", "DURAND")
    assert "Renonce consommée (N)" in told
    assert "La donne est annulée" in told
    assert "Cartes touchées (S)" in told
    playing.says("sheets", "undo", "1")
    explained = playing.answers("explain", "DURAND")["positions"][0]
    assert [decision["kind"] for decision in explained["decisions"]] == ["FauteRuled"]
    assert "Renonce" not in playing.says("explain", playing.answers("seats")["tables"][1]["N"])
