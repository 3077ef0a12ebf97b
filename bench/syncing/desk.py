"""The real desk in a process of its own: its files, its door, its TLS.

`python -m bench.syncing.desk FOLDER TABLETS EACH`: so many tablets, with so many tables each.
"""

from __future__ import annotations

import logging
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

from app.services.book import Book
from app.storage.devices import SqliteDevices
from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournament import create_tournament
from bench.syncing.child import say, until_hushed
from bench.syncing.room import ARBITER, DESK, JOURNAL, Room, identity, paired
from sync.certificate import keep_certificate, public_part
from sync.desk import DeskSync
from sync.door import Door, DoorProtocol, Inside
from sync.intake import Desk
from sync.pairing import PairingDesk
from sync.pin import fingerprint_of
from sync.serve import Serving, listen


def main(folder: Path, room: Room) -> None:
    logging.basicConfig(filename=folder / "desk.log")
    store = create_tournament(folder, JOURNAL, identity(DESK))
    for device in (ARBITER, *room.devices):
        store.meta.learn(device, identity(device).key)
    devices = SqliteDevices(folder)
    for device in (ARBITER, *room.devices):
        devices.add(paired(device))
    certificate = keep_certificate(folder)
    clock, random = MachineClock(), MachineRandom()
    with ThreadPoolExecutor(1, "desk") as thread:

        def begin() -> DeskSync:
            book = Book(store.journal, store.meta.identity(), clock=clock, random=random, snapshots=store.snapshots)
            book.write(*room.opening())
            return DeskSync(Desk(book, store.journal, store.quarantine, store.meta), devices=devices)

        sync = thread.submit(begin).result()
        pairing = PairingDesk(fingerprint_of(public_part(certificate)), random)
        door = Door(Inside(sync, pairing, devices, thread, clock, on_paired=lambda paired: None))
        serving = Serving(door.site, listen("127.0.0.1", 0), protocol=DoorProtocol, certificate=certificate)
        say({"port": serving.port, "certificate": public_part(certificate), "tip": asdict(store.journal.tip())})
        until_hushed()
        say({"events": store.journal.tip().n, "held": len(store.quarantine.held())})
        door.close()
        serving.stop()
        serving.wait(10)
    devices.close()
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Room(int(sys.argv[2]), int(sys.argv[3])))
