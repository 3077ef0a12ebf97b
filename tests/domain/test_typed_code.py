"""Codes that people type: each vouches for everything that it is about, and for nothing else."""

import hashlib
import hmac
from typing import Any

import pytest

from app.domain.typed_code import decision_code, is_same, sheet_check

KEY = bytes(range(32))
SHEET: dict[str, Any] = {
    "journal": "T1",
    "table": 7,
    "epoch": 2,
    "position": 3,
    "bilans": {"N": -106, "S": -106, "E": 318, "O": -106},
    "donnes": 4,
}
DECISION: dict[str, Any] = {"journal": "T1", "table": 7, "position": 3, "deal": 5, "decided": "grant garde_sans E"}


def test_a_check_code_is_eight_digits_of_what_the_protocol_says() -> None:
    said = b"nord\nsheet\nT1\n7\n2\n3\n4\nE=318 N=-106 O=-106 S=-106"
    number = int(hmac.new(KEY, said, hashlib.sha256).hexdigest(), 16) % 10**8
    assert sheet_check(KEY, **SHEET) == f"{number:08}"


def test_a_decisions_code_is_six_digits_of_what_the_protocol_says() -> None:
    said = b"nord\ndecision\nT1\n7\n3\n5\ngrant garde_sans E"
    number = int(hmac.new(KEY, said, hashlib.sha256).hexdigest(), 16) % 10**6
    assert decision_code(KEY, **DECISION) == f"{number:06}"


@pytest.mark.parametrize(
    "changed",
    [
        {"journal": "T2"},
        {"table": 8},
        {"epoch": 3},
        {"position": 4},
        {"donnes": 5},
        {"bilans": {"N": -106, "S": 318, "E": -106, "O": -106}},
        {"bilans": {"N": -107, "S": -105, "E": 318, "O": -106}},
    ],
)
def test_a_check_code_is_worth_nothing_for_another_sheet(changed: dict[str, Any]) -> None:
    assert sheet_check(KEY, **{**SHEET, **changed}) != sheet_check(KEY, **SHEET)


@pytest.mark.parametrize(
    "changed", [{"journal": "T2"}, {"table": 8}, {"position": 4}, {"deal": 6}, {"decided": "refuse garde_sans E"}]
)
def test_a_decisions_code_is_worth_nothing_for_another_decision(changed: dict[str, Any]) -> None:
    assert decision_code(KEY, **{**DECISION, **changed}) != decision_code(KEY, **DECISION)


def test_another_key_gives_another_code() -> None:
    assert sheet_check(bytes(32), **SHEET) != sheet_check(KEY, **SHEET)
    assert decision_code(bytes(32), **DECISION) != decision_code(KEY, **DECISION)


def test_seats_are_vouched_for_in_whatever_order_they_stand() -> None:
    turned = {**SHEET, "bilans": dict(reversed(SHEET["bilans"].items()))}
    assert sheet_check(KEY, **turned) == sheet_check(KEY, **SHEET)


def test_short_codes_keep_their_zeros() -> None:
    codes = {decision_code(KEY, **{**DECISION, "deal": deal}) for deal in range(500)}
    assert {len(code) for code in codes} == {6}
    assert any(code.startswith("0") for code in codes)


def test_codes_are_compared_whole() -> None:
    assert is_same("012345", "012345")
    assert not is_same("012345", "012346")
    assert not is_same("01234", "012345")
