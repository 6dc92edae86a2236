"""Runs `pdfium_worker` in separate processes, within bounds on time and memory, and keeps the processes for reuse.

A process reads one document at a time, and each thread that reads at the same time has its own process. A process that
failed, took too long or was interrupted is not used again. A process ends when it has waited in vain for a while or
when this program ends, however that happens; forked children of this program start their own processes.
"""

import atexit
import os
import sys
from contextlib import suppress
from math import ceil
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Timer
from time import monotonic
from typing import BinaryIO, NamedTuple, cast

from linksift.documents.document_model import Limits, ReadError

WORKER = Path(__file__).with_name("pdfium_worker.py")

MEMORY = 1 << 30
"""The number of bytes of memory that a process may use in addition to those for the document."""

MEMORY_PER_OCTET = 4
"""The number of bytes of memory that a process may use for each byte of the document."""

MOST_DOCUMENTS = 100
"""The maximum number of documents that a process reads, in case PDFium leaks memory."""

LARGEST_KEPT = 1 << 24
"""A process that has read a document of more bytes than this, or returned a longer answer, is not kept for reuse, since
it may retain memory."""

MOST_IDLE = os.cpu_count() or 1
"""The maximum number of processes that wait for documents."""

CHUNK = 1 << 20
END = b'"end"\n'
"""The last line of an answer."""

PATIENCE = 10.0
"""The number of seconds that a process waits for a document."""

SECONDS_TO_END = 1.0
"""The number of seconds that a process may take to end after it has closed its output."""


class Answer(NamedTuple):
    """The lines that the worker printed for a document, and the reason why it stopped early, if it did."""

    lines: bytes
    stopped: str | None = None


class WorkerProcess:
    """A process that runs the worker. Raises ReadError if it cannot be started."""

    def __init__(self) -> None:
        try:
            self._process = Popen(
                [sys.executable, "-P", str(WORKER), str(PATIENCE)],  # -P: its folder is not added to the module path
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                bufsize=0,  # so that a forked child does not inherit unwritten data
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        except OSError as error:
            raise ReadError(f"cannot be read, since no process for it can be started: {error}") from error
        self._input, self._output = cast(tuple[BinaryIO, BinaryIO], (self._process.stdin, self._process.stdout))
        self.documents = 0
        _RUNNING.add(self)

    def answer(self, document: bytes, password: bytes | None, limits: Limits, deadline: float) -> Answer:
        """The answer of the process for a document; the process is terminated at the deadline."""
        self.documents += 1
        lines = bytearray()
        killer = Timer(max(0.0, deadline - monotonic()), self._process.kill)
        killer.daemon = True
        killer.start()
        try:
            self._send(request(len(document), password, limits))
            self._send(document)
            self._receive(lines)
        except BaseException:  # an interrupt: the remaining output would be taken for the answer to the next document
            self.end()
            raise
        finally:
            killer.cancel()
        if lines.endswith(END):
            return Answer(bytes(lines.removesuffix(END)))
        with suppress(TimeoutExpired):  # it has closed its output
            self._process.wait(SECONDS_TO_END)
        status = self.end()
        if monotonic() >= deadline:
            return Answer(bytes(lines), f"takes more than {limits.seconds:g} seconds")
        return Answer(bytes(lines), f"PDFium broke down on it (exit status {status})")

    def _send(self, octets: bytes) -> None:
        rest = memoryview(octets)
        with suppress(OSError):  # it has ended, as its output shows
            while rest:
                rest = rest[self._input.write(rest) :]

    def _receive(self, lines: bytearray) -> None:
        with suppress(OSError):
            while not lines.endswith(END) and (octets := self._output.read(CHUNK)):
                lines += octets

    def end(self) -> int:
        """End the process and return its exit status."""
        self._process.kill()
        status = self._process.wait()
        self._close()
        return status

    def disown(self) -> None:
        """Forget the process in a forked child of the program that started it; the process ends with that program."""
        self._process.returncode = 0  # nothing to wait for
        self._close()

    def _close(self) -> None:
        _RUNNING.discard(self)
        for pipe in (self._input, self._output):
            with suppress(OSError):
                pipe.close()


_RUNNING: set[WorkerProcess] = set()
_IDLE: list[WorkerProcess] = []
"""The processes that wait for documents. Threads can share the list because `append` and `pop` are atomic."""


def answer(document: bytes, limits: Limits, password: bytes | None = None) -> Answer:
    """The answer for a document, within its time limit; the password opens the document if it needs one.

    If a kept process fails, because it has waited too long or an earlier document has damaged it, a new one is used.
    """
    deadline = monotonic() + limits.seconds
    worker = waiting() or WorkerProcess()
    found = worker.answer(document, password, limits, deadline)
    if found.stopped and worker.documents > 1 and monotonic() < deadline:
        worker = WorkerProcess()
        found = worker.answer(document, password, limits, deadline)
    if not found.stopped:
        keep(worker, max(len(document), len(found.lines)))
    return found


def waiting() -> WorkerProcess | None:
    """A process that waits for a document, if there is one."""
    with suppress(IndexError):
        return _IDLE.pop()
    return None


def keep(worker: WorkerProcess, size: int) -> None:
    """Keep a process for further documents, unless it has read too many documents, or one that is too large
    (`size`)."""
    if worker.documents < MOST_DOCUMENTS and size <= LARGEST_KEPT and len(_IDLE) < MOST_IDLE:
        _IDLE.append(worker)
    else:
        worker.end()


def request(size: int, password: bytes | None, limits: Limits) -> bytes:
    """The line that precedes a document and states its bounds, followed by its password.

    >>> request(10, None, Limits(size=1000, pages=5, seconds=2.5))
    b'10 -1 5 1000 4 1073741864\\n'
    >>> request(10, b"secret", Limits(size=1000, pages=5, seconds=2.5))
    b'10 6 5 1000 4 1073741864\\nsecret'
    """
    of_password = -1 if password is None else len(password)
    bounds = size, of_password, limits.pages, limits.size, ceil(limits.seconds) + 1, MEMORY + MEMORY_PER_OCTET * size
    return " ".join(map(str, bounds)).encode() + b"\n" + (password or b"")


@atexit.register
def end_all() -> None:
    """End all processes when this program ends."""
    for worker in list(_RUNNING):
        worker.end()


def disown_all() -> None:
    """Forget all processes in a forked child of this program."""
    _IDLE.clear()
    for worker in list(_RUNNING):
        worker.disown()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=disown_all)
