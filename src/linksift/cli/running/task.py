"""A task: finds the links of one input, in order, and renders them, ready to be written.

Worker processes run tasks too, so everything that goes in or comes out can be sent to another process.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from linksift.cli.formats.link_location import locator_words
from linksift.cli.streams.open_input import os_error_text, standard_input
from linksift.documents import (
    Account,
    Chunks,
    Extract,
    MessageRange,
    NotText,
    Piece,
    Problem,
    ReadError,
    ReadOptions,
    Text,
    extract_links,
    links_in_file,
    links_in_path,
)
from linksift.finding import Finder, LeftOut, LeftOutWatch

MOST_JOINED = 100
"""The most links whose output is sent as one."""

MOST_COMPLAINTS = 10
"""The most unreadable parts of one input that are reported one by one, and the most links that were left out."""

MOST_UNREAD = 1_000
"""The most files inside one input that are named since their formats are not read."""


class Task(NamedTuple):
    """An input, or a range of its messages: the input's number, its path (None for standard input), its size in bytes,
    the URI it came from, whether the user `named` it (then a binary file is reported), and why it cannot be read
    (`fault`)."""

    number: int
    path: str | None
    size: int = 0
    base: str | None = None
    message_range: MessageRange | None = None
    named: bool = True
    fault: str | None = None


class Job(NamedTuple):
    """How to run all tasks: `render` writes a link, and `kinds` are the kinds of links wanted (None for all).

    `extract` makes the links of the pieces of a document, or other results with a `uri`; `kinds` is None for others.

    If links are not `listed_singly`, the finished lines of several may come from another process as one. If the job
    `counts_left_out`, each input says how many defanged links and bare names the finder left out.
    """

    finder: Finder
    read_options: ReadOptions
    kinds: frozenset[str] | None
    render: Callable[[Any], bytes]
    stop_after_first: bool = False
    listed_singly: bool = True
    extract: Extract = extract_links
    counts_left_out: bool = False


class RenderedLink(NamedTuple):
    """The URI of a link, and the output for the link; or the finished output of several `links`, without their URIs."""

    uri: str
    output: bytes
    links: int = 1


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
    `lacks_base` is whether relative links of it were left out, for want of a base; `left_out` are other links."""

    files: int
    not_read: int
    named: tuple[UnreadFile, ...]
    lacks_base: bool = False
    left_out: LeftOut = LeftOut()


Outcome = RenderedLink | Complaint | UnreadFiles


def run_task(task: Task, job: Job) -> Iterator[Outcome]:
    """The links of a task in order, and complaints about what could not be read. Never raises."""
    if task.fault is not None:
        yield Complaint(task.fault, trouble=task.named)
        yield UnreadFiles(0, 1, ())
        return
    complaints = _Complaints(task)
    account = Account(job.read_options.limits, task.size)
    watch = LeftOutWatch(job.finder) if job.counts_left_out else None
    found = False
    try:
        for seen in _links(task, job, complaints.add_problem, account, watch):
            yield from complaints.take()
            if job.kinds is None or seen.found.match.kind in job.kinds:
                found = True
                yield RenderedLink(seen.uri, job.render(seen))
                if job.stop_after_first:
                    return
    except Exception as error:  # whatever it is, only this input fails
        complaints.add_error(error)
    yield from complaints.take()
    # Of a folder's files only defanged links count: bare names in code are not meant as links.
    left_out = LeftOut() if watch is None else watch.count(found or not task.named)
    yield from complaints.unread_files(account, left_out)


def joined_links(outcomes: Iterable[Outcome | None]) -> Iterator[Outcome | None]:
    """The outcomes of tasks, None after each task, with the links between two others joined, up to `MOST_JOINED`.

    >>> list(joined_links([RenderedLink("a:b", b"1"), RenderedLink("a:c", b"2"), None, RenderedLink("a:d", b"3")]))[0]
    RenderedLink(uri='', output=b'12', links=2)
    """
    waiting: list[bytes] = []
    for outcome in outcomes:
        if isinstance(outcome, RenderedLink):
            waiting.append(outcome.output)
        if waiting and (len(waiting) == MOST_JOINED or not isinstance(outcome, RenderedLink)):
            yield RenderedLink("", b"".join(waiting), len(waiting))
            waiting = []
        if not isinstance(outcome, RenderedLink):
            yield outcome
    if waiting:
        yield RenderedLink("", b"".join(waiting), len(waiting))


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

    def unread_files(self, account: Account, left_out: LeftOut) -> Iterator[UnreadFiles]:
        """What was not read, if the input has files inside, could not be read itself, or links of it were left out."""
        if account.files or self._failed or account.lacks_base or any(left_out):
            files, not_read = account.files - account.archives, account.not_read + self._failed
            yield UnreadFiles(files, not_read, tuple(self._unread), account.lacks_base, left_out)

    def take(self) -> Iterator[Complaint]:
        """The complaints since the last call."""
        waiting, self._waiting = self._waiting, []
        yield from waiting


def _error_text(error: Exception) -> str:
    if isinstance(error, OSError):
        return os_error_text(error)
    return str(error) if isinstance(error, ReadError) else f"cannot be read: {type(error).__name__}: {error}"


def _links(
    task: Task, job: Job, complain: Callable[[Problem], None], account: Account, watch: LeftOutWatch | None
) -> Iterator[Any]:
    read_options = job.read_options._replace(base=task.base)
    extract = job.extract if watch is None else _extract_watched(job.extract, watch)
    if task.path is None:
        links = links_in_file(standard_input(), None, None, job.finder, read_options, complain, account, extract)
    else:
        links = links_in_path(task.path, task.message_range, job.finder, read_options, complain, account, extract)
    yield from links if task.base is None else (link._replace(document=task.base) for link in links)


def _extract_watched(extract: Extract, watch: LeftOutWatch) -> Extract:
    """The same function; `watch` sees the texts that it searches."""

    def extract_watched(
        pieces: Iterable[Piece], finder: Finder, path: str | None, on_problem: Callable[[Problem], object]
    ) -> Iterator[Any]:
        return extract(map(watched, pieces), finder, path, on_problem)

    def watched(piece: Piece) -> Piece:
        if isinstance(piece, Text):
            watch.see(piece.text)
        elif isinstance(piece, Chunks):
            return piece._replace(chunks=map(watch.see, piece.chunks))
        return piece

    return extract_watched
