"""Sentences for a fault that cannot be judged as it is told."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "code_unknown": N_("The code of arbitration has no “{code}”: choose one of its faults."),
    "code_does_not_warn": N_("“{code}” carries no warning: rule without one."),
    "not_the_dealer": N_("This fault is the dealer's: name {seat}, who dealt."),
    "not_the_preneur": N_("This fault is the preneur's: name {seat}, who took."),
    "not_a_defender": N_("This fault is a defender's, and {seat} is of the attack: name a defender."),
    "players_of_two_camps": N_("The players at fault are of both camps: rule on each camp apart."),
    "negative": N_("“{field}” is {value}: give a figure of 0 or more."),
}
