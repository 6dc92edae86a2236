"""Runs tasks in several processes at once, and yields their outcomes in the order of the tasks.

`find_task` defines a task. Memory use is bounded by limits on the tasks given out and on the outcomes kept.
"""

import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait

from linksift.cli.running.find_task import Complaint, Job, Outcome, RenderedLinks, Task, TaskEnd, run_task
from linksift.cli.streams.write_outputs import INTERRUPTS
from linksift.documents import MEBI, SECONDS_PER_MEBI

BATCH_SIZE = 1024 * 1024
"""The approximate number of bytes of files given to a process at a time; smaller batches require more messages between
processes, which take time."""

FILE_COST = 4096
"""Opening a file takes about as long as reading this many bytes of it."""

MOST_SENT = 200
"""The maximum number of outcomes sent at a time."""

MOST_HELD = 20_000
"""The maximum number of links kept for a batch whose turn has not come. Beyond this number, its process waits."""

AHEAD = 4
"""The maximum number of batches per process that are given out, or finished and kept, at a time."""

PATIENCE = 2
"""How many times the seconds that a document may take pass before a silent process is ended: the process notices the
end of that time itself, stops reading the document, and then sends the links found so far."""

# Processes are spawned, since a fork would inherit open pipes and is not safe in the presence of threads.
_PROCESSES = get_context("spawn")


class _Slot:
    """A batch of tasks that has been given out: the remaining tasks, and the outcomes so far.

    If its process ends, the remaining tasks are given out again, one by one, so that only a task that ends its process
    is lost. `sent` counts the outcomes of the first remaining task that have arrived.
    """

    def __init__(self, tasks: list[Task]) -> None:
        self.left = deque(tasks)
        self.events: deque[tuple[Task, Outcome]] = deque()
        self.one_by_one = False
        self.sent = 0
        self.held = 0

    @property
    def order(self) -> tuple[list[Task], int]:
        """The message to send to a process: the tasks, and the number of outcomes of the first task to leave out."""
        return [self.left[0]] if self.one_by_one else list(self.left), self.sent

    def add(self, outcomes: list[Outcome]) -> None:
        """Add outcomes of the first remaining tasks."""
        for outcome in outcomes:
            self.events.append((self.left[0], outcome))
            self.held += outcome.links if isinstance(outcome, RenderedLinks) else 1
            self.sent += 1
            if isinstance(outcome, TaskEnd):
                self.left.popleft()
                self.sent = 0

    def fail(self, why: str) -> None:
        """Handle the end of the process: give the tasks out one by one, or complain if that has already been done."""
        if self.one_by_one or len(self.left) == 1:
            self.add([Complaint(f"cannot be read: {why}"), TaskEnd(not_read=1)])
        self.one_by_one = True

    def pop(self) -> tuple[Task, Outcome]:
        """Remove and return the next outcome."""
        task, outcome = self.events.popleft()
        self.held -= outcome.links if isinstance(outcome, RenderedLinks) else 1
        return task, outcome


class _Worker:
    """A process that runs one task after another."""

    def __init__(self, job: Job, now: Callable[[], float]) -> None:
        self.pipe, theirs = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_serve, args=(theirs, job), daemon=True)
        with _uninterrupted():
            self._process.start()
        theirs.close()
        self._seconds = job.read_options.limits.seconds
        self._now = now
        self.slot: _Slot | None = None
        self.deadline = 0.0

    def take(self, slot: _Slot) -> None:
        """Give the process tasks to run."""
        self.slot = slot
        self.pipe.send(slot.order)
        self.extend_deadline()

    def extend_deadline(self) -> None:
        """Set a new deadline, since the process has just sent something, or its messages were not awaited."""
        size = sum(task.size for task in self.slot.order[0]) if self.slot and self.slot.left else 0
        self.deadline = self._now() + PATIENCE * (self._seconds + SECONDS_PER_MEBI * size / MEBI)

    def receive(self) -> None:
        """Receive the outcomes that the process has sent. Raises EOFError or OSError if the process has ended."""
        outcomes: list[Outcome] | None = self.pipe.recv()
        slot = self.slot
        if slot is not None and outcomes is not None:
            slot.add(outcomes)
        elif slot is not None and slot.left:  # the next of the tasks that are given out one by one
            self.take(slot)
        elif outcomes is None:
            self.slot = None
        self.extend_deadline()

    def end(self) -> int | None:
        """End the process; return its exit code if it had already ended by itself (negative for a signal)."""
        self.pipe.close()
        self._process.join(0.1)
        ended = self._process.exitcode
        self._process.kill()
        self._process.join()
        return ended


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block interrupts in this context, and permanently in a process started in it, which inherits the block.

    This process handles interrupts; otherwise they would hit a worker during its imports. Windows cannot block them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # otherwise it would start in this context and unblock interrupts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, job: Job) -> None:
    """The main function of a worker: takes tasks from the pipe and sends their outcomes in groups, followed by None."""
    for number in INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)  # for systems that cannot block signals
    try:
        while True:
            tasks, left_out = pipe.recv()
            outcomes = (outcome for task in tasks for outcome in run_task(task, job))
            left = islice(outcomes, left_out, None)
            while sent := list(islice(left, MOST_SENT)):
                pipe.send(sent)
            pipe.send(None)
    except (EOFError, OSError):  # the parent process is gone
        return


def outcomes_in_order(
    tasks: Iterator[Task], job: Job, jobs: int, now: Callable[[], float] = time.monotonic
) -> Generator[tuple[Task, Outcome], None, None]:
    """The outcomes of all tasks, each with its task, in order, from `jobs` processes.

    This process reads standard input itself when its turn comes.
    """
    pool = _Pool(job, jobs, now)
    try:
        given = batches(tasks)
        while slot := pool.next_slot(given):
            if slot.left and slot.left[0].path is None:
                task = slot.left.popleft()
                yield from ((task, outcome) for outcome in run_task(task, job))
            while slot.events or slot.left:
                if slot.events:
                    yield slot.pop()
                else:
                    pool.listen(slot)
                    pool.give_out(given)
    finally:
        pool.end()


def batches(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    """The tasks in batches of about `BATCH_SIZE`; standard input, which this process reads itself, is a separate batch.

    >>> [len(batch) for batch in batches([Task(0, "a", 10), Task(1, "b", BATCH_SIZE), Task(2, None), Task(3, "c", 1)])]
    [2, 1, 1]
    """
    batch: list[Task] = []
    size = 0
    for task in tasks:
        if task.path is None and batch:
            yield batch
            batch, size = [], 0
        batch.append(task)
        size += task.size + FILE_COST
        if size >= BATCH_SIZE or task.path is None:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Pool:
    """The worker processes, and the tasks that have been given out, in order."""

    def __init__(self, job: Job, jobs: int, now: Callable[[], float]) -> None:
        self._job = job
        self._now = now
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._slots: deque[_Slot] = deque()

    def next_slot(self, tasks: Iterator[list[Task]]) -> _Slot | None:
        """The batch whose turn it is, or None if there are no more."""
        while not (self.give_out(tasks) or self._slots):  # all workers have yet to report that they are done
            self.listen(None)
        return self._slots.popleft() if self._slots else None

    def give_out(self, tasks: Iterator[list[Task]]) -> bool:
        """Give batches to idle workers, up to `AHEAD` for each process, starting workers as needed. Return whether all
        batches have been given out."""
        while len(self._slots) < AHEAD * self._jobs and (worker := self._idle()):
            batch = next(tasks, None)
            if batch is None:
                return True
            slot = _Slot(batch)
            self._slots.append(slot)
            if batch[0].path is not None:
                try:
                    worker.take(slot)
                except OSError:  # the process ended while idle
                    self._replace(worker)
        return False

    def _idle(self) -> _Worker | None:
        """An idle worker, newly started if permitted, or None if all are busy."""
        idle = next((worker for worker in self._workers if worker.slot is None), None)
        if idle is None and len(self._workers) < self._jobs:
            idle = _Worker(self._job, self._now)
            self._workers.append(idle)
        return idle

    def listen(self, turn: _Slot | None) -> None:
        """Wait until a worker sends something: the worker whose turn it is, or one whose outcomes can still be kept."""
        listened = {}
        for worker in self._workers:
            if worker.slot is not None and (worker.slot is turn or worker.slot.held < MOST_HELD):
                listened[worker.pipe] = worker
            else:
                worker.extend_deadline()
        ready = wait(list(listened), timeout=1.0)
        now = self._now()
        for pipe, worker in listened.items():
            if pipe in ready:
                try:
                    worker.receive()
                except (EOFError, OSError):
                    self._replace(worker)
            elif now > worker.deadline:
                self._replace(worker)

    def _replace(self, worker: _Worker) -> None:
        """Start a new worker in place of one that ended, and give it the unfinished tasks."""
        ended = worker.end()
        why = "took too long" if ended is None else f"the process that read it ended with {ended}"
        new = self._workers[self._workers.index(worker)] = _Worker(self._job, self._now)
        if worker.slot is not None:
            worker.slot.fail(why)
            if worker.slot.left:
                new.take(worker.slot)

    def end(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.pipe.close()
        for worker in self._workers:
            worker.end()
