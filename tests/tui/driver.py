"""What the terminal tests share: bots that need no other package, scripted input, and matches run in memory."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import paiju
from paiju.tui import play_match

GAME = paiju.load("baohuang")
PAOHUZI = paiju.load("paohuzi")
LANGS = ("zh", "en", "fa")


class Stand:
    """A stand-in for a real bot: the weakest answer it can give, sometimes a pass."""

    def __init__(self, name: str, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view, actions):
        few = [actions[i] for i in range(min(len(actions), 60))]
        plays = [action for action in few if action.verb == "play"]
        if not plays:
            return few[0] if len(few) == 1 or self._random.random() < 0.6 else few[1]
        if view.top is None:
            return max(
                plays, key=lambda action: len({*action.cards} - set(range(44, 57))) * 9 + len(action.cards)
            )
        return plays[0] if self._random.random() < 0.8 else actions[0]


class Taker:
    """A stand-in for a bot of Paohuzi: Hu always, other claims often, any discard."""

    def __init__(self, name: str, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view, actions):
        for action in actions:
            if action.verb == "hu":
                return action
        if actions[0].verb == "pass" and self._random.random() < 0.3:
            return actions[0]
        return self._random.choice(actions[1:] or actions)


def drawn(screen, *parts) -> list[str]:
    """The lines that parts of a table make on a screen in memory."""
    file = screen.console.file
    at = len(file.getvalue())
    screen.show(parts)
    return [line.rstrip() for line in file.getvalue()[at:].splitlines()]


def refused(seat, action):
    """What nobody should come to, who only looks things up."""
    raise AssertionError(f"seat {seat} did {action}")


class Script:
    """Lines typed, one after the other; then the end of input, or `interrupt`."""

    def __init__(self, lines: Iterable[str], *, interrupt: bool = False) -> None:
        self._lines: Iterator[str] = iter(lines)
        self._interrupt = interrupt
        self.read = 0

    def isatty(self) -> bool:
        return False

    def readline(self, most: int = -1) -> str:
        line = next(self._lines, None)
        if line is None:
            if self._interrupt:
                raise KeyboardInterrupt
            return ""
        self.read += 1
        return line + "\n"


def picks(seed: int, count: int = 4000) -> list[str]:
    """Answers by number: mostly the first offers, some of which do not exist."""
    chance = random.Random(seed)
    return [f"#{chance.choice((1, 1, 2, 2, 3))}" for _ in range(count)]


def paohuzi(path: Path, lines, *, preset="akagiri", **more) -> tuple[int, str]:
    """As `play`, at Paohuzi."""
    return play(path, lines, preset=preset, game=PAOHUZI, **more)


def play(
    path: Path, lines, *, preset="pagat", deals=1, lang="en", seed=1, game=GAME, **more
) -> tuple[int, str]:
    """Run a match on scripted lines; the status and everything printed."""
    out = io.StringIO()
    chosen = {
        "preset": preset,
        **({"match_length": deals} if "match_end" not in more.get("options", {}) else {}),
    }
    options = game.options({**chosen, "match_end": "deals", **more.pop("options", {})})
    stdin = lines if hasattr(lines, "readline") else Script(lines)
    status = play_match(
        game, None if more.get("resume") else options, lang=lang, seed=bytes([seed]) * 32, save=path,
        stdin=stdin, stdout=out, make_bot=Stand if game is GAME else Taker, **more,
    )  # fmt: skip
    return status, out.getvalue()
