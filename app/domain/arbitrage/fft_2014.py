"""The FFT's earlier code of arbitration in donnes libres: what it says otherwise than that of 2017.

Code d'arbitrage (2014), Tournoi en donnes libres.
"""

from __future__ import annotations

from dataclasses import replace

from app.domain.arbitrage.faute import Bar, Dealer
from app.domain.arbitrage.fft_2017 import FFT_2017
from app.domain.arbitrage.regle import (
    ANNULLED,
    NO_DONNE,
    STANDS,
    UNLESS_ATTACK_WINS,
    UNLESS_DEFENCE_WINS,
    Amende,
    By,
    Fact,
    Heading,
    Option,
    Regle,
    amended,
)

# "The arbiter may apply 100 points": nothing unless an amount is given.
MAY_BE_GIVEN = Amende(0, is_arbiters=True)

FAUSSE_DONNE = (
    *(
        Regle(
            "fausse_donne.after_contract",
            Heading.FAUSSE_DONNE,
            ANNULLED,
            by=By.DEALER,
            when=when,
            amende=amende,
            barred=Bar.NEXT,
            dealer_if_annulled=Dealer.SAME,
        )
        for when, amende in (((Fact.MISCOUNT_DEALER_CHIEN,), Amende(500)), ((), None))
    ),
    Regle(
        "fausse_donne.during_play",
        Heading.FAUSSE_DONNE,
        UNLESS_ATTACK_WINS,
        by=By.DEALER,
        when=(Fact.DEALER_IS_PRENEUR,),
    ),
    Regle("fausse_donne.during_play", Heading.FAUSSE_DONNE, UNLESS_DEFENCE_WINS, by=By.DEALER),
)

# An important card shown by the defence is past mending; the others warn.
CARTES = (
    Regle("carte_exposee", Heading.CARTE_EXPOSEE, STANDS, by=By.ATTACK),
    Regle("carte_exposee.distorting", Heading.NON_RECTIFIABLE, STANDS, by=By.ATTACK),
    Regle("renonce.not_consumed", Heading.RENONCE, STANDS, by=By.ATTACK),
    *(
        Regle(code, heading, UNLESS_DEFENCE_WINS, by=By.DEFENDER, when=when, amende=MAY_BE_GIVEN)
        for code, heading, when in (
            ("carte_exposee.distorting", Heading.NON_RECTIFIABLE, ()),
            ("carte_exposee", Heading.NON_RECTIFIABLE, (Fact.DISTORTING,)),
            ("renonce.not_consumed", Heading.RENONCE, (Fact.DISTORTING,)),
        )
    ),
    Regle("hors_tour", Heading.HORS_TOUR, STANDS, by=By.ATTACK),
    *(
        replace(regle, amende=MAY_BE_GIVEN) if Fact.DISTORTING in regle.when else regle
        for regle in FFT_2017.of("hors_tour")
        if regle.by is By.DEFENDER
    ),
    Regle("carte_exposee", Heading.CARTE_EXPOSEE, STANDS, by=By.DEFENDER, warns=True),
    Regle("renonce.not_consumed", Heading.RENONCE, STANDS, by=By.DEFENDER, warns=True),
    Regle("renonce.consumed", Heading.RENONCE, UNLESS_ATTACK_WINS, by=By.ATTACK, amende=MAY_BE_GIVEN),
    Regle(
        "renonce.consumed",
        Heading.RENONCE,
        STANDS,
        by=By.DEFENDER,
        options=(Option("mark", STANDS), Option("drop", ANNULLED)),
        amende=MAY_BE_GIVEN,
        barred=Bar.NEXT,
    ),
    *(
        Regle(f"faux_ecart.{kind}", Heading.FAUX_ECART, UNLESS_ATTACK_WINS, by=By.PRENEUR, amende=MAY_BE_GIVEN)
        for kind in ("seven", "five", "forbidden_card")
    ),
)

AUTRES_CAS = (
    # The preneur who saw it too cannot complain of the defence.
    Regle("chien_vu", Heading.AUTRES_CAS, STANDS, by=By.ATTACK, amende=MAY_BE_GIVEN),
    Regle("chien_vu", Heading.AUTRES_CAS, STANDS, by=By.BOTH_CAMPS, amende=MAY_BE_GIVEN),
    Regle("chien_vu", Heading.AUTRES_CAS, UNLESS_DEFENCE_WINS, by=By.DEFENDER, amende=MAY_BE_GIVEN),
    *(
        Regle("cartes_defenseur", Heading.AUTRES_CAS, issue, by=By.DEFENDER, when=when, amende=MAY_BE_GIVEN)
        for issue, when in ((ANNULLED, (Fact.DEALER_IS_PRENEUR,)), (UNLESS_DEFENCE_WINS, ()))
    ),
    Regle("fumer", Heading.AUTRES_CAS, STANDS, amende=Amende(100)),
    # Left on the table or lost, the sheet was not returned.
    *(
        Regle(f"feuille.{kind}", Heading.AUTRES_CAS, NO_DONNE, by=By.EACH_SEATED, amende=Amende(400))
        for kind in ("left_on_table", "lost")
    ),
    *(Regle(f"ethique.{kind}", Heading.ETHIQUE, STANDS, warns=True) for kind in ("hesitation", "hesitation_bid")),
)

FFT_2014 = amended(
    FFT_2017,
    "fft-2014",
    regles=(*FAUSSE_DONNE, *CARTES, *AUTRES_CAS),
    families=(frozenset({"ethique.hesitation", "ethique.hesitation_bid"}),),
    citations={
        Heading.GENERALITE: "Code d'arbitrage (2014), Généralité",
        Heading.NON_RECTIFIABLE: "Code d'arbitrage (2014), Tournoi en donnes libres, Fautes non rectifiables",
        Heading.FAUSSE_DONNE: "Code d'arbitrage (2014), Tournoi en donnes libres, Fausse donne",
        Heading.ERREUR_DONNEUR: "Code d'arbitrage (2014), Tournoi en donnes libres, Erreur sur le Donneur",
        Heading.CARTE_EXPOSEE: "Code d'arbitrage (2014), Tournoi en donnes libres, Carte exposée",
        Heading.HORS_TOUR: "Code d'arbitrage (2014), Tournoi en donnes libres, Carte jouée hors tour",
        Heading.RENONCE: "Code d'arbitrage (2014), Tournoi en donnes libres, Renonce",
        Heading.FAUX_ECART: "Code d'arbitrage (2014), Tournoi en donnes libres, Faux écart",
        Heading.ETHIQUE: "Code d'arbitrage (2014), Tournoi en donnes libres, Fautes contre l'éthique",
        Heading.AUTRES_CAS: (
            "Code d'arbitrage (2014), Tournoi en donnes libres, Autres cas prévus par le code d'arbitrage"
        ),
        Heading.POIGNEE: "Code d'arbitrage (2014), Tournoi en donnes libres, Faute dans la présentation de la poignée",
    },
)
