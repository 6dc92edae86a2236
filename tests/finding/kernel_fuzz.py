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


def random_text(random: Random) -> str:
    """A text of some fragments."""
    count = random.choice((1, 2, 3, 4, 6, 8, 12, 30))
    text = "".join(random.choice(random.choice(POOLS)) for _ in range(count))
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
