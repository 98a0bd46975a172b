"""Servers and seats that cheat, each in one way, and a page that follows the shuffles: none goes unnoticed.

The server is the real one but for the cheat. Whether a cheat gives an advantage is beside the point: where it does not (a bot's
number that was promised with the others), it is noticed all the same.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import random
from collections.abc import Callable
from typing import Any

import pytest

from paiju.core import rng as fair
from paiju.core.document import DROPPED, REFUSED, Failed
from paiju.core.errors import RecordError
from paiju.core.rng import Chance
from paiju.games.paohuzi.cards import DECK
from paiju.server import protocol as p
from paiju.server.tables import match, shuffle
from paiju.server.tables.room import OVER, PLAYING, SETTLED
from tests.fairness.browser import Site, Watchful
from tests.fairness.test_page import play_on, table
from tests.server.table.simulation import Simulation

Cheat = Callable[[pytest.MonkeyPatch, Simulation, Watchful], None]
LOUD = {"commitment", "secret", "shares", "nonces", "chain", "hand", "stranger", "withheld", "dropped"}


def luck(seed: bytes) -> int:
    """How many tiles the last seat gets three times."""
    hand = Chance(seed, "wall").shuffle(DECK)[2:60:3]
    return sum(hand.count(tile) >= 3 for tile in set(hand))


def ground(sim: Simulation, nonces: list[bytes], tries: int = 400) -> bytes:
    """Of many secrets the one that is best for seat 2, given everybody's numbers."""
    recorder = sim.table.recorder

    def worth(secret: bytes) -> int:
        opening = fair.opening_of(recorder.link, hashlib.sha256(b"paiju commitment" + secret).digest())
        call = fair.call_of(opening, fair.shares_of(opening, nonces))
        return luck(fair.shared_seed(call, secret, nonces))

    rng = random.Random(4)
    return max((rng.randbytes(32) for _ in range(tries)), key=worth)


def before_the_deal(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Any, list[bytes]], list[bytes]]
) -> None:
    """Let the server do something once it knows all numbers."""
    begin = match.begin
    monkeypatch.setattr(match, "begin", lambda table, nonces, now: begin(table, change(table, nonces), now))


def showing(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any, dict[str, Any]], dict[str, Any]]) -> None:
    """Let the server say other things of the shuffle than are true."""
    displayed = shuffle.displayed
    monkeypatch.setattr(shuffle, "displayed", lambda course: change(course, displayed(course)))


# What a server may do


def swap_the_secret(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    def swap(table: Any, nonces: list[bytes]) -> list[bytes]:
        table.room.secret = ground(sim, nonces)
        return nonces

    before_the_deal(monkeypatch, swap)


def keep_a_swap_quiet(monkeypatch: pytest.MonkeyPatch, sim: Simulation) -> list[str]:
    """Swap the secret and tell the pages the old commitment as long as a deal lasts; the old commitments."""
    sent: list[str] = []

    def swap(table: Any, nonces: list[bytes]) -> list[bytes]:
        sent.append(table.room.commitment)
        table.room.secret = ground(sim, nonces, 20)
        return nonces

    def quiet(table: Any, displayed: dict[str, Any]) -> dict[str, Any]:
        return {**displayed, "commitment": sent[-1]} if displayed["step"] == "dealt" else displayed

    before_the_deal(monkeypatch, swap)
    showing(monkeypatch, quiet)
    return sent


def swap_the_secret_and_keep_it_quiet(
    monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful
) -> None:
    """The pages are sent the old commitment as long as the deal lasts."""
    keep_a_swap_quiet(monkeypatch, sim)


def swap_the_secret_for_ever(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    """And the chain that is handed out has the old commitment too."""
    sent = keep_a_swap_quiet(monkeypatch, sim)

    def chain() -> dict[str, Any]:
        links = copy.deepcopy(shuffle.links(sim.table))
        for deal, commitment in zip(links["deals"], sent, strict=False):
            deal["commitment"] = commitment
        return links

    page.chain = chain


def hand_out_no_chain(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    swap_the_secret_and_keep_it_quiet(monkeypatch, sim, page)
    page.chain = dict


def grind_a_bots_number(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    def grind(table: Any, nonces: list[bytes]) -> list[bytes]:
        rng = random.Random(6)
        return [*nonces[:2], rng.randbytes(16)]

    before_the_deal(monkeypatch, grind)


def add_a_bots_number_in_time(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    call = shuffle._call

    def with_bot(table: Any, taking_part: list[int], now: int) -> bool:
        table.shuffle.shares[2] = fair.share_of(shuffle._opening(table), 2, b"bot")
        table.shuffle.nonces[2] = b"bot"
        return call(table, [*taking_part, 2], now)

    monkeypatch.setattr(shuffle, "_call", with_bot)


def add_the_number_of_somebody_away(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    sim.close("g1")
    call = shuffle._call

    def with_absent(table: Any, taking_part: list[int], now: int) -> bool:
        table.shuffle.shares[1] = fair.share_of(shuffle._opening(table), 1, b"away")
        table.shuffle.nonces[1] = b"away"
        return call(table, [*taking_part, 1], now)

    monkeypatch.setattr(shuffle, "_call", with_absent)


def shift_the_boundaries(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    before_the_deal(monkeypatch, lambda table, nonces: [nonces[0] + nonces[1][:1], nonces[1][1:], b""])


def choose_anothers_number_last(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    """A seat in league with the server sends another number than it promised, once all others are known."""
    before_the_deal(monkeypatch, lambda table, nonces: [nonces[0], b"chosen last", b""])


def leave_the_own_number_out(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    before_the_deal(monkeypatch, lambda table, nonces: [b"", *nonces[1:]])


def call_twice(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    """Once the nonces have come, others are prompted to take part."""

    def again(table: Any, nonces: list[bytes]) -> list[bytes]:
        table.room.called[1] = ""
        table.room_changed()
        sim.flush()
        return [nonces[0], b"", b""]

    before_the_deal(monkeypatch, again)


def break_off_until_it_pleases(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    """Whatever was shuffled to no advantage is «broken off» before anybody has seen it."""

    def again(table: Any, nonces: list[bytes]) -> list[bytes] | None:
        found = gathered(table, nonces)
        if found is None or len(table.room.failed) >= 3:
            return found
        sent = [nonce.hex() for nonce in found]
        table.recorder.fail(
            Failed(DROPPED, table.room.commitment, table.room.called, sent, table.room.secret.hex())
        )
        table.room.failed = list(table.recorder.record.failed)
        shuffle.open_next(table)
        table.room_changed()
        return None

    gathered = shuffle.gathered
    monkeypatch.setattr(shuffle, "gathered", again)


def let_somebody_refuse_again_and_again(
    monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful
) -> None:
    """A seat in league with the server withholds its number whenever the deal is not to its taste."""

    def again(table: Any, now: int) -> list[bytes] | None:
        found = gathered(table, now)
        if found is None or len(table.room.failed) >= 4:
            return found
        sent = [found[0].hex(), "", ""]
        table.recorder.fail(
            Failed(REFUSED, table.room.commitment, table.room.called, sent, table.room.secret.hex())
        )
        table.room.failed = list(table.recorder.record.failed)
        shuffle.open_next(table)
        table.room_changed()
        return None

    gathered = shuffle.gathered
    monkeypatch.setattr(shuffle, "gathered", again)
    monkeypatch.setattr(shuffle, "_barred", lambda table: set())
    sim.pages["g1"].honest.hear = _without_memory(sim, sim.pages["g1"].honest)


def _without_memory(sim: Simulation, partner: Watchful) -> Callable[..., list[dict[str, Any]]]:
    """A page that takes part although it has refused: an honest one keeps away."""
    from tests.fairness.honest import Honest

    return Honest(random.Random(8)).hear


def say_that_the_own_number_did_not_come(
    monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful
) -> None:
    handlers = sim.table._handlers
    nonce = handlers[p.Nonce]

    def deaf(stream: Any, message: Any, now: int) -> None:
        if stream.seat:
            nonce(stream, message, now)

    monkeypatch.setitem(handlers, p.Nonce, deaf)


def deal_other_cards(monkeypatch: pytest.MonkeyPatch, sim: Simulation, page: Watchful) -> None:
    """All numbers are right; only the cards do not come from them."""
    game = sim.table.room.game
    deal, other = type(game).opening_moments, random.Random(9).randbytes(32)
    monkeypatch.setattr(
        type(game), "opening_moments", lambda self, options, seed, carry: deal(self, options, other, carry)
    )


DURING: dict[Cheat, set[str]] = {
    swap_the_secret: {"commitment"},
    swap_the_secret_and_keep_it_quiet: {"commitment"},
    swap_the_secret_for_ever: {"chain", "secret"},
    hand_out_no_chain: {"withheld"},
    grind_a_bots_number: {"nonces"},
    add_a_bots_number_in_time: {"stranger"},
    add_the_number_of_somebody_away: {"stranger"},
    shift_the_boundaries: {"nonces"},
    choose_anothers_number_last: {"nonces"},
    leave_the_own_number_out: {"nonces"},
    call_twice: {"shares"},
    break_off_until_it_pleases: {"dropped"},
    let_somebody_refuse_again_and_again: {"stranger"},
    say_that_the_own_number_did_not_come: {"unheard"},
    deal_other_cards: {"hand"},
}


@pytest.mark.parametrize("cheat", DURING, ids=lambda cheat: cheat.__name__)
def test_a_cheat_is_noticed(site: Site, monkeypatch: pytest.MonkeyPatch, cheat: Cheat) -> None:
    sim, (page, _) = table(site)
    cheat(monkeypatch, sim, page)
    sim.start()
    sim.wait(8000)
    with contextlib.suppress(RecordError):  # a record that shows the cheat cannot be written
        if sim.table.room.stage == PLAYING:
            play_on(sim, SETTLED)
    assert set(page.keys) & DURING[cheat], page.doubts


# What a server may do afterwards


def of_another_name(links: dict[str, Any]) -> dict[str, Any]:
    return {**links, "head": links["head"].replace('"names":["', '"names":["00')}


def without_the_first(links: dict[str, Any]) -> dict[str, Any]:
    return {**links, "deals": links["deals"][1:]}


def without_the_last(links: dict[str, Any]) -> dict[str, Any]:
    return {**links, "deals": links["deals"][:-1]}


def of_other_play(links: dict[str, Any]) -> dict[str, Any]:
    deals = copy.deepcopy(links["deals"])
    deals[0]["play"] = "00" * 32
    return {**links, "deals": deals}


def of_another_secret(links: dict[str, Any]) -> dict[str, Any]:
    deals = copy.deepcopy(links["deals"])
    deals[-1]["secret"] = "00" * 32
    return {**links, "deals": deals}


@pytest.mark.parametrize(
    "lie", [of_another_name, without_the_first, without_the_last, of_other_play, of_another_secret]
)
def test_a_page_that_missed_a_deal_notices_a_changed_chain(site: Site, lie) -> None:
    """A page that missed a deal asks for the chain: it has to contain what the page has seen."""
    sim, (page, _) = table(site)
    sim.start()
    page.asleep = True
    play_on(sim, SETTLED)
    play_on(sim, PLAYING)
    play_on(sim, SETTLED)
    page.chain = lambda: lie(shuffle.links(sim.table))
    page.asleep = False
    play_on(sim, PLAYING, OVER)
    assert page.keys == ["chain"], page.doubts


def test_withdrawn_deals_are_noticed(site: Site) -> None:
    """An unwanted deal is deleted and dealt again on the same link."""
    sim, (page, _) = table(site)
    sim.start()
    play_on(sim, SETTLED)
    recorder = sim.table.recorder
    recorder.record.deals.pop()
    recorder.link = recorder.record.last_link
    shuffle.open_next(sim.table)
    sim.table.room_changed()
    sim.flush()
    assert page.keys == ["chain"]


def test_a_swapped_match_at_the_same_table_is_noticed(site: Site) -> None:
    sim, (page, _) = table(site)
    sim.start()
    play_on(sim, SETTLED)
    shuffle.first_record(sim.table)
    shuffle.open_next(sim.table)
    sim.table.room_changed()
    sim.flush()
    assert page.keys == ["chain"]


# What grinding gives, and what it costs


def test_a_server_accomplice_gains_one_try_per_named_refusal(site: Site) -> None:
    """The last to reveal may refuse. Each refusal names a seat, bars it from the deal, and stands in the record for ever."""
    sim = Simulation("baohuang", 3, options={"match_end": "deals", "match_length": 1})
    for seat in range(3):
        sim.open(f"g{seat}")
    page = Watchful(site, sim, "g0")
    for guest in ("g1", "g2"):
        hear = sim.pages[guest].honest.hear
        sim.pages[guest].honest.hear = lambda room, again=False, hear=hear: [
            said for said in hear(room, again=again) if said["type"] != "nonce"
        ]
    sim.start()
    sim.wait(10_000)
    assert sim.table.room.stage == PLAYING
    (deal,) = sim.table.recorder.record.deals
    assert [one.refused for one in deal.failed] == [[1, 2]]
    assert [seat for seat, nonce in enumerate(deal.nonces) if nonce] == [0]
    assert [(doubt["key"], doubt["seats"]) for doubt in page.doubts] == [("refused", [1, 2])]


def test_a_bots_nonce_cannot_be_changed_to_choose_a_seed() -> None:
    """What could be ground in version 1: a bot's number, once all others are known, changes the seed; now the promise is missing."""
    sim = Simulation("baohuang", 1)
    sim.open("g0")
    sim.start()
    deal = sim.table.recorder.record.deals[-1]
    seeds = set()
    for number in range(400):
        forged = copy.deepcopy(deal)
        forged.nonces[4] = number.to_bytes(2, "big").hex()
        assert forged.call != deal.call  # other than what the pages have seen before they gave anything away
        seeds.add(forged.seed)
    assert len(seeds) == 400


def test_an_honest_match_raises_no_doubt_that_accuses(site: Site) -> None:
    """The other way round: an honest match raises none of the doubts that accuse."""
    sim, pages = table(site)
    sim.start()
    play_on(sim, SETTLED)
    assert not LOUD & {key for page in pages for key in page.keys}
