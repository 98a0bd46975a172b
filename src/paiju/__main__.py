"""`paiju` and `python -m paiju`: the command line, if its two libraries are there."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from paiju.core.loading import loading


def main() -> None:
    """Run the command line; without its libraries, say in one line how to get them."""
    missing = [name for name in ("typer", "rich") if find_spec(name) is None]
    if missing:
        sys.stderr.write(f"paiju: the command line needs {' and '.join(missing)}: pip install 'paiju[cli]'\n")
        sys.exit(2)
    with loading():
        from paiju.cli import run  # noqa: PLC0415 - only once its libraries are known to be there

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
