"""What docs/protocol.md says beyond the types: rules of the stream, of time, and of what is kept secret."""

from __future__ import annotations

from paiju.server import protocol as p
from paiju.server.hub import connections, hub
from paiju.server.ops import serve
from paiju.server.tables import (
    admission,
    audience,
    chat,
    clock,
    commands,
    context,
    lobby,
    match,
    match_state,
    shuffle,
)
from paiju.wire.prompts import MOST_LISTED

HEAD = f"""
# The protocol of a table

This page is made from the types of the messages by `python tools/protocol.py`; [messages.schema.json](messages.schema.json) is the same
as JSON Schema, for the server's messages closed: a field that does not stand there is never sent.

A page asks for `GET /api/me`, which sets the signed cookie `paiju_guest`; that cookie is the whole identity. It makes a table or joins
one (see [Requests](#requests)) and opens the socket `/ws/TABLE`. A frame is one JSON object whose `type` names the message. Frames of
a page have at most {p.MOST_FRAME_BYTES} characters; text and binary frames count alike. A page of another site gets no socket (403).

Cards, actions and card choices are text in the notation of the games. Seats are numbers from 0. The browser knows no rules: what it may do
stands in the question it is asked.

This is version {p.VERSION} of the protocol, which `welcome` names. It is raised whenever a page of the version before could not take part any more: 2 came with
`share`, the other fields of `nonce` and of a room's `fairness`. New messages, fields and requests alone raise nothing.
"""

CLIENT = f"""
Unknown types and fields are refused, and so is a wrong type of value; nothing is converted. The first message must be `hello`, within
{hub.HELLO_SECONDS} s. A socket may send {1000 // connections.MESSAGES.refill_ms} messages a second and {connections.MESSAGES.most} at once, {connections.MALFORMED.most} frames at once
that are no messages and one more every {connections.MALFORMED.refill_ms // 1000} s; more closes it with `rate.flood`.
A refused message changes nothing, and every refusal has a code.

Any message may have an `id`, a text of the page's own choice of at most 24 characters. It is answered by `done` or `error` with the same `id`, once
what it led to has been kept. A message whose `id` is among the last {audience.KEPT_IDS} that this guest has sent and that were done is not carried
out again, only answered: a page that has lost its connection sends once more what has not been answered, and nothing happens twice. A restart
of the server forgets these names, but of a running deal not the last answer of each seat.

A browser cannot see whether its connection still carries anything. So it says `ping` when it has heard nothing for a while, and takes a `pong`
that does not come for the end of the connection. The server sends WebSocket pings every {serve.PING_SECONDS} s, which browsers answer by themselves
even where their pages sleep, and drops a socket that leaves one unanswered for {serve.SILENCE_SECONDS} s.
"""

ASKING = f"""
### How a question is answered

`act` names the question by `prompt`, so that an answer to a question that is gone is refused (`prompt.stale`) instead of being taken
for another one. The same answer sent twice counts once and is not refused, even without an `id`. An answer is on the disk before anybody hears of it.

`ask` `hint` and `check` are for the open question alone and are answered to the asker alone; there may be
{chat.RATES["hint"].most:g} hints and {chat.RATES["check"].most:g} checks at once, then one every {chat.RATES["hint"].refill_ms:g} and {chat.RATES["check"].refill_ms:g} ms. `ask` `hold` gives everybody
{clock.HOLD_MS // 1000} s more for an open card, once a seat and card, from its bank where there is a clock. `ask` `undo` takes sitting down or readiness back within
{lobby.UNDO_MS // 1000} s. A vote fails after {commands.VOTE_MS // 1000} s, or as soon as somebody answers it with `on` false or whoever opened it has no seat any more. `ask` `dismiss` ends the match if more than half of
those who have a voice agree, at once where one has it alone; somebody whose page is gone is counted for {commands.GRACE_MS // 1000} s more, and while the table stands
still nobody is missed. The finished deals count, in a rated match for the ratings too; the one that is on is dropped, with its view, for everybody and for ever. `ask` `rematch` wants all
who are present. `ask` `admit` lets somebody in and `ask` `mute` mutes a `seat` for the rest of the match, chat and phrases alike; both want all others, `admit` those who are away too.

A match has the voices of those to whom its first deal was dealt. Bots and programs have none, and neither has anyone who took a seat later
(`vote.voice`), until the others have let them in (`admit`) and they have then held the seat for a whole deal. Where nobody is left who has a voice, everybody has one who sits there.

`host` reads only the fields of its command: `preset` (`preset`), `options` (`options`, by name; null goes back to the preset), `settings`
(`settings`), `bot` (`seat`, `level`; null empties the seat), `kick` `give` (`seat`), `out` (`watcher`), `lock` `pause` (`on`), `swap` (`seat`, `other`), `start`.
`kick`, `out`, `give`, `lock` and `pause` work at any time, and so do settings of who may come; the others before the match. Whoever is sent away
by `kick` or `out` does not come back, and link and code are others from then on. A host who has been gone for {context.PATIENCE_MS // 1000} s hands over to whoever of
those who sit here has been here longest, during a pause too. A `pause` ends by itself: a deal can be halted for {match_state.PAUSE_MS // 60_000} minutes in all (`pause_ms`), then `pause` is refused (`pause.spent`).

### Who may come

A room has one address, which is also its invitation: whoever opens it comes in as the settings allow, before the match to a free seat
(`newcomers`). Later a guest without a seat gets a `door` and `bye` `room.outside`, and opens the socket again with a `hello` that takes over the
`seat` of a bot (`substitutes`) or wants to `watch` (`spectators`).

Between deals the seat is theirs at once. While its cards are dealt they wait for it as its `heir`, with no view but that of those who watch, and sit down once
the deal is over, with a new `welcome`; a page that goes does not wait any more. A seat changes hands within a deal only where all who have a voice agree (`ask` `admit`), and only to
somebody who was a member when the deal began and has seen none of its cards: not as another guest whose seat came here by a code, not in the same browser, not at the same address
(`seat.dealt`). The seat's own view is theirs from then on, with the question that is open, and nothing of before. Nor does a code move a second seat to a guest who has
seen other cards of the deal. Once somebody has been sent away, newcomers need the `key` of the present link, which then stands in the address behind `#`. At most
{admission.MOST_WATCHERS} watch; of {admission.MOST_MEMBERS} guests, those who have no seat and are not here make room first.

### Programs

Before the match a room's host may take a token for a seat without a person (`POST /api/tables/TABLE/programs`); it is told once, and the store keeps
only its hash. A program opens the same socket with `Authorization: Bearer TOKEN` in place of the cookie. It sits on that seat of that table, is shown to
all as a `program`, and gets the same messages under the same clocks. It may send `act`, `auto`, `say` with a phrase, and `ask` `check`, `waits` and
`position`; anything else is refused (`program.plays`). The token opens its seat for {admission.TOKEN_SECONDS // 3600} h, however often; the newest socket counts. `host` `bot` and `kick` take the
seat back. Programs have no part in the shuffle and no vote, and keep no table awake: where no person is left all clocks stand. [Programs](programs.md) shows how.
"""

SERVER = f"""
Lists of more than {MOST_LISTED} card choices are not written out: `pick` says how many cards of the hand make the action.
"""

STREAM = f"""
### The stream of a page

Every message but `done`, `error`, `hint`, `checked`, `position`, `pong` and `bye` carries `seq`, which grows by one within the stream of one guest at one table; gaps
tell a page that it missed something. `hello` with `resume` set to the last `seq` seen brings the events and rooms that were missed, then the
clock, the question and the room as they are now; what was said meanwhile stands in its `chat`. If that is more than {audience.KEPT_MESSAGES} messages ago, or the table has been woken from the store since, a `welcome` brings the whole present
instead. A page drops messages with a `seq` it has seen, except in a `welcome`.

`events` change the view: `view = message.view.game ? message.view : {{...view, ...message.view}}`; what `more` names then gets what
it brings at its end. A new deal begins with a view whose `deal` differs, and a log that is empty.

A socket that does not read has at most {connections.QUEUE_MESSAGES} messages waiting; then it is closed with 1013 and resumes. A second page of the same guest at the
same table takes the seat over, and the first one is told `session.elsewhere`.
"""

SETTINGS = """How a table is run; they do not enter the option digest. Set by the host before the match; those of who may come at any time."""

VIEWS = """
The deal as one seat may know it; `null` is unknown or none. A view has these fields and no others: it is built field by field from
the law's own view of that seat, which is all that rendering ever gets to see.
"""

EVENTS = """
`event` is the kind, beside it stand its facts. Facts in the last column reach only the seats they belong to; everybody gets the rest. `rule`
names the rule behind it. `faces` are the cards beside them as they are drawn, in Bao Huang without suits (see [Views](#views)); an event before
anybody has seen his hand has none.
"""

REFUSALS = """
Over a socket an `error` message, over HTTP `{"error": {"code", "facts"}}` with the status given here.
"""

FAREWELLS = """
The last message before a socket closes. A refusal on entering is told as `error` and `bye` with the same code, close code 4001 or 1008.

Where several nodes share a database each table lives on one of them, and each node answers below `/n/NODE` as without that prefix. Who asks another one is told
`table.elsewhere`, with the name in the fact `node` of the `error`, and over HTTP the same with status 307 and a `Location`. So it is when a table
moves. A page whose connection is lost begins at `/ws/TABLE` again: any node takes the table of one that has died. Where it was, `welcome` has told it by `node`: whoever is sent back to a node that has just
said nothing waits half a second and asks again, twice at most, and goes to any other at once.
"""

TIMING = f"""
## Time, and what it must not tell

Nothing about hidden cards shows in whether, when or how long something happens.

* **Open cards (Paohuzi).** A card that lies open for claims lies open for `window_ms`, whether one seat is asked, all are, or nobody is;
  the clock says the same to everybody. Answers, also a bot's, are kept at once and shown together at the end. A seat that has
  answered sees nothing of what came of it before the others do, and one whose answer has been outranked is not told so. Only a claim that
  nothing can beat, judged by what lies on the table, ends the window at once. `hold` lengthens it for all.
* **One person among bots** is waited for: a window in which he is asked has no time and ends with his answer. There is nobody to keep a secret from.
* **Bots** take {clock.BOT_MS[0]} to {clock.BOT_MS[1]} ms, those that search {clock.SLOW_BOT_MS[0]} to {clock.SLOW_BOT_MS[1]} ms (another `tempo`, other times), in a window {clock.BOT_IN_WINDOW_MS[0]} to {clock.BOT_IN_WINDOW_MS[1]} ms. The time is drawn before they think, by
  what a spectator sees: longer before a lead or near the end, short where all see that they can only pass, and no shorter where only their hand says so. What a search has not found by then, a quick bot decides.
* **Nothing to decide.** Where a person can only pass and everybody sees that it is his turn, the server passes for him.
  `passes: brisk` does so after {clock.AUTO_PASS_MS[0]} to {clock.AUTO_PASS_MS[1]} ms, drawn alike for all hands. A pass that comes later was chosen: who watches the clock learns that this seat
  could have played. `passes: sealed` tells nothing of the kind: no person's pass is shown before {clock.SEALED_PASS_MS[0]} to {clock.SEALED_PASS_MS[1]} ms, drawn before anybody
  decides, and a forced one waits longer as often as this person's chosen ones do. Whoever has passed earlier cannot take it back: the pass is kept at once, and done at its time also where the table has been woken from the store meanwhile.
  What is left: a play shows how long it took, and so does a chosen pass of somebody who thinks longer than he ever did.
* **Crowning while cards are drawn (BH A18-64).** The drawing takes one length for all, {clock.DRAW_CARD_MS} ms a card and {clock.DRAW_THINKING_MS // 1000} s. Whoever is not asked sees
  nothing of any hand until it is over, so that nobody can tell where it stopped, or whether it did.
* **Fast-forward.** Where all who are there are out of the deal (out of cards, or resting), bots take {clock.HASTY_BOT_MS[0]} to {clock.HASTY_BOT_MS[1]} ms, those that search {clock.HASTY_SLOW_BOT_MS[0]} to {clock.HASTY_SLOW_BOT_MS[1]} ms,
  and an open card lies for at most {clock.HASTY_WINDOW_MS} ms. Where others still play, bots hurry like that once all who are there and are out or let a bot play
  have asked for it (`ask` `skip`). Who is out, there and asking is public; people's own passes take as long as ever.
* **Clocks.** `turn_seconds` for a decision, then the bank. At the end the default is taken; after `auto_play_after` of them in a row a bot plays
  on until `auto` is sent. So it does for a player who has been gone for `takeover_seconds`. While nobody is there, or the host has
  paused, all clocks stand still.
* **Between deals.** A deal begins when everybody present is ready, or {match.NEXT_DEAL_MS // 1000} s after the last; where there is no clock it waits for them. For
  the seats' `share` it waits at most {shuffle.SHARES_MS} ms, for the `nonce` of each {shuffle.NONCES_MS} ms more.
* **The shuffle.** As soon as `room.fairness` has the step `shares` each page with a seat sends its `share`, on every new connection again; with the step `nonces`, if its
  own share stands in the list and the list has not changed since it was first seen, its `nonce`. Who has no share in the list takes no part in this deal. Who has one and sends no
  nonce is named in `failed`, and the shuffle begins anew without that seat. [Records](records.md) says what is hashed, what a page has to keep and to compare, and why.
* **Those who watch** get the public view and nothing else, `delay_seconds` late or after the deal, as the host has set.
"""

BYES = {
    "session.elsewhere": (4001, "offers to take the seat back here"),
    "server.restart": (1012, "comes back by itself"),
    "store.lost": (1012, "comes back by itself"),
    "store.full": (1012, "comes back by itself"),
    "rate.flood": (1000, "comes back by itself"),
    "room.kicked": (4001, "goes home"),
    "room.outside": (4001, "offers what the `door` before it allows"),
    "room.closed": (4001, "goes home"),
    "room.dissolved": (4001, "goes home"),
    "seat.moved": (4001, "goes home"),
    "program.revoked": (4001, "goes home; only programs are told so"),
    "guest.forgotten": (4001, "goes home"),
}
"""Close code, and what the page does."""

_BAOHUANG = {
    "abdicated": ("hands the claim to the crown on", "seat to rule", ""),
    "called": ("the emperor calls his guard with the cards shown", "seat card cards rule", ""),
    "claim": ("holds the emperor's card", "seat rule", ""),
    "countered": ("the other side doubles once more", "seat rule", ""),
    "crowned": ("is emperor", "seat rule", ""),
    "cut": ("cuts the pack", "seat number", ""),
    "dealt": ("cards were drawn", "first_drawer drawn rule", "cards"),
    "declared": ("shows himself", "seat rule", ""),
    "declined": ("does not usurp", "seat rule", ""),
    "deferred": ("lets a play go and may come back", "seat", ""),
    "finished": ("is out of cards", "seat place rule", ""),
    "forced": ("has to take the crown", "seat rule", ""),
    "guard_named": ("the guard is settled; only he knows", "rule", "role"),
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
All want the cookie of `GET /api/me`, and JSON with `Content-Type: application/json` where they carry a body. Answers are JSON unless it says otherwise.
"""
