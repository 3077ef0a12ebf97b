"""What the table's window costs: its first frame beside a bare one, the work of a tap, and its memory over an evening.

    python -m bench.table_ui

Aims: a first frame within 1.5 times a bare Kivy window's; no tap that holds the window's thread for a frame (16 ms),
drawing left out, as it is the graphics card's; as much memory after 200 donnes as after 20.
"""

import gc
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from app.bootstrap import settle_memory
from app.domain.events.tournoi import PartieStarted
from app.services.settings import Poste
from app.ui import surroundings
from tests.ui.display import display
from tests.ui.table_stage import NAMES, TableStage

ROUNDS = 5
FEW, MANY = 20, 200
FRAME_MS = 16
BARE = """
from kivy.app import App
from kivy.uix.label import Label
app = App()
app.build = lambda: Label(text="Nord")
"""
# As `main.py table` does it, at a first start: no poste is chosen yet.
OURS = """
import sys
from pathlib import Path
from app.bootstrap import make_window
from app.storage.device import DeviceStore
device = DeviceStore(Path(sys.argv[1]))
settings = device.settings().result()
app = make_window(device, settings, POSTE)
app.bind(on_stop=lambda _app: device.close())
"""
CHOICE = OURS.replace("POSTE", "None")
TABLE = "from app.services.settings import Poste\n" + OURS.replace("POSTE", "Poste.TABLE")
# A flip shows a frame; the program ends right after the one that is waited for.
UNTIL_SHOWN = """
from kivy.base import stopTouchApp
from kivy.core.window import Window
def shown(_window):
    if AWAITED:
        print("shown", flush=True)
        stopTouchApp()
Window.bind(on_flip=shown)
app.run()
"""
PLAIN = ("seat.E", "contract.garde", "bouts.2", "key.4", "key.9", "validate")


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(program: str, awaited: str = "True") -> tuple[float, float]:
    """Return the time from starting the program to its first frame, or a later one, and the processor's share."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        spent = _children_seconds()
        command = [sys.executable, "-c", program + UNTIL_SHOWN.replace("AWAITED", awaited), folder]
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


class Finger:
    """A finger that times what the window's thread does for it: the touch, and every frame until all is at rest."""

    def __init__(self, table: TableStage) -> None:
        self._table = table
        self.worst: dict[str, list[float]] = defaultdict(list)

    def tap(self, aid: str) -> None:
        """Tap, and keep the longest time for which the thread was held, in milliseconds of its own processor time."""
        from kivy.tests.common import UnitTestTouch

        stage = self._table.stage
        widget = stage.find(aid)
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        held = []
        for act in (touch.touch_down, *([self._frame] * 2), touch.touch_up, *([self._frame] * 6)):
            start = time.thread_time()
            act()
            held.append(1000 * (time.thread_time() - start))
        self.worst[aid].append(max(held))
        stage.until(lambda: widget.state == "normal")

    def _frame(self) -> None:
        self._table.stage.frames(1)


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
        settle_memory()  # as the program does once it is started
        table.open(PartieStarted(names={seat: NAMES[seat] for seat in "NSEO"}), "N")
        finger, memory = Finger(table), {}
        for number in range(1, MANY + 1):
            for aid in PLAIN:
                finger.tap(aid)
            table.settle()
            if number in (FEW, MANY):
                memory[number] = resident_mb()
        taps = [taken for aid in PLAIN for taken in finger.worst[aid]]
        late = sum(taken > FRAME_MS for taken in taps)
        print(f"work of a tap on the window's thread, {len(taps)} taps over {MANY} donnes, drawing left out:")
        print(f"  median {statistics.median(taps):.1f} ms, worst {max(taps):.1f} ms, {late} over {FRAME_MS} ms")
        for aid in PLAIN:
            first, last = finger.worst[aid][:FEW], finger.worst[aid][-FEW:]
            print(
                f"  {aid:<15} median {statistics.median(finger.worst[aid]):5.1f}  worst {max(finger.worst[aid]):5.1f}"
                f"  first {FEW} {statistics.median(first):5.1f}  last {FEW} {statistics.median(last):5.1f}"
            )
        few, many = memory[FEW], memory[MANY]
        print(f"memory: {few:.0f} MB after {FEW} donnes, {many:.0f} MB after {MANY}, ratio {many / few:.2f}")
    leave()


def main() -> None:
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    os.environ["KCFG_GRAPHICS_MAXFPS"] = "0"
    surroundings.settle(Path(tempfile.gettempdir()) / "nord-kivy")
    with display():
        first_frame()
        evening()


if __name__ == "__main__":
    main()
