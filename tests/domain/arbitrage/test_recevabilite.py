"""A fault told badly is refused with every reason; what the code implies need not be told."""

import pytest

from app.domain.arbitrage.faute import Faute, Penalty
from app.domain.arbitrage.jugement import RULESETS, judge
from app.domain.errors import Refused, violation

FFT_2017 = RULESETS["fft-2017"]

FIVE = ("N", "S", "E", "O", "E2")


def reasons(**told: object) -> list[object]:
    with pytest.raises(Refused) as refused:
        judge(Faute(**told), FFT_2017)  # type: ignore[arg-type]
    return list(refused.value.violations)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"code": "rire"}, [violation("code_unknown", "code", code="rire")]),
        (
            {"code": "rire", "players": ("X",)},
            [violation("code_unknown", "code", code="rire"), violation("seat_unknown", "player", seat="X")],
        ),
        (
            {"code": "chien_vu"},
            [violation("missing", "player"), violation("missing", "preneur")],
        ),
        (
            {"code": "cartes_defenseur"},
            [violation("missing", "player"), violation("missing", "preneur")],
        ),
        (
            {"code": "coupe_retournee", "seats": ("N", "S")},
            [violation("players_out_of_range", "seats", players=2)],
        ),
        (
            {"code": "coupe_retournee", "seats": ("N", "S", "E", "O", "E2", "X")},
            [violation("players_out_of_range", "seats", players=6)],
        ),
        ({"code": "toucher_cartes"}, [violation("missing", "player")]),
        ({"code": "lenteur"}, [violation("missing", "player")]),
        ({"code": "fausse_donne.card_turned"}, [violation("missing", "player")]),
        ({"code": "abandon"}, [violation("missing", "player")]),
        ({"code": "fausse_donne.dealing"}, [violation("missing", "player"), violation("missing", "dealer")]),
        ({"code": "faux_ecart.seven"}, [violation("missing", "preneur")]),
        ({"code": "retard", "players": ("N",)}, [violation("missing", "minutes_late")]),
        (
            {"code": "retard", "players": ("N",), "minutes_late": -1},
            [violation("negative", "minutes_late", value=-1)],
        ),
        ({"code": "fumer", "players": ("N",), "amount": -5}, [violation("negative", "amount", value=-5)]),
        (
            {"code": "toucher_cartes", "players": ("N", "N"), "dealer": "X", "preneur": "Y", "partner": "Z"},
            [
                violation("seat_repeated", "player", seat="N"),
                violation("seat_unknown", "preneur", seat="Y"),
                violation("seat_unknown", "partner", seat="Z"),
                violation("seat_unknown", "dealer", seat="X"),
                violation("no_partner_here", "partner", seat="Z"),
            ],
        ),
        (
            {"code": "feuille.lost", "seats": ("N", "S", "E", "N")},
            [violation("seat_repeated", "seats", seat="N")],
        ),
        (
            {"code": "feuille.lost", "players": ("Z",)},
            [violation("seat_unknown", "player", seat="Z")],
        ),
        (
            {"code": "feuille.not_zero", "players": ("N", "N")},
            [violation("seat_repeated", "player", seat="N")],
        ),
        (
            {"code": "chien_vu", "players": ("N",), "preneur": "S", "partner": "S", "seats": FIVE},
            [violation("partner_is_preneur", "partner", seat="S")],
        ),
        (
            {"code": "chien_vu", "players": ("N",), "preneur": "S", "partner": "O"},
            [violation("no_partner_here", "partner", seat="O")],
        ),
        (
            {"code": "fausse_donne.dealing", "players": ("O",), "dealer": "N"},
            [violation("not_the_dealer", "player", seat="N")],
        ),
        (
            {"code": "fausse_donne.dealing", "players": ("O", "N"), "dealer": "N"},
            [violation("not_the_dealer", "player", seat="N")],
        ),
        (
            {"code": "fausse_donne.dealing", "players": ("O", "N")},
            [violation("missing", "dealer")],
        ),
        (
            {"code": "faux_ecart.five", "players": ("O",), "preneur": "S"},
            [violation("not_the_preneur", "player", seat="S")],
        ),
        (
            {"code": "cartes_defenseur", "players": ("S",), "preneur": "S", "dealer": "N"},
            [violation("not_a_defender", "player", seat="S")],
        ),
        (
            {"code": "chien_vu", "players": ("S", "O"), "preneur": "S"},
            [violation("players_of_two_camps", "player")],
        ),
        (
            {"code": "renonce.consumed", "players": ("O",), "preneur": "S", "choice": "play"},
            [violation("not_one_of", "choice", choices="mark, drop")],
        ),
    ],
)
def test_a_fault_told_badly_is_refused_with_every_reason(told: dict[str, object], expected: list[object]) -> None:
    assert reasons(**told) == expected


def test_whose_fault_it_is_need_not_be_told_where_the_code_says_it() -> None:
    whole = Faute(code="fausse_donne.during_play", players=("N",), dealer="N", preneur="S", made=True)
    for told in (
        Faute(code="fausse_donne.during_play", dealer="N", preneur="S", made=True),
        Faute(code="fausse_donne.during_play", players=("N",), preneur="S", made=True),
    ):
        assert judge(told, FFT_2017) == judge(whole, FFT_2017)
    ecart = Faute(code="faux_ecart.five", players=("S",), preneur="S", made=True)
    for told in (
        Faute(code="faux_ecart.five", preneur="S", made=True),
        Faute(code="faux_ecart.five", players=("S",), made=True),
    ):
        assert judge(told, FFT_2017) == judge(ecart, FFT_2017)


def test_a_name_is_asked_for_only_where_the_ruling_turns_on_it() -> None:
    told = {"code": "cartes_defenseur", "players": ("O",), "preneur": "S"}
    assert judge(Faute(**told, made=False), FFT_2017).donne == "annulled"
    assert reasons(**told, made=True) == [violation("missing", "dealer")]
    settled = Faute(code="fausse_donne.after_contract", dealer="N", preneur_count_wrong=True)
    assert judge(settled, FFT_2017).donne == "annulled"
    assert reasons(code="fausse_donne.after_contract", dealer="N") == [violation("missing", "preneur")]


@pytest.mark.parametrize("named", [(), ("O",), ("O", "E", "S")])
def test_a_lost_sheet_costs_each_seated_player_whoever_is_named(named: tuple[str, ...]) -> None:
    ruling = judge(Faute(code="feuille.lost", players=named, seats=("S", "E", "O")), FFT_2017)
    assert ruling.penalties == (Penalty("S", 400), Penalty("E", 400), Penalty("O", 400))


@pytest.mark.parametrize(("minutes", "points"), [(1, 100), (5, 100), (6, 200), (10, 200), (15, 300), (16, 400)])
def test_lateness_costs_each_started_five_minutes(minutes: int, points: int) -> None:
    ruling = judge(Faute(code="retard", players=("O",), minutes_late=minutes), FFT_2017)
    assert ruling.penalties == (Penalty("O", points),)


def test_two_slow_players_pay_each() -> None:
    ruling = judge(Faute(code="lenteur", players=("O", "S"), repeat=True), FFT_2017)
    assert ruling.penalties == (Penalty("O", 200), Penalty("S", 200))
