"""`tournoi sheets carry-in` and `carry-out`: sheets and answers that go by file where there is no network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from app.cli.tournoi.call import Call
from app.cli.tournoi.quarantine import reasons
from app.cli.tournoi.report import Report
from app.cli.tournoi.words import Actions
from app.domain.errors import Refused, violation
from app.domain.events.envelope import Event
from app.domain.events.tournoi import Role
from app.storage.durable import write_whole
from app.texts.catalogue import Texts
from app.texts.game import SHEET_STATES
from app.texts.refusals import refusal
from sync.carrier import Fate, Found, Receipt, take_sheets, write_room
from sync.intake import Desk
from sync.parcel import MAX_FILE_BYTES, Carries, read_parcel


def add_carrying(actions: Actions, tr: Texts) -> None:
    """Declare both ways."""
    brought = actions.add(
        "carry-in",
        tr("take in the files that tablets without network wrote; the same one twice counts once"),
        _carry_in,
        "sheets carry-in cle/*.nord",
    )
    brought.add_argument("files", nargs="+", metavar=tr("FILE"))
    taken = actions.add(
        "carry-out",
        tr("write one file for the whole room: each tablet finds its seats in it, and what the desk has of it"),
        _carry_out,
        "sheets carry-out cle/salle.nord",
    )
    taken.add_argument("file", metavar=tr("FILE"))


def _desk(call: Call) -> Desk:
    opened = call.desk.open(call.args.tournament)
    if opened.book.state.devices.get(opened.book.identity.device) is not Role.DESK:
        raise Refused(violation("poste.command", "line", command="sheets"))
    return Desk(opened.book, opened.journal, opened.quarantine, opened.meta)


def _carry_in(call: Call) -> Report:
    desk, lines, data, refused = _desk(call), [], [], []
    for file in call.args.files:
        try:
            receipt = take_sheets(desk, _read(call.terminal.path(file)))
        except (Refused, OSError) as error:
            why = " ".join(refusal(one, call.tr) for one in error.violations) if isinstance(error, Refused) else ""
            refused.append(call.tr("{file}: {why}", file=file, why=why or call.tr("cannot be read.")))
            data.append({"file": file, "refused": why or "unreadable"})
        else:
            lines += [call.tr("{file}: {why}", file=file, why=said) for said in _told(receipt, call)]
            data.append({"file": file, **_data(receipt)})
    return Report(lines, {"files": data}, "  ".join(refused))


def _read(file: Path) -> bytes:
    """Return what a file holds, and a little of one that is too large, to say so."""
    with file.open("rb") as opened:
        return opened.read(MAX_FILE_BYTES + 1)


def _told(receipt: Receipt, call: Call) -> Iterator[str]:
    """Say what a file brought: for each sheet the donnes, then what is in quarantine and why."""
    tr, sheets = call.tr, _sheets(receipt)
    for (table, position), found in sorted(sheets.items()):
        fates = Counter(one.fate for one in found if one.event and one.event.kind == "DonneRecorded")
        feuille = call.state.feuilles.get(position, {}).get(table)
        yield tr(
            "table {table}, position {position}: {new}, {known}; {state}.",
            table=table,
            position=position,
            new=tr.plural("{n} new donne", "{n} new donnes", fates[Fate.NEW]),
            known=tr("{n} already there", n=fates[Fate.KNOWN]),
            state=tr("no sheet") if feuille is None else tr(SHEET_STATES[feuille.sheet.state]),
        )
    aside = Counter(one.reason for one in receipt.found if one.fate is Fate.ASIDE)
    for reason, count in aside.items():
        why = reasons(reason, tr)
        yield tr.plural("{n} record in quarantine: {why}", "{n} records in quarantine: {why}", count, why=why)
    if left := receipt.count(Fate.LEFT):
        yield tr.plural("{n} record lacks what came before it.", "{n} records lack what came before them.", left)
    if not sheets:
        yield tr("nothing on a sheet.")


def _sheets(receipt: Receipt) -> dict[tuple[int, int], list[Found]]:
    found: dict[tuple[int, int], list[Found]] = {}
    for one in receipt.found:
        place = _sheet_of(one.event)
        if place is not None:
            found.setdefault(place, []).append(one)
    return found


def _sheet_of(event: Event | None) -> tuple[int, int] | None:
    """Return the table and the position that an event is about."""
    if event is None or event.table is None:
        return None
    inner = event.body.get("decision")
    position = (inner if isinstance(inner, dict) else event.body).get("position")
    return (event.table, position) if isinstance(position, int) else None


def _data(receipt: Receipt) -> dict[str, object]:
    sheets = [{"table": table, "position": position} for table, position in sorted(_sheets(receipt))]
    aside = [one.reason for one in receipt.found if one.fate is Fate.ASIDE]
    counts = {fate.value: receipt.count(fate) for fate in (Fate.NEW, Fate.KNOWN, Fate.LEFT)}
    return {"device": receipt.device, "sheets": sheets, **counts, "aside": aside}


def _carry_out(call: Call) -> Report:
    file = write_room(_desk(call))
    write_whole(call.terminal.path(call.args.file), file)
    devices = sorted(read_parcel(file, Carries.ROOM).parts)
    tr, count, where = call.tr, len(devices), call.args.file
    said = tr.plural("Written: {file}, for {n} tablet.", "Written: {file}, for {n} tablets.", count, file=where)
    return Report([said], {"file": where, "devices": devices})
