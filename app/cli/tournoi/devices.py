"""`tournoi devices`: which tablets the journal knows, and which table each writes for."""

from __future__ import annotations

import argparse

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import Actions, count
from app.domain.errors import Refused, violation
from app.services.devices import assign_table, revoke_device
from app.texts.catalogue import Texts
from app.texts.facts import ROLES


def add_devices(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `devices` and its actions."""
    actions = Actions(parser, tr)
    actions.add("list", tr("every device, and its table"), _list)
    assign = actions.add("assign", tr("give a table to a tablet"), _assign, "devices assign 3 K7QX")
    assign.add_argument("table", type=count, metavar="TABLE")
    assign.add_argument("device", metavar=tr("DEVICE"), help=tr("its id, or how it begins"))
    revoke = actions.add("revoke", tr("a device may write no more"), _revoke, "devices revoke K7QX")
    revoke.add_argument("device", metavar=tr("DEVICE"), help=tr("its id, or how it begins"))
    actions.otherwise(_list)


def _list(call: Call) -> Report:
    state = call.state
    tables: dict[str, list[int]] = {device: [] for device in state.devices}
    for table, assigned in sorted(state.assignments.items()):
        tables.setdefault(assigned.device, []).append(table)
    rows = [
        (device, call.tr(ROLES[role]), ", ".join(map(str, tables[device]))) for device, role in state.devices.items()
    ]
    data = [{"id": device, "role": role, "tables": tables[device]} for device, role in state.devices.items()]
    return Report(columns(rows), {"devices": data})


def _assign(call: Call) -> Report:
    device = _device(call)
    epoch = assign_table(call.book, call.args.table, device)
    said = call.tr("Table {table} belongs to device {device}.", table=call.args.table, device=device)
    return Report([said], {"table": call.args.table, "device": device, "epoch": epoch})


def _revoke(call: Call) -> Report:
    device = _device(call)
    revoke_device(call.book, device)
    return Report([call.tr("Device {device} may write no more.", device=device)], {"device": device})


def _device(call: Call) -> str:
    found = [device for device in call.state.devices if device.startswith(call.args.device.upper())]
    if len(found) != 1:
        raise Refused(violation("device_unknown", "device"))
    return found[0]
