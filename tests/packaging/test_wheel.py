"""The wheel holds the whole program and nothing but the program."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
# What a build reads; copied, because setuptools leaves its own traces where it builds.
SOURCES = ("pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "main.py", "app", "kv", "sync", "tools")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    (place / "source").mkdir()
    for name in SOURCES:
        source, copy = ROOT / name, place / "source" / name
        if source.is_dir():
            # Without compiled catalogues: the build must make them itself.
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
        else:
            shutil.copy(source, copy)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", place, "."],
        cwd=place / "source",
        check=True,
        capture_output=True,
        timeout=120,
    )
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_file_of_the_program_is_in(names: set[str]) -> None:
    passing = ("*.mo", "*.pyc")
    program = {
        str(path.relative_to(ROOT))
        for folder in ("app", "kv", "sync")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not any(path.match(pattern) for pattern in passing)
    }
    assert not program - names
    assert "main.py" in names


def test_the_french_is_compiled_by_the_build(names: set[str]) -> None:
    assert "app/texts/locale/fr/LC_MESSAGES/nord.mo" in names


def test_nothing_else_is_in(names: set[str]) -> None:
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {"main.py", "app", "kv", "sync"}


def test_the_licences_of_the_program_and_of_its_fonts_are_in(names: set[str]) -> None:
    licences = {name.partition("/licenses/")[2] for name in names if "/licenses/" in name}
    assert licences == {"LICENSE", "app/ui/fonts/Atkinson-Hyperlegible-Next.txt", "app/ui/fonts/DejaVu.txt"}


def test_the_command_is_nord(wheel: Path, names: set[str]) -> None:
    (entry_points,) = (name for name in names if name.endswith("/entry_points.txt"))
    scripts = configparser.ConfigParser()
    with ZipFile(wheel) as archive:
        scripts.read_string(archive.read(entry_points).decode())
    assert dict(scripts["console_scripts"]) == {"nord": "main:main"}


def test_the_wheel_carries_the_projects_name_and_version(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert wheel.name == f"nord_tarot-{project['version']}-py3-none-any.whl"
