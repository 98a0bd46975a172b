"""An examination: the database first, which also knows the nodes; then the address, if one is given."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.bots.base import FAST
from paiju.kernels import missing
from paiju.server.doctor import address, files, machine, postgres
from paiju.server.doctor.findings import Finding, note, wrong
from paiju.server.store.base import StoreError
from paiju.server.store.engines import file_of, parse_url

_OPEN = (
    "see that the database runs and can be reached from here, and that name and password in --db are right"
)


def examine(db: str, url: str | None) -> Iterator[Finding]:
    """Everything that is found, in the order it is looked at; nothing is changed but that the address sees one new guest.

    Raises:
        StoreError: store.url.
        UsageError: usage.site.
    """
    database = parse_url(db)
    reach = None if url is None else address.parse(url)
    nodes: list[str] = []
    try:
        if (file := file_of(database)) is not None:
            yield from files.look(file)
        else:
            nodes = yield from postgres.look(database)
    except StoreError as error:
        yield wrong("database.open", f"the database cannot be used: {error.detail}", _OPEN)
    if lacking := " and ".join(missing()):
        yield note(
            "bots.weaker", f"without {lacking} weaker bots play as hard and master", FAST, lacking=lacking
        )
    yield from machine.look()
    if reach is not None:
        yield from address.look(reach, nodes)
