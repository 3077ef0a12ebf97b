"""A real tablet and a real desk: paired by a code, cut off, and joined again."""

import os
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from app.domain.errors import Refused, Violation
from app.domain.events.tournoi import Role, TabletAssigned
from sync.carried import read_room
from sync.certificate import public_part
from sync.link import Link, pair
from sync.pin import pinned_context
from sync.tablet import TabletSync
from sync.wire import MAX_BODY_BYTES
from tests.sim.evening import JOURNAL
from tests.sync.files import room
from tests.sync.real import HOST, RealDesk, eventually, new_sync, paired_with, tablet, tablet_files
from tests.sync.test_sync import DEALER, DONNE


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[RealDesk]:
    desk = RealDesk(tmp_path / "desk")
    yield desk
    desk.close()


def test_a_tablet_is_paired_writes_and_arrives_even_if_the_desk_is_away_for_a_while(
    desk: RealDesk, tmp_path: Path
) -> None:
    with tablet(desk, tmp_path / "tablet") as (store, book, link, _pinned):
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        book.catch_up()
        book.write(DEALER, table=1)
        link.wrote()
        eventually(lambda: store.outbox.waiting() == 0)
        desk.switch_off()
        book.write(DONNE, table=1)
        link.wrote()
        time.sleep(0.3)
        assert store.outbox.waiting() == 1
        desk.switch_on()
        eventually(lambda: store.outbox.waiting() == 0)
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        book.catch_up()
        feuille = desk.thread.submit(lambda: desk.alone.book.state.feuille(1, 1)).result()
        assert book.state.feuille(1, 1) == feuille
        assert len(feuille.donnes) == 1


def test_what_the_desk_writes_reaches_a_tablet_that_waits_for_it_at_once(desk: RealDesk, tmp_path: Path) -> None:
    with tablet(desk, tmp_path / "tablet") as (store, _book, _link, _pinned):
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        assigned = TabletAssigned(table=2, device="TAB9", epoch=2)
        desk.thread.submit(lambda: desk.alone.book.write(assigned)).result()
        desk.door.grew()
        eventually(lambda: store.mirror.cursor().view == "tables 1 2")


def test_a_wrong_code_pairs_nobody_and_says_so(desk: RealDesk) -> None:
    code = desk.show(Role.TABLE)
    asked = {"host": HOST, "device": "X", "role": Role.TABLE, "label": "", "entropy": os.urandom}
    with pytest.raises(Refused) as refused:
        pair(f"{(int(code) + 1) % 10**8:08}", port=desk.port, **asked)  # type: ignore[arg-type]
    assert refused.value.violations[0].key == "pairing.wrong_code"
    assert desk.devices.known() == ()
    with socket.create_server((HOST, 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(Refused) as refused:
        pair(code, port=port, **asked)  # type: ignore[arg-type]
    assert refused.value.violations[0].key == "desk.unreachable"


def test_a_revoked_tablet_is_turned_away_at_the_door_and_told(desk: RealDesk, tmp_path: Path) -> None:
    with tablet(desk, tmp_path / "tablet") as (store, _book, _link, pinned):
        eventually(lambda: store.mirror.cursor().n > 0)
        desk.devices.revoke("TAB9")
        told: list[Violation] = []
        new_sync = lambda: TabletSync(store.journal, store.outbox, store.mirror, meta=store.meta, seed=2)  # noqa: E731
        again = Link(new_sync, pinned, on_change=lambda: None, on_trouble=told.append)
        eventually(lambda: bool(told))
        again.close()
        assert told[0].key == "sync.unknown_device"


def test_the_door_stores_nothing_of_strangers_and_bounds_what_it_reads(desk: RealDesk, tmp_path: Path) -> None:
    context = pinned_context(public_part(desk.certificate))
    with (
        tablet(desk, tmp_path / "tablet") as (_store, _book, _link, pinned),
        httpx.Client(base_url=f"https://{HOST}:{desk.port}", verify=context, trust_env=False) as stranger,
        pinned.client() as known,
    ):
        assert stranger.post("/sync", content=b"{}").status_code == 401
        assert stranger.get("/sync").status_code == 405
        assert stranger.get("/").status_code == 404
        assert b"sync.unreadable" in stranger.post("/pair/hello", content=b"{}").content
        assert b"sync.unreadable" in known.post("/sync", content=b"{}").content
        assert known.post("/sync", content=b" " * (MAX_BODY_BYTES + 1)).status_code == 413


def test_a_file_of_a_desk_that_was_replaced_is_refused_to_its_bringer_and_troubles_nobody_else(
    desk: RealDesk, tmp_path: Path
) -> None:
    pinned, paired = paired_with(desk)
    with tablet_files(paired, tmp_path / "tablet") as (store, _book):
        file = desk.thread.submit(lambda: room(desk.alone)).result()
        brought = read_room(file, journal=JOURNAL, identity=store.meta.identity())
        store.meta.raise_term(brought.label.term + 1)
        told: list[Violation] = []
        desk.switch_off()
        link = Link(lambda: new_sync(store), pinned, on_change=lambda: None, on_trouble=told.append)
        try:
            failed = link.bring(brought).exception(timeout=60)
        finally:
            link.close()
        assert isinstance(failed, Refused)
        assert failed.violations[0].key == "sync.deposed"
        assert told == []


def test_a_file_brought_to_a_link_that_is_closed_leaves_nobody_waiting(desk: RealDesk, tmp_path: Path) -> None:
    pinned, paired = paired_with(desk)
    with tablet_files(paired, tmp_path / "tablet") as (store, _book):
        file = desk.thread.submit(lambda: room(desk.alone)).result()
        brought = read_room(file, journal=JOURNAL, identity=store.meta.identity())
        link = Link(lambda: new_sync(store), pinned, on_change=lambda: None, on_trouble=lambda _what: None)
        link.close()
        assert isinstance(link.bring(brought).exception(timeout=60), Refused)


def test_a_file_that_cannot_be_kept_is_told_to_its_bringer(desk: RealDesk, tmp_path: Path) -> None:
    def fail(_page: object) -> None:
        raise OSError("no room")

    pinned, paired = paired_with(desk)
    with tablet_files(paired, tmp_path / "tablet") as (store, _book):
        file = desk.thread.submit(lambda: room(desk.alone)).result()
        brought = read_room(file, journal=JOURNAL, identity=store.meta.identity())
        desk.switch_off()
        link = Link(
            lambda: new_sync(store), pinned, on_change=lambda: None, on_trouble=lambda _what: None, on_page=fail
        )
        try:
            assert isinstance(link.bring(brought).exception(timeout=60), OSError)
        finally:
            link.close()


def test_a_link_that_cannot_be_made_says_that_the_desk_is_not_reached_and_is_tried_again(
    desk: RealDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sync.link.REST_SECONDS", 0.05)
    pinned, paired = paired_with(desk)
    told: list[bool] = []
    with tablet_files(paired, tmp_path / "tablet") as (store, _book):
        link = Link(
            lambda: new_sync(store),
            replace(pinned, certificate="junk"),
            on_change=lambda: None,
            on_trouble=lambda _what: None,
            on_reach=told.append,
        )
        try:
            eventually(lambda: len(told) > 1)
        finally:
            link.close()
    assert set(told) == {False}


def test_a_link_goes_on_after_a_mistake_in_those_whom_it_tells(
    desk: RealDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sync.link.REST_SECONDS", 0.05)
    pinned, paired = paired_with(desk)
    pages: list[object] = []

    def fail_once(page: object) -> None:
        pages.append(page)
        if len(pages) == 1:
            raise ValueError

    with tablet_files(paired, tmp_path / "tablet") as (store, _book):
        link = Link(
            lambda: new_sync(store), pinned, on_change=lambda: None, on_trouble=lambda _what: None, on_page=fail_once
        )
        try:
            eventually(lambda: len(pages) > 1 and store.mirror.cursor().tip == desk.store.journal.tip())
        finally:
            link.close()
