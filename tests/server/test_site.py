"""Addresses of sites, as `--origin` and `doctor --url` take them."""

import pytest

from paiju.server.http.links import Site, site_of


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://cards.example.org", "https://cards.example.org"),
        ("https://Cards.Example.org/", "https://cards.example.org"),
        ("HTTPS://cards.example.org:443", "https://cards.example.org"),
        ("http://cards.example.org:443", "http://cards.example.org:443"),
        ("http://192.0.2.7:8000", "http://192.0.2.7:8000"),
        ("http://[2001:db8::1]:80", "http://[2001:db8::1]"),
        ("https://牌局.example", "https://xn--dgtx62c.example"),
    ],
)
def test_an_address_is_named_as_browsers_do(text, origin):
    site = site_of(text, Site)
    assert site is not None
    assert site.origin == origin
    assert site_of(origin, Site) == site


@pytest.mark.parametrize(
    "text",
    [
        "", "example.org", "//example.org", "ftp://example.org", "https://", "https://:8000", "https://example.org/a",
        "https://example.org?a", "https://example.org#a", "https://me:you@example.org", "https://example.org:0",
        "https://example.org:65536", "https://example.org:x", "https://[::1", "https://a..b", "https://exam\nple.org",
        "https://ex ample.org", "https://\udcff.org", "https://" + "a." * 200 + "org",
    ],
)  # fmt: skip
def test_no_address(text):
    assert site_of(text, Site) is None
