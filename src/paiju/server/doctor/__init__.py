"""`paiju doctor`: what is wrong with a deployment, from its database to the address that people open."""

from paiju.server.doctor.examination import examine
from paiju.server.doctor.findings import Finding

__all__ = ["Finding", "examine"]
