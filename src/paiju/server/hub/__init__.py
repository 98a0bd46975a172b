"""All tables of a process: their tasks, their sockets, and the processes in which bots think.

- `connections`: open sockets: who is at the other end, and what waits to go out
- `host`: A table, its task and its sockets, what the tables of a process share, and what a node hears of others
- `hub`: all tables of a process: one task each, woken from the store when somebody comes, put away when nobody is
  there
- `registry`: which tables are awake: woken from the store when somebody asks for one, put away when nobody is there
- `rooms`: new rooms: their options and host, one at a time for each guest, and a rematch by a link
- `thinkers`: processes in which bots think, so that tables and sockets go on beside them, and the compilation they
  need
"""
