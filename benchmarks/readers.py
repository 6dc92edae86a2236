"""Times the readers of linksift, and libraries that only parse the same octets.

    python benchmarks/readers.py [FILE]... [--rounds N] [--size KB] [--tools NAME,NAME]

Without a FILE, generated mail, pages and Markdown are read. README.md in this folder explains the columns.
"""

import argparse
import email
import email.policy
import io
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from statistics import median

from generated_mail import messages
from interleaved_timing import Tool, installed, interleave

Read = Callable[[str, bytes], int]
"""Reads a document of this name, and counts something in it; 0 if it reads no such documents."""


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
    """Counts the links of a page, and asks where each tag is."""

    def __init__(self) -> None:
        super().__init__()
        self.links = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Count the tag's `href`."""
        self.getpos()
        self.links += any(name == "href" for name, _ in attributes)


def html_parser() -> Read:
    def read(name: str, octets: bytes) -> int:
        if not name.endswith(".html"):
            return 0
        page = Links()
        page.feed(octets.decode())
        return page.links

    return read


def turbohtml() -> Read:
    import turbohtml

    return lambda name, octets: sum(1 for _ in turbohtml.tokenize(octets.decode())) if name.endswith(".html") else 0


def email_parser() -> Read:
    def read(name: str, octets: bytes) -> int:
        if not name.endswith(".eml"):
            return 0
        parts = email.message_from_bytes(octets, policy=email.policy.compat32).walk()
        texts = [part.get_payload(decode=True) for part in parts if part.get_content_maintype() == "text"]
        return sum(isinstance(text, bytes) for text in texts)

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
    "html.parser": Tool("python", html_parser),
    "turbohtml.tokenize": Tool("turbohtml", turbohtml),
    "email, compat32": Tool("python", email_parser),
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
    """A page, a text of Markdown, a mailbox and its messages, each of about this size, the same every time."""
    times = max(1, kilobytes * 1000 // 280)
    page = "<!doctype html><title>Mills</title>" + "".join(
        f"<div class=x><p>{PARAGRAPH}</div>\n{WITHOUT_LINKS * 4}".format(i) for i in range(times // 10 + 1)
    )
    yield "page.html", page.encode()
    yield "text.md", "".join(SECTION.format(number) for number in range(times)).encode()
    mails = [message.encode() for message in messages(max(1, kilobytes // 2))]
    yield "box.mbox", b"".join(mails)
    yield from ((f"{number}.eml", mail.partition(b"\n")[2]) for number, mail in enumerate(mails))


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
    kinds: dict[str, list[tuple[str, bytes]]] = {}
    for name, octets in documents:
        kinds.setdefault(Path(name).suffix, []).append((name, octets))
    available = installed(TOOLS)
    jobs = {(kind, tool): partial(all_read, read, kinds[kind]) for kind in kinds for tool, read in available.items()}
    timings = interleave(jobs, arguments.rounds)
    print(f"\n{'documents':10} {'tool':20} {'MB/s':>9} {'counted':>9}")
    for (kind, tool), (counted, seconds) in timings.items():
        if counted:
            size = sum(len(octets) for _, octets in kinds[kind])
            print(f"{kind:10} {tool:20} {size / 1e6 / median(seconds):9.2f} {counted:9}")


if __name__ == "__main__":
    main()
