"""A table that enters donnes until somebody kills it: `python -m tests.ui.tapping FOLDER`.

It says on standard output what the screen has just called saved, and what it has half filled.
"""

import os
import sys
import tempfile
from pathlib import Path

from app.services.settings import Poste
from app.ui import surroundings
from tests.ui.display import display
from tests.ui.table_stage import TableStage

PLAIN = ("seat.E", "contract.garde", "bouts.2", "key.4", "key.9", "validate")
HALF_FILLED = ("seat.O", "contract.prise", "key.3", "petit.defense", "poignee", "poignee.S.13", "done")


def main() -> None:
    """Enter donnes; after the second of each life, fill a form by half and say so."""
    os.environ["KCFG_GRAPHICS_MAXFPS"] = "0"
    surroundings.settle(Path(tempfile.gettempdir()) / "nord-kivy")
    with display():
        from tests.ui.stage import play

        with play(Path(sys.argv[1]), poste=Poste.TABLE) as stage:
            stage.until(lambda: stage.app.table is not None and stage.app.table.current_screen is not None)
            table = TableStage(stage)
            if table.nav.current != "entry":
                table.begin(donnes=90)
            for number in range(1, 60):
                if number == 3:
                    for aid in HALF_FILLED:
                        table.tap(aid)
                    table.session.history().result()  # read on the thread that keeps drafts, so after this one
                    print("half", flush=True)
                    table.nav.table.entry.leave()
                    table.nav.current_screen.refresh()
                for aid in PLAIN:
                    table.tap(aid)
                table.settle()
                print(f"saved {len(table.session.feuille.donnes)}", flush=True)


if __name__ == "__main__":
    main()
