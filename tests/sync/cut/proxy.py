"""A wire between two ends of a connection, on the loopback, that can be cut after any byte."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

Way = Literal["request", "response"]
HOST = "127.0.0.1"
AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: closed by a reset, as a machine does that has been away


@dataclass(slots=True)
class Cut:
    """Where a connection is to be cut: so many bytes of one way are let through, and then both ends are closed."""

    way: Way
    after: int
    reset: bool = False


@dataclass(slots=True)
class Wire:
    """One connection through the proxy, and how many bytes each way has let through."""

    ends: tuple[socket.socket, socket.socket]
    cut: Cut | None
    passed: dict[Way, int] = field(default_factory=lambda: {"request": 0, "response": 0})

    def start(self) -> None:
        here, there = self.ends
        for way, source, sink in (("request", here, there), ("response", there, here)):
            threading.Thread(target=self._pump, args=(way, source, sink), name=f"wire-{way}", daemon=True).start()

    def _pump(self, way: Way, source: socket.socket, sink: socket.socket) -> None:
        try:
            while not self._is_over(way) and (data := source.recv(65536)):
                sink.sendall(self._let_through(way, data))
        except OSError:
            pass
        if self._is_over(way):
            self.close(reset=self.cut is not None and self.cut.reset)
        else:
            self.close()

    def _let_through(self, way: Way, data: bytes) -> bytes:
        if self.cut is not None and self.cut.way == way:
            data = data[: self.cut.after - self.passed[way]]
        self.passed[way] += len(data)
        return data

    def _is_over(self, way: Way) -> bool:
        return self.cut is not None and self.cut.way == way and self.passed[way] >= self.cut.after

    def close(self, *, reset: bool = False) -> None:
        for end in self.ends:
            try:
                if reset:
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it is closed already
            if reset:
                end.close()


class Proxy:
    """Takes connections for a desk on a port of its own; `cuts` says what becomes of the next ones."""

    def __init__(self, desk_port: int) -> None:
        self._desk_port = desk_port
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        self.cuts: Iterator[Cut] = iter(())
        self.wires: list[Wire] = []
        threading.Thread(target=self._run, name="proxy", daemon=True).start()

    def _run(self) -> None:
        while True:
            try:
                here, _address = self._listener.accept()
            except OSError:
                return  # closed
            try:
                there = socket.create_connection((HOST, self._desk_port))
            except OSError:
                here.close()  # the desk is switched off
                continue
            for end in (here, there):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            wire = Wire((here, there), next(self.cuts, None))
            self.wires.append(wire)
            wire.start()

    def hang_up(self) -> None:
        """Close every connection; new ones are taken."""
        for wire in self.wires:
            wire.close()
        for wire in self.wires:
            for end in wire.ends:
                end.close()
        self.wires = []

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()


@contextmanager
def proxied(desk_port: int) -> Iterator[Proxy]:
    proxy = Proxy(desk_port)
    try:
        yield proxy
    finally:
        proxy.close()
