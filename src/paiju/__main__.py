"""`paiju` and `python -m paiju`: the command line, if its two libraries are installed."""

from __future__ import annotations

import io
import os
import sys
from importlib.util import find_spec

from paiju.core.files import loading

_INTERRUPTED = 130


def main() -> None:
    """Run the command line; without its libraries, say in one line how to get them."""
    _make_streams_usable()
    _forget_odd_sizes()
    missing = [name for name in ("typer", "rich") if find_spec(name) is None]
    if missing:
        sys.stderr.write(f"paiju: the command line needs {' and '.join(missing)}: pip install 'paiju[cli]'\n")
        sys.exit(2)
    try:
        with loading():
            from paiju.cli import run  # noqa: PLC0415 - only once its libraries are known to be there
        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # before `run` can answer it, or after
        sys.stderr.write("paiju: stopped\n")
        status = _INTERRUPTED
    sys.exit(status)


def _make_streams_usable() -> None:
    """Replace closed standard streams by empty ones, so that no file opened later takes their place.

    Characters that the terminal's encoding lacks are written as escapes.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115, PTH123 - it stays to the end
            os.set_inheritable(stream.fileno(), True)  # noqa: FBT003 - a flag by its place
            setattr(sys, name, stream)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_odd_sizes() -> None:
    """Ignore odd terminal sizes: the library that draws takes ² for a number and crashes on it."""
    for name in ("COLUMNS", "LINES"):
        if not os.environ.get(name, "0").isdecimal():
            del os.environ[name]


if __name__ == "__main__":
    main()
