"""The desk that a poste belongs to, as it is kept from one evening to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from app.domain.errors import Refused
from app.domain.events.codec import from_json
from app.domain.events.tournoi import Role
from app.services.ports import Identity
from sync.carried import Brought, journal_of, read_room
from sync.line import Pinned
from sync.whereabouts import Whereabouts, can_be_found
from sync.wire import Standby

FOLDER = "linked"  # beside what the tablet keeps of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Who this poste is: its role, its id, how the desk's list calls it, and where its tournaments are kept."""

    role: Role
    device: str
    label: str
    folder: Path

    @property
    def sees_everything(self) -> bool:
        """Whether the desk shows it every sheet, and what is in quarantine."""
        return self.role is not Role.TABLE

    @property
    def tournaments(self) -> Path:
        """Where the files of its desk's tournaments are; a standby keeps them where a desk does."""
        return self.folder if self.role is Role.DESK else self.folder / FOLDER


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Where the desk was last found, as whom this poste comes, and the tournament that it last followed."""

    desk: Standby
    token: str
    device: str
    key: str
    journal: str = ""
    standbys: tuple[Standby, ...] = ()

    @classmethod
    def read(cls, kept: Mapping[str, object] | None) -> Joined | None:
        """Return what was kept, None where it is not whole."""
        try:
            return None if kept is None else from_json(cls, kept)
        except Refused:
            return None

    def written(self) -> Mapping[str, object]:
        """Return what is to be kept."""
        return asdict(self)

    @property
    def identity(self) -> Identity:
        """As whom this poste begins to write in a tournament."""
        return Identity(self.device, 1, bytes.fromhex(self.key))

    def brought(self, file: bytes) -> Brought:
        """Return what the desk's file has for this poste, of the tournament that it follows, if it follows one."""
        return read_room(file, journal=self.journal or journal_of(file), identity=self.identity)

    @property
    def whereabouts(self) -> Whereabouts:
        """Where the desk may be."""
        return Whereabouts(self._pinned(self.desk), [self._pinned(one) for one in self.standbys if can_be_found(one)])

    def at(self, places: Whereabouts) -> Joined:
        """Return the same, with its desk where it was found last."""
        return replace(self, desk=_place(places.desk), standbys=tuple(map(_place, places.standbys)))

    def _pinned(self, place: Standby) -> Pinned:
        return Pinned(place.host, place.port, place.certificate, self.token)


def _place(pinned: Pinned) -> Standby:
    return Standby(host=pinned.host, port=pinned.port, certificate=pinned.certificate)
