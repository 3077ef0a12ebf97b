"""A recorder between SQLite and the disk: every write, truncation, sync and deletion, in the order they were asked for.

It is SQLite's own file layer with four functions exchanged: each notes what is asked, then lets the real one do it.
Registered on the very library that Python's sqlite3 uses, so that the program under test runs as it is.
"""

import _sqlite3
import contextlib
import ctypes
import os
from collections.abc import Iterator
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Write:
    name: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    name: str


@dataclass(frozen=True, slots=True)
class Create:
    name: str


@dataclass(frozen=True, slots=True)
class Delete:
    name: str
    synced: bool


@dataclass(frozen=True, slots=True)
class Saved:
    """Not the disk's: here the program told somebody that this many events, and so many in quarantine, are saved."""

    events: int
    quarantined: int


Operation = Write | Truncate | Sync | Create | Delete | Saved

VFS_FUNCTIONS = """open delete access full_pathname dl_open dl_error dl_sym dl_close randomness sleep current_time
    get_last_error current_time_int64 set_system_call get_system_call next_system_call"""
FILE_FUNCTIONS = """close read write truncate sync file_size lock unlock check_reserved_lock file_control sector_size
    device_characteristics shm_map shm_lock shm_barrier shm_unmap fetch unfetch"""

OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`, its functions as bare addresses."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("path_size", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("app_data", c_void_p),
        *((name, c_void_p) for name in VFS_FUNCTIONS.split()),
    ]


class Methods(ctypes.Structure):
    """`sqlite3_io_methods`, its functions as bare addresses."""

    _fields_ = [
        ("version", c_int),
        *((name, c_void_p) for name in FILE_FUNCTIONS.split()),
    ]


def sqlite_library() -> ctypes.CDLL:
    """The library that Python's sqlite3 is bound to: its extension names it, or carries it inside."""
    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    library.sqlite3_vfs_find.restype = POINTER(Vfs)
    return library


@dataclass
class Recorder:
    """What a folder's files went through while `recording`."""

    folder: Path
    operations: list[Operation] = field(default_factory=list)

    @contextlib.contextmanager
    def recording(self) -> Iterator[None]:
        """Stand between SQLite and the disk, for every database that is opened meanwhile."""
        library = sqlite_library()
        real = library.sqlite3_vfs_find(None)
        shim = Shim(real.contents, self)
        assert library.sqlite3_vfs_register(ctypes.byref(shim.vfs), 1) == 0
        try:
            yield
        finally:
            assert library.sqlite3_vfs_unregister(ctypes.byref(shim.vfs)) == 0
            assert library.sqlite3_vfs_register(real, 1) == 0

    def note(self, operation: Operation) -> None:
        self.operations.append(operation)

    def name_of(self, path: int | None) -> str | None:
        """The name of a file of the folder from SQLite's pointer to its path; None for any other."""
        if path is None:
            return None
        file = Path(os.fsdecode(ctypes.string_at(path)))
        return file.name if file.parent == self.folder else None


class Shim:
    """The real file layer with four functions exchanged; the files stay the real layer's own, locks and all."""

    def __init__(self, real: Vfs, recorder: Recorder) -> None:
        self.real = real
        self.recorder = recorder
        self.names: dict[int, str | None] = {}
        self.patched: dict[int, Methods] = {}
        self.alive: list[object] = []  # what SQLite holds an address of
        self.vfs = Vfs.from_buffer_copy(real)
        self.vfs.name = b"recorder"
        self.vfs.next = None
        self.vfs.open = self._address(OPEN(self.open))
        self.vfs.delete = self._address(DELETE(self.delete))

    def _address(self, function: object) -> int | None:
        self.alive.append(function)
        return ctypes.cast(function, c_void_p).value  # type: ignore[arg-type]

    def open(self, _vfs: int, path: int | None, file: int, flags: int, got: object) -> int:
        name = self.recorder.name_of(path)
        is_new = name is not None and not (self.recorder.folder / name).exists()
        status = OPEN(self.real.open)(ctypes.addressof(self.real), path, file, flags, got)
        methods = c_void_p.from_address(file)
        if status == 0 and name is not None and methods.value:
            if is_new:
                self.recorder.note(Create(name))
            self.names[file] = name
            methods.value = ctypes.addressof(self._patch(methods.value))
        return int(status)

    def delete(self, _vfs: int, path: int, sync_folder: int) -> int:
        status = DELETE(self.real.delete)(ctypes.addressof(self.real), path, sync_folder)
        name = self.recorder.name_of(path)
        if status == 0 and name is not None:
            self.recorder.note(Delete(name, bool(sync_folder)))
        return int(status)

    def _patch(self, address: int) -> Methods:
        """The functions of a file with three of them exchanged; made once for each kind of file."""
        if address not in self.patched:
            real = Methods.from_address(address)
            methods = Methods.from_buffer_copy(real)
            real_write, real_truncate, real_sync = WRITE(real.write), TRUNCATE(real.truncate), SYNC(real.sync)

            def write(file: int, data: int, size: int, offset: int) -> int:
                self._note(file, lambda name: Write(name, offset, ctypes.string_at(data, size)))
                return int(real_write(file, data, size, offset))

            def truncate(file: int, size: int) -> int:
                self._note(file, lambda name: Truncate(name, size))
                return int(real_truncate(file, size))

            def sync(file: int, flags: int) -> int:
                status = int(real_sync(file, flags))
                self._note(file, Sync)
                return status

            methods.write = self._address(WRITE(write))
            methods.truncate = self._address(TRUNCATE(truncate))
            methods.sync = self._address(SYNC(sync))
            self.patched[address] = methods
        return self.patched[address]

    def _note(self, file: int, operation: object) -> None:
        name = self.names[file]
        assert name is not None
        self.recorder.note(operation(name))  # type: ignore[operator]
