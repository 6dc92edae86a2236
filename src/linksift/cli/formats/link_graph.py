"""The edges of a link graph, as tab-separated values: the source, target and text of each link or, for a graph of
hosts, the number of links from each host to each other host."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from linksift.cli.formats.csv_rows import CONTROLS
from linksift.cli.streams.open_input import STANDARD_INPUT
from linksift.documents import LinkInContext, edge_host, edge_source, edge_text
from linksift.lazy_pattern import lazy_pattern

HEADER = b"source\ttarget\ttext\n"
HOSTS_HEADER = b"source\ttarget\tlinks\n"

_WHITE_SPACE = lazy_pattern(r"\s+")


def edge_line(seen: LinkInContext) -> bytes:
    """The edge for a link: its source, its URI, and the text that people see for it (none for an image)."""
    return tsv_row((source_of(seen), seen.found.match.uri, edge_text(seen.found) or ""))


def host_edge_line(seen: LinkInContext) -> bytes:
    """The edge from the host of the source, or from the source if it is not a URI, to the host of the target. If the
    target has no host, the result is b""."""
    source, target = source_of(seen), seen.found.match.host
    return tsv_row((edge_host(source) or source, target.lower())) if target else b""


def source_of(seen: LinkInContext) -> str:
    """The most specific name of the source of a link; `-` means standard input."""
    return edge_source(seen.found, seen.document) or STANDARD_INPUT


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
