r"""Compares the compiled kernel with Python alone on random texts: every match, with its notes and alternatives.

    PYTHONPATH=src:. python -m tests.finding.kernel_fuzz --texts 1000000 --seed 1

The texts are made of fragments of links and what may be around them, in strings of 1, 2 and 4 bytes a character. Each
is searched whole and in chunks.
"""

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from click import echo

import linksift
from linksift.finding import Finder, Match
from linksift.finding.finder import iter_spans_and_matches
from tests.finding.reads.shapes import FRAGMENTS
from tests.texts import PIECES
from tests.without_kernel import without_kernel

KINDS = {"kinds": frozenset({"uri", "suffix", "email", "domain"})}
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    KINDS,
    *(KINDS | {"profile": profile} for profile in ("document", "chat", "ascii", "uts58")),
    {"kinds": ["email"]},
    {"kinds": ["uri", "suffix", "email", "domain", "ip"]},
    KINDS | {"schemes": "any"},
    KINDS | {"schemes": ["http", "javascript", "x"]},
    {"schemes": ["ftp", "mailto"], "kinds": ["uri", "suffix", "email"]},
    KINDS | {"rejoin": "never", "default_scheme": "https"},
    KINDS | {"rejoin": "auto"},
    KINDS | {"refang": True},
    KINDS | {"unusable_hosts": "skip"},
    KINDS | {"max_length": 24},
    KINDS | {"templates": ["{}", "{{}}", "${}", "%()s"], "top_level_domains": ["corp", "zzz"]},
    KINDS | {"top_level_domains": ["k8s"]},
)
FINDERS = [Finder(**options) for options in OPTIONS]

OFTEN = (
    "http://", "https://", "http://a.example", "https://www.b.example/c/d.html", "http://a/b?c=d&e=f#g", "//", "/", "?",
    "http://a.example/(b)", "http://a.example:8080/", "http://a.example:", "http://x.y.z.example/%41%zz", "HTTP://a/",
    "joe@a.example", "a.b+c@d.example", "joe@a.zzz", "@a.example", "joe@", "www.a.example", "ftp.b.example/c", "www.",
    "a.example", "setup.py", "c.com/d", "t.co", "a.kn", "self.name", "k8s", "a.corp", ".com", "x.y", "a-b.com",
    "-a.com",
    "mailto:", "note:x", "Note: ", "std::string", "c:\\d", "12:30", "tel:+1", "urn:a:b", "\\n", "\x1b[34m", "://",
    " ", "  ", "\n", "\r\n", "\t", ".", ",", ";", ":", "!", "?", "'", '"', "`", "(", ")", "[", "]", "{", "}", "<", ">",
    "<URL:", "_", "*", "~", "-", "=", "&", "&amp;", "&lt;", "%", "#", "@", "|", "\\", "^", "'s", "é", "中", "。", "👍",
    "\ud800", "\udcff", "\0", "\u00ad", "“", "”", "«", "a", "b c", "1",
)  # fmt: skip
POOLS = (OFTEN, OFTEN, tuple(PIECES), tuple(fragment for kind in FRAGMENTS.values() for fragment in kind))
WIDTHS = ("", "", "é", "中", "👍", "\ud800")
"""What makes a whole string wider."""


BEFORE = (
    "", "", " ", "\n", "<", "<URL:", "<URL: ", *"\"'`([{*_~=/.,;:@|>-+\\&?#$%^!\t\v\x1c\x00\x7f", '="', "='", "a",
    "1", "é", "中", "。", "“", "‘", "«", "「", "（", "x<", "$<", " <", "](", "**", "__", "\\n", "&lt;", "\u00ad",
    "\ud800",
)  # fmt: skip
AFTER = (
    *BEFORE,
    ")",
    "]",
    "}",
    ">",
    "”",
    "’",
    "»",
    "」",
    "）",
    "'s ",
    "\r\n",
    ". ",
    ", ",
    ".\n",
    ");",
    ">,",
    "...",
    "?!",
    "';",
)
HOSTS = (
    "a.example", "a-b.example", "www.a.co.uk", "a.zzz", "localhost", "a_b.example", "-a.com", "a-.com", "a..com",
    "a.b.c.d.e.f.com", "1.2.3.4", "xn--a.com", "a.COM", "t.co", "setup.py", "x.y", "a" * 63 + ".com",
    "a" * 40 + ".com", "a.example.", "é.com", "a.é", "self.name", "a.kn", "www.a.example", "ftp.a.example",
    "WWW.a.com", "com", "a.xn--p1ai", "[::1]",
)  # fmt: skip
PATHS = (
    "", "", "", "/", "/b", "/b.html", "/b(c)", "/b(c", "/b)c", "/%41", "/%4", "/a&b", "/a&amp;b", "/a&lt;b",
    "/a;b,c", "/it's", "?b=c", "?b[]=c", "#d", "/b?c#d", ":80", ":80/", ":", ":999999", "/b,http://c/", "/b:c",
    "/b:http://c", "/é", "/中", "/*b*", "/~b_", "/b|c",
)  # fmt: skip
SCHEMES = (
    "http://", "http://", "https://", "http://", "HTTP://", "ftp://", "mailto:", "xhttp://", "x.https://", "foo:",
    "foo://", "tel:", "urn:a:", "", "", "", "joe@", "a.b+c@", "a=b@", "a/b@", "a..b@", ".a@", "o'a@", "www.",
    "ftp.", "WWW.", "u:p@", "http://u@",
)  # fmt: skip


def random_link(random: Random) -> str:
    """A link, or what looks like one, with something directly around it."""
    parts = (BEFORE, BEFORE, SCHEMES, HOSTS, PATHS, AFTER, AFTER)
    link = [random.choice(part) for part in parts]
    if random.random() < 0.4:
        link[0] = " "
    if random.random() < 0.4:
        link[6] = random.choice((" ", "\n", ""))
    return "".join(link)


def random_fragments(random: Random) -> str:
    """Some fragments of links, markup and text."""
    return "".join(random.choice(random.choice(POOLS)) for _ in range(random.choice((1, 2, 3, 4, 6, 8, 12, 30))))


def random_text(random: Random) -> str:
    """A text of links or fragments, perhaps with an accident in it."""
    count = random.choice((1, 1, 2, 3, 5))
    text = "".join(random_link(random) if random.random() < 0.8 else random_fragments(random) for _ in range(count))
    if random.random() < 0.3:
        place = random.randrange(len(text) + 1)
        text = text[:place] + chr(random.randrange(0x80)) + text[place + random.randrange(3) :]
    if random.random() < 0.02:
        text *= random.choice((2, 10, 60))
    return random.choice((text + random.choice(WIDTHS), random.choice(WIDTHS) + " " + text))


def chunks(text: str, random: Random) -> Iterator[str]:
    """The text in pieces."""
    while text:
        length = random.choice((1, 2, 5, 20))
        yield text[:length]
        text = text[length:]


def answers(finder: Finder, text: str, seed: int) -> list[Any]:
    """All that a finder says about a text: matches, those of a stream, and spans."""
    found: list[Any] = [finder.find(text), finder.has_link(text)]
    if seed % 4 == 0:
        found.append([*finder.stream(chunks(text, Random(seed)))])
    if seed % 4 == 1:
        found.append([*iter_spans_and_matches(finder, text)])
    return found


def shown(found: list[Any]) -> list[Any]:
    """The same, with the notes and alternatives that are equal if the matches are."""
    return [[(one, one.notes, one.alternatives) for one in part if isinstance(one, Match)] for part in found[:1]]


def differences(texts: int, seed: int) -> Iterator[tuple[dict[str, Any], str]]:
    """The options and texts with which both differ, of so many."""
    random = Random(seed)
    for number in range(texts):
        text, options = random_text(random), number % len(OPTIONS)
        finder = FINDERS[options]
        with_it = answers(finder, text, number)
        with without_kernel():
            alone = answers(finder, text, number)
        if with_it != alone or (number % 16 == 0 and shown(with_it) != shown(alone)):
            yield OPTIONS[options], text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if linksift.Finder()._plan.kernel is None:
        sys.exit("There is no compiled kernel to compare with")
    count = 0
    for options, text in differences(asked.texts, asked.seed):
        count += 1
        if count <= 20:
            echo(f"{options} {text!r}")
    echo(f"{count} of {asked.texts} texts differ")
    sys.exit(count > 0)


if __name__ == "__main__":
    main()
