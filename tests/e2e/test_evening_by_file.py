"""An evening without network from the first donne to the last: sheets brought by file give the same ranking."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.bootstrap import open_desk
from app.domain.donne.contrat import Contrat
from app.domain.events.arbitre import DecidedAtTable, Proof, SurContratGranted
from app.domain.events.table import (
    Announce,
    DealerDrawn,
    DonneRecorded,
    DonneReplaced,
    Entry,
    SheetSent,
    SheetVisaed,
    SurContratRequested,
)
from app.domain.events.tournoi import DeviceAdmitted, Role
from app.services.devices import assign_table
from app.services.ports import Identity
from app.storage.tournament import TournamentStore, create_tournament
from sync.carried import read_room, write_sheets
from sync.desk import DeskSync
from sync.intake import Desk
from sync.tablet import Started
from tests.cli.tournoi.conftest import NAMES
from tests.cli.tournoi.desk import Commands
from tests.sync.room import Device

TABLES, POSITIONS, DONNES = 5, 3, 2


class Serving:
    """A desk's file served as `nord desk` serves it, without sockets."""

    def __init__(self, desk: Desk) -> None:
        self.sync = DeskSync(desk)


class Hall:
    """A desk run by commands, and a tablet with a file of its own at each table."""

    def __init__(self, folder: Path, commands: Commands) -> None:
        self.folder = folder
        folder.mkdir()
        self.commands = commands
        self.held = ExitStack()
        self.tablets: dict[int, Device] = {}
        names = [*NAMES.split(), "ANDRE", "LEFEVRE", "MERCIER", "DUPONT"]
        commands.batch(
            f"new Mardi --shape {POSITIONS}x{DONNES}",
            *(f"players add {name} Jo --licence {n:04}" for n, name in enumerate(names, 1)),
            "movement fft",
            "seats draw --seed 3 --wish DURAND=N1",
        )
        self.journal = commands.answers("status")["id"]
        for table in range(1, TABLES + 1):
            device = Identity(f"TAB{table}", 1, bytes([table]) * 32)
            with self.opened() as desk:
                desk.meta.learn(device.device, device.key)
                desk.book.write(DeviceAdmitted(device=device.device, role=Role.TABLE))
                assign_table(desk.book, table, device.device)
            store = create_tournament(folder / device.device, self.journal, device)
            self.tablets[table] = Device(device.device, self.held.enter_context(store), None)

    @contextmanager
    def opened(self) -> Iterator[Desk]:
        with open_desk(self.folder / "data") as tournaments, tournaments.open(self.journal) as opened:
            yield Desk(opened.book, opened.journal, opened.quarantine, opened.meta)

    def by_wire(self, *tables: int) -> None:
        with self.opened() as desk:
            for table in tables or self.tablets:
                tablet = self.tablets[table]
                tablet.desk = Serving(desk)  # type: ignore[assignment]
                tablet.wait(100)
                tablet.desk = None
                tablet.meet(Started())  # the poll that waited there is cut off

    def sheets(self, table: int) -> str:
        store = self.tablets[table].store
        assert isinstance(store, TournamentStore)
        file = self.folder / f"table{table}.nord"
        file.write_bytes(write_sheets(store.journal, store.mirror, store.meta))
        return str(file)

    def to_tablets(self) -> None:
        file = self.folder / "salle.nord"
        self.commands.says("sheets", "carry-out", str(file))
        for tablet in self.tablets.values():
            identity = tablet.store.meta.identity()
            tablet.meet(read_room(file.read_bytes(), journal=self.journal, identity=identity))

    def to_desk(self, *tables: int) -> Any:
        return self.commands.answers("sheets", "carry-in", *map(self.sheets, tables or self.tablets))

    def result(self) -> Any:
        rows = self.commands.answers("ranking")["ranking"]
        sheets = [
            (sheet["table"], sheet["state"], sheet["bilans"], [donne["typed"] for donne in sheet["donnes"]])
            for position in range(1, POSITIONS + 1)
            for sheet in self.commands.answers("sheets", "list", "--position", str(position))["sheets"]
        ]
        names = {player["id"]: player["name"] for player in self.commands.answers("players")["players"]}
        return [(row["rank"], row["total"], names[row["id"]]) for row in rows], sheets


def play(tablet: Device, table: int, position: int) -> None:
    """Play a position at a table, from the draw of the dealer to the sheet that is sent; always the same."""
    random = Random(100 * position + table)
    tablet.write(DealerDrawn(position=position, seat="N"), table)
    seats = tablet.book.state.feuille(position, table).sheet.seats
    for number in range(DONNES):
        contrat = Contrat.GARDE_SANS if (table, number) == (2, 1) else random.choice((Contrat.PRISE, Contrat.GARDE))
        points = 2 * random.randint(20, 60)
        entry = Entry(preneur=random.choice(seats), contrat=contrat, bouts=random.randint(0, 2), demi_points=points)
        if contrat is Contrat.GARDE_SANS:
            asked = tablet.write(
                SurContratRequested(position=position, seat=entry.preneur, announce=Announce.GARDE_SANS), table
            )
            granted = SurContratGranted(position=position, grants=asked)
            tablet.write(DecidedAtTable(decision=granted, proof=Proof.PIN), table)
        donne = tablet.write(DonneRecorded(position=position, entry=entry), table)
        if random.random() < 0.3:
            right = Entry(preneur="S", contrat=Contrat.GARDE, bouts=1, demi_points=100)
            tablet.write(DonneReplaced(position=position, replaces=donne, entry=right), table)
    for seat in seats:
        tablet.write(SheetVisaed(position=position, seat=seat), table)
    tablet.write(SheetSent(position=position), table)


def test_an_evening_by_file_alone_ends_as_the_same_evening_over_the_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = {}
    for way in ("wire", "file", "both"):
        hall = Hall(tmp_path / way, Commands(tmp_path / way / "data", capsys))
        with hall.held:
            for position in range(1, POSITIONS + 1):
                hall.commands.says("open")
                hall.by_wire() if way == "wire" else hall.to_tablets()
                for table, tablet in hall.tablets.items():
                    play(tablet, table, position)
                if way == "wire":
                    hall.by_wire()
                elif way == "both":
                    # Two files are lost, the network comes back for some, and then for all.
                    hall.to_desk(1, 2)
                    hall.by_wire(2, 3)
                    hall.to_tablets()
                    hall.by_wire()
                else:
                    first = hall.to_desk(1, 2, 3)
                    again = hall.to_desk()
                    assert [one["left"] + len(one["aside"]) for one in (*first["files"], *again["files"])] == [0] * 8
                    assert [one["new"] for one in again["files"]][:3] == [0, 0, 0]
                assert hall.commands.answers("close")["sum"] == 0
                if position == POSITIONS:
                    hall.to_tablets()
            assert [tablet.store.outbox.waiting() for tablet in hall.tablets.values()] == [0] * TABLES
            assert [tablet.troubles for tablet in hall.tablets.values()] == [[]] * TABLES
            assert hall.commands.answers("quarantine")["held"] == []
            results[way] = hall.result()
    assert results["file"] == results["wire"] == results["both"]
    assert len(results["wire"][0]) == 4 * TABLES
