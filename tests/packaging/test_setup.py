"""Setting up says in one plain line what it lacks, and does nothing twice."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of commands that stand before this machine's own."""
    (tmp_path / "bin").mkdir()
    return tmp_path / "bin"


def command(machine: Path, name: str, script: str) -> None:
    (machine / name).write_text(f"#!/bin/sh\n{script}\n")
    (machine / name).chmod(0o755)


def run(machine: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    path = f"{machine}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, **environ}
    return subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False)


def test_without_the_rights_the_one_line_to_run_is_said(machine: Path) -> None:
    command(machine, "id", "echo 1000")
    command(machine, "dpkg-query", 'case "$*" in *make) echo installed ;; *) exit 1 ;; esac')
    done = run(machine, "tools/debian.sh", "make", "xvfb", "libgl1")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "Nord needs Debian packages. Run this, then start again: "
        "sudo apt-get install --no-install-recommends xvfb libgl1\n"
    )


def test_what_is_installed_is_not_asked_for(machine: Path) -> None:
    command(machine, "dpkg-query", "echo installed")
    command(machine, "apt-get", "exit 9")
    done = run(machine, "tools/debian.sh", "xvfb")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_failed_installation_is_said_in_a_sentence(machine: Path) -> None:
    command(machine, "id", "echo 0")
    command(machine, "dpkg-query", "exit 1")
    command(machine, "apt-get", "echo no route >&2; exit 100")
    done = run(machine, "tools/debian.sh", "xvfb")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "no route",
        "Nord: Debian could not install xvfb. Is this machine on the network?",
    ]


def test_an_old_python_is_said_by_its_version(machine: Path) -> None:
    command(machine, "oldpython", 'case "$1" in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac')
    done = run(machine, "tools/setup.sh", "desk", PYTHON="oldpython")
    assert done.returncode == 1
    assert done.stderr == "Nord: Python 3.11 or later is needed, and oldpython is Python 3.9.2.\n"


def test_a_missing_python_is_said(machine: Path) -> None:
    done = run(machine, "tools/setup.sh", "desk", PYTHON="nosuchpython")
    assert done.returncode == 1
    assert done.stderr == "Nord: Python 3.11 or later is missing: sudo apt-get install python3\n"


def test_the_requirements_are_the_projects_with_the_extras_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    done = subprocess.run(
        [".venv/bin/python", "tools/requirements.py", "desk", "source"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    extras = project["optional-dependencies"]
    assert done.stdout.splitlines() == [*project["dependencies"], *extras["desk"], *extras["source"]]
    assert not set(extras["dev"]) & set(done.stdout.splitlines())
