"""Whatever a device may answer, the window has words for it."""

from app.texts import refusals_folder
from app.ui.choice_screen import WHY_NOT


def test_every_reason_for_a_folder_is_said_at_the_window_without_an_option() -> None:
    assert WHY_NOT.keys() == refusals_folder.SENTENCES.keys()
    assert not [sentence for sentence in WHY_NOT.values() if "--" in sentence]
