"""Writing the script of a table: donnes, all-passes, misdeals, faults and their rulings, until nothing is owed.

The pure law says who deals, who may not bid and what a ruling does; nothing here knows of any program that runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

from app.cli.demo import faults
from app.cli.demo.donnes import draw_donne, happens, one_of
from app.cli.demo.moves import Ask, Correct, Fine, Mend, Move, Play, PlayerId, Rule, Script, Throw, Visa
from app.domain.arbitrage.avertissements import Avertissements
from app.domain.arbitrage.faute import Fate, Faute
from app.domain.arbitrage.fft_2017 import FFT_2017
from app.domain.arbitrage.jugement import judge
from app.domain.chance import Chance
from app.domain.donne.contrat import Contrat
from app.domain.donne.deroulement import (
    TURN,
    DealerDrawn,
    Deroulement,
    DonnePassed,
    DonnePlayed,
    FauteRuled,
    Happening,
    after,
    start_position,
)
from app.domain.donne.donne import Seat
from app.domain.donne.marque import score_donne
from app.domain.events.table import Entry, NoContract

ALL_PASS, PETIT_SEC, MISDEAL = 7, 3, 5  # in a hundred deals
GRANTED, ASKED_LATER, PLAYED_LOWER = 75, 12, 50  # in a hundred sur-contrats; the last, of those refused
IN_PLAY, FOUND_AFTER, TYPED_WRONG = 8, 8, 6  # in a hundred donnes
FINED, CORRECTED = 6, 6  # in a hundred sheets
ENDED = (Fate.ANNULLED, Fate.REDEAL)


class Playwright:
    """Writes the scripts of an evening, position after position; remembers whom the arbiter has warned."""

    def __init__(self, seed: int, *, donnes: int) -> None:
        self._seed = seed
        self._donnes = donnes
        self.warnings = Avertissements()

    def write(self, position: int, table: int, people: Mapping[Seat, PlayerId]) -> Script:
        """Return what happens at a table; the same seed, table and position give the same."""
        mixed = Chance(self._seed).next64() ^ (position << 32 | table)
        writing = _Writing(Chance(mixed), people, self._donnes, self.warnings)
        dealer = one_of(writing.chance, tuple(people))
        writing.play(dealer)
        self.warnings = writing.warnings
        return Script(
            position=position,
            table=table,
            people=people,
            dealer=dealer,
            moves=tuple(writing.moves),
            donnes=tuple(writing.donnes),
        )


class _Writing:
    """A script as far as it is written."""

    def __init__(self, chance: Chance, people: Mapping[Seat, PlayerId], donnes: int, warnings: Avertissements) -> None:
        self.chance = chance
        self.warnings = warnings
        self.moves: list[Move] = []
        self.donnes: list[Entry] = []
        self._people = people
        self._seats = tuple(people)
        self._start = start_position(self._seats, donnes=donnes)
        self._happened: list[Happening] = []
        self._places: list[int] = []  # of each donne, among what happened

    @property
    def _course(self) -> Deroulement:
        return reduce(_follow, self._happened, self._start)

    def play(self, dealer: Seat) -> None:
        """Write until the position owes nothing."""
        self._happened.append(DealerDrawn(dealer))
        while not self._course.is_over:
            if happens(self.chance, ALL_PASS):
                self._throw(NoContract.ALL_PASS)
            elif happens(self.chance, PETIT_SEC):
                self._throw(NoContract.PETIT_SEC)
            elif happens(self.chance, MISDEAL):
                self._rule(faults.misdeal(self.chance, self._seats, self._dealer()))
            else:
                self._cards()
        self._end()

    def _dealer(self) -> Seat:
        dealer = self._course.dealer
        assert dealer is not None
        return dealer

    def _throw(self, why: NoContract) -> None:
        self.moves.append(Throw(why))
        self._happened.append(DonnePassed())

    def _cards(self) -> None:
        """Bid, play and enter one donne, or throw it in where the arbiter refuses what was bid."""
        course = self._course
        entry = draw_donne(self.chance, self._seats, [seat for seat in TURN if course.may_bid(seat)])
        asks_later = bool(entry.announces) and happens(self.chance, ASKED_LATER)
        if not asks_later:
            for announce in sorted(entry.announces):
                granted = happens(self.chance, GRANTED)
                self.moves.append(Ask(entry.preneur, announce, granted))
                if not granted and not happens(self.chance, PLAYED_LOWER):
                    self._throw(NoContract.SUR_CONTRAT_REFUSED)
                    return
                if not granted:
                    entry = replace(entry, contrat=Contrat.GARDE, chelem=None)
                    entry = entry if entry.demi_points < 2 * 87 else replace(entry, demi_points=2 * 60)
                    break
        if happens(self.chance, IN_PLAY):
            self._rule(faults.in_play(self.chance, self._seats, entry.preneur, self._dealer()))
        self._enter(entry)
        if asks_later:
            self.moves.append(Visa(len(self.donnes)))
        if happens(self.chance, FOUND_AFTER):
            self._rule_after(entry, dealer=course.dealer)

    def _enter(self, entry: Entry) -> None:
        wrong = replace(entry, demi_points=entry.demi_points - 2)
        mistyped = happens(self.chance, TYPED_WRONG) and entry.chelem is None and wrong.demi_points >= 2 * 12
        self.moves.append(Play(wrong if mistyped else entry))
        self.donnes.append(entry)
        self._places.append(len(self._happened))
        self._happened.append(DonnePlayed())
        if mistyped:
            self.moves.append(Mend(len(self.donnes), entry))

    def _rule(self, faute: Faute) -> None:
        """Rule on the cards in play."""
        ruled = self._judge(faute)
        self.moves.append(ruled)
        self._happened.append(FauteRuled(faute.code, ruled.ruling))

    def _rule_after(self, entry: Entry, *, dealer: Seat | None) -> None:
        """Rule on the donne entered last: annulled, it is owed again."""
        made = score_donne(entry.donne(self._seats, None)).made
        found = faults.found_after(self.chance, self._seats, entry.preneur, made=made)
        ruled = replace(self._judge(replace(found, dealer=dealer)), number=len(self.donnes))
        self.moves.append(ruled)
        happening, place = FauteRuled(found.code, ruled.ruling), self._places[-1]
        if ruled.ruling.donne in ENDED:
            self._happened[place] = happening
            self._places.pop()
            self.donnes.pop()
        else:
            self._happened.insert(place, happening)
            self._places[-1] += 1

    def _judge(self, faute: Faute) -> Rule:
        people = [self._people[seat] for seat in faute.players]
        warned = any(self.warnings.is_warned(player, faute.code, FFT_2017) for player in people)
        known = replace(faute, seats=self._seats, warned=warned)
        ruling = judge(known, FFT_2017)
        for seat in ruling.warnings:
            self.warnings = self.warnings.with_warning(self._people[seat], faute.code, FFT_2017)
        return Rule(known, ruling)

    def _end(self) -> None:
        if happens(self.chance, FINED):
            player = one_of(self.chance, tuple(self._people.values()))
            self.moves.append(Fine(player, 100, one_of(self.chance, ("retard", "téléphone"))))
        if happens(self.chance, CORRECTED):
            number = 1 + self.chance.below(len(self.donnes))
            entry = self.donnes[number - 1]
            other = next(seat for seat in self._seats if seat != entry.preneur)
            right = replace(entry, preneur=other)
            self.donnes[number - 1] = right
            self.moves.append(Correct(number, right))


def _follow(course: Deroulement, happening: Happening) -> Deroulement:
    """Return the course after something; a ruling that leaves the cards and the bids alone changes nothing."""
    if isinstance(happening, FauteRuled):
        ruling = happening.ruling
        if ruling.donne not in ENDED and not ruling.barred:
            return course
    return after(course, happening)
