"""Asks the worker what is in a PDF: a process of its own, which gets the document, and so much time and memory.

Here belongs what is between the two processes. What PDFium is asked never does (`worker`), nor what is made of it.
"""

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any

from linksift.documents.document_model import Limits, ReadError
from linksift.documents.pdf.page_layout import Box, LinkAnnotation, Page, Stopped
from linksift.documents.pdf.words_to_rows import Word, rows

WORKER = Path(__file__).with_name("pdfium_worker.py")

MEMORY = 1 << 30
"""Octets that a process may take beside what the document takes."""

TIMES_THE_DOCUMENT = 4


def read_pages(document: bytes, limits: Limits) -> Iterator[Page | Stopped]:
    """The pages of a PDF one by one, and where the reading stopped if it did.

    Raises ReadError where there is nothing to read with.
    """
    if find_spec("pypdfium2") is None:
        raise ReadError("reading PDFs needs pypdfium2: pip install 'linksift[pdf]'")
    import json

    answer, stopped = run_worker(document, limits)
    page = 0
    for line in answer.splitlines(keepends=True):
        if not line.endswith(b"\n"):
            break
        told = json.loads(line)
        page = told.get("page", page)
        yield record_from(told)
    if stopped:
        yield Stopped(stopped, page + 1)


def run_worker(document: bytes, limits: Limits) -> tuple[bytes, str | None]:
    """What the worker wrote, and why it did not come to its end. Raises ReadError where it does not begin."""
    import subprocess

    try:
        done = subprocess.run(
            command(len(document), limits),
            input=document,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=limits.seconds,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return late.output or b"", f"takes more than {limits.seconds:g} seconds"
    except OSError as error:
        raise ReadError(f"cannot be read, since no process for it can be started: {error}") from error
    return done.stdout, f"PDFium broke down on it (exit status {done.returncode})" if done.returncode else None


def command(size: int, limits: Limits) -> list[str]:
    """How the worker is started: by its file, and with the folder of that file left out of where modules are from."""
    bounds = limits.pages, limits.size, ceil(limits.seconds) + 1, MEMORY + TIMES_THE_DOCUMENT * size
    return [sys.executable, "-P", str(WORKER), *map(str, bounds)]


def record_from(told: dict[str, Any]) -> Page | Stopped:
    """A line of the answer as a record.

    >>> record_from({"page": 2, "turn": 0, "lines": [[["ab", 0, 0, 50, 90, 50, 0, 100, 90]]], "links": []}).rows
    [[Line(text='ab', box=Box(left=0.0, bottom=0.0, right=10.0, top=9.0))]]
    """
    if "stopped" in told:
        return Stopped(told["stopped"])
    if "unread" in told:
        return Stopped("is a page that PDFium cannot read", told["page"])
    turn = told["turn"]
    lines = [
        [Word(text, box(places[:4], turn), box(places[4:], turn)) for text, *places in line] for line in told["lines"]
    ]
    links = [LinkAnnotation(decoded(uri), "\n".join(map(str.strip, shown))) for uri, shown in told["links"]]
    return Page(told["page"], list(rows(lines)), links)


def box(places: list[int], turn: int) -> Box:
    """A rectangle out of tenths of a point, as who looks at a page has it that is turned by so many quarters.

    >>> box([10, 20, 30, 40], 0), box([10, 20, 30, 40], 1)
    (Box(left=1.0, bottom=2.0, right=3.0, top=4.0), Box(left=2.0, bottom=-3.0, right=4.0, top=-1.0))
    """
    left, bottom, right, top = (place / 10 for place in places)
    if turn == 1:
        return Box(bottom, -right, top, -left)
    if turn == 2:
        return Box(-right, -top, -left, -bottom)
    return Box(-top, left, -bottom, right) if turn == 3 else Box(left, bottom, right, top)


def decoded(uri: str) -> str:
    r"""A URI out of its octets: in ASCII, says ISO 32000, but people write UTF-8, UTF-16 and Latin-1 too.

    >>> decoded("http://a.example/\xc3\xa9"), decoded("http://a.example/\xe9"), decoded("\xfe\xff\0a\0:")
    ('http://a.example/é', 'http://a.example/é', 'a:')
    """
    octets = uri.encode("latin-1")
    if octets.startswith((b"\xfe\xff", b"\xff\xfe")):
        return octets.decode("utf-16", "replace")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return uri
