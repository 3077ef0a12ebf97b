"""A table's poste with a sheet open, worked by a finger. Importing it opens no window."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.domain.donne.contrat import Contrat
from app.domain.events.table import Entry
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted
from app.services.table_session import TableSession

if TYPE_CHECKING:
    from app.ui.table.navigator import Navigator
    from tests.ui.stage import Stage

CODE = "271828"
SEATS = {3: ("S", "E", "O"), 4: ("N", "S", "E", "O"), 5: ("N", "S", "E", "O", "E2")}
NAMES = {
    "N": "DURAND Camille",
    "S": "DUPONT Dominique",
    "E": "DUBOIS Claude",
    "O": "DESPRES Sacha",
    "E2": "DELMAS Andrea",
}
LONG_NAMES = {seat: f"{name} DE LA TOUR".ljust(30, "Z")[:30] for seat, name in NAMES.items()}
GARDE = Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98)


class TableStage:
    """What a table does, in one word each."""

    def __init__(self, stage: "Stage") -> None:
        self.stage = stage
        self.tap = stage.tap
        self.shows = stage.shows
        self.until = stage.until

    @property
    def nav(self) -> "Navigator":
        table = self.stage.app.table
        assert table is not None
        return table

    @property
    def session(self) -> TableSession:
        return self.nav.session

    def begin(
        self,
        players: int = 4,
        *,
        donnes: int = 3,
        names: Mapping[str, str] = NAMES,
        next_places: Mapping[str, str] = {},
    ) -> None:
        """Open a tournament's sheet, North or whoever comes first the dealer."""
        seats = SEATS[players]
        begun = LoneSheetStarted(
            table=3,
            position=1,
            donnes=donnes,
            names={seat: names[seat] for seat in seats},
            next_places=next_places,
        )
        self.open(begun, seats[0])

    def open(self, begun: LoneSheetStarted | PartieStarted, dealer: str) -> None:
        """Open a sheet and say who deals first."""
        self.nav.begin(begun)
        self.until(lambda: self.nav.table is not None)
        self.tap(f"dealer.{dealer}")
        self.settle()

    def settle(self) -> None:
        """Let everything asked for reach the disk."""
        self.until(lambda: not self.nav.saving)

    def record(self, *entries: Entry) -> None:
        """Write donnes as the entry screen does."""
        for entry in entries:
            self.nav.write(self.session.record(entry))
            self.settle()

    def write_name(self, seat: str, name: str) -> None:
        """Write a name on a seat's line, as the system's keyboard does."""
        self.write_line(f"name.{seat}", name)

    def write_line(self, aid: str, text: str) -> None:
        """Write on the line of that name."""
        from kivy.uix.textinput import TextInput

        (line,) = (w for w in self.stage.widgets() if isinstance(w, TextInput) and w.aid == aid)
        line.text = ""
        line.insert_text(text)
        self.stage.frames()

    def type(self, digits: str) -> None:
        """Type on the keypad in sight."""
        for digit in digits:
            self.tap(f"key.{digit}")

    def code(self, digits: str = CODE) -> None:
        """Give the arbiter's code, chosen beforehand where none is set; only its own tests type it key by key."""
        self.until(lambda: not self.nav.current_screen.is_busy)
        if not self.nav.pin.is_set:
            self.nav.pin.choose(CODE).result()
            self.nav.current_screen.arrive(self.nav.current_screen.then)
            self.until(lambda: not self.nav.current_screen.is_busy)
        self.nav.current_screen.digits = digits
        self.tap("submit")
        self.until(lambda: self.nav.current != "code" or not self.nav.current_screen.is_busy)
        self.settle()

    def answer(self, *answers: object) -> None:
        """Give answers to the arbiter's questions."""
        for answer in answers:
            self.tap(f"answer.{answer}")

    def confirm(self) -> None:
        """Apply the decision in sight."""
        self.until(lambda: not self.stage.find("confirm").disabled)
        self.tap("confirm")
        self.settle()

    def draw(self, seat: str) -> None:
        """Draw something on a pad."""
        from kivy.tests.common import UnitTestTouch

        pad = self.stage.find(f"sign.{seat}")
        self.stage.slide_to(pad)
        left, bottom = pad.to_window(pad.x, pad.y)
        places = [(0.2, 0.3), (0.35, 0.7), (0.5, 0.35), (0.62, 0.65), (0.8, 0.4)]
        points = [(left + x * pad.width, bottom + y * pad.height) for x, y in places]
        touch = UnitTestTouch(*points[0])
        touch.touch_down()
        for point in points[1:]:
            touch.touch_move(*point)
        touch.touch_up()
        self.stage.frames()

    def sign(self, seat: str) -> None:
        """Sign for a seat."""
        self.draw(seat)
        self.tap(f"agree.{seat}")
        self.settle()

    def journal_verifies(self) -> bool:
        """Tell whether the sheet's own journal was set aside nothing and sums to zero."""
        return not self.session.state.set_aside and sum(self.session.feuille.sheet.bilans.values()) == 0
