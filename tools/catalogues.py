"""Building the package compiles its catalogues first: a wheel never goes out without its French."""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools.command.build_py import build_py


class BuildWithCatalogues(build_py):
    """`build_py`, with each nord.po compiled beside itself before files are gathered."""

    def run(self) -> None:
        """Compile, then build."""
        for source in Path("app/texts/locale").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as words, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(words))
        # The files were listed when the build was configured, before there was anything compiled.
        self.__dict__.pop("data_files", None)
        super().run()
