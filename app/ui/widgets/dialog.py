"""A question over the screen: what it is about, and a few answers, each a large button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.modalview import ModalView

from app.ui.widgets.button import BigButton

LONGEST_BESIDE = 20  # letters


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: its word, what follows, the name that tests tap by, and whether it is the main one."""

    word: str
    follow: Callable[[], object] | None = None
    aid: str = ""
    main: bool = False


class Dialog(ModalView):
    """A card over the screen, which stays as it is below; a widget as `content` stands between text and answers."""

    title = StringProperty()
    text = StringProperty()
    answers = ObjectProperty(())
    content = ObjectProperty(None, allownone=True)
    paired = BooleanProperty(False)
    """Whether the answers stand two by two where there is the width for it."""

    @property
    def is_wordy(self) -> bool:
        """Whether some answer is too long to stand beside another."""
        return any(len(answer.word) > LONGEST_BESIDE for answer in self.answers)

    def on_kv_post(self, _base: object) -> None:
        """Lay out what was asked."""
        if self.content is not None:
            self.ids.content.add_widget(self.content)
        for answer in self.answers:
            button = BigButton(text=answer.word, aid=answer.aid, main=answer.main)
            button.bind(on_release=lambda _button, answer=answer: self._answered(answer))
            self.ids.answers.add_widget(button)

    def _answered(self, answer: Answer) -> None:
        self.dismiss(animation=False)
        if answer.follow is not None:
            answer.follow()
