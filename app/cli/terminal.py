"""Where a command speaks and reads: this program's own terminal, or that of somebody who asks a running desk."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

STDIN = STDOUT = "-"


@dataclass(frozen=True, slots=True)
class Terminal:
    """What is said goes out as bytes; names of files mean those of `folder`, where the command was typed."""

    out: BinaryIO
    err: BinaryIO
    stdin: BinaryIO
    folder: Path = Path()
    encoding: str = "utf-8"

    @classmethod
    def own(cls) -> Terminal:
        """Return the terminal of this program."""
        return cls(sys.stdout.buffer, sys.stderr.buffer, sys.stdin.buffer, encoding=sys.stdout.encoding)

    def say(self, text: str) -> None:
        """Print an answer."""
        self.write(f"{text}\n".encode(self.encoding, "replace"))

    def write(self, data: bytes) -> None:
        """Print what is no text, such as a file."""
        self.out.write(data)
        self.out.flush()

    def complain(self, text: str) -> None:
        """Print what is no answer: a refusal, a warning."""
        self.err.write(f"{text}\n".encode(self.encoding, "replace"))
        self.err.flush()

    def give_up(self) -> None:
        """Say nothing more: whoever read the answer has had enough, and what is still buffered goes nowhere."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.out.fileno())

    def path(self, name: str | Path) -> Path:
        """Return the file that a name means here."""
        return self.folder / Path(name).expanduser()

    def read(self, source: str) -> bytes:
        """Return what a file holds; `-` is the standard input."""
        return self.stdin.read() if source == STDIN else self.path(source).read_bytes()
