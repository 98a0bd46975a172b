"""All tables of a process: their tasks, their sockets, and the processes in which bots think.

- `hub`: what is requested of the tables of a process, when they are put away, and what a node hears of the others
- `registry`: the tables that are awake: the task and the sockets of each, woken from the store when someone asks
- `rooms`: new rooms: their options and host, one at a time for each guest, and a rematch by a link
- `thinkers`: processes in which bots think, so that tables and sockets go on beside them, and the compilation they
  need
- `own_bots`: own bots of the server, which sit at tables beside the levels
"""
