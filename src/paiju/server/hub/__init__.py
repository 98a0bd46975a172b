"""All tables of a process: their tasks, their sockets, and the processes in which bots think.

- `hub`: what is requested of the tables of a process, and what a node hears of the others
- `registry`: which tables are awake, and the task of each: woken from the store when someone asks for one, put away
  when nobody is there
- `connections`: open sockets: who is at the other end, and what waits to go out
- `rooms`: new rooms: their options and host, one at a time for each guest, and a rematch by a link
- `thinkers`: processes in which bots think, so that tables and sockets go on beside them, and the compilation they
  need
"""
