"""The works club's contest: what its rules say otherwise than the FFT's (art. 20 falls back on them)."""

from __future__ import annotations

from dataclasses import replace

from app.domain.arbitrage.faute import Bar
from app.domain.arbitrage.fft_2017 import FFT_2017
from app.domain.arbitrage.regle import REDEAL, By, Heading, Regle, amended

# Art. 10, read of every misdeal by the dealer, whenever it is found [D].
FAUSSE_DONNE = tuple(
    Regle(f"fausse_donne.{found}", Heading.FAUSSE_DONNE, REDEAL, by=By.DEALER, barred=Bar.REDEAL)
    for found in ("dealing", "after_contract", "during_play")
)

# Art. 11 bars whoever revoked, the preneur included.
RENONCE = tuple(replace(regle, barred=Bar.NEXT) for regle in FFT_2017.of("renonce.consumed"))

ASCE = amended(
    FFT_2017,
    "asce",
    regles=(*FAUSSE_DONNE, *RENONCE),
    citations={
        Heading.TENUE: "Règlement du concours ASCE, art. 9",
        Heading.FAUSSE_DONNE: "Règlement du concours ASCE, art. 10",
        Heading.RENONCE: "Règlement du concours ASCE, art. 11",
    },
)
