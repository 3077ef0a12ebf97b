"""The states of the arbiter's screens at a table, one after the other: for pictures and for measures."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.donne.donne import Poignee
from app.domain.events.table import Announce, Entry
from tests.ui.table_stage import GARDE, LONG_NAMES, TableStage

if TYPE_CHECKING:
    from tests.ui.stage import Stage

# The worked sheet of the rules, and one donne that makes a bilan of five figures.
SHEET = (
    Entry(
        preneur="E",
        contrat=Contrat.GARDE,
        bouts=2,
        demi_points=98,
        petit_au_bout=Camp.ATTACK,
        poignees=(Poignee("E", 10),),
    ),
    Entry(preneur="O", contrat=Contrat.GARDE_SANS, bouts=2, demi_points=90, petit_au_bout=Camp.DEFENSE),
    Entry(
        preneur="S",
        contrat=Contrat.PRISE,
        bouts=2,
        demi_points=68,
        petit_au_bout=Camp.ATTACK,
        poignees=(Poignee("S", 10),),
    ),
    Entry(preneur="N", contrat=Contrat.GARDE, bouts=2, demi_points=104, poignees=(Poignee("S", 10),)),
    Entry(
        preneur="S",
        contrat=Contrat.GARDE,
        bouts=2,
        demi_points=174,
        petit_au_bout=Camp.ATTACK,
        poignees=(Poignee("S", 10),),
        chelem=Chelem.ANNOUNCED_MADE,
    ),
)
HUGE = Entry(
    preneur="E",
    contrat=Contrat.GARDE_CONTRE,
    bouts=0,
    demi_points=0,
    petit_au_bout=Camp.DEFENSE,
    chelem=Chelem.DEFENSE,
)
PLACES = {"N": "Table 3, Nord", "S": "Table 4, Sud", "E": "Table 5, Est", "O": "Table 1, Ouest"}


def penalize(table: TableStage) -> None:
    """Let the arbiter take points from South, from the entry to the entry."""
    table.nav.go("call")
    table.settle()
    table.tap("code")
    table.code()
    table.answer("fault", "conduct", "ethique.incorrection", 0, "S")
    table.tap("key.clear")
    table.type("100")
    table.tap("confirm")
    table.stage.until(lambda: bool(table.nav.current_screen.rows))
    table.confirm()


def states(stage: "Stage") -> Iterator[str]:
    """Bring the table's poste to each state of the arbiter's screens, and name it."""
    table = TableStage(stage)
    table.begin(donnes=5, next_places=PLACES)
    table.record(*SHEET[:2])
    table.nav.go("call")
    table.settle()
    yield "call-general"
    table.tap("code")
    stage.until(lambda: not table.nav.current_screen.is_busy)
    yield "code-choose"
    table.code()
    yield "arbiter-menu"
    table.answer("fault")
    yield "fault-families"
    table.answer("deal")
    yield "fault-deal"
    table.tap("back")
    table.answer("renonce", "renonce.consumed", 0)
    yield "fault-preneur"
    table.answer("O")
    yield "fault-player"
    table.answer("N")
    yield "fault-choice"
    table.answer("drop")
    stage.until(lambda: bool(table.nav.current_screen.rows))
    yield "fault-ruling"
    for _ in range(6):
        table.tap("back")
    table.answer("conduct", "ethique.incorrection", 0, "S")
    yield "fault-amount"
    table.tap("key.clear")
    table.type("100")
    table.tap("confirm")
    stage.until(lambda: bool(table.nav.current_screen.rows))
    yield "fault-penalty"
    table.confirm()
    yield "entry-penalty"
    table.nav.go("call", seat="O", announce=Announce.GARDE_SANS)
    table.settle()
    for seat in "NSO":
        table.tap(f"count.{seat}")
    yield "call"
    table.tap("code")
    table.type("12345")
    yield "code"
    table.type("6")
    table.tap("submit")
    stage.until(lambda: not table.nav.current_screen.is_busy)
    yield "code-wrong"
    table.code()
    yield "call-decide"
    table.tap("refuse")
    table.settle()
    table.tap("bid.N.None")
    table.tap("bid.E.garde")
    yield "call-earlier"
    table.tap("settle")
    table.tap("seat.O")
    table.tap("contract.garde_sans")
    yield "refused-which"
    table.tap("keep")
    yield "entry-refused"
    table.nav.table.entry.leave()
    table.record(*SHEET[2:])
    table.nav.go("visas")
    stage.frames()
    table.sign("N")
    table.draw("S")
    yield "visas"
    table.tap("disagree.E")
    yield "visas-which"
    table.tap("cancel")
    for seat in "EO":
        table.sign(seat)
    table.tap("agree.S")
    table.settle()
    yield "visas-all"
    table.tap("send")
    table.settle()
    yield "visas-closed"
    for players in (3, 5):
        table.begin(players, names=LONG_NAMES, donnes=8)
        table.nav.go("call", seat="E", announce=Announce.CHELEM)
        table.settle()
        yield f"call-{players}"
        table.tap("cancel")
        for number in range(8):
            takers = [seat for seat in ("E", "S") if seat != table.session.place.mort]
            table.record(replace(HUGE if number % 2 else GARDE, preneur=takers[0]))
        table.nav.go("visas")
        stage.frames()
        yield f"visas-{players}"
