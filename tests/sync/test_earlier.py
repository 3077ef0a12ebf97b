"""What devices bring for a tournament that their desk no longer serves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.domain.events.order import Cursor
from app.domain.events.tournoi import Role, TournamentClosed
from app.services.create_tournament import PRESETS, create_tournament
from app.services.devices import approve_device, revoke_device
from app.services.ports import PairedDevice
from app.services.tournaments import Opened
from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournament import TournamentStore
from app.storage.tournaments import DeskTournaments
from sync import wire
from sync.control import ControlDesk
from sync.earlier import AT_ONCE
from sync.pairing import PairingDesk
from sync.quota import OPENED
from sync.wire import Acked, Answer, Busy, Holds, Packed, Page, Pull, Push, Request, Sorry, Which
from tests.storage.writer import Writer

KEY = b"k" * 32


class Opening(DeskTournaments):
    """A desk's folder that remembers which of its tournaments were opened."""

    opened: list[str]

    @contextmanager
    def open(self, tournament: str) -> Iterator[Opened]:
        self.opened.append(tournament)
        with super().open(tournament) as opened:
            yield opened


class Evenings:
    """A desk with one tournament for each evening, and a tablet that all of them have admitted."""

    def __init__(self, folder: Path) -> None:
        tournaments = Opening(folder / "desk", folder, clock=MachineClock(), random=MachineRandom())
        tournaments.opened = []
        tournaments.devices.add(
            PairedDevice(device="TAB1", role=Role.TABLE, label="", key=KEY, token_digest="", is_confirmed=True)
        )
        pairing = PairingDesk("00", MachineRandom())
        where = folder / "desk"
        self.control = ControlDesk(tournaments, pairing, folder=where, addresses=lambda: (), clock=MachineClock())
        self.tournaments = tournaments

    def pair(self, device: str, role: Role, *, is_confirmed: bool = True) -> None:
        """Pair a device, in place of what it was before."""
        key = f"{device} {role}".encode().ljust(32, b".")
        paired = PairedDevice(
            device=device, role=role, label="", key=key, token_digest=f"{device} {role}", is_confirmed=is_confirmed
        )
        self.tournaments.devices.add(paired)

    def pulls(self, journal: str, device: str = "TAB1", now: float = 0.0) -> object:
        return self.hears(Request(journal=journal, term=0, ask=Pull(cursor=Cursor())), device, now).says

    def begin(self, name: str) -> str:
        with self.control.begin() as opened:
            create_tournament(opened.book, PRESETS["club"], name=name)
        return self.control.journal

    def hears(self, request: Request, device: str = "TAB1", now: float = 0.0) -> Answer:
        return wire.read(Answer, self.control.handle(device, wire.write(request), now, since=now) or b"")

    @staticmethod
    def push(journal: str) -> Request:
        """Return what a tablet owes that has written something in a tournament."""
        sealed = Writer(device="TAB1", key=KEY).write(journal=journal, table=1)
        packed = (Packed.of(sealed.payload, sealed.mac),)
        return Request(journal=journal, term=1, ask=Push(epoch=1, first=1, events=packed))

    def close(self) -> None:
        self.control.close()
        self.tournaments.close()


@pytest.fixture
def evenings(tmp_path: Path) -> Iterator[Evenings]:
    (tmp_path / "desk").mkdir()
    evenings = Evenings(tmp_path)
    yield evenings
    evenings.close()
    assert not TournamentStore.written


@pytest.mark.parametrize("is_closed", [False, True])
def test_what_is_owed_to_an_earlier_tournament_is_kept_there(evenings: Evenings, is_closed: bool) -> None:
    first = evenings.begin("Mardi")
    second = evenings.begin("Jeudi")
    with evenings.control.open(first) as opened:
        if is_closed:
            opened.book.write(TournamentClosed())
    answer = evenings.hears(evenings.push(first))
    assert isinstance(answer.says, Acked)
    assert answer.says.seq == 1
    with evenings.control.open(first) as opened:  # while it is open for the tablet
        assert len(opened.quarantine.held()) == 1
    assert evenings.control.journal == second
    assert evenings.hears(Request(journal="", term=0, ask=Which())).says == Holds(journal=second, name="Jeudi")


def test_a_pull_of_an_earlier_tournament_is_answered_and_never_kept_waiting(evenings: Evenings) -> None:
    first = evenings.begin("Mardi")
    evenings.begin("Jeudi")
    page = evenings.hears(Request(journal=first, term=0, ask=Pull(cursor=Cursor(), wait_seconds=20))).says
    assert isinstance(page, Page)
    assert page.complete
    after = evenings.hears(Request(journal=first, term=1, ask=Pull(cursor=page.end, wait_seconds=20)))
    assert after == Answer(term=1, says=Sorry(key="sync.other_tournament"))


def test_a_tournament_that_is_not_in_the_folder_is_told_in_no_term(evenings: Evenings) -> None:
    evenings.begin("Mardi")
    asked = Request(journal="ELSEWHERE", term=3, ask=Pull(cursor=Cursor()))
    assert evenings.hears(asked) == Answer(term=0, says=Sorry(key="sync.other_tournament"))


def test_a_device_that_was_not_admitted_then_brings_nothing(evenings: Evenings) -> None:
    first = evenings.begin("Mardi")
    evenings.begin("Jeudi")
    assert evenings.hears(evenings.push(first), "STRANGER").says == Sorry(key="sync.unknown_device")


def test_however_many_are_asked_for_few_are_open(evenings: Evenings) -> None:
    begun = [evenings.begin(f"Soir {number}") for number in range(5)]
    for _ in range(2):
        for journal in begun:
            evenings.hears(Request(journal=journal, term=1, ask=Pull(cursor=Cursor())))
            assert len(TournamentStore.written) <= 1 + AT_ONCE


def test_an_earlier_tournament_that_is_open_can_be_taken_into_use(evenings: Evenings) -> None:
    first = evenings.begin("Mardi")
    evenings.begin("Jeudi")
    evenings.hears(evenings.push(first))
    evenings.control.use(first)
    assert evenings.control.journal == first
    assert [one.name for one in evenings.control.known()] == ["Jeudi", "Mardi"]


def test_who_is_revoked_is_shut_out_of_the_earlier_ones_that_are_open_too(evenings: Evenings) -> None:
    first = evenings.begin("Mardi")
    evenings.begin("Jeudi")
    assert isinstance(evenings.hears(evenings.push(first)).says, Acked)  # from now on it is open
    with evenings.control.open(first) as opened:
        assert "TAB1" in opened.book.state.devices
    evenings.tournaments.devices.revoke("TAB1")
    assert evenings.hears(evenings.push(first)).says == Sorry(key="sync.unknown_device")
    with evenings.control.open(first) as opened:
        assert "TAB1" not in opened.book.state.devices


def test_who_was_revoked_and_is_paired_again_brings_what_it_owes_to_an_earlier_one(evenings: Evenings) -> None:
    first = evenings.begin("Mardi")
    evenings.begin("Jeudi")
    evenings.tournaments.devices.revoke("TAB1")
    assert evenings.pulls(first, "TAB1") == Sorry(key="sync.unknown_device")  # now that one says so too
    evenings.pair("TAB1", Role.TABLE)
    answer = evenings.hears(evenings.push(first)).says
    assert isinstance(answer, Acked)
    assert answer.seq == 1
    assert not {"sync.altered", "event.unknown_device"} & set(answer.aside.values()), "its key of then is its own"
    with evenings.control.open(first) as opened:
        assert opened.book.state.devices["TAB1"] is Role.TABLE
        tip = opened.journal.tip()
    evenings.pulls(first, "TAB1")
    with evenings.control.open(first) as opened:
        assert opened.journal.tip() == tip, "it is admitted once"


@pytest.mark.parametrize("is_confirmed", [True, False])
def test_an_arbiter_that_is_paired_again_as_a_table_is_an_arbiter_in_no_earlier_one(
    evenings: Evenings, is_confirmed: bool
) -> None:
    evenings.pair("ARB1", Role.ARBITRE)
    first = evenings.begin("Mardi")
    evenings.begin("Jeudi")
    page = evenings.pulls(first, "ARB1")
    assert isinstance(page, Page)
    assert page.start.view == "everything"
    evenings.tournaments.devices.revoke("ARB1")
    evenings.pair("ARB1", Role.TABLE, is_confirmed=is_confirmed)
    said = evenings.pulls(first, "ARB1")
    if is_confirmed:
        assert isinstance(said, Page)
        assert said.start.view == "tables"
    else:
        assert said == Sorry(key="sync.unknown_device")
    with evenings.control.open(first) as opened:
        assert opened.book.state.devices.get("ARB1") is (Role.TABLE if is_confirmed else None)


def test_in_a_closed_tournament_nothing_is_written_and_nobody_is_answered_as_what_it_is_no_more(
    evenings: Evenings,
) -> None:
    evenings.pair("ARB1", Role.ARBITRE)
    first = evenings.begin("Mardi")
    with evenings.control.open(first) as opened:
        opened.book.write(TournamentClosed())
        before = opened.journal.tip()
    evenings.begin("Jeudi")
    evenings.tournaments.devices.revoke("ARB1")
    evenings.pair("ARB1", Role.TABLE)
    assert evenings.pulls(first, "ARB1") == Sorry(key="sync.unknown_device")
    assert isinstance(evenings.hears(evenings.push(first)).says, Acked)
    with evenings.control.open(first) as opened:
        assert opened.journal.tip() == before
        assert len(opened.meta.keys_of("ARB1")) == 1, "nor does the key of a table vouch there for an arbiter"


def test_a_device_that_the_desk_came_to_know_later_is_let_into_no_earlier_tournament(evenings: Evenings) -> None:
    first = evenings.begin("Mardi")
    evenings.begin("Jeudi")
    evenings.pair("TAB2", Role.TABLE)
    assert evenings.pulls(first, "TAB2") == Sorry(key="sync.unknown_device")


def test_what_a_command_on_another_tournament_says_of_a_device_holds_in_the_one_that_is_served(
    evenings: Evenings,
) -> None:
    first = evenings.begin("Mardi")
    second = evenings.begin("Jeudi")
    with evenings.control.open(first) as opened:
        revoke_device(evenings.control.devices, "TAB1", opened)
    with evenings.control.open(second) as opened:
        assert "TAB1" not in opened.book.state.devices
    evenings.pair("TAB1", Role.TABLE, is_confirmed=False)
    with evenings.control.open(first) as opened:
        approve_device(evenings.control.devices, "TAB1", opened)
    assert isinstance(evenings.hears(evenings.push(second)).says, Acked)
    with evenings.control.open(second) as opened:
        assert opened.meta.keys_of("TAB1")[-1] == evenings.control.devices.known()[0].key


def test_what_a_device_may_send_is_one_for_all_the_tournaments_of_a_desk(evenings: Evenings) -> None:
    begun = [evenings.begin(f"Soir {number}") for number in range(4)]
    junk = tuple(Packed.of(b"x" * 20_000, b"m" * 32) for _ in range(50))

    def pushed(journal: str, first: int, now: float) -> object:
        push = Push(epoch=1, first=first, events=junk)
        return evenings.hears(Request(journal=journal, term=1, ask=push), now=now).says

    said = [pushed(begin, 1, 0.0) for begin in begun[:3]]
    assert [type(one) for one in said] == [Acked, Busy, Busy]
    for journal in begun[1:3]:
        evenings.pulls(journal)  # so that the first one is closed
    said = [pushed(begun[0], 51, 1.0)]
    assert isinstance(said[0], Busy)
    assert said[0].seconds > 20


def test_nothing_is_opened_for_whom_it_is_known_not_to_admit(evenings: Evenings) -> None:
    begun = [evenings.begin(f"Soir {number}") for number in range(5)]
    evenings.pair("TAB2", Role.TABLE)
    for number in range(20):
        for journal in begun[:4]:
            assert evenings.pulls(journal, "TAB2", float(number)) == Sorry(key="sync.unknown_device")
    assert evenings.tournaments.opened == begun[:4], "each was looked at once"
    with evenings.control.open(begun[0]) as opened:
        approve_device(evenings.control.devices, "TAB2", opened)
    assert isinstance(evenings.pulls(begun[0], "TAB2", 60.0), Page), "until somebody lets it in"


def test_one_device_has_tournaments_opened_again_only_every_few_seconds(evenings: Evenings) -> None:
    begun = [evenings.begin(f"Soir {number}") for number in range(5)]
    said = [evenings.pulls(journal) for _ in range(5) for journal in begun[:4]]
    assert len(evenings.tournaments.opened) <= 4 + OPENED.burst
    assert isinstance(said[-1], Busy)
    assert said[-1].seconds <= 5
    asked = Request(journal=begun[3], term=1, ask=Pull(cursor=Cursor()))
    assert evenings.hears(asked).term == 1, "it is the same desk"
    later = evenings.hears(evenings.push(begun[3]), now=5.0).says
    assert isinstance(later, Acked)


def test_who_has_had_too_much_opened_keeps_nobody_else_waiting(evenings: Evenings) -> None:
    evenings.pair("TAB2", Role.TABLE)
    begun = [evenings.begin(f"Soir {number}") for number in range(5)]
    for _ in range(5):
        for journal in begun[:4]:
            evenings.pulls(journal)
    assert isinstance(evenings.pulls(begun[0], "TAB2"), Page)
    assert isinstance(evenings.pulls(begun[0]), Page), "what is open is open to all"
