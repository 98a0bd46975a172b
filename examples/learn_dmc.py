"""Deep Monte Carlo in a minute, with NumPy alone: a small network learns what an action is worth.

    python examples/learn_dmc.py [GAME] [SECONDS] [DEALS]

Every table of the batch plays itself. An action's worth is what its seat made of the deal in the end; the network is
fitted to that, and picks the best action but for one in ten. It never sees more than a seat may know. Deals of the
validation range then tell what it is worth against four (or two) random players; a random player makes 0.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from paiju.envs.batch import BatchEnv
from paiju.envs.seeds import TRAINING, VALIDATION

TABLES, HIDDEN, EXPLORE, RATE, BATCH = 128, 48, 0.1, 0.003, 64
FIELDS = {
    "baohuang": ("hand", "sizes", "roles", "alone", "top", "owner", "passes"),
    "paohuzi": ("source", "card", "turn", "offers", "hand", "sizes", "left"),
}


class Worth:
    """A network of one hidden layer, fitted by Adam to mean squares."""

    def __init__(self, width: int, rng: np.random.Generator) -> None:
        self.parts = [
            rng.normal(0, 1 / width**0.5, (width, HIDDEN)),
            np.zeros(HIDDEN),
            np.zeros(HIDDEN),
            np.zeros(1),
        ]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.fits = 0

    def of(self, rows: np.ndarray) -> np.ndarray:
        """What rows of state and action are worth, shape (rows,)."""
        first, bias, second, last = self.parts
        return np.tanh(rows @ first + bias) @ second + last[0]

    def fit(self, rows: np.ndarray, worth: np.ndarray) -> None:
        """One step towards `worth`, shape (rows,)."""
        first, bias, second, last = self.parts
        hidden = np.tanh(rows @ first + bias)
        error = (hidden @ second + last[0] - worth) / len(rows)
        back = np.outer(error, second) * (1 - hidden**2)
        self.fits += 1
        slopes = (rows.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True))
        for i, slope in enumerate(slopes):
            self.means[i] = 0.9 * self.means[i] + 0.1 * slope
            self.squares[i] = 0.99 * self.squares[i] + 0.01 * slope**2
            size = np.sqrt(self.squares[i] / (1 - 0.99**self.fits)) + 1e-8
            self.parts[i] = self.parts[i] - RATE * self.means[i] / (1 - 0.9**self.fits) / size


def rows_of(env: BatchEnv, tables: np.ndarray) -> np.ndarray:
    """A row for each action of some tables: what its seat sees, and the action's features."""
    seen = env.layout.named(env.observation)
    state = np.concatenate([seen[name].reshape(env.batch, -1) for name in FIELDS[env.layout.game]], axis=1)
    owner = np.repeat(np.arange(env.batch), env.count)
    picked = np.isin(owner, tables)
    actions = env.features[: env.offsets[-1]][picked]
    return np.concatenate([state[owner[picked]], actions, actions == actions.max(0)], axis=1) / 4.0


def best(env: BatchEnv, worth: np.ndarray) -> np.ndarray:
    """The index of the best action at each table."""
    return np.array([worth[a:b].argmax() for a, b in zip(env.offsets[:-1], env.offsets[1:], strict=True)])


def learn(game: str, seconds: int, rng: np.random.Generator) -> Worth:
    """A network that has played itself on training deals for some seconds of processor time."""
    env = BatchEnv(game, batch=TABLES, first=TRAINING.start, actions=True)
    everywhere = np.arange(TABLES)
    network = Worth(rows_of(env, everywhere).shape[1], rng)
    answers: list[list[tuple[int, np.ndarray]]] = [[] for _ in everywhere]
    rows, points = [], []
    end = time.process_time() + seconds
    while time.process_time() < end:
        offered = rows_of(env, everywhere)
        random = (rng.random(TABLES) * env.count).astype(np.int64)
        chosen = np.where(rng.random(TABLES) < EXPLORE, random, best(env, network.of(offered)))
        for table in everywhere[env.count > 1]:
            answers[table].append((int(env.seat[table]), offered[env.offsets[table] + chosen[table]]))
        env.step(chosen)
        for table in np.flatnonzero(env.done):
            rows += [row for _, row in answers[table]]
            points += [env.returns[table, seat] for seat, _ in answers[table]]
            answers[table] = []
        if len(rows) > 20 * TABLES:
            order = rng.permutation(len(rows))
            for part in np.array_split(order, len(order) // BATCH):
                network.fit(np.array(rows)[part], np.array(points, float)[part])
            rows, points = [], []
    return network


def measure(game: str, network: Worth, deals: int, rng: np.random.Generator) -> tuple[float, float]:
    """Points per deal of one seat that plays by the network among random ones, and the standard error."""
    env = BatchEnv(game, batch=TABLES, first=VALIDATION.start, actions=True)
    mine = env.number % env.seats
    points: list[int] = []
    while len(points) < deals:
        chosen = (rng.random(TABLES) * env.count).astype(np.int64)
        ours = np.flatnonzero(env.seat == mine)
        worth, at = network.of(rows_of(env, ours)), 0
        for table in ours:
            chosen[table] = worth[at : at + env.count[table]].argmax()
            at += env.count[table]
        env.step(chosen)
        points += env.returns[env.done, mine[env.done]].tolist()
        mine = env.number % env.seats
    return float(np.mean(points)), float(np.std(points) / len(points) ** 0.5)


def main(game: str = "baohuang", seconds: int = 60, deals: int = 2000) -> tuple[float, float]:
    """Learn, measure, tell."""
    rng = np.random.default_rng(0)
    margin, error = measure(game, learn(game, seconds, rng), deals, rng)
    print(f"{game}: {margin:+.3f} points per deal against random players, standard error {error:.3f}")
    return margin, error


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:]))
