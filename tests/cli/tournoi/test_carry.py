"""`sheets carry-in` and `carry-out`: what people at the desk read when a stick comes round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap import main, open_desk
from app.domain.donne.contrat import Contrat
from app.domain.events.table import DealerDrawn, DonneRecorded, Entry, SheetSent, SheetVisaed
from app.domain.events.tournoi import DeviceAdmitted, Role
from app.services.check_code import shown_check
from app.services.devices import assign_table
from app.services.ports import Identity, PairedDevice
from app.storage.tournament import create_tournament
from sync.carried import read_room, write_sheets
from tests.cli.tournoi.desk import Commands
from tests.sync.room import Device

GARDE = Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98)
TABLET = Identity("TABLETTE3", 1, b"3" * 32)


@pytest.fixture
def tablet(playing: Commands, tmp_path: Path) -> Iterator[Device]:
    """The tablet of table 3, which the desk's file has reached."""
    journal = playing.answers("status")["id"]
    with open_desk(tmp_path / "data") as tournaments, tournaments.open(journal) as opened:
        opened.meta.learn(TABLET.device, TABLET.key)
        opened.book.write(DeviceAdmitted(device=TABLET.device, role=Role.TABLE))
        assign_table(opened.book, 3, TABLET.device)
    with create_tournament(tmp_path / "tablet", journal, TABLET) as store:
        device = Device(TABLET.device, store, None)
        said = playing.says("sheets", "carry-out", str(tmp_path / "salle.nord"))
        assert said == f"Écrit : {tmp_path / 'salle.nord'}, pour 1 tablette.\n"
        device.meet(read_room((tmp_path / "salle.nord").read_bytes(), journal=journal, identity=TABLET))
        yield device


def written(tablet: Device, file: Path) -> str:
    file.write_bytes(write_sheets(tablet.store.journal, tablet.store.mirror, tablet.store.meta))
    return str(file)


def test_the_desk_says_which_donnes_came_and_what_waits(playing: Commands, tablet: Device, tmp_path: Path) -> None:
    file = tmp_path / "table3.nord"
    assert playing.says("sheets", "carry-in", written(tablet, file)) == f"{file} : rien sur une feuille.\n"
    tablet.write(DealerDrawn(position=1, seat="N"), 3)
    tablet.write(DonneRecorded(position=1, entry=GARDE), 3)
    said = playing.says("sheets", "carry-in", written(tablet, file))
    assert said == f"{file} : table 3, position 1 : 1 nouvelle donne, 0 déjà là ; en cours.\n"
    tablet.write(DonneRecorded(position=1, entry=GARDE), 3)
    late = written(tablet, file)
    playing.says("sheets", "type", "3", "--reason", "pile à plat", "E garde 2 49", "E garde 2 49")
    said = playing.says("sheets", "carry-in", late).splitlines()
    assert said[0] == f"{file} : table 3, position 1 : 0 nouvelle donne, 1 déjà là ; rendue, corrigée."
    assert said[1].startswith(f"{file} : 1 enregistrement en quarantaine : ")
    assert len(playing.answers("quarantine")["held"]) == 1
    assert len(playing.answers("sheets", "show", "3")["donnes"]) == 2


def test_one_bad_file_among_good_ones_is_named_and_the_others_count(
    playing: Commands, tablet: Device, tmp_path: Path
) -> None:
    good = written(tablet, tmp_path / "good.nord")
    cut = tmp_path / "cut.nord"
    cut.write_bytes(Path(good).read_bytes()[:-9])
    tablet.write(DealerDrawn(position=1, seat="N"), 3)
    later = written(tablet, tmp_path / "later.nord")
    status, out, err = playing.run("sheets", "carry-in", good, str(cut), str(tmp_path / "absent.nord"), later)
    assert (status, out.count("\n"), err.count("\n")) == (1, 2, 1)
    assert f"{cut} : Ce fichier est abîmé" in err
    assert f"{tmp_path / 'absent.nord'} : " in err
    assert playing.answers("sheets", "show", "3")["dealer"] == "N"


def test_scripts_read_what_became_of_each_record(playing: Commands, tablet: Device, tmp_path: Path) -> None:
    tablet.write(DealerDrawn(position=1, seat="N"), 3)
    file = written(tablet, tmp_path / "table3.nord")
    answer = playing.answers("sheets", "carry-in", file)
    sheet = {"table": 3, "position": 1}
    found = {"file": file, "device": TABLET.device, "sheets": [sheet], "new": 1, "known": 0, "left": 0, "aside": []}
    assert answer == {"files": [found]}
    assert playing.answers("sheets", "carry-out", file) == {"file": file, "devices": [TABLET.device]}


def test_bilans_are_typed_with_the_check_code_that_the_tablet_shows(
    playing: Commands, tablet: Device, tmp_path: Path
) -> None:
    tablet.write(DealerDrawn(position=1, seat="N"), 3)
    tablet.write(DonneRecorded(position=1, entry=GARDE), 3)
    tablet.write(DonneRecorded(position=1, entry=GARDE), 3)
    for seat in ("N", "S", "E", "O"):
        tablet.write(SheetVisaed(position=1, seat=seat), 3)
    tablet.write(SheetSent(position=1), 3)
    code = shown_check(tablet.book.state, TABLET, position=1, table=3)
    assert code is not None
    typed = ["sheets", "type", "3", "--reason", "sans réseau", "--check"]
    bilans = ["marques", "N-132", "S-132", "E396", "O-132"]
    wrong = f"{(int(code) + 1) % 10**8:08}"
    assert "code de contrôle" in playing.refuses(*typed, wrong, "--played", "2", *bilans)
    assert "code de contrôle" in playing.refuses(*typed, code, *bilans)
    assert "8 chiffres" in playing.refuses(*typed, "1234", *bilans)
    assert playing.answers("sheets", "show", "3")["state"] == "blank"
    playing.says(*typed, code, "--played", "2", *bilans)
    assert playing.answers("sheets", "show", "3")["bilans"] == {"N": -132, "S": -132, "E": 396, "O": -132}
    held = playing.answers("sheets", "carry-in", written(tablet, tmp_path / "late.nord"))["files"][0]["aside"]
    assert set(held) == {"event.not_your_table"}
    assert "tablette" in playing.refuses("sheets", "type", "4", "--reason", "x", "--check", code, *bilans)


def test_the_donnes_themselves_may_be_typed_with_it(playing: Commands, tablet: Device) -> None:
    tablet.write(DealerDrawn(position=1, seat="N"), 3)
    tablet.write(DonneRecorded(position=1, entry=GARDE), 3)
    tablet.write(DonneRecorded(position=1, entry=GARDE), 3)
    for seat in ("N", "S", "E", "O"):
        tablet.write(SheetVisaed(position=1, seat=seat), 3)
    tablet.write(SheetSent(position=1), 3)
    code = shown_check(tablet.book.state, TABLET, position=1, table=3)
    spaced = f"{code[:4]} {code[4:]}" if code else ""
    typed = ["sheets", "type", "3", "--reason", "sans réseau", "--check", spaced]
    playing.refuses(*typed, "E garde 2 49", "E garde 2 50")
    playing.says(*typed, "E garde 2 49", "E garde 2 49")
    assert len(playing.answers("sheets", "show", "3")["donnes"]) == 2


def test_a_tablet_that_was_revoked_is_revoked_wherever_it_played(
    playing: Commands, tablet: Device, tmp_path: Path
) -> None:
    with open_desk(tmp_path / "data") as tournaments:
        tournaments.devices.add(
            PairedDevice(device=TABLET.device, role=Role.TABLE, label="T3", key=TABLET.key, token_digest="d")
        )
    journal = playing.answers("status")["id"]
    data = ("--data", str(tmp_path / "data"))
    assert main(["backup", str(tmp_path / "copies"), *data]) == 0
    (before,) = (tmp_path / "copies").iterdir()
    playing.says("new", "Une autre", "--while-playing")
    playing.says("devices", "revoke", TABLET.device)
    tablet.write(DealerDrawn(position=1, seat="N"), 3)
    file = written(tablet, tmp_path / "table3.nord")
    _, _, err = playing.run("--tournament", journal, "sheets", "carry-in", file)
    assert "ne connaît pas" in err, err
    assert main(["restore", str(before), *data]) == 0
    _, _, err = playing.run("--tournament", journal, "sheets", "carry-in", file)
    assert "ne connaît pas" in err, err
    assert playing.answers("--tournament", journal, "sheets", "show", "3")["dealer"] is None
    assert TABLET.device not in {one["id"] for one in playing.answers("devices")["devices"]}
