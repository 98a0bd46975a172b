"""Several nodes on one PostgreSQL database, and workers that compute for them. A server of one node needs none of it.

- `leases`: the node of a table, and how a node takes it
- `nodes`: nodes: processes that share one PostgreSQL database, and what they tell one another
- `questions`: questions of nodes to workers: as rows, as text, and what a node knows of the workers on its database
- `workers`: a worker, which computes for the nodes on a PostgreSQL database, and keeps nothing
"""
