"""The shape of a rule of arbitration: rulesets are tables of these, and nothing else decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from types import MappingProxyType

from app.domain.arbitrage.faute import Bar, Dealer, Fate, PoigneeFate


class By(Enum):
    """Whose fault a rule speaks of."""

    ANYONE = "anyone"
    ATTACK = "attack"  # the preneur, or the partner of a called king
    DEFENDER = "defender"
    BOTH_CAMPS = "players of both camps together"
    PRENEUR = "preneur"
    DEALER = "dealer"
    EACH_SEATED = "each seated player"


class Fact(Enum):
    """What must hold for a rule to apply, beyond whose fault it is."""

    DISTORTING = "the play is distorted"
    DEALER_IS_PRENEUR = "the dealer is the preneur"
    PRENEUR_COUNT_WRONG = "the preneur's own count of cards is wrong"
    MISCOUNT_DEALER_CHIEN = "cards went astray between dealer and chien"


class Heading(StrEnum):
    """Where a rule stands; each ruleset says in which document."""

    TENUE = "tenue"
    GENERALITE = "generalite"
    FAUSSE_DONNE = "fausse_donne"
    ERREUR_DONNEUR = "erreur_donneur"
    CARTE_EXPOSEE = "carte_exposee"
    NON_RECTIFIABLE = "non_rectifiable"
    HORS_TOUR = "hors_tour"
    RENONCE = "renonce"
    FAUX_ECART = "faux_ecart"
    ETHIQUE = "ethique"
    AUTRES_CAS = "autres_cas"
    POIGNEE = "poignee"
    RETARDS = "retards"
    ABANDON = "abandon"
    ARTICLE_9 = "article_9"
    ARTICLE_10 = "article_10"
    ARTICLE_11 = "article_11"


@dataclass(frozen=True, slots=True)
class Issue:
    """What becomes of the donne, as the contract is made or down."""

    made: Fate | None
    down: Fate | None


STANDS = Issue(Fate.COUNTED, Fate.COUNTED)
ANNULLED = Issue(Fate.ANNULLED, Fate.ANNULLED)
REDEAL = Issue(Fate.REDEAL, Fate.REDEAL)
NO_DONNE = Issue(None, None)
# A fault never profits its camp: the donne it wins is annulled, the donne it loses is counted.
UNLESS_ATTACK_WINS = Issue(Fate.ANNULLED, Fate.COUNTED)
UNLESS_DEFENCE_WINS = Issue(Fate.COUNTED, Fate.ANNULLED)


@dataclass(frozen=True, slots=True)
class PoigneeIssue:
    """What becomes of the poignée, as the contract is made or down."""

    made: PoigneeFate | None
    down: PoigneeFate | None


NO_POIGNEE = PoigneeIssue(None, None)
POIGNEE_COUNTS = PoigneeIssue(PoigneeFate.COUNTS, PoigneeFate.COUNTS)
POIGNEE_VOID = PoigneeIssue(PoigneeFate.VOID, PoigneeFate.VOID)
POIGNEE_COUNTS_IF_MADE = PoigneeIssue(PoigneeFate.COUNTS, None)
POIGNEE_COUNTS_IF_DOWN = PoigneeIssue(None, PoigneeFate.COUNTS)
POIGNEE_ONLY_IF_DOWN = PoigneeIssue(PoigneeFate.VOID, PoigneeFate.COUNTS)


@dataclass(frozen=True, slots=True)
class Amende:
    """How many points a fault costs its author.

    `again` when it is repeated; `is_arbiters` when the arbiter may set another amount; `per_minutes` when each
    started slice of so many minutes costs `points`.
    """

    points: int
    again: int | None = None
    is_arbiters: bool = False
    per_minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of the preneur, and what follows from it."""

    choice: str
    issue: Issue
    barred: Bar | None = None


@dataclass(frozen=True, slots=True)
class Regle:
    """One line of the code. Of a code's lines, the first whose author and facts fit is applied."""

    code: str
    heading: Heading
    issue: Issue
    by: By = By.ANYONE
    when: tuple[Fact, ...] = ()
    options: tuple[Option, ...] = ()
    poignee: PoigneeIssue = NO_POIGNEE
    warns: bool = False
    amende: Amende | None = None
    barred: Bar | None = None
    dealer_if_annulled: Dealer = Dealer.NEXT
    ranked_last: bool = False

    @property
    def has_sanction(self) -> bool:
        """Whether somebody in particular bears a consequence, so that the author must be known."""
        barred = self.barred is not None or any(option.barred for option in self.options)
        return self.warns or self.amende is not None or barred or self.ranked_last


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A code of arbitration: its rules, its families of faults, and where each heading stands.

    A warning for one fault of a family makes the next one of the same family cost `WARNED_POINTS`.
    """

    name: str
    regles: tuple[Regle, ...]
    families: tuple[frozenset[str], ...]
    citations: Mapping[Heading, str]

    def of(self, code: str) -> tuple[Regle, ...]:
        """Return the lines of a code, none where the code is unknown."""
        return tuple(regle for regle in self.regles if regle.code == code)

    def family(self, code: str) -> frozenset[str]:
        """Return the codes whose warnings add up with this one's; empty where it does not warn."""
        return next((family for family in self.families if code in family), frozenset())


WARNED_POINTS = 100


def amended(
    base: Ruleset,
    name: str,
    *,
    regles: tuple[Regle, ...],
    families: tuple[frozenset[str], ...] = (),
    citations: Mapping[Heading, str],
) -> Ruleset:
    """Return a ruleset that says its own lines for some codes and falls back on `base` for all others."""
    own = {regle.code for regle in regles}
    kept = tuple(regle for regle in base.regles if regle.code not in own)
    return Ruleset(
        name=name,
        regles=(*regles, *kept),
        families=(*base.families, *families),
        citations=MappingProxyType({**base.citations, **citations}),
    )
