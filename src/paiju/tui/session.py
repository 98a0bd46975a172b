"""One match of a person against bots, saved after every decision."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from rich.text import Text

from paiju.core.document import TRAIL_DIGITS, Origin
from paiju.core.errors import OptionError, RecordError, UsageError
from paiju.core.files import write_whole
from paiju.core.game import Event, Game, Moment, whole
from paiju.core.match import Authority, Match, decisions_of, seed_of
from paiju.core.record import Recorder, dumps, options_of
from paiju.core.rng import commitment
from paiju.tui import face, saving
from paiju.tui.face import Setting, face_of
from paiju.tui.questions import Asker
from paiju.tui.saving import Save
from paiju.tui.screen import Lines, Screen, clean

_SHORT = 16
_NONCE_BYTES = 8
HINT_BOT = "heuristic"


class Bot(Protocol):
    """Who plays a seat: given a view and its legal actions, nothing else."""

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """One of the actions."""
        ...


MakeBot = Callable[[str, int], Bot]


class Session:
    """A running match. `path` is its save file; `auto_pass` makes forced answers without asking."""

    def __init__(
        self, game: Game, options: Any, *, save: Save, path: Path, screen: Screen, lines: Lines,
        make_bot: MakeBot, auto_pass: bool = True,
    ) -> None:  # fmt: skip
        self._game = game
        self._face = face_of(game)
        self._options = options
        self._save = save
        self._path = path
        self._screen = screen
        self._lines = lines
        self._make_bot = make_bot
        self._auto_pass = auto_pass
        self._authority, self._state = Authority.resume(game, options, save.record)
        self._settled: Any = None
        self._names = [clean(name, 12) for name in save.record.seats]
        self._narrator = self._face.narrator(screen, self._names, options)
        self._asker = Asker(screen, lines, game, names=self._names, hint=self._hint, sheet=self._sheet)

    @property
    def state(self) -> Any:
        """The running deal, None between deals."""
        return self._state

    @property
    def match(self) -> Match:
        """The deals that are over."""
        return self._authority.match

    def run(self) -> bool:
        """Play until the match is over (True) or the player leaves (False); the match is saved either way."""
        try:
            over = self._run()
        except KeyboardInterrupt:
            self._screen.line()
            over = False
        if over:
            self._finish()
        else:
            self._leave()
        return over

    def _run(self) -> bool:
        if self._state is not None:
            self._screen.say("ui.resumed", "bold")
        elif self.match.returns:
            self._print(self._sheet())
        while not self.match.is_over:
            if self._state is None and not self._begin():
                return False
            if not self._play_deal():
                return False
        return True

    def _begin(self) -> bool:
        """Publish the commitment, take the player's nonce, deal."""
        save, number = self._save, len(self._save.record.deals)
        if save.pending is None:
            save.pending = self._chance("secret", number).hex()
            self._write()
        secret = bytes.fromhex(save.pending)
        short = self._screen.texts.ltr(commitment(secret).hex()[:_SHORT])
        self._screen.say("ui.commitment", deal=len(self.match.returns) + 1, commitment=short)
        typed = self._asker.between(self._settled)
        if typed is None:
            return False
        nonce = saving.nonce_of(typed) or self._chance("nonce", number)[:_NONCE_BYTES]
        nonces = [nonce if seat == save.you else b"" for seat in range(len(self._names))]
        self._state = self._authority.deal(secret, nonces)[-1].state
        save.pending = None
        self._write()
        self._screen.say("ui.nonce", "dim", nonce=self._screen.texts.ltr(nonce.hex()))
        self._tell(self._game.opening(self._state))
        return True

    def _play_deal(self) -> bool:
        events: Sequence[Event] = self._game.opening(self._state)
        while actors := self._game.actors(self._state):
            seat = self._save.you if self._save.you in actors else actors[0]
            actions = self._game.legal_actions(self._state, seat)
            moments = self._decide(actions) if seat == self._save.you else self._let_bot_act(seat, actions)
            if moments is None:
                return False
            self._state, events, *_ = whole(moments)
            if seat == self._save.you:
                self._write()
            self._tell(events)
        self._settle(events)
        return True

    def _act(self, seat: int, action: Any) -> tuple[Moment, ...]:
        return self._authority.act(self._state, seat, action)

    def _decide(self, actions: Sequence[Any]) -> tuple[Moment, ...] | None:
        """Let the player act; what is forced is done for him, and said. None if he leaves."""
        self._print(self._narrator.flush())
        if self._auto_pass and len(actions) == 1:
            self._screen.line(self._face.forced(self._view(), actions[0], self._screen), "yellow")
            return self._act(self._save.you, actions[0])
        view = self._view()
        self._write()
        self._screen.line()
        self._print(self._face.table(view, self._setting(), self._screen))
        return self._asker.ask(self._state, view, actions, self._act)

    def _let_bot_act(self, seat: int, actions: Sequence[Any]) -> tuple[Moment, ...]:
        """Let a bot act.

        Every decision has a seed of its own, so that a resumed match goes the same way, in whatever order the
        seats of a claim window are asked.
        """
        bots = self._save.bots
        name = bots[seat - (seat > self._save.you)]
        record = self._save.record
        place = f"{len(record.deals)} {seat} {decisions_of(record, seat)}"
        bot = self._make_bot(name, seed_of(bytes.fromhex(self._save.bot_seed), place))
        return self._act(seat, bot.choose(self._game.view(self._state, seat), actions))

    def _hint(self, view: Any, actions: Sequence[Any]) -> Any:
        bot = self._make_bot(HINT_BOT, seed_of(bytes.fromhex(self._save.bot_seed), "hint"))
        return bot.choose(view, actions)

    def _settle(self, events: Iterable[Event]) -> None:
        """Close the deal: result, reasons, score sheet, and the secret behind the shuffle."""
        screen, number = self._screen, len(self.match.returns) + 1
        view = self._view()
        deal = self._save.record.deals[-1]
        self._authority.settle(self._state)
        self._print(self._narrator.flush())
        self._state = None
        self._write()
        self._write_record()
        screen.line()
        self._print(self._face.settle(view, events, self._setting(number), screen))
        screen.line()
        self._print(self._sheet())
        screen.say("ui.secret", "dim")
        screen.line(f"  {deal.secret}", "dim")
        screen.say("ui.record", "dim", path=screen.texts.ltr(str(self._save.target)))
        screen.line()
        self._settled = view

    def _finish(self) -> None:
        self._print(face.end_lines(self.match, self._names, self._screen.texts))
        self._save.record.over = True
        self._write_record()
        self._path.unlink(missing_ok=True)

    def _leave(self) -> None:
        deals = self._save.record.deals
        if not deals or len(deals[-1].trail) == TRAIL_DIGITS * len(deals[-1].actions):
            self._write()
        self._screen.say("ui.saved", "bold", path=self._screen.texts.ltr(str(self._path)))

    def _write(self) -> None:
        saving.write_save(self._path, self._save)

    def _write_record(self) -> None:
        """Write the finished deals to the record's own file; a running deal's secret stays sealed."""
        assert self._save.target is not None
        write_whole(Path(self._save.target), dumps(self._save.record.finished()).encode(), private=True)

    def _chance(self, label: str, number: int) -> bytes:
        if self._save.seed is None:
            return secrets.token_bytes(32)
        return hashlib.sha256(bytes.fromhex(self._save.seed) + f"{label} {number}".encode()).digest()

    def _view(self) -> Any:
        return self._game.view(self._state, self._save.you)

    def _setting(self, deal: int | None = None) -> Setting:
        rules = self.match.rules
        deals = rules.length if rules.end == "deals" else None
        scores = face.totals(self.match, len(self._names))
        return Setting(self._names, deal or len(self.match.returns) + 1, deals, scores)

    def _sheet(self) -> list[Text]:
        points = self._face.has_points(self._options)
        return face.score_lines(self.match, self._names, self._screen.texts, points=points)

    def _tell(self, events: Iterable[Event]) -> None:
        view = self._view()
        seen = [event.seen_by(self._save.you) for event in events]
        self._print(self._narrator.tell(seen, view))
        if not self._game.actors(self._state):
            self._print(self._narrator.flush())

    def _print(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self._screen.line(line)


def new_save(
    game: Game, options: Any, *, names: Sequence[str], bots: Sequence[str], lang: str, seed: bytes | None
) -> Save:
    """The save of a match before its first deal; `bots` is one name for all seats, or one for each.

    Raises:
        UsageError: usage.bots.
    """
    others = game.seats_of(options) - 1
    if len(bots) not in (1, others):
        raise UsageError("usage.bots", f"{len(bots)} bots for {others} seats", {"count": others})
    draw = (
        secrets.token_hex
        if seed is None
        else lambda size: hashlib.sha256(b"match" + seed).hexdigest()[: 2 * size]
    )
    record = Recorder(game, options, names, Origin.of(names, draw)).record
    bot_seed = hashlib.sha256(b"bots" + seed).digest() if seed is not None else secrets.token_bytes(32)
    full = hashlib.sha256(seed).hexdigest() if seed is not None else None
    return Save(record, 0, list(bots) * (others if len(bots) == 1 else 1), bot_seed.hex(), lang, seed=full)


def open_save(game: Game, path: Path) -> tuple[Save, Any]:
    """A saved match of `game`, and its options.

    Raises:
        RecordError, UsageError: as `saving.read_save`; record.law, record.digest.
    """
    save = saving.read_save(path)
    if save.record.game != game.name:
        raise saving.broken(path, f"a match of {save.record.game[:20]}")
    try:
        options = options_of(game, save.record)
    except RecordError as error:
        raise RecordError(error.code, f"{path}: {error.detail}", error.facts) from None
    except OptionError as error:
        raise saving.broken(path, error.detail) from None
    return save, options
