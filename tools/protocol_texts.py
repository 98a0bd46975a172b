"""What docs/protocol.md says beyond the types: rules of the stream, of time, and of secrecy."""

from __future__ import annotations

from paiju.server import protocol as p
from paiju.server.hub import registry
from paiju.server.ops import serve
from paiju.server.tables import audience, chat, clock, commands, deal, lobby, match, shuffle
from paiju.wire import MOST_LISTED

HEAD = f"""
# The table protocol

This page is for authors of clients and programs. After it you can connect to a table, play, and handle every message and refusal.

`python tools/protocol.py` generates this page from the types of the messages; [messages.schema.json](messages.schema.json) is the same as JSON Schema, closed for the
server's messages: the server never sends an undeclared field.

A page requests `GET /api/me`, which sets the signed cookie `paiju_guest`; that cookie is the whole identity. The page makes or joins a table (see [Requests](#requests)) and
opens the socket `/ws/TABLE`. A frame is one JSON object whose `type` names the message. Frames of a page have at most {p.MOST_FRAME_BYTES} characters; text and binary frames
count alike. A page of another site gets no socket (403).

Cards, actions and card choices are text in the notation of the games. Seats are numbers from 0. The browser knows no rules: each question contains the allowed actions.

This is version {p.VERSION} of the protocol, which `welcome` names. The version rises when a page of the version before can no longer take part: 2 came with `share`, the other
fields of `nonce` and of a room's `fairness`. New messages, fields and requests alone do not raise it.
"""

CLIENT = f"""
The server refuses unknown types, unknown fields and wrong types of values, and converts nothing. The first message must be `hello`, within {registry.HELLO_SECONDS} s. A socket may
send {1000 // registry.MESSAGES.refill_ms} messages a second and {registry.MESSAGES.most} at once, {registry.MALFORMED.most} invalid frames at once and one more every
{registry.MALFORMED.refill_ms // 1000} s; more closes it with `rate.flood`. A refused message changes nothing, and every refusal has a code.

Any message may have an `id`, a text of at most 24 characters that the page chooses. `done` or `error` answers it with the same `id`, once the results are stored. A message whose
`id` is among the last {audience.KEPT_IDS} completed ones of this guest is only answered, not carried out again. A page that has lost its connection therefore sends its unanswered
messages again, and nothing happens twice. A restart of the server forgets these names, except the last answer of each seat in a running deal.

A browser cannot see whether its connection still works. It sends `ping` after some silence, and treats a missing `pong` as the end of the connection. The server sends WebSocket
pings every {serve.PING_SECONDS} s, which browsers answer even while their pages sleep, and drops a socket that leaves one unanswered for {serve.SILENCE_SECONDS} s.
"""

ASKING = f"""
### Answering a question

`act` names the question by `prompt`, so an answer to an old question is refused (`prompt.stale`) instead of answering another one. The same answer sent twice counts once and is
not refused, even without an `id`. An answer is on disk before anyone learns of it.

`ask` `hint` and `check` concern the open question and answer the sender alone. There may be {chat.RATES["hint"].most:g} hints and {chat.RATES["check"].most:g} checks at once, then
one every {chat.RATES["hint"].refill_ms:g} and {chat.RATES["check"].refill_ms:g} ms. `ask` `hold` gives everyone {clock.HOLD_MS // 1000} s more for an open card, once a seat and card,
from its bank where there is a clock. `ask` `undo` reverts sitting down or readiness within {lobby.UNDO_MS // 1000} s.

A vote fails after {commands.VOTE_MS // 1000} s, when a voter answers it with `on` false, or when its opener has no seat any more. `ask` `dismiss` ends the match if more than half of
the voters agree, at once if there is only one. A voter whose page is gone counts for {commands.GRACE_MS // 1000} s more, and while the table is paused nobody counts as gone. Finished
deals count, in a rated match for the ratings too; the running deal and its view are dropped for all, permanently. `ask` `rematch` needs all who are present. `ask` `admit` lets a player in,
and `ask` `mute` mutes a `seat` for the rest of the match, chat and phrases alike. Both need all other voters, `admit` also the absent ones.

The voters of a match are those to whom its first deal was dealt. Bots and programs have no vote. A player who took a seat later has none (`vote.voice`) until the others have let them
in (`admit`) and they have held the seat for a whole deal. If no voter is left, everyone who sits there has a vote.

`host` reads only the fields of its command: `preset` (`preset`), `options` (`options`, by name; null goes back to the preset), `settings` (`settings`), `bot` (`seat`, `level`; null
empties the seat), `kick` `give` (`seat`), `out` (`watcher`), `lock` `pause` (`on`), `swap` (`seat`, `other`), `start`. `kick`, `out`, `give`, `lock` and `pause` work at any time, and so
do settings of who may come; the others only before the match. A guest removed by `kick` or `out` does not come back, and link and code change. A host who is away for
{commands.PATIENCE_MS // 1000} s hands over to the player who has been here longest, even during a pause. A `pause` ends by itself: a deal can be halted for
{deal.PAUSE_MS // 60_000} minutes in all (`pause_ms`), then `pause` is refused (`pause.spent`).

### Who may come

A room has one address, which is also its invitation. A guest who opens it enters as the settings allow, before the match to a free seat (`newcomers`). Later a guest without a seat gets a
`door` and `bye` `room.outside`, and opens the socket again with a `hello` that takes over the `seat` of a bot (`substitutes`) or wants to `watch` (`spectators`).

Between deals the seat is theirs at once. While its cards are dealt they wait for it as its `heir`, with only the spectators' view. They sit down once the deal is over, with a new
`welcome`; a page that leaves stops waiting. A seat changes hands within a deal only if all voters agree (`ask` `admit`). The newcomer must have been a member when the deal began and must
have seen none of its cards: not as another guest whose seat came here by a code, not in the same browser, not at the same address (`seat.dealt`). They then get the seat's own view with
the open question, and nothing earlier. A code does not move a second seat to a guest who has seen other cards of the deal either. After a removal, newcomers need the `key` of the present
link, which is then in the address after `#`. At most {lobby.MOST_WATCHERS} watch. Of {lobby.MOST_MEMBERS} guests, those without a seat who are away make room first.

### Programs

Before the match a room's host may create a token for a seat without a person (`POST /api/tables/TABLE/programs`). The server returns it once and stores only its hash. A program opens
the same socket with `Authorization: Bearer TOKEN` in place of the cookie. It sits on that seat of that table, is marked as a `program` for all, and gets the same messages under the same
clocks. It may send `act`, `auto`, `say` with a phrase, and `ask` `check`, `waits` and `position`; anything else is refused (`program.plays`). The token opens its seat for
{lobby.TOKEN_SECONDS // 3600} h, any number of times; the newest socket counts. `host` `bot` and `kick` take the seat back. Programs have no part in the shuffle and no vote, and do not
keep a table awake: without people all clocks pause. [Programs](programs.md) shows how.
"""

SERVER = f"""
Lists of more than {MOST_LISTED} card choices are not written out: `pick` says how many cards of the hand make the action.
"""

STREAM = f"""
### The stream of a page

Every message except `done`, `error`, `hint`, `checked`, `position`, `pong` and `bye` carries `seq`, which grows by one within the stream of one guest at one table; a gap means a missed
message. `hello` with `resume` set to the last `seq` seen brings the missed events and rooms, then the clock, the question and the room as they are now; its `chat` has what people said
meanwhile. If that is more than {audience.KEPT_MESSAGES} messages ago, or the table has been woken from the store since, a `welcome` brings the whole present instead. A page drops messages
with a `seq` it has seen, except in a `welcome`.

`events` change the view: `view = message.view.game ? message.view : {{...view, ...message.view}}`; each field that `more` names is extended at its end. A new deal begins with a view whose
`deal` differs, and an empty log.

A socket that does not read has at most {registry.QUEUE_MESSAGES} messages waiting; then the server closes it with 1013 and it resumes. A second page of the same guest at the same table
takes the seat over, and the first one receives `session.elsewhere`.
"""

SETTINGS = """How a table is run; they do not enter the option digest. Set by the host before the match; those of who may come at any time."""

VIEWS = """
The deal as one seat may know it; `null` is unknown or none. A view has these fields and no others: it is built field by field from the game's own view of that seat.
"""

EVENTS = """
`event` is the kind, with its facts beside it. Facts in the last column reach only the seats they belong to; everyone gets the rest. `rule` names the rule behind it. `faces` are the cards
beside them as they are drawn, in Bao Huang without suits (see [Views](#views)); an event before any hand is visible has none.
"""

REFUSALS = """
Over a socket an `error` message, over HTTP `{"error": {"code", "facts"}}` with the status given here.
"""

FAREWELLS = """
The last message before a socket closes. A refusal on entering comes as `error` and `bye` with the same code, close code 4001 or 1008.

Where several nodes share a database each table lives on one of them, and each node answers below `/n/NODE` as without that prefix. Another node answers `table.elsewhere` with the name in
the fact `node` of the `error`, and over HTTP status 307 with a `Location`. The same happens when a table moves. A page whose connection is lost begins at `/ws/TABLE` again: any node takes
the table of a dead one. `welcome` names the page's node as `node`. A page that is redirected to a node that has just gone silent waits half a second and tries again, at most twice; it goes to
any other node at once.
"""

TIMING = f"""
## Timing and secrecy

Nothing about hidden cards affects whether, when or how long something happens.

* **Open cards (Paohuzi).** A card that is open for claims stays open for `window_ms`, whether one seat may claim it, all may, or none. The clock is the same for everyone. Answers, including a
  bot's, are stored at once and revealed together at the end. A seat that has answered sees no result before the others do, and a seat whose answer has been outranked does not learn it. Only a
  claim that nothing can beat, judged by public cards, ends the window at once. `hold` lengthens it for all.
* **One person among bots** has no time limit: a window with a question to that person ends with their answer, because nobody is there to learn anything from it.
  Without a question it lasts {clock.HASTY_WINDOW_MS} ms, and a forced pass of theirs takes {clock.LONE_PASS_MS} ms.
* **Bots** take {clock.BOT_MS[0]} to {clock.BOT_MS[1]} ms, those that search {clock.SLOW_BOT_MS[0]} to {clock.SLOW_BOT_MS[1]} ms (another `tempo`, other times), in a window {clock.BOT_IN_WINDOW_MS[0]} to {clock.BOT_IN_WINDOW_MS[1]} ms.
  The time is drawn before they think, by what a spectator sees: longer before a lead or near the end, short where all see that they can only pass, and no shorter where only their hand says so. If
  a search has no result by then, a quick bot decides.
* **Nothing to decide.** Where a person can only pass and everyone sees that it is their turn, the server passes for them. `passes: brisk` does so after {clock.AUTO_PASS_MS[0]} to {clock.AUTO_PASS_MS[1]} ms,
  drawn alike for all hands. A later pass was chosen, so the clock reveals that this seat could have played. `passes: sealed` reveals nothing of the kind: no person's pass becomes visible before
  {clock.SEALED_PASS_MS[0]} to {clock.SEALED_PASS_MS[1]} ms, drawn before any decision, and a forced pass waits longer as often as this person's chosen ones do. A pass cannot be taken back: it is stored at once, and
  happens at its time even if the table has been woken from the store meanwhile. One thing remains visible: a play shows how long it took, and so does a chosen pass by a player who thinks longer than
  they ever did before.
* **Crowning while cards are drawn (BH A18-64).** The drawing takes the same time for all, {clock.DRAW_CARD_MS} ms a card and {clock.DRAW_THINKING_MS // 1000} s. A seat without a question sees nothing of any hand until it is
  over, so nobody can tell where it stopped, or whether it did.
* **Fast-forward.** Where all present players are out of the deal (out of cards, or resting), a trick comes in one sweep: its plays {clock.SWEPT_MS[0]} to {clock.SWEPT_MS[1]} ms apart, the next lead
  after {clock.SWEEP_MS[0]} to {clock.SWEEP_MS[1]} ms, and an open card stays for at most {clock.HASTY_WINDOW_MS} ms. Searching bots answer one person as soon as they can; otherwise they take {clock.HASTY_SLOW_BOT_MS[0]} to {clock.HASTY_SLOW_BOT_MS[1]} ms.
  Where others still play, bots take {clock.HASTY_BOT_MS[0]} to {clock.HASTY_BOT_MS[1]} ms once all present players who are out or on auto-play have requested it (`ask` `skip`). All of these facts
  are public; people's own passes keep their usual times.
* **Clocks.** `turn_seconds` for a decision, then the bank. At the end the default is taken; after `auto_play_after` of them in a row a bot plays on until `auto` is sent. The same happens for a player who has been gone
  for `takeover_seconds`. While nobody is there, or during a pause, all clocks stop.
* **Between deals.** A deal begins when everyone present is ready, or {match.NEXT_DEAL_MS // 1000} s after the last; where there is no clock it waits for them. It waits at most {shuffle.SHARES_MS} ms for the seats' `share`, and
  {shuffle.NONCES_MS} ms more for the `nonce` of each.
* **The shuffle.** When `room.fairness` has the step `shares`, each page with a seat sends its `share`, and again on every new connection. In the step `nonces` it sends its `nonce` if the list contains its share and has not
  changed since the page first saw it. A seat without a share in the list takes no part in this deal. `failed` names a seat with a share and no nonce, and the shuffle starts again without that seat.
  [Records](records.md) says what is hashed, what a page must store and compare, and why.
* **Spectators** get the public view and nothing else, `delay_seconds` late or after the deal, as the host has set.
"""

BYES = {
    "session.elsewhere": (4001, "offers to take the seat back here"),
    "server.restart": (1012, "comes back by itself"),
    "store.lost": (1012, "comes back by itself"),
    "store.full": (1012, "comes back by itself"),
    "rate.flood": (1000, "comes back by itself"),
    "room.kicked": (4001, "goes home"),
    "room.outside": (4001, "offers the choices of the preceding `door`"),
    "room.closed": (4001, "goes home"),
    "room.dissolved": (4001, "goes home"),
    "seat.moved": (4001, "goes home"),
    "program.revoked": (4001, "goes home; only programs receive it"),
    "guest.forgotten": (4001, "goes home"),
}
"""Close code, and what the page does."""

_BAOHUANG = {
    "abdicated": ("hands the claim to the crown on", "seat to rule", ""),
    "called": ("the emperor calls the guard with the revealed cards", "seat card cards rule", ""),
    "claim": ("holds the emperor's card", "seat rule", ""),
    "countered": ("the other side doubles once more", "seat rule", ""),
    "crowned": ("is emperor", "seat rule", ""),
    "cut": ("cuts the pack", "seat number", ""),
    "dealt": ("cards were drawn", "first_drawer drawn rule", "cards"),
    "declared": ("declares", "seat rule", ""),
    "declined": ("does not usurp", "seat rule", ""),
    "deferred": ("lets a play go and may come back", "seat", ""),
    "finished": ("is out of cards", "seat place rule", ""),
    "forced": ("has to take the crown", "seat rule", ""),
    "guard_named": ("the guard is settled; only the guard knows", "rule", "role"),
    "moved": (
        "cards change hands; why: claim, tribute, return, price, bought, cost",
        "from to count why rule",
        "cards faces",
    ),
    "over": ("the deal is over", "places roles winner multiplier solo rule", ""),
    "paid": ("pays into the pile or pool", "seat count rule", "cards faces"),
    "passed": ("passes", "seat", ""),
    "play": ("the play begins with this seat", "seat rule", ""),
    "played": ("lays cards", "seat cards faces bomb", ""),
    "pool": ("takes what was paid", "seat count rule", "cards faces"),
    "quiet": ("does not declare", "seat rule", ""),
    "received": ("gets cards of the tribute", "seat count rule", "cards faces"),
    "revealed": ("is known now", "seat role rule", ""),
    "revolted": ("revolts", "seat rule", ""),
    "score": ("points and their reasons (amount, why, rule)", "seat amount items", ""),
    "stuck": ("is taken out with the lowest cards left", "seat place rule", ""),
    "trick": ("a trick ends; wind: the leader is not the winner", "winner leader wind rule", ""),
    "usurped": ("takes the crown", "seat from rule", ""),
    "void": ("the deal does not count", "rule", ""),
}
_PAOHUZI = {
    "cut": _BAOHUANG["cut"],
    "bottom": ("the card at the bottom, and those laid on top", "card cards rule", ""),
    "dead": ("cannot discard and plays no more part", "seat rule", ""),
    "dealt": (
        "cards were dealt; card: the dealer's last, which all saw",
        "dealer streak seats card rule",
        "cards",
    ),
    "discard": ("throws a card", "seat card rule", ""),
    "draw": (
        "turns the top card; one that is laid face down at once is its owner's",
        "seat last rule",
        "card",
    ),
    "eat": ("eats; sets: the claim and what is laid with it", "seat card from sets rule", ""),
    "hu": (
        "wins; items and extra: what multiplies and what adds",
        "seat card sets items extra hu bottom multiplier final rule",
        "",
    ),
    "left": ("nobody takes the open card", "seat card rule", ""),
    "over": ("the deal is over", "winner hands next_dealer rule", ""),
    "pao": ("lays four, one of them from the table 跑", "seat set cards triple rule", ""),
    "pong": ("takes the open card for a triple 碰", "seat card from set rule", ""),
    "score": ("points and their reasons (amount, why, rule)", "seat amount items", ""),
    "ti": ("lays four of its own 提", "seat set cards triple rule", ""),
    "wei": ("lays three of its own 偎", "seat set rule", "cards"),
}
EVENT_KINDS = {
    game: {kind: (text, public.split(), private.split()) for kind, (text, public, private) in kinds.items()}
    for game, kinds in (("baohuang", _BAOHUANG), ("paohuzi", _PAOHUZI))
}
"""By game and kind: what happened, facts for all, facts that may be for some seats only."""

REQUESTS = """
All requests need the cookie of `GET /api/me`, and JSON with `Content-Type: application/json` if they carry a body. Answers are JSON unless stated otherwise.
[openapi.json](openapi.json) has the types of everything that a request takes: in its body where it is a `POST`, otherwise in its query. A refusal is `{"error": {"code", "facts", "rule"}}`.

This is a small client in Python. It becomes a guest, makes a room and prints the link for others:

```python
import httpx

with httpx.Client(base_url="http://127.0.0.1:8000") as server:
    print("I am", server.get("/api/me").json()["name"])
    room = server.post("/api/tables", json={"game": "paohuzi", "preset": "akagiri"}).json()["id"]
    print("come to", server.base_url.join(f"/table/{room}"))
```

The same in JavaScript, in the console of a page of the server:

```js
const call = async (path, body) => {
  const request = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(path, request)).json();
};
console.log("I am", (await call("/api/me")).name);
const { id } = await call("/api/tables", { game: "paohuzi", preset: "akagiri" });
console.log("come to", new URL(`/table/${id}`, location).href);
```

Then open the socket `/ws/ID` with the same cookie and say [`hello`](#hello); [table_bot.py](../examples/table_bot.py) and [table_bot.mjs](../examples/table_bot.mjs) do so with a token.
"""
