"""Times only linksift on small inputs: shapes of links in prose, short rows, URLs to clean, pairs to compare.

    python benchmarks/small_costs.py [--rounds N] [--only shapes,rows,calls]

README.md in this folder explains the columns.
"""

import argparse
from collections.abc import Callable, Iterator, Sized
from functools import partial
from statistics import median

from interleaved_timing import Job, interleave

PROSE = "They met near the old mill, talked of nothing much, and went home before it was dark again. "
TIMES = 400

SHAPES = {
    "plain": "see http://www.a.example/b/c.html now",
    "before a full stop": "see http://www.a.example/b/c.html. Now",
    "before a comma": "see http://www.a.example/b/c.html, now",
    "in parentheses": "(http://www.a.example/b/c.html)",
    "with parentheses": "http://a.example/wiki/Mill_(village) is",
    "with a colon": "see http://a.example/a:b/c now",
    "with a port": "see http://a.example:8080/b now",
    "in angle brackets": "see <http://www.a.example/b/c.html> now",
    "broken in angle brackets": "see <http://www.a.example/b/\n  c.html> now",
    "mailto in angle brackets": "ask <mailto:joe@a.example> now",
    "address": "ask joe@a.example now",
    "address before a full stop": "ask joe@a.example. Now",
    "www": "see www.a.example/b now",
    "www before a full stop": "see www.a.example. Now",
    "ftp": "see ftp://ftp.a.example/b now",
    "bare domain": "see a-b.com now",
    "IP address": "from 192.0.2.1 now",
    "IRI": "see http://a.example/Mühle now",
    "IDN, seen before": "see http://bücher.example/b now",
    "no link: a role": "see :func:`mill` now",
    "no link: a colon": "subject:mill now",
    "no link: a file name": "see setup.py now",
}
"""Shapes of links and of text that is not a link, each with the words around it."""

ROWS = {
    "25 characters, no link": "met near the old mill, so",
    "25 characters, a full stop": "It was dark. They went on",
    "60 characters, no link": "They met near the old mill, talked of nothing, and went home",
    "60 characters to escape, no link": 'She said "no" & left <at once>, so they can\'t meet at the mill',
    "400 characters of chat, no link": "ok, so we meet at noon? I'd say 12:30 is fine (if the train is on time). " * 5,
    "a link": "see http://www.a.example/b/c.html now",
    "an address": "ask joe@a.example about it",
}

RIGHT = [f"https://www.a{number}.example/b/{number}?c=d&e={number}" for number in range(500)]
WRONG: dict[str, Callable[[str], str]] = {
    "in angle brackets": "<{}>".format,
    "before a full stop": "{}.".format,
    "without its scheme": lambda url: url.partition("://")[2],
    "with one slash": lambda url: url.replace("://", ":/"),
}


def shapes() -> Iterator[tuple[tuple[str, str], Job, int]]:
    """A job for each shape in prose, and a job for the prose alone."""
    from linksift import Finder
    from linksift.finding import Kind

    kinds: tuple[Kind, ...] = ("uri", "suffix", "email", "domain", "ip")
    finders = {
        "default": Finder(),
        "everything": Finder(kinds=kinds),
        "document": Finder("document", kinds=kinds),
    }
    for name, finder in finders.items():
        for shape, text in {"prose": "", **SHAPES}.items():
            yield (f"shape, {name}", shape), partial(matches, finder.find, (PROSE + text + " ") * TIMES), TIMES


def rows() -> Iterator[tuple[tuple[str, str], Job, int]]:
    """A job for each row and each way of searching many rows."""
    from linksift import Finder, Linker, find, linkify

    finder, linker = Finder(), Linker()
    for row, text in ROWS.items():
        many = [text] * 2000
        yield ("row, linksift.find", row), partial(each, find, many), len(many)
        yield ("row, Finder.find", row), partial(each, finder.find, many), len(many)
        yield ("row, Finder.find_all", row), partial(all_of, finder.find_all, many), len(many)
        yield ("row, has_link", row), partial(each, finder.has_link, many), len(many)
        yield ("row, linksift.linkify", row), partial(each, linkify, many), len(many)
        yield ("row, Linker.linkify", row), partial(each, linker.linkify, many), len(many)


def calls() -> Iterator[tuple[tuple[str, str], Job, int]]:
    """A job for each other common call."""
    from linksift import Finder, clean, compare, parse, read

    (match,) = Finder().find(SHAPES["plain"])
    yield ("clean", "already correct"), partial(each, clean, RIGHT), len(RIGHT)
    for name, spoil in WRONG.items():
        yield ("clean", name), partial(each, clean, [spoil(url) for url in RIGHT]), len(RIGHT)
    yield ("parse", "already correct"), partial(each, parse, RIGHT), len(RIGHT)
    yield ("parse, normalize", "already correct"), partial(each, lambda url: parse(url).normalize(), RIGHT), len(RIGHT)
    yield ("compare", "equal"), partial(each, lambda url: compare(url, url), RIGHT), len(RIGHT)
    yield ("compare", "not equal"), partial(each, lambda url: compare(url, RIGHT[0]), RIGHT), len(RIGHT)
    yield ("match.host", ""), partial(each, lambda _: match.host, RIGHT), len(RIGHT)
    yield ("match.reference.host", ""), partial(each, lambda _: match.reference.host, RIGHT), len(RIGHT)
    yield ("read", 'b"x"'), partial(each, lambda _: list(read(b"x")), RIGHT[:100]), 100


def matches(find: Callable[[str], Sized], text: str) -> int:
    return len(find(text))


def each(call: Callable[[str], object], arguments: list[str]) -> int:
    return len([call(argument) for argument in arguments])


def all_of(call: Callable[[list[str]], Iterator[object]], arguments: list[str]) -> int:
    return len(list(call(arguments)))


GROUPS = {"shapes": shapes, "rows": rows, "calls": calls}


def main() -> None:
    parser = argparse.ArgumentParser(description="Times linksift on small things.")
    parser.add_argument("--rounds", type=int, default=9, help="rounds after the warm-up (9)")
    parser.add_argument("--only", default=",".join(GROUPS), help="groups separated by commas (all)")
    arguments = parser.parse_args()
    found = [job for group in arguments.only.split(",") for job in GROUPS[group]()]
    timings = interleave({name: job for name, job, _ in found}, arguments.rounds)
    prose = {what: median(timing.seconds) for (what, shape), timing in timings.items() if shape == "prose"}
    print(f"{'what':22} {'':28} {'us':>9} {'counted':>8}")
    for (what, name), _, times in found:
        seconds = median(timings[what, name].seconds) - (prose.get(what, 0.0) if name != "prose" else 0.0)
        print(f"{what:22} {name:28} {seconds / times * 1e6:9.2f} {timings[what, name].counted:8}")


if __name__ == "__main__":
    main()
