"""Change the code of a part in every small way, and see whether its tests notice: `make mutants [IN=path]`.

Parts, their tests and the share of changes that must be noticed stand in pyproject.toml, [tool.mutants]. Each part is
mutated in a copy of its own under build/mutants, which stays there to be looked into (docs/mutants.md).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import libcst as cst

ROOT = Path(__file__).parents[1]
SCRATCH = ROOT / "build" / "mutants"
CARRIED = ("app", "kv", "sync", "tests", "docs", "main.py", "pyproject.toml")
MUTMUT = Path(sys.executable).with_name("mutmut")
CORES = 2
MEMORY = 1 << 30  # bytes for each mutant: one that fills an endless list fails, and leaves the machine to others

# An endless loop is noticed too: whoever runs it sees that it never ends.
NOTICED = ("killed", "timeout")
# Mutmut's own way of calling a method in its mutants; it knows these two decorators.
KNOWN_DECORATORS = ("staticmethod", "classmethod")


@dataclass(frozen=True, slots=True)
class Part:
    """A path of the code, the tests that must notice a change in it, and how many in a hundred they must."""

    path: str
    tests: tuple[str, ...]
    least: float


@dataclass(frozen=True, slots=True)
class Findings:
    """What became of each mutant of a part, by its name."""

    part: Part
    fates: dict[str, str]

    @property
    def unnoticed(self) -> list[str]:
        """The mutants that no test noticed."""
        return sorted(name for name, fate in self.fates.items() if fate not in NOTICED)

    @property
    def percent(self) -> float:
        """How many of a hundred mutants were noticed."""
        return 100 * (1 - len(self.unnoticed) / len(self.fates)) if self.fates else 0.0

    @property
    def suffices(self) -> bool:
        """Whether as many were noticed as the part asks for."""
        return self.percent >= self.part.least

    def __str__(self) -> str:
        fates = Counter(self.fates.values())
        others = "".join(f", {count} {fate}" for fate, count in fates.items() if fate not in ("killed", "survived"))
        return (
            f"{self.part.path}: {fates['killed']} killed, {fates['survived']} survived{others}"
            f" of {len(self.fates)}: {self.percent:.1f} % (at least {self.part.least:g} %)"
        )


def parts(pyproject: Path = ROOT / "pyproject.toml") -> list[Part]:
    """Return every part that is held by mutation."""
    table = tomllib.loads(pyproject.read_text("utf-8"))["tool"]["mutants"]
    return [Part(path, tuple(said["tests"]), said["least"]) for path, said in table.items()]


def asked(path: str, known: list[Part]) -> Part | None:
    """Return the part at a path, be it a module of a known part; None where it is in none of them."""
    path = path.rstrip("/")
    return next((replace(part, path=path) for part in known if f"{path}/".startswith(f"{part.path}/")), None)


def mutate(part: Part, scratch: Path) -> Findings:
    """Mutate a part in a fresh copy of the tree; raise CalledProcessError where its tests fail before any change."""
    _copy_tree(part, scratch)
    log = scratch / "mutmut.log"
    with log.open("w", encoding="utf-8") as output:
        shown = None if sys.stdout.isatty() else output
        # PYTHONHASHSEED: the same mutants meet the same tests in the same order, run after run.
        environ = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": ""}
        command = ["prlimit", f"--as={MEMORY}", MUTMUT, "run", "--max-children", str(CORES)]
        done = subprocess.run(command, cwd=scratch, env=environ, stdout=shown, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        print(log.read_text("utf-8")[-4000:], file=sys.stderr)
        done.check_returncode()
    return Findings(part, dict(line.strip().rsplit(": ", 1) for line in _told(scratch, "results", "--all", "1")))


def show(name: str, scratch: Path) -> str:
    """Return what a mutant changes, as a diff."""
    diff = _told(scratch, "show", name)
    return "\n".join(line for line in diff if line.startswith(("-", "+")) and not line.startswith(("---", "+++")))


def _told(scratch: Path, *words: str) -> list[str]:
    done = subprocess.run([MUTMUT, *words], cwd=scratch, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def _copy_tree(part: Part, scratch: Path) -> None:
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    for name in CARRIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, scratch / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / name, scratch / name)
    mutated = scratch / part.path
    for module in mutated.rglob("*.py") if mutated.is_dir() else [mutated]:
        module.write_text(undecorated(module.read_text("utf-8")), "utf-8")
    settings = {
        "source_paths": [part.path],
        "also_copy": CARRIED,
        "pytest_add_cli_args_test_selection": part.tests,
        # Chance is settled: a mutant must not live or die by the examples drawn.
        "pytest_add_cli_args": ["--hypothesis-profile=mutants", "-p", "no:cacheprovider", "--import-mode=importlib"],
    }
    lines = ["[mutmut]", *(f"{name} =\n  " + "\n  ".join(values) for name, values in settings.items())]
    (scratch / "setup.cfg").write_text("\n".join(lines) + "\n", "utf-8")


def undecorated(source: str) -> str:
    """Return the same program with each decorator of a function written as the call that it stands for.

    Mutmut leaves decorated functions alone, and half of what a value promises is in its properties.
    """
    return cst.parse_module(source).visit(_Undecorate()).code


class _Undecorate(cst.CSTTransformer):
    def leave_FunctionDef(  # noqa: N802 - libcst's own name
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef | cst.FlattenSentinel[cst.BaseStatement]:
        names = [each.decorator for each in updated_node.decorators]
        if not names or any(isinstance(name, cst.Name) and name.value in KNOWN_DECORATORS for name in names):
            return updated_node
        call: cst.BaseExpression = updated_node.name
        for name in reversed(names):
            call = cst.Call(name, [cst.Arg(call)])
        assign = cst.SimpleStatementLine([cst.Assign([cst.AssignTarget(updated_node.name)], call)])
        return cst.FlattenSentinel([updated_node.with_changes(decorators=()), assign])


def main(paths: list[str]) -> int:
    """Mutate what is named, or every part; 1 where too few mutants were noticed, 2 where a path is of no part."""
    known = parts()
    wanted = [asked(path, known) for path in paths] if paths else known
    if None in wanted:
        print(f"choose a path of [tool.mutants] in pyproject.toml: {', '.join(p.path for p in known)}", file=sys.stderr)
        return 2
    found = []
    for part in filter(None, wanted):
        scratch = SCRATCH / part.path.replace("/", ".")
        findings = mutate(part, scratch)
        for name in findings.unnoticed:
            print(f"\n{name}: {findings.fates[name]}\n{show(name, scratch)}")
        found.append(findings)
    print("", *found, sep="\n")
    return 0 if all(findings.suffices for findings in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
