"""Whatever is written in a journal, by whomever: the fold never fails, and what it promises holds."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from app.domain.fold import fold
from app.domain.fold.feuille import Feuille
from app.domain.fold.snapshot import read_state, write_state
from app.domain.fold.state import State
from app.domain.tournoi.shape import Event as Who
from app.texts.catalogue import texts
from app.texts.refusals import refusal
from tests.domain.fold.happenings import Writer
from tests.domain.fold.room import Room, documented, opened, registered

FRENCH = texts("fr")
EVENTS = 6  # between two looks at the bytes of snapshots


class Journal(RuleBasedStateMachine):
    """Events one after the other, from nothing or from a room that has sat down."""

    def __init__(self) -> None:
        super().__init__()
        self.room = Room()
        self.before = State()
        self.snapshot = (0, write_state(State()))
        self.kept = State()

    @initialize(
        room=st.sampled_from(
            [
                Room,
                lambda: registered(4, 4),
                lambda: registered(4, event=Who.DUO),
                lambda: opened(4),
                lambda: opened(4, donnes=1),
                lambda: opened(4, 4, donnes=1),
                lambda: opened(3, 4),
                lambda: opened(5, donnes=3),
                lambda: opened(5, 4, ruleset="asce"),
            ]
        )
    )
    def sit_down(self, room: object) -> None:
        self.room = room()
        self.before = self.room.state

    @rule(seed=st.integers(0, 2**32))
    def write(self, seed: int) -> None:
        for _ in range(EVENTS):
            event = Writer(seed, self.room).event()
            self.before = self.room.state
            name = self.room.put(event)
            if name in self.room.state.set_aside:
                self.is_set_aside(name)
            self.every_sheet_holds_together()
            self.the_state_is_the_fold_from_nothing()

    @rule()
    def keep_snapshot(self) -> None:
        self.snapshot = (len(self.room.events), write_state(self.room.state))
        self.kept = self.room.state

    def is_set_aside(self, name: str) -> None:
        """It changed nothing else, to the byte, and each reason is documented and has its sentence."""
        after = self.room.state
        assert list(after.set_aside) == [*self.before.set_aside, name]
        assert write_state(replace(after, set_aside={})) == write_state(replace(self.before, set_aside={}))
        assert after.set_aside[name]
        assert {reason.key for reason in after.set_aside[name]} <= documented(self.room.events[-1][1])
        for reason in after.set_aside[name]:
            assert refusal(reason.violation, FRENCH)

    def the_state_is_the_fold_from_nothing(self) -> None:
        whole = fold(self.room.events)
        assert whole == self.room.state
        assert write_state(whole) == write_state(self.room.state)

    @invariant()
    def a_snapshot_is_the_state_and_with_its_tail_the_whole(self) -> None:
        written = write_state(self.room.state)
        read = read_state(written)
        assert read == self.room.state
        assert write_state(read) == written
        since, kept = self.snapshot
        assert write_state(fold(self.room.events[since:], read_state(kept))) == written
        assert write_state(fold(self.room.events[since:], self.kept)) == written
        assert write_state(self.kept) == kept  # whatever was folded onto it since

    def every_sheet_holds_together(self) -> None:
        for number, tables in self.room.state.feuilles.items():
            before = self.before.feuilles.get(number, {})
            for table, feuille in tables.items():
                if feuille is not before.get(table):
                    holds_together(feuille)

    @invariant()
    def players_cards_and_licences_agree(self) -> None:
        state = self.room.state
        assert sorted(state.identities) == sorted(who.id for who in state.entrants.players)
        held = {identity.licence: player for player, identity in state.identities.items() if identity.licence}
        assert state.licences == held
        assert set(state.cards.values()) <= set(state.identities)
        assert {member for members in state.teams.values() for member in members} <= set(state.identities)
        assert state.teams.keys() == state.team_names.keys()
        assert state.unconfirmed <= {name for name, _ in self.room.events}


def holds_together(feuille: Feuille) -> None:
    """Marks sum to zero, the sheet is what its lines say, and it owes what its course asks for."""
    sheet, course = feuille.sheet, feuille.course
    assert all(sum(donne.marks.values()) == 0 for donne in sheet.donnes)
    assert sum(sheet.bilans.values()) == 0
    assert sum(played.marks for played in sheet.played().values()) == 0
    assert tuple(line.scored for line in feuille.donnes) == sheet.donnes
    assert len({line.id for line in feuille.lines}) == len(feuille.lines)
    assert sheet.due == len(sheet.donnes) + (0 if course.is_over else course.owed)
    assert sheet.due <= feuille.start.donnes
    assert feuille.is_open or course.is_over
    assert feuille.signatures.keys() == sheet.visas.keys() or sheet.is_sent
    assert course.played == len(sheet.donnes) or not feuille.is_open
    assert set(feuille.unvisaed()) <= set(range(1, len(sheet.donnes) + 1))
    assert all(asked.granted is None for asked in feuille.waiting)


Journal.TestCase.settings = settings(max_examples=30, stateful_step_count=25)
TestAnyJournal = Journal.TestCase
