"""The donne that North is entering: its form, kept as a draft at every tap, and how it becomes a fact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.donne.donne import Seat
from app.domain.errors import Refused
from app.domain.events.codec import from_json, to_json
from app.domain.events.table import Announce, DonneReplaced, Entry
from app.services.entry_form import EntryForm, Place, Reading, read_form
from app.services.ports import Drafts
from app.services.table_session import TableSession, Written

DRAFT = "entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A form half filled: for the donne of which number; `editing` says that the sheet already has it.

    `aside` is what was being entered before an older donne was taken up.
    """

    donne: int
    form: EntryForm
    editing: bool = False
    aside: EntryForm | None = None


class DonneEntry:
    """What is being entered at a table: a new donne, or one of the sheet that is being corrected.

    Belongs to the window's thread; only `load` waits for the disk. `name` keeps its draft apart from those of other
    sheets in the same file.
    """

    def __init__(self, session: TableSession, drafts: Drafts, *, name: str = DRAFT) -> None:
        self._session = session
        self._drafts = drafts
        self._name = name
        self._aside: EntryForm | None = None
        self._reason = ""
        self.editing: int | None = None
        self.form = EntryForm()

    def load(self) -> None:
        """Take up the draft that was left, unless its donne has become a fact since; waits for the disk."""
        kept = _read(self._drafts.load(self._name))
        recorded = len(self._session.feuille.donnes)
        if kept is not None and (kept.donne <= recorded if kept.editing else kept.donne == recorded + 1):
            self.form, self._aside = kept.form, kept.aside
            self.editing = kept.donne if kept.editing else None

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
        self.form = form
        self._keep()

    def edit(self, number: int, *, reason: str = "") -> bool:
        """Take up a donne of the sheet, and put what was being entered aside; False where it has marks alone.

        With a reason it is the arbiter who corrects, on a sheet that may be signed already.
        """
        entered = self._session.feuille.donnes[number - 1].donne
        if not isinstance(entered, Entry):
            return False
        if self.editing is None:
            self._aside = self.form
        self.editing, self.form, self._reason = number, EntryForm.of(entered), reason
        self._keep()
        return True

    def leave(self) -> None:
        """Forget what is being entered: a correction given up, or a donne that is a fact now."""
        self.form, self._aside, self.editing = self._aside or EntryForm(), None, None
        self._reason = ""
        self._keep()

    def correction(self, entry: Entry) -> DonneReplaced | None:
        """Return what the arbiter decides by this entry, None where it is North who writes."""
        if not self._reason or self.editing is None:
            return None
        old = self._session.feuille.donnes[self.editing - 1].id
        return DonneReplaced(position=self._session.position, replaces=old, entry=entry, reason=self._reason)

    def write(self, entry: Entry) -> Written:
        """Record the donne, or enter it otherwise where North corrects it."""
        if self.editing is not None:
            return self._session.replace(self.editing, entry)
        return self._session.record(entry)

    def announce_due(self) -> tuple[Seat, Announce] | None:
        """Return what the arbiter must be asked for before these cards are played, where nobody has asked yet."""
        form, feuille = self.form, self._session.feuille
        if self.editing is not None or form.preneur is None or self._session.is_partie:
            return None
        due = [Announce(form.contrat.value)] if form.contrat is not None and form.contrat.is_sur_contrat else []
        due += [Announce.CHELEM] if form.chelem is not None and form.chelem.is_announced else []
        asked = {
            request.announce
            for request in feuille.requests
            if request.deal == feuille.deal and request.seat == form.preneur
        }
        return next(((form.preneur, announce) for announce in due if announce not in asked), None)

    @property
    def by_arbiter(self) -> bool:
        """Whether what is being entered is the arbiter's correction."""
        return bool(self._reason)

    def _keep(self) -> None:
        if self._reason:  # the arbiter's word is given now or not at all: a restart does not keep it
            return
        if self.form.is_empty and self.editing is None:
            self._drafts.drop(self._name)
            return
        draft = Draft(donne=self.number, form=self.form, editing=self.editing is not None, aside=self._aside)
        self._drafts.save(self._name, to_json(Draft, draft))


def _read(kept: Mapping[str, object] | None) -> Draft | None:
    """Return the draft in what was kept; one of another version of the form is given up."""
    try:
        return None if kept is None else from_json(Draft, kept)
    except Refused:
        return None
