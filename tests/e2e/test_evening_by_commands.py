"""A whole evening run by `tournoi` commands alone, in real processes, and its ranking computed apart by the law."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.chance import Chance
from app.domain.donne.contrat import Contrat
from app.domain.events.table import Entry
from app.domain.tournoi.standings import Standings
from app.texts.notation import write_donne
from tests.e2e.evening import Reckoner, Row, Typist, drawn_donnes, seated


def recorded(row: Row, entries: Sequence[Entry], *, dealer: bool = True) -> str:
    words = f"--dealer {next(iter(seated(row)))}" if dealer else ""
    return f"sheets record {row['table']} {words} --send {' / '.join(map(write_donne, entries))}"


def test_an_evening_of_fifty_players_run_by_commands_alone(tmp_path: Path) -> None:
    typist, reckoner, chance = Typist(tmp_path / "data"), Reckoner(), Chance(7)
    begun = typist.types(
        'new "Coupe de la Saint-Martin" --preset 5x5+20',
        *(f"players add JOUEUR{n:02} Jo --licence {n:06}" for n in range(1, 51)),
        "movement fft",
        "seats draw --seed 42",
        "open",
    )
    players = [answer["id"] for answer in begun[1:51]]
    assert (begun[51]["tables"], begun[51]["repeats"], len(begun[51]["tables_of_three"])) == (13, 0, 2)

    def played(position: int, tables: list[Row], *, donnes: int, but: int = 0) -> list[str]:
        lines = []
        for row in tables:
            if row["table"] != but:
                entries = drawn_donnes(row, donnes, chance)
                reckoner.play(position, row, entries)
                lines.append(recorded(row, entries))
        return lines

    # Position 1, and position 2 with rulings at table 1: a warning, then its penalty; a donne dropped for a
    # consumed renonce, whose author may not bid on the next cards.
    *_, first, opened = typist.types(*played(1, begun[-1]["tables"], donnes=5), "close", "open")
    tables = opened["tables"]
    south = Entry(preneur="S", contrat=Contrat.GARDE, bouts=2, demi_points=2 * 49)
    reckoner.play(2, tables[0], [south] * 5)
    reckoner.fines[tables[0]["S"]] += 100
    *ruled, second, opened, swap, seats = typist.types(
        "sheets record 1 --dealer N N garde 1 40",
        "rule toucher_cartes --table 1 --player S",
        "rule toucher_cartes --table 1 --player S",
        "rule renonce.consumed --table 1 --donne 1 --player E --choice drop --dry-run",
        "rule renonce.consumed --table 1 --donne 1 --player E --choice drop",
        recorded(tables[0], [south] * 5, dealer=False),
        *played(2, tables, donnes=5, but=1),
        "close",
        "open",
        f"substitute {players[4]} REMPLAÇANT Max --reason malaise",
        "seats",
    )
    assert [ruled[1]["warnings"], ruled[2]["penalties"]] == [["S"], [{"player": "S", "points": 100}]]
    assert ruled[3]["donne"] == ruled[4]["donne"] == "annulled"
    assert ruled[4]["barred"] == [{"player": "E", "when": "next"}]

    # Position 3 with a substitute; then somebody leaves, and position 4 has tables of three elsewhere.
    *_, third, left, opened = typist.types(
        *played(3, seats["tables"], donnes=5), "close", "withdraw JOUEUR11 --reason parti", "open"
    )
    gone = {players[4], left["id"]}
    assert gone == {players[4], players[10]}

    # Position 4 with penalties, one of them cancelled, and a sheet that is corrected once it is in.
    tables = opened["tables"]
    given = typist.types(
        f"penalty give {players[0]} 100 --reason retard",
        "penalty give JOUEUR02 200 --reason lenteur",
        "rule retard --table 3 --player E --minutes-late 7",
    )
    reckoner.fines[players[1]] += 200
    reckoner.fines[tables[2]["E"]] += 200
    wrong = drawn_donnes(tables[1], 5, chance)
    right = replace(wrong[0], contrat=Contrat.PRISE)
    reckoner.play(4, tables[1], [right, *wrong[1:]])
    *_, fourth, opened = typist.types(
        f"penalty cancel {given[0]['number']} --reason erreur",
        recorded(tables[1], wrong),
        f'correct 2 --donne 1 --reason "contrat mal noté" {write_donne(right)}',
        *played(4, tables, donnes=5, but=2),
        "close",
        "open",
    )
    *_, fifth, opened = typist.types(*played(5, opened["tables"], donnes=5), "close", "open")

    # The final: the first twenty, five positions of one donne, seated by their rank.
    everyone = [*players, swap["id"]]
    before = Standings.of((reckoner.line(who, abandoned=who in gone) for who in everyone), tie_break=True)
    ranked = [row.line.id for row in before.table() if row.line.id not in gone]
    assert opened["kept"] == ranked[:20]
    assert [row["N"] for row in opened["tables"]] == ranked[:5]
    controls = [first, second, third, fourth, fifth]
    for position in range(6, 10):
        *_, control, opened = typist.types(*played(position, opened["tables"], donnes=1), "close", "open")
        controls.append(control)
    *_, control = typist.types(*played(10, opened["tables"], donnes=1), "close")
    controls.append(control)
    assert [control["position"] for control in controls] == list(range(1, 11))
    assert all(control["balanced"] for control in controls)
    assert {control["sum"] for control in controls} == {control["running"] for control in controls} == {0}

    finalists = set(ranked[:20])
    expected = Standings.of(
        (reckoner.line(who, abandoned=who in gone, reached=int(who in finalists)) for who in everyone),
        tie_break=False,
    ).table()
    ranking = typist.asks("ranking")["ranking"]
    assert [(row["rank"], row["total"]) for row in ranking] == [(row.rank, row.line.total) for row in expected]
    assert {row["id"]: row["total"] for row in ranking} == {row.line.id: row.line.total for row in expected}
    assert "JOUEUR11 Jo" in typist.run("ranking")

    # What is written out says the same, table by table, and is read back equal.
    whole, board = tmp_path / "soiree.json", tmp_path / "classement.csv"
    *_, same_json, same_csv, ended, status = typist.types(
        f"export --format json --what all -o {whole}",
        f"export --what ranking -o {board}",
        f"export --format json --what all --check {whole}",
        f"export --what ranking --check {board}",
        "end",
        "status",
    )
    assert [same_json["equal"], same_csv["equal"], ended["closed"], status["closed"]] == [True] * 4
    tables = json.loads(whole.read_bytes())["tables"]
    assert [row["total"] for row in tables["ranking"]] == [row["total"] for row in ranking]
    assert len(tables["donnes"]) == 13 * 5 * 5 + 5 * 5
    assert all(sum(row[seat] or 0 for seat in ("N", "S", "E", "O")) == 0 for row in tables["donnes"])
    _, *rows = csv.reader(board.read_text("utf-8-sig").splitlines(), delimiter=";")
    assert [(int(row[0]), int(row[5])) for row in rows] == [(row["rank"], row["total"]) for row in ranking]
