"""Every fault, question and ruling has its words, in both languages."""

import pytest

from app.domain.arbitrage.faute import Fate, Faute
from app.domain.arbitrage.jugement import RULESETS, judge
from app.services.arbiter_act import CORRECT_REASONS, STRIKE_REASONS, Act
from app.services.fault_families import Family
from app.services.question import Asks
from app.texts.catalogue import LANGUAGES, texts
from app.texts.fautes import FAMILIES, FAUTES
from app.texts.figures import elapsed
from app.texts.questions import ACTS, QUESTIONS, REASONS, WORDS
from app.texts.rulings import effects

CODES = {regle.code for ruleset in RULESETS.values() for regle in ruleset.regles}
CHOICES = {option.choice for ruleset in RULESETS.values() for regle in ruleset.regles for option in regle.options}


def test_every_code_of_every_ruleset_has_its_name_and_its_line() -> None:
    assert FAUTES.keys() == CODES
    assert FAMILIES.keys() == set(Family)
    for lang in LANGUAGES:
        tr = texts(lang)
        names = [tr(name) for name, _ in FAUTES.values()]
        assert len(set(names)) == len(names)
        assert all(tr(line).endswith(".") for _, line in FAUTES.values())


def test_every_question_and_answer_has_its_words() -> None:
    assert QUESTIONS.keys() == set(Asks)
    assert ACTS.keys() == set(Act)
    assert REASONS.keys() == {*STRIKE_REASONS, *CORRECT_REASONS}
    assert WORDS[Asks.CHOICE].keys() == CHOICES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_effect_of_every_ruling_is_said(lang: str) -> None:
    for ruleset in RULESETS.values():
        for code in sorted({regle.code for regle in ruleset.regles}):
            faute = Faute(code=code, players=("S",), preneur="N", dealer="S", made=False, minutes_late=7)
            if any(regle.by.value == "preneur" for regle in ruleset.of(code)):
                faute = Faute(code=code, players=("N",), preneur="N", dealer="S", made=False)
            ruling = judge(faute, ruleset)
            said = effects(faute, ruling, named=lambda seat: f"<{seat}>", texts=texts(lang))
            assert said, code
            for penalty in ruling.penalties:
                assert any(f"<{penalty.player}>" in line and str(penalty.points) in line for line in said)
            if ruling.donne in (Fate.ANNULLED, Fate.REDEAL):
                assert len(said) > 1, "who deals is said too"


def test_how_long_something_lasts_is_no_time_of_day() -> None:
    tr = texts("fr")
    assert [elapsed(seconds, tr) for seconds in (-1, 0, 48.7, 125)] == ["0 s", "0 s", "48 s", "2 min 05 s"]
