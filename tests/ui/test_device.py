"""What a tablet has beside its screen: used where it is there, never missed where it is not."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from app.services.settings import Poste
from tests.ui.table_stage import TableStage


@pytest.fixture
def tablet(play, monkeypatch: pytest.MonkeyPatch):
    """A device that says it is a tablet; its sensors are whatever a test puts there."""
    from app.ui.device import Hardware

    monkeypatch.setenv("ANDROID_ARGUMENT", "yes")
    return Hardware()


def plyer_with(**parts: object) -> ModuleType:
    module = ModuleType("plyer")
    for name, part in parts.items():
        setattr(module, name, part)
    return module


def test_the_screen_stays_awake_while_a_table_is_open(play, tmp_path: Path) -> None:
    from kivy.core.window import Window

    Window.allow_screensaver = True
    with play(tmp_path, poste=Poste.TABLE) as stage:
        stage.until(lambda: stage.app.table is not None)
        assert Window.allow_screensaver is False


def test_a_desktop_has_neither_battery_nor_vibration(table: TableStage) -> None:
    table.nav.device.vibrate()
    assert table.nav.device.battery_percent() is None


def test_a_tablet_vibrates_and_tells_its_battery(tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    felt: list[float] = []
    parts = plyer_with(
        vibrator=SimpleNamespace(vibrate=felt.append),
        battery=SimpleNamespace(status={"percentage": 41.6, "isCharging": False}),
    )
    monkeypatch.setitem(sys.modules, "plyer", parts)
    tablet.vibrate()
    assert len(felt) == 1
    assert tablet.battery_percent() == 42


def test_what_the_system_does_not_offer_is_silent(tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing:
        @property
        def status(self) -> dict[str, float]:
            raise NotImplementedError

        def vibrate(self, time: float) -> None:
            raise RuntimeError("no permission")

    monkeypatch.setitem(sys.modules, "plyer", plyer_with(vibrator=Refusing(), battery=Refusing()))
    tablet.vibrate()
    assert tablet.battery_percent() is None
