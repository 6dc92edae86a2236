"""Runs a task, which finds the links in one input, in order, and renders them for output.

Worker processes run tasks too, so all inputs and results can be sent to another process.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

from linksift.cli.formats.location_and_hazards import locator_words
from linksift.cli.streams.read_inputs import standard_input
from linksift.cli.streams.write_outputs import os_error_text
from linksift.documents import (
    Account,
    Chunks,
    Extract,
    FileRange,
    Found,
    LinkInContext,
    LinksInText,
    NotText,
    OpenedBy,
    Piece,
    Problem,
    ReadError,
    ReadOptions,
    Text,
    TextRange,
    extract_lists,
    links_in_file,
    links_in_part_of_text,
)
from linksift.finding import Finder, LeftOut, LeftOutWatch, Reach

MOST_COMPLAINTS = 10
"""The maximum number of unreadable parts and of links left out that are reported one by one for each input."""

MOST_UNREAD = 1_000
"""The maximum number of files inside one input that are listed by name because their formats are not read."""


UniqueIn = Literal["input", "message"]
"""The scope in which each URI is listed only once: an input (a file), or each message in an input."""


class Task(NamedTuple):
    """An input, or a `part` of it.

    A task contains the input's number, its path (None for standard input), its size in bytes, the URI it came from,
    whether the user `named` it (in that case, a binary file is reported), the reason why it cannot be read (`fault`),
    and how far the search of the preceding part reaches into a range of a text (`reach`), if known.
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
"""A function that renders links and returns the output for each; it can be sent to another process."""


def render_each(links: Iterable[Any], render: Callable[..., bytes], **options: Any) -> list[bytes]:
    """The output for each link, from a function that writes one link.

    >>> render_each(["a", "b"], lambda link, end: f"{link}{end}".encode(), end=";")
    [b'a;', b'b;']
    """
    return [render(link, **options) for link in links]


class Job(NamedTuple):
    """How to run all tasks: `render` writes links, and `kinds` and `opened_by` select the wanted links (None: all).

    `extract` obtains the links from the pieces of a document, or other results with a `uri`, in which case `kinds` and
    `opened_by` are None. `unique_in` specifies the scope in which each URI is listed only once or, if `with_each_text`
    is true, once with each text that people click to open it.

    If links are not `listed_singly`, the outputs of several links are joined. If the job `counts_left_out`, the number
    of defanged links and bare names that the finder left out is reported for each input.
    """

    finder: Finder
    read_options: ReadOptions
    kinds: frozenset[str] | None
    render: Render
    stop_after_first: bool = False
    listed_singly: bool = True
    extract: Extract = extract_lists
    opened_by: OpenedBy | None = None
    unique_in: UniqueIn | None = None
    with_each_text: bool = False
    counts_left_out: bool = False

    def wants(self, found: Found) -> bool:
        """Whether a link has a wanted kind and is opened in a wanted way."""
        of_kind = self.kinds is None or found.match.kind in self.kinds
        return of_kind and (self.opened_by is None or found.opened_by == self.opened_by)


class RenderedLinks(NamedTuple):
    """The outputs of several links, with the URI of each, or one output for all of them, without their URIs."""

    links: int
    outputs: tuple[bytes, ...]
    uris: tuple[str, ...] = ()


class Complaint(NamedTuple):
    """A message about something that could not be read, and whether it changes the exit status (`trouble`)."""

    message: str
    trouble: bool = True


class UnreadFile(NamedTuple):
    """A file in a format that is not read: its place in the input, in words ("" for the input), and its description."""

    place: str
    message: str


class TaskEnd(NamedTuple):
    """The last outcome of every task, which says what was not read: the number of files in its input, the number of
    files that were not read (counting the input itself), and the first files not read because of their formats.
    `lacks_base` indicates whether relative links in the input were left out for lack of a base, and `left_out` counts
    other links left out."""

    files: int = 0
    not_read: int = 0
    unread: tuple[UnreadFile, ...] = ()
    lacks_base: bool = False
    left_out: LeftOut = LeftOut()


Outcome = RenderedLinks | Complaint | Reach | TaskEnd


def run_task(task: Task, job: Job) -> Iterator[Outcome]:
    """The links of a task in order, complaints about everything that could not be read, and a TaskEnd. Never raises."""
    if task.fault is not None:
        yield Complaint(task.fault, trouble=task.named)
        yield TaskEnd(not_read=1)
        return
    complaints = _Complaints(task)
    account = Account(job.read_options.limits, task.size)
    watch = LeftOutWatch(job.finder) if job.counts_left_out else None
    found = False
    try:
        for links in _wanted_links(_links(task, job, complaints.add_problem, account, watch), job):
            yield from complaints.take()
            if isinstance(links, Reach):
                yield links
                continue
            if links:
                found = True
                yield _rendered(links[:1] if job.stop_after_first else links, job)
                if job.stop_after_first:
                    yield TaskEnd()
                    return
    except Exception as error:  # whatever the error, only this input fails
        complaints.add_error(error)
    yield from complaints.take()
    # In a folder's files, only defanged links count, since bare names in code are not meant as links. The same is true
    # of a range, since links might have been found in other ranges.
    left_out = LeftOut() if watch is None else watch.count(found or not task.named or task.part is not None)
    yield complaints.task_end(account, left_out)


def _wanted_links(lists: Iterable[Any], job: Job) -> Iterator[Reach | Sequence[Any]]:
    """The links of a task that the job wants, list by list, along with any known reach of the ranges of a text."""
    if job.unique_in is not None:
        found = (seen for links in lists if not isinstance(links, Reach) for seen in links if job.wants(seen.found))
        yield from ([seen] for seen in counted_once(found, job.unique_in, job.with_each_text))
        return
    for links in lists:
        if isinstance(links, Reach) or (job.kinds is None and job.opened_by is None):
            yield links
        else:
            yield [link for link in links if job.wants(link.found)]


def _rendered(links: Sequence[Any], job: Job) -> RenderedLinks:
    outputs = job.render(links)
    if job.listed_singly:
        with_uris = links.matches if isinstance(links, LinksInText) else links
        return RenderedLinks(len(links), tuple(outputs), tuple(link.uri for link in with_uris))
    return RenderedLinks(len(links), (b"".join(outputs),))


def counted_once(links: Iterable[LinkInContext], unique_in: UniqueIn, with_each_text: bool) -> Iterator[LinkInContext]:
    """The first link to each URI in an input, or in each message in it, with the number of times it occurs there."""
    for _, group in groupby(links, key=_message_of if unique_in == "message" else lambda seen: None):
        first: dict[tuple[str, str | None], LinkInContext] = {}
        counts = Counter[tuple[str, str | None]]()
        for seen in group:
            link = seen.uri, seen.found.clickable_text if with_each_text else None
            first.setdefault(link, seen)
            counts[link] += 1
        for link, seen in first.items():
            yield seen._replace(times=counts[link])


def _message_of(seen: LinkInContext) -> tuple[Any, ...]:
    """Identifies the message that contains a link; in a file that is not mail, the result is the same for all links."""
    at = seen.found.location.locator
    return at.message, at.message_id, at.sender, at.date, at.subject


class _Complaints:
    """Keeps the complaints about one input until they are taken."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._waiting: list[Complaint] = []
        self._left_out = Counter[str]()
        self._unread: list[UnreadFile] = []
        self._failed = False

    def add_problem(self, problem: Problem) -> None:
        """Record that a part could not be read, or that a link was left out. Links left out do not count as trouble,
        and files in formats that are not read are named in one message for all inputs."""
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
        """Record that nothing more could be read. A file in a format that is not read is reported only if the user
        named it."""
        self._failed = True
        if not isinstance(error, NotText):
            self._waiting.append(Complaint(error_text(error)))
        elif self._task.named:
            self._waiting.append(Complaint(f"{error} skipped", trouble=False))
        else:
            self._unread.append(UnreadFile("", f"{error}, which is not read"))

    def task_end(self, account: Account, left_out: LeftOut) -> TaskEnd:
        """The end of the task, with the files that were not read, and the numbers of the links that were left out."""
        archives = account.archives if account.files or self._failed else 0  # an empty archive counts as a file
        files, not_read = account.files - archives, account.not_read + self._failed
        return TaskEnd(files, not_read, tuple(self._unread), account.lacks_base, left_out)

    def take(self) -> Iterator[Complaint]:
        """Yield the complaints added since the last call."""
        waiting, self._waiting = self._waiting, []
        yield from waiting


def error_text(error: Exception) -> str:
    """Why an input cannot be read: the system's message, the reader's, or the error itself."""
    if isinstance(error, OSError):
        return os_error_text(error)
    return str(error) if isinstance(error, ReadError) else f"cannot be read: {type(error).__name__}: {error}"


def _links(
    task: Task, job: Job, complain: Callable[[Problem], None], account: Account, watch: LeftOutWatch | None
) -> Iterator[Any]:
    read_options = job.read_options._replace(base=task.base)
    extract = job.extract if watch is None else _extract_watched(job.extract, watch)
    if isinstance(task.part, TextRange):
        found = links_in_part_of_text(str(task.path), task.part, job.finder, task.reach)
    else:
        file = standard_input() if task.path is None else None
        found = links_in_file(file, task.path, task.part, job.finder, read_options, complain, account, extract)
    return found if task.base is None else (_of_document(links, task.base) for links in found)


def _of_document(links: Any, uri: str) -> Any:
    """The links, with the URI that their document came from."""
    return links if isinstance(links, Reach) else [link._replace(document=uri) for link in links]


def _extract_watched(extract: Extract, watch: LeftOutWatch) -> Extract:
    """The function `extract`, changed so that `watch` sees the texts that it searches."""

    def watched(piece: Piece) -> Piece:
        if isinstance(piece, Text):
            watch.see(piece.text)
        elif isinstance(piece, Chunks):
            return piece._replace(chunks=map(watch.see, piece.chunks))
        return piece

    return lambda pieces, finder, path, on_problem: extract(map(watched, pieces), finder, path, on_problem)
