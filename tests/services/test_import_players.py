"""Lists as clubs keep them: read whatever saved them, and refused with a report that names line and column."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Refused
from app.domain.fold.state import State
from app.domain.tournoi.identity import Identity
from app.services.cells import is_formula, shielded, unshielded
from app.services.grid import MOST_BYTES, read_grid
from app.services.import_players import Import, Options, read_players, split_name

LIST = "Nom;Prénom;N° licence;Club;Comité;Série;Né(e) le;Engagement\r\n" + (
    "DURAND;Anaïs;101;Tarot de Lille;Flandres;1ère;21/03/1956;12,50 €\r\nLEFÈVRE;Noël;102;Tarot d’Arras;Artois;NC;;\r\n"
)
DURAND = Identity(
    name="DURAND",
    first_name="Anaïs",
    licence="101",
    club="Tarot de Lille",
    comite="Flandres",
    serie=1,
    born="1956-03-21",
    fee_cents=1250,
)
NOBODY = State()
TODAY = "2026-11-18"


def read(text: str | bytes, state: State = NOBODY, **options: object) -> Import:
    data = text.encode() if isinstance(text, str) else text
    return read_players(read_grid(data), state, Options(**options), today=TODAY)  # type: ignore[arg-type]


def problems(found: Import) -> list[tuple[int, int, str]]:
    return [(problem.line, problem.column, problem.why.key) for problem in found.problems]


def refused(text: str | bytes, **options: object) -> str:
    with pytest.raises(Refused) as why:
        read(text, **options)
    return why.value.violations[0].key


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "mac_roman", "utf-16", "utf-16-le", "utf-16-be"])
def test_any_usual_encoding_is_read(encoding: str) -> None:
    found = read(LIST.encode(encoding))
    assert found.problems == ()
    assert found.identities[0] == DURAND
    assert found.identities[1].full_name == "LEFÈVRE Noël"
    assert found.identities[1].club == "Tarot d’Arras"


def test_a_list_that_excel_saved_for_dos_is_read() -> None:
    found = read(LIST.replace("’", "'").replace("€", "eur").encode("cp850") + b"\x1a")
    assert found.problems == ()
    assert found.identities[0] == DURAND
    assert found.identities[1].full_name == "LEFÈVRE Noël"


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "cp850"])
def test_one_accent_is_enough_to_tell_an_encoding(encoding: str) -> None:
    for heading, name in (("Prénom", "Zoe"), ("Prenom", "Zoé"), ("Prenom", "Irène"), ("Prenom", "François")):
        found = read(f"Nom;{heading}\nPETIT;{name}\n".encode(encoding))
        assert (found.identities[0].first_name, found.ignored) == (name, ()), (heading, name)


def test_utf_8_with_a_broken_letter_is_told_with_its_line_and_byte_and_nobody_is_read() -> None:
    with pytest.raises(Refused) as why:
        read(LIST.encode() + b"MART\xc3;Zo\xc3\xa9;103;;;;;\r\n")
    (found,) = why.value.violations
    assert found.key == "import.encoding"
    assert dict(found.params) == {"encoding": "utf-8", "line": 4, "byte": 5}


@pytest.mark.parametrize("separator", [";", "\t", "|", ","])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_usual_separator_and_line_end_is_read(separator: str, end: str) -> None:
    text = LIST.replace("12,50 €", "12.50 €").replace("\r\n", end).replace(";", separator)
    assert read(text).identities[0] == DURAND


def test_excels_own_hint_of_its_separator_is_followed() -> None:
    assert read("sep=|\r\n" + LIST.replace(";", "|")).identities[0] == DURAND


@pytest.mark.parametrize(
    "headings",
    [
        "nom;prenom;licence;club;comite;serie;ne le;paye",
        "NOM;PRÉNOM;N° FFT;Association;Ligue;Série;Date de naissance;Montant",
        "Last name;First name;License number;Club;Committee;Series;Date of birth;Fee",
        "name;first_name;licence;club;comite;serie;born;fee",
    ],
)
def test_headings_are_known_in_french_and_in_english(headings: str) -> None:
    _, _, rows = LIST.partition("\r\n")
    assert read(f"{headings}\r\n{rows}").identities[0] == DURAND


def test_a_title_above_the_headings_is_no_player() -> None:
    found = read("Tournoi du 18 novembre;;;;;;;\n" + LIST)
    assert [who.name for who in found.identities] == ["DURAND", "LEFÈVRE"]


def test_columns_can_be_named_by_hand_by_number_or_by_heading() -> None:
    found = read("Qui;Carte;Age\nDURAND;101;60\n", columns=("nom=1", "licence=carte"))
    assert found.identities == (Identity(name="DURAND", licence="101"),)
    assert found.ignored == ("Age",)
    bare = read("101;DURAND\n102;PETIT\n", columns=("licence=1", "nom=2"), has_header=False)
    assert [who.licence for who in bare.identities] == ["101", "102"]
    assert refused("a;b\nc;d\n", columns=("nom=3",)) == "import.column_unknown"
    assert refused("a;b\nc;d\n", columns=("couleur=1",)) == "import.field_unknown"


def test_quoted_cells_keep_their_separators_quotes_and_line_ends() -> None:
    found = read('Nom;Club;Licence\n"DE ""LA"" TOUR";"Lille;\nNord";1\nPETIT;;2;;\nROUX;x\n')
    assert found.identities[0].name == 'DE "LA" TOUR'
    assert found.identities[0].club == "Lille; Nord"
    assert problems(found) == [(5, 0, "import.ragged")]  # lines are those of the file


def test_one_column_of_whole_names_is_enough() -> None:
    found = read("Joueur\nDE LA TOUR Anne\nPetit Luc\nMARTIN\n")
    assert [(who.name, who.first_name) for who in found.identities] == [
        ("DE LA TOUR", "Anne"),
        ("Petit", "Luc"),
        ("MARTIN", ""),
    ]
    assert split_name("Anne DURAND") == ("DURAND", "Anne")


def test_every_problem_is_told_at_once_with_its_line_and_column() -> None:
    found = read(
        "Nom;Licence;Série;Né le;Payé\n"
        "DURAND;101;7;31/02/1956;beaucoup\n"
        ";102;;;\n"
        "PETIT;101;;;oui\n"
        f"{'X' * 61};104;deux;;\n"
        "=1+1;105;;;\n"
        "LEFÃ¨VRE;106;;;\n"
        "ROUX;107\n"
        "MOREL;108;;;;trop\n"
        "GIRARD;109;;=2*3;-5\n"
        "SIMON;110;;;=2*3\n"
        "ROUSSEL;111;;;+ 5 €\n"
    )
    assert problems(found) == [
        (2, 3, "serie_unknown"),
        (2, 4, "not_a_date"),
        (2, 5, "import.not_a_fee"),
        (3, 1, "name_missing"),
        (4, 2, "import.licence_twice"),
        (4, 5, "import.fee"),
        (5, 1, "text_too_long"),
        (5, 3, "serie_unknown"),
        (6, 1, "import.formula"),
        (7, 1, "import.mojibake"),
        (8, 0, "import.ragged"),
        (9, 0, "import.ragged"),
        (10, 4, "import.formula"),
        (10, 5, "import.not_a_fee"),
        (11, 5, "import.formula"),
        (12, 5, "import.not_a_fee"),
    ]


def test_a_day_of_birth_is_one_of_somebody_who_can_play() -> None:
    found = read("Nom;Né le\nA;18/11/2026\nB;19/11/2026\nC;18/11/1906\nD;17/11/1906\nE;01/01/1800\n")
    assert problems(found) == [(line, 2, "born_out_of_range") for line in (3, 5, 6)]


def test_those_entered_already_are_told() -> None:
    state = State(identities={"A": DURAND, "B": Identity(name="PETIT", first_name="Luc")})
    found = read("Nom;Prénom;Licence\nAUTRE;;101\nPetit;LUC;\n", state)
    assert problems(found) == [(2, 3, "licence_taken"), (3, 1, "namesake_entered")]
    assert dict(found.problems[0].why.params) == {"licence": "101", "name": "DURAND Anaïs"}
    again = read("Nom;Prénom;Licence\nDurand;ANAÏS;101\nDURAND;Anaïs;103\nDURAND;Anaïs;\n", state)
    assert problems(again) == [(2, 3, "import.entered"), (4, 1, "import.player_twice"), (4, 1, "namesake_entered")]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("A;B;1;\nA;B;2;\n", []),  # two people, by their licences
        ("A;B;1;\nA;B;2;\nA;B;;\n", [4]),
        ("A;B;;\nA;B;2;\n", [3]),
        ("A;B;;Lille\nA;B;;Arras\n", []),  # two people, by their clubs
        ("A;B;;Lille\nA;B;;\n", [3]),
        ("A;B;1;Lille\nA;B;;Arras\n", []),
    ],
)
def test_a_name_that_stands_twice_needs_licences_or_clubs_that_tell_them_apart(rows: str, told: list[int]) -> None:
    found = read("Nom;Prénom;Licence;Club\n" + rows)
    assert problems(found) == [(line, 1, "import.player_twice") for line in told]


def test_a_yes_stands_for_the_fee_that_is_given() -> None:
    found = read("Nom;Payé\nDURAND;oui\nPETIT;non\nROUX;x\n", fee_cents=1000)
    assert [who.fee_cents for who in found.identities] == [1000, 0, 1000]


@pytest.mark.parametrize("data", [b"", b"\n\r\n ", b"\xef\xbb\xbf", "\n".encode("utf-16"), b"sep=;\n", b"Nom;Club\n"])
def test_an_empty_file_is_told(data: bytes) -> None:
    assert refused(data) == "import.empty"


@pytest.mark.parametrize("magic", [b"PK\x03\x04rest", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest"])
def test_a_spreadsheets_own_file_under_another_name_is_told(magic: bytes) -> None:
    assert refused(magic) == "import.workbook"


def test_what_is_no_text_is_told() -> None:
    assert refused(b"\x89PNG\r\n\x1a\n" + b"abcdefgh" * 20 + b"\0") == "import.binary"
    assert refused(b"\x89PNG\r\n\x1a\n" + b"\0" * 200) == "import.binary"


@pytest.mark.parametrize("control", ["\0", "\x1b", "\N{CONTROL SEQUENCE INTRODUCER}"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_a_control_character_in_a_name_is_told_with_its_line_and_column(control: str, encoding: str) -> None:
    if control == "\N{CONTROL SEQUENCE INTRODUCER}" and encoding == "latin-1":
        control = "\x1b"  # in Windows' encoding that byte is a letter
    text = f"Nom;Prénom;Licence\nLEFÈVRE;Noël;1\nDURAND;An{control}aïs;2\n"
    with pytest.raises(Refused) as why:
        read(text.encode(encoding))
    assert why.value.violations[0].key == "import.control"
    params = dict(why.value.violations[0].params)
    assert (params["line"], params["column"], params["code"]) == (3, 2, f"U+{ord(control):04X}")
    with pytest.raises(Refused) as why:
        read_grid("é".encode("cp1252"), encoding="utf-8")
    (found,) = why.value.violations
    assert (found.key, dict(found.params)["line"]) == ("import.encoding", 1)
    for unknown in ("martien", "hex", "undefined"):
        with pytest.raises(Refused) as why:
            read_grid(b"a", encoding=unknown)
        assert why.value.violations[0].key == "import.encoding_unknown"


def test_a_separator_is_one_sign() -> None:
    with pytest.raises(Refused) as why:
        read_grid(LIST.encode(), separator=";;")
    assert why.value.violations[0].key == "import.separator"


def test_a_list_without_names_or_with_two_columns_of_names_is_told() -> None:
    assert refused("Licence;Club\n101;Lille\n") == "import.no_name"
    assert refused("Nom;Name\na;b\n") == "import.column_twice"


def test_a_quotation_mark_left_open_is_told() -> None:
    assert refused('Nom;Club\nDURAND;"Lille\nPETIT;Arras\n') == "import.quotes"


def test_a_cell_without_an_end_is_told() -> None:
    assert refused("Nom;Club\n" + "D" * 200_000 + ";Lille\n") == "import.cell_too_long"
    assert refused('Nom;Club\nDURAND;Lille\n"' + "PETIT;Arras\n" * 20_000) == "import.cell_too_long"


def test_the_faults_of_a_list_that_is_too_long_are_told_too() -> None:
    rows = [f"DURAND;{n};" for n in range(10_000)]
    rows[9], rows[8_000], rows[9_998] = "=1+1;9;", "MARTIN;5;", ";77777;oui"
    found = read("Nom;Licence;Payé\n" + "\n".join(rows))
    assert problems(found) == [
        (1202, 0, "import.too_many"),
        (11, 1, "import.formula"),
        (8002, 2, "import.licence_twice"),
        (10000, 1, "name_missing"),
        (10000, 3, "import.fee"),
    ]
    endless = read("Nom\n" + "JOUEUR\n" * 20_000)
    assert dict(endless.problems[0].why.params)["rows"] == 20_000
    assert endless.problems[-1].line == 12_001


def test_more_than_a_room_is_refused() -> None:
    found = read("Nom\n" + "".join(f"JOUEUR{n}\n" for n in range(10_000)))
    assert problems(found) == [(1202, 0, "import.too_many")]
    assert refused(b"x" * (MOST_BYTES + 1)) == "import.too_large"


@pytest.mark.parametrize("unseen", ["\u202e", "\u200b", "\u2066", "\ufeff", "\u00ad", "\u061c", "\U000e0041"])
def test_what_nobody_sees_in_a_name_is_left_out(unseen: str) -> None:
    found = read(f"Nom;Prénom;Licence\nDU{unseen}RAND;{unseen}Anaïs;10{unseen}1\n{unseen}=1+1;x;2\n{unseen};y;3\n")
    assert found.identities[0] == Identity(name="DURAND", first_name="Anaïs", licence="101")
    assert problems(found) == [(3, 1, "import.formula"), (4, 1, "name_missing")]


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_whatever_the_bytes_a_list_is_read_or_refused(data: bytes) -> None:
    with suppress(Refused):
        read_players(read_grid(data), NOBODY, today=TODAY)


@given(st.text())
def test_a_shielded_cell_is_no_formula_and_comes_back(text: str) -> None:
    assert not is_formula(shielded(text))
    assert unshielded(shielded(text)) == text


@given(st.text("=+-@'\" ;,\t\r\nab"))
def test_no_part_of_a_shielded_cell_is_a_formula_wherever_it_is_cut(text: str) -> None:
    whole, *parts = re.split("[;,\t\r\n]", shielded(text))
    assert not is_formula(whole)
    assert not any(part.strip(' "').startswith(tuple("=+-@")) for part in parts)
    assert unshielded(shielded(text)) == text
