"""What a table may see of the desk's order, kind by kind."""

from dataclasses import replace

import pytest

from app.domain.events.envelope import Event, seal
from app.domain.events.kinds import KINDS, Body, write_body
from app.domain.events.order import ORIGIN, Entry, Seen, Tip
from app.domain.events.tournoi import (
    PlayerRegistered,
    PlayerSubstituted,
    PlayerWithdrawn,
    PositionClosed,
    PositionOpened,
    SeatedTable,
)
from app.domain.fold import fold
from app.domain.tournoi.identity import Identity
from sync.view import EVERYTHING, PLAIN, Views, see, table_of, view_of, without_tables
from tests.sim.evening import ARBITER, DESK, JOURNAL, PLAYERS, SEATS, STANDBY, opening

CARD = Identity(name="MARTIN", first_name="Anne", licence="123456", club="Dijon", born="1956-03-21", fee_cents=1500)


def seen(body: Body, *, table: int | None = None, device: str = DESK, view: str = "tables 1") -> Seen:
    kind, written = write_body(body)
    return seen_event(
        Event(journal=JOURNAL, device=device, epoch=1, seq=1, kind=kind, body=written, at="", table=table), view
    )


def seen_event(event: Event, view: str = "tables 1") -> Seen:
    sealed = seal(event, b"k" * 32)
    return see(Entry(ORIGIN.then(sealed), sealed), view=view, device="TAB1")


def test_the_name_of_a_view_says_what_it_is_of() -> None:
    state = fold((sealed.id, sealed.event) for sealed in opening())
    assert [view_of(device, state) for device in ("TAB1", "TAB2", "TAB3")] == ["tables 1", "tables 2", "tables"]
    assert view_of(ARBITER, state) == view_of(STANDBY, state) == EVERYTHING


def test_a_view_follows_every_change_of_devices_and_tables() -> None:
    views, opened = Views(), [(sealed.id, sealed.event) for sealed in opening()]
    for end in range(1, len(opened) + 1):
        state = fold(opened[:end])
        for _twice in range(2):
            assert {device: views.of(device, state) for device in state.devices} == {
                device: view_of(device, state) for device in state.devices
            }


@pytest.mark.parametrize(
    "body",
    [
        PlayerRegistered(player="P1", identity=CARD),
        PlayerSubstituted(player="P1", newcomer="P2", identity=CARD, with_leave=True, reason="mal au cœur"),
    ],
)
def test_a_table_sees_names_but_no_birth_date_licence_or_money(body: Body) -> None:
    shown = seen(body)
    assert shown.sealed.event.body["identity"] == {"name": "MARTIN", "first_name": "Anne", "club": "Dijon"}
    for secret in ("1956", "123456", "1500", "cœur"):
        assert secret not in shown.payload.decode()
    assert not shown.is_whole


def test_a_table_does_not_see_why_somebody_left() -> None:
    assert "cœur" not in seen(PlayerWithdrawn(player="P1", with_leave=True, reason="mal au cœur")).payload.decode()


def test_a_table_sees_its_own_seats_of_a_position() -> None:
    seating = tuple(SeatedTable(table, {"N": f"P{table}"}) for table in (1, 2))
    shown = seen(PositionOpened(position=1, donnes=4, seating=seating))
    assert shown.sealed.event.body["seating"] == [{"table": 1, "seats": {"N": "P1"}}]


def test_a_table_that_sits_out_a_position_plays_the_next() -> None:
    """Its tablet is told of positions in which it has no seats, so that the next one is in turn."""
    events = [seen_event(sealed.event, "tables 3").sealed.event for sealed in opening()]
    seating = (SeatedTable(3, dict(zip(SEATS, PLAYERS, strict=False))),)
    later = (PositionClosed(position=1), PositionOpened(position=2, donnes=4, seating=seating))
    events += [seen(body, view="tables 3").sealed.event for body in later]
    state = fold((str(number), event) for number, event in enumerate(events))
    assert state.set_aside == {}
    assert state.feuilles[1] == {}
    assert state.feuille(2, 3).sheet.due == 4


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.on_sheet], ids=lambda kind: kind.name)
def test_a_table_sees_what_is_on_its_own_sheet_and_nothing_of_the_others(kind) -> None:  # type: ignore[no-untyped-def]
    own = Event(journal=JOURNAL, device=ARBITER, epoch=1, seq=1, kind=kind.name, body={"mark": 90}, at="", table=1)
    assert seen_event(own).is_whole
    assert seen_event(replace(own, table=2)).payload == b""
    assert seen_event(replace(own, table=2), EVERYTHING).is_whole
    assert seen_event(replace(own, table=2, device="TAB1")).is_whole  # what it wrote itself


def test_every_kind_that_is_on_no_sheet_is_shown_covered_or_withheld_on_purpose() -> None:
    covered = {"PlayerRegistered", "PlayerAmended", "PlayerSubstituted", "PlayerWithdrawn", "PositionOpened"}
    withheld = {"PenaltyGiven", "PenaltyCancelled", "HeldSettled", "PartieStarted", "LoneSheetStarted"}
    assert {name for name, kind in KINDS.items() if not kind.on_sheet} == PLAIN | covered | withheld
    for name in withheld:
        event = Event(journal=JOURNAL, device=DESK, epoch=1, seq=1, kind=name, body={"points": 100}, at="")
        assert seen_event(event).payload == b""


def test_a_kind_that_nobody_knows_is_withheld() -> None:
    assert seen_event(Event(journal=JOURNAL, device=DESK, epoch=1, seq=1, kind="New", body={}, at="")).payload == b""


def test_an_event_keeps_its_id_and_its_place_in_the_chain() -> None:
    covered, whole = (seen(PlayerRegistered(player="P1", identity=CARD), view=view) for view in ("tables", EVERYTHING))
    assert (covered.id, covered.tip) == (whole.id, whole.tip)
    assert ORIGIN.follow(covered.id, covered.mac) == whole.tip


def test_what_every_tablet_sees_is_all_that_a_tablet_sees_of_what_is_not_its_own() -> None:
    for number, sealed in enumerate(opening(), 1):
        entry = Entry(Tip(number, ""), sealed)
        for view, device in (("tables", "TAB3"), ("tables 1", "TAB1"), ("tables 1 2", "TAB2")):
            if table_of(sealed.event) is None and sealed.event.device != device:
                assert see(entry, view=view, device=device) == without_tables(entry)


def test_nothing_that_is_covered_can_be_guessed_from_the_id() -> None:
    """Who knows every field of an event but what is covered lacks its salt too."""
    kind, written = write_body(PlayerRegistered(player="P1", identity=CARD))
    event = Event(journal=JOURNAL, device=DESK, epoch=1, seq=1, kind=kind, body=written, at="", salt="5a17")
    shown = seen_event(event)
    assert shown.sealed.event.salt == ""
    assert b"5a17" not in shown.payload
    assert seal(replace(event, salt=""), b"k" * 32).id != shown.id
