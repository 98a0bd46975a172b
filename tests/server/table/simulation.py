"""A table with pages, a clock and a store, all of them plain values: whole matches without waiting."""

import copy
import json
import pickle
import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

import paiju
from paiju.core.document import assembled
from paiju.server import protocol as p
from paiju.server.cluster import questions as forms
from paiju.server.store.rows import (
    ActionRow,
    DealRow,
    DropDeal,
    DropRoom,
    EndDeal,
    PutRecord,
    RateMatch,
    SignalRow,
    StoredDeal,
    StoredRoom,
)
from paiju.server.tables.context import Notice, Thought
from paiju.server.tables.questions import Choosing
from paiju.server.tables.room import MOST_CHAT_LINES, OVER, PLAYING, SETTLED, Chair, Room
from paiju.server.tables.settings import Settings
from paiju.server.tables.table import Table
from paiju.signatures import Key
from tests.fairness.honest import Honest

PATIENCE = 1000
"""The most steps in a row without an action, a deal or a stage; a match may have any number."""


LEFT = ("deadline_ms", "auto_ms", "next_ms", "ends_ms", "pause_ms")
"""Fields that say how much time is left."""


class Memory:
    """A store of plain values that checks what it is given."""

    def __init__(self) -> None:
        self.table: StoredRoom | None = None
        self.deals: dict[int, StoredDeal] = {}
        self.records: dict[str, PutRecord] = {}
        self.lines: dict[str, list[str]] = {}
        self.rated: list[RateMatch] = []

    def write(self, writes) -> None:
        for one in writes:
            match one:
                case StoredRoom() if self.table is None or one.id == self.table.id:
                    self.table = one
                case DealRow():
                    assert one.number not in self.deals
                    self.deals[one.number] = StoredDeal(one)
                case ActionRow():
                    deal = self.deals[one.deal]
                    assert one.at == len(deal.actions)
                    assert not (one.stood and one.prompt)
                    self.deals[one.deal] = replace(deal, actions=(*deal.actions, one))
                case SignalRow():
                    deal = self.deals[one.deal]
                    assert (one.at, one.after) == (len(deal.signals), len(deal.actions))
                    self.deals[one.deal] = replace(deal, signals=(*deal.signals, one))
                case EndDeal():
                    deal = self.deals[one.deal]
                    row = replace(deal.row, events=one.events, result=one.result)
                    self.deals[one.deal] = replace(deal, row=row)
                case DropDeal():
                    del self.deals[one.deal]
                case PutRecord():
                    self.records[one.id] = one
                    for number, line in one.deals:
                        lines = self.lines.setdefault(one.id, [])
                        lines.append(line)
                        assert number == len(lines)
                        check_outcomes(one, number, json.loads(line)["result"])
                case RateMatch():
                    self.rated.append(one)
                case DropRoom():
                    self.table = None

    def document(self, record: str) -> str:
        return assembled(self.records[record].frame, self.lines.get(record, []))

    def stored(self) -> StoredRoom:
        assert self.table is not None
        return replace(self.table, deals=tuple(deal for _, deal in sorted(self.deals.items())))


def check_outcomes(record: PutRecord, number: int, result: dict[str, Any]) -> None:
    """The outcomes of guests agree with the record."""
    sent = [one for one in record.outcomes if one.deal == number]
    assert all((one.seat, one.guest) in record.players for one in sent)
    assert all(result["returns"][one.seat] == one.points for one in sent)
    assert sent if len(record.players) > 1 and not result["void"] else True


def merged(displayed: dict[str, Any] | None, message: dict[str, Any]) -> dict[str, Any]:
    """What a page shows after `events`, as docs/protocol.md has it."""
    sent = message["view"]
    view = sent if "game" in sent else {**(displayed or {}), **sent}
    return {**view, **{name: view[name] + added for name, added in message.get("more", {}).items()}}


def differing(displayed: Any, fresh: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two values of JSON differ."""
    if isinstance(displayed, dict) and isinstance(fresh, dict):
        for name in sorted(displayed.keys() | fresh.keys()):
            yield from differing(displayed.get(name), fresh.get(name), f"{path}.{name}")
    elif displayed != fresh:
        yield path, displayed, fresh


class Page:
    """A page of a guest: what it got, and what it shows."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.got: list[dict[str, Any]] = []
        self.room: dict[str, Any] | None = None
        self.view: dict[str, Any] | None = None
        self.prompt: dict[str, Any] | None = None
        self.clock: dict[str, Any] | None = None
        self.seq = 0
        self.sent_at: dict[str, int] = {}
        """When the last message of each type came: the times it gives are counted from then."""
        self.gone: str | None = None
        self.honest: Honest | None = Honest(random.Random(guest))
        self.to_say: list[dict[str, Any]] = []

    def take(self, message: dict[str, Any], now: int = 0) -> None:
        self.got.append(message)
        for kind in ("room", "clock", "prompt") if message["type"] == "welcome" else (message["type"],):
            self.sent_at[kind] = now
        if "seq" in message:
            assert message["seq"] > self.seq
            self.seq = message["seq"]
        match message["type"]:
            case "welcome":
                self.room, self.view, self.clock = message["room"], message["view"], message["clock"]
                self.prompt = None
            case "room":
                self.room = message["room"]
                if self.room["dissolved"]:
                    self.view = self.prompt = self.clock = None
            case "events":
                self.view = merged(self.view, message)
            case "prompt":
                self.prompt = message if message["id"] else None
            case "clock":
                self.clock = message
            case "said":
                line = {name: sent for name, sent in message.items() if name not in ("type", "seq")}
                self.room["chat"] = [*self.room["chat"], line][-MOST_CHAT_LINES:]
            case "bye":
                self.gone = message["code"]
        if self.honest and message["type"] in ("welcome", "room"):
            self.to_say += self.honest.hear(self.room, again=message["type"] == "welcome")

    def shows(self, now: int) -> dict[str, Any]:
        """All that is on the page now, with the end of each time in place of what is left of it."""
        displayed = {"room": self.room, "view": self.view, "clock": self.clock, "prompt": self.prompt}
        return {name: self._dated(part, self.sent_at.get(name, 0), now) for name, part in displayed.items()}

    def _dated(self, part: Any, sent: int, now: int) -> Any:
        if not isinstance(part, dict):
            return [self._dated(one, sent, now) for one in part] if isinstance(part, list) else part
        dated = {name: self._dated(value, sent, now) for name, value in part.items() if name != "seq"}
        ends = {name: max(now, sent + part[name]) for name in LEFT if part.get(name) is not None}
        away = {"away_ms": part["away_ms"] is not None} if "away_ms" in part else {}
        return {**dated, **ends, **away}

    def errors(self) -> list[str]:
        return [m["code"] for m in self.got if m["type"] == "error"]


class Tokens:
    """Random tokens that a copy of the simulation draws again."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def __call__(self, size: int) -> str:
        return self._rng.randbytes(size).hex()


class Simulation:
    """One table, its pages and its store; `now` moves only by `until` and `wait`."""

    def __init__(
        self, game: str, people: int, *, options=None, settings=None, seed: int = 0, bots: str = "greedy"
    ) -> None:
        law = paiju.load(game)
        chosen = law.options(options or {})
        seats = law.seats_of(chosen)
        room = Room(
            table="t", game=law, options=chosen, preset=(options or {}).get("preset", next(iter(law.presets()))),
            settings=Settings().changed(settings or {}), chairs=[Chair() for _ in range(seats)], host="g0",
            code="123456", key="key", members=[f"g{i}" for i in range(people)],
        )  # fmt: skip
        self.rng = random.Random(seed)
        room.secret, room.bot_seed = self.rng.randbytes(32), self.rng.randbytes(32)
        room.marks = room.bot_seed
        for seat, chair in enumerate(room.chairs):
            if seat < people:
                chair.seat_person(f"g{seat}", f"Guest {seat}")
            else:
                chair.seat_bot(bots)
        self.now = 1000
        self.store = Memory()
        self.thinks = True
        self.thoughts: list[Thought] = []
        self.notices: list[Notice] = []
        self.token = Tokens(seed + 1)
        self.key = Key.of("77" * 32)
        self.table = Table(room, self.now, chance=random.Random(seed), token=self.token, key=self.key)
        self.pages: dict[str, Page] = {}
        self.done: tuple[str, int] = ("", 0)
        self.idle = 0
        self.flush()

    def flush(self) -> None:
        outcome = self.table.take(self.now)
        self.store.write(outcome.writes)
        for frame in outcome.sends:
            if frame.guest in self.pages:
                self.pages[frame.guest].take(json.loads(frame.text), self.now)
        self._share()
        self.thoughts += outcome.thoughts
        self.notices += outcome.notices
        if self.thinks and self.thoughts:
            self.think()

    def _share(self) -> None:
        """Let the pages take part in the shuffle."""
        for page in list(self.pages.values()):
            said, page.to_say = page.to_say, []
            for message in said:
                self.say(page.guest, p.decode(p.encode(message)))

    def think(self) -> None:
        """Let the bots that take their time answer now."""
        thoughts, self.thoughts = self.thoughts, []
        for thought in thoughts:
            text = forms.choice(thought.think) if isinstance(thought.think, Choosing) else None
            if text is not None:  # as on the way to another process
                found = forms.chosen(forms.answered(forms.CHOICE, text, ""), thought.think)
            else:
                found = pickle.loads(pickle.dumps(thought.think))()
            thought.hear(found, self.now)
        self.flush()

    def open(self, guest: str, resume: int | None = None, page: Page | None = None, **wish: Any) -> Page:
        self.pages[guest] = page or self.pages.get(guest) or Page(guest)
        self.table.connect(guest, guest, p.Hello(resume=resume, **wish), self.now)
        self.flush()
        return self.pages[guest]

    def let_in(self, guest: str, seat: int, **wish: Any) -> Page:
        """Seat a guest in the middle of a deal: they were here before it, and all who have a voice agree."""
        self.table.room.known.append(guest)
        page = self.pages.get(guest)
        if page is not None and page.room is not None:
            self.say(guest, p.Sit(seat=seat))
        else:
            page = self.open(guest, seat=seat, **wish)
        for chair in self.table.room.chairs:
            if chair.voice and self.table.room.chairs[seat].heir == guest:
                self.say(chair.guest, p.Ask(what="admit", seat=seat))
        return page

    def fresh(self, guest: str) -> Page:
        """What a page of a guest who is here would show if it opened now; the table does not notice."""
        stream, running, page = self.table.audience.get(guest), self.table.running, Page(guest)
        page.honest = None
        sent = [self.table.showing.welcome(copy.copy(stream), self.now)]
        if running is not None and (prompt := running.open_prompt(stream.seat)):
            sent.append(running.questions.displayed(prompt, self.now))
        for seq, message in enumerate(filter(None, sent), 1):
            page.take(json.loads(p.encode({**message, "seq": seq})), self.now)
        return page

    def check_pages(self) -> None:
        """Every page that is open shows what it would show if it opened now."""
        for stream in self.table.audience.everybody():
            if stream.online and (page := self.pages.get(stream.guest)) is not None:
                displayed, fresh = page.shows(self.now), self.fresh(stream.guest).shows(self.now)
                if self.table._news.wake is not None:  # more news than are sent at once
                    del displayed["room"], fresh["room"]
                assert displayed == fresh, f"{stream.guest}: {list(differing(displayed, fresh))}"

    def close(self, guest: str) -> None:
        self.table.disconnect(guest, self.now)
        self.flush()

    def say(self, guest: str, message: p.Message) -> None:
        self.table.receive(guest, message, self.now)
        self.flush()

    def start(self) -> None:
        for i in range(len(self.table.room.members)):
            if f"g{i}" not in self.pages:
                self.open(f"g{i}")
        for guest in self.pages:
            self.say(guest, p.Ready(on=True))
        self.say("g0", p.Host(what="start"))

    def wait(self, by: int) -> None:
        end = self.now + by
        while (wake := self.table.wake) is not None and wake <= end:
            self.now = max(self.now, wake)
            self.table.tick(self.now)
            self.flush()
        self.now = end

    def step(self) -> bool:
        """Let somebody answer, or time pass; False if nothing can happen."""
        self._check_progress()
        prompted = [page for page in self.pages.values() if page.prompt]
        if prompted:
            page = self.rng.choice(prompted)
            prompt = page.prompt
            action = self.rng.choice(prompt["actions"]) if prompt["actions"] else prompt["default"]
            self.now += self.rng.randint(1, 300)
            self.say(page.guest, p.Act(prompt=prompt["id"], action=action))
            return True
        wake = self.table.wake
        if wake is None:
            return False
        self.now = max(self.now, wake)
        self.table.tick(self.now)
        self.flush()
        return True

    def _check_progress(self) -> None:
        stored = sum(1 + len(deal.actions) for deal in self.store.deals.values())
        before, self.done = self.done, (self.table.room.stage, stored)
        self.idle = self.idle + 1 if self.done == before else 0
        assert self.idle < PATIENCE, f"goes on for ever in {self.table.room.stage}"

    def until(self, *stages: str) -> None:
        while self.table.room.stage not in stages:
            assert self.step(), f"stuck in {self.table.room.stage}"


def under_way(game: str, people: int, *, seed: int, **more: Any) -> Simulation:
    """A match whose first deal is being played; one of Paohuzi in some thousands is over as it is dealt."""
    for turn in range(9):
        sim = Simulation(game, people, seed=seed + turn, **more)
        sim.start()
        sim.until(PLAYING, SETTLED, OVER)
        if sim.table.room.stage == PLAYING:
            return sim
    raise AssertionError("every deal is over as it is dealt")


def goes_on(sim: Simulation) -> bool:
    """Whether a deal is being played, and has not ended but for what is still to be shown of it."""
    return sim.table.room.stage == PLAYING and not sim.table.is_ending


def copied(sim: Simulation) -> Simulation:
    """The same simulation once more; what the rules engine made is shared, since nothing changes it."""
    table, running = sim.table, sim.table.running
    trace = table.recorder._trace
    fixed = [table.room.game, table.room.options, running.state, running.displayed]
    fixed += [part for prompt in running.prompts.values() for part in (prompt.state, prompt.actions)]
    memo = {id(part): part for part in fixed}
    memo[id(trace._hash)] = trace._hash.copy()
    return copy.deepcopy(sim, memo)
