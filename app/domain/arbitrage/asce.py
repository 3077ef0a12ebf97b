"""The works club's contest: what its rules say otherwise than the FFT's (art. 20 falls back on them)."""

from __future__ import annotations

from dataclasses import replace

from app.domain.arbitrage.faute import Bar
from app.domain.arbitrage.fft_2017 import FFT_2017
from app.domain.arbitrage.regle import REDEAL, By, Heading, Regle, amended

# Art. 10, read of every misdeal by the dealer, whenever it is found [D].
FAUSSE_DONNE = tuple(
    Regle(f"fausse_donne.{found}", Heading.ARTICLE_10, REDEAL, by=By.DEALER, barred=Bar.REDEAL)
    for found in ("dealing", "after_contract", "during_play")
)

PETIT_SEC = tuple(
    replace(regle, heading=Heading.ARTICLE_9)
    for code in ("petit_sec.announced", "petit_sec.found_in_play")
    for regle in FFT_2017.of(code)
)

# Art. 11 bars whoever revoked, the preneur included.
RENONCE = tuple(
    replace(regle, heading=Heading.ARTICLE_11, barred=Bar.NEXT) for regle in FFT_2017.of("renonce.consumed")
)

ASCE = amended(
    FFT_2017,
    "asce",
    regles=(*FAUSSE_DONNE, *PETIT_SEC, *RENONCE),
    citations={
        Heading.ARTICLE_9: "Règlement du concours (ASCE), Article (9)",
        Heading.ARTICLE_10: "Règlement du concours (ASCE), Article (10) Fausse donne",
        Heading.ARTICLE_11: "Règlement du concours (ASCE), Article (11)",
    },
)
