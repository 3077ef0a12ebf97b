"""docs/protocol.md is enough to write a device from: its conversation is held with a real desk."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from app.domain.events.envelope import Sealed, seal
from app.domain.events.order import ORIGIN, Cursor
from app.texts.refusals import SENTENCES
from sync import wire
from sync.pairing import Admitted, Hello, PairingAnswer, Proof, Welcome
from tests.cli.tournoi.desk import Commands
from tests.docs.protocol_client import Client, head_after
from tests.sync.desk_process import Desk, running_desk

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "protocol.md"
SYNC, FAILURE = ROOT / "sync", ROOT / "app" / "storage" / "failure.py"
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


def section(name: str) -> str:
    """Return what the page has under a heading."""
    found = re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found, name
    return found[1]


def messages() -> dict[str, type]:
    """Return all that travels: the messages of the sync and of pairing, and the values in them."""
    written = [one for one in vars(wire).values() if is_dataclass(one) and isinstance(one, type)]
    own = [one for one in written if one.__module__ == wire.__name__]
    pairing = (Hello, Welcome, Proof, Admitted, PairingAnswer)
    return {one.__name__: one for one in (*own, *pairing, Cursor)}


def test_every_field_that_travels_is_told_with_its_type_and_nothing_else_is() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (?:`(\w+)` \| `([^`]+)`(, may be left out)?|— \| —) \| .+ \|$",
        section("Field by field"),
        re.MULTILINE,
    )
    told: dict[str, dict[str, tuple[str, bool]]] = {name: {} for name, *_ in rows}
    for name, field, kind, optional in rows:
        if field:
            told[name][field] = (kind.replace(r"\|", "|"), bool(optional))
    assert told == {
        name: {
            field.name: (str(field.type), not (field.default is MISSING and field.default_factory is MISSING))
            for field in fields(message)
        }
        for name, message in messages().items()
    }


def test_every_key_of_sorry_is_listed_and_has_its_sentence() -> None:
    listed = set(re.findall(r"^\| `([\w.]+)` \|", section("Sorry"), re.MULTILINE))
    sources = {file.name: file.read_text("utf-8") for file in SYNC.glob("*.py")}
    said = {key for text in sources.values() for key in re.findall(r'Sorry\(key="([\w.]+)"\)', text)}
    for name in ("wire.py", "pairing.py", "door.py"):  # what is refused there is said so
        said.update(re.findall(r'violation\("((?:sync|pairing)\.\w+)"', sources[name]))
    said.update(re.findall(r'"(storage\.\w+)"', FAILURE.read_text("utf-8")))
    assert listed == said
    assert listed <= set(SENTENCES)


def test_the_event_of_the_page_is_what_its_formulas_give() -> None:
    text = section("An event")
    (payload,) = re.findall(r"^    (\{.*\})$", text, re.MULTILINE)
    found = dict(re.findall(r"^    (id|MAC|head) +([0-9a-f]{64})$", text, re.MULTILINE))
    key = bytes(range(32))
    event_id = hashlib.sha256(payload.encode()).digest()
    mac = hmac.digest(key, payload.encode(), "sha256")
    head = hashlib.sha256(bytes(32) + event_id + mac)
    assert found == {"id": event_id.hex(), "MAC": mac.hex(), "head": head.hexdigest()}
    sealed = Sealed(payload.encode(), mac)
    assert seal(sealed.event, key) == sealed
    assert ORIGIN.then(sealed).head == found["head"]
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == json.loads(payload).keys()
