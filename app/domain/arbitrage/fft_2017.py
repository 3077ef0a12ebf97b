"""The FFT's code of arbitration in donnes libres, 2016 amended 2017, as a table.

Fascicule 2 (2017), ch. 4, with ch. 1 for the petit sec and ch. 3 for lateness and abandonment.
"""

from __future__ import annotations

from types import MappingProxyType

from app.domain.arbitrage.faute import Bar, Dealer
from app.domain.arbitrage.regle import (
    ANNULLED,
    NO_DONNE,
    POIGNEE_COUNTS,
    POIGNEE_COUNTS_IF_DOWN,
    POIGNEE_COUNTS_IF_MADE,
    POIGNEE_ONLY_IF_DOWN,
    POIGNEE_VOID,
    REDEAL,
    STANDS,
    UNLESS_ATTACK_WINS,
    UNLESS_DEFENCE_WINS,
    Amende,
    By,
    Fact,
    Heading,
    Option,
    Regle,
    Ruleset,
)

DEALER_PAYS = Amende(100)
ARBITERS_AMOUNT = Amende(100, is_arbiters=True)

FAUSSE_DONNE = (
    Regle("fausse_donne.dealing", Heading.FAUSSE_DONNE, REDEAL, by=By.DEALER, barred=Bar.REDEAL),
    Regle("fausse_donne.card_turned", Heading.FAUSSE_DONNE, REDEAL, barred=Bar.REDEAL),
    Regle("fausse_donne.low_card_turned", Heading.FAUSSE_DONNE, STANDS),
    *(
        Regle(
            "fausse_donne.after_contract",
            Heading.FAUSSE_DONNE,
            ANNULLED,
            by=By.DEALER,
            when=(fact,),
            amende=DEALER_PAYS,
            barred=Bar.NEXT,
            dealer_if_annulled=Dealer.SAME,  # [D]
        )
        for fact in (Fact.DEALER_IS_PRENEUR, Fact.PRENEUR_COUNT_WRONG)
    ),
    Regle(
        "fausse_donne.after_contract",
        Heading.FAUSSE_DONNE,
        STANDS,
        by=By.DEALER,
        options=(Option("play", STANDS), Option("decline", REDEAL, barred=Bar.NEXT)),
        amende=DEALER_PAYS,
    ),
    Regle(
        "fausse_donne.during_play",
        Heading.FAUSSE_DONNE,
        UNLESS_ATTACK_WINS,  # [D] the reverse, where the preneur dealt wrongly to himself
        by=By.DEALER,
        when=(Fact.DEALER_IS_PRENEUR,),
        amende=DEALER_PAYS,
    ),
    Regle("fausse_donne.during_play", Heading.FAUSSE_DONNE, UNLESS_DEFENCE_WINS, by=By.DEALER, amende=DEALER_PAYS),
    Regle("fausse_donne.dealt_for_another", Heading.FAUSSE_DONNE, REDEAL),
    Regle("fausse_donne.after_time", Heading.FAUSSE_DONNE, REDEAL, barred=Bar.REDEAL),
    Regle("erreur_donneur.before_end", Heading.ERREUR_DONNEUR, REDEAL),
    Regle("erreur_donneur.after_end", Heading.ERREUR_DONNEUR, STANDS),
)

CARTES = (
    # A card shown by the attack harms nobody else; one shown by the defence may have told something.
    *(
        Regle(code, heading, STANDS, by=By.ATTACK)
        for code, heading in (
            ("carte_exposee", Heading.CARTE_EXPOSEE),
            ("carte_exposee.harmless", Heading.CARTE_EXPOSEE),
            ("carte_exposee.distorting", Heading.CARTE_EXPOSEE),
            ("hors_tour", Heading.HORS_TOUR),
            ("renonce.not_consumed", Heading.RENONCE),
        )
    ),
    Regle("carte_exposee.harmless", Heading.CARTE_EXPOSEE, STANDS, by=By.DEFENDER, warns=True),
    Regle("carte_exposee.distorting", Heading.CARTE_EXPOSEE, UNLESS_DEFENCE_WINS, by=By.DEFENDER),
    *(
        regle
        for code, heading in (
            ("carte_exposee", Heading.CARTE_EXPOSEE),
            ("renonce.not_consumed", Heading.RENONCE),
        )
        for regle in (
            Regle(code, heading, UNLESS_DEFENCE_WINS, by=By.DEFENDER, when=(Fact.DISTORTING,)),
            Regle(code, heading, STANDS, by=By.DEFENDER, warns=True),
        )
    ),
    *(
        Regle(
            "hors_tour",
            Heading.HORS_TOUR,
            issue,
            by=By.DEFENDER,
            when=when,
            options=tuple(Option(choice, issue) for choice in ("accept", "same_suit", "other_suit")),
            warns=True,
        )
        for issue, when in ((UNLESS_DEFENCE_WINS, (Fact.DISTORTING,)), (STANDS, ()))
    ),
    Regle("renonce.consumed", Heading.RENONCE, UNLESS_ATTACK_WINS, by=By.ATTACK),
    Regle(
        "renonce.consumed",
        Heading.RENONCE,
        STANDS,
        by=By.DEFENDER,
        # [D] whatever the result: ch. 4 stands before ch. 1, which says it of a contract down only
        options=(Option("mark", STANDS), Option("drop", ANNULLED)),
        barred=Bar.NEXT,
    ),
    *(
        Regle(f"faux_ecart.{kind}", Heading.FAUX_ECART, UNLESS_ATTACK_WINS, by=By.PRENEUR)
        for kind in ("seven", "five", "forbidden_card")
    ),
)

AUTRES_CAS = (
    Regle("jeu_jete", Heading.AUTRES_CAS, UNLESS_DEFENCE_WINS),
    Regle("chien_vu", Heading.AUTRES_CAS, UNLESS_ATTACK_WINS, by=By.ATTACK),
    Regle("chien_vu", Heading.AUTRES_CAS, UNLESS_DEFENCE_WINS, by=By.DEFENDER),
    Regle("cartes_defenseur", Heading.AUTRES_CAS, ANNULLED, by=By.DEFENDER, when=(Fact.DEALER_IS_PRENEUR,)),
    Regle("cartes_defenseur", Heading.AUTRES_CAS, UNLESS_DEFENCE_WINS, by=By.DEFENDER),
    Regle("petit_sec.announced", Heading.TENUE, ANNULLED),
    Regle("petit_sec.found_in_play", Heading.TENUE, ANNULLED),
    Regle("coupe_retournee", Heading.AUTRES_CAS, REDEAL),
    Regle("toucher_cartes", Heading.AUTRES_CAS, STANDS, warns=True),
    Regle("etalage", Heading.AUTRES_CAS, STANDS),
    Regle("lenteur", Heading.AUTRES_CAS, STANDS, amende=Amende(100, again=200)),
    Regle("fumer", Heading.AUTRES_CAS, STANDS, amende=ARBITERS_AMOUNT),
    *(
        Regle(f"feuille.{kind}", Heading.AUTRES_CAS, NO_DONNE, by=By.EACH_SEATED, amende=Amende(points))
        for kind, points in (("not_zero", 100), ("missing_ids", 100), ("left_on_table", 100), ("lost", 400))
    ),
    Regle("retard", Heading.RETARDS, NO_DONNE, amende=Amende(100, per_minutes=5)),
    Regle("abandon", Heading.ABANDON, NO_DONNE, ranked_last=True),
)

ETHIQUE = tuple(
    Regle(f"ethique.{kind}", heading, STANDS, amende=ARBITERS_AMOUNT)
    for kind, heading in (
        ("incorrection", Heading.ETHIQUE),
        ("hesitation", Heading.ETHIQUE),
        ("hesitation_bid", Heading.ETHIQUE),
        ("manierisme", Heading.ETHIQUE),
        ("kamikaze", Heading.ETHIQUE),
        ("ebriete", Heading.ETHIQUE),
        ("renonce_call", Heading.RENONCE),
        ("arbiter_not_called", Heading.GENERALITE),
        ("fausse_donne", Heading.ETHIQUE),
    )
)

POIGNEE = (
    *(
        Regle(code, Heading.POIGNEE, STANDS, by=by, poignee=POIGNEE_COUNTS, warns=True)
        for code in ("poignee.disorder", "poignee.incomplete_fixable", "poignee.after_first_card")
        for by in (By.ATTACK, By.DEFENDER)
    ),
    Regle("poignee.incomplete_final", Heading.POIGNEE, STANDS, by=By.ATTACK, poignee=POIGNEE_VOID, warns=True),
    Regle(
        "poignee.incomplete_final",
        Heading.POIGNEE,
        UNLESS_DEFENCE_WINS,
        by=By.DEFENDER,
        poignee=POIGNEE_VOID,
        warns=True,
    ),
    *(
        Regle(code, Heading.POIGNEE, STANDS, by=By.ATTACK, poignee=POIGNEE_COUNTS)
        for code in ("poignee.too_many", "poignee.before_turn")
    ),
    Regle("poignee.wrong_time", Heading.POIGNEE, STANDS, by=By.ATTACK, poignee=POIGNEE_ONLY_IF_DOWN, warns=True),
    *(
        Regle(
            code,
            Heading.POIGNEE,
            UNLESS_DEFENCE_WINS,
            by=By.DEFENDER,
            poignee=POIGNEE_COUNTS_IF_MADE,
            warns=True,
        )
        # [D] before_turn by a defender: "any other wrong moment"
        for code in ("poignee.too_many", "poignee.before_turn", "poignee.wrong_time", "poignee.excuse_hides_atout")
    ),
    Regle(
        "poignee.excuse_hides_atout",
        Heading.POIGNEE,
        UNLESS_ATTACK_WINS,
        by=By.ATTACK,
        poignee=POIGNEE_COUNTS_IF_DOWN,
        warns=True,
    ),
)

CARTE_EXPOSEE_FAMILY = frozenset(
    {"carte_exposee", "carte_exposee.harmless", "carte_exposee.distorting", "hors_tour", "renonce.not_consumed"}
)

FFT_2017 = Ruleset(
    name="fft-2017",
    regles=(*FAUSSE_DONNE, *CARTES, *AUTRES_CAS, *ETHIQUE, *POIGNEE),
    families=(
        CARTE_EXPOSEE_FAMILY,
        frozenset(regle.code for regle in POIGNEE),
        frozenset({"toucher_cartes"}),
    ),
    citations=MappingProxyType(
        {
            Heading.TENUE: "Fascicule 2 (2017), ch. 1, La tenue des cartes",
            Heading.GENERALITE: "Fascicule 2 (2017), ch. 4, Généralité",
            Heading.FAUSSE_DONNE: "Fascicule 2 (2017), ch. 4, Fausse donne",
            Heading.ERREUR_DONNEUR: "Fascicule 2 (2017), ch. 4, Erreur sur le Donneur",
            Heading.CARTE_EXPOSEE: "Fascicule 2 (2017), ch. 4, Carte exposée",
            Heading.HORS_TOUR: "Fascicule 2 (2017), ch. 4, Carte jouée hors tour (une entame)",
            Heading.RENONCE: "Fascicule 2 (2017), ch. 4, Renonce",
            Heading.FAUX_ECART: "Fascicule 2 (2017), ch. 4, Faux écart",
            Heading.ETHIQUE: "Fascicule 2 (2017), ch. 4, Fautes contre l'éthique",
            Heading.AUTRES_CAS: "Fascicule 2 (2017), ch. 4, Autres cas prévus par le code d'arbitrage",
            Heading.POIGNEE: "Fascicule 2 (2017), ch. 4, Faute dans la présentation de la poignée",
            Heading.RETARDS: "Fascicule 2 (2017), ch. 3, Article 26 : retards",
            Heading.ABANDON: "Fascicule 2 (2017), ch. 3, Article 27 : abandon en cours d'épreuve",
        }
    ),
)
