"""How a journal begins, who may write in it, and which tablet is whose."""

from dataclasses import replace

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.events.table import ArbiterCalled, DealerDrawn, DonneRecorded, Entry
from app.domain.events.tournoi import (
    DeviceAdmitted,
    DeviceRevoked,
    LoneSheetStarted,
    PartieStarted,
    PlayerRegistered,
    PositionReopened,
    Role,
    TabletAssigned,
    TournamentClosed,
    TournamentCreated,
)
from app.domain.fold import apply, fold
from app.domain.fold.state import Assignment, State
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import PRESETS, Shape
from tests.domain.fold.room import ARBITRE, DESK, GARDE, JOURNAL, Room, opened, registered

CREATED = TournamentCreated(name="T", shape=PRESETS["6x4"])
NAMES = {"N": "Anne", "S": "Bob", "E": "Chloé", "O": "Denis"}
LONE = LoneSheetStarted(table=7, position=3, donnes=4, names=NAMES)
JEAN = PlayerRegistered(player="x", identity=Identity(name="Jean"))


def test_nothing_is_written_before_a_journal_begins() -> None:
    room = Room()
    assert room.state == State()
    assert room.refuses(JEAN) == [("event.not_begun", "kind")]
    assert room.refuses(DealerDrawn(position=1, seat="N"), table=1) == [("event.not_begun", "kind")]


def test_a_tournament_is_created_once_and_its_device_is_the_desk() -> None:
    room = Room()
    room.write(CREATED)
    assert room.state.created == CREATED
    assert room.state.journal == JOURNAL
    assert room.state.devices == {DESK: Role.DESK}
    assert room.refuses(CREATED) == [("event.begun_twice", "kind")]


@pytest.mark.parametrize(
    ("body", "reasons"),
    [
        (replace(CREATED, name=" "), [("name_missing", "name")]),
        (replace(CREATED, name="x" * 121), [("text_too_long", "name")]),
        (replace(CREATED, ruleset="belote"), [("not_one_of", "ruleset")]),
        (replace(CREATED, minutes=-1), [("negative", "minutes")]),
        (replace(CREATED, shape=Shape(())), [("no_seance", "seances")]),
        (replace(CREATED, name="", ruleset="x"), [("not_one_of", "ruleset"), ("name_missing", "name")]),
        (PartieStarted(names={**NAMES, "N": ""}), [("name_missing", "names.N")]),
        (PartieStarted(names={**NAMES, "N": "x" * 61}), [("text_too_long", "names.N")]),
        (PartieStarted(names={**NAMES, "N": "Bob "}), [("name_twice", "names")]),
        (PartieStarted(names={"N": "A", "S": "B"}), [("players_out_of_range", "seats")]),
        (PartieStarted(names={**NAMES, "X": "Eve"}), [("seat_unknown", "seats")]),
        (PartieStarted(names=NAMES, has_mort=True), [("no_mort_here", "mort")]),
        (PartieStarted(names=NAMES, ruleset="x"), [("not_one_of", "ruleset")]),
        (replace(LONE, table=0), [("counts_from_one", "table")]),
        (replace(LONE, position=0), [("counts_from_one", "position")]),
        (replace(LONE, donnes=100), [("too_many_donnes", "donnes")]),
        (replace(LONE, donnes=0), [("no_donnes", "donnes")]),
        (replace(LONE, minutes=-5), [("negative", "minutes")]),
        (replace(LONE, ruleset="x", names={}), [("not_one_of", "ruleset")]),
    ],
)
def test_what_cannot_be_played_does_not_begin(body: object, reasons: list[tuple[str, str]]) -> None:
    room = Room()
    assert room.refuses(body) == reasons
    assert room.state.created is None


@pytest.mark.parametrize("body", [CREATED, replace(CREATED, minutes=0, name="x" * 120), replace(LONE, donnes=99)])
def test_figures_at_their_bounds_begin(body: object) -> None:
    Room().write(body)


def test_a_partie_libre_has_one_sheet_without_end_at_its_own_tablet() -> None:
    room = Room()
    room.put(room.event(PartieStarted(names=NAMES), by="tablet", epoch=2))
    assert room.state.devices == {"tablet": Role.TABLE}
    assert room.state.assignments == {1: Assignment("tablet", 2)}
    room.write(DealerDrawn(position=1, seat="N"), by="tablet", table=1, epoch=2)
    room.write(DonneRecorded(position=1, entry=GARDE), by="tablet", table=1, epoch=2)
    assert room.sheet().bilans == {"N": -66, "S": 198, "E": -66, "O": -66}
    assert room.sheet().due == 9999
    assert room.sheet().player_at("E", 1) == "Chloé"
    assert room.refuses(PartieStarted(names=NAMES), by="tablet") == [("event.begun_twice", "kind")]
    assert room.refuses(JEAN, by="tablet") == [("event.not_your_role", "kind")]


def test_five_at_a_partie_libre_play_with_a_mort_or_a_called_king() -> None:
    five = {**NAMES, "E2": "Eve"}
    for has_mort in (True, False):
        room = Room()
        room.write(PartieStarted(names=five, has_mort=has_mort))
        assert room.feuille().course.has_mort is has_mort


def test_a_lone_sheet_is_one_sheet_of_a_tournament_at_its_own_table_and_position() -> None:
    room = Room()
    room.put(room.event(LONE, by="tablet"))
    assert room.state.assignments == {7: Assignment("tablet", 0)}
    assert room.state.position == 3
    assert room.sheet(7).due == 4
    room.write(DealerDrawn(position=3, seat="N"), by="tablet", table=7, epoch=0)
    assert room.refuses(LONE, by="tablet") == [("event.begun_twice", "kind")]


@pytest.mark.parametrize(("ruleset", "has_mort"), [("fft-2017", True), ("fft-2014", True), ("asce", False)])
def test_five_at_a_lone_sheet_have_a_mort_unless_the_contest_calls_a_king(ruleset: str, has_mort: bool) -> None:
    room = Room()
    room.write(replace(LONE, names={**NAMES, "E2": "Eve"}, ruleset=ruleset))
    assert room.feuille(7).course.has_mort is has_mort


def test_only_a_known_device_of_the_right_role_writes() -> None:
    room = registered(4)
    assert room.refuses(JEAN, by="stranger") == [("event.unknown_device", "device")]
    assert room.refuses(JEAN, by=ARBITRE) == [("event.not_your_role", "kind")]
    assert room.refuses(JEAN, by="T1") == [("event.not_your_role", "kind")]
    other = replace(room.event(JEAN), journal="J2")
    assert room.sets_aside(other) == [("event.other_journal", "journal")]


def test_an_event_that_is_not_ours_is_set_aside_whatever_is_in_it() -> None:
    room = registered(4)
    event = room.event(JEAN)
    assert room.sets_aside(replace(event, kind="Future")) == [("event.unknown_kind", "kind")]
    assert room.sets_aside(replace(event, body={})) == [("event.unfit", "identity")]
    assert room.sets_aside(replace(event, body={**event.body, "x": 1})) == [("event.unfit", "x")]


def test_a_device_is_admitted_and_its_role_may_change() -> None:
    room = registered(4)
    room.write(DeviceAdmitted(device="new", role=Role.TABLE))
    room.write(DeviceAdmitted(device="new", role=Role.ARBITRE))
    assert room.state.devices["new"] is Role.ARBITRE
    assert room.refuses(DeviceAdmitted(device="", role=Role.TABLE)) == [("name_missing", "device")]


def test_a_desk_stays_what_it_is_but_another_desk_may_go() -> None:
    room = registered(4)
    assert room.refuses(DeviceAdmitted(device=DESK, role=Role.TABLE)) == [("device_is_desk", "device")]
    assert room.refuses(DeviceRevoked(device=DESK)) == [("device_is_desk", "device")]
    room.write(DeviceAdmitted(device="standby", role=Role.DESK))
    room.write(DeviceRevoked(device=DESK), by="standby")
    assert room.refuses(JEAN) == [("event.unknown_device", "device")]


def test_a_revoked_device_writes_no_more() -> None:
    room = opened(4)
    room.write(DeviceRevoked(device="T1"))
    assert room.refuses_at(1, ArbiterCalled(position=1)) == [("event.unknown_device", "device")]
    assert room.refuses(DeviceRevoked(device="T1")) == [("device_unknown", "device")]


def test_a_swap_raises_the_epoch_and_what_the_old_tablet_still_writes_comes_too_late() -> None:
    room = opened(4)
    room.deal(1, GARDE)
    room.write(DeviceAdmitted(device="T9", role=Role.TABLE))
    room.write(TabletAssigned(table=1, device="T9", epoch=2))
    late = DonneRecorded(position=1, entry=GARDE)
    assert room.refuses_at(1, late) == [("event.not_your_table", "table")]
    assert room.refuses(late, by="T9", table=1, epoch=1) == [("event.stale_epoch", "table_epoch")]
    assert room.refuses(late, by="T9", table=1) == [("event.stale_epoch", "table_epoch")]
    room.write(late, by="T9", table=1, epoch=2)
    assert len(room.sheet().donnes) == 2


def test_a_table_belongs_to_a_known_tablet_under_a_higher_epoch() -> None:
    room = registered(4)
    assert room.refuses(TabletAssigned(table=1, device="T1", epoch=1)) == [("epoch_not_higher", "epoch")]
    assert room.refuses(TabletAssigned(table=2, device="T1", epoch=0)) == [("epoch_not_higher", "epoch")]
    assert room.refuses(TabletAssigned(table=0, device="T1", epoch=9)) == [("counts_from_one", "table")]
    assert room.refuses(TabletAssigned(table=1, device=ARBITRE, epoch=9)) == [("device_no_table", "device")]
    assert room.refuses(TabletAssigned(table=1, device="?", epoch=9)) == [("device_no_table", "device")]
    room.write(TabletAssigned(table=2, device="T1", epoch=1))
    assert room.state.assignments == {1: Assignment("T1", 1), 2: Assignment("T1", 1)}


def test_the_reason_for_a_low_epoch_names_the_least_one() -> None:
    room = registered(4)
    room.refuses(TabletAssigned(table=1, device="T1", epoch=1))
    (reason,) = next(reversed(room.state.set_aside.values()))
    assert reason.params == {"epoch": "1", "least": "2"}


def test_a_sheet_is_written_by_its_own_tablet_the_arbiter_and_the_desk() -> None:
    room = opened(4, 4)
    call = ArbiterCalled(position=1)
    assert room.refuses(call, by="T1", table=2, epoch=1) == [("event.not_your_table", "table")]
    assert room.refuses(call, by="T1", epoch=1) == [("event.no_table", "table")]
    assert room.refuses(call, by=ARBITRE) == [("event.no_table", "table")]
    assert room.refuses(call, table=3) == [("sheet_unknown", "table")]
    assert room.refuses(ArbiterCalled(position=2), table=1) == [("sheet_unknown", "table")]
    for by in (DESK, ARBITRE):
        room.write(call, by=by, table=2)


def test_a_closed_position_takes_nothing_and_a_reopened_one_the_arbiters_hand_alone() -> None:
    room = opened(4)
    room.close()
    call = ArbiterCalled(position=1)
    assert room.refuses_at(1, call) == [("position_closed", "position")]
    assert room.refuses_arbiter(1, call) == [("position_closed", "position")]
    room.write(PositionReopened(position=1, reason="points oubliés"))
    assert room.refuses_at(1, call) == [("position_reopened", "position")]
    room.arbiter(1, call)


def test_a_closed_tournament_takes_nothing() -> None:
    room = registered(4)
    room.write(TournamentClosed())
    assert room.refuses(JEAN) == [("event.closed", "kind")]
    assert room.refuses(TournamentClosed()) == [("event.closed", "kind")]


def test_folding_from_any_point_on_gives_the_same_state() -> None:
    room = opened(4, 4)
    room.close()
    assert fold(room.events) == room.state
    for cut in range(0, len(room.events), 7):
        assert fold(room.events[cut:], fold(room.events[:cut])) == room.state


def test_a_fold_does_not_touch_the_state_it_starts_from() -> None:
    room = opened(4)
    before = room.state
    frozen = fold(room.events)
    recorded = room.event(DealerDrawn(position=1, seat="N"), by="T1", table=1, epoch=1)
    after = apply(before, "x", recorded)
    apply(after, "y", room.event(recorded_prise(), by="T1", table=1, epoch=1))
    assert before == frozen
    assert after != before


def recorded_prise() -> DonneRecorded:
    return DonneRecorded(position=1, entry=Entry(preneur="N", contrat=Contrat.PRISE, bouts=3, demi_points=100))
