"""Rulings as the arbiter's tablet writes them."""

from app.domain.arbitrage.faute import Faute
from app.domain.arbitrage.jugement import RULESETS, judge, told_whole
from app.domain.events.arbitre import FauteRuled

FFT = RULESETS["fft-2017"]


def ruled(code: str, *, concerns: str | None = None, position: int = 1, **facts: object) -> FauteRuled:
    """Return the ruling that the code gives on a fault."""
    faute = told_whole(Faute(code=code, **facts), FFT.of(code))
    return FauteRuled(position=position, faute=faute, ruling=judge(faute, FFT), concerns=concerns)
