"""Operation: running the server, its log, its metrics, backups and the doctor.

- `backup`: backups: one gzipped file of JSON Lines, the same whichever database it came from and goes to
- `doctor`: `paiju doctor`: checks a deployment, from its database to the address that people open
- `findings`: the findings of an examination, and those about this machine: memory, old libraries, compiled bots
- `logs`: the server's log: JSON lines with named fields, rate-limited, without cards, keys or names
- `metrics`: figures for Prometheus and a health check, on an address of their own
- `process`: the server process: the signals that end it, and when it collects garbage
- `serve`: running a server: what the command line asks of it, addresses, the start, a lost database, and the orderly
  end
"""
