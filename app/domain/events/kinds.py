"""Every kind of event: who may write it, on what, and the shape of its body. `docs/events.md` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.domain.errors import Refused, violation
from app.domain.events import arbitre, table, tournoi
from app.domain.events.codec import from_json, to_json
from app.domain.events.envelope import Event
from app.domain.events.tournoi import Role
from app.domain.tournoi.cut import CutMade

DESK = frozenset({Role.DESK})
ARBITERS = frozenset({Role.DESK, Role.ARBITRE})
ANYONE = frozenset(Role)
TABLE = frozenset({Role.TABLE})

Body = object


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event; `on_sheet` ones concern one table and name it in their envelope."""

    body: type
    writers: frozenset[Role]
    on_sheet: bool
    when: str

    @property
    def name(self) -> str:
        """The name on the envelope."""
        return self.body.__name__


def _kinds(*, writers: frozenset[Role], on_sheet: bool, **when: str) -> dict[str, Kind]:
    homes = (tournoi, table, arbitre)
    found = {}
    for name, said in when.items():
        body = CutMade if name == "CutMade" else next(vars(home)[name] for home in homes if name in vars(home))
        found[name] = Kind(body, writers, on_sheet, said)
    return found


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        **_kinds(
            writers=DESK,
            on_sheet=False,
            TournamentCreated="first of its journal",
            DeviceAdmitted="the device is not the one that writes",
            DeviceRevoked="the device is known, and not the one that writes",
            TabletAssigned="the device is a known table; the epoch is higher than the table's last",
            PlayerRegistered="before position 1 opens",
            PlayerAmended="the player is entered",
            PlayerWithdrawn="the player is entered and has not left",
            PlayerSubstituted="the player was entered and nobody has replaced them yet; the newcomer is new",
            TeamFormed="before position 1 opens, in an event of teams; each member is entered, in no other team",
            SeatsDrawn="before position 1 opens; each player is entered and has one card",
            MovementChosen="no position is open",
            PositionOpened="earlier positions are closed; everybody seated is in",
            PositionClosed="the position is open; each of its sheets is sent and sums to zero",
            PositionReopened="the position is closed",
            CutMade="its position is closed and the next one not open; everybody still in is kept or eliminated",
            TournamentClosed="no position is open",
        ),
        **_kinds(
            writers=TABLE,
            on_sheet=False,
            PartieStarted="first of its journal",
            LoneSheetStarted="first of its journal",
        ),
        **_kinds(
            writers=ANYONE,
            on_sheet=True,
            DealerDrawn="the sheet's position is open; nobody was drawn yet",
            WrongDealerKept="a dealer was drawn; the position is not over at this table",
            DonneRecorded="a dealer was drawn; donnes are owed; no visa yet",
            DonneReplaced="the donne it replaces stands; no visa yet, or the arbiter's hand",
            EntryUndone="it is the last line of the sheet, or the arbiter's and left the cards alone; no visa yet",
            DonnePassed="a dealer was drawn; donnes are owed; no visa yet",
            SurContratRequested="a dealer was drawn; donnes are owed; the seat may bid; not asked yet on these cards",
            SurContratWithdrawn="the request stands and is not answered",
            ArbiterCalled="the sheet's position is open",
            CallEnded="the table has called the arbiter",
            ArbiterCodeChosen="the sheet's position is open",
            SheetVisaed="all donnes are played; this seat has not signed",
            SheetDisputed="all donnes are played; this seat has not signed; the sheet is not sent",
            SheetSent="every seated player has signed",
        ),
        **_kinds(
            writers=ARBITERS,
            on_sheet=True,
            SurContratGranted="the request or the donne stands, needs an answer and has none",
            SurContratRefused="the request stands and is not answered",
            FauteRuled="the sheet's position is open or reopened; the donne concerned stands; the code knows the fault",
            DonneStruck="the donne stands",
            SheetShortened="so many donnes are owed; no visa yet",
            TimeCalled="the position is not over at this table; no visa yet",
            SheetCorrected="somebody has signed the sheet; its position is open or reopened",
        ),
        **_kinds(
            writers=DESK,
            on_sheet=True,
            SheetTyped="the sheet is not sent; the epoch is higher than the table's last",
        ),
        **_kinds(
            writers=ARBITERS,
            on_sheet=False,
            PenaltyGiven="the player is entered; the position was opened, or is the first",
            PenaltyCancelled="the penalty stands",
            DecisionConfirmed="a decision at a table waits for it",
            HeldSettled="nobody has decided about that event at that place yet",
        ),
        **_kinds(
            writers=TABLE,
            on_sheet=True,
            DecidedAtTable="as for the decision inside, by the arbiter's hand",
        ),
    }
)


def read_body(event: Event) -> tuple[Kind, Body]:
    """Return the kind and the body of an event; raise Refused where they are not ours."""
    kind = KINDS.get(event.kind)
    if kind is None:
        raise Refused(violation("event.unknown_kind", "kind", kind=event.kind))
    return kind, from_json(kind.body, event.body)


def write_body(body: Body) -> tuple[str, Mapping[str, object]]:
    """Return the kind's name and the JSON of a body."""
    written: Mapping[str, object] = to_json(type(body), body)
    return type(body).__name__, written
