"""What there is to compile of the bots, for `paiju warmup`."""

from __future__ import annotations

from importlib import import_module

from paiju.kernels.warming import Step, require

_MODULES = ("compiled.baohuang", "net", "compiled.paohuzi")


def steps() -> tuple[Step, ...]:
    """A label, and a call that makes numba compile it.

    Raises:
        UsageError: usage.kernels, where numba is not installed.
    """
    require()
    modules = [import_module(f"paiju.bots.{name}.warmup") for name in _MODULES]
    return tuple(step for module in modules for step in module.STEPS)
