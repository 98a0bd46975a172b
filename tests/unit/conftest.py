"""Properties draw the same examples in every run, and take as long as the machine needs."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "patient",
    deadline=None,
    derandomize="PAIJU_TEST_SEED" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")
