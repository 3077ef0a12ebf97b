"""The tree that goes to a tablet is complete, and imports nothing that is not packed with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.tablet import ROOT, packed_tree, pins

# Imports every module of the packed tree where only the packages named on the command line can be found.
IMPORT_ALL = """
import importlib, pkgutil, sys
from importlib.metadata import packages_distributions

packed = set(sys.argv[1:])
absent = {
    module
    for module, owners in packages_distributions().items()
    if not packed & {owner.lower().replace("_", "-") for owner in owners}
}

class Tablet:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in absent:
            raise ModuleNotFoundError(f"{name} is not packed", name=name)

sys.meta_path.insert(0, Tablet())
import main
for name in ("app", "kv", "sync"):
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        importlib.import_module(module.name)
print("kivy" in sys.modules, "starlette" in sys.modules)
"""


# What other tests of windows leave in the environment: a tablet's import needs no screen.
WINDOWED = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packed_tree(tmp_path_factory.mktemp("tablet"))


def files(tree: Path, suffix: str) -> set[str]:
    return {str(path.relative_to(tree)) for path in tree.rglob(f"*{suffix}")}


def test_layouts_words_fonts_and_licences_are_packed(tree: Path) -> None:
    assert (tree / "LICENSE").is_file()
    assert (tree / "app/ui/icon.png").is_file()
    assert files(tree, ".mo") == {"app/texts/locale/fr/LC_MESSAGES/nord.mo"}
    assert {"app/ui/fonts/Nord-Regular.ttf", "app/ui/fonts/Nord-Bold.ttf"} <= files(tree, ".ttf")
    assert files(tree, ".txt") == {"app/ui/fonts/Atkinson-Hyperlegible-Next.txt", "app/ui/fonts/DejaVu.txt"}
    assert files(tree / "kv", ".kv") == files(ROOT / "kv", ".kv")


def test_neither_tests_nor_tools_nor_the_desk_are_packed(tree: Path) -> None:
    assert {path.name for path in tree.iterdir()} == {"main.py", "LICENSE", "app", "kv", "sync"}
    for part in ("app/papers", "app/cli/demo", "app/cli/desk.py", "app/cli/tournoi", "sync/hall", "sync/serve.py"):
        assert not (tree / part).exists()


def test_the_program_imports_nothing_that_is_not_packed(tree: Path, tmp_path: Path) -> None:
    quiet = {"KIVY_HOME": str(tmp_path), "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1"}
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *pins()],
        cwd=tree,
        env={**{k: v for k, v in os.environ.items() if k not in WINDOWED}, **quiet, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "True False"
