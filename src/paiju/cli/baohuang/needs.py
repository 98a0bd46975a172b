"""What training needs beside the package."""

from __future__ import annotations

from importlib.util import find_spec

from paiju.core.errors import UsageError
from paiju.kernels.warm_up import require


def require_torch() -> None:
    """Refuse to go on without what training needs.

    Raises:
        UsageError: usage.kernels, usage.torch.
    """
    require()
    require_packages("torch", "safetensors")


def require_packages(*names: str) -> None:
    """Refuse to go on without packages that `paiju[train]` brings.

    Raises:
        UsageError: usage.torch.
    """
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        known = "pip install 'paiju[train]'"
        text = " and ".join(missing)
        raise UsageError("usage.torch", f"training needs {text}: {known}", {"text": text, "known": known})
