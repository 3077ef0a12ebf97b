"""Figures as people read them: signs, thousands, halves, time that remains."""

from __future__ import annotations

from app.texts.catalogue import Texts

MINUS = "\N{MINUS SIGN}"
THOUSANDS = "\N{NARROW NO-BREAK SPACE}"


def number(n: int) -> str:
    """Return a whole number, thousands apart and a true minus: “1 346”, “−446”."""
    return f"{n:,}".replace(",", THOUSANDS).replace("-", MINUS)


def signed(mark: int) -> str:
    """Return a mark with its sign, as organisers write it: “+1 346”, “−446”, “0”."""
    return f"+{number(mark)}" if mark > 0 else number(mark)


def points(demi_points: int, texts: Texts) -> str:
    """Return points held as doubled integers: “52”, “40,5” in French, “40.5” in English."""
    whole, half = divmod(abs(demi_points), 2)
    sign = MINUS if demi_points < 0 else ""
    return f"{sign}{number(whole)}{decimal_mark(texts) + '5' if half else ''}"


def decimal_mark(texts: Texts) -> str:
    """Return what stands before the decimals in this language."""
    return "," if texts.lang == "fr" else "."


def remaining(seconds: float, texts: Texts) -> str:
    """Return the time that is left so that nobody takes it for the time of day: “reste 18 min”.

    Minutes begun count as whole ones: at “reste 1 min” there is still something to play. Past the end it says since
    when: “temps écoulé depuis 2 min”.
    """
    minutes = -int(-seconds // 60)
    if minutes <= 0:
        over = int(-seconds // 60)
        return texts("time up for {minutes} min", minutes=over) if over else texts("time is up")
    hours, minutes = divmod(minutes, 60)
    if not hours:
        return texts("{minutes} min left", minutes=minutes)
    return texts("{hours} h {minutes} left", hours=hours, minutes=f"{minutes:02}")


def elapsed(seconds: float, texts: Texts) -> str:
    """Return how long something has lasted, never to be read as a time of day: “48 s”, “2 min 05 s”."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    if not minutes:
        return texts("{seconds} s", seconds=rest)
    return texts("{minutes} min {seconds} s", minutes=minutes, seconds=f"{rest:02}")
