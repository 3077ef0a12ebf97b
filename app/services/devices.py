"""Use cases: which devices are let in, and which tablet writes for which table."""

from __future__ import annotations

from app.domain.errors import Refused, violation
from app.domain.events.tournoi import DeviceAdmitted, DeviceRevoked, TabletAssigned
from app.domain.fold.state import State
from app.services.book import Book
from app.services.ports import Devices, PairedDevice
from app.services.tournaments import Opened


def approve_device(devices: Devices, device: str, opened: Opened | None) -> PairedDevice:
    """Let in a device that knew the code, for this evening and the next ones; the tournament under way admits it."""
    if all(known.device != device for known in devices.known()):
        raise Refused(violation("device_unknown", "device"))  # this tournament's, but never paired with this desk
    devices.confirm(device)
    approved = next(known for known in devices.known() if known.device == device)
    if opened is not None:
        _admit(opened, approved)
    return approved


def admit_known(devices: Devices, opened: Opened) -> None:
    """Let a tournament admit every device that the desk has confirmed: they stay paired from evening to evening."""
    for known in devices.known():
        if known.is_confirmed:
            _admit(opened, known)


def bring_in_line(devices: Devices, opened: Opened) -> None:
    """Let a tournament say of its devices what the desk says of them now: it was not open then, or is restored.

    Who was revoked, or has paired again as another poste, is let in no more; who was let in here once, and is
    confirmed, is let in again as what it is now: it may owe something. Into one that is closed nothing is written.
    """
    state, revoked = opened.book.state, devices.revoked() - {opened.book.identity.device}
    roles = {known.device: known.role for known in devices.known()}
    gone = [one for one, role in sorted(state.devices.items()) if one in revoked or roles.get(one, role) is not role]
    if gone and not state.is_closed:
        opened.book.write(*(DeviceRevoked(device=device) for device in gone))
    for known in devices.known():
        if known.is_confirmed and opened.meta.keys_of(known.device):
            _admit(opened, known)


def _admit(opened: Opened, device: PairedDevice) -> None:
    """Admit a device, once, with its present key: one that is not admitted has none that counts."""
    state = opened.book.state
    is_in = state.devices.get(device.device) is device.role
    is_desk = device.device == opened.book.identity.device  # a standby that took over knows itself
    if is_desk or (state.is_closed and not is_in):
        return
    if device.key not in opened.meta.keys_of(device.device)[-1:]:
        opened.meta.learn(device.device, device.key)
    if not is_in:
        opened.book.write(DeviceAdmitted(device=device.device, role=device.role, label=device.label))


def assign_table(book: Book, table: int, device: str) -> int:
    """Give a table to a tablet and return the table's new epoch: what another one still writes is set aside."""
    epoch = next_epoch(book.state, table)
    book.write(TabletAssigned(table=table, device=device, epoch=epoch))
    return epoch


def revoke_device(devices: Devices, device: str, opened: Opened | None) -> None:
    """Let a device in no more, here and in the tournament under way; in others as soon as they are opened."""
    devices.revoke(device)
    if opened is not None and device in opened.book.state.devices:
        opened.book.write(DeviceRevoked(device=device))  # one that was never paired here too


def find_device(said: str, devices: Devices, state: State | None) -> str:
    """Return the one device whose id begins so, or whose label is this."""
    known = {one.device: one.label for one in devices.known()}
    ids: set[str] = {*known, *(state.devices if state is not None else ())}
    found = [device for device in ids if device.startswith(said.upper())]
    found = found or [device for device, label in known.items() if label.casefold() == said.casefold()]
    if len(found) != 1 or not said:
        raise Refused(violation("device_unknown", "device"))
    return found[0]


def next_epoch(state: State, table: int) -> int:
    """Return the epoch that fences off whoever wrote for a table until now."""
    assigned = state.assignments.get(table)
    return 1 if assigned is None else assigned.epoch + 1
