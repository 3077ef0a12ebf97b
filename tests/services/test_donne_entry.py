"""What is being entered: a form is about the cards in play, and about no others."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.domain.arbitrage.faute import Faute
from app.domain.donne.contrat import Contrat
from app.domain.events.arbitre import FauteRuled, TimeCalled
from app.domain.events.table import Entry, NoContract
from app.domain.events.tournoi import LoneSheetStarted
from app.services.book import Book
from app.services.donne_entry import DonneEntry
from app.services.entry_form import EntryForm
from app.services.keeper import Keeper
from app.services.start_table import start_sheet
from app.services.table_session import TableSession
from app.storage.tournament import TournamentStore, create_tournament
from tests.services.conftest import SeededRandom, StillClock
from tests.services.test_table_session import GARDE, NAMES, TABLET

HALF_FILLED = EntryForm(preneur="O", contrat=Contrat.PRISE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TournamentStore]:
    with create_tournament(tmp_path, "P1", TABLET) as opened:
        yield opened


@pytest.fixture
def session(store: TournamentStore) -> Iterator[TableSession]:
    def book() -> Book:
        return Book(store.journal, TABLET, clock=StillClock(), random=SeededRandom(1))

    start_sheet(book(), LoneSheetStarted(table=3, position=1, donnes=3, names=NAMES))
    keeper = Keeper(book)
    session = TableSession(keeper, position=1, table=3, on_change=lambda: None)
    session.draw_dealer("N").result()
    session.record(GARDE).result()
    yield session
    keeper.close()


@pytest.fixture
def entry(session: TableSession, store: TournamentStore) -> DonneEntry:
    return DonneEntry(session, store.drafts)


def taken_away(session: TableSession) -> None:
    faute, ruling = session.foresee(Faute(code="fausse_donne.dealing"))
    session.decide(FauteRuled(position=1, faute=faute, ruling=ruling)).result()


def time_called(session: TableSession) -> None:
    session.decide(TimeCalled(position=1, donne_under_way=False)).result()


ENDS: list[Callable[[TableSession], object]] = [
    lambda session: session.record(GARDE).result(),
    lambda session: session.pass_donne(NoContract.ALL_PASS).result(),
    taken_away,
    time_called,
]


@pytest.mark.parametrize("end", ENDS, ids=["recorded", "passed", "dealt again", "time called"])
@pytest.mark.parametrize("restarts", [False, True])
def test_a_form_goes_with_its_cards(
    session: TableSession, store: TournamentStore, entry: DonneEntry, end: Callable, restarts: bool
) -> None:
    entry.change(HALF_FILLED)
    end(session)
    if restarts:
        entry = DonneEntry(session, store.drafts)
        entry.load()
    entry.follow()
    assert entry.form.is_empty


def test_what_leaves_the_cards_in_play_leaves_the_form(session: TableSession, entry: DonneEntry) -> None:
    entry.change(HALF_FILLED)
    session.keep_wrong_dealer("S").result()
    session.decide(TimeCalled(position=1, donne_under_way=True)).result()
    entry.follow()
    assert entry.form == HALF_FILLED


@pytest.mark.parametrize("restarts", [False, True])
def test_what_is_taken_back_empties_the_form_and_no_form_comes_back_later(
    session: TableSession, store: TournamentStore, entry: DonneEntry, restarts: bool
) -> None:
    session.record(GARDE).result()
    entry.follow()
    entry.change(HALF_FILLED)
    writes = [session.undo, session.undo, lambda: entry.write(GARDE), lambda: entry.write(GARDE)]
    for write in writes:
        write().result()
        if restarts:
            entry = DonneEntry(session, store.drafts)
            entry.load()
        entry.follow()
        assert entry.form.is_empty


def test_a_correction_goes_with_its_donne_and_what_was_being_entered_comes_back(
    session: TableSession, store: TournamentStore, entry: DonneEntry
) -> None:
    entry.change(HALF_FILLED)
    assert entry.edit(1)
    kept = DonneEntry(session, store.drafts)
    kept.load()
    assert (kept.editing, kept.form) == (1, EntryForm.of(GARDE))
    session.replace(1, Entry(preneur="S", contrat=Contrat.PRISE, bouts=2, demi_points=82)).result()
    entry.follow()
    assert (entry.editing, entry.form) == (None, HALF_FILLED)


def test_what_is_the_arbiters_is_not_norths_to_take_back(session: TableSession) -> None:
    assert session.undoable is session.feuille.lines[-1]
    taken_away(session)
    assert session.undoable is None
