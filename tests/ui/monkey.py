"""A monkey at the table: taps at random over many sheets. `make monkey MINUTES=10`.

    python -m tests.ui.monkey MINUTES [SEED]

Nothing may break, every sheet sums to zero after every tap, nothing is ever set aside, and the journals verify.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from app.domain.events.tournoi import LoneSheetStarted, PartieStarted
from app.services.settings import Poste
from tests.ui.table_stage import CODE, NAMES, SEATS, TableStage

if TYPE_CHECKING:
    from tests.ui.stage import Stage

SHEETS = 30
# Leaving the poste, or the window's own settings, would only make it wait at another door.
LEFT_ALONE = ("forgotten", "change_poste", "settings", "leave_poste", "lang", "dark", "text", "export")
TAPS_A_SHEET = 400


class Monkey:
    """Taps what it sees; types the arbiter's code now and then, and signs where there is a pad."""

    def __init__(self, stage: "Stage", random: Random) -> None:
        self.stage = stage
        self.table = TableStage(stage)
        self.random = random
        self.taps = 0

    def begin(self) -> None:
        """Open a new sheet of three, four or five, of a tournament or not."""
        seats = SEATS[self.random.choice((3, 4, 5))]
        names = {seat: NAMES[seat] for seat in seats}
        has_mort = len(seats) == 5 and self.random.random() < 0.5
        begun = self.random.choice(
            (
                LoneSheetStarted(table=3, position=1, donnes=self.random.randint(1, 4), names=names),
                LoneSheetStarted(table=3, position=1, donnes=2, names=names, ruleset="fft-2014"),
                PartieStarted(names=names, has_mort=has_mort),
            )
        )
        nav = self.table.nav
        nav.begin(begun)
        self.stage.until(lambda: nav.table is not None)

    def tap(self) -> None:
        """Do one thing that a hand could do here."""
        self.taps += 1
        nav = self.table.nav
        screen = nav.current_screen
        if nav.current == "code" and self.random.random() < 0.3 and not screen.wait and not screen.is_busy:
            screen.digits = CODE if self.random.random() < 0.8 else "000000"
        if nav.current == "visas" and self.random.random() < 0.3:
            self.sign()
            return
        targets = [
            target
            for target in self.stage.targets()
            if getattr(target, "aid", "")
            and not target.disabled
            and not target.aid.startswith(LEFT_ALONE)
            and self.is_on_top(target)
        ]
        if targets:
            self.stage.tap_widget(self.random.choice(targets))

    def is_on_top(self, target: object) -> bool:
        """Tell whether no question lies over the target."""
        from kivy.core.window import Window
        from kivy.uix.modalview import ModalView

        over = [root for root in Window.children if isinstance(root, ModalView)]
        if not over:
            return True
        parent = target
        while parent is not None and parent is not Window and parent not in over:
            parent = parent.parent
        return parent is over[0]

    def sign(self) -> None:
        """Draw on some pad that waits."""
        from app.ui.widgets.signature_pad import SignaturePad

        pads = [pad for pad in self.stage.widgets() if isinstance(pad, SignaturePad) and not pad.is_signed]
        if pads:
            self.table.draw(self.random.choice(pads).aid.partition(".")[2])

    def look(self) -> None:
        """See that all is well."""
        nav = self.table.nav
        if nav.table is not None:
            assert sum(nav.session.feuille.sheet.bilans.values()) == 0
            assert not nav.session.state.set_aside

    def play(self, *, until: float, sheets: int) -> int:
        """Play so many sheets, or until a moment; return how many were begun."""
        nav = self.table.nav
        nav.pin.choose(CODE).result()
        start = time.monotonic()
        for sheet in range(1, sheets + 1):
            self.begin()
            # On a slow machine each sheet has its share of the time, so that there are as many all the same.
            end = start + (until - start) * sheet / sheets
            for _ in range(TAPS_A_SHEET):
                if time.monotonic() > end:
                    break
                self.tap()
                self.look()
                if nav.table is None:
                    break
            if time.monotonic() > until:
                return sheet
        return sheets


def run(folder: Path, *, seconds: float, seed: int, sheets: int = SHEETS) -> tuple[int, int]:
    """Let a monkey play on a data folder; return the sheets and taps, once every journal has been read again."""
    from tests.ui.stage import play

    with play(folder, poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.table is not None)
        monkey = Monkey(stage, Random(seed))
        begun = monkey.play(until=time.monotonic() + seconds, sheets=sheets)
        stage.until(lambda: not stage.app.table.saving)
        stage.app.table.home()
        kept = stage.app.table.parties.kept().result()
        assert len(kept) == begun, f"{len(kept)} kept of {begun} begun"
        assert all(sum(party.bilans.values()) == 0 for party in kept)
    return begun, monkey.taps


def main() -> None:
    """Play for so many minutes, from a seed that is told."""
    from app.ui import surroundings
    from tests.ui.display import display

    minutes, seed = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    os.environ["KCFG_GRAPHICS_MAXFPS"] = "0"
    surroundings.settle(Path(tempfile.gettempdir()) / "nord-kivy")
    end, sheets, taps = time.monotonic() + 60 * minutes, 0, 0
    print(f"seed {seed}", flush=True)
    with display():
        while (left := end - time.monotonic()) > 0:
            with tempfile.TemporaryDirectory() as folder:
                begun, tapped = run(Path(folder), seconds=left, seed=seed + sheets)
            sheets, taps = sheets + begun, taps + tapped
        from tests.ui.stage import leave

        leave()
    print(f"{sheets} sheets, {taps} taps: nothing broke, every sum is zero, every journal reads again")


if __name__ == "__main__":
    main()
