"""`demo` as people and scripts meet it: real programs, a small evening."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import main
from tests.sync.desk_process import nord

SMALL = ("demo", "--tables", "3", "--positions", "2", "--donnes", "2", "--seed", "7", "--speed", "max")


def play(data: Path, *words: str) -> Mapping[str, Any]:
    """Play a small evening and return its one object."""
    with nord(*SMALL, "--json", *words, data=data) as process:
        out, err = process.communicate(timeout=240)
    assert (process.returncode, err) == (0, ""), (out, err)
    outcome: Mapping[str, Any] = json.loads(out)
    return outcome


def test_an_evening_comes_out_as_the_law_says_whatever_breaks_and_without_network_too(tmp_path: Path) -> None:
    broken, carried = play(tmp_path, "--chaos"), play(tmp_path, "--carried")
    for outcome in (broken, carried):
        assert outcome["sums"] == {"sheets": 0, "room": 0}
        assert [outcome[key] for key in ("tables", "positions", "donnes")] == [3, 2, 12]
        assert [outcome[key] for key in ("lost", "duplicated", "quarantined")] == [0, 0, 0]
        assert outcome["equals_domain"] is True
        assert len(outcome["ranking"]) == 12
        assert outcome["seconds"] > 0
        assert set(outcome) == {
            *("tables", "positions", "donnes", "sums", "lost", "duplicated", "quarantined"),
            *("ranking", "equals_domain", "seconds"),
        }
    assert broken["ranking"] == carried["ranking"]
    assert not list(tmp_path.iterdir())


def test_it_tells_the_evening_in_a_few_lines_and_keeps_it_where_it_is_told(tmp_path: Path) -> None:
    words = ("demo", "--players", "11", "--positions", "1", "--donnes", "1", "--speed", "max", "--data", "kept")
    with nord(*words[:-1], str(tmp_path / "kept"), data=tmp_path) as process:
        out, err = process.communicate(timeout=240)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("Une soirée simulée\xa0: 11 joueurs, 3 tables")
    assert "reckoned" not in out
    assert main(["verify", str(tmp_path / "kept" / "controle")]) == 0
    assert main(["verify", str(tmp_path / "kept" / "table-1")]) == 0


def running() -> Iterator[str]:
    """Yield the words with which each program of this machine was started."""
    for words in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended meanwhile
            yield words.read_bytes().replace(b"\0", b" ").decode(errors="replace")


def test_stopped_it_leaves_no_program_behind(tmp_path: Path) -> None:
    with nord(*SMALL, "--data", str(tmp_path / "kept"), data=tmp_path) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(2)]
        assert "127.0.0.1" in said[1]
        process.send_signal(signal.SIGTERM)
        _out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert not [words for words in running() if str(tmp_path) in words]


def test_a_folder_in_use_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "something").touch()
    assert main(["demo", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert said.err == f"{tmp_path} n’est pas vide\xa0: choisissez un autre dossier avec --data.\n"


@pytest.mark.parametrize(
    "words",
    [
        ("--tables", "2"),
        ("--tables", "x"),
        ("--players", "10"),
        ("--speed", "0"),
        ("--speed", "fast"),
        ("--seed", "-1"),
    ],
)
def test_wrong_usage_is_told_in_one_line(words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["demo", *words])
    said = capsys.readouterr()
    assert (ended.value.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert words[0] in said.err
