"""The types of what a server sends as JSON over a socket: every message and every field of a room, with its meaning.

Times are milliseconds that are left, so that no clock has to agree with another. Seats are absolute, from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

from paiju.games.registry import AT_HOME
from paiju.wire.pack import Details, Pick, pack_of
from tools.protocol_answers import Checked, Hint, PositionLine, Waits

Seat = int
Event = dict[str, Any]
if TYPE_CHECKING:
    View = Mapping[str, Any]
    GameName = str
else:  # the games here, whose views are typed
    View = reduce(or_, (form for game in AT_HOME for form in pack_of(game).typed))
    GameName = Literal[AT_HOME]
Seq = Annotated[int, "number of the message in this page's stream"]


class You(TypedDict):
    """The viewer; the only part of a room that differs between viewers."""

    seat: Annotated[Seat | None, "null: no seat"]
    host: Annotated[bool, "may send `host`"]
    watching: Annotated[bool, "has no seat in a match that has begun"]
    heir: Annotated[Seat | None, "the seat that becomes theirs once no cards are dealt to it"]


class Chair(TypedDict):
    """A seat of the table."""

    seat: Seat
    kind: Literal["empty", "human", "bot", "program"]
    name: Annotated[str, "of a person or program; empty otherwise"]
    avatar: Annotated[
        str,
        "the animal a person chose, perhaps with a colour (`tiger`, `tiger-2`); empty: it goes by the name",
    ]
    level: Annotated[
        str | None,
        "of a bot: easy, normal, hard, master, or a style; also random, greedy, heuristic, and the name of an own bot of the server",
    ]
    awaited: Annotated[
        bool, "reserved for a person who has yet to come, since they played a match before with the host"
    ]
    ready: Annotated[bool, "for the match or the next deal; of a program, whether it is there"]
    online: Annotated[bool, "whether a page of the player is open, or the program is there; true for bots"]
    auto: Annotated[bool, "托管 is on, or the player has left the chair"]
    away_ms: Annotated[int | None, "how long the player has been gone"]
    voice: Annotated[bool, "whether the player may vote; if none may, all seated players may"]
    muted: Annotated[bool, "the others have muted the player for this match"]
    heir: Annotated[str | None, "who waits for the seat, and sits down once no cards are dealt to it"]
    mark: Annotated[
        str,
        "of a person or program, the same whatever their name, at this table and its rematches; empty otherwise",
    ]


class Match(TypedDict):
    """The match so far."""

    deal: Annotated[int, "the running deal, or the one that comes next, from 1; void ones count"]
    deals: Annotated[int | None, "its length, if it ends after a number of deals"]
    target: Annotated[int | None, "its points, if it ends at a score"]
    returns: Annotated[list[list[int]], "points of each finished deal that counts, by seat"]
    scores: Annotated[list[int], "their sums"]
    voids: Annotated[int, "deals that did not count"]
    over: bool
    winners: list[Seat]


class Vote(TypedDict):
    """A vote that is open."""

    kind: Literal["dismiss", "rematch", "admit", "mute"]
    by: Annotated[Seat, "who opened it"]
    seat: Annotated[Seat | None, "whom it is about: who waits for this seat or sits there"]
    yes: Annotated[list[Seat], "who has agreed"]
    need: Annotated[
        int,
        "how many must: more than half to dissolve, all who are present for a rematch, all others to let a player in or to mute one",
    ]
    ends_ms: int


class Haste(TypedDict):
    """Hurrying through a deal in which those who are there have nothing left to decide."""

    on: Annotated[bool, "the bots answer at once"]
    idle: Annotated[list[Seat], "who may `ask` to `skip`: out of the deal, or a bot plays on for them"]
    asked: Annotated[list[Seat], "who of them has"]


class OpenedDeal(TypedDict):
    """What became public with the end of a deal."""

    secret: Annotated[str, "hexadecimal"]
    play: Annotated[str, "hash of what was played, of which with the shuffle the next `previous` is a hash"]


class FailedShuffle(TypedDict):
    """A shuffle that came to nothing, as the record has it (docs/records.md)."""

    why: Annotated[Literal["refused", "dropped"], "a seat did not send its nonce; the deal was broken off"]
    commitment: str
    shares: Annotated[list[str], "by seat, empty where it took no part"]
    nonces: Annotated[list[str], "by seat, empty where none came"]
    secret: str


class Fairness(TypedDict):
    """The present shuffle (docs/records.md). Everything is hexadecimal; the deals before are at `/api/tables/TABLE/links`."""

    deal: Annotated[int, "the deal it is about"]
    step: Annotated[
        Literal["none", "shares", "nonces", "dealt"],
        "what it waits for: nothing, before and after a match; each seat's `share`; the `nonce` of those in `shares`; the deal is on",
    ]
    previous: Annotated[str | None, "the link before this shuffle; after a match its last link"]
    commitment: Annotated[str | None, "the server's, to its secret"]
    shares: Annotated[list[str] | None, "by seat, empty where it takes no part; with the step `nonces`"]
    nonces: Annotated[list[str] | None, "by seat, empty where it takes no part; with the step `dealt`"]
    opened: Annotated[OpenedDeal | None, "of the deal before, until this one is dealt"]
    failed: Annotated[FailedShuffle | None, "the last one of this deal that came to nothing"]
    signature: Annotated[str | None, "of the server under the call; with the step `nonces`"]


class _Line(TypedDict):
    """A line of talk."""

    seat: Seat
    name: str
    mark: Annotated[str, "of the speaker, as in `seats`"]


class Line(_Line, total=False):
    """A line of talk; it has either a phrase or a text."""

    phrase: Annotated[str, "id of a quick phrase"]
    text: Annotated[str, "at most 200 characters"]


class Watcher(TypedDict):
    """A guest without a seat."""

    id: Annotated[str, "their name in `host` `out`"]
    name: str


class Series(TypedDict):
    """A deal of a series, which others play too, each at their own table."""

    id: str
    deal: Annotated[int, "from 1"]


class Room(TypedDict):
    """The table, but for the deal."""

    id: str
    game: GameName
    code: Annotated[str | None, "six digits to join by; null: nobody is let in"]
    link: Annotated[str | None, "path to join by; null: nobody is let in"]
    address: Annotated[str, "path of this table; a guest who opens it may come in as the settings allow"]
    state: Literal["waiting", "starting", "playing", "settled", "over"]
    preset: str
    options: Annotated[dict[str, Any], "differences to the default of the game"]
    changed: Annotated[dict[str, int], "who changed which option; -1: a host without a seat"]
    digest: Annotated[str, "names the option set"]
    settings: Annotated[dict[str, Any], "all settings by name, see below"]
    host: Annotated[Seat | None, "null: the host has no seat"]
    you: You
    quick: Annotated[bool, "a table of one person and bots, which begins at once"]
    locked: Annotated[bool, "nobody new may join"]
    paused: Annotated[bool, "all clocks stand, and answers are refused"]
    pause_ms: Annotated[int | None, "until the pause ends by itself; null: there is none"]
    dissolved: Annotated[bool, "ended by a vote: there is no deal on the table any more, and no view of one"]
    seats: list[Chair]
    watchers: Annotated[list[Watcher], "who is here without a seat"]
    own_bots: Annotated[
        list[str],
        "own bots of the server that may be seated; a bot of no other name has gone, and `heuristic` plays",
    ]
    phrases: Annotated[
        list[str], "ids that `say` always takes; what a rule lets be said now is `sayable` in the view"
    ]
    match: Match
    haste: Haste
    vote: Vote | None
    next_ms: Annotated[
        int | None, "until the next deal begins by itself; null: not by itself, or the clocks stand"
    ]
    fairness: Fairness
    record: Annotated[str | None, "id of the record, once a deal is over"]
    successor: Annotated[str | None, "the table of the rematch; the page goes there"]
    series: Annotated[Series | None, "this deal is compared with how others play it; it is the only one here"]
    chat: Annotated[list[Line], "the last 50 lines"]


class Clock(TypedDict):
    """The public clock: the seat that decides, or the length of a claim window."""

    type: Literal["clock"]
    seat: Annotated[Seat | None, "null: nobody, or an open card"]
    deadline_ms: Annotated[int | None, "time left, the bank included; null: no clock, or it stands"]
    total_ms: Annotated[int, "the whole time without the bank; 0: no clock"]
    held: Annotated[list[Seat], "who has lengthened it"]


class ClockMessage(Clock):
    """The clock has changed."""

    seq: Seq


class Prompt(TypedDict):
    """The question to the viewer. An empty `id` with empty `actions` takes the question back."""

    type: Literal["prompt"]
    id: Annotated[str, "what `act` and `ask` refer to"]
    actions: Annotated[list[str], "every offered action in notation; empty where `pick` asks for cards"]
    pick: Pick | None
    default: Annotated[str, "the action taken when time is up"]
    details: Details


class AskedPrompt(Prompt, total=False):
    """A question to the viewer; the times are absent where it is taken back."""

    seq: Seq
    deadline_ms: Annotated[int | None, "time left, the bank included; null: no clock, or it stands"]
    total_ms: Annotated[int, "the whole time without the bank"]
    bank_ms: Annotated[int, "what is left of the bank"]
    auto_ms: Annotated[int | None, "there is nothing to decide, and the server answers after this time"]


class Welcome(TypedDict):
    """The whole present, for a page that begins."""

    type: Literal["welcome"]
    seq: Seq
    version: Annotated[int, "of this protocol"]
    node: Annotated[str | None, "name of the node that has the table; null: one server has all"]
    room: Room
    view: Annotated[View | None, "null: no deal is on, or spectators do not see it yet"]
    clock: Clock | None
    prompt: Annotated[Prompt, "always an empty one; a `prompt` follows if there is a question"]
    log: Annotated[list[Event], "the events of the deal so far, as the viewer saw them"]


class _Events(TypedDict):
    type: Literal["events"]
    seq: Seq
    list: Annotated[list[Event], "in order, see below; empty if only the view changed"]
    view: Annotated[
        dict[str, Any], "the top-level fields of the view that changed; all of them if `game` is one"
    ]


class Events(_Events, total=False):
    """Something happened at the table."""

    more: Annotated[dict[str, list[Any]], "what is new at the end of lists of the view"]


class RoomMessage(TypedDict):
    """The room has changed."""

    type: Literal["room"]
    seq: Seq
    room: Room


class Said(Line):
    """A line of chat or a phrase."""

    type: Literal["said"]
    seq: Seq


class _Error(TypedDict):
    type: Literal["error"]
    code: Annotated[str, "see below"]
    rule: Annotated[str | None, "the rule that refuses an action"]
    facts: Annotated[dict[str, Any], "what the sentence of the code needs"]
    about: Annotated[str, "type of the refused message; empty if it could not be read"]


class Error(_Error, total=False):
    """The message is refused, and nothing has changed."""

    prompt: Annotated[str, "the question it was about"]
    id: Annotated[str, "the `id` of the refused message, if it has one"]


class Done(TypedDict):
    """The message with this `id` has been carried out and stored."""

    type: Literal["done"]
    id: str


class Pong(TypedDict):
    """The answer to `ping`."""

    type: Literal["pong"]


class Door(TypedDict):
    """A guest without a seat gets this in place of a running match; a `hello` carries their choice."""

    type: Literal["door"]
    game: GameName
    preset: str
    state: Literal["starting", "playing", "settled", "over"]
    deal: Annotated[int, "the running deal, or the one that comes next, from 1"]
    chairs: list[Chair]
    seats: Annotated[list[Seat], "bots' seats that may be taken over"]
    dealt: Annotated[bool, "cards are dealt to them: a guest who takes one sits down once this deal is over"]
    watch: Annotated[bool, "whether they may watch"]
    spectators: Annotated[str, "as in the settings"]
    delay_seconds: int


class Bye(TypedDict):
    """The last message before the socket closes."""

    type: Literal["bye"]
    code: Annotated[str, "why, see below"]


SERVER_MESSAGES = (
    Welcome, Events, AskedPrompt, ClockMessage, RoomMessage, Said, Hint, Checked, PositionLine, Waits, Door, Done, Error, Pong, Bye
)  # fmt: skip
"""Everything that a server sends."""
