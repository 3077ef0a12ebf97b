"""A file that is put in place is whole under its name, or is told by that name."""

from pathlib import Path

import pytest

from app.storage.durable import write_whole


def test_a_file_is_put_in_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "ranking.csv"
    for data in (b"before", b"after"):
        write_whole(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_told_by_the_name_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "absent" / "ranking.csv"
    with pytest.raises(FileNotFoundError) as told:
        write_whole(path, b"")
    assert told.value.filename == str(path)


def test_a_folder_in_the_place_of_the_file_is_told_and_nothing_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    for path in (folder, folder / ".", folder / ".."):
        with pytest.raises(IsADirectoryError) as told:
            write_whole(path, b"")
        assert told.value.filename == str(path)
    assert list(tmp_path.iterdir()) == [folder]
    assert list(folder.iterdir()) == []


def test_here_is_a_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IsADirectoryError):
        write_whole(Path(), b"")
