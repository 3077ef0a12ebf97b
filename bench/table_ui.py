"""What the table's window costs: its first frame beside a bare one, the work of a tap, and its memory over an evening.

    python -m bench.table_ui

Aims: a first frame within 1.5 times a bare Kivy window's; no frame of a tap that holds the window's thread for longer
than a frame may last (16 ms), drawing left out, as it is the graphics card's; as much memory after 200 donnes as after
20.
"""

import gc
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from app.domain.events.tournoi import PartieStarted
from app.services.settings import Poste
from app.ui import surroundings
from bench.tapping.finger import Finger, Tap
from tests.ui.display import display
from tests.ui.table_stage import NAMES, TableStage

ROUNDS = 5
FEW, MANY = 20, 200
FRAME_MS = 16
TOLD = 12  # slow taps, the slowest first
# A flip shows a frame; the program ends right after the one that is waited for.
WATCHED = """
def watch(app):
    from kivy.base import stopTouchApp
    from kivy.core.window import Window
    def shown(_window):
        if AWAITED:
            print("shown", flush=True)
            stopTouchApp()
    Window.bind(on_flip=shown)
"""
BARE = """
from kivy.app import App
from kivy.uix.label import Label
app = App()
app.build = lambda: Label(text="Nord")
watch(app)
app.run()
"""
# As `main.py` does it, at a first start: no poste is chosen yet.
OURS = """
import sys
from pathlib import Path
from app import bootstrap
from app.services.settings import Poste
make_window = bootstrap.make_window
def make_watched(*args):
    app = make_window(*args)
    watch(app)
    return app
bootstrap.make_window = make_watched
bootstrap.open_window(POSTE, Path(sys.argv[1]))
"""
CHOICE = OURS.replace("POSTE", "None")
TABLE = OURS.replace("POSTE", "Poste.TABLE")
PLAIN = ("seat.E", "contract.garde", "bouts.2", "key.4", "key.9", "validate")


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(program: str, awaited: str = "True") -> tuple[float, float]:
    """Return the time from starting the program to its first frame, or a later one, and the processor's share."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        spent = _children_seconds()
        command = [sys.executable, "-c", WATCHED.replace("AWAITED", awaited) + program, folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "shown\n"
            taken = time.perf_counter() - start
        assert process.returncode == 0
        return taken, _children_seconds() - spent


def first_frame() -> None:
    """Measure in turns, so that whatever else the machine does weighs on all."""
    programs = {
        "first frame, bare Kivy window": (BARE, "True"),
        "first frame, which poste?": (CHOICE, "True"),
        "first frame, a table's poste": (TABLE, "True"),
        "a table's first screen, whole": (TABLE, "app.table"),
    }
    with tempfile.TemporaryDirectory() as compiled:
        # As an installed program: its modules are compiled once and for all, before the first round.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = compiled
        for program in programs.values():
            seconds(*program)
        rounds = [[seconds(*program) for program in programs.values()] for _ in range(ROUNDS)]
        del os.environ["PYTHONPYCACHEPREFIX"]
    for name, column in zip(programs, zip(*rounds, strict=True), strict=True):
        pairs = list(zip(column, [row[0] for row in rounds], strict=True))
        wall, work = (statistics.median(ours[kind] for ours, _ in pairs) for kind in (0, 1))
        ratio = statistics.median(ours[0] / bare[0] for ours, bare in pairs)
        busy = statistics.median(ours[1] / bare[1] for ours, bare in pairs)
        print(f"{name:<30} {wall:.2f} s (processor {work:.2f} s), ratio {ratio:.2f} ({busy:.2f})")


def resident_mb() -> float:
    """Return the memory that this process holds."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def evening() -> None:
    """Enter donnes by taps, and tell the work of each tap and the memory on the way."""
    from tests.ui.stage import leave, play

    with tempfile.TemporaryDirectory() as folder, play(Path(folder), poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.table is not None)
        table = TableStage(stage)
        table.open(PartieStarted(names={seat: NAMES[seat] for seat in "NSEO"}), "N")
        finger, memory = Finger(table), {}
        for number in range(1, MANY + 1):
            for aid in PLAIN:
                finger.tap(aid, number)
            if number in (FEW, MANY):
                memory[number] = resident_mb()
        finger.close()
        tell_taps(finger.taps)
        few, many = memory[FEW], memory[MANY]
        print(f"memory: {few:.0f} MB after {FEW} donnes, {many:.0f} MB after {MANY}, ratio {many / few:.2f}")
    leave()


def tell_taps(taps: list[Tap]) -> None:
    """Tell the longest frames of the taps, which were slow, and how steady the machine was meanwhile."""
    work = [tap.work for tap in taps]
    late = [tap for tap in taps if tap.work > FRAME_MS]
    print(f"longest frame of a tap on the window's thread, {len(taps)} taps over {MANY} donnes, drawing left out:")
    print(
        f"  median {statistics.median(work):.1f} ms, worst {max(work):.1f} ms, {len(late)} over {FRAME_MS} ms"
        f" (on the clock: worst {max(tap.wall for tap in taps):.1f} ms)"
    )
    for aid in PLAIN:
        these = [tap.work for tap in taps if tap.aid == aid]
        print(
            f"  {aid:<15} median {statistics.median(these):5.1f}  worst {max(these):5.1f}"
            f"  first {FEW} {statistics.median(these[:FEW]):5.1f}  last {FEW} {statistics.median(these[-FEW:]):5.1f}"
        )
    equal = statistics.median(tap.yardstick for tap in taps)
    worst = max(tap.yardstick for tap in taps)
    print(f"  the machine: equal work took {equal:.1f} ms, at worst {worst:.1f} ms, {worst / equal:.1f} times as long")
    for tap in sorted(late, key=lambda tap: -tap.work)[:TOLD]:
        print(
            f"  slow: {tap.aid} of donne {tap.donne}, {tap.work:.1f} ms, {tap.memory:.1f} of them a pass of the memory;"
            f" equal work then took {tap.yardstick / equal:.1f} times as long as usual"
        )


def main() -> None:
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    os.environ["KCFG_GRAPHICS_MAXFPS"] = "0"
    surroundings.settle(Path(tempfile.gettempdir()) / "nord-kivy")
    with display():
        first_frame()
        evening()


if __name__ == "__main__":
    main()
