"""Where a poste's desk may be: at its last address, where it was heard, or, if it is no more, at its standby's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from app.domain.errors import Refused, violation
from sync.beacon import Sighting
from sync.line import Pinned
from sync.pin import fingerprint_of, is_certificate
from sync.wire import Standby

PORT = 8443
_HOST = re.compile(rb"[A-Za-z0-9._-]{1,253}")
MOST_SIGHTINGS = 8  # anybody can claim to be there: the latest few are tried


class Whereabouts:
    """The places to try, one after another; each with the certificate that must be found there.

    All have the poste's own token: a standby knows it too.
    """

    def __init__(self, desk: Pinned, standbys: Sequence[Pinned] = ()) -> None:
        self.desk = desk
        self.standbys = tuple(standbys)
        self._sighted: list[Pinned] = []

    def sight(self, sighting: Sighting) -> bool:
        """Note a desk that says it is there; tell whether it may be ours, and is not yet known to be there."""
        known = {fingerprint_of(place.certificate).hex(): place for place in (self.desk, *self.standbys)}
        place = known.get(sighting.fingerprint)
        if place is None:
            return False
        found = replace(place, host=sighting.host, port=sighting.port)
        if found in self._places():
            return False
        self._sighted = [found, *self._sighted][:MOST_SIGHTINGS]
        return True

    def after(self, tried: Pinned) -> Pinned:
        """Return the place to try after one that did not answer."""
        places = list(dict.fromkeys(self._places()))
        return places[(places.index(tried) + 1) % len(places)] if tried in places else places[0]

    def _places(self) -> Iterator[Pinned]:
        yield from (self.desk, *self._sighted, *self.standbys)

    def found_at(self, place: Pinned) -> None:
        """Note that the desk answered there: it is looked for there first from now on."""
        others = [one for one in (self.desk, *self.standbys) if one.certificate != place.certificate]
        self.desk, self.standbys = place, tuple(others)
        self._sighted = [one for one in self._sighted if one != place]


def read_address(text: str) -> tuple[str, int]:
    """Return the host and the port in an address as people type it; raises Refused where it is none."""
    host, colon, port = text.strip().removeprefix("https://").rstrip("/").partition(":")
    if not _is_host(host) or (colon and not (port.isdecimal() and 0 < int(port) < 65536)):
        raise Refused(violation("desk.address", "desk", address=text.strip()))
    return host, int(port) if colon else PORT


@lru_cache(maxsize=32)
def can_be_found(standby: Standby) -> bool:
    """Tell whether this is a place at all: one that somebody made up would be tried in vain for a whole evening."""
    return _is_host(standby.host) and 0 < standby.port < 65536 and is_certificate(standby.certificate)


def _is_host(text: str) -> bool:
    """Tell whether this is a name that can be looked up, or an address in figures."""
    try:
        return _HOST.fullmatch(text.encode("idna")) is not None
    except UnicodeError:
        return False
