"""The questions to the arbiter and their answers, as they are read on the table's tablet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.domain.donne.donne import Seat
from app.domain.events.table import Entry
from app.domain.fold.feuille import Feuille
from app.services.arbiter_act import SLOW_PLAY, Act
from app.services.fault_families import Family
from app.services.fault_inquiry import EVERYONE, UNDER_WAY
from app.services.question import Answer, Asks
from app.texts.catalogue import N_, Texts
from app.texts.fautes import FAMILIES, FAUTES
from app.texts.table import BY_SEAT, CONTRATS

ACTS: dict[Act, tuple[str, str]] = {
    Act.FAULT: (N_("Judge a fault"), N_("Misdeal, card shown, renonce, poignée, behaviour…")),
    Act.GRANT: (N_("Grant a visa"), N_("A sur-contrat or a chelem that was played without it")),
    Act.CORRECT: (N_("Correct a donne"), N_("With a reason; whoever has signed signs again")),
    Act.STRIKE: (N_("Annul a donne"), N_("It is taken off the sheet and still owed")),
    Act.SHORTEN: (N_("Strike donnes for slow play"), N_("Fewer donnes are owed at this table")),
    Act.TIME: (N_("Call time"), N_("Nothing more is dealt")),
}

QUESTIONS: dict[Asks, str] = {
    Asks.FAMILY: N_("What happened?"),
    Asks.CODE: N_("What exactly?"),
    Asks.DONNE: N_("In which donne?"),
    Asks.PRENEUR: N_("Who took?"),
    Asks.PARTNER: N_("Whose king was called?"),
    Asks.DEALER: N_("Who dealt?"),
    Asks.PLAYER: N_("Whose fault is it?"),
    Asks.MINUTES: N_("How many minutes late?"),
    Asks.DISTORTING: N_("Is the play distorted by it?"),
    Asks.PRENEUR_COUNT: N_("Is the preneur’s own number of cards wrong?"),
    Asks.MISCOUNT: N_("Between whom are the cards miscounted?"),
    Asks.CHOICE: N_("What does the preneur choose?"),
    Asks.MADE: N_("Is the contract made?"),
    Asks.REPEAT: N_("Is it the first time?"),
    Asks.AMOUNT: N_("How many points of penalty?"),
    Asks.REASON: N_("For what reason?"),
    Asks.COUNT: N_("How many donnes are struck?"),
    Asks.UNDER_WAY: N_("Is a donne under way?"),
}

REASONS: dict[str, str] = {
    "irregular": N_("It was not played by the rules"),
    SLOW_PLAY: N_("Slow play"),
    "marked_twice": N_("It was marked twice"),
    "wrong_points": N_("Wrong points or bouts"),
    "wrong_preneur": N_("Wrong preneur"),
    "wrong_contract": N_("Wrong contract"),
    "bonus_forgotten": N_("Bonus forgotten or too much"),
    "other": N_("Another reason"),
}

_YES, _NO = N_("Yes"), N_("No")

WORDS: Mapping[Asks, Mapping[Answer, tuple[str, str]]] = {
    Asks.DISTORTING: {
        False: (_NO, N_("The play goes on as if nothing had been seen")),
        True: (_YES, N_("What was seen or played tells something that matters")),
    },
    Asks.PRENEUR_COUNT: {False: (_NO, N_("It is another hand’s")), True: (_YES, "")},
    Asks.MISCOUNT: {
        "dealer_chien": (N_("The dealer and the chien"), ""),
        "others": (N_("Two other hands"), ""),
    },
    Asks.CHOICE: {
        "play": (N_("To play"), N_("The defence is dealt again, the score stands")),
        "decline": (N_("Not to play"), N_("The cards are dealt again")),
        "accept": (N_("The card stays"), N_("Play goes on from it")),
        "same_suit": (N_("That suit"), N_("Whoever’s turn it was leads it")),
        "other_suit": (N_("Another suit"), N_("Whoever’s turn it was leads it")),
        "mark": (N_("To mark the score"), ""),
        "drop": (N_("Not to mark it"), N_("The donne is annulled")),
    },
    Asks.MADE: {
        True: (N_("Made"), ""),
        False: (N_("Down"), ""),
        None: (N_("Not played to the end"), N_("The table ends the donne first")),
    },
    Asks.REPEAT: {False: (N_("The first time"), ""), True: (N_("Not the first time"), "")},
    Asks.UNDER_WAY: {
        True: (_YES, N_("It is played to its end")),
        False: (_NO, N_("The position is over at this table")),
    },
}

Named = Callable[[Seat], tuple[str, str]]
"""The seat as people say it, and who sits there."""


def question_title(asks: Asks, texts: Texts) -> str:
    """Return the question."""
    return texts(QUESTIONS[asks])


def answer_words(asks: Asks, answer: Answer, feuille: Feuille, *, named: Named, texts: Texts) -> tuple[str, str]:
    """Return an answer as its button says it, and the note below."""
    match asks, answer:
        case Asks.FAMILY, str():
            word, note = FAMILIES[Family(answer)]
        case Asks.CODE, str():
            word, note = FAUTES[answer]
        case Asks.REASON, str():
            word, note = REASONS[answer], ""
        case Asks.DONNE, int():
            return donne_words(feuille, answer, named=named, texts=texts)
        case Asks.COUNT, int():
            return texts.plural("{n} donne", "{n} donnes", answer), ""
        case (Asks.MINUTES, int()):
            return texts("{minutes} min", minutes=answer), ""
        case (Asks.AMOUNT, int()):
            return texts("{points} points", points=answer), ""
        case Asks.PARTNER, None:
            return texts("The preneur is alone"), texts("Own king, or a king in the chien")
        case Asks.PLAYER, str() if answer == EVERYONE:
            return texts("The whole table"), ""
        case ((Asks.PRENEUR | Asks.PARTNER | Asks.DEALER | Asks.PLAYER), str()):
            return named(answer)
        case _:
            word, note = WORDS[asks][answer]
    return texts(word), texts(note) if note else ""


def donne_words(feuille: Feuille, number: int, *, named: Named, texts: Texts) -> tuple[str, str]:
    """Return a donne as a button says it: its number, and who took what."""
    if number == UNDER_WAY:
        return texts("The donne under way"), ""
    entry = feuille.donnes[number - 1].donne
    title = texts("Donne {number}", number=number)
    if not isinstance(entry, Entry):
        return title, ""
    return title, f"{texts(CONTRATS[entry.contrat])} {texts(BY_SEAT[entry.preneur])}"
