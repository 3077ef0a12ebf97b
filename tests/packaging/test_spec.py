"""The tablet's spec is one that the Android tools would accept, and it leaves nothing to the day of the build."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pythonforandroid.bootstrap import Bootstrap
from pythonforandroid.build import Context
from pythonforandroid.graph import get_recipe_order_and_bootstrap

from tests.packaging.tablet import ROOT, builder, pins

# Not found pure in this environment, though a tablet gets it so.
PURE_ELSEWHERE = {
    "charset-normalizer": "publishes a pure wheel beside the compiled ones, which pip prefers here",
}

# Declared by a package of ours, and never imported by what we use of it.
UNUSED = {
    "pip": "sqlite-utils' installer of plugins",
    "docutils": "Kivy's reader of reStructuredText",
    "pygments": "Kivy's editor of source code",
    "kivy-garden": "Kivy's installer of widgets",
}

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def modules() -> set[str]:
    """The packages that python-for-android would ask pip for, having no recipe to build them."""
    logging.getLogger("p4a").setLevel(logging.ERROR)
    context = Context()
    bootstrap = Bootstrap.get_bootstrap("sdl2", context)
    _recipes, modules, _bootstrap = get_recipe_order_and_bootstrap(context, list(pins()), bootstrap)
    return {canonicalize_name(module) for module in modules}


def compiled_files(name: str) -> list[str]:
    """The files of a package that only one kind of machine can run."""
    files = distribution(name).files
    assert files, f"{name} does not say what it holds"
    return [str(file) for file in files if file.suffix in (".so", ".pyd", ".dylib")]


def needs(name: str) -> Iterator[str]:
    """What a package says it needs on Android under Python 3.11, extras aside."""
    for line in distribution(name).requires or ():
        one = Requirement(line)
        where = {"sys_platform": "linux", "platform_system": "Linux", "python_version": "3.11", "extra": ""}
        if one.marker is None or one.marker.evaluate(where):
            yield canonicalize_name(one.name)


def test_the_version_is_the_projects() -> None:
    assert builder().get_version() == PROJECT["version"]


def test_every_package_has_its_version() -> None:
    # sqlite3 is python-for-android's own, fixed by its release.
    assert [name for name, version in pins().items() if not version] == ["sqlite3"]


def test_the_versions_are_those_that_the_tests_run_with() -> None:
    lines = [Requirement(line) for line in (ROOT / "constraints.txt").read_text("utf-8").split()]
    tested = {canonicalize_name(line.name): str(line.specifier).removeprefix("==") for line in lines}
    differing = {name: (pin, tested[name]) for name, pin in pins().items() if tested.get(name, pin) != pin}
    assert not differing


def test_the_line_resolves_and_leaves_no_version_to_be_chosen_later(modules: set[str]) -> None:
    assert not modules - set(pins()), "python-for-android would take these at their latest"


def test_what_is_not_a_recipe_is_pure_python(modules: set[str]) -> None:
    compiled = {name: compiled_files(name) for name in modules - set(PURE_ELSEWHERE)}
    assert not {name: files for name, files in compiled.items() if files}


def test_the_line_holds_all_that_its_packages_need() -> None:
    packages = set(pins()) - {"python3", "hostpython3", "sqlite3"}
    missing = {(name, need) for name in packages for need in needs(name) if need not in {*pins(), *UNUSED}}
    assert not missing


def test_every_dependency_of_the_project_is_on_the_tablet() -> None:
    assert {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]} <= set(pins())


def test_the_tablet_asks_for_four_permissions_and_keeps_its_keys_to_itself() -> None:
    asked = builder().config.getlist("app", "android.permissions")
    assert set(asked) == {"INTERNET", "ACCESS_NETWORK_STATE", "CHANGE_WIFI_MULTICAST_STATE", "VIBRATE"}
    assert builder().config.getbooldefault("app", "android.allow_backup", True) is False
    assert builder().config.get("app", "android.api") == "34"
