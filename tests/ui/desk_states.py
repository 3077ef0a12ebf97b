"""The states of a table joined to a desk, one after the other, beside a real desk: for pictures and for measures."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.domain.events.arbitre import SurContratGranted
from tests.ui.desk_stage import ControlDesk, JoinedTable

if TYPE_CHECKING:
    from tests.ui.stage import Stage

ADDRESS = "192.168.1.20:8443"


def desk_states(stage: "Stage", control: ControlDesk) -> Iterator[str]:
    """Bring the table's poste to each state of its link with a desk, and name it."""
    table = JoinedTable(stage, control)
    with control.running() as desk:
        control.opens(minutes=35, name="Soirée de la Saint-Sylvestre")
        table.nav.last_desk = ADDRESS
        table.tap("begin.join")
        screen = table.nav.current_screen
        screen.address, screen.field = ADDRESS, "code"
        table.type("31415")
        yield "join"
        screen.address, screen.code = "127.0.0.1:1", "31415926"
        table.tap("join")
        stage.until(lambda: not screen.is_busy)
        screen.code_refusal = ""
        yield "join-unreachable"
        screen.address, code = f"127.0.0.1:{control.port}", control.code()
        screen.code = f"{(int(code) + 1) % 10**8:08}"
        table.tap("join")
        stage.until(lambda: not screen.is_busy)
        screen.address = ADDRESS
        stage.frames()
        yield "join-wrong-code"
        screen.address, screen.code = f"127.0.0.1:{control.port}", code
        table.tap("join")
        stage.until(lambda: table.nav.current == "desk" and bool(table.device))
        yield "desk-unconfirmed"
        control.does("devices", "approve", table.device)
        stage.until(lambda: table.nav.desk.state.stage == "no_table")
        yield "desk-no-table"
        table.tap("home")
        yield "home-joined"
        table.tap("begin.join")
        control.does("devices", "assign", "3", table.device)
        table.sees_sheet()
        yield "linked-dealer"
        table.tap("dealer.N")
        table.settle()
        stage.until(lambda: not table.nav.desk.state.waiting)
        table.tap("seat.E")
        yield "linked-entry"
        table.nav.desk.notice.say(table.nav.words.tr("The arbiter has corrected donne {donne}", donne=1))
        stage.frames()
        yield "linked-notice"
        table.nav.desk.notice.hide()
        desk.process.kill()
        desk.process.wait()
        stage.until(lambda: not table.nav.desk.state.is_reached)
        table.enters()
        yield "linked-away"
        table.tap("link")
        yield "linked-details"
        table.tap("change_address")
        yield "join-moves"
        table.tap("back")
    with control.running():
        stage.until(lambda: table.nav.desk.state.is_reached and not table.nav.desk.state.waiting)
        table.tap("call")
        table.settle()
        stage.until(lambda: not table.nav.desk.state.waiting)
        yield "linked-call"
        table.tap("code")
        stage.until(lambda: not table.nav.current_screen.is_busy)
        yield "linked-code"
        asked = SurContratGranted(position=1, grants=table.nav.feuille.donnes[0].id)
        table.nav.current_screen.arrive(lambda _code: None, decision=asked)
        table.type("314")
        yield "linked-decision-code"
        table.tap("back")
        table.tap("leave")
        table.enters(seat="S", contract="prise", bouts=1, points="51")
        table.tap("validate")
        yield "linked-visas"
        for seat in "NSEO":
            table.nav.write(table.session.visa(seat))
            table.settle()
        table.tap("send")
        table.settle()
        stage.until(lambda: bool(table.nav.desk.places) and not table.nav.desk.state.waiting)
        yield "linked-closed"
        table.tap("send")
        yield "desk-next"
        table.tap("settings")
        yield "settings-joined"
        table.tap("leave_desk")
        yield "leave-desk"
        table.tap("leave_desk.no")
        table.tap("back")
