"""A table without any input or output: messages and the time go in, messages and writes come out.

Everything that takes time is a number that `Table.wake` names; nothing here sleeps, so a test plays a whole match, a
time-out or two tables side by side without waiting.

- `admission`: who may come in: to a free seat, to that of a bot, as a program, or to watch
- `audience`: who follows a table and what each page was sent: players, watchers with their delay, and the effects of
  a step
- `chairs`: the chairs of a table: who sits where, and who plays for whom
- `chat`: what is said at a table, and what is asked of it
- `clock`: time at a table: banks and clocks, how long a deal waits, pauses that do not depend on hidden cards, and
  fast-forward
- `commands`: what the host of a room decides, and what its people decide by votes
- `context`: who is at a table: its people and pages, its host, and the room of another match
- `deal`: A deal while it is played: what is asked, what is shown when, and who plays for whom
- `lobby`: the room and the present moment as a page gets them; sitting down, leaving, readiness and auto-play
- `match`: from deal to deal: seats that change hands, the start and end of each deal, and a match that ends early
- `match_state`: the state of a match: its deals, what the next shuffle has, duplicate deals, outcomes, and which
  matches are rated
- `prompts`: questions to seats: the prompt, what each seat answered last, how long a pass takes, and questions to
  bots that search
- `questions`: the open questions of a deal: who answers each, and what is stored of it before anyone hears of it
- `restore`: A table as it was before the process ended: from its room, its deals and their actions
- `room`: what is agreed at a table: game, options, settings, seats, host, and the next shuffle
- `shuffle`: how the next shuffle is made, so that nobody chooses it: shares first, then nonces (docs/records.md)
- `table`: the table: takes messages and the time, keeps the match going, and returns what to store and to send
- `visitors`: pages that come and go, and guests who change their name, their device, or leave for good
"""
