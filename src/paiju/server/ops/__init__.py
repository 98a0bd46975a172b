"""Operation: running the server, its log, its metrics, backups and the doctor.

- `backup`: backups: one gzipped file of JSON Lines, the same whichever database it came from and goes to
- `doctor`: `paiju doctor`: what is wrong with a deployment, from its database to the address that people open
- `findings`: what an examination finds, and what it finds about this machine: memory, old libraries, compiled bots
- `logs`: what the server says about itself: JSON lines with named fields, rationed, none of them a card, a key or a
  name
- `metrics`: for those who run the server: figures for Prometheus and a health check, on an address of their own
- `process`: the server process: the signals that end it, and when it collects garbage
- `serve`: running a server: what the command line asks of it, addresses, the start, a lost database, and the orderly
  end
"""
