"""Who the guard is: the evidence is public, view and kernel agree, and the shipped weights beat the log-odds."""

import json

import numpy as np
import pytest
import torch

from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.heuristic.bot import HeuristicBot
from paiju.bots.baohuang.heuristic.values import DEFAULT
from paiju.bots.baohuang.net.guards.network import (
    EVENT_SIZE,
    SEAT_SIZE,
    VERSION,
    GuardNetwork,
    Questions,
    shapes,
)
from paiju.bots.baohuang.net.guards.reading import SHIPPED, GuardReader, evidence_of
from paiju.bots.baohuang.net.playing import read_weights
from paiju.cli import run as command_line
from paiju.core.errors import UsageError
from paiju.games.baohuang import GAME
from paiju.games.baohuang.state import Role
from paiju.kernels.baohuang.rules import rules_for
from paiju.train.baohuang.guards.doubting import doubted
from paiju.train.baohuang.guards.populations import EMPEROR, KEPT, LEARNED, asked_in, evidence, viewers_of
from paiju.train.baohuang.guards.populations import HEURISTIC as PLAYERS
from paiju.train.baohuang.guards.report import BEGIN, END, FIRM, report_of
from tests.kernels.baohuang.driving import playing
from tests.properties.histories import looking_like

OPTIONS = GAME.options({"preset": "pagat"})
RULES, HEURISTIC = rules_for(OPTIONS), weights_of(DEFAULT)
SUSPICION = DEFAULT.suspicion
DEALS = 300
STRANGERS = [
    pytest.param(one, id=one.name, marks=() if at == 0 else pytest.mark.long)
    for at, one in enumerate(one for one in (*KEPT, *LEARNED) if not one.mind)
]


def revealed(population, first, deals):
    """What emperors saw in deals of some players."""
    return evidence(RULES, HEURISTIC, population.play(RULES, first + np.arange(deals), first))


def drawn_weights(seed, scale=0.3):
    """Weights that know nothing."""
    rng = np.random.default_rng(seed)
    return {
        name: rng.normal(scale=scale, size=shape).astype(np.float32)
        for name, shape in shapes(8, 4, 8).items()
    }


def hidden_views(rng):
    """Views of seats that do not know the guard, in a deal that the heuristic plays."""
    state = playing(rng, OPTIONS)
    while state.queue:
        seat = state.queue[0]
        legal, view = GAME.legal_actions(state, seat), GAME.view(state, seat)
        if None in view.roles and view.roles[seat] is not Role.GUARD:
            yield state, view
        state, _ = GAME.apply(state, seat, HeuristicBot(0).choose(view, legal))


def test_no_hidden_card_changes_the_evidence(rng):
    """However the unseen cards lie, the evidence is the same. In some deals the guard shows himself before there is any."""
    seen = 0
    for _ in range(20):
        for _, view in hidden_views(rng):
            counterpart = looking_like(view, rng)
            if counterpart is None:
                continue
            one, other = (evidence_of(own, HEURISTIC) for own in (view, GAME.view(counterpart, view.viewer)))
            assert all((a == b).all() for a, b in zip(one, other, strict=True))
            others = [entry for trick in (*view.tricks, view.trick) for entry in trick]
            others = [entry.seat for entry in others if entry.seat not in (view.emperor, view.viewer)]
            assert [(seat - view.emperor - 1) % 5 for seat in others] == one.seats.tolist()
            seen += len(others)
        if seen:
            break
    assert seen


def test_evidence_comes_only_from_deals_with_a_hidden_guard(seed):
    games = PLAYERS.play(RULES, seed + np.arange(40), seed)
    played = evidence(RULES, HEURISTIC, games, viewers_of(games, np.random.default_rng(seed)))
    assert len(played.events) == len(played.seats) == played.first[-1]
    assert played.events.shape[1] == EVENT_SIZE
    for question in played.told:
        deal = question["deal"]
        assert 0 <= question["events"] <= played.first[deal + 1] - played.first[deal]
    assert (played.guards != played.viewers).all()
    assert set(played.viewers.tolist()) > {EMPEROR}
    assert (evidence(RULES, HEURISTIC, games).viewers == EMPEROR).all()


def test_only_possible_seats_have_a_chance(seed):
    weights = drawn_weights(seed, 30)  # beyond what a float's exponential holds
    played = revealed(PLAYERS, seed, 4)
    network = GuardNetwork(weights, SUSPICION)
    for events, seats, question in asked_in(played, np.ones(len(played.told), bool)):
        for seat in range(4):
            possible = np.repeat(np.arange(4)[None] != seat, len(question.since), 0)
            chances = network.chances(events, seats, question._replace(possible=possible))
            assert (chances[:, seat] == 0).all()
            assert (chances >= 0).all()
            assert chances.sum(1) == pytest.approx(1, abs=1e-5)


def test_renumbering_the_seats_permutes_the_chances(seed):
    """Whoever is called first: other numbers for the seats give the same chances, in another order."""
    network, played = GuardNetwork(drawn_weights(seed), SUSPICION), revealed(PLAYERS, seed, 6)
    order = np.random.default_rng(seed).permutation(4)
    for events, seats, question in asked_in(played, np.ones(len(played.told), bool)):
        chances = network.chances(events, seats, question)
        scenes = question.scenes.copy()
        blocks = scenes[:, : 4 * SEAT_SIZE].reshape(-1, 4, SEAT_SIZE)
        blocks[:, order] = blocks.copy()
        turned = network.chances(events, order[seats], question._replace(scenes=scenes))
        assert turned[:, order] == pytest.approx(chances, abs=1e-4)


def test_later_events_do_not_change_an_answer(seed):
    """A question is answered by the events before it: asked alone, with those alone, it is answered the same."""
    network, played = GuardNetwork(drawn_weights(seed), SUSPICION), revealed(PLAYERS, seed, 3)
    for events, seats, question in asked_in(played, np.ones(len(played.told), bool)):
        together = network.chances(events, seats, question)
        for row, chances in enumerate(together):
            alone = Questions(*(column[row : row + 1] for column in question))
            rows = slice(alone.since[0], alone.until[0])
            alone = alone._replace(since=alone.since * 0, until=alone.until - alone.since)
            assert network.chances(events[rows], seats[rows], alone)[0] == pytest.approx(chances, abs=1e-4)


def test_learned_doubt_uses_the_form_that_play_uses(seed):
    network, played = GuardNetwork(drawn_weights(seed), SUSPICION), revealed(PLAYERS, seed, 3)
    weights = {name: torch.from_numpy(array) for name, array in drawn_weights(seed).items()}
    for question in asked_in(played, np.ones(len(played.told), bool)):
        clues = [torch.from_numpy(column) for column in network.clues(*question)]
        assert doubted(weights, *clues).numpy() == pytest.approx(network.chances(*question), abs=1e-5)


@pytest.mark.skipif(not SHIPPED.exists(), reason="no weights are shipped yet")
class TestShipped:
    def test_the_shipped_weights_beat_the_heuristics_log_odds(self, seed):
        weights = read_weights(SHIPPED, "events", VERSION).arrays
        played = revealed(PLAYERS, seed, DEALS)
        report = report_of("", GuardNetwork(weights, SUSPICION), played, SUSPICION, learned=True)
        for ply in (30, 60):
            known = report.at(ply)
            assert known.network.value < known.odds.value - 0.03
        broken = {name: array[::-1] for name, array in weights.items()}
        worse = report_of("", GuardNetwork(broken, SUSPICION), played, SUSPICION, learned=True)
        assert worse.at(60).network.value > known.network.value + 0.1

    @pytest.mark.parametrize("population", STRANGERS)
    def test_the_shipped_weights_are_cautious_about_strangers(self, population, seed):
        """Nobody makes them much worse than a blind guess or the log-odds, whichever is better, not even players never learned from."""
        network = GuardNetwork(read_weights(SHIPPED, "events", VERSION).arrays, SUSPICION)
        report = report_of("", network, revealed(population, seed, DEALS), SUSPICION, learned=True)
        for ply in (30, 60):
            worse = report.at(ply).worse
            assert worse.value < 0.06 + 5 * worse.se, ply

    def test_the_shipped_chances_are_calibrated(self, seed):
        """Where the heuristic plays they never say much more than is true, of any tenth."""
        network = GuardNetwork(read_weights(SHIPPED, "events", VERSION).arrays, SUSPICION)
        report = report_of("", network, revealed(PLAYERS, seed, 2 * DEALS), SUSPICION, learned=True)
        firm = [tenth for tenth in report.tenths if tenth.seats >= FIRM]
        assert len(firm) > 4
        assert all(tenth.said - tenth.true < 0.05 + 5 * tenth.error for tenth in firm if tenth.said > 0.3)

    def test_the_shipped_weights_work_from_views(self, rng):
        reader, questions = GuardReader(), 0
        for moment, view in hidden_views(rng):
            state = moment
            chances = reader.chances(view)
            assert sum(chances) == pytest.approx(1, abs=1e-5)
            assert all(
                chance == 0 for chance, role in zip(chances, view.roles, strict=True) if role is not None
            )
            questions += 1
        # There is none where the emperor is alone.
        guards = [seat for seat in range(5) if state.roles.of(seat) is Role.GUARD]
        assert all(reader.chances(GAME.view(state, guard)) is None for guard in guards)
        assert questions

    def test_the_shipped_weights_do_not_apply_to_other_rules(self, rng):
        state = playing(rng, GAME.options({"preset": "moegirl"}))
        assert GuardReader().chances(GAME.view(state, state.turn)) is None

    def test_other_weights_are_refused(self):
        with pytest.raises(UsageError):
            read_weights(SHIPPED)


@pytest.mark.long
def test_the_command_learns_measures_and_publishes(tmp_path, capsys):
    """The command from deals to page; so few of them teach nothing, and that is what it says."""
    page, weights = tmp_path / "page.md", tmp_path / "guards.safetensors"
    page.write_text(f"before\n{BEGIN}\n{END}\nafter\n")
    reported = [
        "--learn",
        "400",
        "--doubt",
        "20",
        "--deals",
        "60",
        "--weights",
        str(weights),
        "--page",
        str(page),
    ]
    assert command_line(["train", "guards", *reported]) == 0
    rows = capsys.readouterr().out.strip().splitlines()[-7:]
    assert all(row in page.read_text() for row in rows)
    assert (tmp_path / "guard.svg").read_text().startswith("<svg")
    assert "400 deals" in weights.with_suffix(".md").read_text()
    card = json.loads(weights.with_suffix(".json").read_text())
    assert 1.0 < card["measured"]["heuristic"]["10"]["nats"] < 1.7
    assert {"search", "decoy", "levels at the table"} <= card["measured"].keys()
    assert read_weights(weights, "events", VERSION).parameters == DEFAULT
