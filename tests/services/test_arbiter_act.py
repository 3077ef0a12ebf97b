"""What the arbiter decides at a table beside faults, on a real sheet."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.donne.donne import Poignee
from app.domain.errors import Refused
from app.domain.events.table import Announce, Entry
from app.domain.events.tournoi import LoneSheetStarted
from app.services.arbiter_act import Act, ActInquiry, acts_open, ruling_decisions
from app.services.fault_inquiry import FaultInquiry
from app.services.keeper import Keeper
from app.services.question import Answers, Asks
from app.services.start_table import start_sheet
from app.services.table_session import TableSession
from app.storage.tournament import create_tournament
from tests.services.test_table_session import GARDE, NAMES, TABLET, book

SANS = Entry(preneur="O", contrat=Contrat.GARDE_SANS, bouts=2, demi_points=90)
SHOWN = Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98, poignees=(Poignee("S", 10),))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[TableSession]:
    with create_tournament(tmp_path, "P1", TABLET) as store:
        start_sheet(book(store), LoneSheetStarted(table=3, position=1, donnes=3, names=NAMES))
        keeper = Keeper(lambda: book(store))
        opened = TableSession(keeper, position=1, table=3, on_change=lambda: None)
        opened.draw_dealer("N").result()
        yield opened
        keeper.close()


def decide(session: TableSession, act: Act, *answers: object, entry: Entry | None = None) -> None:
    inquiry = ActInquiry(act=act, feuille=session.feuille)
    for answer in answers:
        assert answer in inquiry.question.options
        inquiry = inquiry.answering(answer)
    assert inquiry.question is None
    session.decide(inquiry.decision(entry)).result()


def test_what_can_be_done_depends_on_the_sheet(session: TableSession) -> None:
    assert acts_open(session.feuille) == (Act.FAULT, Act.SHORTEN, Act.TIME)
    session.record(SANS).result()
    assert acts_open(session.feuille) == tuple(Act)
    decide(session, Act.GRANT, 1)
    assert Act.GRANT not in acts_open(session.feuille)
    decide(session, Act.TIME, False)
    assert acts_open(session.feuille) == (Act.FAULT, Act.CORRECT, Act.STRIKE)
    for seat in NAMES:
        session.visa(seat).result()
    session.send().result()
    assert acts_open(session.feuille) == (Act.CORRECT,)


def test_a_donne_is_struck_and_owed_again(session: TableSession) -> None:
    session.record(GARDE).result()
    decide(session, Act.STRIKE, 1, "irregular")
    assert session.feuille.donnes == ()
    assert session.feuille.course.owed == 3


def test_the_sheet_is_shortened_for_slow_play(session: TableSession) -> None:
    decide(session, Act.SHORTEN, 2)
    assert session.feuille.course.owed == 1


def test_time_is_called_and_a_donne_under_way_is_played_out(session: TableSession) -> None:
    decide(session, Act.TIME, True)
    session.record(GARDE).result()
    assert session.feuille.course.is_over


def test_a_signed_sheet_is_corrected_and_signed_again_by_everyone(session: TableSession) -> None:
    session.record(GARDE).result()
    decide(session, Act.TIME, False)
    session.visa("N", "M0 0").result()
    decide(
        session,
        Act.CORRECT,
        1,
        "wrong_points",
        entry=Entry(preneur="S", contrat=Contrat.PRISE, bouts=1, demi_points=110),
    )
    assert session.feuille.sheet.visas == {}
    assert session.feuille.sheet.corrections[0].reason == "wrong_points"
    assert session.feuille.sheet.bilans["S"] == 3 * 29


def test_a_correction_is_no_decision_without_the_donne(session: TableSession) -> None:
    session.record(GARDE).result()
    inquiry = ActInquiry(act=Act.CORRECT, feuille=session.feuille).answering(1).answering("other")
    assert inquiry.back().question.asks is Asks.REASON
    with pytest.raises(ValueError, match="correct"):
        inquiry.decision()


def test_a_void_poignee_leaves_the_donne_without_it(session: TableSession) -> None:
    session.record(SHOWN).result()
    inquiry = FaultInquiry(
        feuille=session.feuille,
        ruleset=session.state.ruleset,
        answers=Answers(((Asks.CODE, "poignee.incomplete_final"), (Asks.DONNE, 1), (Asks.PLAYER, "S"))),
    )
    faute, ruling = session.foresee(inquiry.faute, inquiry.donne)
    decisions = ruling_decisions(session.feuille, faute, ruling, donne=1)
    foreseen = session.preview(*decisions).result().feuille(1, 3)
    assert session.feuille.sheet.bilans["E"] == 258
    assert foreseen.sheet.bilans["E"] == 198
    session.decide(*decisions).result()
    assert (session.feuille.sheet, session.feuille.course) == (foreseen.sheet, foreseen.course)
    assert session.feuille.donnes[0].donne.poignees == ()


def test_what_was_asked_is_withdrawn_before_it_is_answered(session: TableSession) -> None:
    (asked,) = session.request("O", Announce.GARDE_SANS).result()
    assert session.feuille.awaits_arbiter
    session.withdraw(asked).result()
    assert not session.feuille.awaits_arbiter
    assert session.feuille.requests == ()
    with pytest.raises(Refused) as refused:
        session.withdraw(asked).result()
    assert refused.value.violations[0].key == "request_unknown"
