"""What an entry refuses, each with its field, all at once; and nothing else."""

from dataclasses import replace

import pytest
from hypothesis import given

from app.domain.donne.checks import ask_donne, check_donne
from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.donne.donne import Donne, Poignee, Saisie
from app.texts.catalogue import LANGUAGES, texts
from app.texts.refusals import refusal
from tests.strategies import donnes

FOUR = Donne(players=4, seats=("N", "S", "E", "O"), preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98)
FIVE = replace(FOUR, players=5, seats=("N", "S", "E", "O", "E2"))
THREE = replace(FOUR, players=3, seats=("S", "E", "O"))
CONTRE = replace(FOUR, contrat=Contrat.GARDE_CONTRE)
ATTACK_CHELEMS = (Chelem.ANNOUNCED_MADE, Chelem.UNANNOUNCED)


def chelem(kind: Chelem, **changes: object) -> Donne:
    return replace(FOUR, **{"bouts": 3, "demi_points": 182, "chelem": kind, **changes})


REFUSED = [
    ("points above the pack", replace(FOUR, demi_points=184), [("points_out_of_range", "points")]),
    ("points below nothing", replace(FOUR, demi_points=-2), [("points_out_of_range", "points")]),
    ("a half point at four", replace(FOUR, demi_points=97), [("half_point", "points")]),
    ("a half point at five with a mort", replace(FIVE, demi_points=97, mort="N"), [("half_point", "points")]),
    ("four bouts", replace(FOUR, bouts=4), [("bouts_out_of_range", "bouts")]),
    ("bouts below nothing", replace(FOUR, bouts=-1), [("bouts_out_of_range", "bouts")]),
    ("less than the bouts weigh", replace(FOUR, bouts=3, demi_points=22), [("points_below_bouts", "points")]),
    ("half a point less at three", replace(THREE, bouts=1, demi_points=7), [("points_below_bouts", "points")]),
    ("more than the others' bouts leave", replace(FOUR, demi_points=176), [("points_above_bouts", "points")]),
    ("half a point more at three", replace(THREE, demi_points=175), [("points_above_bouts", "points")]),
    ("camps that do not make 91", replace(FOUR, defense_demi_points=86), [("camps_not_91", "points")]),
    ("a poignée of three at four", replace(FOUR, poignees=(Poignee("N", 18),)), [("poignee_size", "poignees")]),
    ("a poignée of four at three", replace(THREE, poignees=(Poignee("S", 10),)), [("poignee_size", "poignees")]),
    ("a poignée of four at five", replace(FIVE, poignees=(Poignee("S", 15),)), [("poignee_size", "poignees")]),
    (
        "a poignée of five at four with a mort",
        replace(FIVE, mort="N", poignees=(Poignee("S", 8),)),
        [("poignee_size", "poignees")],
    ),
    (
        "two poignées by one player",
        replace(FIVE, poignees=(Poignee("S", 8), Poignee("S", 8))),
        [("poignee_twice", "poignees")],
    ),
    (
        "more atouts than the pack has",
        replace(FOUR, poignees=(Poignee("S", 10), Poignee("N", 13))),
        [("too_many_atouts", "poignees")],
    ),
    ("a poignée by nobody", replace(FOUR, poignees=(Poignee("X", 10),)), [("seat_unknown", "poignees")]),
    (
        "a poignée by the mort",
        replace(FIVE, mort="N", poignees=(Poignee("N", 10),)),
        [("poignee_by_mort", "poignees")],
    ),
    *(
        (
            f"{kind} with the petit to the defence",
            chelem(kind, bouts=2, demi_points=174, petit_au_bout=Camp.DEFENSE),
            [("chelem_against_petit", "chelem")],
        )
        for kind in ATTACK_CHELEMS
    ),
    (
        "a chelem by the defence with the petit to the attack",
        replace(FOUR, demi_points=60, chelem=Chelem.DEFENSE, petit_au_bout=Camp.ATTACK),
        [("chelem_against_petit", "chelem")],
    ),
    *(
        (f"{kind} with {half // 2} points and {bouts} bouts", chelem(kind, bouts=bouts, demi_points=half), expected)
        for kind in ATTACK_CHELEMS
        for bouts, half, expected in (
            (3, 180, [("chelem_points", "chelem")]),
            (3, 174, [("chelem_points", "chelem")]),
            (2, 172, [("chelem_points", "chelem")]),
            (2, 182, [("points_above_bouts", "points"), ("chelem_points", "chelem")]),
            (1, 160, [("chelem_points", "chelem")]),
            (2, 80, [("chelem_but_down", "chelem"), ("chelem_points", "chelem")]),
        )
    ),
    (
        "a chelem with the contract down in garde contre",
        replace(CONTRE, demi_points=80, chelem=Chelem.UNANNOUNCED),
        [("chelem_but_down", "chelem")],
    ),
    (
        "a chelem by the defence with the contract made",
        replace(FOUR, demi_points=82, chelem=Chelem.DEFENSE),
        [("chelem_defense_but_made", "chelem")],
    ),
    (
        "the petit to an attack without bouts",
        replace(FOUR, bouts=0, petit_au_bout=Camp.ATTACK),
        [("petit_without_bout", "petit_au_bout")],
    ),
    (
        "the petit to a defence without bouts",
        replace(FOUR, bouts=3, petit_au_bout=Camp.DEFENSE),
        [("petit_without_bout", "petit_au_bout")],
    ),
    ("91 points and no chelem", replace(FOUR, bouts=3, demi_points=182), [("91_without_chelem", "chelem")]),
    ("91 points and a failed chelem", chelem(Chelem.ANNOUNCED_FAILED), [("91_without_chelem", "chelem")]),
    ("a preneur from elsewhere", replace(FOUR, preneur="X"), [("seat_unknown", "preneur")]),
    ("a preneur who is the mort", replace(FIVE, mort="E"), [("preneur_is_mort", "preneur")]),
    ("a partner who is the preneur", replace(FIVE, partner="E"), [("partner_is_preneur", "partner")]),
    ("a partner from elsewhere", replace(FIVE, partner="X"), [("seat_unknown", "partner")]),
    ("a partner at four", replace(FOUR, partner="N"), [("no_partner_here", "partner")]),
    ("a partner beside a mort", replace(FIVE, partner="S", mort="N"), [("no_partner_here", "partner")]),
    ("a mort at four", replace(FOUR, mort="N"), [("no_mort_here", "mort")]),
    ("a mort from elsewhere", replace(FIVE, mort="X"), [("seat_unknown", "mort")]),
    ("a seat named twice", replace(FOUR, seats=("N", "S", "E", "N")), [("seat_repeated", "seats")]),
    ("a seat too few", replace(FOUR, seats=("N", "S", "E")), [("seats_not_players", "seats")]),
    ("two players", replace(FOUR, players=2, seats=("N", "E")), [("players_out_of_range", "players")]),
    (
        "six players",
        replace(FOUR, players=6, seats=("N", "S", "E", "O", "P", "Q")),
        [("players_out_of_range", "players")],
    ),
    (
        "an empty form",
        Saisie(),
        [("missing", f) for f in ("players", "seats", "preneur", "contract", "bouts", "points")],
    ),
    (
        "everything at once",
        replace(FOUR, preneur="X", bouts=5, demi_points=201, partner="N", poignees=(Poignee("Y", 9),)),
        [
            ("seat_unknown", "preneur"),
            ("no_partner_here", "partner"),
            ("bouts_out_of_range", "bouts"),
            ("points_out_of_range", "points"),
            ("half_point", "points"),
            ("seat_unknown", "poignees"),
            ("poignee_size", "poignees"),
        ],
    ),
    (
        "figures out of range beside a chelem",
        replace(FOUR, bouts=5, demi_points=200, chelem=Chelem.UNANNOUNCED),
        [("bouts_out_of_range", "bouts"), ("points_out_of_range", "points")],
    ),
    ("bouts alone out of range", chelem(Chelem.UNANNOUNCED, bouts=4), [("bouts_out_of_range", "bouts")]),
]

ALLOWED = [
    ("nothing but the contract", FOUR),
    ("87 points with 2 bouts and no chelem", replace(FOUR, demi_points=174)),
    ("exactly what the bouts weigh", replace(FOUR, bouts=3, demi_points=24)),
    ("a sur-contrat without the arbiter's visa", replace(FOUR, contrat=Contrat.GARDE_SANS)),
    ("a chelem announced and failed", replace(FOUR, chelem=Chelem.ANNOUNCED_FAILED)),
    ("a chelem with the whole pack", chelem(Chelem.ANNOUNCED_MADE, petit_au_bout=Camp.ATTACK)),
    ("a chelem but for the excuse", chelem(Chelem.UNANNOUNCED, bouts=2, demi_points=174)),
    ("a chelem in garde contre with fewer points", replace(CONTRE, demi_points=150, chelem=Chelem.UNANNOUNCED)),
    ("a chelem by the defence", replace(FOUR, demi_points=60, chelem=Chelem.DEFENSE, petit_au_bout=Camp.DEFENSE)),
    ("a half point at three", replace(THREE, demi_points=97)),
    ("a half point at five", replace(FIVE, demi_points=97)),
    ("a called king", replace(FIVE, partner="E2")),
    ("the preneur alone at five", FIVE),
    ("a mort", replace(FIVE, mort="E2", poignees=(Poignee("S", 10),))),
    ("21 atouts shown", replace(FIVE, poignees=(Poignee("S", 8), Poignee("N", 13)))),
    ("both camps counted", replace(FOUR, defense_demi_points=84)),
    ("the petit with one bout", replace(FOUR, bouts=1, demi_points=98, petit_au_bout=Camp.ATTACK)),
    ("the petit to the defence with two bouts", replace(FOUR, petit_au_bout=Camp.DEFENSE)),
]


@pytest.mark.parametrize(("saisie", "expected"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_an_entry_is_refused_with_every_reason(saisie: Saisie, expected: list[tuple[str, str]]) -> None:
    found = check_donne(saisie)
    assert [(violation.key, violation.field) for violation in found] == expected


@pytest.mark.parametrize("saisie", [row[1] for row in ALLOWED], ids=[row[0] for row in ALLOWED])
def test_nothing_else_is_refused(saisie: Saisie) -> None:
    assert check_donne(saisie) == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_is_a_sentence_with_its_figures(lang: str) -> None:
    words = texts(lang)
    said = {refusal(violation, words) for _, saisie, _ in REFUSED for violation in check_donne(saisie)}
    assert all(sentence.endswith((".", "!")) and "{" not in sentence for sentence in said)


def test_a_reason_quotes_the_figures_that_were_given() -> None:
    said = {
        violation.key: refusal(violation, texts("en")) for _, saisie, _ in REFUSED for violation in check_donne(saisie)
    }
    assert "not 4" in said["bouts_out_of_range"] or "not 5" in said["bouts_out_of_range"]
    assert "100" in said["points_out_of_range"]
    assert "48.5" in said["half_point"] or "100.5" in said["half_point"]
    assert "49 for the attack and 43 for the defence" in said["camps_not_91"]
    assert "8, 10, 13" in said["poignee_size"] or "10, 13, 15" in said["poignee_size"]
    assert "23 atouts" in said["too_many_atouts"]
    assert "40 with 2" in said["chelem_points"]
    assert "6 players" in said["players_out_of_range"]
    assert "3 seats" in said["seats_not_players"]
    assert "4 players" in said["seats_not_players"]


@pytest.mark.parametrize(("demi_points", "english", "french"), [(-1, "not −0.5", "−0,5"), (185, "not 92.5", "92,5")])
def test_half_points_are_said_as_the_language_writes_them(demi_points: int, english: str, french: str) -> None:
    (found,) = check_donne(replace(THREE, demi_points=demi_points))
    assert english in refusal(found, texts("en"))
    assert french in refusal(found, texts("fr"))


def test_the_least_and_the_most_points_are_said() -> None:
    least = check_donne(replace(FOUR, bouts=3, demi_points=22))[0]
    most = check_donne(replace(FOUR, bouts=2, demi_points=176))[0]
    assert dict(least.params) == {"bouts": 3, "least": 12}
    assert dict(most.params) == {"bouts": 1, "most": 87}


def test_seats_are_named_where_a_reason_is_about_one() -> None:
    for name, saisie, _ in REFUSED:
        for violation in check_donne(saisie):
            params = dict(violation.params)
            assert params.get("seat") is None or isinstance(params["seat"], str), name
    assert dict(check_donne(replace(FOUR, preneur="X"))[0].params) == {"seat": "X"}
    assert dict(check_donne(replace(FOUR, seats=("N", "S", "E", "N")))[0].params) == {"seat": "N"}


def test_a_barred_player_cannot_take() -> None:
    assert [(v.key, v.field) for v in check_donne(FOUR, {"E", "N"})] == [("preneur_barred", "preneur")]
    assert check_donne(FOUR, {"N"}) == ()


def test_87_points_with_2_bouts_asks_whether_it_was_a_chelem() -> None:
    entry = replace(FOUR, demi_points=174)
    assert ask_donne(entry) == ("a_chelem",)
    assert ask_donne(replace(entry, chelem=Chelem.UNANNOUNCED)) == ()
    assert ask_donne(replace(entry, bouts=3)) == ()
    assert ask_donne(FOUR) == ()


@pytest.mark.parametrize(
    ("contrat", "chelem", "due"),
    [
        (Contrat.PRISE, None, False),
        (Contrat.GARDE, Chelem.UNANNOUNCED, False),
        (Contrat.GARDE, Chelem.DEFENSE, False),
        (Contrat.GARDE, Chelem.ANNOUNCED_MADE, True),
        (Contrat.PRISE, Chelem.ANNOUNCED_FAILED, True),
        (Contrat.GARDE_SANS, None, True),
        (Contrat.GARDE_CONTRE, None, True),
    ],
)
def test_the_arbiters_visa_is_due_for_a_sur_contrat_and_an_announced_chelem(
    contrat: Contrat, chelem: Chelem | None, due: bool
) -> None:
    assert Saisie(contrat=contrat, chelem=chelem).needs_arbiter is due
    assert not Saisie().needs_arbiter


@given(donnes())
def test_a_half_filled_form_only_misses_what_is_missing(donne: Donne) -> None:
    """Taking a field away never turns a good entry into a contradiction."""
    whole = {name: getattr(donne, name) for name in Saisie.__slots__}
    for name, field in (("preneur", "preneur"), ("contrat", "contract"), ("bouts", "bouts"), ("demi_points", "points")):
        found = check_donne(Saisie(**{**whole, name: None}))
        assert ("missing", field) in [(v.key, v.field) for v in found]
        assert {v.key for v in found} == {"missing"}
