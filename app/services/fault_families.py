"""The families in which an arbiter looks for a fault: by what happened at the table, not by code."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from app.domain.arbitrage.regle import Ruleset


class Family(StrEnum):
    """What happened, as a player would begin to tell it."""

    DEAL = "deal"
    CARDS = "cards"
    RENONCE = "renonce"
    CHIEN = "chien"
    POIGNEE = "poignee"
    CONDUCT = "conduct"
    TIME = "time"
    SHEET = "sheet"


# By the first word of a code, which the rulesets share.
FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "fausse_donne": Family.DEAL,
        "erreur_donneur": Family.DEAL,
        "coupe_retournee": Family.DEAL,
        "petit_sec": Family.DEAL,
        "carte_exposee": Family.CARDS,
        "hors_tour": Family.CARDS,
        "cartes_defenseur": Family.CARDS,
        "toucher_cartes": Family.CARDS,
        "jeu_jete": Family.CARDS,
        "etalage": Family.CARDS,
        "renonce": Family.RENONCE,
        "faux_ecart": Family.CHIEN,
        "chien_vu": Family.CHIEN,
        "poignee": Family.POIGNEE,
        "ethique": Family.CONDUCT,
        "fumer": Family.CONDUCT,
        "lenteur": Family.TIME,
        "retard": Family.TIME,
        "abandon": Family.TIME,
        "feuille": Family.SHEET,
    }
)


def codes_of(family: Family, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the faults of a family, in the order of the code.

    A fault that another one's questions lead to is left out: a card shown is harmless or not once the arbiter says it.
    """
    codes = dict.fromkeys(regle.code for regle in sorted(ruleset.regles, key=lambda regle: regle.code))
    return tuple(
        code
        for code in codes
        if FAMILIES[code.partition(".")[0]] is family and ("." not in code or code.partition(".")[0] not in codes)
    )
