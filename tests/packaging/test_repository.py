"""The repository speaks of the product alone, to anyone, from any machine."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).parents[2]
LINES = 350

# Longer than the rest, each for a reason.
LONG = {
    "sync/poste.py": "one poste's life, on one thread",
    "tests/domain/fold/happenings.py": "one drawing for each kind of event",
    "tests/domain/fold/test_arbitre.py": "a sentence for each reason to set an arbiter's event aside",
    "tests/domain/fold/test_table.py": "a sentence for each reason to set a table's event aside",
    "tests/sync/test_sync.py": "a sentence for each rule of push and pull",
}

# Names of machines that may be written down.
HOSTS = {
    "127.0.0.1": "this machine",
    "localhost": "this machine",
    "192.168.1.20": "an address such as a club sees",
    "www.w3.org": "the name of SVG, which is no place to go to",
    "keepachangelog.com": "the form of the changelog",
    "mutmut.readthedocs.io": "how mutants are read",
    "semver.org": "the form of the version",
}

# Licences keep the words of their authors.
FOREIGN = ("LICENSE", "app/ui/fonts/*.txt")

UNWELCOME = {
    # Somebody called nord stands for anybody.
    "a path of somebody's machine": r"(?<![\w.$}])/(?:home(?!/nord/)|Users|work|workspace|mnt|media|srv|tmp)/\w",
    "an address of packages": r"index-url|trusted-host|artifactory|://[^/\s]*(?:pypi|registry|mirror)",
    "something left for later": r"\b(?:TODO|FIXME|XXX|HACK)\b",
    "a test that is not run": r"pytest\.(?:mark\.)?(?:skip|xfail)|unittest\.mock",
    "how it was made": r"\b(?:LLM|GPT|chatbot|copilot|language model|AI[- ](?:generated|assisted|written))\b",
}


@cache
def texts() -> dict[str, str]:
    """Every text that the repository holds or is about to, by its path."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    # This one names what it looks for; a file that is being removed is still listed.
    ours = [name for name in listed if name != str(Path(__file__).relative_to(ROOT)) and (ROOT / name).is_file()]
    found = {}
    for name in ours:
        raw = (ROOT / name).read_bytes()
        if b"\0" not in raw and not any(Path(name).match(pattern) for pattern in FOREIGN):
            found[name] = raw.decode("utf-8")
    return found


@pytest.mark.parametrize("what", UNWELCOME)
def test_the_repository_does_not_hold(what: str) -> None:
    pattern = re.compile(UNWELCOME[what], re.IGNORECASE if what == "how it was made" else 0)
    seen = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert not seen


def test_every_machine_that_is_named_has_a_reason() -> None:
    seen = {
        (name, host)
        for name, text in texts().items()
        for url in re.findall(r"\bhttps?://[\w.:-]*\w", text)
        if (host := urlsplit(url).hostname) and host not in HOSTS
    }
    assert not seen


def test_the_constraints_are_names_and_versions_and_nothing_else() -> None:
    lines = texts()["constraints.txt"].splitlines()
    assert not [line for line in lines if not re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9a-z.]*", line)]
    assert lines == sorted(lines, key=lambda line: line.partition("==")[0].lower().replace("_", "-"))


def test_a_module_is_short_or_has_a_reason() -> None:
    long = {name for name, text in texts().items() if name.endswith(".py") and text.count("\n") > LINES}
    assert long == set(LONG)


@pytest.mark.parametrize("script", [".ci/run", "tools/debian.sh", "tools/fresh.sh", "tools/setup.sh"])
def test_a_script_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


def test_every_text_ends_its_last_line() -> None:
    assert not [name for name, text in texts().items() if text and not text.endswith("\n")]
