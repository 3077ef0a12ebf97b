"""The states of the screens that North works, one after the other: for pictures and for measures."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.events.table import Entry
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted
from app.services.entry_form import EntryForm
from tests.ui.table_stage import GARDE, LONG_NAMES, NAMES, SEATS, TableStage
from tests.ui.table_states import HUGE, SHEET

if TYPE_CHECKING:
    from tests.ui.stage import Stage

PLACES = {"N": "N12", "S": "S147", "E": "E8", "O": "O121"}
WHOLE = EntryForm(
    preneur="S",
    contrat=Contrat.GARDE,
    bouts=2,
    digits="49",
    petit_au_bout=Camp.ATTACK,
    poignees={"S": 10},
)
# What contradicts in three fields at once.
WRONG = EntryForm(
    preneur="E",
    contrat=Contrat.GARDE,
    bouts=3,
    digits="11",
    petit_au_bout=Camp.DEFENSE,
    chelem=Chelem.UNANNOUNCED,
)


def states(stage: "Stage") -> Iterator[str]:
    """Bring the table's poste to each state of North's screens, and name it."""
    table = TableStage(stage)
    yield "home"
    table.tap("settings")
    yield "settings"
    table.tap("back")
    table.tap("begin.partie")
    yield "begin"
    table.tap("players.5")
    yield "begin-five"
    table.tap("back")
    table.tap("begin.sheet")
    yield "begin-sheet"
    table.tap("files")
    table.until(lambda: stage.is_asking)
    yield "begin-files"
    table.tap("cancel")
    yield from _tournament(table)
    yield from _long(table)
    yield from _partie(table)
    table.nav.home()
    table.until(lambda: bool(table.nav.current_screen.rows))
    yield "home-kept"
    table.tap("begin.partie")
    table.until(lambda: bool(table.nav.current_screen.remembered))
    for seat, name in list(LONG_NAMES.items())[:4]:
        table.write_name(seat, name)
    stage.frames()
    yield "begin-remembered"
    table.tap("back")


def _fill(table: TableStage, form: EntryForm) -> None:
    table.nav.table.entry.change(form)
    table.nav.current_screen.refresh()
    table.stage.frames()


def _tournament(table: TableStage) -> Iterator[str]:
    """A sheet of four, from the draw to its last donne."""
    begun = LoneSheetStarted(
        table=3, position=1, donnes=5, names={seat: NAMES[seat] for seat in SEATS[4]}, places=PLACES, minutes=45
    )
    table.nav.begin(begun)
    table.until(lambda: table.nav.table is not None)
    table.stage.frames()
    yield "entry-dealer"
    table.tap("dealer.N")
    table.settle()
    yield "entry-empty"
    table.record(*SHEET[:3])
    _fill(table, replace(EntryForm(), preneur="O", contrat=Contrat.PRISE))
    yield "entry-half"
    _fill(table, WHOLE)
    yield "entry"
    if table.nav.current_screen.mode == "drawer":
        table.tap("drawer")
        yield "entry-drawer"
        table.nav.current_screen._drawer.dismiss(animation=False)
        table.stage.frames()
    _fill(table, WRONG)
    yield "entry-wrong"
    table.tap("brief" if table.nav.current_screen.mode == "drawer" else "telling")
    yield "ask-to-check"
    table.tap("cancel")
    _fill(table, EntryForm())
    for aid in ("poignee", "chelem", "nobody", "correct", "menu"):
        table.tap(aid)
        yield f"ask-{aid}"
        table.tap({"poignee": "done", "chelem": "chelem.None"}.get(aid, "cancel"))
    _fill(table, EntryForm(preneur="E", contrat=Contrat.PRISE, bouts=2, digits="87"))
    table.tap("validate")
    yield "ask-a-chelem"
    table.tap("no_chelem")
    table.settle()
    table.nav.current_screen.edit(2)
    table.stage.frames()
    yield "entry-edit"
    table.tap("correct")
    table.record(SHEET[4])
    yield "entry-over"
    table.nav.go("history")
    table.until(lambda: bool(table.nav.current_screen.rows))
    yield "history"
    table.tap("back")
    for seat in SEATS[4]:
        table.nav.write(table.session.visa(seat))
    table.settle()
    table.tap("correct")
    yield "ask-signed"
    table.tap("cancel")
    table.nav.write(table.session.send())
    table.settle()
    yield "entry-closed"


def _long(table: TableStage) -> Iterator[str]:
    """Names of thirty letters and bilans of five figures, at three, four and five."""
    for players in (4, 3, 5):
        table.begin(players, names=LONG_NAMES, donnes=8)
        for number in range(7):
            entry = replace(HUGE, demi_points=0) if number != 3 else GARDE
            takers = [seat for seat in ("E", "S") if seat != table.session.place.mort]
            table.record(replace(entry, preneur=takers[0]))
        yield f"long-{players}"
        place = table.session.place
        taker = next(seat for seat in ("O", "S") if seat != place.mort)
        _fill(table, EntryForm(preneur=taker, contrat=Contrat.GARDE_CONTRE, bouts=0, digits="0"))
        yield f"long-{players}-entered"


def _partie(table: TableStage) -> Iterator[str]:
    """An evening of five with a called king, and its chart."""
    table.open(PartieStarted(names=LONG_NAMES), "N")
    seats = SEATS[5]
    for number in range(11):
        preneur = seats[number % 5]
        partner = seats[(number + 2) % 5] if number % 3 else None
        points = (90, 77, 121, 60, 85)[number % 5]
        table.record(
            Entry(preneur=preneur, contrat=Contrat.GARDE, bouts=number % 4, demi_points=points, partner=partner)
        )
    _fill(table, EntryForm(preneur="E2", contrat=Contrat.GARDE, bouts=2, digits="40½", partner="N", king=True))
    yield "partie-five"
    table.tap("call")
    table.until(lambda: table.nav.current == "evening")
    yield "evening"
    table.tap("export")
    table.until(lambda: table.stage.is_asking)
    yield "evening-exported"
    table.tap("understood")
    table.tap("back")
