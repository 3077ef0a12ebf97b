"""`make mutants` on two small modules, so that it never rots: good tests notice a change, and weak ones do not."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import mutants


def test_good_tests_notice_every_change(tmp_path: Path) -> None:
    module, tests = "app/domain/arbitrage/avertissements.py", "tests/domain/arbitrage/test_avertissements.py"
    found = mutants.mutate(mutants.Part(module, (tests,), least=95), tmp_path)
    assert found.unnoticed == []
    assert found.suffices
    total = len(found.fates)
    assert str(found) == f"{module}: {total} killed, 0 survived of {total}: 100.0 % (at least 95 %)"


def test_what_weak_tests_do_not_notice_is_shown(tmp_path: Path) -> None:
    visa = "test_the_arbiters_visa_is_due_for_a_sur_contrat_and_an_announced_chelem"
    part = mutants.Part("app/domain/donne/donne.py", (f"tests/domain/donne/test_checks.py::{visa}",), least=95)
    found = mutants.mutate(part, tmp_path)
    assert not found.suffices
    assert 0 < found.percent < 95
    unnoticed = [name for name in found.unnoticed if "playing" in name]
    assert "+    return self.players + (self.mort is not None)" in mutants.show(unnoticed[0], tmp_path)


def test_a_mutant_that_fills_the_memory_fails_and_leaves_the_machine_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    greedy = tmp_path / "greedy"
    greedy.write_text(f'#!{sys.executable}\nimport sys\nif "run" in sys.argv:\n    bytearray({mutants.MEMORY})\n')
    greedy.chmod(0o755)
    monkeypatch.setattr(mutants, "MUTMUT", greedy)
    scratch = tmp_path / "scratch"
    with pytest.raises(subprocess.CalledProcessError):
        mutants.mutate(mutants.Part("app/domain/donne/donne.py", (), least=95), scratch)
    assert "MemoryError" in (scratch / "mutmut.log").read_text()


def test_a_decorator_is_written_as_the_call_that_it_stands_for() -> None:
    source = '''\
class Course:
    @property
    def owed(self) -> int:
        """How many."""
        return self.donnes - 1

    @classmethod
    def of(cls, donnes):
        return cls(donnes)

    def __init__(self, donnes):
        self.donnes = donnes


@outer(2)
@inner
def twice():
    return 2
'''
    told: dict[str, object] = {"outer": lambda n: lambda f: lambda: n * f(), "inner": lambda f: lambda: f() + 1}
    written = mutants.undecorated(source)
    assert "@property" not in written
    assert "@classmethod" in written
    exec(written, told)
    assert told["Course"].of(4).owed == 3  # type: ignore[attr-defined]
    assert told["twice"]() == 6  # type: ignore[operator]


@pytest.mark.parametrize(
    ("path", "found"),
    [("app/domain/donne", True), ("app/domain/donne/", True), ("app/domain/donne/checks.py", True), ("app/ui", False)],
)
def test_a_path_is_of_the_part_that_holds_it(path: str, found: bool) -> None:
    part = mutants.asked(path, mutants.parts())
    assert (part is not None) is found
    if part is not None:
        assert part.path == path.rstrip("/")
        assert "tests/domain/donne" in part.tests


def test_what_is_no_part_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main(["app/ui"]) == 2
    assert "app/domain/donne" in capsys.readouterr().err


def test_every_part_names_code_and_tests_that_exist() -> None:
    root = mutants.ROOT
    for part in mutants.parts():
        assert (root / part.path).is_dir()
        assert part.least >= 90
        assert all((root / test).exists() for test in part.tests), part
