"""The donne that North is entering: its form, kept as a draft at every tap, and how it becomes a fact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.domain.donne.donne import Seat
from app.domain.errors import Refused
from app.domain.events.codec import from_json, to_json
from app.domain.events.table import Announce, DonneReplaced, Entry, EventId
from app.domain.fold.feuille import Request
from app.services.entry_form import EntryForm, Place, Reading, read_form
from app.services.ports import Drafts
from app.services.table_session import TableSession, Written

DRAFT = "entry"
EMPTY = EntryForm()


@dataclass(frozen=True, slots=True, kw_only=True)
class Half:
    """A form half filled, and the number of the cards that it is about."""

    deal: int
    form: EntryForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """A donne of the sheet that is being entered otherwise; with a reason it is the arbiter who corrects."""

    donne: EventId
    form: EntryForm
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """All that outlives the program: the form of the cards in play, and a correction under way."""

    half: Half | None = None
    edited: Edited | None = None


class DonneEntry:
    """What is being entered at a table: a new donne, or one of the sheet that is being corrected.

    A form is about the cards in play. Once other cards are, it is gone: they became a donne, nobody played them, the
    arbiter took them away, or North took the donne before them back. What was taken back is in the history, not in the
    form: a form filled by itself looks like a donne that is still there.

    Belongs to the window's thread; only `load` waits for the disk. `name` keeps its draft apart from those of other
    sheets in the same file.
    """

    def __init__(self, session: TableSession, drafts: Drafts, *, name: str = DRAFT) -> None:
        self._session = session
        self._drafts = drafts
        self._name = name
        self._edited: Edited | None = None
        self._cards = self._cards_now
        self._form = EntryForm()

    def load(self) -> None:
        """Take up the draft that was left, as far as its cards are still to be entered; waits for the disk."""
        kept = _read(self._drafts.load(self._name))
        if kept is not None:
            self._edited = kept.edited
            if kept.half is not None:
                self._cards, self._form = kept.half.deal, kept.half.form
            self.follow()

    def follow(self) -> None:
        """Let go of a form whose cards are no longer in play, and of a correction whose donne was changed since."""
        if self._edited is not None and self.editing is None:
            self._edited = None
            self._keep()
        if (now := self._cards_now) != self._cards:
            self._cards, self._form = now, EMPTY
            self._keep()

    @property
    def _cards_now(self) -> int | None:
        """The number of the cards in play; None once nothing more is dealt."""
        feuille = self._session.feuille
        return None if feuille.course.is_over else feuille.deal

    @property
    def form(self) -> EntryForm:
        """What North has said so far."""
        return self._form if self._edited is None else self._edited.form

    @property
    def editing(self) -> int | None:
        """The number of the donne that is being corrected, None where a new one is entered."""
        if (edited := self._edited) is None:
            return None
        donnes = enumerate(self._session.feuille.donnes, 1)
        return next((number for number, line in donnes if line.id == edited.donne), None)

    @property
    def number(self) -> int:
        """The number of the donne that is being entered."""
        return self.editing or len(self._session.feuille.donnes) + 1

    @property
    def place(self) -> Place:
        """Where it is being entered."""
        return self._session.place if self.editing is None else self._session.place_of(self.editing)

    @property
    def reading(self) -> Reading:
        """What the law says of it now."""
        return read_form(self.form, self.place)

    def change(self, form: EntryForm) -> None:
        """Fill the form so; it outlives the program."""
        if self._edited is None:
            self._form = form
        else:
            self._edited = replace(self._edited, form=form)
        self._keep()

    def edit(self, number: int, *, reason: str = "") -> bool:
        """Take up a donne of the sheet, while what was being entered waits; False where it has marks alone.

        With a reason it is the arbiter who corrects, on a sheet that may be signed already.
        """
        line = self._session.feuille.donnes[number - 1]
        if not isinstance(line.donne, Entry):
            return False
        self._edited = Edited(donne=line.id, form=EntryForm.of(line.donne), reason=reason)
        self._keep()
        return True

    def leave(self) -> None:
        """Give a correction up; where there is none, empty the form."""
        if self._edited is None:
            self._form = EMPTY
        self._edited = None
        self._keep()

    def correction(self, entry: Entry) -> DonneReplaced | None:
        """Return what the arbiter decides by this entry, None where it is North who writes."""
        edited = self._edited
        if edited is None or not edited.reason:
            return None
        return DonneReplaced(position=self._session.position, replaces=edited.donne, entry=entry, reason=edited.reason)

    def write(self, entry: Entry) -> Written:
        """Record the donne, or enter it otherwise where North corrects it."""
        if self.editing is not None:
            return self._session.replace(self.editing, entry)
        return self._session.record(entry)

    def announce_due(self) -> tuple[Seat, Announce] | None:
        """Return what the arbiter must be asked for before these cards are played, where nobody has asked yet."""
        asked = {request.announce for request in self._asked()}
        due = next((announce for announce in self._announced() if announce not in asked), None)
        return None if due is None or self.form.preneur is None else (self.form.preneur, due)

    @property
    def refused(self) -> Request | None:
        """What the arbiter has refused on these cards, where the form says it all the same."""
        said = self._announced()
        return next((asked for asked in self._asked() if asked.granted is False and asked.announce in said), None)

    def _announced(self) -> tuple[Announce, ...]:
        """Return what of the form only the arbiter grants."""
        form = self.form
        if self._edited is not None or form.preneur is None or self._session.is_partie:
            return ()
        return form.announces

    def _asked(self) -> list[Request]:
        """Return what the preneur of the form has asked for on the cards in play."""
        feuille = self._session.feuille
        return [asked for asked in feuille.requests if asked.deal == feuille.deal and asked.seat == self.form.preneur]

    @property
    def by_arbiter(self) -> bool:
        """Whether what is being entered is the arbiter's correction."""
        return self._edited is not None and bool(self._edited.reason)

    def _keep(self) -> None:
        # The arbiter's word is given now or not at all: a restart does not keep it.
        edited = None if self.by_arbiter else self._edited
        is_begun = not self._form.is_empty
        half = Half(deal=self._cards, form=self._form) if is_begun and self._cards is not None else None
        if edited is None and half is None:
            self._drafts.drop(self._name)
        else:
            self._drafts.save(self._name, to_json(Draft, Draft(half=half, edited=edited)))


def _read(kept: Mapping[str, object] | None) -> Draft | None:
    """Return the draft in what was kept; one of another version of the form is given up."""
    try:
        return None if kept is None else from_json(Draft, kept)
    except Refused:
        return None
