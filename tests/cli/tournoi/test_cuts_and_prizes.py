"""Cuts, the special prize and championships by commands."""

from __future__ import annotations

from tests.cli.tournoi.desk import Commands


def test_the_special_prize_leaves_out_whom_other_prizes_rewarded(playing: Commands) -> None:
    for table in range(1, 6):
        playing.says(
            "sheets",
            "type",
            str(table),
            "--reason",
            "papier",
            "--played",
            "2",
            "marques",
            f"N{30 * table}",
            "S-10",
            "E-10",
            f"O{20 - 30 * table}",
        )
    names = [row["name"] for row in playing.answers("ranking", "--last-two")["ranking"]]
    assert len(names) == 20
    left = playing.answers("ranking", "--last-two", "--rewarded", names[0], "--rewarded", names[2])["ranking"]
    assert [row["name"] for row in left] == [names[1], *names[3:]]
    left = playing.answers("ranking", "--last-two", "--rewarded-first", "4", "--rewarded", names[6])["ranking"]
    assert [row["name"] for row in left] == [*names[4:6], *names[7:]]
    for words in (("--rewarded", names[0]), ("--rewarded-first", "4")):
        assert "--last-two" in playing.refuses("ranking", *words)


def test_a_cut_that_cannot_be_seated_is_refused_when_it_is_announced(desk: Commands) -> None:
    why = desk.refuses("new", "  ", "--shape", "1x1 keep:5 1x1 keep:5 1x1", "--lang", "en")
    assert why.count("5 players cannot be seated at tables of four and of three: keep 4 or 6.") == 2
    assert "name" in why
    why = desk.refuses("new", "Duos", "--event", "duo", "--shape", "4x4 keep:8 1x4")
    assert "gardez-en au moins 9" in why
    assert desk.answers("list") == {"tournaments": []}
    desk.says("new", "Mardi", "--shape", "1x1 keep:5% 1x1")


def test_duos_play_on_after_a_cut_that_a_draw_decides(desk: Commands) -> None:
    lines = ["new Duo --event duo --shape '1x1 keep:9 1x1'"]
    lines += [f"players add J{n}{side} Jo" for n in range(10) for side in "AB"]
    lines += [f"players team EQUIPE{n} J{n}A J{n}B" for n in range(10)]
    lines += ["movement fft", "seats draw --seed 1", "open"]
    lines += [f"sheets type {table} --reason papier marques N0 S0 E0 O0" for table in range(1, 6)]
    desk.batch(*lines, "close")
    why = desk.refuses("open")
    assert "EQUIPE0, EQUIPE1" in why
    assert "9" in why
    drawn = [word for n in range(9) for word in ("--drawn", f"equipe{n}" if n % 2 else f"J{n}B")]
    told = desk.says("open", *drawn).splitlines()
    assert "9 équipes" in told[0]
    assert told[1].endswith("EQUIPE0 avant EQUIPE9 par le tirage de l’arbitre")
    assert len(desk.answers("seats")["tables"]) == 5
    assert sum(seat in table for table in desk.answers("seats")["tables"] for seat in "NSEO") == 18


def test_a_championship_too_small_is_warned_of_until_it_begins(desk: Commands) -> None:
    assert "warnings" not in desk.answers("new", "Finale", "--preset", "championship")
    desk.batch(*(f"players add J{n}" for n in range(19)), "movement fft")
    few = {"code": "final_too_few", "field": "entrants"}
    drawn = desk.answers("seats", "draw", "--seed", "1", "--lang", "en")
    message = "A regional final of a championship needs 20 entrants: there are 19."
    assert drawn["warnings"] == [{**few, "message": message}]
    assert desk.says("seats", "again").splitlines()[-1].startswith("Attention\xa0: ")
    assert [why["code"] for why in desk.answers("open")["warnings"]] == ["final_too_few"]


def test_a_tournament_that_is_no_championship_is_warned_of_nothing(desk: Commands) -> None:
    desk.batch("new Club", *(f"players add J{n}" for n in range(12)), "movement howell")
    assert "warnings" not in desk.answers("seats", "draw", "--seed", "1")
    assert "warnings" not in desk.answers("open")


CLOSE = (  # twelve above 5, and two who have 5: the one at table 4 by nothing, the one at table 5 by a garde
    "N100 S90 E80 O-270",
    "N101 S91 E81 O-273",
    "N102 S92 E82 O-276",
    "N103 S93 E5 O-201",
    "N5 S200 E-100 O-105 fait:N/garde",
)


def cut(desk: Commands, papers: tuple[str, ...]) -> dict[str, str]:
    """Play position 1 of a tournament that is cut after it, and return who sat where."""
    lines = ["new Club --shape '1x1 keep:13 1x1'", *(f"players add J{n:02} Jo" for n in range(20)), "movement fft"]
    desk.batch(*lines, "seats draw --seed 1", "open")
    tables = desk.answers("seats")["tables"]
    desk.batch(*(f"sheets type {n} --reason papier marques {one}" for n, one in enumerate(papers, 1)), "close")
    names = {row["id"]: row["name"] for row in desk.answers("ranking")["ranking"]}
    return {f"{seat}{table['table']}": names[table[seat]] for table in tables for seat in "NSEO"}


def test_a_tie_at_the_cut_is_told_with_what_broke_it(desk: Commands) -> None:
    sat = cut(desk, CLOSE)
    told = f"{sat['N5']} before {sat['E4']} by contracts made 1 over 0"
    assert desk.says("open", "--lang", "en").splitlines()[1] == f"  {told}"
    why = desk.says("ranking", "--why", "--lang", "en").splitlines()
    assert why[-2:] == ["At the cut after position 1, with equal totals:", f"  {told}"]
    assert told not in desk.says("ranking", "--after", "1", "--why", "--lang", "en")
    assert told not in desk.says("ranking", "--first", "13", "--why", "--lang", "en")
    assert told not in desk.says("ranking", "--lang", "en")


def test_the_ties_of_a_cut_are_there_for_programs(desk: Commands) -> None:
    sat = cut(desk, CLOSE)
    (tie,) = desk.answers("open")["ties"]
    assert {name: tie[name] for name in ("by", "upper", "lower")} == {"by": "contracts", "upper": 1, "lower": 0}
    names = {row["id"]: row["name"] for row in desk.answers("ranking")["ranking"]}
    assert (names[tie["above"]], names[tie["below"]]) == (sat["N5"], sat["E4"])


def test_the_arbiters_draw_at_a_cut_is_told(desk: Commands) -> None:
    sat = cut(desk, (*CLOSE[:4], "N5 S200 E-100 O-105"))
    told = desk.says("open", "--drawn", sat["E4"], "--lang", "en").splitlines()[1]
    assert told == f"  {sat['E4']} before {sat['N5']} by the arbiter's draw"
    assert told in desk.says("ranking", "--why", "--lang", "en")


def test_a_cut_that_no_tie_decides_says_nothing_of_ties(desk: Commands) -> None:
    cut(desk, (*CLOSE[:4], "N6 S200 E-100 O-106"))
    assert desk.answers("open")["ties"] == []
    assert "At the cut" not in desk.says("ranking", "--why", "--lang", "en")
