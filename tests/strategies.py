"""Hypothesis strategies for the values of the game."""

from hypothesis import assume
from hypothesis import strategies as st

from app.domain.donne.checks import check_donne
from app.domain.donne.contrat import A_QUATRE, FORMES, Camp, Chelem, Contrat
from app.domain.donne.donne import Donne, Poignee

SEATS = ("N", "S", "E", "O", "E2")


@st.composite
def donnes(draw: st.DrawFn, players: int | None = None) -> Donne:
    """Draw a donne that may be marked, at three, four or five, with or without partner and mort."""
    count = draw(st.sampled_from(sorted(FORMES))) if players is None else players
    seats = SEATS[1:4] if count == 3 else SEATS[:count]
    preneur = draw(st.sampled_from(seats))
    others = [seat for seat in seats if seat != preneur]
    partner, mort = None, None
    if count == 5:
        partner, mort = draw(
            st.sampled_from([(None, None), *((seat, None) for seat in others), *((None, seat) for seat in others)])
        )
    forme = FORMES[count] if mort is None else A_QUATRE
    bouts = draw(st.integers(0, 3))
    demi_points = draw(st.integers(8 * bouts, 182 - 8 * (3 - bouts)))
    sizes = [size for size, _ in forme.poignees]
    showing = draw(st.lists(st.sampled_from([s for s in seats if s != mort]), unique=True, max_size=2))
    donne = Donne(
        players=count,
        seats=seats,
        preneur=preneur,
        contrat=draw(st.sampled_from(Contrat)),
        bouts=bouts,
        demi_points=demi_points if forme.has_halves else demi_points - demi_points % 2,
        petit_au_bout=draw(st.sampled_from([None, *Camp])),
        poignees=tuple(Poignee(seat, draw(st.sampled_from(sizes))) for seat in showing),
        chelem=draw(st.sampled_from([None, None, None, *Chelem])),
        partner=partner,
        mort=mort,
    )
    assume(not check_donne(donne))
    return donne
