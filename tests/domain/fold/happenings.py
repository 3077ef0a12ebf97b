"""Anything that may be written next in a journal: mostly plausible, sometimes wrong, now and then garbage."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from app.domain.arbitrage.faute import Bar, Barred, Dealer, Fate, Faute, Penalty, Ruling
from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.donne.donne import Poignee
from app.domain.errors import Refused
from app.domain.events import arbitre, table, tournoi
from app.domain.events.envelope import Event, read_payload, write_payload
from app.domain.events.kinds import KINDS
from app.domain.events.order import Key
from app.domain.fold.feuille import Feuille
from app.domain.mouvement.asked import Kind
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import PRESETS
from app.domain.tournoi.sheet import Scored, SheetState
from tests.domain.fold.room import ARBITRE, DESK, SEATS, Room

T = TypeVar("T")

ALL_SEATS = SEATS[5]
CODES = (
    "toucher_cartes",
    "retard",
    "coupe_retournee",
    "fausse_donne.dealing",
    "petit_sec.found_in_play",
    "renonce.consumed",
    "belote",
)
JUNK: tuple[object, ...] = (None, True, 0, -1, 2**53, 0.5, "", "x", "\ud800", "9" * 99, [], [[]], {}, {"is": "Entry"})


class Writer:
    """Draws what is written next from what the room looks like now; the same seed draws the same."""

    def __init__(self, seed: int, room: Room) -> None:
        self.random = random.Random(f"{seed} at {len(room.events)}")
        self.room = room
        self.state = room.state

    def pick(self, options: Sequence[T]) -> T:
        return self.random.choice(options)

    def chance(self, one_in: int) -> bool:
        return self.random.randrange(one_in) == 0

    def number(self, least: int, most: int) -> int:
        return self.random.randint(least, most)

    def seat(self, feuille: Feuille | None = None) -> str:
        return self.pick(ALL_SEATS if feuille is None or self.chance(15) else feuille.sheet.seats)

    def player(self) -> str:
        known = list(self.state.identities)
        return self.pick([*known, "?"] if self.chance(20) or not known else known)

    def known_event(self, likely: Sequence[str]) -> str:
        names = [name for name, _ in self.room.events]
        return self.pick(likely if likely and not self.chance(10) else [*names, "?"])

    def reason(self) -> str:
        return "" if self.chance(12) else "parce que"

    def event(self) -> Event:
        """Draw the next event, by whoever may write it or, at times, by somebody else."""
        body, number = self.body()
        device = self.device(body, number)
        epoch = None
        if number is not None and device.startswith("T"):
            assigned = self.state.assignments.get(number)
            epoch = self.number(0, 3) if assigned is None or self.chance(15) else assigned.epoch
        event = self.room.event(body, by=device, table=number, epoch=epoch)
        return self.spoilt(event) if self.chance(12) else event

    def device(self, body: object, number: int | None) -> str:
        writers = KINDS[type(body).__name__].writers
        if self.chance(15):
            return self.pick([DESK, ARBITRE, "T1", "T2", "T3", "stranger"])
        if tournoi.Role.TABLE in writers and number is not None and not self.chance(4):
            return f"T{number}"
        return self.pick([ARBITRE, DESK]) if tournoi.Role.ARBITRE in writers else DESK

    def spoilt(self, event: Event) -> Event:
        """Return the event with something in it that does not belong there, if it is still an event."""
        body = dict(event.body)
        match self.number(1, 4):
            case 1 if body:
                body[self.pick(sorted(body))] = self.pick(JUNK)
            case 2 if body:
                del body[self.pick(sorted(body))]
            case 3:
                body[self.pick(["x" * 300, "is", "\ud800", "position"])] = self.pick(JUNK)
            case _:
                return replace(event, kind=self.pick(["", "Future", *KINDS]), table=self.pick([None, 0, 2**53 - 1]))
        try:
            return read_payload(write_payload(replace(event, body=body)).replace(b"\xed\xa0\x80", b"\\ud800"))
        except (Refused, UnicodeEncodeError):
            return replace(event, body=body)

    def body(self) -> tuple[object, int | None]:
        """Draw a body, and the table that it is about where it is on a sheet."""
        if self.state.created is None and not self.chance(6):
            return self.beginning(), None
        tables = list(self.state.feuilles.get(self.state.position, ()))
        all_sent = all(sheet.is_sent for sheet in self.state.sheets(self.state.position))
        if self.state.unconfirmed and self.chance(15):
            return self.of_penalties(), None
        if tables and all_sent and self.chance(2):
            return self.of_positions(), None
        if not tables or self.chance(7):
            return self.of_tournament(), None
        number = self.pick([*tables, 9] if self.chance(20) else tables)
        feuille = self.state.feuilles[self.state.position].get(number)
        return (self.of_tournament(), None) if feuille is None else (self.of_table(feuille), number)

    def beginning(self) -> object:
        names = {seat: f"Joueur {seat}" for seat in SEATS[self.pick([3, 4, 5])]}
        return self.pick(
            [
                tournoi.TournamentCreated(name="T", shape=PRESETS["6x4"]),
                tournoi.PartieStarted(names=names),
                tournoi.LoneSheetStarted(table=2, position=1, donnes=2, names=names),
            ]
        )

    def of_tournament(self) -> object:
        draws: list[Callable[[], object]] = [self.of_players, self.of_devices, self.of_positions, self.of_penalties]
        return self.pick([*draws, self.of_players, self.of_positions, self.of_positions])()

    def of_players(self) -> object:
        player, newcomer = self.player(), f"X{self.number(1, 6)}"
        identity = Identity(name=self.pick(["Anne", "Bob", ""]), licence=self.pick(["", "a", "b", "N1"]))
        return self.pick(
            [
                tournoi.PlayerRegistered(player=newcomer, identity=identity),
                tournoi.PlayerAmended(player=player, identity=identity),
                tournoi.PlayerWithdrawn(player=player, with_leave=True, reason=self.reason()),
                tournoi.PlayerSubstituted(
                    player=player, newcomer=newcomer, identity=identity, with_leave=False, reason=self.reason()
                ),
                tournoi.PlayerSubstituted(
                    player=player, newcomer=newcomer, identity=Identity(name="Zoé"), with_leave=True, reason="malade"
                ),
                tournoi.TeamFormed(team=self.pick("AB"), name="a", members=(player, self.player())),
                tournoi.SeatsDrawn(cards={"N1": player, "S1": self.player()}, seed=self.pick([None, 7])),
            ]
        )

    def of_devices(self) -> object:
        device = self.pick([DESK, ARBITRE, "T1", "T2", "T3"])
        number = self.number(0, 3)
        assigned = self.state.assignments.get(number)
        epoch = self.number(0, 3) if assigned is None else assigned.epoch + self.pick([0, 1])
        return self.pick(
            [
                tournoi.DeviceAdmitted(device=f"T{number}", role=tournoi.Role.TABLE),
                tournoi.DeviceAdmitted(device=ARBITRE, role=tournoi.Role.ARBITRE),
                self.pick(
                    [
                        tournoi.DeviceAdmitted(device=device, role=self.pick(list(tournoi.Role))),
                        tournoi.DeviceRevoked(device=device),
                    ]
                ),
                tournoi.TabletAssigned(table=number, device=f"T{number}", epoch=epoch),
                tournoi.TabletAssigned(table=number, device=device, epoch=epoch),
            ]
        )

    def of_positions(self) -> object:
        number = self.state.position
        players = [who.id for who in self.state.entrants.players if who.left is None]
        out = {player for cut in self.state.cuts if cut.after != number for player in cut.eliminated}
        players = [player for player in players if player not in out]
        kept = self.number(0, len(players))
        opened = tournoi.PositionOpened(
            position=number + (0 if self.chance(15) else 1), donnes=self.number(0, 3), seating=self.seating(players)
        )
        position = self.number(0, number + 1) if self.chance(6) else number
        return self.pick(
            [
                opened,
                opened,
                opened,
                tournoi.PositionClosed(position=position),
                tournoi.PositionClosed(position=position),
                tournoi.PositionReopened(position=position, reason=self.reason()),
                CutMade(
                    after=position,
                    divide=self.pick([1, 2, 0]),
                    kept=tuple(players[:kept]),
                    eliminated=tuple(players[kept:]),
                ),
                tournoi.MovementChosen(kind=self.pick(list(Kind)), tables=self.number(0, 3), repeat_free=1),
                tournoi.TournamentClosed() if self.chance(20) else tournoi.PositionClosed(position=position),
            ]
        )

    def seating(self, players: list[str]) -> tuple[tournoi.SeatedTable, ...]:
        """Seat whoever is there: the first table at times of three or five."""
        tables, number = [], 1
        while players:
            size = self.pick([4, 4, 4, 3, 5]) if number == 1 else 4
            seats = SEATS[size] if len(players) >= size or self.chance(30) else SEATS[3]
            if len(players) < len(seats):
                break
            tables.append(tournoi.SeatedTable(number, dict(zip(seats, players, strict=False))))
            players, number = players[len(seats) :], number + 1
        return tuple(tables)

    def of_penalties(self) -> object:
        return self.pick(
            [
                arbitre.PenaltyGiven(
                    player=self.player(), position=self.number(0, 2), points=self.number(0, 200), reason=self.reason()
                ),
                arbitre.PenaltyCancelled(penalty=self.known_event(list(self.state.penalties)), reason=self.reason()),
                arbitre.DecisionConfirmed(confirms=self.known_event(sorted(self.state.unconfirmed))),
                arbitre.HeldSettled(
                    settles=self.known_event(sorted(self.state.settled)),
                    place=Key(ARBITRE, 1, self.number(1, 3)),
                    released=self.chance(50),
                    reason=self.reason(),
                ),
            ]
        )

    def of_table(self, feuille: Feuille) -> object:
        """Draw what may come next on a sheet in its state, or anything."""
        if self.chance(8):
            return self.decided(feuille)
        if self.chance(6):
            return self.pick([self.played, self.closed, self.answered, self.ruled, self.rewritten])(feuille)
        if feuille.sheet.state in (SheetState.SENT, SheetState.CORRECTED):
            return self.rewritten(feuille)
        over = feuille.is_open and not feuille.course.is_over
        return self.played(feuille) if over else self.closed(feuille)

    def decided(self, feuille: Feuille) -> object:
        decision = self.pick([self.ruled, self.rewritten, self.answered])(feuille)
        if not isinstance(decision, arbitre.Decision):
            return decision
        proof = self.pick(list(arbitre.Proof))
        code = self.pick(["123456", "123456", "1"]) if proof is arbitre.Proof.CODE else self.pick(["", "", "1"])
        return arbitre.DecidedAtTable(decision=decision, proof=proof, code=code)

    def played(self, feuille: Feuille) -> object:
        position = feuille.sheet.position
        if feuille.course.dealer is None and not self.chance(6):
            return table.DealerDrawn(position=position, seat=self.seat(feuille))
        recorded = table.DonneRecorded(position=position, entry=self.entry(feuille))
        others = [
            table.DonneReplaced(
                position=position, replaces=self.donne(feuille), entry=self.entry(feuille), reason=self.reason()
            ),
            table.EntryUndone(position=position, undoes=self.line(feuille)),
            table.DonnePassed(position=position, why=self.pick(list(table.NoContract))),
            table.WrongDealerKept(position=position, seat=self.seat(feuille)),
            table.SurContratRequested(
                position=position, seat=self.seat(feuille), announce=self.pick(list(table.Announce))
            ),
            table.SurContratWithdrawn(position=position, withdraws=self.request(feuille)),
            table.ArbiterCalled(position=position, why=self.reason()),
            table.CallEnded(position=position),
            table.ArbiterCodeChosen(position=position),
            self.answered(feuille),
            self.ruled(feuille),
        ]
        return recorded if not self.chance(2) else self.pick(others)

    def closed(self, feuille: Feuille) -> object:
        sheet = feuille.sheet
        missing = [seat for seat in sheet.seats if seat not in sheet.visas]
        visa = table.SheetVisaed(
            position=sheet.position, seat=self.pick(missing) if missing else self.seat(feuille), signature="~"
        )
        sent = table.SheetSent(position=sheet.position)
        others = [
            table.SheetDisputed(position=sheet.position, seat=self.seat(feuille), donne=self.pick([None, 0, 1, 2])),
            table.EntryUndone(position=sheet.position, undoes=self.line(feuille)),
            self.rewritten(feuille),
            self.ruled(feuille),
        ]
        if self.chance(6):
            return self.pick(others)
        return visa if missing else sent

    def answered(self, feuille: Feuille) -> object:
        position, asked = feuille.sheet.position, self.request(feuille)
        granted = self.donne(feuille) if self.chance(3) else asked
        return self.pick(
            [
                arbitre.SurContratGranted(position=position, grants=granted),
                arbitre.SurContratRefused(position=position, refuses=asked),
                arbitre.SheetShortened(position=position, donnes=self.number(0, 2), reason=self.reason()),
                arbitre.TimeCalled(position=position, donne_under_way=self.chance(2)),
            ]
        )

    def ruled(self, feuille: Feuille) -> object:
        def seats() -> tuple[str, ...]:
            return tuple(self.seat(feuille) for _ in range(self.pick([0, 0, 0, 1, 2])))

        ruling = Ruling(
            donne=self.pick([None, *Fate]),
            poignee=None,
            warnings=seats() if self.chance(3) else (),
            penalties=tuple(Penalty(seat, self.number(0, 100)) for seat in seats()),
            barred=tuple(Barred(seat, Bar.NEXT) for seat in seats()),
            dealer=self.pick([None, *Dealer]),
            source="source",
        )
        return arbitre.FauteRuled(
            position=feuille.sheet.position,
            faute=Faute(code=self.pick(CODES), players=seats()),
            ruling=ruling,
            concerns=self.donne(feuille) if self.chance(2) else None,
        )

    def rewritten(self, feuille: Feuille) -> object:
        position, reason = feuille.sheet.position, self.reason()
        donnes = tuple(self.any_donne(feuille) for _ in range(self.number(0, 3)))
        assigned = self.state.assignments.get(feuille.sheet.table)
        epoch = (assigned.epoch if assigned else 0) + self.pick([0, 1, 1])
        played = self.pick([None, None, len(donnes), 2, 3])
        return self.pick(
            [
                arbitre.SheetCorrected(position=position, donnes=donnes, reason=reason, played=played),
                arbitre.SheetTyped(position=position, donnes=donnes, epoch=epoch, reason=reason, played=played),
                arbitre.DonneStruck(position=position, strikes=self.donne(feuille), reason=reason),
                table.DonneReplaced(
                    position=position, replaces=self.donne(feuille), entry=self.entry(feuille), reason=reason
                ),
            ]
        )

    def any_donne(self, feuille: Feuille) -> table.Entry | Scored:
        if self.chance(2):
            return replace(self.entry(feuille), mort=self.pick([None, self.seat(feuille)]))
        first, *others = feuille.sheet.seats
        mark = self.number(-50, 50)
        off = 1 if self.chance(10) else 0
        marks = {**dict.fromkeys(others, mark), first: off - mark * len(others)}
        return Scored(marks, self.pick([None, (self.seat(feuille), Contrat.GARDE)]))

    def entry(self, feuille: Feuille) -> table.Entry:
        """Draw a donne that is most often allowed."""
        may = [seat for seat in feuille.sheet.seats if feuille.course.may_bid(seat)]
        bouts = self.number(0, 3)
        plain = table.Entry(
            preneur=self.pick(may) if may and not self.chance(12) else self.seat(),
            contrat=self.pick(list(Contrat)),
            bouts=bouts,
            demi_points=2 * self.number(4 * bouts, 79 + 4 * bouts),
        )
        if not self.chance(4):
            return plain
        return replace(
            plain,
            demi_points=self.number(-1, 183),
            petit_au_bout=self.pick([None, *Camp]),
            poignees=tuple(Poignee(self.seat(feuille), self.pick([8, 10, 13])) for _ in range(self.number(0, 2))),
            chelem=self.pick([None, *Chelem]),
            partner=self.pick([None, self.seat(feuille)]),
        )

    def donne(self, feuille: Feuille) -> str:
        return self.known_event([line.id for line in feuille.donnes])

    def line(self, feuille: Feuille) -> str:
        return self.known_event([line.id for line in feuille.lines[-2:]])

    def request(self, feuille: Feuille) -> str:
        return self.known_event([request.id for request in feuille.requests])
