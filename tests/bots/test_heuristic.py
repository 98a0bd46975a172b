"""What the heuristic is made of, and what it does at single questions."""

import random
from collections.abc import Sequence
from dataclasses import fields as declared
from dataclasses import replace
from math import comb

import numpy as np
import pytest

from paiju.bots.baohuang.compiled import memory
from paiju.bots.baohuang.compiled.memory import OTHERS, WorkRecord, friendship_scores, memory_of, player
from paiju.bots.baohuang.heuristic import HeuristicBot, Piece, Sight, piece_of, strength
from paiju.bots.baohuang.parameters import DEFAULT, Parameters
from paiju.games.baohuang.actions import CROWN, Action
from paiju.games.baohuang.cards import hand_of
from paiju.games.baohuang.game import GAME
from paiju.games.baohuang.notation import parse_cards
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Layout, Phase
from paiju.kernels.baohuang.adapter import from_view
from paiju.kernels.jit import interpreted
from paiju.kernels.records import fields, new

FULL = (0, 0, 0, *[12] * 10)


def cards(text):
    return parse_cards(text, suited=False)


def deal_with(options, hands):
    """A deal that gives the named seats these cards, the others what is left of the deck."""
    deck = list(compile_rules(options).first_deck)
    for text in hands.values():
        for kind in cards(text):
            deck.remove(kind)
    random.Random(1).shuffle(deck)
    dealt = []
    for seat, size in enumerate((34, 34, 34, 33, 33)):
        own = list(cards(hands.get(seat, "")))
        while len(own) < size:
            own.append(deck.pop())
        dealt.append(tuple(own))
    return GAME.deal(options, Layout(tuple(dealt)))


def question_of(state):
    seat = GAME.actors(state)[0]
    return GAME.view(state, seat), GAME.legal_actions(state, seat)


def advance(state, *texts):
    for text in texts:
        seat = GAME.actors(state)[0]
        state, _ = GAME.apply(state, seat, GAME.parse_action(state, seat, text))
    return state


class Untouchable(Sequence):
    """A sequence that may be indexed and searched but not walked."""

    def __init__(self, actions):
        self.actions = actions

    def __len__(self):
        return len(self.actions)

    def __getitem__(self, index):
        return self.actions[index]

    def __contains__(self, action):
        return action in self.actions

    def __iter__(self):
        raise AssertionError("a huge list was walked through")


def test_all_parameters_are_in_one_frozen_class():
    assert all(field.default is not None for field in declared(Parameters))
    assert len(DEFAULT.turn) == len(DEFAULT.control) == 6
    assert all(len(odds) == 9 for owner in DEFAULT.evidence for odds in owner)
    with pytest.raises(AttributeError):
        DEFAULT.height = 1.0


def test_tails_are_those_of_the_binomial_distribution():
    tail = fields(player(DEFAULT)).tails[10, 3]
    assert (tail[:3] == 0).all()
    expected = 1 - sum(comb(16, k) * 0.25**k * 0.75 ** (16 - k) for k in range(3))
    assert tail[16] == pytest.approx(expected)


class Prospects:
    """What a seat expects beside some rivals of equal size."""

    def __init__(self, unseen=FULL, size=30, friendship=-1.0, rivals=OTHERS, big=3, ties=0):
        self.work, self.weights = fields(new(WorkRecord)), fields(player(DEFAULT))
        work = self.work
        work.rivals, work.cards, work.ties = rivals, rivals * size, ties
        work.cards_of[:], work.friend[:] = size, friendship
        work.unseen[:], work.unseen_small, work.unseen_big = unseen, 3 if big else 0, big
        work.joker = min(1.0, DEFAULT.joker_use * (work.unseen_small + big) / rivals)

    def stands(self, rank, size):
        return interpreted(memory.stands)(self.weights, self.work, rank, size)

    def stands_with_small(self, rank, naturals, small):
        return interpreted(memory.stands_with_small)(self.weights, self.work, rank, naturals, small)


def test_higher_and_longer_sets_are_less_often_beaten():
    view = Prospects()
    by_rank = [view.stands(rank, 3) for rank in range(3, 13)]
    assert by_rank == sorted(by_rank)
    assert view.stands(5, 8) > view.stands(5, 4) > view.stands(5, 3)


def test_an_unbeatable_set_is_certain_to_stand():
    assert Prospects(size=2, rivals=1).stands(3, 3) == 1.0
    assert Prospects(big=0).stands_with_small(4, 2, 1) == 1.0
    assert Prospects().stands_with_small(4, 2, 1) < 1.0


def test_a_set_is_less_likely_to_be_beaten_by_friends():
    assert Prospects(friendship=1.0).stands(6, 3) > Prospects().stands(6, 3)


def test_equal_sets_beat_each_other_only_where_the_order_says_so():
    one_rank = (0,) * 12 + (12,)
    assert Prospects(one_rank, big=0).stands(12, 2) == 1.0
    assert Prospects(one_rank, big=0, ties=1).stands(12, 2) < 1.0


def test_a_play_is_split_into_naturals_twos_and_jokers():
    assert piece_of(cards("9 9 b r")) == Piece(6, 2, 0, 1, 1)
    assert piece_of(cards("9 2 2")) == Piece(6, 1, 2, 0, 0)
    assert piece_of(cards("2 2 R")) == Piece(12, 2, 0, 0, 1)
    assert piece_of(cards("B")) == Piece(-1, 0, 0, 1, 0)


def test_unseen_cards_and_the_hand_make_the_deck():
    state = advance(deal_with(GAME.options({}), {0: "R 6 6 6 K 2 b r", 1: "B"}), "crown")
    sight = Sight(*question_of(state))
    work = sight.work
    assert list(work.unseen[3:]) == [16 - copies for copies in sight.ranks[3:]]
    assert (work.unseen_small, work.unseen_big) == (4 - work.small, 4 - work.big)
    assert work.groups == sum(map(bool, sight.ranks))


EMPEROR = "R 6 6 6 7 7 7 8 8 8 9 9 9 A A A"


def test_the_emperor_trusts_a_seat_that_beats_them_less():
    state = deal_with(GAME.options({}), {0: EMPEROR, 1: "9 2 2 2 2", 2: "B"})
    state = advance(state, "crown", "play A A A", "play 2 2 2", "pass")
    view = GAME.view(state, 0)
    friendship = np.zeros(5)
    interpreted(friendship_scores)(
        fields(from_view(view)), fields(memory_of(view, state.rules, DEFAULT)), fields(player(DEFAULT)), 0, friendship
    )  # fmt: skip
    assert friendship[1] < friendship[2]
    assert friendship[0] == 1.0
    assert sum((f + 1) / 2 for f in friendship[1:]) == pytest.approx(1.0)


def test_a_play_that_empties_the_hand_is_played():
    """All leads with a hand of one rank: it lays everything, and does not save its joker."""
    state = deal_with(GAME.options({}), {0: EMPEROR, 1: "B"})
    state = advance(state, "crown")
    hand = hand_of(cards("9 9 9 R"))
    state.set_hand(0, hand)
    view, legal = question_of(state)
    assert HeuristicBot(0).choose(view, legal).cards == cards("9 9 9 R")


def test_the_guard_leaves_the_emperor_the_trick():
    """Last to answer a high set: the guard leaves it to the emperor, a commoner with the same cards does not."""
    own = "2 2 2 9 9 9 9 J J J J"
    options = GAME.options({})
    for guard, passes in ((4, True), (1, False)):
        hands = {0: EMPEROR, guard: "B", 4: own + (" B" if guard == 4 else "")}
        state = advance(deal_with(options, hands), "crown", "play A A A", "pass", "pass", "pass")
        view, legal = question_of(state)
        assert view.viewer == 4
        assert (HeuristicBot(0).choose(view, legal).verb == "pass") is passes


def test_a_hidden_guard_keeps_the_card_that_reveals_them():
    """An equal small joker goes first."""
    state = deal_with(GAME.options({}), {0: EMPEROR, 1: "b B 7 7"})
    state = advance(state, "crown")
    state.set_hand(0, hand_of(cards("R 2 2 2 6 6")))
    state.set_hand(1, hand_of(cards("b B 7")))
    guard = GAME.view(state, 1)
    options = (Action("play", cards("7 b")), Action("play", cards("7 B")))
    for order in (options, options[::-1]):
        assert HeuristicBot(0).choose(replace(guard, top=None), order).cards == cards("7 b")


def test_weak_and_strong_hands_are_told_apart():
    options = GAME.options({})
    weak = GAME.view(deal_with(options, {0: "R 6 7 8 9 T J Q K 6 7 8 9 T J Q K"}), 0)
    strong = GAME.view(deal_with(options, {0: "R r r b b 2 2 2 2 2 2 2 2 A A A A A A"}), 0)
    assert strength(DEFAULT, weak) < strength(DEFAULT, strong)
    assert strength(DEFAULT, strong) > 2


def test_the_heuristic_abdicates_with_both_identity_cards_and_not_with_one():
    options = GAME.options({})
    for hand, verb in (("R B", "abdicate"), ("R", "crown")):
        view, legal = question_of(deal_with(options, {0: hand}))
        assert HeuristicBot(0).choose(view, legal).verb == verb


def test_strong_hands_raise_the_stakes_and_weak_ones_do_not():
    options = GAME.options({"preset": "pagat-scored"})
    strong = "r r r b b b 2 2 2 2 2 2 2 2 2 2 A A A A A A A A A A K K K K K K K K"
    weak = "6 6 7 7 8 8 9 9 T T J J Q Q K K 6 7 8 9 T J Q K"
    for hand, verb in ((strong, "revolt"), (weak, "quiet")):
        state = deal_with(options, {0: "R", 1: hand, 2: "B"})
        state, _ = GAME.apply(state, 0, CROWN)
        state = advance(state, "quiet")
        view, legal = question_of(state)
        assert view.viewer == 1
        assert HeuristicBot(0).choose(view, legal).verb == verb


def test_low_cards_are_returned_without_walking_through_all_choices():
    options = GAME.options({"preset": "moegirl-threes"})
    carry = None
    for index in range(20):
        state = GAME.deal(options, bytes([index]) * 32, carry)
        bots = [HeuristicBot(seat) for seat in range(5)]
        while GAME.actors(state):
            view, legal = question_of(state)
            if state.phase is Phase.GIVE_BACK:
                choice = bots[view.viewer].choose(view, Untouchable(legal))
                assert choice in legal
                assert max(choice.cards) < 48
                return
            state, _ = GAME.apply(state, view.viewer, bots[view.viewer].choose(view, legal))
        carry = GAME.carry(state)
    raise AssertionError("no tribute in twenty deals")


def test_the_emperor_defers_rather_than_passes():
    options = GAME.options({"emperor_defer": True})
    state = deal_with(options, {0: EMPEROR, 1: "9 9 2 2 2 2", 2: "B"})
    state = advance(state, "crown", "play 6", "play 9", "pass", "pass", "pass")
    view, legal = question_of(state)
    assert [action.verb for action in legal[:2]] == ["pass", "defer"]
    assert HeuristicBot(0).choose(view, legal[:2]).verb == "defer"
