"""Worker processes: their outcomes in order, and the tasks of workers that end or hang."""

import os
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from linksift import Finder
from linksift.cli.running.task import Complaint, Job, Outcome, RenderedLink, Task, run_task
from linksift.cli.running.worker_processes import AHEAD, outcomes_in_order
from linksift.documents import Limits, LinkInContext, ReadOptions

from .conftest import HANGS

pytestmark = pytest.mark.clock


def uri(seen: LinkInContext) -> bytes:
    return seen.found.match.uri.encode()


def ends_its_process(seen: LinkInContext) -> bytes:
    if "crash" in seen.found.match.uri:
        os._exit(7)
    return uri(seen)


def takes_forever(seen: LinkInContext) -> bytes:
    if "crash" in seen.found.match.uri:
        time.sleep(HANGS)
    return uri(seen)


def fails(seen: LinkInContext) -> bytes:
    raise RuntimeError("an error in our code")


def job(render: Callable[[LinkInContext], bytes]) -> Job:
    return Job(Finder("document"), ReadOptions(limits=Limits(seconds=HANGS)), None, render)


@pytest.fixture
def tasks(tmp_path: Path) -> list[Task]:
    """Twelve files, of which the fifth crashes its worker."""
    paths = [tmp_path / f"{number}.txt" for number in range(12)]
    for number, path in enumerate(paths):
        path.write_text(f"http://{number}.example/{'crash' if number == 4 else ''} " * (12 - number))
    return [Task(number, str(path), path.stat().st_size) for number, path in enumerate(paths)]


def by_task(events: Iterator[tuple[Task, Outcome | None]]) -> list[list[Outcome]]:
    """The outcomes of each task; asserts that all tasks end, in order."""
    lists: list[list[Outcome]] = [[]]
    for task, outcome in events:
        assert task.number == len(lists) - 1
        if outcome is None:
            lists.append([])
        else:
            lists[-1].append(outcome)
    assert lists.pop() == []
    return lists


def test_outcomes_are_those_of_one_process_in_order(tasks: list[Task]) -> None:
    expected = [list(run_task(task, job(uri))) for task in tasks]
    assert all(isinstance(outcome, RenderedLink) for outcomes in expected for outcome in outcomes)
    assert by_task(outcomes_in_order(iter(tasks), job(uri), 3)) == expected


def assert_one_is_lost(outcomes: list[list[Outcome]], message: str) -> None:
    """Assert that the fifth task ended with this message, and the others correctly."""
    assert outcomes[4] == [Complaint(message)]
    assert [len(found) for number, found in enumerate(outcomes) if number != 4] == [12, 11, 10, 9, 7, 6, 5, 4, 3, 2, 1]


def test_only_the_task_of_a_process_that_ends_is_lost(tasks: list[Task]) -> None:
    outcomes = by_task(outcomes_in_order(iter(tasks), job(ends_its_process), 2))
    assert_one_is_lost(outcomes, "cannot be read: the process that read it ended with 7")


def test_only_the_task_of_a_process_that_hangs_is_lost(tasks: list[Task]) -> None:
    """A clock that advances only once the other process has nothing left to do."""
    passes = False

    def all_given() -> Iterator[Task]:
        nonlocal passes
        yield from tasks
        passes = True

    clock = count(step=2 * HANGS)
    outcomes = by_task(outcomes_in_order(all_given(), job(takes_forever), 2, lambda: next(clock) if passes else 0.0))
    assert_one_is_lost(outcomes, "cannot be read: took too long")


def test_no_more_tasks_are_given_out_than_can_be_held(tasks: list[Task]) -> None:
    given: list[int] = []

    def noted() -> Iterator[Task]:
        for number in range(200):
            given.append(number)
            yield tasks[0]._replace(number=number)

    events = outcomes_in_order(noted(), job(uri), 2)
    next(events)
    assert len(given) <= AHEAD * 2 + 2
    events.close()


def test_an_error_in_our_code_loses_only_its_input(tasks: list[Task]) -> None:
    assert list(run_task(tasks[0], job(fails))) == [Complaint("cannot be read: RuntimeError: an error in our code")]
