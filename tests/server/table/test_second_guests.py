"""What one person with several guests may not get out of a table: the cards of others, and voices."""

from __future__ import annotations

import json

import pytest

from paiju.core.errors import PaijuError
from paiju.server import protocol as p
from paiju.server.tables.restore import restore
from tests.server.table.test_door import playing
from tests.server.table.test_lobby import refused
from tests.server.table.world import Page, World, under_way

TWO_DEALS = {"match_end": "deals", "match_length": 3}
DISMISS = p.Ask(what="dismiss")
BOT = 3


def come(world: World, guest: str, *marks: str, **wish) -> Page:
    """A page of a guest opens in a browser and at an address."""
    page = world.pages[guest] = world.pages.get(guest) or Page(guest)
    world.table.connect(guest, guest, p.Hello(**wish), world.now, marks=marks)
    world.flush()
    return page


def forget(world: World, guest: str) -> None:
    world.table.forget(guest, world.now)
    world.flush()
    world.pages.pop(guest)


def hands(page: Page) -> set[tuple[int, int]]:
    """Whose cards a page has been shown while they were played: deal and seat."""
    views = [
        message["view"]
        for message in page.got
        if message["type"] in ("welcome", "events") and message["view"]
    ]
    whole = [view for view in views if view.get("viewer") is not None and not view["over"]]
    return {(view["deal"], view["viewer"]) for view in whole if view.get("hand")}


def next_deal(world: World) -> None:
    """Everybody is ready, and the next deal is dealt."""
    world.until("settled")
    deal = world.table.deal_number
    while world.table.deal_number == deal or world.table.room.stage != "playing":
        for guest in list(world.pages):
            if world.table.room.stage == "settled":
                world.say(guest, p.Ready())
        assert world.step()


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_whoever_asks_for_a_dealt_seat_sees_its_cards_only_from_the_next_deal_on(game, seed):
    world = under_way(game, 2, seed=seed, options=TWO_DEALS)
    seat = 2
    page = world.open("second", seat=seat)
    assert page.room["you"] == {"seat": None, "host": False, "watching": True, "heir": seat}
    assert world.pages["g0"].room["seats"][seat]["heir"] == "second"
    for _ in range(30):
        if world.table.room.stage == "playing":
            world.step()
    assert hands(page) == set()
    next_deal(world)
    assert page.room["you"]["seat"] == seat
    deal = world.table.deal_number
    assert {number for number, _ in hands(page)} <= set(range(2, deal + 1))


def test_one_hand_after_another_cannot_be_looked_at_by_forgetting_guests(seed):
    world = playing(people=1, seed=seed)
    come(world, "g0", "browser", "address")
    for turn, seat in enumerate((1, 2, 3, 4)):
        page = come(world, f"second {turn}", "browser", "address", seat=seat)
        assert hands(page) == set()
        assert page.room["seats"][seat]["kind"] == "bot"
        forget(world, f"second {turn}")
    assert [chair["heir"] for chair in world.pages["g0"].room["seats"]] == [None] * 5


def test_a_host_who_sends_somebody_away_does_not_get_their_cards(seed):
    world = playing(people=2, seed=seed)
    world.say("g0", p.Host(what="kick", seat=1))
    page = world.open("second", key=world.table.room.key, seat=1)
    assert (hands(page), page.room["you"]["seat"]) == (set(), None)
    world.say("second", p.Sit(seat=1))
    assert page.room["you"]["seat"] is None


def test_a_seat_is_handed_on_at_once_where_all_agree_to_somebody_who_was_there_before(seed):
    world = World("baohuang", 2, seed=seed, options=TWO_DEALS)
    world.open("g0")
    come(world, "friend", "other browser", "other address")
    world.start()
    world.until("playing")
    world.say("friend", p.Sit(seat=BOT))
    world.say("g0", p.Ask(what="admit", seat=BOT))
    vote = world.pages["g1"].room["vote"]
    assert (vote["kind"], vote["seat"], vote["yes"], vote["need"]) == ("admit", BOT, [0], 2)
    assert world.pages["friend"].room["you"]["seat"] is None
    world.say("g1", p.Ask(what="admit", seat=BOT))
    assert world.pages["friend"].room["you"]["seat"] == BOT
    assert world.pages["friend"].view["viewer"] == BOT
    world.check_pages()


@pytest.mark.parametrize("trace", ["browser", "address", "chain", "came later"])
def test_not_even_a_vote_shows_a_second_hand_to_the_same_person(trace, seed):
    world = World("baohuang", 2, seed=seed, options=TWO_DEALS)
    marks = {"browser": ("g0's browser", "elsewhere"), "address": ("another", "g0's address")}
    come(world, "g0", "g0's browser", "g0's address")
    if trace == "chain":
        world.table.move_seat("g1", "moved", "moved", world.now)
        world.flush()
        world.pages.pop("g1", None)
        come(world, "moved")
    if trace != "came later":
        come(world, "g1" if trace == "chain" else "second", *marks.get(trace, ()))
    for guest in list(world.pages):
        world.say(guest, p.Ready())
    if trace != "chain":
        come(world, "g1")
        world.say("g1", p.Ready())
    world.say("g0", p.Host(what="start"))
    world.until("playing")
    second = "g1" if trace == "chain" else "second"
    if trace == "came later":
        come(world, second, seat=BOT)
    else:
        world.say(second, p.Sit(seat=BOT))
    assert refused(world, "g0", p.Ask(what="admit", seat=BOT)) == "seat.dealt"
    assert hands(world.pages[second]) == set()
    next_deal(world)
    assert world.pages[second].room["you"]["seat"] == BOT


def test_friends_behind_one_router_sit_down_together_between_deals(seed):
    world = World("baohuang", 2, seed=seed, options=TWO_DEALS)
    for guest in ("g0", "g1"):
        come(world, guest, f"{guest}'s browser", "home")
        world.say(guest, p.Ready())
    world.say("g0", p.Host(what="start"))
    world.until("settled")
    page = come(world, "friend", "third browser", "home", seat=2)
    assert page.room["you"]["seat"] == 2
    next_deal(world)
    assert page.view["viewer"] == 2


def test_who_has_seen_what_outlives_the_process_and_tells_nothing_of_addresses(seed):
    world = playing(people=1, seed=seed)
    come(world, "g0", "b", "a")
    kept = restore(world.store.stored(), world.now, first_seq=1 << 30).room
    assert kept.seen == world.table.room.seen == {"g0": 0, "b": 0, "a": 0}
    assert (kept.known, kept.began) == (["g0"], ["g0", "", "", "", ""])


def test_a_device_whose_guest_has_seen_other_cards_gets_no_second_seat_moved_to_it(seed):
    world = playing(people=2, seed=seed)
    world.table.move_seat("g1", "phone", "phone", world.now)
    world.flush()
    with pytest.raises(PaijuError, match=r"seat\.dealt"):
        world.table.move_seat("g0", "g1", "g1", world.now)
    world.table.move_seat("phone", "g1", "g1", world.now)
    assert world.table.room.seat_of("g1") == 1


def test_who_waits_for_a_seat_and_goes_does_not_wait_any_more(seed):
    world = playing(people=2, seed=seed)
    world.open("late", seat=2)
    assert refused(world, "g0", p.Ask(what="admit", seat=BOT)) == "seat.none"
    world.open("later", watch=True)
    assert refused(world, "later", p.Sit(seat=2)) == "room.seat_taken"
    world.say("late", p.Sit(seat=BOT))
    assert [chair["heir"] for chair in world.pages["g0"].room["seats"]] == [None, None, None, "late", None]
    world.close("late")
    assert world.pages["g0"].room["seats"][BOT]["heir"] is None
    assert "heir" not in json.loads(world.store.table.data)["chairs"][BOT]


def test_nobody_waits_for_a_seat_of_a_match_that_is_over(seed):
    world = under_way("baohuang", 2, seed=seed, options=TWO_DEALS)
    page = world.open("late", seat=BOT)
    for guest in ("g0", "g1"):
        world.say(guest, DISMISS)
    assert (page.room["you"]["heir"], page.room["seats"][BOT]["heir"]) == (None, None)
    world.check_pages()


# Voices


def with_puppets(seed) -> World:
    """A match of two people, into which one of them has brought two guests of theirs between deals."""
    world = under_way("baohuang", 2, seed=seed, options=TWO_DEALS)
    world.until("settled")
    for at, puppet in enumerate(("puppet", "other puppet"), 2):
        world.open(puppet, seat=at)
    next_deal(world)
    return world


def test_puppets_do_not_end_the_match_of_others(seed):
    world = with_puppets(seed)
    world.say("g0", DISMISS)
    assert world.pages["g1"].room["vote"]["need"] == 2
    for puppet in ("puppet", "other puppet"):
        for message in (DISMISS, p.Ask(what="dismiss", on=False)):
            assert refused(world, puppet, message) == "vote.voice"
    assert not world.table.room.dissolved
    world.say("g1", DISMISS)
    assert world.table.room.dissolved


def test_whom_the_people_let_in_has_a_voice_after_a_whole_deal(seed):
    world = under_way("baohuang", 2, seed=seed, options=TWO_DEALS)
    world.let_in("friend", 2)
    assert world.pages["friend"].room["you"]["seat"] == 2
    assert not world.pages["friend"].room["seats"][2]["voice"]
    world.until("settled")
    assert not world.table.room.chairs[2].voice, "that was no whole deal"
    next_deal(world)
    world.until("settled", "over")
    assert world.table.room.chairs[2].voice


def test_who_sat_down_between_deals_can_be_let_in_later(seed):
    world = with_puppets(seed)
    world.say("g0", p.Ask(what="admit", seat=2))
    assert refused(world, "puppet", p.Ask(what="admit", seat=2)) == "vote.voice"
    world.say("g1", p.Ask(what="admit", seat=2))
    assert world.table.room.chairs[2].granted
    assert refused(world, "g0", p.Ask(what="admit", seat=2)) == "seat.none"
    world.until("settled", "over")
    assert [chair.voice for chair in world.table.room.chairs] == [True, True, True, False, False]


def test_nobody_is_let_in_while_somebody_with_a_voice_is_away(seed):
    world = with_puppets(seed)
    world.close("g1")
    world.say("g0", p.Ask(what="admit", seat=2))
    world.wait(59_000)
    assert not world.table.room.chairs[2].granted


def test_where_nobody_is_left_who_began_everybody_has_a_voice(seed):
    world = with_puppets(seed)
    for guest in ("g0", "g1"):
        forget(world, guest)
    world.say("puppet", DISMISS)
    world.say("other puppet", DISMISS)
    assert world.table.room.dissolved


def test_a_vote_about_somebody_ends_with_their_seat(seed):
    world = with_puppets(seed)
    world.say("g0", p.Ask(what="mute", seat=2))
    forget(world, "puppet")
    assert world.pages["g0"].room["vote"] is None
    assert refused(world, "g0", p.Ask(what="mute", seat=2)) == "seat.none"
