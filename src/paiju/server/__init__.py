"""Live tables in the browser: one process, one store, one task for each table.

| module | holds |
|---|---|
| `http` | the application, its routes by resource, headers, limits, links |
| `hub` | all tables of a process, their tasks and sockets, the processes in which bots think |
| `tables` | one table, without any input or output |
| `people` | guests, ratings, their own games |
| `practice` | lessons, puzzles, reviews, replays |
| `series` | deals of the day, series, club evenings |
| `store` | rooms, deals, guests and records in the database |
| `cluster` | several nodes on one PostgreSQL, and workers |
| `ops` | running, logs, metrics, backups, the doctor |
| `protocol` | messages from and to a browser |
| `options_form` | the rules of a game as a form |
| `errors` | refusals and their HTTP status |
| `pack`, `baohuang`, `paohuzi`, `plain` | what a game adds to live tables |
| `web` | the page |
"""
