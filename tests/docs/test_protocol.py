"""docs/protocol.md is enough to write a device from: its conversation is held with a real desk."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.tournoi.desk import Commands
from tests.docs.protocol_client import Client, head_after
from tests.sync.desk_process import Desk, running_desk

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
ZEROS = "0" * 64
VERSIONS = {"proto_min": 1, "proto_max": 1}


def conversation() -> list[tuple[str, Any, Any]]:
    """Return each path, message and answer of the page, in order."""
    said = re.findall(r"^    → (\S+) (.*)\n    ← (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    return [(path, json.loads(message), json.loads(answer)) for path, message, answer in said]


def fill(example: Any, client: Client) -> Any:
    """Put the device's values where the page has their names."""
    if isinstance(example, dict):
        return {name: fill(value, client) for name, value in example.items()}
    if isinstance(example, list):
        return [fill(value, client) for value in example]
    named = isinstance(example, str) and re.fullmatch("<(.*)>", example)
    return client.compute(named[1]) if named else example


def listen(example: Any, answer: Any, client: Client) -> None:
    """Hold an answer against the page, and learn the values that it names."""
    if isinstance(example, dict):
        assert isinstance(answer, dict)
        assert set(example) == set(answer)
        for name, value in example.items():
            listen(value, answer[name], client)
    elif isinstance(example, str) and (named := re.fullmatch("<(.*)>", example)):
        assert client.known.setdefault(named[1], answer) == answer
    else:
        assert example == answer


@pytest.fixture
def commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(tmp_path, capsys)


@pytest.fixture
def desk(tmp_path: Path, commands: Commands) -> Iterator[Desk]:
    with running_desk(tmp_path) as desk:
        players = [f"players add JOUEUR{n} Prénom{n}" for n in range(1, 21)]
        commands.batch('new "Soirée" --shape 2x2', *players, "movement fft", "seats draw --seed 1", "open")
        yield desk


@pytest.fixture
def client(desk: Desk, commands: Commands) -> Iterator[Client]:
    client = Client("127.0.0.1", desk.tablet_port, commands.answers("devices", "code")["code"])
    client.known["zeros"] = ZEROS
    yield client
    client.close()


def test_the_conversation_of_the_page_is_held_with_a_real_desk(client: Client, commands: Commands) -> None:
    lines = conversation()
    assert len(lines) >= 10
    for path, message, example in lines:
        if example.get("says", {}).get("is") == "Holds":  # the page says here what somebody does at the desk
            commands.says("devices", "approve", client.known["device"], "--table", "3")
        status, answer = client.post(path, VERSIONS | {"message": fill(message, client)})
        assert status == 200
        listen(example, answer["message"], client)
        if path == "/pair/hello":
            client.paired(message["role"], message["label"])
    assert head_after(ZEROS, client.known["events"]) == client.known["head"]
    assert head_after(client.known["head"], client.known["later events"]) == client.known["later head"]
    assert len(commands.answers("sheets", "show", "3")["donnes"]) == 1
    assert len(commands.answers("quarantine")["held"]) == 1


def test_the_client_imports_nothing_of_nord() -> None:
    source = Path(__file__).with_name("protocol_client.py").read_text("utf-8")
    assert not re.findall(r"^(?:from|import) (?:app|sync|tests)", source, re.MULTILINE)
