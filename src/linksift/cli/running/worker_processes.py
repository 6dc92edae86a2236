"""Runs tasks in several processes at a time, and gives their outcomes in the order of the tasks.

`task` says what a task does. Limits on the tasks given out and on the outcomes held keep memory bounded.
"""

import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait

from linksift.cli.running.task import Complaint, Job, Outcome, Task, run_task
from linksift.documents import MEBI

BATCH = 200
"""The outcomes sent at a time."""

MOST_HELD = 20_000
"""The most outcomes held for a task whose turn has not come. Beyond that its process waits."""

AHEAD = 4
"""The most tasks per process that are given out, or done and held, at a time."""

SECONDS_PER_MEBI = 8.0
"""How long a process may be silent for each MiB of its task, in addition to `limits.seconds`."""

# Processes are spawned: a fork would inherit open pipes, and is not safe if there are threads.
_PROCESSES = get_context("spawn")


class _Slot:
    """A task that has been given out, its outcomes so far, and whether they are complete."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.outcomes: deque[Outcome] = deque()
        self.is_done = False


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
        """Give it a task to run."""
        self.slot = slot
        self.pipe.send(slot.task)
        self.extend_deadline()

    def extend_deadline(self) -> None:
        """Set a new deadline, since it has just sent something or nobody was listening to it."""
        size = self.slot.task.size if self.slot else 0
        self.deadline = self._now() + self._seconds + SECONDS_PER_MEBI * size / MEBI

    def receive(self) -> None:
        """Receive what it has sent. Raises EOFError or OSError if it has ended."""
        batch: list[Outcome] | None = self.pipe.recv()
        slot, self.slot = self.slot, None if batch is None else self.slot
        if slot is not None:
            slot.outcomes.extend(batch or ())
            slot.is_done = batch is None
        self.extend_deadline()

    def end(self) -> int | None:
        """End the process; its exit code if it had ended by itself (negative for a signal)."""
        self.pipe.close()
        self._process.join(0.1)
        ended = self._process.exitcode
        self._process.kill()
        self._process.join()
        return ended


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block interrupts in this context, and for good in a process started in it, which inherits that.

    This process handles interrupts; they would hit a worker while it imports. Windows cannot block them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # otherwise it would start in here and unblock interrupts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, job: Job) -> None:
    """The main function of a worker: takes tasks from the pipe and sends batches of outcomes, then None."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems that cannot block signals
    try:
        while True:
            outcomes = run_task(pipe.recv(), job)
            while batch := list(islice(outcomes, BATCH)):
                pipe.send(batch)
            pipe.send(None)
    except (EOFError, OSError):  # the parent process is gone
        return


def outcomes_in_order(
    tasks: Iterator[Task], job: Job, jobs: int, now: Callable[[], float] = time.monotonic
) -> Generator[tuple[Task, Outcome | None], None, None]:
    """The outcomes of all tasks, each with its task, in order, from `jobs` processes. None follows a task's last.

    This process reads standard input itself when its turn comes.
    """
    pool = _Pool(job, jobs, now)
    try:
        while slot := pool.next_slot(tasks):
            if slot.task.path is None:
                yield from ((slot.task, outcome) for outcome in run_task(slot.task, job))
                slot.is_done = True
            while slot.outcomes or not slot.is_done:
                if slot.outcomes:
                    yield slot.task, slot.outcomes.popleft()
                else:
                    pool.listen(slot)
                    pool.give_out(tasks)
            yield slot.task, None
    finally:
        pool.end()


class _Pool:
    """The worker processes, and the tasks that have been given out, in order."""

    def __init__(self, job: Job, jobs: int, now: Callable[[], float]) -> None:
        self._job = job
        self._now = now
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._slots: deque[_Slot] = deque()

    def next_slot(self, tasks: Iterator[Task]) -> _Slot | None:
        """The task whose turn it is; None if there are no more."""
        self.give_out(tasks)
        return self._slots.popleft() if self._slots else None

    def give_out(self, tasks: Iterator[Task]) -> None:
        """Give tasks to idle workers, up to `AHEAD` for each process; workers are started as needed."""
        while len(self._slots) < AHEAD * self._jobs and (worker := self._idle()):
            task = next(tasks, None)
            if task is None:
                return
            slot = _Slot(task)
            self._slots.append(slot)
            if task.path is not None:
                self._give(slot, worker)

    def _idle(self) -> _Worker | None:
        """An idle worker, newly started if allowed; None if all are busy."""
        for worker in self._workers:
            if worker.slot is None:
                return worker
        if len(self._workers) == self._jobs:
            return None
        self._workers.append(_Worker(self._job, self._now))
        return self._workers[-1]

    def _give(self, slot: _Slot, worker: _Worker) -> None:
        try:
            worker.take(slot)
        except OSError:  # it has ended while idle
            self._replace(worker)

    def listen(self, turn: _Slot) -> None:
        """Wait until a worker sends something: the one whose turn it is, or one whose outcomes can still be held."""
        listened = {}
        for worker in self._workers:
            if worker.slot is turn or (worker.slot is not None and len(worker.slot.outcomes) < MOST_HELD):
                listened[worker.pipe] = worker
            else:
                worker.extend_deadline()
        ready = wait(list(listened), timeout=1.0)
        now = self._now()
        for pipe, worker in listened.items():
            if pipe in ready:
                self._receive(worker)
            elif now > worker.deadline:
                self._replace(worker)

    def _receive(self, worker: _Worker) -> None:
        try:
            worker.receive()
        except (EOFError, OSError):
            self._replace(worker)

    def _replace(self, worker: _Worker) -> None:
        """Complain about the task that a worker did not finish, and start a new worker in its place."""
        ended = worker.end()
        why = "took too long" if ended is None else f"the process that read it ended with {ended}"
        if worker.slot is not None:
            worker.slot.outcomes.append(Complaint(f"cannot be read: {why}"))
            worker.slot.is_done = True
        self._workers[self._workers.index(worker)] = _Worker(self._job, self._now)

    def end(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.pipe.close()
        for worker in self._workers:
            worker.end()
