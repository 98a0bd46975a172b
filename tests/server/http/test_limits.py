"""How much one may ask for, by the clock."""

from __future__ import annotations

import pytest

from paiju.server.errors import ServerError
from paiju.server.limits import Buckets, Guard, Limits, Sockets, address_key


def test_a_bucket_fills_again(clock):
    bucket = Buckets(6, clock)
    assert [bucket.take("a") for _ in range(6)] == [0] * 6
    assert bucket.take("a") == pytest.approx(10)
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
    assert len(bucket._levels) == 20_000


def test_wrong_codes_cost_more_and_more(clock):
    guard = Guard(clock)
    waits = []
    for _ in range(12):
        guard.wrong("a")
        waits.append(guard.wait("a"))
        clock.pass_(waits[-1])
        assert guard.wait("a") == 0
    assert waits == [0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512]
    assert guard.wait("b") == 0
    for _ in range(9):
        guard.wrong("a")
    assert guard.wait("a") == 900
    clock.pass_(3601)
    assert guard.wait("a") == 0


def test_codes_cannot_be_guessed_by_one_address(clock):
    """In a day one address gets this many tries at a million codes."""
    guard, tries, end = Guard(clock), 0, clock.now + 86_400
    while clock.now < end:
        if wait := guard.wait("a"):
            clock.pass_(wait)
        else:
            guard.wrong("a")
            tries += 1
    assert tries < 130


def test_many_addresses_together_are_slowed(clock):
    guard = Guard(clock)
    for number in range(121):
        guard.wrong(f"address {number}")
    assert guard.wait("address 5") == 60
    assert guard.wait("nobody") == 0


def test_sockets_are_counted(clock):
    sockets = Sockets(Limits(sockets=5, sockets_per_ip=3, sockets_per_guest=2))
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
    assert (sockets.total, dict(sockets._open)) == (0, {})


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
def test_what_stands_for_an_address(address, key):
    assert address_key(address) == key
