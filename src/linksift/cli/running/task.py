"""A task: finds the links of one input, in order, and renders them, ready to be written.

Worker processes run tasks too, so everything that goes in or comes out can be sent to another process.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from linksift.cli.formats.link_location import locator_words
from linksift.cli.streams.open_input import os_error_text, standard_input
from linksift.documents import (
    Account,
    Extract,
    FileRange,
    NotText,
    Problem,
    ReadError,
    ReadOptions,
    TextRange,
    extract_lists,
    links_in_file,
    links_in_part_of_text,
    links_in_path,
)
from linksift.finding import Finder, Reach

MOST_JOINED = 100
"""Outputs of fewer links are joined before they are sent."""

MOST_COMPLAINTS = 10
"""The most unreadable parts of one input that are reported one by one, and the most links that were left out."""

MOST_UNREAD = 1_000
"""The most files inside one input that are named since their formats are not read."""


class Task(NamedTuple):
    """An input, or a `part` of it.

    It has the input's number, its path (None for standard input), its size in bytes, the URI it came from, whether the
    user `named` it (then a binary file is reported), why it cannot be read (`fault`), and how far the search of the
    part before reaches into a range of a text (`reach`), if that is known.
    """

    number: int
    path: str | None
    size: int = 0
    base: str | None = None
    part: FileRange | None = None
    named: bool = True
    fault: str | None = None
    reach: Reach | None = None


Render = Callable[[Sequence[Any]], list[bytes]]
"""Writes links: the output of each. It can be sent to another process."""


def render_each(links: Iterable[Any], render: Callable[..., bytes], **options: Any) -> list[bytes]:
    """The output of each link, by a function that writes one.

    >>> render_each(["a", "b"], lambda link, end: f"{link}{end}".encode(), end=";")
    [b'a;', b'b;']
    """
    return [render(link, **options) for link in links]


class Job(NamedTuple):
    """How to run all tasks: `render` writes links, and `kinds` are the kinds of links wanted (None for all).

    `extract` makes the links of the pieces of a document, or other results with a `uri`; `kinds` is None for others.

    If links are not `listed_singly`, the outputs of several are one.
    """

    finder: Finder
    read_options: ReadOptions
    kinds: frozenset[str] | None
    render: Render
    stop_after_first: bool = False
    listed_singly: bool = True
    extract: Extract = extract_lists


class RenderedLinks(NamedTuple):
    """The outputs of several links, and the URI of each; or one output for all of them, without their URIs."""

    links: int
    outputs: tuple[bytes, ...]
    uris: tuple[str, ...] = ()


class Complaint(NamedTuple):
    """A message about what could not be read, and whether it changes the exit status (`trouble`)."""

    message: str
    trouble: bool = True


class UnreadFile(NamedTuple):
    """A file in a format that is not read: its place in the input, in words ("" for the input), and what it is."""

    place: str
    message: str


class UnreadFiles(NamedTuple):
    """What was not read of an input, at its end, if it has files inside or could not be read: how many files are in it,
    how many of them and of the input itself were not read, and the first that were not because of their formats.
    `lacks_base` is whether relative links of it were left out, for want of a base."""

    files: int
    not_read: int
    named: tuple[UnreadFile, ...]
    lacks_base: bool = False


Outcome = RenderedLinks | Complaint | UnreadFiles | Reach


def run_task(task: Task, job: Job) -> Iterator[Outcome]:
    """The links of a task in order, and complaints about what could not be read. Never raises."""
    if task.fault is not None:
        yield Complaint(task.fault, trouble=task.named)
        yield UnreadFiles(0, 1, ())
        return
    complaints = _Complaints(task)
    account = Account(job.read_options.limits, task.size)
    try:
        for links in _links(task, job, complaints.add_problem, account):
            yield from complaints.take()
            if isinstance(links, Reach):
                yield links
                continue
            if job.kinds is not None:
                links = [link for link in links if link.found.match.kind in job.kinds]
            if links:
                yield _rendered(links[:1] if job.stop_after_first else links, job)
                if job.stop_after_first:
                    return
    except Exception as error:  # whatever it is, only this input fails
        complaints.add_error(error)
    yield from complaints.take()
    yield from complaints.unread_files(account)


def _rendered(links: Sequence[Any], job: Job) -> RenderedLinks:
    outputs = job.render(links)
    if job.listed_singly:
        return RenderedLinks(len(links), tuple(outputs), tuple(link.uri for link in links))
    return RenderedLinks(len(links), (b"".join(outputs),))


def joined_links(outcomes: Iterable[Outcome | None]) -> Iterator[Outcome | None]:
    """The outcomes of tasks, None after each task, with the links between two others joined, up to `MOST_JOINED`.

    >>> one, two = RenderedLinks(1, (b"1",)), RenderedLinks(1, (b"2",))
    >>> list(joined_links([one, two, None, two]))[0]
    RenderedLinks(links=2, outputs=(b'12',), uris=())
    """
    waiting: list[bytes] = []
    links = 0
    for outcome in outcomes:
        if isinstance(outcome, RenderedLinks):
            waiting += outcome.outputs
            links += outcome.links
        if waiting and (links >= MOST_JOINED or not isinstance(outcome, RenderedLinks)):
            yield RenderedLinks(links, (b"".join(waiting),))
            waiting, links = [], 0
        if not isinstance(outcome, RenderedLinks):
            yield outcome
    if waiting:
        yield RenderedLinks(links, (b"".join(waiting),))


class _Complaints:
    """The complaints about one input, until they are taken."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._waiting: list[Complaint] = []
        self._left_out = Counter[str]()
        self._unread: list[UnreadFile] = []
        self._failed = False

    def add_problem(self, problem: Problem) -> None:
        """A part could not be read, or a link was left out. Links that are left out are not trouble; files in formats
        that are not read are named once for all inputs."""
        words = list(locator_words(problem.locator))
        self._left_out[problem.left_out] += 1
        trouble, count = problem.left_out == "part", self._left_out[problem.left_out]
        if problem.left_out == "file":
            if count <= MOST_UNREAD:
                self._unread.append(UnreadFile(":".join(words), problem.message))
        elif count <= MOST_COMPLAINTS:
            self._waiting.append(Complaint(": ".join([*words, problem.message]), trouble))
        elif count == MOST_COMPLAINTS + 1:
            more = "more parts of it could not be read" if trouble else "more links in it were left out"
            self._waiting.append(Complaint(more, trouble))

    def add_error(self, error: Exception) -> None:
        """Nothing more could be read. A file in a format that is not read is reported only if the user named it."""
        self._failed = True
        if not isinstance(error, NotText):
            self._waiting.append(Complaint(_error_text(error)))
        elif self._task.named:
            self._waiting.append(Complaint(f"{error} skipped", trouble=False))
        else:
            self._unread.append(UnreadFile("", f"{error}, which is not read"))

    def unread_files(self, account: Account) -> Iterator[UnreadFiles]:
        """What was not read, if the input has files inside, could not be read itself, or lacks a base."""
        if account.files or self._failed or account.lacks_base:
            files, not_read = account.files - account.archives, account.not_read + self._failed
            yield UnreadFiles(files, not_read, tuple(self._unread), account.lacks_base)

    def take(self) -> Iterator[Complaint]:
        """The complaints since the last call."""
        waiting, self._waiting = self._waiting, []
        yield from waiting


def _error_text(error: Exception) -> str:
    if isinstance(error, OSError):
        return os_error_text(error)
    return str(error) if isinstance(error, ReadError) else f"cannot be read: {type(error).__name__}: {error}"


def _links(task: Task, job: Job, complain: Callable[[Problem], None], account: Account) -> Iterator[list[Any] | Reach]:
    read_options = job.read_options._replace(base=task.base)
    if isinstance(task.part, TextRange):
        found = links_in_part_of_text(str(task.path), task.part, job.finder, task.reach)
    elif task.path is None:
        found = links_in_file(standard_input(), None, None, job.finder, read_options, complain, account, job.extract)
    else:
        found = links_in_path(task.path, task.part, job.finder, read_options, complain, account, job.extract)
    return found if task.base is None else (_of_document(links, task.base) for links in found)


def _of_document(links: list[Any] | Reach, uri: str) -> list[Any] | Reach:
    """The links of a document that came by a URI."""
    return links if isinstance(links, Reach) else [link._replace(document=uri) for link in links]
