"""Figures for Prometheus and a health check, on an address of their own."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator

from prometheus_client import (
    GC_COLLECTOR,
    PLATFORM_COLLECTOR,
    PROCESS_COLLECTOR,
    CollectorRegistry,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju import __version__
from paiju.core.errors import PaijuError
from paiju.server.http.context import Front

GAUGES = ("tables", "sockets")
"""The gauges of a hub; all its other figures only grow."""

_NAME = re.compile(r"[^a-z0-9_]")


class Figures:
    """Reads the figures when they are requested."""

    def __init__(self, front: Front) -> None:
        self._front = front

    def collect(self) -> Iterator[Metric]:
        """All figures of this moment."""
        info = GaugeMetricFamily("paiju_info", "The version that runs.", labels=["version", "python"])
        info.add_metric([__version__, platform.python_version()], 1)
        yield info
        for name, value in self._front.hub.figures().items():
            yield _metric(name, value, gauge=name in GAUGES)
        for name, value in self._front.store.figures.items():
            yield _metric(f"store_{name}", value, gauge=False)
        yield _metric("web_connections", self._front.doors.total, gauge=True)
        yield _metric("web_sockets", self._front.sockets.total, gauge=True)
        yield from self._front.hub.turns.collect()
        requests = CounterMetricFamily("paiju_requests", "Answers by HTTP status.", labels=["status"])
        for status, count in sorted(self._front.requests.items()):
            requests.add_metric([str(status)], count)
        yield requests


def _metric(name: str, value: float, *, gauge: bool) -> Metric:
    plain = f"paiju_{_NAME.sub('_', name.lower())}"
    what = name.replace("_", " ").capitalize()
    if gauge:
        return GaugeMetricFamily(plain, f"{what} now.", value)
    return CounterMetricFamily(plain, f"{what} since the start.", value)


def create_admin(front: Front) -> Starlette:
    """The application for `/metrics` and `/healthz`."""
    disable_created_metrics()  # type: ignore[no-untyped-call]  # the library has no type for it
    registry = CollectorRegistry()
    registry.register(Figures(front))
    for collector in (PROCESS_COLLECTOR, PLATFORM_COLLECTOR, GC_COLLECTOR):
        registry.register(collector)

    async def metrics(request: Request) -> Response:
        return Response(generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def healthz(request: Request) -> Response:
        code = None
        try:
            await front.store.ping()
        except PaijuError as error:
            code = error.code
        tables = front.running and front.hub.is_open
        good = code is None and tables
        answer = {"ok": good, "store": code is None, "tables": tables, "code": code, "version": __version__}
        return JSONResponse(answer, 200 if good else 503)

    return Starlette(routes=[Route("/metrics", metrics), Route("/healthz", healthz)])
