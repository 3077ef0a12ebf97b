"""Who takes part: entries, cards, withdrawals, substitutes, teams, seats."""

import pytest

from app.domain.events.arbitre import DonneStruck, SheetCorrected
from app.domain.events.table import EntryUndone, SheetVisaed
from app.domain.events.tournoi import (
    PlayerAmended,
    PlayerRegistered,
    PlayerSubstituted,
    PlayerWithdrawn,
    SeatsDrawn,
    TeamFormed,
)
from app.domain.tournoi.entrants import Departure
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.note import Note
from app.domain.tournoi.shape import Event as Who
from app.domain.tournoi.sheet import Hand, Occupant
from tests.domain.fold.room import DESK, GARDE, PRISE, Room, opened, registered, reopen_with

NEW = Identity(name="Nouveau", licence="new")


def left(player: str, **changes: object) -> PlayerWithdrawn:
    return PlayerWithdrawn(**{"player": player, "with_leave": True, "reason": "malade", **changes})


def taken(player: str, **changes: object) -> PlayerSubstituted:
    said = {"player": player, "newcomer": "X", "identity": NEW, "with_leave": True, "reason": "malade"}
    return PlayerSubstituted(**{**said, **changes})


def test_a_player_is_entered_with_a_card_of_their_own() -> None:
    room = registered(4)
    room.write(PlayerRegistered(player="X", identity=NEW))
    assert room.state.identities["X"] == NEW
    assert room.state.licences["new"] == "X"
    assert [who.id for who in room.state.entrants.players] == ["N1", "S1", "E1", "O1", "X"]


@pytest.mark.parametrize(
    ("player", "identity", "reasons"),
    [
        ("N1", NEW, [("entered_twice", "player")]),
        ("", NEW, [("name_missing", "player")]),
        ("X", Identity(name=""), [("name_missing", "name")]),
        ("X", Identity(name="a", licence="N1"), [("licence_taken", "licence")]),
        ("X", Identity(name="a", born="hier", serie=9), [("serie_unknown", "serie"), ("not_a_date", "born")]),
    ],
)
def test_an_entry_that_is_not_right_is_set_aside(player: str, identity: Identity, reasons: list[object]) -> None:
    assert registered(4).refuses(PlayerRegistered(player=player, identity=identity)) == reasons


def test_players_without_licence_do_not_take_each_others() -> None:
    room = registered(4)
    room.write(PlayerRegistered(player="X", identity=Identity(name="a")))
    room.write(PlayerRegistered(player="Y", identity=Identity(name="b")))
    assert "" not in room.state.licences


def test_nobody_enters_once_the_first_position_is_open() -> None:
    assert opened(4).refuses(PlayerRegistered(player="X", identity=NEW)) == [("entry_closed", "player")]


def test_a_card_is_written_anew_and_frees_the_licence_it_had() -> None:
    room = opened(4)
    room.write(PlayerAmended(player="N1", identity=Identity(name="Anne", licence="N1")))
    room.write(PlayerAmended(player="N1", identity=Identity(name="Anne")))
    room.write(PlayerAmended(player="S1", identity=Identity(name="Bob", licence="N1")))
    assert room.state.identities["N1"] == Identity(name="Anne")
    assert room.state.licences == {"E1": "E1", "O1": "O1", "N1": "S1"}


def test_a_card_is_only_amended_where_there_is_one_and_it_is_right() -> None:
    room = registered(4)
    assert room.refuses(PlayerAmended(player="X", identity=NEW)) == [("entrant_unknown", "player")]
    amended = PlayerAmended(player="N1", identity=Identity(name="", licence="S1"))
    assert room.refuses(amended) == [("name_missing", "name"), ("licence_taken", "licence")]
    (_name, reason) = next(reversed(room.state.set_aside.values()))
    assert reason.params == {"licence": "S1", "name": "Joueur S1"}


def test_who_leaves_before_the_first_card_was_never_there() -> None:
    room = registered(4, event=Who.DUO)
    room.write(TeamFormed(team="A", name="Les as", members=("N1", "S1")))
    room.write(TeamFormed(team="B", name="Les rois", members=("E1", "O1")))
    room.write(SeatsDrawn(cards={"N1": "N1", "S1": "S1"}))
    room.write(left("N1"))
    state = room.state
    assert "N1" not in state.identities
    assert state.entrants.find("N1") is None
    assert state.cards == {"S1": "S1"}
    assert state.teams == {"B": ("E1", "O1")}
    assert state.team_names == {"B": "Les rois"}
    room.write(PlayerRegistered(player="X", identity=Identity(name="a", licence="N1")))


def test_who_leaves_later_keeps_their_marks_and_their_card() -> None:
    room = opened(4)
    room.write(left("N1", with_leave=False))
    departure = Departure(position=1, with_leave=False, note=Note(DESK, "malade", f"20:{len(room.events):02}"))
    assert room.state.entrants.find("N1").left == departure
    assert "N1" in room.state.identities
    assert room.refuses(left("N1")) == [("already_left", "player")]


def test_a_withdrawal_names_who_and_why() -> None:
    room = registered(4)
    assert room.refuses(left("X", reason="")) == [("note_missing", "reason"), ("entrant_unknown", "player")]


def test_a_substitute_before_the_first_card_simply_takes_the_place() -> None:
    room = registered(4, event=Who.DUO)
    room.write(TeamFormed(team="A", name="Les as", members=("N1", "S1")))
    room.write(SeatsDrawn(cards={"N1": "N1", "S1": "S1"}))
    room.write(taken("N1"))
    state = room.state
    assert state.cards == {"N1": "X", "S1": "S1"}
    assert state.teams == {"A": ("X", "S1")}
    assert "N1" not in state.identities
    assert state.licences.get("new") == "X"
    assert "N1" not in state.licences


def test_a_substitute_in_mid_position_sits_down_from_the_next_donne_on() -> None:
    room = opened(4, 4, donnes=3)
    room.deal(1, GARDE)
    room.write(taken("S1"))
    room.deal(1, GARDE)
    sheet = room.sheet()
    assert sheet.player_at("S", 1) == "S1"
    assert sheet.player_at("S", 2) == "X"
    assert {player: played.marks for player, played in sheet.played().items()} == {
        "N1": -132,
        "S1": 198,
        "X": 198,
        "E1": -132,
        "O1": -132,
    }
    assert room.sheet(2).occupants == tuple(Occupant(seat, f"{seat}2") for seat in "NSEO")
    assert room.state.entrants.find("X").replaces == "S1"


def test_a_donne_is_not_taken_back_behind_a_substitute() -> None:
    room = opened(4, donnes=3)
    (donne,) = room.deal(1, GARDE)
    room.write(taken("S1"))
    assert room.refuses_at(1, EntryUndone(position=1, undoes=donne)) == [("substituted_since", "undoes")]


@pytest.mark.parametrize("is_signed", [False, True])
def test_a_donne_struck_moves_the_substitutes_arrival(is_signed: bool) -> None:
    room = opened(4, donnes=3)
    first, _ = room.deal(1, GARDE, GARDE)
    room.write(taken("S1"))
    room.deal(1, GARDE)
    if is_signed:
        room.sign(1)
    room.arbiter(1, DonneStruck(position=1, strikes=first, reason="chien vu"))
    assert room.sheet().player_at("S", 1) == "S1"
    assert room.sheet().player_at("S", 2) == "X"


def test_a_substitute_comes_after_a_signed_sheet_and_does_not_sit_there() -> None:
    room = opened(4)
    room.deal(1, GARDE, GARDE)
    room.sign(1, "S")
    room.write(taken("S1"))
    assert room.sheet().player_at("S", 2) == "S1"
    room.sign(1)


def test_a_substitute_between_two_positions_takes_over_the_card() -> None:
    room = registered(4)
    room.write(SeatsDrawn(cards={"S1": "S1"}))
    reopen_with(room, 4)
    room.close()
    room.write(taken("S1"))
    assert room.state.cards == {"S1": "X"}
    assert "S1" in room.state.identities


def test_a_substitution_that_is_not_right_is_set_aside() -> None:
    room = opened(4)
    assert room.refuses(taken("?", reason=" ")) == [("note_missing", "reason"), ("entrant_unknown", "player")]
    assert room.refuses(taken("S1", newcomer="N1")) == [("entered_twice", "player")]
    assert room.refuses(taken("S1", newcomer="")) == [("name_missing", "newcomer")]
    assert room.refuses(taken("S1", identity=Identity(name=""))) == [("name_missing", "name")]
    taken_licence = Identity(name="a", licence="S1")
    assert room.refuses(taken("S1", identity=taken_licence)) == [("licence_taken", "licence")]


def test_a_team_is_formed_and_formed_anew_until_the_first_position() -> None:
    room = registered(4, event=Who.DUO)
    room.write(TeamFormed(team="A", name="Les as", members=("N1", "S1")))
    room.write(TeamFormed(team="A", name="Les rois", members=("N1", "E1")))
    assert room.state.teams == {"A": ("N1", "E1")}
    assert room.state.team_names == {"A": "Les rois"}
    reopen_with(room, 4)
    formed = TeamFormed(team="B", name="b", members=("S1", "O1"))
    assert room.refuses(formed) == [("already_started", "position")]


@pytest.mark.parametrize(
    ("members", "name", "reasons"),
    [
        (("N1", "?"), "b", [("entrant_unknown", "members"), ("in_two_teams", "members")]),
        (("E1", "E1"), "b", [("in_two_teams", "members")]),
        (("E1",), "b", [("team_size", "members")]),
        (("E1", "O1"), "", [("name_missing", "name")]),
    ],
)
def test_a_team_that_cannot_be_is_set_aside(members: tuple[str, ...], name: str, reasons: list[object]) -> None:
    room = registered(4, event=Who.DUO)
    room.write(TeamFormed(team="A", name="Les as", members=("N1", "S1")))
    assert room.refuses(TeamFormed(team="B", name=name, members=members)) == reasons


def test_an_event_of_single_players_has_no_teams() -> None:
    assert registered(4).refuses(TeamFormed(team="A", name="a", members=("N1",))) == [("no_teams_here", "members")]


def test_seats_are_drawn_and_drawn_again_until_the_first_position() -> None:
    room = registered(4)
    room.write(SeatsDrawn(cards={"N1": "S1"}, seed=1))
    room.write(SeatsDrawn(cards={"N1": "E1", "S1": "N1"}, seed=7))
    assert room.state.cards == {"N1": "E1", "S1": "N1"}
    assert room.state.seed == 7
    twice = SeatsDrawn(cards={"N1": "E1", "S1": "E1", "E1": "?"})
    assert room.refuses(twice) == [("entrant_unknown", "player"), ("two_cards", "cards")]
    reopen_with(room, 4)
    assert room.refuses(SeatsDrawn(cards={})) == [("already_started", "position")]


def test_the_arbiter_signs_for_who_has_left() -> None:
    room = opened(4)
    room.deal(1, GARDE, PRISE)
    room.write(left("S1"))
    room.arbiter(1, SheetVisaed(position=1, seat="S"))
    assert room.sheet().visas == {"S": Hand.ARBITRE}


def test_a_correction_gives_each_donne_to_who_sat_there() -> None:
    room: Room = opened(4)
    room.deal(1, GARDE)
    room.write(taken("S1"))
    room.deal(1, PRISE)
    room.sign(1)
    room.arbiter(1, SheetCorrected(position=1, donnes=(PRISE, GARDE), reason="inversées"))
    played = room.sheet().played()
    assert (played["S1"].marks, played["X"].marks) == (36, 198)
