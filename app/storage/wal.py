"""The WAL beside a database: whether commits are lost in the middle of it, and how SQLite can be made to read on.

SQLite reads a WAL up to the first frame whose checksum is wrong, and takes that for its end. So it is after a power
cut, which tears what was being written; where a byte was damaged, commits that were safe would vanish in silence.
The layout is that of "Database File Format" and "WAL-mode File Format" of SQLite's documentation.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, pairwise
from operator import mul
from pathlib import Path
from typing import Literal, NamedTuple

_HEADER = struct.Struct(">8I")  # magic, version, page size, checkpoints, two salts, two sums
_FRAME = struct.Struct(">II8s2I")  # page, pages of the database after a commit or else 0, salts, two sums
_INDEX = struct.Struct("=16xI12x8s2I")  # of the index in the `-shm`: the last frame, salts, two sums of its own
_BACKFILLED = struct.Struct("=96xI")  # the frames that were copied into the database already
_MAGIC = 0x377F0682  # its last bit is set where the sums are of big-endian words
_VERSION = 3007000
_SUMMED = 24  # bytes of the header that its sums are of
_WORD = 0xFFFFFFFF
_Sums = tuple[int, int]


class _Frame(NamedTuple):
    """A page as a commit left it, and the sums of all the WAL up to its end."""

    summed: bytes  # the page's number, the mark of a commit, the page
    salts: bytes
    is_commit: bool
    sums: _Sums


class _Index(NamedTuple):
    """What SQLite noted in shared memory, after each sync: how far commits reach in the WAL that has these salts."""

    frames: int
    salts: bytes
    backfilled: int


@dataclass(frozen=True)
class Wal:
    """A WAL as it lies beside a database that no program is using."""

    content: bytes
    pages: bytes  # the beginning of the database, which tells the size of its pages
    index: _Index | None

    @classmethod
    def of(cls, database: Path) -> Wal:
        """Read the WAL of a database; an empty one, of which nothing was noted, where there is none."""
        path = Path(f"{database}-wal")
        if not path.exists():
            return cls(b"", b"", None)
        with database.open("rb") as file:
            beginning = file.read(_HEADER.size)
        shared = Path(f"{database}-shm")
        return cls(path.read_bytes(), beginning, _index(shared.read_bytes()) if shared.exists() else None)

    @cached_property
    def has_lost(self) -> bool:
        """Tell whether commits that were safe on the disk are in it, or were, and SQLite would not read them.

        A commit is safe before the next one is written, and before SQLite notes it in the index. What is torn after
        the last safe commit is no loss. A file is made with its header first, which is safe before anything follows.
        """
        if not self._is_headed:
            is_waited_for = self.index is not None and self.index.frames > self.index.backfilled
            return is_waited_for or len(self.content) > _HEADER.size
        good, committed, sums = 0, 0, self._sums
        for frame in self._frames:
            sums = self._sum(frame.summed, sums)
            if frame.salts != self._salts or frame.sums != sums:
                break
            good += 1
            committed = good if frame.is_commit else committed
        if committed < self._noted:
            return True
        return any(
            first.is_commit and self._follows(second, first, sums if n == 0 else first.sums)
            for n, (first, second) in enumerate(pairwise(self._frames[good:]))
        )

    def mended(self) -> bytes:
        """Return it with sums that are right, so that SQLite reads all of it: what is damaged is then in the pages."""
        last = 1
        for n, (first, second) in enumerate(pairwise(self._frames), start=2):
            last = n if self._follows(second, first, first.sums) else last
        salts = self._salts
        header = struct.pack(">4I8s", _MAGIC, _VERSION, self._page_size, 0, salts)
        sums = _sum(header, (0, 0), "little")
        mended = bytearray(header + struct.pack(">2I", *sums))
        for frame in islice(self._frames, max(last, self._noted)):
            sums = _sum(frame.summed, sums, "little")
            mended += frame.summed[:8] + salts + struct.pack(">2I", *sums) + frame.summed[8:]
        return bytes(mended)

    def _follows(self, frame: _Frame, before: _Frame, sums: _Sums) -> bool:
        """Tell whether a frame was written after another, one of whose sums may be damaged."""
        return frame.salts == self._salts and frame.sums in {
            self._sum(frame.summed, before.sums),
            self._sum(frame.summed, sums),
        }

    @cached_property
    def _header(self) -> tuple[int, ...]:
        return _HEADER.unpack(self.content[: _HEADER.size].ljust(_HEADER.size, b"\0"))

    @cached_property
    def _is_headed(self) -> bool:
        magic, version = self._header[:2]
        is_known = magic & ~1 == _MAGIC and version == _VERSION
        return is_known and self._sum(self.content[:_SUMMED], (0, 0)) == self._sums

    @property
    def _sums(self) -> _Sums:
        return self._header[6], self._header[7]

    @cached_property
    def _salts(self) -> bytes:
        """The salts of the commits that are in it: frames of an earlier round have others."""
        return self._frames[0].salts if self._frames and not self._is_headed else struct.pack(">2I", *self._header[4:6])

    @property
    def _page_size(self) -> int:
        if self._is_headed:
            return self._header[2]
        size = int.from_bytes(self.pages[16:18], "big")
        return 65536 if size == 1 else max(size, 512)

    @property
    def _noted(self) -> int:
        return self.index.frames if self.index is not None and self.index.salts == self._salts else 0

    @cached_property
    def _frames(self) -> tuple[_Frame, ...]:
        return tuple(self._read_frames())

    def _read_frames(self) -> Iterator[_Frame]:
        size = _FRAME.size + self._page_size
        for start in range(_HEADER.size, len(self.content) - size + 1, size):
            head = self.content[start : start + _FRAME.size]
            _page, after, salts, *sums = _FRAME.unpack(head)
            page = self.content[start + _FRAME.size : start + size]
            yield _Frame(head[:8] + page, salts, after != 0, (sums[0], sums[1]))

    def _sum(self, data: bytes, sums: _Sums) -> _Sums:
        return _sum(data, sums, "big" if self._header[0] & 1 else "little")


def _index(shared: bytes) -> _Index | None:
    """Read the index, which SQLite keeps twice; None where neither is whole, as after a power cut it may be."""
    for copy in (shared[:48], shared[48:96]):
        if len(copy) == _INDEX.size and len(shared) >= _BACKFILLED.size:
            frames, salts, *own = _INDEX.unpack(copy)
            if _sum(copy[:40], (0, 0), sys.byteorder) == tuple(own):
                return _Index(frames, salts, _BACKFILLED.unpack_from(shared)[0])
    return None


def _sum(data: bytes, sums: _Sums, order: Literal["little", "big"]) -> _Sums:
    """Go on with the sums of a WAL over more of its bytes.

    With each word, the older of the two sums becomes the sum of both and the word. So each word is in the end as
    often in them as Fibonacci's numbers say, which is far quicker to reckon than word by word.
    """
    words = array("I", data)
    if order != sys.byteorder:
        words.byteswap()
    count, (first, second) = len(words), sums
    times = _fibonacci(count)
    older = sum(map(mul, words, times[2:])) + times[1] * second + times[2] * first
    newer = sum(map(mul, words, times[1:])) + times[0] * second + times[1] * first
    return older & _WORD, newer & _WORD


@cache
def _fibonacci(count: int) -> tuple[int, ...]:
    """Return so many of Fibonacci's numbers and two more, the last first, down to 0, as far as sums keep them."""
    numbers = [0, 1]
    for _ in range(count):
        numbers.append((numbers[-1] + numbers[-2]) & _WORD)
    return tuple(reversed(numbers))
