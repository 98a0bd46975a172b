"""Another implementation, checked by the same cases: a program that reads cases and writes answers, a line of JSON each.

It gets every case without the expected answer, and replies `{"id": …, "answer": …}` in the form of `expect`, or
`{"id": …, "skip": true}` for an unknown kind (docs/conformance.md).
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

from paiju.conformance.runner import Case, Outcome, cases_of
from paiju.conformance.script import differs
from paiju.core.errors import UsageError
from paiju.core.files import from_json, lines_of

SECONDS = 20.0
"""Seconds that a program may take for a case."""
_MOST_BYTES = 1 << 20


def check_foreign(path: Path, command: str) -> Iterator[Outcome | None]:
    """The outcome of every case of a file, answered by a program; None for a case that it skips.

    Raises:
        UsageError: file.unreadable, file.syntax; usage.runner, for a program that does not start, exit, or answer in this form.
    """
    try:
        program = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except (OSError, ValueError, IndexError) as error:
        raise _trouble(command, f"it does not start: {error}") from None
    with program:
        assert program.stdin is not None
        try:
            for name, case in cases_of(path):
                answer = _ask(program, case, command)
                yield (
                    None if answer.get("skip") is True else Outcome(name, difference(answer, case["expect"]))
                )
        finally:
            program.kill()
            with suppress(OSError):  # of a question that it does not want
                program.stdin.close()


def difference(answer: dict[str, Any], expect: Any) -> str:
    """The difference between an answer and what is expected; lists of actions and plays may be in any order."""
    if "answer" not in answer:
        return "no answer"
    got = answer["answer"]
    if isinstance(expect, dict) and isinstance(got, dict):
        got = {key: got.get(key) for key in expect}
    return differs(_sorted(got), _sorted(expect))


def _sorted(data: Any) -> Any:
    """A value with all its lists of texts sorted, since they are sets."""
    if isinstance(data, dict):
        return {key: _sorted(value) for key, value in data.items()}
    return sorted(data) if isinstance(data, list) and all(isinstance(one, str) for one in data) else data


def _ask(program: subprocess.Popen[str], case: Case, command: str) -> dict[str, Any]:
    assert program.stdin is not None
    assert program.stdout is not None
    question = {key: value for key, value in case.items() if key != "expect"}
    timer = Timer(SECONDS, program.kill)
    timer.start()
    try:
        program.stdin.write(json.dumps(question) + "\n")
        program.stdin.flush()
        line = next(lines_of(program.stdout, _MOST_BYTES), "")
    except OSError:
        line = ""
    finally:
        timer.cancel()
    try:
        answer = from_json(line)
    except ValueError:
        raise _trouble(command, f"no JSON came back for {case.get('id')}") from None
    if not isinstance(answer, dict) or answer.get("id") != case.get("id"):
        raise _trouble(command, f"the answer to {case.get('id')} does not name it")
    return answer


def _trouble(command: str, reason: str) -> UsageError:
    return UsageError("usage.runner", f"{command}: {reason}", {"text": command, "reason": reason})
