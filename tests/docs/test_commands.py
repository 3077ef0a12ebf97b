"""Every command of the program is described for those who will type it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.cli import tournoi
from app.cli.program import COMMANDS, WINDOWS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def headings() -> set[str]:
    text = (ROOT / "docs/commands.md").read_text("utf-8")
    return {word for heading in re.findall(r"^## (.+)", text, re.MULTILINE) for word in re.findall(r"\w+", heading)}


@pytest.mark.parametrize("command", [*WINDOWS, *COMMANDS])
def test_a_command_has_its_section(command: str, headings: set[str]) -> None:
    assert command in headings, f"describe `{command}` under a heading of its own in docs/commands.md"


@pytest.mark.parametrize("command", tournoi.COMMANDS)
def test_a_command_of_the_desk_has_its_lines(command: str) -> None:
    text = (ROOT / "docs/commands.md").read_text("utf-8")
    _, _, section = text.partition("\n## tournoi\n")
    section = section.partition("\n## ")[0]
    assert re.search(rf"^### .*\b{command}\b", section, re.MULTILINE), f"describe `tournoi {command}`"
    assert re.search(rf"^    {command}\b", section, re.MULTILINE), f"show the words of `tournoi {command}`"


def test_every_verb_of_make_says_its_purpose() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    verbs = set(re.findall(r"^([a-z]+):(?!=)", makefile, re.MULTILINE))
    assert verbs
    assert verbs == set(re.findall(r"^([a-z]+):.* ## ", makefile, re.MULTILINE))
