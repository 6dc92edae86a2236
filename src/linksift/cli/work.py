"""What is done with one input: what it gives, in the order of the input, ready to be written.

Here belongs the work that another process can do too: all that goes in and out can be sent there. What becomes of its
results does not.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from linksift.cli.place import words_of_place
from linksift.cli.source import reason, standard_input
from linksift.documents import (
    LinkInContext,
    MessageRange,
    NotText,
    Problem,
    ReadError,
    ReadOptions,
    links_in_file,
    links_in_path,
)
from linksift.finding import Finder

MOST_TOLD = 10
"""So many parts of one input that could not be read are told one by one, and so many links that were left out."""


class Task(NamedTuple):
    """An input, or a share of it: the number of the input, its path (None for standard input), how many octets it has,
    the URI it came by, whether somebody named it, who wants to know when it is no text, and why it cannot be read, when
    that is known already."""

    number: int
    path: str | None
    size: int = 0
    base: str | None = None
    share: MessageRange | None = None
    named: bool = True
    fault: str | None = None


class Job(NamedTuple):
    """What is done with every task: `render` says what is written of a link, and `kinds` which links are wanted (None:
    all); `first` that one link is enough."""

    finder: Finder
    way: ReadOptions
    kinds: frozenset[str] | None
    render: Callable[[LinkInContext], bytes]
    first: bool = False


class Row(NamedTuple):
    """A link, by its URI, and what is to be written of it."""

    uri: str
    output: bytes


class Complaint(NamedTuple):
    """What could not be read, in words for people; whether that is trouble."""

    message: str
    trouble: bool = True


Outcome = Row | Complaint


def done(task: Task, job: Job) -> Iterator[Outcome]:
    """What a task gives: its links in order, and what could not be read. Never raises."""
    if task.fault is not None:
        yield Complaint(task.fault)
        return
    complaints = _Complaints(task.named)
    try:
        for seen in _seen(task, job, complaints.problem):
            yield from complaints.new()
            if job.kinds is None or seen.found.match.kind in job.kinds:
                yield Row(seen.found.match.uri, job.render(seen))
                if job.first:
                    return
    except Exception as error:  # whatever it is, it is to cost this input alone
        complaints.whole(error)
    yield from complaints.new()


class _Complaints:
    """What could not be read of one input, until it has been told."""

    def __init__(self, named: bool) -> None:
        self._named = named
        self._waiting: list[Complaint] = []
        self._left_out = Counter[str]()

    def problem(self, problem: Problem) -> None:
        """A part could not be read, or a link was left out. Reading was no trouble where only links are dead."""
        self._left_out[problem.left_out] += 1
        trouble, count = problem.left_out == "part", self._left_out[problem.left_out]
        if count <= MOST_TOLD:
            self._waiting.append(Complaint(": ".join([*words_of_place(problem.locator), problem.message]), trouble))
        elif count == MOST_TOLD + 1:
            more = "more parts of it could not be read" if trouble else "more links in it were left out"
            self._waiting.append(Complaint(more, trouble))

    def whole(self, error: Exception) -> None:
        """Nothing could be read, or nothing more. What is no text is worth a word only to who named it."""
        if not isinstance(error, NotText):
            self._waiting.append(Complaint(_said(error)))
        elif self._named:
            self._waiting.append(Complaint("binary file skipped", trouble=False))

    def new(self) -> Iterator[Complaint]:
        """What has not been told yet."""
        waiting, self._waiting = self._waiting, []
        yield from waiting


def _said(error: Exception) -> str:
    if isinstance(error, OSError):
        return reason(error)
    return str(error) if isinstance(error, ReadError) else f"cannot be read: {type(error).__name__}: {error}"


def _seen(task: Task, job: Job, complain: Callable[[Problem], None]) -> Iterator[LinkInContext]:
    way = job.way._replace(base=task.base)
    if task.path is None:
        yield from links_in_file(standard_input(), None, None, job.finder, way, complain)
    else:
        yield from links_in_path(task.path, task.share, job.finder, way, complain)
