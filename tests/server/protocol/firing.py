"""What a page should not send, sent in batches, each of which must be answered before the next."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from tests.server.protocol import frames
from tests.server.protocol.pages import Page

BATCH = 30


async def batch(page: Page, sent: list[str | bytes], mark: str) -> list[dict]:
    """Send frames and wait until all have been answered; the codes of the refusals."""
    before = len(page.got)
    for frame in sent:
        await page.raw(frame)
    await page.send(type="ask", what="check", prompt=mark)
    await page.until(lambda: any(m.get("prompt") == mark for m in page.got[before:]), mark)
    return [m for m in page.got[before:] if m["type"] == "error" and m.get("prompt") != mark]


async def attack(page: Page, rng: random.Random, rounds: int) -> int:
    """Broken frames, each of which must be refused once, with a code and nothing else; how many there were."""
    count = 0
    for number in range(rounds):
        sent = [frame for frame in (frames.broken(rng) for _ in range(BATCH)) if not frames.is_message(frame)]
        refused = await batch(page, sent, f"end {number}")
        assert len(refused) == len(sent), (sent, refused)
        assert {message["code"] for message in refused} <= {"message.malformed", "message.oversized"}
        count += len(sent)
    return count


async def annoy(page: Page, rng: random.Random, rounds: int, prompts: Callable[[], list[str]]) -> int:
    """Messages that can be read but should not be sent now, others' questions among them; how many there were."""
    count = 0
    for number in range(rounds):
        sent = [frames.good(rng) for _ in range(BATCH - 5)]
        sent += [{"type": "act", "prompt": name, "action": "pass"} for name in prompts()[-5:]]
        refused = await batch(page, [json.dumps(message) for message in sent], f"and {number}")
        assert all(message["code"] for message in refused)
        count += len(sent)
    return count
