"""The time for an input grows no faster than its size, in a step of CI past four times `max_length`.

Time shows what no count does: backtracking in patterns, the HTML parser, PDFium. An input has 4,000 code points, then
four times as many, up to 256,000, and with LINKSIFT_TIMED=large up to a million. A handful of shapes is timed;
LINKSIFT_TIMED=all times every shape with every work, up to a million, for more than an hour.
"""

import io
import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any

import pytest

import linksift
from linksift.finding.options import Kind
from tests import growth
from tests.finding.reads.shapes import EVERY, FAMILIES
from tests.growth import (
    SHAPES,
    TAILS,
    Work,
    assert_forty_times_at_most,
    assert_time_grows_as_the_size,
    assert_time_grows_with_the_input,
    closing,
    repeated,
)

pytestmark = pytest.mark.clock

ALL_KINDS: tuple[Kind, ...] = ("uri", "suffix", "email", "domain")
WORKS: dict[str, Work] = {
    "text": linksift.Finder().find,
    "any scheme": linksift.Finder(schemes="any").find,
    "scheme s": linksift.Finder(schemes={"s"}).find,
    "document, all kinds": linksift.Finder("document", kinds=ALL_KINDS).find,
    "uts58": linksift.Finder("uts58").find,
    "refang": linksift.Finder(refang=True).find,
    "HTML": linksift.Linker().linkify,
}
PARTS = [
    *(("text", part) for part in ("www.1/&", "www.a.zzz/&", "http://a.com/\u00ad\u200d\u00ad", "http://tel:+1")),
    *(("any scheme", "x://tel:+1"), ("scheme s", "s:'"), ("text", "http://a/é\u200d…"), ("uts58", "a.com/.)")),
    *(("document, all kinds", "中国.cn`"), ("document, all kinds", "<http://a/b-\n")),
    *(("refang", "a[.]"), ("refang", "a\\.b c.py "), ("HTML", "www.a.zzz/&")),
    *(("text", part) for part in ("=www.a.com/x", "_www.a.com/x", "文www.a.com")),
]
"""The parts repeated, each with its work: first those whose time once grew with the square."""

MARKUP = ("http://a.com/&amp;", "www.a.zzz/&", "<b>www.a.com ", "<a>x")
"""The same in markup: character references in URIs, and unclosed elements."""

MORE_MARKUP = ("<", "<!--", "<table>", "<p>", "<a href=", "<svg>", "<i><p>", "<b c d='", "&amp", "<div>http://a.com")

LINES, WIDTH = 60, 80
"""The number of lines on a page, and of characters in a line."""

PAGED = ("www.a.zzz/&", "See http://a.com/b/c. ", "b-")
"""The parts repeated in PDFs."""

EVERYTHING = os.environ.get("LINKSIFT_TIMED") == "all"


def in_texts() -> Iterator[tuple[str, str, str]]:
    """Each work, with a head and a part to repeat."""
    yield from ((work, "", part) for work, part in PARTS)
    if EVERYTHING:
        shapes = [(head, part) for head, part in TAILS.values()]
        alone = [*SHAPES.values(), *("".join(shape.body) for shape in FAMILIES), *EVERY]
        yield from ((work, head, part) for head, part in [*shapes, *(("", part) for part in alone)] for work in WORKS)


@pytest.mark.parametrize(("work", "head", "part"), list(dict.fromkeys(in_texts())))
def test_in_texts(work: str, head: str, part: str) -> None:
    assert_time_grows_as_the_size(WORKS[work], partial(repeated, head, part, closing(head)))


CHAT, CHUNK = linksift.Linker(linksift.Finder("chat")), 500
"""What links in a stream, and the number of characters that arrive together."""


@pytest.mark.parametrize("part", ['<"a ', '<a href="b ', "<a "])
def test_in_a_stream(part: str) -> None:
    """Text that is not settled for a long time is not read again for each chunk."""

    def link(text: str) -> None:
        deque(CHAT.stream(text[start : start + CHUNK] for start in range(0, len(text), CHUNK)), maxlen=0)

    assert_forty_times_at_most(link, part * 5_000, part * 80_000)


@pytest.mark.parametrize("part", MARKUP + MORE_MARKUP * EVERYTHING)
def test_in_markup(part: str) -> None:
    pytest.importorskip("turbohtml", reason="HTML is read with turbohtml")
    assert_time_grows_as_the_size(linksift.linkify_html, partial(repeated, "<p>", part, ""))


def paged(part: str, lines: int, size: int) -> bytes:
    """A PDF of a repeated part, with so many characters in all and lines on a page."""
    canvas = pytest.importorskip("reportlab.pdfgen.canvas", reason="PDFs are made with reportlab")
    text, out = repeated("", part, "", size), io.BytesIO()
    pages = canvas.Canvas(out)
    for page in range(0, len(text), lines * WIDTH):
        written = pages.beginText(10, 10 + 12 * lines)
        for line in range(page, min(page + lines * WIDTH, len(text)), WIDTH):
            written.textLine(text[line : line + WIDTH])
        pages.drawText(written)
        pages.showPage()
    pages.save()
    return out.getvalue()


def found_in(document: bytes) -> list[Any]:
    return list(linksift.read(document))


@pytest.mark.parametrize("lines", [LINES, 1_000_000] if EVERYTHING else [LINES])
@pytest.mark.parametrize("part", PAGED if EVERYTHING else PAGED[:1])
def test_in_pages(part: str, lines: int) -> None:
    pytest.importorskip("pypdfium2", reason="PDFs are read with pypdfium2")
    assert_time_grows_as_the_size(found_in, partial(paged, part, lines))


def measuring(monkeypatch: pytest.MonkeyPatch, seconds: Callable[[int], float]) -> Callable[[str], None]:
    """Work that takes `seconds` of its text's length, by the process's clock."""
    now = 0.0

    def work(text: str) -> None:
        nonlocal now
        now += seconds(len(text))

    monkeypatch.setattr(growth, "processor_time", lambda: now)
    return work


@pytest.mark.parametrize(("power", "steep"), [(1, False), (1.2, False), (1.5, True), (2, True)])
def test_work_that_grows_faster_than_its_input_fails(
    power: float, steep: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = measuring(monkeypatch, lambda size: (size / 16_000) ** power / 100)
    with pytest.raises(AssertionError, match="code points") if steep else nullcontext():
        assert_time_grows_as_the_size(work, partial(repeated, "", "a", ""))


@pytest.mark.parametrize(("power", "steep"), [(1, False), (1.3, False), (1.4, True), (2, True)])
def test_work_that_takes_more_than_forty_times_the_time_fails(
    power: float, steep: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = measuring(monkeypatch, lambda size: (size / 16_000) ** power)
    with pytest.raises(AssertionError, match="times the time") if steep else nullcontext():
        assert_time_grows_with_the_input(work, "", "a", "", 1_000)


def test_a_slow_moment_of_the_machine_does_not_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is slow the first two times that a large text is measured."""
    slow = iter([100.0, 100.0])
    work = measuring(monkeypatch, lambda size: size / 1e6 * (next(slow, 1.0) if size >= 16_000 else 1.0))
    assert_time_grows_with_the_input(work, "", "a", "", 1_000)
    slow = iter([10.0, 100.0, 100.0])
    assert_time_grows_as_the_size(work, partial(repeated, "", "a", ""))
