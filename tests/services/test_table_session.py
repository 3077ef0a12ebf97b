"""A table alone: a Partie libre and a lone tournament sheet, through the session that its screens use."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.arbitrage.faute import Faute
from app.domain.donne.contrat import Contrat
from app.domain.errors import Refused
from app.domain.events.arbitre import FauteRuled, SurContratGranted
from app.domain.events.table import Announce, Entry, NoContract
from app.domain.events.tournoi import LoneSheetStarted
from app.services.book import Book
from app.services.keeper import Keeper
from app.services.ports import Identity
from app.services.start_table import read_sheet, start_partie, start_sheet
from app.services.table_session import TableSession
from app.storage.tournament import TournamentStore, create_tournament
from tests.services.conftest import SeededRandom, StillClock

NAMES = {"N": "DURAND", "S": "DUPONT", "E": "DUBOIS", "O": "DESPRES"}
TABLET = Identity("TABLET", 1, b"t" * 32)
GARDE = Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TournamentStore]:
    with create_tournament(tmp_path, "P1", TABLET) as opened:
        yield opened


def book(store: TournamentStore) -> Book:
    return Book(store.journal, TABLET, clock=StillClock(), random=SeededRandom(1))


@pytest.fixture
def changes() -> list[str]:
    return []


@pytest.fixture
def session(store: TournamentStore, changes: list[str]) -> Iterator[TableSession]:
    start_sheet(
        book(store),
        LoneSheetStarted(table=3, position=1, donnes=3, names=NAMES, places={"N": "N3", "S": "S3"}),
    )
    keeper = Keeper(lambda: book(store))
    yield TableSession(keeper, position=1, table=3, on_change=lambda: changes.append("changed"))
    keeper.close()


def test_a_sheet_is_played_signed_and_closed_without_a_desk(session: TableSession, changes: list[str]) -> None:
    session.draw_dealer("N").result()
    session.record(GARDE).result()
    session.pass_donne(NoContract.ALL_PASS).result()
    session.record(GARDE).result()
    session.replace(1, Entry(preneur="S", contrat=Contrat.PRISE, bouts=2, demi_points=82)).result()
    session.undo().result()
    session.record(GARDE).result()
    session.record(GARDE).result()
    assert session.feuille.course.is_over
    for seat in NAMES:
        session.visa(seat, "M0,0").result()
    session.send().result()
    assert session.feuille.sheet.is_sent
    assert sum(session.feuille.sheet.bilans.values()) == 0
    assert session.name_of("E") == "DUBOIS"
    assert (session.starting_place_of("S"), session.starting_place_of("O")) == ("S3", "")
    assert len(changes) == 13


def test_a_sur_contrat_is_asked_and_granted_at_the_table(session: TableSession) -> None:
    session.draw_dealer("N").result()
    (asked,) = session.request("O", Announce.GARDE_SANS).result()
    session.decide(SurContratGranted(position=1, grants=asked)).result()
    session.record(Entry(preneur="O", contrat=Contrat.GARDE_SANS, bouts=2, demi_points=90)).result()
    session.record(Entry(preneur="E", contrat=Contrat.GARDE_CONTRE, bouts=3, demi_points=90)).result()
    assert session.feuille.unvisaed() == (2,)
    session.decide(SurContratGranted(position=1, grants=session.feuille.donnes[1].id)).result()
    assert session.feuille.unvisaed() == ()
    assert len(session.state.unconfirmed) == 2


def test_a_fault_is_foreseen_then_ruled_on_at_the_table(session: TableSession) -> None:
    session.draw_dealer("N").result()
    session.record(GARDE).result()
    faute, ruling = session.foresee(Faute(code="faux_ecart.five"), donne=1)
    assert (faute.preneur, faute.made, ruling.donne) == ("E", True, "annulled")
    concerns = session.feuille.donnes[0].id
    session.decide(FauteRuled(position=1, faute=faute, ruling=ruling, concerns=concerns)).result()
    assert session.feuille.donnes == ()
    assert session.feuille.course.owed == 3


def test_a_table_may_not_decide_without_the_arbiter(session: TableSession) -> None:
    session.draw_dealer("N").result()
    with pytest.raises(Refused) as refused:
        session._keeper.write(SurContratGranted(position=1, grants="x"), table=3).result()
    assert refused.value.violations[0].key == "event.not_your_role"


def test_a_partie_goes_on_after_days(store: TournamentStore) -> None:
    start_partie(book(store), NAMES)
    for evening in (1, 2):
        keeper = Keeper(lambda: book(store))
        session = TableSession(keeper, position=1, table=1, on_change=lambda: None)
        assert session.is_partie
        if evening == 1:
            session.draw_dealer("N").result()
        for _ in range(20):
            session.record(GARDE).result()
        assert len(session.feuille.donnes) == 20 * evening
        keeper.close()


def test_names_are_all_there_and_all_different(store: TournamentStore) -> None:
    with pytest.raises(Refused) as refused:
        start_partie(book(store), {**NAMES, "N": " ", "S": "DUBOIS"})
    assert [(found.key, found.field) for found in refused.value.violations] == [
        ("name_missing", "names.N"),
        ("name_twice", "names"),
    ]


def test_a_sheet_is_read_from_a_file() -> None:
    told = {"table": 3, "position": 2, "donnes": 4, "names": NAMES}
    assert read_sheet(told) == LoneSheetStarted(table=3, position=2, donnes=4, names=NAMES)
    with pytest.raises(Refused) as refused:
        read_sheet({**told, "donnes": "4"})
    assert refused.value.violations[0].field == "donnes"
