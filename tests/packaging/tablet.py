"""What buildozer would pack: its spec, and the tree that it copies for a tablet."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from buildozer import Buildozer
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


@cache
def builder() -> Buildozer:
    """Buildozer, which has read the spec and checked it: a fault would have ended the program."""
    builder = Buildozer(str(ROOT / "buildozer.spec"))
    builder.config.set("app", "source.dir", str(ROOT))
    builder.targetname = "android"
    return builder


def pins() -> dict[str, str]:
    """Each package of the requirements line, with its version or an empty string."""
    wanted = [Requirement(line) for line in builder().config.getlist("app", "requirements")]
    return {canonicalize_name(one.name): str(one.specifier).removeprefix("==") for one in wanted}


def packed_tree(folder: Path) -> Path:
    """Let buildozer choose and copy the sources that go into the tablet's package."""
    builder().config.set("buildozer", "build_dir", str(folder))
    builder()._copy_application_sources()
    return Path(builder().app_dir)
