"""One match of a person against bots, saved after every decision."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from rich.text import Text

from paiju.core.document import MOST_NONCE_BYTES, TRAIL_DIGITS, Origin
from paiju.core.errors import NotationError, OptionError, PaijuError, RecordError, UsageError
from paiju.core.files import ready_to_write, write_whole
from paiju.core.game import Event, Game, Moment, whole
from paiju.core.match import Authority, Match, decisions_of, seed_of
from paiju.core.record import Recorder, dumps, options_of
from paiju.core.rng import commitment
from paiju.locales import default_language
from paiju.tui import saving
from paiju.tui.plain import Drawn, Face, face_of, plain
from paiju.tui.saving import Save
from paiju.tui.screen import Lines, Screen, clean
from paiju.wire import prompt_json

if TYPE_CHECKING:
    from paiju.bots.base import Bot

_SHORT = 16
_MOST_NAME = 12
_NONCE_BYTES = 8
HINT_BOT = "heuristic"

# --- one question to the player: the table, the choices, and lines typed until one of them is an answer

Hint = Callable[[Any, Sequence[Any]], Any]
MakeBot = Callable[[str, int], "Bot"]
Act = Callable[[int, Any], tuple[Moment, ...]]
"""Does an action for a seat; raises RuleError where the rules refuse it."""

PAGE = 24
_LOOKS = ("s", "r", "c", "u", "help", "?")
_MOST_REFUSAL, _MOST_TYPED = 400, 30


class Asker:
    """Asks one player. `sheet` gives the score sheet."""

    def __init__(self, face: Face, lines: Lines, *, hint: Hint, sheet: Callable[[], Drawn]) -> None:
        self._face, self._screen, self._lines = face, face.screen, lines
        self._hint, self._sheet = hint, sheet

    def ask(self, state: Any, view: Any, actions: Sequence[Any], act: Act) -> tuple[Moment, ...] | None:
        """Let the player `act`, once the rules allow what they say; what it leads to, None if they leave."""
        face, screen, pages = self._face, self._screen, 0
        face.details = prompt_json(face.game, state, view.viewer, actions)["details"]
        screen.line(face.title(view), "bold green")
        for note in face.notes(view, actions):
            screen.line(note, "dim")
        if face.lists_at_once(view, actions):
            pages = self._show_page(view, actions, pages)
        while (line := self._lines.read()) is not None and (text := plain(line)) != "q":
            if not text:
                screen.line(face.title(view), "bold green")
            elif text == "?":
                pages = self._show_page(view, actions, pages)
            elif text == "h":
                action = screen.texts.ltr(face.typed(view, self._hint(view, actions)))
                screen.say("ui.hint", "cyan", action=action)
            elif not self._look_up(text, view):
                try:
                    parse = lambda notation: face.game.parse_action(state, view.viewer, notation)  # noqa: E731 - nothing to name
                    action = face.answer(text, view, actions, parse, numbered=pages > 0)
                    return act(view.viewer, action)
                except PaijuError as error:
                    self._refuse(error)
        return None

    def between(self, view: Any) -> str | None:
        """A line typed between deals (to mix into the shuffle); None if the player leaves. `view` is of the deal before."""
        while (line := self._lines.read()) is not None and (text := plain(line)) != "q":
            if text not in _LOOKS:
                return line.strip()
            if text == "s" or view is not None:
                self._look_up("help" if text == "?" else text, view)
            else:
                self._screen.say(self._face.keys, "dim")
        return None

    def _look_up(self, text: str, view: Any) -> bool:
        """Show what a one-letter command asks for; False if `text` is none."""
        show = self._sheet if text == "s" else self._face.looks(view).get(text)
        if show is not None:
            self._screen.show(show())
        return show is not None

    def _show_page(self, view: Any, actions: Sequence[Any], page: int) -> int:
        """Show the next page of the choices, after the last one the first again; the number of the page after it."""
        total, screen = len(actions), self._screen
        first = page * PAGE % (-(-total // PAGE) * PAGE)
        last = min(total, first + PAGE)
        numbers = (Text(f"{at + 1:>4} ", "bold cyan") for at in range(first, last))
        choices = (self._face.choice(view, action) for action in actions[first:last])
        screen.line(screen.flow(map(Text.append_text, numbers, choices)))
        if total > PAGE:
            screen.say("ui.page", "dim", first=first + 1, last=last, total=total)
        return page + 1

    def _refuse(self, error: PaijuError) -> None:
        """One line: what is wrong, the rule, the code."""
        if isinstance(error, NotationError):
            error.facts["text"] = clean(error.text, _MOST_TYPED)
        text = f"{self._screen.texts.error(error)} [{error.code}]"
        self._screen.line(clean(text, _MOST_REFUSAL), "red")


# --- a match, saved after every decision


class Session:
    """A running match. `path` is its save file; `auto_pass` makes forced answers without asking."""

    def __init__(
        self, game: Game, options: Any, *, save: Save, path: Path, screen: Screen, lines: Lines,
        make_bot: MakeBot, auto_pass: bool = True,
    ) -> None:  # fmt: skip
        self._game, self._save, self._path, self._screen = game, save, path, screen
        self._make_bot, self._auto_pass = make_bot, auto_pass
        try:
            self._authority, self._state = Authority.resume(game, options, save.record)
        except RecordError as error:
            raise RecordError(error.code, f"{path}: {error.detail}", error.facts) from None
        self._settled: Any = None
        names = [clean(name, _MOST_NAME) for name in save.record.seats]
        self._face = face_of(game, options, names, screen)
        self._asker = Asker(self._face, lines, hint=self._hint, sheet=self._sheet)

    @property
    def match(self) -> Match:
        """The deals that are over."""
        return self._authority.match

    def run(self) -> bool:
        """Play until the match is over (True) or the player leaves (False); the match is saved either way."""
        self._screen.say(self._face.keys, "dim")
        try:
            over = self._run()
        except KeyboardInterrupt:
            self._screen.line()
            over = False
        if over:
            self._screen.show(self._face.end(self.match))
            self._save.record.over = True
            self._write_record()
            self._path.unlink(missing_ok=True)
        else:
            deals = self._save.record.deals
            if not deals or len(deals[-1].trail) == TRAIL_DIGITS * len(deals[-1].actions):
                self._write()
            self._screen.say("ui.saved", "bold", path=self._screen.texts.ltr(str(self._path)))
        return over

    def _run(self) -> bool:
        if self._state is not None:
            self._screen.say("ui.resumed", "bold")
        elif self.match.returns:
            self._screen.show(self._sheet())
        while not self.match.is_over:
            if not ((self._state is not None or self._begin()) and self._play_deal()):
                return False
        return True

    def _begin(self) -> bool:
        """Publish the commitment, take the player's nonce, deal."""
        save, number, texts = self._save, len(self._save.record.deals), self._screen.texts
        if save.pending is None:
            save.pending = self._chance("secret", number).hex()
            self._write()
        secret = bytes.fromhex(save.pending)
        short = texts.ltr(commitment(secret).hex()[:_SHORT])
        self._screen.say("ui.commitment", deal=len(self.match.returns) + 1, commitment=short)
        typed = self._asker.between(self._settled)
        if typed is None:
            return False
        nonce = (
            typed.encode(errors="replace")[:MOST_NONCE_BYTES] or self._chance("nonce", number)[:_NONCE_BYTES]
        )
        nonces = [nonce if seat == save.you else b"" for seat in range(len(save.record.seats))]
        self._state = self._authority.deal(secret, nonces)[-1].state
        save.pending = None
        self._write()
        self._screen.say("ui.nonce", "dim", nonce=texts.ltr(nonce.hex()))
        self._tell(self._game.opening(self._state))
        return True

    def _play_deal(self) -> bool:
        events: Sequence[Event] = self._game.opening(self._state)
        you = self._save.you
        while actors := self._game.actors(self._state):
            seat = you if you in actors else actors[0]
            actions = self._game.legal_actions(self._state, seat)
            moments = self._decide(actions) if seat == you else self._let_bot_act(seat, actions)
            if moments is None:
                return False
            self._state, events, *_ = whole(moments)
            if seat == you:
                self._write()
            self._tell(events)
        self._settle(events)
        return True

    def _act(self, seat: int, action: Any) -> tuple[Moment, ...]:
        return self._authority.act(self._state, seat, action)

    def _decide(self, actions: Sequence[Any]) -> tuple[Moment, ...] | None:
        """Let the player act; what is forced is done for them, and said. None if they leave."""
        self._screen.show(self._face.flush())
        view = self._view()
        if self._auto_pass and len(actions) == 1:
            self._screen.line(self._face.forced(view, actions[0]), "yellow")
            return self._act(self._save.you, actions[0])
        self._write()
        self._screen.show(["", *self._face.table(view, self.match)])
        return self._asker.ask(self._state, view, actions, self._act)

    def _let_bot_act(self, seat: int, actions: Sequence[Any]) -> tuple[Moment, ...]:
        """Let a bot act.

        Every decision has a seed of its own, so that a resumed match goes the same way, in whatever order the
        seats of a claim window decide.
        """
        save = self._save
        place = f"{len(save.record.deals)} {seat} {decisions_of(save.record, seat)}"
        bot = self._bot(save.bots[seat - (seat > save.you)], place)
        return self._act(seat, bot.choose(self._game.view(self._state, seat), actions))

    def _hint(self, view: Any, actions: Sequence[Any]) -> Any:
        return self._bot(HINT_BOT, "hint").choose(view, actions)

    def _bot(self, name: str, place: str) -> Bot:
        return self._make_bot(name, seed_of(bytes.fromhex(self._save.bot_seed), place))

    def _settle(self, events: Sequence[Event]) -> None:
        """Close the deal: result, reasons, score sheet, and the secret behind the shuffle."""
        screen, view, deal = self._screen, self._view(), self._save.record.deals[-1]
        self._authority.settle(self._state)
        screen.show(self._face.flush())
        self._state, self._settled = None, view
        self._write()
        self._write_record()
        screen.show(["", *self._face.settle(view, events, self.match), "", *self._sheet()])
        screen.say("ui.secret", "dim")
        screen.line(f"  {deal.secret}", "dim")
        screen.say("ui.record", "dim", path=screen.texts.ltr(str(self._save.target)))
        screen.line()

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

    def _sheet(self) -> Drawn:
        return self._face.sheet(self.match)

    def _tell(self, events: Iterable[Event]) -> None:
        seen = [event.seen_by(self._save.you) for event in events]
        self._screen.show(self._face.tell(seen, self._view()))
        if not self._game.actors(self._state):
            self._screen.show(self._face.flush())


# --- from a command to a session: a new match, or the saved one


def choose_game(games: Sequence[str], lang: str) -> str:
    """The game that a person at a terminal picks; the first one where nobody can pick."""
    screen = Screen(lang)
    lines = Lines(screen)
    if not lines.interactive:
        return games[0]
    named: dict[str, str] = {}
    for number, name in enumerate(games, start=1):
        screen.line(f"{screen.texts.number(number)}  {screen.texts.t(f'rules.{name}.title')}")
        named |= {str(number): name, name: name}
    while (answer := lines.read()) is not None:
        if name := named.get(plain(clean(answer)).lower() or "1", ""):
            return name
    return games[0]


def play_match(
    game: Game,
    options: Any = None,
    *,
    bots: Sequence[str] = ("heuristic",),
    lang: str | None = None,
    seed: bytes | None = None,
    resume: bool = False,
    record: Path | None = None,
    name: str = "",
    save: Path | None = None,
    auto_pass: bool = True,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    make_bot: MakeBot | None = None,
) -> int:
    """Play a match at seat 0 against bots until it is over or the player leaves; returns 0.

    `bots` is one name, or one for each other seat. `record` is the new file for the finished deals. With `resume`
    the saved match goes on under its own options, bots and record file; else a saved match is moved aside.

    Raises:
        UsageError: save.none | busy, file.exists | package | unwritable, usage.bots | lang | bot | home.
        RecordError: save.broken, record.*, file.unreadable; the file stays as it is.
    """
    from paiju.bots import base  # noqa: PLC0415 - bots may be slow to import

    path, make = save or saving.default_save(), make_bot or base.make_bot
    with saving.held(path):
        if resume:
            saved, options = open_save(game, path)
            screen = Screen(lang or default_language({"LANG": saved.lang}), stdout)
            if saved.target is None or (record is not None and str(record.absolute()) != saved.target):
                saved.target = str(_target(record, path))
        else:
            screen = Screen(lang or default_language(os.environ), stdout)
            options = options or game.options({})
            own = clean(name, _MOST_NAME).strip() or screen.texts.t("ui.you")
            names = [own, *(screen.texts.t(f"ui.bot.{seat}") for seat in range(1, game.seats_of(options)))]
            saved = new_save(game, options, names=names, bots=bots, lang=screen.texts.lang, seed=seed)
            for bot in dict.fromkeys(saved.bots):  # all that may fail, before the old save goes aside
                make(bot, 0)
            saved.target = str(_target(record, path))
            if moved := saving.set_aside(path):
                screen.say("ui.set_aside", path=screen.texts.ltr(str(moved)))
        session = Session(
            game, options, save=saved, path=path, screen=screen, lines=Lines(screen, stdin), make_bot=make,
            auto_pass=auto_pass,
        )  # fmt: skip
        if weak := base.stand_ins(game.name, saved.bots):
            facts = {"bots": screen.texts.ltr(", ".join(weak)), "known": screen.texts.ltr(base.FAST)}
            screen.say("ui.stand_in", "yellow", **facts)
        session.run()
    return 0


def _target(record: Path | None, save: Path) -> Path:
    """The file for the record: the named one if it is new, else a free name beside the save."""
    if record is not None:
        if record.exists():
            raise UsageError("file.exists", f"{record}: exists already", {"path": str(record)})
        ready_to_write(record)
        return record.absolute()
    folder = save.absolute().parent / "records"
    return folder / f"{datetime.now().astimezone():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}.json"


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

    def drawn(label: bytes) -> str:
        return secrets.token_hex(32) if seed is None else hashlib.sha256(label + seed).hexdigest()

    origin = Origin.of(names, lambda size: drawn(b"match")[: 2 * size])
    record = Recorder(game, options, names, origin).record
    bots = list(bots) * (others if len(bots) == 1 else 1)
    return Save(record, 0, bots, drawn(b"bots"), lang, seed=None if seed is None else drawn(b""))


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
