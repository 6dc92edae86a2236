"""Worker processes: their outcomes in order, and the tasks of workers that end or hang."""

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from linksift import Finder
from linksift.cli.running import worker_processes
from linksift.cli.running.find_task import (
    Complaint,
    Job,
    Outcome,
    RenderedLinks,
    Task,
    TaskEnd,
    render_each,
    run_task,
)
from linksift.cli.running.run_tasks import _events
from linksift.cli.running.worker_processes import AHEAD, BATCH_SIZE, outcomes_in_order
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


def takes_two_seconds(seen: LinkInContext) -> bytes:
    time.sleep(2)
    return uri(seen)


def fails(seen: LinkInContext) -> bytes:
    raise RuntimeError("an error in our code")


def job(render: Callable[[LinkInContext], bytes]) -> Job:
    return Job(Finder("document"), ReadOptions(limits=Limits(seconds=HANGS)), None, partial(render_each, render=render))


@pytest.fixture
def tasks(tmp_path: Path) -> list[Task]:
    """Twelve files, of which the fifth crashes its worker; each is a batch, as large files are."""
    paths = [tmp_path / f"{number}.txt" for number in range(12)]
    for number, path in enumerate(paths):
        path.write_text(f"http://{number}.example/{'crash' if number == 4 else ''} " * (12 - number))
    return [Task(number, str(path), BATCH_SIZE) for number, path in enumerate(paths)]


def by_task(events: Iterator[tuple[Task, Outcome]]) -> list[list[Outcome]]:
    """The outcomes of each task; asserts that all tasks end, in order."""
    lists: list[list[Outcome]] = [[]]
    for task, outcome in events:
        assert task.number == len(lists) - 1
        if isinstance(outcome, TaskEnd):
            lists.append([])
        else:
            lists[-1].append(outcome)
    assert lists.pop() == []
    return lists


def test_outcomes_are_those_of_one_process_in_order(tasks: list[Task]) -> None:
    expected = by_task(_events(iter(tasks), job(uri), 1))
    assert all(isinstance(outcome, RenderedLinks) for outcomes in expected for outcome in outcomes)
    assert by_task(outcomes_in_order(iter(tasks), job(uri), 3)) == expected


def test_no_task_is_lost_while_the_only_worker_is_about_to_be_idle(tasks: list[Task]) -> None:
    """A worker is idle once it has said that it is done, which it says after its last outcome."""
    expected = by_task(_events(iter(tasks), job(uri), 1))
    assert by_task(outcomes_in_order(iter(tasks), job(uri), 1)) == expected


def test_links_that_are_not_listed_singly_come_joined(tasks: list[Task]) -> None:
    """The lines of several links are one outcome, with their number, and none goes over the end of a task."""
    expected = by_task(_events(iter(tasks), job(uri), 1))
    found = by_task(outcomes_in_order(iter(tasks), job(uri)._replace(listed_singly=False), 2))
    for joined, single in zip(found, expected, strict=True):
        (link,) = joined
        outputs = [output for each in single for output in each.outputs]  # type: ignore[union-attr]
        assert link == RenderedLinks(len(outputs), (b"".join(outputs),))


def test_workers_start_once_the_work_that_is_left_is_worth_them(
    tasks: list[Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[int]] = []

    def workers(left: Iterator[Task], job: Job, jobs: int) -> Iterator[tuple[Task, Outcome]]:
        started.append([task.number for task in left])
        return iter(())

    monkeypatch.setattr(worker_processes, "outcomes_in_order", workers)
    for seconds, expected in ((0.01, []), (1.0, [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]])):
        started.clear()
        clock = count(step=seconds)
        list(_events(iter(tasks), job(uri), 2, lambda: next(clock)))  # noqa: B023 - called in here
        assert started == expected
    list(_events(iter(tasks), job(uri), 1, lambda: next(clock)))
    assert len(started) == 1


def assert_one_is_lost(outcomes: list[list[Outcome]], message: str) -> None:
    """Assert that the fifth task ended with this message, and the others correctly."""
    assert outcomes[4] == [Complaint(message)]
    found = [
        sum(each.links for each in links if isinstance(each, RenderedLinks))
        for number, links in enumerate(outcomes)
        if number != 4
    ]
    assert found == [12, 11, 10, 9, 7, 6, 5, 4, 3, 2, 1]


def test_only_the_task_of_a_process_that_ends_is_lost(tasks: list[Task]) -> None:
    small = [task._replace(size=100) for task in tasks]
    for given in (tasks, small, [*small[:6], *tasks[6:]]):
        outcomes = by_task(outcomes_in_order(iter(given), job(ends_its_process), 2))
        assert_one_is_lost(outcomes, "cannot be read: the process that read it ended with 7")


def test_the_file_of_a_process_that_ends_counts_as_not_read(tasks: list[Task]) -> None:
    events = outcomes_in_order(iter(tasks[3:6]), job(ends_its_process), 1)
    assert [end.not_read for _, end in events if isinstance(end, TaskEnd)] == [0, 1, 0]


def test_only_the_task_of_a_process_that_hangs_is_lost(tasks: list[Task]) -> None:
    """A clock that advances only once the other process has nothing left to do."""
    passes = False

    def all_given() -> Iterator[Task]:
        nonlocal passes
        yield from tasks
        passes = True

    clock = count(step=3 * HANGS)
    outcomes = by_task(outcomes_in_order(all_given(), job(takes_forever), 2, lambda: next(clock) if passes else 0.0))
    assert_one_is_lost(outcomes, "cannot be read: took too long")


def test_a_document_that_takes_all_its_time_keeps_its_links(tasks: list[Task]) -> None:
    """Its reader stops at the end of that time, and the process needs some more to send the links found so far."""
    passes = False

    def all_given() -> Iterator[Task]:
        nonlocal passes
        yield tasks[11]
        passes = True

    events = outcomes_in_order(all_given(), job(takes_two_seconds), 2, lambda: 1.5 * HANGS if passes else 0.0)
    assert [type(outcome) for _, outcome in events] == [RenderedLinks, TaskEnd]


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
    complaint, unread = run_task(tasks[0], job(fails))
    assert complaint == Complaint("cannot be read: RuntimeError: an error in our code")
    assert unread == TaskEnd(not_read=1)
