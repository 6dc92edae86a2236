"""The code that the readers of zip and tar archives share: the context of a file, and the limits on files and time."""

import posixpath
from collections.abc import Iterator

from linksift.documents.document_model import Context, Piece, Problem, ReadError
from linksift.documents.read_limits import TimeBudget


def context_inside(context: Context, path: str) -> Context:
    """The context of a file in an archive.

    >>> from linksift.documents.document_model import Limits, Locator
    >>> outer = Context("a.zip", None, Limits(), Locator(), lambda file, context: iter(()))
    >>> inside = context_inside(outer, "./b/c.txt")
    >>> inside.name, inside.locator.inner_path
    ('c.txt', 'b/c.txt')
    """
    path = path.replace("\\", "/").removeprefix("./")
    locator = context.locator.inside(path)._replace(content_type=None)
    return context._replace(name=posixpath.basename(path) or None, base=None, locator=locator)


def in_time(pieces: Iterator[Piece], context: Context) -> Iterator[Piece]:
    """The pieces of all files in an archive, and a Problem if that takes too long. Also counts the archive itself."""
    context.account.archives += 1
    try:
        yield from TimeBudget(context.limits.seconds, context.account).timed(pieces)
    except ReadError as error:
        yield Problem(f"{error}; the rest was not read", context.locator)


def too_many(context: Context) -> Iterator[Problem]:
    """A Problem if the number of files read has reached the limit."""
    if context.account.files >= context.limits.files:
        yield Problem(f"has more than {context.limits.files:,} files; the rest were not read", context.locator)
