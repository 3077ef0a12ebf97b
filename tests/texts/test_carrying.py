"""Names and words of what is carried by file."""

from datetime import UTC, datetime

import pytest

from app.services.carrying import Found, Kind, Place, Ready
from app.services.desk_link import FileSays, LinkState, Owed, SheetsFile
from app.texts.carrying import KINDS, SAYS, file_name, said_amount, said_file, said_folder
from app.texts.catalogue import texts

FR = texts("fr")
STATE = LinkState(device="K7QXAB", table=3)


@pytest.mark.parametrize(
    ("state", "position", "earlier", "name"),
    [
        (STATE, 2, None, "table-3-position-2-K7QX.nord"),
        (STATE, None, None, "tablette-K7QX.nord"),
        (LinkState(device="K7QXAB"), 2, None, "tablette-K7QX.nord"),
        (STATE, 2, Owed("B4XYZ", "Fête : l’été / 1er tour", 3), "tablette-K7QX-Fete-lete-1er-tour-B4XY.nord"),
        (STATE, 2, Owed("B4XYZ", "", 3), "tablette-K7QX-B4XY.nord"),
    ],
)
def test_a_tablets_file_is_called_by_its_table_in_letters_that_every_system_takes(
    state: LinkState, position: int | None, earlier: Owed | None, name: str
) -> None:
    assert file_name(state, FR, position=position, earlier=earlier) == name


def test_a_folder_is_told_by_names_that_people_know() -> None:
    stick = Place(path="", kind=Kind.DRIVE, name="CLUB", inner=("Tournoi",))
    assert said_folder(stick, FR) == "Clé USB «\u00a0CLUB\u00a0» › Tournoi"
    assert said_folder(Place(path="", kind=Kind.DESKTOP), FR) == "Bureau"
    assert said_folder(Place(path="", kind=Kind.ELSEWHERE, inner=("srv", "club")), FR) == "srv › club"
    assert set(KINDS) | {Kind.ELSEWHERE} == set(Kind)


def test_a_file_is_told_by_how_much_is_in_it_and_whom_it_is_from() -> None:
    def amount(facts: int, lacking: int) -> str:
        return said_amount(Ready(name="x", file=SheetsFile(data=b"", facts=facts, lacking=lacking)), FR)

    assert amount(12, 3) == "Contient 12 saisies, dont 3 que le contrôle n’a pas"
    assert amount(1, 0) == "Contient 1 saisie\u00a0; le contrôle a dit qu’il les a toutes"
    when = datetime(2026, 11, 18, 20, 5, tzinfo=UTC)
    told = {says: said_file(Found(path="", name="", modified=when, says=says), FR) for says in FileSays}
    assert set(SAYS) == set(FileSays)
    assert told[FileSays.FOR_US].startswith("du contrôle · ")
    assert len(set(told.values())) == len(FileSays)
