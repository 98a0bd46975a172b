"""For notebooks: pictures of positions with the card art of the tables, and records as tables of numbers."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from html import escape
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from paiju import wire
from paiju.core.document import DealRecord, Record
from paiju.core.errors import PaijuError, UsageError, check_choice, check_seat, check_type, whole_number
from paiju.core.game import Game, Position
from paiju.core.record import options_of, replay_deal
from paiju.games.registry import available, load
from paiju.wire import open_json, view_json
from paiju.wire.pack import pack_of
from paiju.wire.pictures import Placed, drawn, svg

Json = dict[str, Any]
LANGUAGES = ("en", "zh", "fa")
_WIDE = 600


class Picture:
    """A position as PNG and as SVG; a notebook displays it, `save` writes it to a file."""

    def __init__(self, placed: Sequence[Placed]) -> None:
        """`placed` is what lies where."""
        self._placed = placed

    @cached_property
    def png(self) -> bytes:
        """1200 x 630 pixels, as a file."""
        return drawn(self._placed)

    @cached_property
    def svg(self) -> str:
        """The same for print, as a document that loads nothing."""
        return svg(self._placed)

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        return f"<Picture, {len(self.png):,} bytes>"

    def save(self, path: str | Path) -> None:
        """Write a file: SVG if its name ends with `.svg`, otherwise PNG."""
        whole = self.svg.encode() if str(path).endswith(".svg") else self.png
        Path(path).write_bytes(whole)


def picture(of: Any, seat: int | None = None, *, deal: int = -1, step: int = -1, lang: str = "en") -> Picture:
    """The table as `seat` sees it, or with all hands open.

    Args:
        of: a view, which says itself who sees it; a state, a position or a step of a replay; a record; or what
            `evaluate_hand` says of a Paohuzi hand, drawn as its sets.
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
        suits, states = wire.suit_faces(options, of.deals[at].seed), []
        for one in replay_deal(game, options, of, at):
            suits, _ = wire.with_suit_faces(suits, one.state, one.events)
            states.append((one.state, suits))
        state, suits = states[_place(step, len(states))]
        return _drawn(_seen(game, options, state, seat, suits), lang)
    if hasattr(of, "parts"):
        return _drawn({"game": of.game, "parts": of.parts}, lang)
    of = _seat_or_table(of)
    if hasattr(of, "rules"):
        options = of.rules.options
        return _drawn(_seen(load(options.game), options, of, seat, None), lang)
    if not hasattr(of, "viewer") or not hasattr(of, "options"):
        check_type(of, Position)
    return _drawn(view_json(of, counter=False), lang)


def _seat_or_table(of: Any) -> Any:
    """The view of a position that is one of a seat, else the state of a position or a step; everything else as it is."""
    return getattr(of, "view", None) or getattr(of, "state", of)


def html(of: Any) -> str | None:
    """HTML with the picture of `picture` above the text that rebuilds the value, or above the points of a record's deals.

    None where there is nothing to draw.
    """
    try:
        png = base64.b64encode(picture(of).png).decode()
    except PaijuError:
        return None
    text = escape(repr(_seat_or_table(of)))
    below = _deals(of) if isinstance(of, Record) else f"<code>{text}</code>"
    image = f'<img width="{_WIDE}" alt="{text}" src="data:image/png;base64,{png}">'
    return f'<figure style="margin:0">{image}<figcaption>{below}</figcaption></figure>'


def _deals(record: Record) -> str:
    """The points of each deal that is over, a column for each seat."""
    head = "".join(f"<th>{escape(name)}</th>" for name in record.seats)
    rows = "".join(
        f"<tr><td>{at + 1}</td>{''.join(f'<td>{points}</td>' for points in deal.result['returns'])}</tr>"
        for at, deal in enumerate(record.deals)
        if deal.result is not None
    )
    return f"<table><tr><th></th>{head}</tr>{rows}</table>"


def _place(at: int, length: int) -> int:
    at = whole_number(at, -length, length - 1)
    return at + length if at < 0 else at


def _seen(game: Game, options: Any, state: Any, seat: int | None, suits: Any) -> Json:
    if seat is not None:
        check_seat(seat, game.seats_of(options))
    of = view_json(game.view(state, seat), counter=False, suits=suits)
    if seat is not None:
        return of
    seats = range(game.seats_of(options))
    return open_json(of, [view_json(game.view(state, one), counter=False, suits=suits) for one in seats])


def _drawn(view: Json, lang: str) -> Picture:
    return Picture(laid_out(view, lang))


def laid_out(view: Json, lang: str) -> Sequence[Placed]:
    """The pieces of the picture of a view in JSON, with their places.

    Raises:
        UsageError: usage.game, for a game without pictures; usage.choice, for another language.
    """
    check_choice(lang, LANGUAGES)
    picture = pack_of(view["game"]).picture
    if picture is None:
        game, known = view["game"], ", ".join(name for name in available() if pack_of(name).picture)
        raise UsageError("usage.game", f"{game!r} has no pictures", {"text": game, "known": known})
    return picture(view, lang)


# --- records as tables

COLUMNS = {
    "seats": {
        "record": "int64", "game": "string", "digest": "string", "deal": "int64", "seat": "int64", "player": "string",
        "points": "int64", "void": "bool_", "actions": "int64",
    },
    "actions": {
        "record": "int64", "deal": "int64", "number": "int64", "seat": "int64", "action": "string", "auto": "bool_",
    },
}  # fmt: skip
"""By kind of table its columns with their types: a row for each seat of each deal that is over, or for each action."""
FRAMES = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}
"""The libraries whose tables `table` makes, and what makes one there."""
_AT_ONCE = 1000


def columns(records: Record | Iterable[Record], of: str = "seats") -> dict[str, list[Any]]:
    """Records as columns: a row for each seat of each deal that is over, or of the `actions` one for each action.

    `record` counts the records from 0 and `deal` the deals of each. Of seats, `actions` is how many actions the deal has and
    `points` what the seat won. Of actions, `auto` says that a bot or the clock acted for the person.

    Raises:
        UsageError: usage.choice, for another kind of row; usage.type.
    """
    check_choice(of, tuple(COLUMNS))
    return _columns(enumerate([records] if isinstance(records, Record) else records), of)


def _columns(numbered: Iterable[tuple[int, Record]], of: str) -> dict[str, list[Any]]:
    rows = _seats if of == "seats" else _actions
    found: list[Sequence[Any]] = []
    for number, record in numbered:
        check_type(record, Record)
        for at, deal in enumerate(record.deals):
            found += rows(number, record, at, deal)
    return {name: [row[place] for row in found] for place, name in enumerate(COLUMNS[of])}


def _seats(number: int, record: Record, at: int, deal: DealRecord) -> Iterator[Sequence[Any]]:
    if deal.result is not None:
        void, many = deal.result["void"], len(deal.actions)
        for seat, points in enumerate(deal.result["returns"]):
            yield number, record.game, record.digest, at, seat, record.seats[seat], points, void, many


def _actions(number: int, _record: Record, at: int, deal: DealRecord) -> Iterator[Sequence[Any]]:
    auto = set(deal.stood)
    for place, (seat, action) in enumerate(deal.actions):
        yield number, at, place, seat, action, place in auto


def table(records: Record | Iterable[Record], of: str = "seats", library: str | None = None) -> Any:
    """Records, as `columns` has them, as a table of a `library`, pandas, Polars or PyArrow: by default the first of them that is installed.

    Raises:
        UsageError: usage.choice, for another library or kind of row; usage.package, where none is installed; usage.type.
    """
    if library is not None:
        check_choice(library, tuple(FRAMES))
    name = _installed(tuple(FRAMES) if library is None else (library,))
    return getattr(import_module(name), FRAMES[name])(columns(records, of))


def parquet(records: Record | Iterable[Record], path: str | Path, of: str = "seats") -> None:
    """Write records, as `columns` has them, to a Parquet file, a thousand records at a time: `records` may be more than memory holds.

    Raises:
        UsageError: usage.choice, for another kind of row; usage.package, without PyArrow; usage.type.
    """
    check_choice(of, tuple(COLUMNS))
    arrow, files = import_module(_installed(("pyarrow",))), import_module("pyarrow.parquet")
    schema = arrow.schema([(name, getattr(arrow, kind)()) for name, kind in COLUMNS[of].items()])
    numbered = enumerate([records] if isinstance(records, Record) else records)
    with files.ParquetWriter(str(path), schema) as out:
        while part := list(islice(numbered, _AT_ONCE)):
            out.write_table(arrow.table(_columns(part, of), schema=schema))


def _installed(names: Sequence[str]) -> str:
    """The first of some packages that is installed."""
    for name in names:
        if find_spec(name) is not None:
            return name
    text = " or ".join(names)
    raise UsageError(
        "usage.package",
        f"this needs {text}: pip install {names[0]}",
        {"text": text, "known": f"pip install {names[0]}"},
    )
