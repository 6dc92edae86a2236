"""Mail that was quoted and wrapped twice: no answer lacks a character of the URI in its middle, none has one more."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.finding.stream import LOOKAHEAD, LOOKBEHIND

URIS = (
    "https://git.example/project/widget-flash/blob/f0c71df2514927e933f6fc33d9669ab0663a0706/pot/update.cpp#L49",
    "https://review.example/c/project/phosphor-kettle-control/+/24167",
    "https://lists.example/archive/kettles/2021-March/000123-how-to-boil-water-twice-without-a-lid-or-a-fire.html",
    "http://shop.example/find?q=blue+kettle&from=2019-03-12&page=4&session=0123456789abcdef&order=price&lang=en#results",
    "https://wiki.example/wiki/Kettles_of_the_World/Enamel/How_the_handle_is_fixed/Table_of_all_the_lids_and_their_pots",
    "https://docs.example/en/latest/reference/configuration/4141414141414141414141414141/1234567890/99/1/7/index.html",
)
BEFORE = ("It is here:\n", "Please read what the committee of the club wrote in the summer about that at\n", "")
AFTER = (
    "\n\nNext we talk about the pots, which are in the cupboard of the house.\n",
    " and tell me what you think of it, since there is more to say.\n",
    "\n",
)
PREFIXES = ("> ", ">", ">> ", "> > ")
FINDER = linksift.Finder("document", kinds={"uri"})
PROSE = "The meeting of the club is in the old house, and all who like tea may come and bring a cup of their own.\n"


def wrapped(text: str, width: int) -> Iterator[str]:
    """The lines of a text, broken at spaces; a longer word is cut at the width. What is cut off has no prefix."""
    for line in text.split("\n"):
        rest = line
        while len(rest) > width:
            space = rest.rfind(" ", 1, width + 1)
            head = rest[:space] if space > 0 and rest[:space].strip(" >") else rest[:width]
            yield head
            rest = rest[len(head) :].lstrip(" ")
        yield rest


def quoted(text: str, prefix: str, width: int, keeps_prefix: bool) -> str:
    """A text as a mail program quotes and wraps it: with the prefix before each line, or only where one was."""
    if keeps_prefix:
        return "\n".join(prefix + line for line in wrapped(text, width - len(prefix)))
    return "\n".join(wrapped("\n".join(prefix + line for line in text.split("\n")), width))


widths, flags = st.integers(60, 80), st.booleans()


@given(
    st.sampled_from(URIS),
    st.sampled_from(BEFORE),
    st.sampled_from(AFTER),
    st.lists(st.tuples(st.sampled_from(PREFIXES), widths, flags), min_size=1, max_size=3),
)
def test_nothing_is_lost_in_the_middle_and_nothing_added(
    uri: str, before: str, after: str, programs: list[tuple[str, int, bool]]
) -> None:
    text = PROSE + before + uri + after + PROSE
    for prefix, width, keeps_prefix in programs:
        text = quoted(text, prefix, width, keeps_prefix)
    for match in FINDER.find(text):
        assert uri.startswith(match.uri.rstrip("/")), text


def mail(chance: random.Random) -> str:
    """A text with a URI, quoted and wrapped up to three times."""
    text = PROSE * chance.randrange(3) + chance.choice(BEFORE) + chance.choice(URIS) + chance.choice(AFTER)
    for _ in range(chance.randrange(4)):
        text = quoted(text, chance.choice(PREFIXES), chance.randrange(60, 81), chance.random() < 0.5)
    return text


@pytest.mark.parametrize(("seed", "most"), [(1, 300), (2, 30_000)])
def test_a_stream_reads_the_same_lines_as_the_whole_text(seed: int, most: int) -> None:
    chance, finder = random.Random(seed), linksift.Finder("document", kinds={"uri"}, max_length=1_000)
    text = "".join(mail(chance) for _ in range(500))
    assert len(text) > 2 * (LOOKAHEAD + LOOKBEHIND)
    cuts = sorted(chance.sample(range(len(text)), len(text) // most))
    chunks = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    whole = finder.find(text)
    assert sum("\n" in match.text for match in whole) > 300
    assert list(finder.stream(chunks)) == whole
