"""How much one may ask for and hold, by the clock."""

from __future__ import annotations

from contextlib import suppress

import pytest

from paiju.server.errors import ServerError
from paiju.server.http.guesses import FLOOD_WAIT, WRONG_PER_MINUTE, GuessLimiter
from paiju.server.http.limits import (
    HOUSEHOLD,
    MOST_KEYS,
    Buckets,
    Held,
    Limits,
    Makers,
    Rates,
    address_key,
    scopes,
)


def test_a_bucket_fills_again(clock):
    bucket = Buckets(6, clock)
    assert [bucket.take("a") for _ in range(6)] == [0] * 6
    assert bucket.take("a") == bucket.wait("a") == pytest.approx(10)
    assert bucket.take("b") == 0
    clock.pass_(9)
    assert bucket.take("a") == pytest.approx(1)
    clock.pass_(1)
    assert bucket.take("a") == 0
    clock.pass_(3600)
    assert sum(not bucket.take("a") for _ in range(20)) == 6


def test_buckets_are_bounded_in_number(clock):
    bucket = Buckets(1, clock)
    for number in range(30_000):
        bucket.take(str(number))
    assert len(bucket._buckets) == MOST_KEYS


def allowed(rates: Rates, ips: list[str]) -> int:
    return sum(not rates.take("api", ip) for ip in ips)


@pytest.mark.parametrize(
    ("ips", "share"),
    [
        (["192.0.2.7"] * 1000, 1),
        ([f"192.0.2.{n % 256}" for n in range(1000)], 4),
        (["2001:db8::"] * 1000, 1),
        ([f"2001:db8:0:{n % 256:x}::" for n in range(1000)], 2),
        ([f"2001:db8:0:{n:x}00::" for n in range(256)] * 4, 4),
        ([f"2001:db8:{n:x}::" for n in range(1000)], 1000),
    ],
)
def test_networks_have_their_share(clock, ips, share):
    """Neighbours cannot do together what one may not; strangers are no concern of theirs."""
    rates = Rates(Limits(api=10), clock)
    assert allowed(rates, ips) == min(len(ips), 10 * HOUSEHOLD * share)
    assert allowed(rates, ["203.0.113.9", "2001:db8:ffff::"]) == 2


def test_a_refused_request_counts_for_no_limit(clock):
    rates = Rates(Limits(api=10), clock)
    for _ in range(500):
        rates.take("api", "192.0.2.7", "g")
    assert allowed(rates, [f"192.0.2.{n}" for n in range(8, 250)]) == 4 * 50 - 10


class Codes:
    """Anyone who types codes."""

    def __init__(self, clock) -> None:
        self.guard, self.clock = GuessLimiter(clock), clock

    def wrong(self, ip: str) -> bool:
        """Try a wrong one; whether it could be tried."""
        if self.guard.wait(ip):
            return False
        self.guard.begin(ip)
        return True


@pytest.fixture
def codes(clock) -> Codes:
    return Codes(clock)


def test_wrong_codes_cost_more_and_more(codes, clock):
    waits = []
    for _ in range(20):
        assert codes.wrong("a")
        waits.append(codes.guard.wait("a"))
        clock.pass_(waits[-1])
    assert waits[:12] == [0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512]
    assert waits[12:] == [900] * 8
    assert codes.guard.wait("b") == 0
    clock.pass_(3601)
    assert codes.guard.wait("a") == 0


@pytest.mark.parametrize("ip", ["a", "192.0.2.7", "2001:db8::"])
def test_one_address_cannot_guess_codes(codes, clock, ip):
    """In a day one address gets this many tries at a million codes."""
    tries, end = 0, clock.now + 86_400
    while clock.now < end:
        if wait := codes.guard.wait(ip):
            clock.pass_(wait)
        else:
            tries += codes.wrong(ip)
    assert tries < 130


@pytest.mark.parametrize(
    ("ip", "most"),
    [
        pytest.param(
            lambda n: f"2001:db8:0:{n % 65536:x}::", 80, marks=pytest.mark.long
        ),  # fresh /64s of one site's /48
        pytest.param(
            lambda n: f"2001:db8:{n % 65536:x}::", 1830, marks=pytest.mark.long
        ),  # fresh /48s of one provider's /32
        pytest.param(lambda n: f"192.0.2.{n % 256}", 80, marks=pytest.mark.long),
        (lambda n: f"192.0.{n // 256 % 256}.{n % 256}", 1830),
    ],
)
def test_fresh_addresses_of_one_network_share_a_limit(codes, clock, ip, most):
    """Each try comes from a fresh address, as fast as the network's answers allow, for an hour."""
    tries, n, end = 0, 0, clock.now + 3600
    while clock.now < end:
        for _ in range(10):
            tries += codes.wrong(ip(n))
            n += 1
        clock.pass_(1)
    assert tries <= most
    assert codes.wrong("203.0.113.5")


def test_many_tries_at_once_are_no_more_than_one_after_the_other(codes):
    """None of them has failed yet when the next one begins."""
    assert [codes.wrong("192.0.2.7") for _ in range(50)].count(True) == 4


def test_right_codes_leave_no_trace(codes, clock):
    for _ in range(200):
        codes.guard.right(codes.guard.begin("192.0.2.7"))
    assert codes.guard.wait("192.0.2.7") == codes.guard.wait("192.0.2.8") == 0
    assert codes.guard._flooded_until == 0


def test_distributed_guesses_are_stopped(codes):
    """Anyone who has mistyped once, or not at all, goes on."""
    codes.wrong("203.0.113.5")
    codes.wrong("198.18.0.1")
    codes.wrong("198.18.0.1")
    for number in range(WRONG_PER_MINUTE + 1):
        codes.wrong(f"10.{number}.0.1")
    waits = [codes.guard.wait(ip) for ip in ("203.0.113.5", "198.51.100.1", "198.18.0.1")]
    assert waits == [0, 0, FLOOD_WAIT]


def test_guards_are_bounded_in_number(codes):
    for number in range(30_000):
        codes.guard.begin(f"10.{number // 256}.{number % 256}.1")
    assert max(len(stored) for stored in codes.guard._wrong.values()) == MOST_KEYS


def test_sockets_are_counted():
    sockets = Held(5, 3, 2)
    sockets.enter("a", "g1")
    sockets.enter("a", "g1")
    for ip, guest, code in (
        ("b", "g1", "rate.limited"),
        ("a", "g2", None),
        ("a", "g3", "rate.limited"),
        ("b", "g3", None),
        ("c", "g4", None),
        ("d", "g5", "server.full"),
    ):
        if code is None:
            sockets.enter(ip, guest)
            continue
        with pytest.raises(ServerError) as refused:
            sockets.enter(ip, guest)
        assert refused.value.code == code
    sockets.leave("a", "g1")
    sockets.enter("d", "g5")
    assert sockets.total == 5
    for pair in (("a", "g1"), ("a", "g2"), ("b", "g3"), ("c", "g4"), ("d", "g5")):
        sockets.leave(*pair)
    assert (sockets.total, dict(sockets._by_place)) == (0, {})


def test_a_network_holds_more_than_an_address_but_not_everything():
    sockets = Held(2000, 10, 8)
    held = 0
    for number in range(250):
        with suppress(ServerError):
            sockets.enter(f"192.0.2.{number}", f"g{number}")
            held += 1
    assert held == 40


def test_tables_count_for_their_maker():
    awake: set[str] = set()
    makers = Makers(Limits(tables_per_ip=3), lambda: awake)

    def make(name: str, ip: str = "192.0.2.7") -> str:
        try:
            with makers.making(ip) as made:
                awake.add(name)
                made(name)
        except ServerError as error:
            return error.code
        return "made"

    assert [make(f"t{n}") for n in range(4)] == ["made"] * 3 + ["rate.limited"]
    assert make("t9", "203.0.113.5") == "made"
    awake.discard("t1")
    assert make("t5") == "made"
    with pytest.raises(ZeroDivisionError), makers.making("203.0.113.5"):
        raise ZeroDivisionError
    assert makers._held.total == 4


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_addresses_are_grouped_by_network(address, key):
    assert address_key(address) == key


def test_networks_around_an_address():
    assert scopes("192.0.2.7") == (("192.0.2.7/32", 1), ("192.0.2.0/24", 4))
    assert scopes("2001:db8:1:2ff::") == (
        ("2001:db8:1:2ff::/64", 1), ("2001:db8:1:200::/56", 2), ("2001:db8:1::/48", 4),
    )  # fmt: skip
    assert scopes("testclient") == (("testclient", 1),)
