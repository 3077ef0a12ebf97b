"""The rulebook map leads somewhere: every file that it names exists, and every fault is on it."""

import re
from pathlib import Path

from tests.golden.rulings import cases

ROOT = Path(__file__).parents[2]
NAMED = re.findall(r"`([^`]+)`", (ROOT / "docs/rulebook-map.md").read_text(encoding="utf-8"))


def test_every_file_named_exists() -> None:
    paths = {name for name in NAMED if name.startswith(("app/", "tests/"))}
    assert paths
    assert not {path for path in paths if not (ROOT / path).exists()}


def test_every_fault_is_on_the_map() -> None:
    mapped = {name.removesuffix(".*") for name in NAMED}
    affairs = {case.request["code"].partition(".")[0] for case in cases("fft-2017")}
    assert not affairs - mapped


def test_every_golden_table_is_on_the_map() -> None:
    assert {f"tests/golden/{page.name}" for page in (ROOT / "tests/golden").glob("*.md")} <= set(NAMED)


# They carry no rule of their own: types, arithmetic, and the checking of a request.
WITHOUT_A_RULE = {
    f"app/domain/{name}.py"
    for name in ("mouvement/asked", "mouvement/assignment", "mouvement/seats", "tournoi/note", "tournoi/score")
}


def test_every_module_of_the_law_is_on_the_map() -> None:
    packages = ("donne", "arbitrage", "mouvement", "tournoi")
    modules = {
        str(path.relative_to(ROOT))
        for package in packages
        for path in (ROOT / "app/domain" / package).glob("*.py")
        if path.name != "__init__.py"
    }
    assert not modules - set(NAMED) - WITHOUT_A_RULE, "say which rule these code"
