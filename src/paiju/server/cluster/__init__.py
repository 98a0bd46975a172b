"""Several nodes on one PostgreSQL database, and workers that think for them. A server of one node needs none of it.

- `leases`: on which node a table lives, and how it is taken
- `nodes`: nodes: processes that share one PostgreSQL database, and what they tell one another
- `questions`: questions of nodes to workers: as rows, as text, and what a node knows of the workers on its database
- `workers`: A worker: it thinks for the nodes on a PostgreSQL database, and keeps nothing
"""
