"""How processes share the tests: each gets its own kind first, and helps with the rest."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from tests.sharing import _LONG, _SHORT, _WAITING, ByFile

ROOT = Path(__file__).parents[2]
WAIT = ["tests/e2e/test_a.py", "tests/e2e/test_b.py", "tests/chaos/test_chaos.py"]
WORK = ["tests/unit/test_c.py", "tests/rules/test_d.py", "tests/bots/test_e.py", "tests/train/test_ray.py"]


class Process:
    """A process that runs what it is given, on command."""

    def __init__(self) -> None:
        self.gateway = SimpleNamespace(id=id(self))
        self.given: list[int] = []
        self.shutting_down = False

    def send_runtest_some(self, tests: list[int]) -> None:
        self.given += tests

    def shutdown(self) -> None:
        self.shutting_down = True


def shared(count: int, files: list[str]) -> list[list[str]]:
    """Which files each process has done, in which order, where all are equally fast."""
    tests = [f"{file}::test_{number}" for file in files for number in range(4)]
    config = SimpleNamespace(
        getvalue={"tx": ["popen"] * count, "maxprocesses": None}.get,
        option=SimpleNamespace(loadscopereorder=False),
    )
    sharing = ByFile(config)
    processes = [Process() for _ in range(count)]
    for process in processes:
        sharing.add_node(process)
        sharing.add_node_collection(process, tests)
    sharing.schedule()
    done = [0] * count
    while not sharing.tests_finished or any(len(p.given) > at for p, at in zip(processes, done, strict=True)):
        for number, process in enumerate(processes):
            if done[number] < len(process.given):
                sharing.mark_test_complete(process, process.given[done[number]])
                done[number] += 1
    reported = [[tests[at].partition("::")[0] for at in process.given] for process in processes]
    assert sorted(file for files in reported for file in files) == sorted(
        test.partition("::")[0] for test in tests
    )
    return [list(dict.fromkeys(files)) for files in reported]


def test_two_processes_take_waiting_tests_and_the_others_take_work() -> None:
    first, second, third = shared(3, [*WORK, *WAIT])
    assert first[0] == "tests/chaos/test_chaos.py"
    assert second[0] == "tests/e2e/test_a.py"
    assert third[0] == "tests/train/test_ray.py"
    assert {first[1], second[1]} == {"tests/e2e/test_b.py", "tests/bots/test_e.py"}, (
        "short files even out the end"
    )


def test_no_process_is_idle_while_tests_remain() -> None:
    assert all(shared(3, WAIT))
    assert all(shared(2, WORK))
    assert sorted(shared(1, [*WAIT, *WORK])[0]) == sorted([*WAIT, *WORK])


def test_the_files_named_in_the_schedule_exist() -> None:
    for name in (*_LONG, *_SHORT, *_WAITING):
        assert (ROOT / name).exists(), name
