"""A table without any input or output: messages and the time go in, messages and writes come out.

Everything that takes time is a number that `Table.wake` names; nothing here sleeps, so a test plays a whole match, a
time-out or two tables side by side without waiting.

- `table`: the table: takes messages and the time, keeps the match going, and returns what to store and to send
- `audience`: who is at a table and what each page was sent: players, and watchers with their delay
- `context`: what the parts of a table share: its room, its chance and its clock, and the effects of a step
- `room`: what is agreed at a table: game, options, seats and who sits there, host, and the next shuffle
- `settings`: how a table is run: clocks, who may come, bots, talk
- `lobby`: who may come in and sit down, and the room and the present moment as a page gets them
- `commands`: what the host of a room decides, who is host, and what its people decide by votes
- `chat`: what is said at a table, and what is requested of it
- `match`: from deal to deal: seats that change hands, the start and end of each deal, and a match that ends early
- `deal`: a deal while it is played, and the state of its match
- `questions`: the open questions of a deal: who answers each, and what is stored of it before anyone hears of it
- `clock`: time at a table: banks and clocks, how long a deal waits, pauses that do not depend on hidden cards, and
  fast-forward
- `shuffle`: the making of the next shuffle, which nobody can choose: shares first, then nonces (docs/records.md)
- `restore`: a table as it was before the process ended: from its room, its deals and their actions
"""
