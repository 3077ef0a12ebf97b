"""What a tablet has beside its screen: used where it is there, never missed where it is not."""

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from app.domain.errors import Refused
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


def test_a_desktop_looks_into_its_folders_by_itself(table: TableStage) -> None:
    assert table.nav.device.documents is None


def test_where_the_system_has_no_picker_it_is_said_and_nothing_breaks(tablet) -> None:
    for asked, key in (
        (tablet.documents.save("table-3.nord", b"nord"), "carry.unwritable"),
        (tablet.documents.open(), "carry.unreadable"),
    ):
        failed = asked.exception(timeout=60)
        assert isinstance(failed, Refused)
        assert failed.violations[0].key == key


class System:
    """As much of Android as asking for a document takes: what was asked, and what a person answers."""

    def __init__(self, kept: dict[str, bytes]) -> None:
        self.kept = kept
        self.came: list[Callable[[int, int, object], None]] = []
        self.asked: list[tuple[int, dict[str, object]]] = []

    def modules(self) -> dict[str, ModuleType]:
        android, jnius = ModuleType("android"), ModuleType("jnius")
        android.activity = SimpleNamespace(  # type: ignore[attr-defined]
            bind=lambda on_activity_result: self.came.append(on_activity_result),
            unbind=lambda on_activity_result: self.came.remove(on_activity_result),
        )
        jnius.autoclass = self.autoclass  # type: ignore[attr-defined]
        return {"android": android, "jnius": jnius}

    def autoclass(self, name: str) -> object:
        if name == "android.app.Activity":
            return SimpleNamespace(RESULT_OK=-1)
        if name == "org.kivy.android.PythonActivity":
            resolver = SimpleNamespace(openOutputStream=self.write, openInputStream=self.read)
            own = SimpleNamespace(getContentResolver=lambda: resolver, startActivityForResult=self.start)
            return SimpleNamespace(mActivity=own)

        class Intent:
            ACTION_CREATE_DOCUMENT, ACTION_OPEN_DOCUMENT = "create", "open"
            CATEGORY_OPENABLE, EXTRA_TITLE = "openable", "title"

            def __init__(self, action: str) -> None:
                self.said: dict[str, object] = {"action": action}

            def addCategory(self, category: str) -> None:  # noqa: N802 - Java's name
                self.said["category"] = category

            def setType(self, kind: str) -> None:  # noqa: N802 - Java's name
                self.said["type"] = kind

            def putExtra(self, name: str, value: str) -> None:  # noqa: N802 - Java's name
                self.said[name] = value

        return Intent

    def start(self, intent, code: int) -> None:
        self.asked.append((code, intent.said))

    def answer(self, uri: str | None) -> None:
        code, _said = self.asked[-1]
        for came in tuple(self.came):
            came(1, -1, None)  # somebody else's
            came(code, 0 if uri is None else -1, None if uri is None else SimpleNamespace(getData=lambda: uri))

    def write(self, uri: str, mode: str) -> object:
        assert mode == "wt"
        return SimpleNamespace(write=lambda data: self.kept.update({uri: data}), close=lambda: None)

    def read(self, uri: str) -> object:
        left = BytesIO(self.kept[uri])
        return SimpleNamespace(read=left.readinto, close=left.close)


def test_on_android_a_person_says_where_a_document_goes_and_which_one_is_read(
    tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = System({"content://salle": b"s" * 100_000})
    for name, module in system.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    saved = tablet.documents.save("table-3.nord", b"nord")
    system.answer("content://table-3")
    assert saved.result(timeout=60) is True
    assert system.kept["content://table-3"] == b"nord"
    (_code, said) = system.asked[-1]
    assert said == {
        "action": "create",
        "category": "openable",
        "type": "application/octet-stream",
        "title": "table-3.nord",
    }
    cancelled = tablet.documents.save("table-3.nord", b"nord")
    system.answer(None)
    assert cancelled.result(timeout=60) is False
    opened = tablet.documents.open()
    system.answer("content://salle")
    assert opened.result(timeout=60) == b"s" * 100_000
    gone = tablet.documents.open()
    system.answer("content://gone")
    assert isinstance(gone.exception(timeout=60), Refused)
    assert system.came == []
