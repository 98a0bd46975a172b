"""Persistent data: rooms, running deals, guests and records.

- `base`: the errors of the store, and its retention times
- `rows`: the rows as plain values, and what a table asks the store to write
- `schema`: the tables, made from the rows
- `engines`: addresses and connections, and what a driver's exception means
- `locking`: one server for one database, and the number by which a former owner's writes are refused
- `steps`: what made the tables, from the first version on
- `upgrade`: bringing a database up to date by those steps, with a copy of a SQLite file first
- `writer`: one writer for many callers, and what each write does to the tables
- `database`: a database that this process owns: open, read, write, lose and take again; and its own clock
- `queries`: what is read and changed of rooms, records, guests and series
- `clubs`: what is read and changed of clubs, their members and their evenings
- `subscriptions`: the devices on which guests are told of things
- `store`: the whole store, and what is deleted of it when its time is over or a guest asks for it
"""
