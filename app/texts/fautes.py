"""The faults as people tell them: the name of each code, and one line on what happened."""

from __future__ import annotations

from app.domain.events.table import EntryUndone
from app.services.fault_families import Family
from app.texts.catalogue import N_, Texts

FAMILIES: dict[Family, tuple[str, str]] = {
    Family.DEAL: (N_("The deal"), N_("Misdeal, wrong dealer, card turned, petit sec")),
    Family.CARDS: (N_("A card seen or badly played"), N_("Shown, out of turn, hand thrown in")),
    Family.RENONCE: (N_("A renonce"), N_("Suit not followed, not cut, not overtrumped")),
    Family.CHIEN: (N_("The écart or the chien"), N_("Wrong écart, chien looked at")),
    Family.POIGNEE: (N_("A poignée"), N_("Short, too many, at the wrong moment")),
    Family.CONDUCT: (N_("Behaviour"), N_("Ethics, hesitation, words, tobacco")),
    Family.TIME: (N_("Time"), N_("Slow play, late, leaving")),
    Family.SHEET: (N_("The sheet"), N_("Wrong, incomplete, forgotten, lost")),
}

FAUTES: dict[str, tuple[str, str]] = {
    # As a donne goes: this is the order in which they are offered.
    "coupe_retournee": (N_("Card turned over in the cut"), N_("A card was seen while the pack was cut.")),
    "erreur_donneur.before_end": (
        N_("Wrong dealer, seen in time"),
        N_("Somebody deals out of turn, and the deal is not finished."),
    ),
    "erreur_donneur.after_end": (
        N_("Wrong dealer, seen too late"),
        N_("Somebody has dealt out of turn, and all cards are dealt."),
    ),
    "fausse_donne.low_card_turned": (
        N_("Low card turned over in the deal"),
        N_("A small card of a suit was seen while the cards were dealt."),
    ),
    "fausse_donne.card_turned": (
        N_("High card turned over in the deal"),
        N_("An honour, an atout or the excuse was seen while the cards were dealt."),
    ),
    "fausse_donne.dealing": (
        N_("Misdeal seen before the bids"),
        N_("Cards are missing or too many in a hand, and nobody has bid yet."),
    ),
    "fausse_donne.after_contract": (
        N_("Misdeal seen after the contract"),
        N_("Somebody has taken, and a hand does not have its number of cards."),
    ),
    "fausse_donne.during_play": (
        N_("Misdeal seen in play"),
        N_("The first card is played, and the deal turns out to be wrong."),
    ),
    "fausse_donne.after_time": (
        N_("Misdeal after time is called"),
        N_("The last deal of the position is wrong, and time is up."),
    ),
    "fausse_donne.dealt_for_another": (
        N_("Misdeal by a helper"),
        N_("Somebody deals for a player who cannot, and makes a mistake."),
    ),
    "petit_sec.announced": (
        N_("Petit sec announced"),
        N_("A player holds the petit as their only atout, without the excuse, and says so."),
    ),
    "petit_sec.found_in_play": (
        N_("Petit sec found in play"),
        N_("A petit sec had not been announced, and play shows it."),
    ),
    "carte_exposee": (N_("Card shown"), N_("A card was seen that should have stayed hidden.")),
    "carte_exposee.harmless": (N_("Card shown, harmless"), N_("A card was seen, and the play is not changed by it.")),
    "carte_exposee.distorting": (
        N_("Card shown, distorting"),
        N_("A card was seen, and it tells something that matters."),
    ),
    "hors_tour": (N_("Card played out of turn"), N_("Somebody leads or plays when it is not their turn.")),
    "cartes_defenseur": (
        N_("Defender with a wrong number of cards"),
        N_("In play, a defender has one card too many or too few."),
    ),
    "toucher_cartes": (N_("Touching the cards"), N_("A player handles tricks or cards that are not theirs.")),
    "jeu_jete": (N_("Hand thrown in"), N_("A hand was thrown on the table and seen once the contract was named.")),
    "etalage": (N_("Hand spread to close"), N_("A player lays their cards down, believing that the rest is theirs.")),
    "renonce.not_consumed": (
        N_("Renonce mended in time"),
        N_("A player did not follow, and said so before the trick was turned."),
    ),
    "renonce.consumed": (
        N_("Renonce"),
        N_("A player did not follow or did not cut as they had to, and play has gone on."),
    ),
    "faux_ecart.seven": (N_("Seven cards in the écart"), N_("The preneur put one card too many aside.")),
    "faux_ecart.five": (N_("Five cards in the écart"), N_("The preneur put one card too few aside.")),
    "faux_ecart.forbidden_card": (
        N_("Forbidden card in the écart"),
        N_("A king, a bout, or an atout that was not shown lies in the écart."),
    ),
    "chien_vu": (N_("Chien looked at"), N_("Somebody saw the chien of a sur-contrat.")),
    "poignee.disorder": (N_("Poignée shown out of order"), N_("The atouts are all there, but not in their order.")),
    "poignee.incomplete_fixable": (
        N_("Poignée short, mended at once"),
        N_("An atout was missing, and it was added before the card was covered."),
    ),
    "poignee.incomplete_final": (N_("Poignée short"), N_("An atout was missing, and it is too late to add it.")),
    "poignee.too_many": (N_("Poignée with too many atouts"), N_("More atouts were shown than the poignée announced.")),
    "poignee.before_turn": (
        N_("Poignée shown before one’s turn"),
        N_("It was shown before the player’s turn to play a first card."),
    ),
    "poignee.after_first_card": (
        N_("Poignée just after the first card"),
        N_("The player’s first card is played, but not yet covered."),
    ),
    "poignee.wrong_time": (N_("Poignée at another wrong moment"), N_("It was shown when it could no longer be.")),
    "poignee.excuse_hides_atout": (
        N_("Excuse shown while an atout is kept"),
        N_("The excuse completes the poignée, yet the player held another atout."),
    ),
    "ethique.incorrection": (N_("Rude behaviour"), N_("Words or gestures that have no place at a table.")),
    "ethique.hesitation": (N_("False hesitation in play"), N_("A player pretends to think, to mislead the others.")),
    "ethique.hesitation_bid": (N_("False hesitation in the bids"), N_("A player makes the others believe in a bid.")),
    "ethique.manierisme": (N_("Telling manners"), N_("A way of playing a card that speaks to a partner.")),
    "ethique.kamikaze": (N_("Suicidal bids"), N_("A player bids without a hand and spoils the tournament for others.")),
    "ethique.ebriete": (N_("Drunkenness"), N_("A player is no longer in a state to play.")),
    "ethique.renonce_call": (
        N_("Calling for an obvious renonce"),
        N_("A player calls the arbiter instead of warning the other one."),
    ),
    "ethique.arbiter_not_called": (N_("Arbiter not called"), N_("The table settled a fault by itself.")),
    "ethique.fausse_donne": (N_("Misdeal on purpose"), N_("A player deals wrongly, or hides it, to avoid a donne.")),
    "fumer": (N_("Smoking"), N_("A player smokes in the room.")),
    "lenteur": (N_("Slow play"), N_("The table is late because of one player or of all.")),
    "retard": (N_("Late at the table"), N_("A player comes after the start of the position.")),
    "abandon": (N_("Leaving the tournament"), N_("A player leaves before the end.")),
    "feuille.not_zero": (N_("Sheet that is not zero"), N_("The bilans of the sheet do not sum to zero.")),
    "feuille.missing_ids": (N_("Sheet without its names"), N_("Names, table or position are not on the sheet.")),
    "feuille.left_on_table": (N_("Sheet left on the table"), N_("Nobody brought the sheet to the desk.")),
    "feuille.lost": (N_("Sheet lost"), N_("The sheet cannot be found.")),
}


def faute_name(code: str, texts: Texts) -> str:
    """Return the name of a fault; what is no code, such as a reason in somebody's words, stays as it is."""
    return texts(FAUTES[code][0]) if code in FAUTES else code


def undone(reason: str, texts: Texts) -> str:
    """Return why something was cancelled; a ruling that was taken back says so by the name of that fact."""
    return texts("ruling taken back") if reason == EntryUndone.__name__ else reason
