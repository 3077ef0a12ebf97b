"""Every sentence of code and kv has its French, with the same fields."""

import re
import string
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from app.texts import refusals
from app.texts.catalogue import texts

ROOT = Path(__file__).parents[2]
PO = ROOT / "app/texts/locale/fr/LC_MESSAGES/nord.po"
KEYWORDS = {"texts": None, "tr": None, "N_": None, "plural": (1, 2)}


@pytest.fixture(scope="module")
def french() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="fr")


@pytest.fixture(scope="module")
def used() -> set[str]:
    """The English sentences that code and kv say, as `make words` gathers them."""
    methods = [("**.py", "python"), ("**.kv", "python")]
    sentences = set()
    for folder in ("app", "kv", "sync"):
        for _file, _line, found, _comments, _context in extract_from_dir(ROOT / folder, methods, {}, KEYWORDS):
            sentences.add(found if isinstance(found, str) else found[0])
    return sentences


def fields(sentence: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(sentence) if name is not None}


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def test_every_sentence_has_its_french(french: Catalog, used: set[str]) -> None:
    missing = sorted(sentence for sentence in used if sentence not in french or not all(forms(french[sentence].string)))
    assert not missing, "write the French of these in nord.po (make words adds them):\n" + "\n".join(missing)


def test_every_refusal_is_marked_for_translation(used: set[str]) -> None:
    unmarked = sorted(set(refusals.SENTENCES.values()) - used)
    assert not unmarked, "write N_(…) around these:\n" + "\n".join(unmarked)


def test_a_translation_fills_in_the_same_fields(french: Catalog) -> None:
    """The form for one may leave the number out: “one donne” instead of “1 donne”."""
    wrong = [
        (message.id, form)
        for message in french
        if message.id
        for form in forms(message.string)
        if form and fields(form) | {"n"} != fields(forms(message.id)[-1]) | {"n"}
    ]
    assert not wrong


def test_the_catalogue_holds_nothing_dead_or_doubtful(french: Catalog, used: set[str]) -> None:
    kept = {forms(message.id)[0] for message in french if message.id}
    assert not french.obsolete
    assert not [message.id for message in french if message.id and message.fuzzy]
    assert not sorted(kept - used), "no longer said anywhere (make words removes them)"


def test_french_typography_is_kept(french: Catalog) -> None:
    """A straight apostrophe, or a mark that a line break could tear off its word, is a slip."""
    slips = [
        form
        for message in french
        if message.id
        for form in forms(message.string)
        if re.search(r"\w'\w| [;:!?»]|« ", form)
    ]
    assert not slips, "use ’ and a no-break space:\n" + "\n".join(slips)


def test_the_program_speaks_what_the_catalogue_says(french: Catalog) -> None:
    """The compiled catalogue is the present one (`make setup` compiles it)."""
    with PO.with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for message in french:
        if message.id and isinstance(message.id, str):
            assert compiled.gettext(message.id) == message.string, "make setup compiles the catalogue"


def test_an_unknown_language_is_answered_in_french() -> None:
    assert texts("xx").lang == "fr"
    assert texts("en")("time is up") == "time is up"
