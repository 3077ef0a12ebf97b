"""`quarantine`: what a tablet sent too late is released by the desk, or dismissed."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.events.envelope import Event, Sealed, seal
from app.domain.events.kinds import Body, write_body
from app.domain.events.order import Key
from app.domain.events.table import DonneRecorded, Entry
from app.domain.events.tournoi import DeviceAdmitted, Role
from app.services.book import Book
from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournament import open_tournament
from tests.cli.tournoi.desk import Commands


def late_donne(journal: str, seq: int) -> Sealed:
    entry = Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98)
    return sealed(DonneRecorded(position=1, entry=entry), journal, seq, table=1)


def sealed(fact: Body, journal: str, seq: int, table: int | None = None) -> Sealed:
    kind, body = write_body(fact)
    event = Event(
        journal=journal, device="TABLET", epoch=1, seq=seq, kind=kind, body=body, at="2026-11-18T20:00:00", table=table
    )
    return seal(event, b"k" * 32)


def test_what_waits_is_listed_released_or_dismissed(playing: Commands, tmp_path: Path) -> None:
    assert "attend" in playing.says("quarantine")
    journal = playing.answers("status")["id"]
    with open_tournament(tmp_path / "data/desk", journal) as store:
        for seq, reason in enumerate(("event.stale_epoch", "event.stale_epoch", "sync.altered"), 1):
            store.quarantine.hold(late_donne(journal, seq), place=Key("TABLET", 1, seq), reason=reason)
    listed = playing.says("quarantine")
    assert "E garde, 2 bouts, 49 points" in listed
    assert "La table … a été" in listed or "table …" in listed.lower()
    assert "donne" in playing.refuses("quarantine", "release", "1", "--reason", "vu").lower()
    playing.says("sheets", "record", "1", "--dealer", "N", "S prise 1 51")
    playing.says("quarantine", "release", "1", "--reason", "vu avec la table")
    assert len(playing.answers("sheets", "show", "1")["donnes"]) == 2
    playing.says("quarantine", "dismiss", "2", "--reason", "déjà sur le papier")
    assert "3" in playing.refuses("quarantine", "release", "3", "--reason", "vu")
    assert [held["number"] for held in playing.answers("quarantine")["held"]] == [3]
    assert "1" in playing.refuses("quarantine", "dismiss", "1", "--reason", "encore")


@pytest.mark.parametrize("reason", ["event.not_your_role", "journal.chain", "event.unknown_device"])
@pytest.mark.parametrize("is_known", [True, False])
def test_the_desk_does_not_write_for_a_tablet_what_only_the_desk_may(
    playing: Commands, tmp_path: Path, reason: str, is_known: bool
) -> None:
    journal = playing.answers("status")["id"]
    with open_tournament(tmp_path / "data/desk", journal) as store:
        if is_known:
            book = Book(store.journal, store.meta.identity(), clock=MachineClock(), random=MachineRandom())
            book.write(DeviceAdmitted(device="TABLET", role=Role.TABLE, label="Table 1"))
        fact = DeviceAdmitted(device="FRIEND", role=Role.ARBITRE, label="Arbitre")
        store.quarantine.hold(sealed(fact, journal, 1), place=Key("TABLET", 1, 1), reason=reason)
    before = playing.answers("history")
    assert "1" in playing.refuses("quarantine", "release", "1", "--reason", "vu")
    assert playing.answers("history") == before
    playing.says("quarantine", "dismiss", "1", "--reason", "pas à lui")
    assert playing.answers("quarantine")["held"] == []


def test_what_was_written_in_another_tournament_is_given_no_effect_in_this_one(
    playing: Commands, tmp_path: Path
) -> None:
    journal = playing.answers("status")["id"]
    with open_tournament(tmp_path / "data/desk", journal) as store:
        for seq, reason in enumerate(("journal.foreign", "sync.forgotten"), 1):
            store.quarantine.hold(late_donne("ANOTHER", seq), place=Key("TABLET", 1, seq), reason=reason)
    playing.says("sheets", "record", "1", "--dealer", "N", "S prise 1 51")
    for number in ("1", "2"):
        assert "autre tournoi" in playing.refuses("quarantine", "release", number, "--reason", "vu")
    assert len(playing.answers("sheets", "show", "1")["donnes"]) == 1
    playing.says("quarantine", "dismiss", "1", "--reason", "d’un autre soir")
