"""Views, events and prompts as JSON: complete, plain, and in step with the rules."""

from __future__ import annotations

import json
from collections import Counter
from typing import get_type_hints

import pytest

from paiju.games import baohuang, paohuzi
from paiju.games.baohuang.cards import cards_of
from paiju.games.baohuang.notation import parse_cards
from paiju.games.baohuang.phases.transfers import CardChoices
from paiju.games.baohuang.state import Phase
from paiju.games.paohuzi.cards import UNIT, hand_of, locked
from paiju.games.paohuzi.melds import CATALOGUES
from paiju.games.paohuzi.notation import parse_card
from paiju.wire import MOST_LISTED, event_json, events_json, prompt_json, view_json
from paiju.wire.baohuang import BaohuangView, HiddenDraw
from paiju.wire.paohuzi import PaohuziView
from tests.drawing import often
from tests.wire.deals import GAMES, moments, random_deal, viewers

NAMES = [game.name for game in GAMES]
FORMS = {"baohuang": BaohuangView, "paohuzi": PaohuziView}


def each_view(game, rng, deals, share=0.1):
    """Some views of random deals with their states, all viewers in turn."""
    for _ in range(deals):
        state = random_deal(game, rng)
        for moment in moments(game, state, rng):
            if rng.random() < share or not game.actors(moment.state):
                for viewer in viewers(game, moment.state):
                    yield moment.state, viewer, game.view(moment.state, viewer)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_view_matches_its_type_and_survives_json(game, rng):
    for state, viewer, view in each_view(game, rng, often(2, 5)):
        data = view_json(view, counter=rng.random() < 0.5, deal=3)
        assert json.loads(json.dumps(data)) == data
        hidden = data["phase"] == "draw" and viewer not in game.actors(state)
        assert list(data) == list(get_type_hints(HiddenDraw)) or not hidden
        assert set(data) == set(get_type_hints(HiddenDraw if hidden else FORMS[game.name]))
        assert data["over"] == (not game.actors(state))
        assert data["deal"] == 3


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_events_are_plain_json_and_hide_private_parts(game, rng):
    for _ in range(often(5, 12)):
        for state, events in moments(game, random_deal(game, rng), rng):
            options = state.rules.options
            for viewer in viewers(game, state):
                for event in events:
                    data = event_json(game, options, event, viewer)
                    assert json.loads(json.dumps(data)) == data
                    assert "private" not in data
                    own = event.private.get(viewer, {})
                    assert set(data) == {"event", *event.public, *own}


def test_a_finished_deal_of_bao_huang_explains_its_points(rng):
    for _ in range(often(8, 20)):
        *_, last = moments(baohuang.GAME, random_deal(baohuang.GAME, rng), rng)
        data = view_json(baohuang.GAME.view(last.state, None), counter=False)
        result = data["result"]
        if result["void"]:
            assert data["hands"] is None
            continue
        events = [event for event in last.events if event.kind == "score"]
        expected = [
            (event.public["seat"], item["amount"], item["why"], item["rule"])
            for event in events
            for item in event.public["items"]
        ]
        items = result["items"]
        assert [(i["seat"], i["amount"], i["reason"], i["rule"]) for i in items] == expected
        assert all(item["points"] * item["multiplier"] == item["amount"] for item in items)
        assert data["places"] == result["places"]
        assert len(data["hands"]) == 5


def test_a_finished_deal_of_paohuzi_explains_its_points(rng):
    won = 0
    for _ in range(often(25, 60)):
        *_, last = moments(paohuzi.GAME, random_deal(paohuzi.GAME, rng), rng)
        result = view_json(paohuzi.GAME.view(last.state, None), counter=False)["result"]
        events = [event for event in last.events if event.kind == "score"]
        expected = [
            (event.public["seat"], item["amount"], item["why"], item["rule"])
            for event in events
            for item in event.public["items"]
        ]
        assert [tuple(item.values()) for item in result["items"]] == expected
        for hu in (event for event in last.events if event.kind == "hu"):
            won += 1
            facts = event_json(paohuzi.GAME, last.state.rules.options, hu, None)
            for part, name in (("named", "items"), ("extra", "extra")):
                assert [tuple(i.values()) for i in result[part]] == [
                    (i["why"], i["amount"], i["rule"]) for i in facts[name]
                ]
            assert [(s["kind"], " ".join(s["cards"]), s["hu"]) for s in result["sets"]] == [
                (s["set"], s["cards"], s["hu"]) for s in facts["sets"]
            ]
            assert all(result[key] == facts[key] for key in ("hu", "bottom", "multiplier", "final"))
    assert won


def test_the_card_counter_of_bao_huang_counts_unseen_cards(rng):
    for state, viewer, view in each_view(baohuang.GAME, rng, often(2, 5)):
        data = view_json(view, counter=True)
        if "unseen" not in data:
            continue
        assert view_json(view, counter=False)["unseen"] is None
        hidden = Counter()
        for seat, hand in enumerate(state.hands):
            if seat != viewer:
                hidden.update(state.roles.called if kind == 56 else kind for kind in cards_of(hand))
        hidden.subtract(token.kind for token in view.known if token.holder != viewer)
        lying = zip(state.plan.pile, view.plan.pile, strict=True)
        hidden.update(kind for (_, kind), (_, own) in lying if own < 0)
        if state.plan.drawing:
            hidden.update(state.plan.drawing.deck[data["drawn"] :])
        if state.result is not None and state.result.void:
            continue  # cards of a pool have gone with the deal
        suited = data["suited"]
        found = {parse_cards(card, suited=suited)[0]: n for card, n in data["unseen"].items()}
        assert {kind: n for kind, n in found.items() if n} == {k: n for k, n in hidden.items() if n}


def test_the_card_counter_of_paohuzi_counts_unseen_cards(rng):
    for _, viewer, view in each_view(paohuzi.GAME, rng, often(10, 25), share=0.5):
        data = view_json(view, counter=True)
        unseen = sum(data["unseen"].values())
        if view.result is not None:
            assert unseen == max(0, view.left - len(view.known_top) - (view.left > len(view.known_top)))
            continue
        others = sum(n for seat, n in enumerate(view.sizes) if seat != viewer)
        covered = sum(card is None for melds in data["melds"] for meld in melds for card in meld["cards"])
        if view.phase == "cut":
            assert (unseen, view.left) == (80, 80)
            continue
        stock = view.left - len(view.known_top) - (view.left > len(view.known_top))
        displayed = view.shown_held and viewer != view.dealer
        assert unseen == others + covered + stock - displayed


def test_the_groups_of_a_paohuzi_hand_contain_every_card(rng):
    for state, viewer, view in each_view(paohuzi.GAME, rng, often(10, 25), share=0.5):
        data = view_json(view, counter=False)
        if viewer is None:
            assert data["hand"] is data["groups"] is data["hu"] is None
            continue
        assert sorted(card for group in data["groups"] for card in group) == sorted(data["hand"])
        held = state.hands[viewer]
        assert all(locked(held) & UNIT[parse_card(card)] for card in data["locked"])
        assert len(data["locked"]) == sum(
            len(group) for group in data["groups"] if len(set(group)) == 1 < len(group) - 1
        )
        for group in data["groups"]:
            kinds = tuple(map(parse_card, group))
            assert len(kinds) <= 4
            assert len(set(kinds)) > 1 or len(kinds) in (1, 2, 3, 4)
            assert hand_of(kinds)
        run_of = {run.cards: run for run in CATALOGUES[view.options.one_five_ten].runs}
        runs = [run_of.get(tuple(map(parse_card, group))) for group in data["groups"]]
        secret = sum(
            {3: (3, 6), 4: (9, 12)}[len(group)][group[0][0] == "b"]
            for group in data["groups"]
            if len(group) > 2 and len(set(group)) == 1
        )
        table = sum(meld["hu"] for meld in data["melds"][viewer])
        assert data["hu"] == table + secret + sum(run.hu for run in runs if run)


def test_an_interrupted_draw_shows_nothing_to_the_others(rng):
    """Where the draw stops reveals who could take the crown (BH A18-64)."""
    seen = 0
    for _ in range(often(25, 60)):
        options = baohuang.GAME.options({"guard_by": "called", "crown_during_draw": True})
        state = baohuang.GAME.deal(options, rng.randbytes(32))
        stubs = {}
        sent = list(baohuang.GAME.opening(state))
        while state.phase is Phase.DRAW and state.queue:
            seen += 1
            (actors,) = state.queue
            for viewer in (*range(5), None):
                data = view_json(baohuang.GAME.view(state, viewer), counter=True)
                if viewer == actors:
                    assert data["plan"]["kind"] == "draw"
                else:
                    assert stubs.setdefault(viewer, data) == data
            state, events = baohuang.GAME.apply(state, actors, baohuang.GAME.legal_actions(state, actors)[0])
            sent += events
        for viewer in (*range(5), None):
            dealt = [e for e in events_json(baohuang.GAME, options, sent, viewer) if e["event"] == "dealt"]
            (event,) = dealt
            assert event["drawn"] == len(state.rules.deck(first_deal=True))
            hand = [] if viewer is None else parse_cards(event["cards"], suited=True)
            assert len(hand) == (0 if viewer is None else sum(state.drawn[viewer]))
    assert seen > 10


def test_a_long_choice_is_sent_as_a_number_of_cards(rng):
    listed = picked = 0
    for _ in range(often(60, 160)):
        for state, _ in moments(baohuang.GAME, random_deal(baohuang.GAME, rng), rng):
            if state.phase in (Phase.PLAY, Phase.OVER):
                break
            seat = state.queue[0]
            legal = baohuang.GAME.legal_actions(state, seat)
            if not isinstance(legal, CardChoices):
                continue
            prompt = prompt_json(baohuang.GAME, state, seat)
            assert prompt["default"] == baohuang.GAME.action_text(state, legal[0])
            if len(legal) <= MOST_LISTED:
                listed += 1
                assert len(prompt["actions"]) == len(legal)
                assert prompt["pick"] is None
                continue
            picked += 1
            check_pick(state, seat, legal, prompt["pick"], rng)
        if picked > 3 and listed > 3:
            break
    assert picked
    assert listed


def check_pick(state, seat, legal, pick, rng):
    """Random choices are legal exactly where they keep to the limits."""
    suited = state.rules.suited
    held = cards_of(state.hands[seat])
    for _ in range(30):
        cards = tuple(sorted(rng.sample(held, pick["count"])))
        within = all(
            sum(baohuang.notation.card_text(kind, suited=suited) in limit["cards"] for kind in cards)
            <= limit["most"]
            for limit in pick["limits"]
        )
        action = legal[0]._replace(verb=pick["verb"], cards=cards)
        assert (action in legal) is within


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_prompt_names_every_action_and_the_default_first(game, rng):
    for _ in range(12):
        for state, _ in moments(game, random_deal(game, rng), rng):
            for seat in game.actors(state):
                prompt = prompt_json(game, state, seat)
                if prompt["pick"] is not None:
                    continue
                legal = game.legal_actions(state, seat)
                assert prompt["actions"] == [game.action_text(state, action) for action in legal]
                assert prompt["default"] == prompt["actions"][0]
                assert ("hu" in prompt["details"]) == ("hu" in prompt["actions"])


def test_an_offered_hu_says_what_it_pays(rng):
    won = 0
    for _ in range(often(50, 120)):
        state = random_deal(paohuzi.GAME, rng)
        while paohuzi.GAME.actors(state):
            seat = rng.choice(paohuzi.GAME.actors(state))
            legal = paohuzi.GAME.legal_actions(state, seat)
            win = prompt_json(paohuzi.GAME, state, seat)["details"].get("hu")
            action = legal[1] if win else rng.choice(legal)
            state, _ = paohuzi.GAME.apply(state, seat, action)
            if win and state.result is not None and state.result.winner == seat:
                won += 1
                assert win["hu"] == state.result.hu
                assert win["final"] == state.result.final
                assert win["points"] == state.result.returns[seat]
    assert won
