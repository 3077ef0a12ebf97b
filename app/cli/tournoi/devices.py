"""`tournoi devices`: which tablets are let in, which of them is heard, and which table each writes for."""

from __future__ import annotations

import argparse

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import Actions, count
from app.domain.events.tournoi import Role
from app.services.devices import approve_device, assign_table, find_device, revoke_device
from app.texts.catalogue import Texts
from app.texts.facts import ROLES

HEARD_SECONDS = 30.0  # a device that is there asks again well before that


def add_devices(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `devices` and its actions."""
    actions = Actions(parser, tr)
    actions.add("list", tr("every device, and its table"), _list)
    code = actions.add("code", tr("show a code to pair one device with"), _code, "devices code", "devices code arbitre")
    code.add_argument("role", nargs="?", type=Role, choices=tuple(Role), default=Role.TABLE, metavar=tr("POSTE"))
    approve = actions.add(
        "approve",
        tr("let in a device that knew the code"),
        _approve,
        "devices approve K7QX",
        "devices approve K7QX --table 3",
    )
    _add_device(approve, tr)
    approve.add_argument("--table", type=count, metavar="N", help=tr("and give it this table"))
    assign = actions.add("assign", tr("give a table to a tablet"), _assign, "devices assign 3 K7QX")
    assign.add_argument("table", type=count, metavar="TABLE")
    _add_device(assign, tr)
    revoke = actions.add("revoke", tr("a device may write no more"), _revoke, "devices revoke K7QX")
    _add_device(revoke, tr)
    actions.otherwise(_list)


def _add_device(parser: argparse.ArgumentParser, tr: Texts) -> None:
    parser.add_argument("device", metavar=tr("DEVICE"), help=tr("its id, how it begins, or its name"))


def _list(call: Call) -> Report:
    tr, tournaments = call.tr, call.desk.tournaments
    state = None if call.opened is None else call.state
    paired = {one.device: one for one in tournaments.devices.known()}
    roles = {**{one.device: one.role for one in paired.values()}, **(state.devices if state else {})}
    tables: dict[str, list[int]] = {device: [] for device in roles}
    for table, assigned in sorted(state.assignments.items() if state else ()):
        tables.setdefault(assigned.device, []).append(table)
    presence = tournaments.presence()
    rows, data = [], []
    for device, role in roles.items():
        known = paired.get(device)
        waits = known is not None and not known.is_confirmed
        heard = presence.get(device)
        is_there = heard is not None and heard < HEARD_SECONDS
        said = tr("to be confirmed") if waits else tr("connected") if is_there else ""
        rows.append((device, known.label if known else "", tr(ROLES[role]), ", ".join(map(str, tables[device])), said))
        data.append(
            {
                "id": device,
                "label": known.label if known else "",
                "role": role,
                "tables": tables[device],
                "confirmed": not waits,
                "connected": is_there,
            }
        )
    lines = columns(rows) or [tr("No device yet: nord tournoi devices code")]
    tries = tournaments.tries_left()
    return Report([*lines, *_tried(tries, tr)], {"devices": data, "tries_left": tries})


def _tried(tries: int | None, tr: Texts) -> list[str]:
    """Say that the code was typed wrong, or that somebody is guessing."""
    if tries is None:
        return []
    if tries == 0:
        return [tr("The code was tried too often and is no longer good: show another one.")]
    return [tr("Somebody has tried the code and failed. Tries left: {n}.", n=tries)]


def _code(call: Call) -> Report:
    shown, tr = call.desk.tournaments.show_code(call.args.role), call.tr
    digits = f"{shown.digits[:4]} {shown.digits[4:]}"
    return Report(
        [
            tr(
                "Code: {digits} ({poste}, good for {n} minutes)",
                digits=digits,
                n=shown.seconds // 60,
                poste=tr(ROLES[call.args.role]),
            ),
            tr("Address to type on the tablet: {addresses}", addresses=", ".join(shown.addresses)),
        ],
        {"code": shown.digits, "role": call.args.role, "seconds": shown.seconds, "addresses": list(shown.addresses)},
    )


def _approve(call: Call) -> Report:
    approved = approve_device(call.desk.tournaments.devices, _device(call), call.opened)
    lines = [call.tr("Device {device} is let in.", device=approved.device)]
    if call.args.table is not None:
        assign_table(call.book, call.args.table, approved.device)
        lines.append(_assigned(call, approved.device))
    return Report(lines, {"device": approved.device, "role": approved.role, "table": call.args.table})


def _assign(call: Call) -> Report:
    device = _device(call)
    epoch = assign_table(call.book, call.args.table, device)
    return Report([_assigned(call, device)], {"table": call.args.table, "device": device, "epoch": epoch})


def _assigned(call: Call, device: str) -> str:
    return call.tr("Table {table} belongs to device {device}.", table=call.args.table, device=device)


def _revoke(call: Call) -> Report:
    device = _device(call)
    revoke_device(call.desk.tournaments.devices, device, call.opened)
    return Report([call.tr("Device {device} may write no more.", device=device)], {"device": device})


def _device(call: Call) -> str:
    state = None if call.opened is None else call.state
    return find_device(call.args.device, call.desk.tournaments.devices, state)
