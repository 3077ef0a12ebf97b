"""What the desk says of devices: who is known, and whose table is whose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.domain.errors import Refused, Violation, refuse, violation
from app.domain.events.tournoi import DeviceAdmitted, DeviceRevoked, Role, TabletAssigned
from app.domain.fold.growing import grown
from app.domain.fold.on_start import check_numbers, check_title
from app.domain.fold.state import Assignment, State
from app.domain.fold.writing import ToState, Writing
from app.domain.tournoi.identity import MAX_NAME
from app.domain.values import replace


def admit_device(state: State, by: Writing, body: DeviceAdmitted) -> State:
    """Let a device write in its role, from now on."""
    refuse(*_is_writer(by, body.device), *check_title(body.device, "device", most=MAX_NAME))
    return replace(state, devices=grown(state.devices, body.device, body.role))


def revoke_device(state: State, by: Writing, body: DeviceRevoked) -> State:
    """Let a device write no more."""
    refuse(*_is_writer(by, body.device))
    if body.device not in state.devices:
        raise Refused(violation("device_unknown", "device"))
    return replace(state, devices={name: role for name, role in state.devices.items() if name != body.device})


def assign_tablet(state: State, by: Writing, body: TabletAssigned) -> State:
    """Give a table to a tablet; what the one before still writes comes too late."""
    refuse(*check_numbers(table=body.table))
    if state.devices.get(body.device) is not Role.TABLE:
        raise Refused(violation("device_no_table", "device"))
    return replace(state, assignments=raised(state, body.table, Assignment(body.device, body.epoch)))


def raised(state: State, table: int, assignment: Assignment) -> Mapping[int, Assignment]:
    """Return the assignments with a table's under a higher epoch; refuse one that is not higher."""
    before = state.assignments.get(table)
    least = before.epoch + 1 if before else 1
    if assignment.epoch < least:
        raise Refused(violation("epoch_not_higher", "epoch", epoch=assignment.epoch, least=least))
    return grown(state.assignments, table, assignment)


def _is_writer(by: Writing, device: str) -> Iterator[Violation]:
    """A desk neither revokes itself nor becomes something else; another desk can be both."""
    if device == by.event.device:
        yield violation("device_is_desk", "device")


TO_STATE: Mapping[type, ToState] = {
    DeviceAdmitted: admit_device,
    DeviceRevoked: revoke_device,
    TabletAssigned: assign_tablet,
}
