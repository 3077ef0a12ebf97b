"""Files carried between a desk and its tablets, in tests: written, brought, and refused."""

from collections.abc import Callable

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.errors import Refused
from app.domain.events.table import DealerDrawn, DonneRecorded, Entry
from sync.carried import Brought, read_room, write_sheets
from sync.carrier import write_room
from sync.intake import Desk
from tests.sim.evening import JOURNAL
from tests.sync.room import DeskAlone, Device

DEALER = DealerDrawn(position=1, seat="N")
DONNE = DonneRecorded(position=1, entry=Entry(preneur="N", contrat=Contrat.GARDE, bouts=1, demi_points=100))


def parts(desk: DeskAlone) -> Desk:
    return Desk(desk.book, desk.store.journal, desk.store.quarantine, desk.store.meta)


def room(desk: DeskAlone) -> bytes:
    return write_room(parts(desk))


def sheets(device: Device) -> bytes:
    return write_sheets(device.store.journal, device.store.mirror, device.store.meta)


def read(device: Device, file: bytes) -> Brought:
    return read_room(file, journal=JOURNAL, identity=device.store.meta.identity())


def bring(device: Device, file: bytes) -> None:
    device.meet(read(device, file))


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    (reason,) = caught.value.violations
    return reason.key
