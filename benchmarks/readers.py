"""Times linksift's readers and the tools that a user would otherwise choose for the same bytes.

    python benchmarks/readers.py [FILE]... [--rounds N] [--size KB] [--tools NAME,NAME]

Without a FILE, generated documents are read. README.md in this folder explains the columns.
"""

import argparse
import csv
import email
import email.policy
import gzip
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from statistics import median

from generated_mail import messages
from interleaved_timing import Tool, installed, interleave, times_as_fast

PATTERN = re.compile(r"https?://[^\s\"<>]+")
FROM_LINE = re.compile(rb"^From \S+ .*\n", re.MULTILINE)

Read = Callable[[str, bytes], int]
"""Reads a document with this name and counts something in it; returns 0 if it reads no such documents."""


def linksift(**options: str) -> Read:
    from linksift import Finder
    from linksift import read as read_document

    finder = Finder(**{"profile": "document"} | options)  # type: ignore[arg-type]

    def read(name: str, octets: bytes) -> int:
        file = io.BytesIO(octets)
        file.name = name
        return sum(1 for _ in read_document(file, finder=finder))

    return read


def linkify_html() -> Read:
    from linksift import Linker

    linker = Linker()
    linker.linkify_html("")  # raises ImportError without turbohtml
    return lambda name, octets: len(linker.linkify_html(octets.decode())) if name.endswith(".html") else 0


class Links(HTMLParser):
    """Counts the links of a page, and asks for the position of each tag."""

    def __init__(self) -> None:
        super().__init__()
        self.links = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Count the tag's `href`."""
        self.getpos()
        self.links += any(name == "href" for name, _ in attributes)


def html_parser(parser: type[HTMLParser]) -> Read:
    """Counts the links of a page, or just the page itself."""

    def read(name: str, octets: bytes) -> int:
        if not name.endswith(".html"):
            return 0
        page = parser()
        page.feed(octets.decode())
        return getattr(page, "links", 1)

    return read


def turbohtml() -> Read:
    import turbohtml

    return lambda name, octets: sum(1 for _ in turbohtml.tokenize(octets.decode())) if name.endswith(".html") else 0


def email_parser() -> Read:
    def read(name: str, octets: bytes) -> int:
        if name.endswith(".eml"):
            return texts_of_message(octets)
        if name.endswith(".mbox"):
            return sum(map(texts_of_message, FROM_LINE.split(octets)[1:]))
        return 0

    return read


def texts_of_message(octets: bytes) -> int:
    """The number of text parts in a message, all of which are decoded."""
    parts = email.message_from_bytes(octets, policy=email.policy.compat32).walk()
    texts = [part.get_payload(decode=True) for part in parts if part.get_content_maintype() == "text"]
    return sum(isinstance(text, bytes) for text in texts)


def standard_library(find: Callable[[str], list[object]]) -> Read:
    """Counts what a function finds in each JSON string and CSV cell, as read by the standard library."""

    def read(name: str, octets: bytes) -> int:
        if name.endswith(".jsonl"):
            return sum(found_in(json.loads(line), find) for line in octets.decode().split("\n") if line)
        if name.endswith(".json"):
            return found_in(json.loads(octets), find)
        if name.endswith(".csv"):
            return sum(len(find(cell)) for row in csv.reader(io.StringIO(octets.decode())) for cell in row)
        return 0

    return read


def found_in(value: object, find: Callable[[str], list[object]]) -> int:
    """The number of things that a function finds in the strings of a JSON value, including names."""
    found, values = 0, [value]
    while values:
        value = values.pop()
        if isinstance(value, str):
            found += len(find(value))
        elif isinstance(value, list):
            values += value
        elif isinstance(value, dict):
            values += value
            values += value.values()
    return found


def library_and_find() -> Read:
    from linksift import Finder

    return standard_library(Finder("document").find)  # type: ignore[arg-type]


def library_and_pattern() -> Read:
    return standard_library(PATTERN.findall)


def warcio() -> Read:
    from warcio.archiveiterator import ArchiveIterator

    def read(name: str, octets: bytes) -> int:
        if not name.endswith(".warc.gz"):
            return 0
        pages = (record.content_stream().read() for record in ArchiveIterator(io.BytesIO(octets)))
        return sum(len(PATTERN.findall(page.decode("utf-8", "replace"))) for page in pages)

    return read


def fastwarc() -> Read:
    from fastwarc.warc import ArchiveIterator

    def read(name: str, octets: bytes) -> int:
        if not name.endswith(".warc.gz"):
            return 0
        pages = (record.reader.read() for record in ArchiveIterator(io.BytesIO(octets)))
        return sum(len(PATTERN.findall(page.decode("utf-8", "replace"))) for page in pages)

    return read


def pyromark() -> Read:
    import pyromark

    def read(name: str, octets: bytes) -> int:
        return len(list(pyromark.events_with_range(octets.decode()))) if name.endswith(".md") else 0

    return read


def markdown_it() -> Read:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    return lambda name, octets: len(parser.parse(octets.decode())) if name.endswith(".md") else 0


TOOLS = {
    "linksift": Tool("linksift", linksift),
    "linksift, enclosed": Tool("linksift", partial(linksift, rejoin="enclosed")),
    "linkify_html": Tool("turbohtml", linkify_html),
    "html.parser": Tool("python", partial(html_parser, Links)),
    "html.parser, nothing": Tool("python", partial(html_parser, HTMLParser)),
    "turbohtml.tokenize": Tool("turbohtml", turbohtml),
    "email, compat32": Tool("python", email_parser),
    "json or csv, find": Tool("linksift", library_and_find),
    "json or csv, re": Tool("python", library_and_pattern),
    "warcio, re": Tool("warcio", warcio),
    "fastwarc, re": Tool("fastwarc", fastwarc),
    "pyromark": Tool("pyromark", pyromark),
    "markdown-it-py": Tool("markdown-it-py", markdown_it),
}

PARAGRAPH = (
    "The <b>mill</b> of <a href='../mills/{0}.html'>village {0}</a> stands at http://www.a{0}.example/mill/{0}, and is "
    '<em>older</em> than <code>mill({0})</code> says; ask <a class="person" href="mailto:joe{0}@a.example">Joe</a>.\n'
)
WITHOUT_LINKS = (
    '<h2 id="mill-{0}">Mill {0}: the stones</h2>\n<table class="stones"><tr><th>Stone</th><th>Width</th></tr>\n'
    "<tr><td>Runner</td><td>1.{0} m</td></tr><tr><td>Bed</td><td>1.{0} m</td></tr></table>\n"
    '<p class="text">The runner turns above the bed; its <span class="term">furrows</span> carry the meal outwards. It '
    "was <i>dressed</i> every winter, with a mill bill, and that took the miller two weeks: see the next part.</p>\n"
    "<pre><code>mill = Mill(stones={0})\nmill.grind(rye=True)  # note: slow</code></pre>\n"
)
SECTION = (
    '## Mill {0}\n\nThe *mill* of [village {0}](../mills/{0}.md "A village") stands at <http://www.a{0}.example/mill>,\n'
    "and is **older** than `mill({0})` says [as told][{0}]; see http://b{0}.example/c.\n\n"
    "- one ![a mill](mill{0}.png)\n- two\n\n[{0}]: https://c.example/{0}\n\n"
)


def generated(kilobytes: int) -> Iterator[tuple[str, bytes]]:
    """A page, a Markdown text, a mailbox and its messages, each about this size, and identical on every run."""
    times = max(1, kilobytes * 1000 // 280)
    page = "<!doctype html><title>Mills</title>" + "".join(
        f"<div class=x><p>{PARAGRAPH}</div>\n{WITHOUT_LINKS * 4}".format(i) for i in range(times // 10 + 1)
    )
    yield "page.html", page.encode()
    yield "text.md", "".join(SECTION.format(number) for number in range(times)).encode()
    mails = [message.encode() for message in messages(max(1, kilobytes // 2))]
    yield "box.mbox", b"".join(mails)
    yield from ((f"{number}.eml", mail.partition(b"\n")[2]) for number, mail in enumerate(mails))
    for kind, each in (("links", 2), ("one", 1 << 40)):
        records = [record(number, number % each == 0) for number in range(kilobytes * 5)]
        yield f"{kind}.jsonl", "".join(json.dumps(one) + "\n" for one in records).encode()
        yield f"{kind}.json", json.dumps(records).encode()
        table = io.StringIO()
        rows = csv.DictWriter(table, records[0])
        rows.writeheader()
        rows.writerows(records)
        yield f"{kind}.csv", table.getvalue().encode()
    yield "archive.warc.gz", b"".join(web_record(page[: len(page) // 10 * n], n) for n in range(1, 10))


def record(number: int, linked: bool) -> dict[str, object]:
    """A record of a feed, with a link if `linked`."""
    told = f"The mill of village {number} is older than its stones; ask Joe. It turns, and turns, all year."
    link = f" See https://www.a{number}.example/mill/{number}?a=b." if linked else ""
    return {"id": number, "user": f"joe{number}", "time": "2026-11-25 09:00", "text": told + link, "lang": "en"}


def web_record(page: str, number: int) -> bytes:
    """A page in a web archive, as a gzip member."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page.encode()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{number}.html\r\n"
        f"WARC-Date: 2026-11-25T09:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + answer + b"\r\n\r\n", mtime=0)


def kinds_of(documents: Iterable[tuple[str, bytes]]) -> dict[str, list[tuple[str, bytes]]]:
    """The documents by kind: the extension of their names, and whether generated data contains a link."""
    kinds: dict[str, list[tuple[str, bytes]]] = {}
    for name, octets in documents:
        few = ", one link" if name.startswith("one.") else ""
        kinds.setdefault(Path(name).suffix.replace(".gz", ".warc.gz") + few, []).append((name, octets))
    return kinds


def megabytes(documents: list[tuple[str, bytes]]) -> float:
    """The size of documents in megabytes, unpacked."""
    return sum(len(gzip.decompress(octets) if name.endswith(".gz") else octets) for name, octets in documents) / 1e6


def all_read(read: Read, documents: list[tuple[str, bytes]]) -> int:
    return sum(read(name, octets) for name, octets in documents)


def main() -> None:
    parser = argparse.ArgumentParser(description="Times readers of documents, in one interleaved run.")
    parser.add_argument("files", nargs="*", type=Path, help="documents (generated ones)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds after the warm-up (5)")
    parser.add_argument("--size", type=int, default=500, help="kB of each generated document (500)")
    parser.add_argument("--tools", default=",".join(TOOLS).replace(", ", ","), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    documents = [(path.name, path.read_bytes()) for path in arguments.files] or list(generated(arguments.size))
    kinds = kinds_of(documents)
    available = installed(TOOLS)
    jobs = {(kind, tool): partial(all_read, read, kinds[kind]) for kind in kinds for tool, read in available.items()}
    timings = interleave(jobs, arguments.rounds)
    print(f"\n{'documents':18} {'tool':22} {'MB/s':>9} {'ratio':>7} {'counted':>9}")
    for (kind, tool), timing in timings.items():
        if timing.counted:
            size = megabytes(kinds[kind]) / median(timing.seconds)
            ratio = times_as_fast(timings[kind, "linksift"], timing) if (kind, "linksift") in timings else 1
            print(f"{kind:18} {tool:22} {size:9.2f} {ratio:7.2f} {timing.counted:9}")


if __name__ == "__main__":
    main()
