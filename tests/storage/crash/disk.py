"""A disk that loses power: what was synced is there, the rest in part, in any order, torn at any sector."""

import random
from dataclasses import dataclass, field
from pathlib import Path

from tests.storage.crash.vfs import Create, Delete, Operation, Saved, Sync, Truncate, Write

SECTOR = 512
LEAVES_THE_FOLDER_SYNCED = ("-wal", "-journal")  # SQLite syncs the folder with the first sync of such a new file


@dataclass
class File:
    """The bytes that are safe, and the operations that a power cut may keep, lose or tear."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[Write | Truncate] = field(default_factory=list)

    def sync(self) -> None:
        for operation in self.pending:
            apply(self.safe, operation)
        self.pending.clear()

    def after_power_loss(self, chance: random.Random) -> bytes:
        """Any state that the disk may be found in; the extremes are as likely as the mixtures."""
        left = bytearray(self.safe)
        mode = chance.choice(("nothing", "everything", "some", "until one is torn"))
        reached = len(self.pending) if mode == "everything" else 0
        if mode == "until one is torn" and self.pending:
            reached = chance.randrange(len(self.pending))
        for number, operation in enumerate(self.pending):
            if number < reached or (mode == "some" and chance.random() < 0.5):
                apply(left, operation)
            elif (mode == "some" and chance.random() < 0.5) or (number == reached and mode.startswith("until")):
                tear(left, operation, chance)
        return bytes(left)


def apply(content: bytearray, operation: Write | Truncate) -> None:
    """Do what was asked, as a file system does."""
    if isinstance(operation, Truncate):
        del content[operation.size :]
        return
    end = operation.offset + len(operation.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[operation.offset : end] = operation.data


def tear(content: bytearray, operation: Write | Truncate, chance: random.Random) -> None:
    """Do some sectors of a write, any of them; a truncation is one change in the file's length, done or not."""
    if isinstance(operation, Truncate):
        return
    start, end = operation.offset, operation.offset + len(operation.data)
    while start < end:
        stop = min(end, start - start % SECTOR + SECTOR)
        if chance.random() < 0.5:
            part = operation.data[start - operation.offset : stop - operation.offset]
            apply(content, Write(operation.name, start, part))
        start = stop


class Disk:
    """A folder on a disk, followed operation by operation.

    Names change in the order in which they were asked to, as journalling file systems have it; a power cut may lose
    the last of these changes until the folder is synced.
    """

    def __init__(self, contents: dict[str, bytes]) -> None:
        self.safe_names = {name: File(bytearray(content)) for name, content in contents.items()}
        self.names = dict(self.safe_names)
        self.renamed: list[tuple[str, File | None]] = []
        self.saved = Saved(0, 0)

    def follow(self, operation: Operation) -> None:
        match operation:
            case Write(name) | Truncate(name):
                self.names[name].pending.append(operation)
            case Sync(name):
                self.names[name].sync()
                if name.endswith(LEAVES_THE_FOLDER_SYNCED):
                    self._sync_names()
            case Create(name):
                self.names[name] = File()
                self.renamed.append((name, self.names[name]))
            case Delete(name, synced):
                del self.names[name]
                self.renamed.append((name, None))
                if synced:
                    self._sync_names()
            case Saved():
                self.saved = operation

    def _sync_names(self) -> None:
        self.safe_names = dict(self.names)
        self.renamed.clear()

    def lose_power(self, folder: Path, chance: random.Random) -> None:
        """Leave in a folder what a power cut at this moment may leave."""
        names = dict(self.safe_names)
        for name, file in self.renamed[: chance.randint(0, len(self.renamed))]:
            if file is None:
                del names[name]
            else:
                names[name] = file
        for name, file in names.items():
            (folder / name).write_bytes(file.after_power_loss(chance))
