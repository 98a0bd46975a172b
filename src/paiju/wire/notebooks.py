"""For notebooks: pictures of positions with the card art of the tables, and records as columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from paiju import wire
from paiju.core.document import Record
from paiju.core.errors import UsageError, check_choice, check_seat, check_type, whole_number
from paiju.core.game import Game, Position
from paiju.core.record import Step, options_of, replay_deal
from paiju.games.registry import available, load
from paiju.wire import open_json, view_json
from paiju.wire.pack import pack_of
from paiju.wire.pictures import Placed, drawn

Json = dict[str, Any]
LANGUAGES = ("en", "zh", "fa")


class Picture:
    """A position as PNG; a notebook displays it, `save` writes it to a file."""

    def __init__(self, png: bytes) -> None:
        self.png = png

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        return f"<Picture, {len(self.png):,} bytes>"

    def save(self, path: str | Path) -> None:
        """Write the PNG to a file."""
        Path(path).write_bytes(self.png)


def picture(of: Any, seat: int | None = None, *, deal: int = -1, step: int = -1, lang: str = "en") -> Picture:
    """The table as `seat` sees it, or with all hands open.

    Args:
        of: a view, which says itself who sees it; a position; a step of a replay; or a record.
        seat: whose view is drawn; None for all hands.
        deal: of a record the deal, counted from 0, from the end where it is below 0.
        step: of a record the step of that deal, counted in the same way.
        lang: the language of the faces: `en`, `zh` or `fa`.

    Raises:
        UsageError: usage.type; usage.seat; usage.number, for a deal or step that the record does not have; usage.game, for a game
            without pictures.
        RecordError: for a record that cannot be replayed.
    """
    if isinstance(of, Record):
        game = load(of.game)
        options = options_of(game, of)
        at = _place(deal, len(of.deals))
        dress, states = wire.dress_of(options, of.deals[at].seed), []
        for one in replay_deal(game, options, of, at):
            dress, _ = wire.dressed(dress, one.state, one.events)
            states.append((one.state, dress))
        state, dress = states[_place(step, len(states))]
        return _drawn(_seen(game, options, state, seat, dress), lang)
    if isinstance(of, Position) and of.view is not None:
        of = of.view
    if isinstance(of, (Position, Step)):
        options = of.state.rules.options
        return _drawn(_seen(load(options.game), options, of.state, seat, None), lang)
    if not hasattr(of, "viewer") or not hasattr(of, "options"):
        check_type(of, Position)
    return _drawn(view_json(of, counter=False), lang)


def _place(at: int, length: int) -> int:
    at = whole_number(at, -length, length - 1)
    return at + length if at < 0 else at


def _seen(game: Game, options: Any, state: Any, seat: int | None, dress: Any) -> Json:
    if seat is not None:
        check_seat(seat, game.seats_of(options))
    of = view_json(game.view(state, seat), counter=False, dress=dress)
    if seat is not None:
        return of
    seats = range(game.seats_of(options))
    return open_json(of, [view_json(game.view(state, one), counter=False, dress=dress) for one in seats])


def _drawn(view: Json, lang: str) -> Picture:
    return Picture(drawn(laid_out(view, lang)))


def laid_out(view: Json, lang: str) -> Sequence[Placed]:
    """What lies where on the picture of a view in JSON.

    Raises:
        UsageError: usage.game, for a game without pictures; usage.choice, for another language.
    """
    check_choice(lang, LANGUAGES)
    picture = pack_of(view["game"]).picture
    if picture is None:
        game, known = view["game"], ", ".join(name for name in available() if pack_of(name).picture)
        raise UsageError("usage.game", f"{game!r} has no pictures", {"text": game, "known": known})
    return picture(view, lang)


def columns(records: Record | Iterable[Record]) -> dict[str, list[Any]]:
    """Records as columns, a row for each seat of each deal that is over: `pandas.DataFrame(paiju.columns(records))`.

    Polars' `DataFrame` and `pyarrow.table` take them as well. `record` counts the records from 0 and `deal` the deals of each;
    `actions` is how many actions the deal has, `points` what the seat won.
    """
    found: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for number, record in enumerate([records] if isinstance(records, Record) else records):
        check_type(record, Record)
        for at, deal in enumerate(record.deals):
            if deal.result is None:
                continue
            for seat, (name, points) in enumerate(zip(record.seats, deal.result["returns"], strict=True)):
                row: Sequence[Any] = (
                    number, record.game, record.digest, at, seat, name, points, deal.result["void"], len(deal.actions),
                )  # fmt: skip
                for column, value in zip(found.values(), row, strict=True):
                    column.append(value)
    return found


COLUMNS = ("record", "game", "digest", "deal", "seat", "player", "points", "void", "actions")
