"""The people of a simulated evening: names that clubs know, drawn from a seed."""

from __future__ import annotations

from itertools import product

from app.domain.chance import Chance

NAMES = """
MARTIN BERNARD THOMAS PETIT ROBERT RICHARD DURAND DUBOIS MOREAU LAURENT SIMON MICHEL LEFEBVRE LEROY ROUX DAVID
BERTRAND MOREL FOURNIER GIRARD BONNET DUPONT LAMBERT FONTAINE ROUSSEAU VINCENT MULLER LEFEVRE FAURE ANDRE
MERCIER BLANC GUERIN BOYER GARNIER CHEVALIER FRANÇOIS LEGRAND GAUTHIER GARCIA PERRIN ROBIN CLÉMENT MORIN
"""
FIRST_NAMES = """
Marie Jean Pierre Jacqueline Michel Monique André Françoise Philippe Catherine Alain Sylvie Bernard Nicole
Daniel Isabelle Patrick Anne Gérard Martine Christian Chantal Claude Brigitte Éric Nathalie Hélène Zoé
"""


def draw_people(seed: int, how_many: int) -> list[tuple[str, str]]:
    """Return so many people, name and first name, no two alike."""
    return Chance(seed).shuffled(product(NAMES.split(), FIRST_NAMES.split()))[:how_many]
