"""What one person with several guests may not get out of a table: the cards of others, and voices."""

from __future__ import annotations

import json

import pytest

from paiju.core.errors import PaijuError
from paiju.server import protocol as p
from paiju.server.tables.commands import GRACE_MS
from paiju.server.tables.restore import restore
from tests.server.table.simulation import Page, Simulation, under_way
from tests.server.table.test_door import playing
from tests.server.table.test_lobby import is_calm, refused

TWO_DEALS = {"match_end": "deals", "match_length": 3}
DISMISS = p.Ask(what="dismiss")
BOT = 3


def come(sim: Simulation, guest: str, *marks: str, **wish) -> Page:
    """A page of a guest opens in a browser and at an address."""
    page = sim.pages[guest] = sim.pages.get(guest) or Page(guest)
    sim.table.connect(guest, guest, p.Hello(**wish), sim.now, marks=marks)
    sim.flush()
    return page


def forget(sim: Simulation, guest: str) -> None:
    sim.table.forget(guest, sim.now)
    sim.flush()
    sim.pages.pop(guest)


def hands(page: Page) -> set[tuple[int, int]]:
    """The cards that a page saw while they were in play: deal and seat."""
    views = [
        message["view"]
        for message in page.got
        if message["type"] in ("welcome", "events") and message["view"]
    ]
    whole = [view for view in views if view.get("viewer") is not None and not view["over"]]
    return {(view["deal"], view["viewer"]) for view in whole if view.get("hand")}


def next_deal(sim: Simulation) -> None:
    """Everybody is ready, and the next deal is dealt."""
    sim.until("settled")
    deal = sim.table.deal_number
    while sim.table.deal_number == deal or sim.table.room.stage != "playing":
        for guest in list(sim.pages):
            if sim.table.room.stage == "settled":
                sim.say(guest, p.Ready())
        assert sim.step()


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_guest_who_requests_a_dealt_seat_sees_its_cards_from_the_next_deal(game, seed):
    sim = under_way(game, 2, seed=seed, options=TWO_DEALS)
    seat = 2
    page = sim.open("second", seat=seat)
    assert page.room["you"] == {"seat": None, "host": False, "watching": True, "heir": seat}
    assert sim.pages["g0"].room["seats"][seat]["heir"] == "second"
    for _ in range(30):
        if sim.table.room.stage == "playing":
            sim.step()
    assert hands(page) == set()
    next_deal(sim)
    assert page.room["you"]["seat"] == seat
    deal = sim.table.deal_number
    assert {number for number, _ in hands(page)} <= set(range(2, deal + 1))


def test_deleting_guests_does_not_reveal_several_hands(seed):
    sim = playing(people=1, seed=seed)
    come(sim, "g0", "browser", "address")
    for turn, seat in enumerate((1, 2, 3, 4)):
        page = come(sim, f"second {turn}", "browser", "address", seat=seat)
        assert hands(page) == set()
        assert page.room["seats"][seat]["kind"] == "bot"
        forget(sim, f"second {turn}")
    assert [chair["heir"] for chair in sim.pages["g0"].room["seats"]] == [None] * 5


def test_a_host_who_sends_somebody_away_does_not_get_their_cards(seed):
    sim = playing(people=2, seed=seed)
    sim.say("g0", p.Host(what="kick", seat=1))
    page = sim.open("second", key=sim.table.room.key, seat=1)
    assert (hands(page), page.room["you"]["seat"]) == (set(), None)
    sim.say("second", p.Sit(seat=1))
    assert page.room["you"]["seat"] is None


def test_a_seat_is_handed_on_at_once_where_all_agree_to_somebody_who_was_there_before(seed):
    sim = Simulation("baohuang", 2, seed=seed, options=TWO_DEALS)
    sim.open("g0")
    come(sim, "friend", "other browser", "other address")
    sim.start()
    sim.until("playing")
    sim.say("friend", p.Sit(seat=BOT))
    sim.say("g0", p.Ask(what="admit", seat=BOT))
    vote = sim.pages["g1"].room["vote"]
    assert (vote["kind"], vote["seat"], vote["yes"], vote["need"]) == ("admit", BOT, [0], 2)
    assert sim.pages["friend"].room["you"]["seat"] is None
    sim.say("g1", p.Ask(what="admit", seat=BOT))
    assert sim.pages["friend"].room["you"]["seat"] == BOT
    assert sim.pages["friend"].view["viewer"] == BOT
    sim.check_pages()


@pytest.mark.parametrize("trace", ["browser", "address", "chain", "came later"])
def test_a_vote_cannot_reveal_a_second_hand_to_one_person(trace, seed):
    sim = Simulation("baohuang", 2, seed=seed, options=TWO_DEALS)
    marks = {"browser": ("g0's browser", "elsewhere"), "address": ("another", "g0's address")}
    come(sim, "g0", "g0's browser", "g0's address")
    if trace == "chain":
        sim.table.move_seat("g1", "moved", "moved", sim.now)
        sim.flush()
        sim.pages.pop("g1", None)
        come(sim, "moved")
    if trace != "came later":
        come(sim, "g1" if trace == "chain" else "second", *marks.get(trace, ()))
    for guest in list(sim.pages):
        sim.say(guest, p.Ready())
    if trace != "chain":
        come(sim, "g1")
        sim.say("g1", p.Ready())
    sim.say("g0", p.Host(what="start"))
    sim.until("playing")
    second = "g1" if trace == "chain" else "second"
    if trace == "came later":
        come(sim, second, seat=BOT)
    else:
        sim.say(second, p.Sit(seat=BOT))
    assert refused(sim, "g0", p.Ask(what="admit", seat=BOT)) == "seat.dealt"
    assert hands(sim.pages[second]) == set()
    next_deal(sim)
    assert sim.pages[second].room["you"]["seat"] == BOT


def test_friends_behind_one_router_sit_down_together_between_deals(seed):
    sim = Simulation("baohuang", 2, seed=seed, options=TWO_DEALS)
    for guest in ("g0", "g1"):
        come(sim, guest, f"{guest}'s browser", "home")
        sim.say(guest, p.Ready())
    sim.say("g0", p.Host(what="start"))
    sim.until("settled")
    page = come(sim, "friend", "third browser", "home", seat=2)
    assert page.room["you"]["seat"] == 2
    next_deal(sim)
    assert page.view["viewer"] == 2


def test_seen_hands_survive_a_restart_without_addresses(seed):
    sim = playing(people=1, seed=seed)
    come(sim, "g0", "b", "a")
    stored = restore(sim.store.stored(), sim.now, first_seq=1 << 30).room
    assert stored.seen == sim.table.room.seen == {"g0": 0, "b": 0, "a": 0}
    assert (stored.known, stored.began) == (["g0"], ["g0", "", "", "", ""])


def test_no_seat_moves_to_a_device_that_saw_other_cards(seed):
    sim = playing(people=2, seed=seed)
    sim.table.move_seat("g1", "phone", "phone", sim.now)
    sim.flush()
    with pytest.raises(PaijuError, match=r"seat\.dealt"):
        sim.table.move_seat("g0", "g1", "g1", sim.now)
    sim.table.move_seat("phone", "g1", "g1", sim.now)
    assert sim.table.room.seat_of("g1") == 1


def test_a_guest_who_leaves_no_longer_waits_for_a_seat(seed):
    sim = playing(people=2, seed=seed)
    sim.open("late", seat=2)
    assert refused(sim, "g0", p.Ask(what="admit", seat=BOT)) == "seat.none"
    sim.open("later", watch=True)
    assert refused(sim, "later", p.Sit(seat=2)) == "room.seat_taken"
    sim.say("late", p.Sit(seat=BOT))
    assert [chair["heir"] for chair in sim.pages["g0"].room["seats"]] == [None, None, None, "late", None]
    sim.close("late")
    assert sim.pages["g0"].room["seats"][BOT]["heir"] is None
    assert "heir" not in json.loads(sim.store.table.data)["chairs"][BOT]


def test_no_guest_waits_for_a_seat_of_a_finished_match(seed):
    sim = under_way("baohuang", 2, seed=seed, options=TWO_DEALS)
    page = sim.open("late", seat=BOT)
    for guest in ("g0", "g1"):
        sim.say(guest, DISMISS)
    assert (page.room["you"]["heir"], page.room["seats"][BOT]["heir"]) == (None, None)
    sim.check_pages()


# Voices


def with_puppets(seed) -> Simulation:
    """A match of two people, into which one of them has brought two guests of theirs between deals."""
    sim = under_way("baohuang", 2, seed=seed, options=TWO_DEALS)
    sim.until("settled")
    for at, puppet in enumerate(("puppet", "other puppet"), 2):
        sim.open(puppet, seat=at)
    next_deal(sim)
    return sim


def test_second_guests_cannot_end_the_match_of_others(seed):
    sim = with_puppets(seed)
    sim.say("g0", DISMISS)
    assert sim.pages["g1"].room["vote"]["need"] == 2
    for puppet in ("puppet", "other puppet"):
        for message in (DISMISS, p.Ask(what="dismiss", on=False)):
            assert refused(sim, puppet, message) == "vote.voice"
    assert not sim.table.room.dissolved
    sim.say("g1", DISMISS)
    assert sim.table.room.dissolved


def test_an_admitted_player_may_vote_after_a_whole_deal(seed):
    sim = under_way("baohuang", 2, seed=seed, options=TWO_DEALS)
    sim.let_in("friend", 2)
    assert sim.pages["friend"].room["you"]["seat"] == 2
    assert not sim.pages["friend"].room["seats"][2]["voice"]
    sim.until("settled")
    assert not sim.table.room.chairs[2].voice, "that was no whole deal"
    next_deal(sim)
    sim.until("settled", "over")
    assert sim.table.room.chairs[2].voice


def test_a_guest_who_sat_down_between_deals_can_be_admitted_later(seed):
    sim = with_puppets(seed)
    sim.say("g0", p.Ask(what="admit", seat=2))
    assert refused(sim, "puppet", p.Ask(what="admit", seat=2)) == "vote.voice"
    sim.say("g1", p.Ask(what="admit", seat=2))
    assert sim.table.room.chairs[2].granted
    assert refused(sim, "g0", p.Ask(what="admit", seat=2)) == "seat.none"
    sim.until("settled", "over")
    assert [chair.voice for chair in sim.table.room.chairs] == [True, True, True, False, False]


def test_admission_waits_for_an_absent_voter(seed):
    sim = with_puppets(seed)
    sim.close("g1")
    sim.say("g0", p.Ask(what="admit", seat=2))
    sim.wait(59_000)
    assert not sim.table.room.chairs[2].granted


def test_an_absent_voter_does_not_wake_the_table_during_an_admission(seed):
    """Their voice counts to the end of the vote, so there is nothing to do before it."""
    sim = with_puppets(seed)
    sim.close("g1")
    sim.wait(GRACE_MS // 2)
    sim.say("g0", p.Ask(what="admit", seat=2))
    sim.now += GRACE_MS // 2
    assert is_calm(sim)


def test_without_first_players_all_may_vote(seed):
    sim = with_puppets(seed)
    for guest in ("g0", "g1"):
        forget(sim, guest)
    sim.say("puppet", DISMISS)
    sim.say("other puppet", DISMISS)
    assert sim.table.room.dissolved


def test_a_vote_about_a_player_ends_with_their_seat(seed):
    sim = with_puppets(seed)
    sim.say("g0", p.Ask(what="mute", seat=2))
    forget(sim, "puppet")
    assert sim.pages["g0"].room["vote"] is None
    assert refused(sim, "g0", p.Ask(what="mute", seat=2)) == "seat.none"
