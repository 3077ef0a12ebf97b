"""The contracts between layers hold, and would be seen to break."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def lint(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=tree,
        env={"PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for folder in ("app", "sync"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_contracts_hold_as_the_code_is(tree: Path) -> None:
    done = lint(tree)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("app/domain/errors.py", "import kivy.clock", "The domain is values in, values out"),
        ("app/domain/errors.py", "import time", "The domain is values in, values out"),
        ("app/domain/donne/marque.py", "from random import random", "The domain is values in, values out"),
        ("app/domain/errors.py", "import app.services", "Dependencies point inwards"),
        ("app/services/settings.py", "import app.storage.folder", "Dependencies point inwards"),
        ("app/texts/figures.py", "import kivy.metrics", "Kivy lives in app.ui alone"),
        ("sync/serve.py", "import sqlite3", "SQLite lives in app.storage alone"),
        ("app/storage/folder.py", "import starlette", "A tablet imports nothing of the desk"),
        ("app/storage/folder.py", "import sync", "Only the composition root and the commands know the network"),
    ],
)
def test_a_forbidden_import_is_caught(tree: Path, module: str, line: str, contract: str) -> None:
    path = tree / module
    path.write_text(path.read_text("utf-8") + f"\n{line}\n", "utf-8")
    done = lint(tree)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{contract} BROKEN" in done.stdout


def test_a_layer_that_no_contract_knows_is_caught(tree: Path) -> None:
    (tree / "app/helpers").mkdir()
    (tree / "app/helpers/__init__.py").write_text("")
    assert "Dependencies point inwards BROKEN" in lint(tree).stdout
