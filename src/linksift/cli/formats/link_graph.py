"""The edges of a link graph, as tab-separated values: the source, target and text of each link or, for a graph of
hosts, the number of links from each host to each other host."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from linksift.cli.formats.csv_rows import CONTROLS
from linksift.cli.streams.open_input import STANDARD_INPUT
from linksift.documents import LinkInContext, edge_source, edge_text
from linksift.lazy_pattern import lazy_pattern
from linksift.uri import RefusedURL, browser_url

HEADER = b"source\ttarget\ttext\n"
HOSTS_HEADER = b"source\ttarget\tlinks\n"

_WHITE_SPACE = lazy_pattern(r"\s+")


def edge_line(seen: LinkInContext) -> bytes:
    """The edge for a link: its source, its URI, and the text that people see for it (none for an image)."""
    return tsv_row((source_of(seen), seen.found.match.uri, edge_text(seen.found) or ""))


def host_edge_line(seen: LinkInContext) -> bytes:
    """The edge from the host of the source to that of the target, or b"" if the target has no host."""
    target = seen.found.match.host
    return tsv_row((host_of_source(source_of(seen)), target.lower())) if target else b""


def source_of(seen: LinkInContext) -> str:
    """The most specific name of the source of a link; `-` means standard input."""
    return edge_source(seen.found, seen.document) or STANDARD_INPUT


@lru_cache(1024)
def host_of_source(source: str) -> str:
    """The host of a source that is a URI, in lowercase; any other source is returned unchanged.

    >>> host_of_source("http://WWW.a.example/b c"), host_of_source("mail/a.txt"), host_of_source("7")
    ('www.a.example', 'mail/a.txt', '7')
    """
    try:
        read = browser_url(source)
    except RefusedURL:
        return source
    return read.host or source if read else source


def host_counts(lines: Iterable[bytes]) -> Iterator[bytes]:
    r"""The number of links for each edge between hosts, in descending order, counted from the lines of single links.

    >>> list(host_counts([b"a\tb\n", b"a\tc\na\tb\n"]))
    [b'source\ttarget\tlinks\n', b'a\tb\t2\n', b'a\tc\t1\n']
    """
    counted = Counter(edge for line in lines for edge in line.splitlines())
    yield HOSTS_HEADER
    for edge, links in sorted(counted.items(), key=lambda item: (-item[1], item[0])):
        yield b"%b\t%d\n" % (edge, links)


def tsv_row(cells: Iterable[Any]) -> bytes:
    r"""A row of tab-separated values in UTF-8.

    White space in a cell becomes one space, and control characters become escapes.

    >>> tsv_row(["a\tb\n c", "\x1b", "\udcff"])
    b'a b c\t\\x1b\t\\udcff\n'
    """
    row = "\t".join(_WHITE_SPACE.sub(" ", str(cell)).strip().translate(CONTROLS) for cell in cells)
    return f"{row}\n".encode("utf-8", "backslashreplace")
