r"""Compares the compiled kernel with Python alone on random texts: every match, with its notes and alternatives.

    PYTHONPATH=src:. python -m tests.finding.kernel_fuzz --texts 1000000 --seed 1

`kernel_texts` generates the texts. Each is searched as a whole, and some also in chunks, by one of many finders.
"""

import argparse
import re
import sys
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache, partial
from itertools import pairwise, product
from random import Random
from typing import Any

from click import echo

import linksift
from linksift.finding import Finder, Match
from linksift.finding.kernel.load_kernel import COMPILED, replace_in_python
from linksift.finding.kernel.regex_compiler import program
from linksift.finding.match import ResumeAt
from linksift.finding.scan.triggers import AFTER_PLAIN_HOST, CLOSED_ANGLES, FAST_PATH, PLAIN_HOST
from linksift.finding.search_loop import search
from tests.finding.kernel_texts import SHORT_MAX_LENGTH, directed_texts, more_names_than_remembered, random_text
from tests.stable_random import random_of
from tests.without_kernel import without_kernel

KINDS = {"kinds": frozenset({"uri", "suffix", "email", "domain", "ip"})}
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    KINDS,
    *(KINDS | {"profile": profile} for profile in ("document", "chat", "ascii", "uts58")),
    {"kinds": ["email"]},
    {"kinds": ["uri", "suffix", "email", "domain"]},
    KINDS | {"schemes": "any"},
    KINDS | {"schemes": ["http", "javascript", "x"]},
    {"schemes": ["ftp", "mailto"], "kinds": ["uri", "suffix", "email"]},
    KINDS | {"rejoin": "never", "default_scheme": "https"},
    KINDS | {"rejoin": "auto"},
    KINDS | {"rejoin": "columns"},
    KINDS | {"refang": True},
    KINDS | {"unusable_hosts": "skip"},
    KINDS | {"max_length": SHORT_MAX_LENGTH},
    KINDS | {"max_length": SHORT_MAX_LENGTH, "rejoin": "auto"},
    KINDS | {"unusable_hosts": "skip", "rejoin": "auto"},
    KINDS | {"templates": ["{}", "{{}}", "${}", "%()s"], "top_level_domains": ["corp", "zzz"]},
    KINDS | {"top_level_domains": ["k8s"]},
)
FINDERS = [Finder(**options) for options in OPTIONS]
DIRECTED = [
    KINDS | more for more in ({}, {"unusable_hosts": "skip"}, {"max_length": SHORT_MAX_LENGTH}, {"rejoin": "auto"})
]
"""The options with which the directed texts are searched."""
UNUSUAL = (
    r"(a|ab)(c|bcd)*(?=d|\Z)",
    r"(?:a++|b)*(?<!b)c?()",
    r"[^\W\d_]+(?!\s)",
    r"(?>a|ab)c|(?<=a)b{2,3}(\w)",
    "a.c",
    r"a(?!)|\D\d?|\S+",
)
"""Patterns that contain what the triggers' patterns seldom contain."""
REPLACEMENTS = {"&": "&amp;", "<": "&lt;", ".": "", "'": '"', "\x7f": "?"}


def chunks(text: str, random: Random) -> Iterator[str]:
    """The text in pieces."""
    while text:
        length = random.choice((1, 2, 5, 20))
        yield text[:length]
        text = text[length:]


def in_two_parts(finder: Finder, text: str, limit: int) -> list[list[Match]]:
    """The matches at the hits before a limit, as in a stream that has no more of a long line yet, and at the others."""
    reached = ResumeAt()

    def part(end: int) -> Generator[Match, None, None]:
        nonlocal reached
        reached = yield from search(finder._plan, text, reached, end)

    return [[*part(limit)], [*part(len(text) + 1)]]


LENGTHS: tuple[Callable[[str], int], ...] = (
    len,
    lambda text: len(text.encode("utf-8", "surrogateescape")),
    lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
)
"""The length of a text in each unit of `Kernel.find_in_rows`."""


def links_in_rows(finder: Finder, text: str) -> list[list[tuple[Any, ...]]]:
    """The links in a text cut into the rows of a column: their spans, URIs, kinds, texts and enclosures."""
    random, rows, offsets = Random(len(text)), list[bytes](), array("q", [3])
    while text:
        length = random.choice((1, 20, 60, 1000))
        rows.append(text[:length].encode("utf-8", "surrogatepass"))
        offsets.append(offsets[-1] + len(rows[-1]))
        text = text[length:]
    unit = len(rows) % 3
    if finder._in_rows is None:
        return [links_in(finder, row.decode("utf-8", "surrogateescape"), LENGTHS[unit]) for row in rows]
    lists, starts, ends, *strings = finder._in_rows(offsets, b"<a:" + b"".join(rows), 0, len(rows), unit)
    columns: list[list[Any]] = [[*array("q", starts)], [*array("q", ends)]]
    for places, characters in zip(map(partial(array, "i"), strings[::2]), strings[1::2], strict=True):
        columns.append([characters[begin:end].decode() for begin, end in pairwise(places)])
    links = [*zip(*columns, strict=True)]
    return [links[begin:end] for begin, end in pairwise(array("i", lists))]


def links_in(finder: Finder, text: str, length: Callable[[str], int]) -> list[tuple[Any, ...]]:
    """The links in one row, in the same form, from the row's matches."""
    found = []
    for match in finder.find(text):
        written = re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", match.text)
        span = [length(text[:place]) for place in (match.start, match.end)]
        found.append((*span, match.uri, match.kind, written, match.enclosure or ""))
    return found


def answers(finder: Finder, text: str, way: int) -> list[Any]:
    """Everything that a finder reports about a text: its matches and, depending on `way`, those of a stream, those
    found one by one with spans and in rows, or those of two parts."""
    found: list[Any] = [finder.find(text), finder.has_link(text)]
    if way < 2:
        found.append([*finder.stream(chunks(text, Random(len(text))))])
    if way == 2:
        found += [[*finder.finditer(text)], links_in_rows(finder, text)]
    if way == 3:
        found.append(in_two_parts(finder, text, Random(len(text)).randrange(len(text) + 1)))
    return found


@cache
def patterns() -> tuple[re.Pattern[str], ...]:
    """The patterns that kernels run as programs, and some others."""
    kernels = [finder._plan for finder in FINDERS if finder._plan.kernel]
    made = {
        FAST_PATH,
        CLOSED_ANGLES,
        PLAIN_HOST,
        AFTER_PLAIN_HOST,
        *(trigger.pattern for plan in kernels for trigger in plan.triggers),
        *UNUSUAL,
    }
    return tuple(map(re.compile, sorted(made)))


def program_differs(text: str, random: Random) -> bool:
    """Whether the program of a pattern matches something different from `re` in a part of a text."""
    pattern = random.choice(patterns())
    found = pattern.search(text)
    near = found.start() if found and random.random() < 0.8 else random.randrange(len(text) + 1)
    end = random.choice((len(text), random.randrange(near, len(text) + 1)))
    matched = pattern.match(text, near, end)
    expected = (matched.end(), matched.lastindex or 0) if matched else (-1, 0)
    ran: tuple[int, int] = COMPILED.run(program(pattern.pattern), text, near, end)
    return ran != expected


def replaces_otherwise(text: str) -> bool:
    """Whether the kernel replaces characters of a text, and of long runs after it, differently from Python."""
    text = f"{text}{'a' * 40}{'<' * 300}{text}"
    return bool(COMPILED.replace_characters(REPLACEMENTS, text) != replace_in_python(REPLACEMENTS, text))


def shown(found: list[Any]) -> list[Any]:
    """The matches found, each with its notes and alternatives, which are equal if the matches are."""
    return [[(one, one.notes, one.alternatives) for one in part if isinstance(one, Match)] for part in found[:1]]


def finds_otherwise(finder: Finder, text: str, way: int, with_notes: bool) -> bool:
    """Whether the kernel finds something different in a text from Python alone, or either raises an exception."""
    try:
        with_it = answers(finder, text, way)
        with without_kernel():
            alone = answers(finder, text, way)
        return with_it != alone or (with_notes and shown(with_it) != shown(alone))
    except Exception:  # finding never raises
        return True


def differences(texts: int, seed: int) -> Iterator[tuple[dict[str, Any], str]]:
    """The options and texts on which the two differ, among the directed texts and this many others."""
    yield from directed_differences(directed_texts(), DIRECTED)
    yield from random_differences(texts, seed)
    yield from directed_differences([more_names_than_remembered()], [KINDS])  # last, because most faults show before


def directed_differences(
    texts: Iterable[str], searches: Iterable[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], str]]:
    """The searches of these texts in which the two differ: the options, and the beginning of the text."""
    for text, options in product(texts, searches):
        if finds_otherwise(FINDERS[OPTIONS.index(options)], text, way=2, with_notes=False):
            yield options, f"{text[:40]}... (directed)"


def random_differences(texts: int, seed: int) -> Iterator[tuple[dict[str, Any], str]]:
    """The options and random texts on which the two differ, among this many."""
    for number in range(texts):
        random = random_of(seed, number)
        text, options, way = random_text(random), random.randrange(len(OPTIONS)), random.randrange(4)
        if finds_otherwise(FINDERS[options], text, way, with_notes=number % 16 == 0):
            yield OPTIONS[options], text
        elif program_differs(text, random):
            yield {"program": "of a pattern"}, text
        elif replaces_otherwise(text):
            yield {"replaced": REPLACEMENTS}, text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", action="store_true", help="end at the first difference")
    asked = parser.parse_args()
    if linksift.Finder()._plan.kernel is None:
        sys.exit("There is no compiled kernel to compare with")
    count = 0
    for options, text in differences(asked.texts, asked.seed):
        count += 1
        if count <= 20:
            echo(f"{options} {text!r}")
        if asked.first:
            break
    echo(f"{count} of {asked.texts} texts differ")
    sys.exit(count > 0)


if __name__ == "__main__":
    main()
