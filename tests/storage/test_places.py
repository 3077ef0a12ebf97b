"""Where files are put that people carry: what is plugged in first, then a person's own folders."""

import os
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.services.carrying import Kind, Place
from app.storage.places import MachinePlaces, own_folders


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("Documents", "media"):
        (tmp_path / name).mkdir()
    return tmp_path


@pytest.fixture
def places(home: Path) -> MachinePlaces:
    own = {Kind.DOCUMENTS: home / "Documents", Kind.DOWNLOADS: home / "Downloads", Kind.HOME: home}
    return MachinePlaces(own, media=(home / "media", home / "nowhere"), is_drive=lambda path: path.name.isupper())


def test_a_stick_comes_first_right_below_the_usual_place_or_below_the_users_name(
    home: Path, places: MachinePlaces
) -> None:
    assert [place.kind for place in places.usual()] == [Kind.DOCUMENTS, Kind.HOME]
    for drive in ("CLUB", "jo/CLE", "jo/.HIDDEN", "jo/photos"):
        (home / "media" / drive).mkdir(parents=True)
    first, second, *_ = places.usual()
    assert first == Place(path=str(home / "media" / "CLUB"), kind=Kind.DRIVE, name="CLUB")
    assert second == Place(path=str(home / "media" / "jo" / "CLE"), kind=Kind.DRIVE, name="CLE")
    assert len(places.usual()) == 4


def test_where_nothing_is_there_the_home_is_named_all_the_same(tmp_path: Path) -> None:
    nowhere = MachinePlaces({Kind.HOME: tmp_path / "gone"}, media=())
    assert nowhere.usual() == (Place(path=str(tmp_path / "gone"), kind=Kind.HOME),)
    assert nowhere.place(str(tmp_path / "gone")) is None


def test_a_folder_is_told_from_the_closest_place_that_people_know(home: Path, places: MachinePlaces) -> None:
    (home / "Documents" / "Tournoi" / "Mai").mkdir(parents=True)
    inner = str(home / "Documents" / "Tournoi" / "Mai")
    assert places.place(inner) == Place(path=inner, kind=Kind.DOCUMENTS, inner=("Tournoi", "Mai"))
    assert places.up(inner) == str(home / "Documents" / "Tournoi")
    assert places.up(str(home / "Documents")) == ""
    outside = home.parent
    assert places.place(str(outside)) == Place(path=str(outside), kind=Kind.ELSEWHERE, inner=outside.parts[1:])


def test_only_folders_that_are_shown_are_offered_by_their_names(home: Path, places: MachinePlaces) -> None:
    for name in ("b", "A", ".cache"):
        (home / "Documents" / name).mkdir()
    (home / "Documents" / "notes.txt").touch()
    assert [place.inner for place in places.within(str(home / "Documents"))] == [("A",), ("b",)]
    assert places.within(str(home / "gone")) == ()


def test_files_that_are_carried_are_found_the_newest_first(home: Path, places: MachinePlaces) -> None:
    folder = home / "Documents"
    for age, name in enumerate(("c.nord", "B.NORD", "a (1).nord", ".growing.nord", "notes.txt")):
        (folder / name).write_bytes(b"nord" * 1000)
        os.utime(folder / name, (1_000_000 - age,) * 2)
    (folder / "folder.nord").mkdir()
    found = places.files(str(folder))
    assert [one.name for one in found] == ["c.nord", "B.NORD", "a (1).nord"]
    assert {len(one.head) for one in found} == {2000}
    assert places.files(str(home / "gone")) == ()


def test_a_file_is_written_whole_again_and_again_and_read_back(home: Path, places: MachinePlaces) -> None:
    folder = str(home / "Documents")
    for data in (b"one", b"two"):
        places.write(folder, "table.nord", data)
        assert places.read(str(home / "Documents" / "table.nord")) == data
    assert [path.name for path in (home / "Documents").iterdir()] == ["table.nord"]


def test_what_cannot_be_written_or_read_is_refused_by_its_name(home: Path, places: MachinePlaces) -> None:
    with pytest.raises(Refused) as refused:
        places.write(str(home / "gone"), "table.nord", b"")
    assert [(one.key, dict(one.params)) for one in refused.value.violations] == [
        ("carry.unwritable", {"file": "table.nord"})
    ]
    with pytest.raises(Refused) as refused:
        places.read(str(home / "gone" / "salle.nord"))
    assert [one.key for one in refused.value.violations] == ["carry.unreadable"]


def test_a_persons_own_folders_are_those_that_the_system_names() -> None:
    assert list(own_folders()) == [Kind.DOCUMENTS, Kind.DOWNLOADS, Kind.DESKTOP, Kind.HOME]
    assert MachinePlaces(own_folders()).usual()
