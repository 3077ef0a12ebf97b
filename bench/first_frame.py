"""How long until something is on the screen: our window beside a bare one of Kivy's, each in a process of its own."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from app.ui import surroundings
from tests.ui.display import display

ROUNDS = 5
BARE = """
from kivy.app import App
from kivy.uix.label import Label
app = App()
app.build = lambda: Label(text="Nord")
"""
OURS = """
import sys
from pathlib import Path
from app.storage.device import DeviceStore
device = DeviceStore(Path(sys.argv[1]))
settings = device.settings().result()
from app.ui.window import NordWindow
app = NordWindow(device=device, settings=settings, poste=None)
app.bind(on_stop=lambda _app: device.close())
"""
# The first flip is the first frame that a person sees; the program ends right after it.
UNTIL_SHOWN = """
from kivy.base import stopTouchApp
from kivy.core.window import Window
def shown(_window):
    print("shown", flush=True)
    stopTouchApp()
Window.bind(on_flip=shown)
app.run()
"""


def seconds(program: str) -> float:
    """Return the time from starting the program to its first frame."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        command = [sys.executable, "-c", program + UNTIL_SHOWN, folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "shown\n"
            taken = time.perf_counter() - start
        assert process.returncode == 0
        return taken


def main() -> None:
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    surroundings.settle(Path(tempfile.gettempdir()) / "nord-kivy")
    with display():
        # Taken in turns, so that whatever else the machine does weighs on both.
        rounds = [(seconds(OURS), seconds(BARE)) for _ in range(ROUNDS)]
    ours, bare = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(f"first frame: {ours:.2f} s, bare Kivy window {bare:.2f} s, ratio {ours / bare:.2f}")


if __name__ == "__main__":
    main()
