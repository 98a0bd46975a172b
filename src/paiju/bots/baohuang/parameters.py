"""The numbers that the heuristic of Bao Huang plays by."""

from __future__ import annotations

import hashlib
from dataclasses import astuple, dataclass

Odds = tuple[float, ...]

_EMPERORS_LET_STAND: Odds = (0.03, -0.03, 0.18, 0.08, 0.14, 0.23, 0.1, 0.09, 0.07)
_EMPERORS_BEATEN: Odds = (-0.0, 0.01, -0.18, -0.06, -0.17, -0.76, -0.8, -1.18, -2.0)
_OTHERS_LET_STAND: Odds = (-0.11, -0.19, -0.23, -0.12, -0.1, -0.14, -0.07, -0.06, -0.04)
_OTHERS_BEATEN: Odds = (0.02, 0.06, 0.26, 0.08, 0.14, 0.52, 0.65, 0.84, 1.16)


@dataclass(frozen=True, slots=True)
class Parameters:
    """Weights of the playing phase, in turns; thresholds before it, in deviations of a random hand's worth."""

    # What a hand is worth, in turns. Two tables by group size (1, 2, 3, 4, 5-6, more): what holding a group
    # costs, and what a group is worth that surely stands.
    turn: tuple[float, ...] = (1.005, 1.164, 1.076, 1.079, 1.104, 0.901)
    control: tuple[float, ...] = (0.706, 0.787, 0.849, 0.913, 1.114, 0.196)
    height: float = 0.057  # what each step of rank is worth
    small: float = 0.433  # a small joker in hand
    big: float = 1.289  # a big joker in hand
    bomb: float = 1.0  # a bomb in hand, beyond its four cards
    card: float = -0.014  # each card laid
    split: float = 0.105  # breaking a group

    # Whether a set stands.
    doubt: float = 2.037  # how seriously expected higher sets are taken
    friend_beats: float = 0.195  # how often a sure friend beats us, against a foe's 1
    joker_use: float = 0.427  # how readily others add a joker to beat a set
    lone_small_doubt: float = 0.7  # expected answers to small jokers alone
    small_stands: float = 0.8  # the chance that a standing set with a small joker stays
    bomb_stands: float = 0.97  # the chance that a bomb stands

    # What winning a trick is worth, and whom it hurts.
    lead_control: float = 0.357  # standing with a lead
    follow_control: float = 0.416  # standing with an answer
    danger: float = 0.811  # more for control while a foe is about to finish
    ally_emperor: float = 0.571  # the emperor: leaving a trick to a sure friend
    ally_guard: float = 0.589  # the guard: the same
    ally_people: float = 1.063  # a commoner: the same
    urgency: float = 1.803  # more for leaving it to a seat about to finish
    finished: float = 0.5  # leaving it to a seat that has finished, against 1
    near: float = 14.262  # the hand size from which on a seat counts as near its end
    feed_friend: float = 0.345  # laying exactly as many cards as a friend has left
    feed_foe: float = 1.084  # the same before a foe
    run_out: float = 1.185  # running out from here, if it surely works

    # Roles.
    hidden: float = 0.606  # how much of `ally_guard` a hidden guard shows
    showing: float = 0.244  # a hidden guard laying the card that reveals the role
    suspicion: float = 1.029  # how far the counted odds below are trusted
    solo: float = 0.1  # the chance that an emperor without known guard is alone
    # Log-odds guard against commoner of an answer, [owner is emperor][beaten][class], see `suspicion`.
    evidence: tuple[tuple[Odds, Odds], tuple[Odds, Odds]] = (
        (_OTHERS_LET_STAND, _OTHERS_BEATEN),
        (_EMPERORS_LET_STAND, _EMPERORS_BEATEN),
    )

    # Before play: from 40 000 deals of self-play in which both decisions were played out.
    # At 1.7 a solo emperor comes in first half the time; passing the crown on and being guard is better still.
    crown_above: float = -3.0  # the crown: with any hand better than being a subject
    solo_above: float = 3.0  # the crown with both identity cards
    open_solo_above: float = 2.0  # announcing a solo
    usurp_above: float = 2.2  # playing alone against four
    declare_above: float = 0.3  # a guard revealing the role where that raises the stakes
    declare_free_above: float = 1.8  # the same where it does not
    revolt_above: float = 1.8  # a commoner raising the stakes
    counter_crown_above: float = 0.5  # the emperor's side doubling a revolt
    counter_people_above: float = 1.3  # the people doubling a declaration


DEFAULT = Parameters()


def fingerprint(parameters: Parameters) -> str:
    """Sixteen hexadecimal digits that name some parameters in logs and tests."""
    return hashlib.sha256(repr(astuple(parameters)).encode()).hexdigest()[:16]
