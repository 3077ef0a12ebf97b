"""The program killed with -9 in the middle of an entry, as a real process: started again, everything is back."""

import subprocess
import sys
from pathlib import Path

from app.domain.donne.contrat import Camp, Contrat
from app.services.entry_form import EntryForm
from app.services.settings import Poste
from tests.ui.table_stage import TableStage

ROOT = Path(__file__).parents[2]


def kill_after(folder: Path, line: str) -> str:
    """Let a table play until it says a line, kill it at once, and return the last thing that it called saved."""
    command = [sys.executable, "-m", "tests.ui.tapping", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        said = []
        for told in process.stdout:
            said.append(told.strip())
            if told.strip() == line:
                break
        process.kill()
        said += process.stdout.read().split("\n")
    assert process.returncode == -9
    assert line in said
    return [told for told in said if told.startswith("saved")][-1]


def test_the_half_filled_form_and_all_that_was_saved_are_back(play, tmp_path: Path) -> None:
    assert kill_after(tmp_path, "half") == "saved 2"
    with play(tmp_path) as stage:
        stage.until(lambda: stage.app.table is not None and stage.app.table.current == "entry")
        table = TableStage(stage)
        assert len(table.session.feuille.donnes) == 2
        assert table.session.feuille.sheet.bilans == {"N": -132, "S": -132, "E": 396, "O": -132}
        assert table.nav.table.entry.form == EntryForm(
            preneur="O", contrat=Contrat.PRISE, digits="3", petit_au_bout=Camp.DEFENSE, poignees={"S": 13}
        )
        for aid in ("key.2", "bouts.1", "validate"):
            table.tap(aid)
        table.settle()
        assert len(table.session.feuille.donnes) == 3
        assert table.journal_verifies()


def test_whatever_was_called_saved_is_there_however_often_it_is_killed(play, tmp_path: Path) -> None:
    for line in ("saved 4", "saved 8"):
        said = kill_after(tmp_path, line)
        with play(tmp_path, poste=Poste.TABLE) as stage:
            stage.until(lambda: stage.app.table is not None and stage.app.table.current == "entry")
            table = TableStage(stage)
            kept = len(table.session.feuille.donnes)
            assert kept >= int(said.split()[1])
            assert table.journal_verifies()
            assert table.nav.parties.run(lambda shelf: len(list(shelf.ids()))).result() == 1
            # So that the next life begins at a known number, whatever was saved without a word.
            while len(table.session.feuille.donnes) > int(said.split()[1]):
                table.nav.write(table.session.undo())
                table.settle()
