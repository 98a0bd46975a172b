"""What outlives the process: rooms, running deals, guests and records.

- `base`: what the server keeps, whichever database keeps it
- `cleaning`: what goes when its time is over, or when a guest asks for it
- `engines`: database addresses and connections, the database's own clock, and what a driver's exception means
- `guests`: what is stored of guests: codes, lessons learned, ratings, and puzzles answered
- `kept`: what a store hands out and takes in: rows as the rest of the server reads them. Times are seconds since 1970
- `locking`: one server for one database: the second is told so instead of playing the same tables twice
- `rooms`: rooms with their deals, records, reviews and the deals that guests have played
- `schema`: the tables, the same for every database. Times are whole seconds since 1970
- `series`: series: deals that many play, each at a table of his own; the days some belong to, and who has tried what
- `sql`: the store on SQLAlchemy Core, SQLite by default and PostgreSQL by address, and the time for which a process
  owns it
- `statements`: what each write does to the tables
- `upgrade`: bringing a database up to date, with a copy of a SQLite file kept beside it first
- `writer`: one writer for many callers: whoever asks while a transaction is under way shares the next one
- `writes`: what a table asks the store to keep, before anybody is told. A tuple of writes is one transaction
"""
