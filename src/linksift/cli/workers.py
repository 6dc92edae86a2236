"""Tasks done by several processes at a time, and their outcomes in the order of the tasks.

Here belongs who does what, and what is waited for. What is done with a task is in `work`. Only so many tasks are given
out, and so many outcomes held back, that memory stays bounded however much there is to do.
"""

import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait

from linksift.cli.work import Complaint, Job, Outcome, Task, done
from linksift.documents import MEBI

BATCH = 200
"""So many outcomes are sent at a time."""

MOST_HELD = 20_000
"""So many outcomes of a task whose turn has not come are held; its process waits then."""

AHEAD = 4
"""So many tasks a process are given out, or done and held, at a time."""

PER_MEBI = 8.0
"""So many seconds a process may be silent for each MiB of its task, beside `limits.seconds`."""

# Every process starts anew: what a fork would inherit keeps pipes open, and is not safe beside threads.
_PROCESSES = get_context("spawn")


class _Slot:
    """A task that has been given out: its outcomes so far, and whether these are all."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.outcomes: deque[Outcome] = deque()
        self.is_done = False


class _Worker:
    """A process that does one task after the other."""

    def __init__(self, job: Job, now: Callable[[], float]) -> None:
        self.pipe, theirs = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_serve, args=(theirs, job), daemon=True)
        with _uninterrupted():
            self._process.start()
        theirs.close()
        self._seconds = job.way.limits.seconds
        self._now = now
        self.slot: _Slot | None = None
        self.deadline = 0.0

    def take(self, slot: _Slot) -> None:
        """Give it a task to do."""
        self.slot = slot
        self.pipe.send(slot.task)
        self.put_off()

    def put_off(self) -> None:
        """It has just said something, or was not listened to: from now on it may be silent for a while."""
        size = self.slot.task.size if self.slot else 0
        self.deadline = self._now() + self._seconds + PER_MEBI * size / MEBI

    def hear(self) -> None:
        """Take in what it has sent. Raises EOFError or OSError when it has ended."""
        batch: list[Outcome] | None = self.pipe.recv()
        slot, self.slot = self.slot, None if batch is None else self.slot
        if slot is not None:
            slot.outcomes.extend(batch or ())
            slot.is_done = batch is None
        self.put_off()

    def end(self) -> int | None:
        """End the process, whatever it does; what it ended with, when it has ended itself (a signal is negative)."""
        self.pipe.close()
        self._process.join(0.1)
        ended = self._process.exitcode
        self._process.kill()
        self._process.join()
        return ended


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """An interrupt waits until this is over; in a process that is started here it waits for good, since it inherits
    that. An interrupt is for who started it, and would meet it while it imports. Windows cannot do this."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which lets interrupts through when it has to be started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, job: Job) -> None:
    """What a process does: tasks come in through the pipe, and batches of outcomes go out, None behind the last."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be started uninterrupted
    try:
        while True:
            outcomes = done(pipe.recv(), job)
            while batch := list(islice(outcomes, BATCH)):
                pipe.send(batch)
            pipe.send(None)
    except (EOFError, OSError):  # nobody is there any more
        return


def in_order(
    tasks: Iterator[Task], job: Job, jobs: int, now: Callable[[], float] = time.monotonic
) -> Generator[tuple[Task, Outcome | None], None, None]:
    """The outcomes of all tasks by so many processes, each with its task, in order; behind a task's last one None.

    Standard input is read by this process, when its turn comes.
    """
    pool = _Pool(job, jobs, now)
    try:
        while slot := pool.next_slot(tasks):
            if slot.task.path is None:
                yield from ((slot.task, outcome) for outcome in done(slot.task, job))
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
    """The processes, and the tasks that have been given out, in order."""

    def __init__(self, job: Job, jobs: int, now: Callable[[], float]) -> None:
        self._job = job
        self._now = now
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._slots: deque[_Slot] = deque()

    def next_slot(self, tasks: Iterator[Task]) -> _Slot | None:
        """The task whose turn it is, given out; None when there are no more."""
        self.give_out(tasks)
        return self._slots.popleft() if self._slots else None

    def give_out(self, tasks: Iterator[Task]) -> None:
        """Give tasks to those who have none, as far ahead as may be; processes are started as they are needed."""
        while len(self._slots) < AHEAD * self._jobs and (worker := self._idle()):
            task = next(tasks, None)
            if task is None:
                return
            slot = _Slot(task)
            self._slots.append(slot)
            if task.path is not None:
                self._give(slot, worker)

    def _idle(self) -> _Worker | None:
        """Who has no task, if only because it has just been started; None when all have one."""
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
        except OSError:  # it has ended, though it had nothing to do
            self._replace(worker)

    def listen(self, turn: _Slot) -> None:
        """Wait until somebody has something to say: whose turn it is, or who may still say something ahead of it."""
        heard = {}
        for worker in self._workers:
            if worker.slot is turn or (worker.slot is not None and len(worker.slot.outcomes) < MOST_HELD):
                heard[worker.pipe] = worker
            else:
                worker.put_off()
        ready = wait(list(heard), timeout=1.0)
        now = self._now()
        for pipe, worker in heard.items():
            if pipe in ready:
                self._hear(worker)
            elif now > worker.deadline:
                self._replace(worker)

    def _hear(self, worker: _Worker) -> None:
        try:
            worker.hear()
        except (EOFError, OSError):
            self._replace(worker)

    def _replace(self, worker: _Worker) -> None:
        """Complain of the task that a process did not get done, and let another process do what comes next."""
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
