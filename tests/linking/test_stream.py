"""`Linker.stream` and `Finder.stream` of finders that join nothing: the answers for the whole text, word by word."""

import itertools
import random
import time
from collections.abc import Iterator

import pytest

from linksift import Finder, Linker, Matcher, Policy
from linksift.finding import stretches_in_stream
from linksift.linking import OutputFormat
from tests.growth import assert_time_grows_with_the_input

CHAT = Finder("chat")
PIECES = [
    *("see http://a.example/b. ", "*http://a.example/x* ", "**see http://b.example** now", "<http://a.example b> "),
    *("<URL: http://a.example> ", "www.a.example", "\n\n", "\n", " ", "joe@b.example", "x" * 400, "`http://a/x` "),
    *(
        "(http://a.example/(b)) ",
        "[a](http://a.example/x y) ",
        "http://a.example/x'.",
        "_",
        "\t",
        '"http://a.example/\nb" ',
    ),
    *('<a href="http://a.example/ b">', "http:", "//", "\r\n", "\u3000", "\u200b", "。", "한국", "ww", "w.c.example "),
    *("<mailto:joe at b.example> ", "<URL: http://a.example for ", "more", "\\> ", "<", '<"a b"@c.example>'),
    '<a href="http://a.example/. ">',
    *("# - ", "12) ", "!", "> ", "@", "\0", "\ud800", "    ", "+ "),
]


def chunks_of(text: str, most: int, chance: random.Random) -> list[str]:
    cuts = [0]
    while cuts[-1] < len(text):
        cuts.append(cuts[-1] + chance.randint(1, most))
    return [text[start:end] for start, end in itertools.pairwise(cuts)]


@pytest.mark.parametrize("to", ["html", "markdown", "slack"])
@pytest.mark.parametrize("most", [1, 3, 50, 1000])
def test_the_pieces_are_the_linked_text_whatever_the_chunks(to: str, most: int) -> None:
    linker = Linker(CHAT, Policy(hazards={"any": "mark"}))
    for seed in range(150):
        chance = random.Random(seed)
        text = "".join(chance.choices(PIECES, k=chance.randrange(40)))
        pieces = list(linker.stream(chunks_of(text, most, chance), to))  # type: ignore[arg-type]
        assert "".join(pieces) == linker.linkify(text, to), text  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(100))
def test_a_finder_that_joins_nothing_streams_what_it_finds(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choices(PIECES, k=chance.randrange(60)))

    def described(matches: object) -> list[object]:
        return [(m.start, m.end, m.uri, m.notes, m.alternatives) for m in matches]  # type: ignore[attr-defined]

    assert described(CHAT.stream(chunks_of(text, 8, chance))) == described(CHAT.find(text))


def test_a_match_is_there_at_once() -> None:
    taken: list[str] = []

    def tokens() -> object:
        for token in ("See ", "http://a.", "example/b", ". And", " more"):
            taken.append(token)
            yield token

    next(CHAT.stream(tokens()))  # type: ignore[arg-type]
    assert taken[-1] == ". And"


@pytest.mark.parametrize("run", ["x", "-", "a'b", "x!", "\N{HIRAGANA LETTER A}", "(", "1", "e-"])
@pytest.mark.parametrize("size", [1, 3, 8])
def test_of_a_long_word_without_a_link_at_most_320_characters_are_held_back(run: str, size: int) -> None:
    text = ("12) " + run * 5000)[:5000]
    arrived = 0

    def tokens() -> Iterator[str]:
        nonlocal arrived
        for at in range(0, len(text), size):
            arrived = at + size
            yield text[at : at + size]

    written, held = 0, []
    for stretch in stretches_in_stream(CHAT, tokens()):
        held.append(arrived - written)
        written += len(stretch.text)
    assert max(held) <= 320


@pytest.mark.parametrize("to", ["html", "markdown", "slack"])
def test_a_long_word_is_linked_the_same_wherever_it_is_cut(to: OutputFormat) -> None:
    pieces = ["12) ", "1", "2)", "!", "-", "\t", "\r\n", "\n", "x" * 250, "'" * 130, "_", "http://a.example/", "# "]
    for seed in range(300):
        chance = random.Random(seed)
        text = "".join(chance.choices(pieces, k=chance.randrange(12)))
        assert "".join(Linker(CHAT).stream(chunks_of(text, 40, chance), to)) == Linker(CHAT).linkify(text, to), text


def test_other_finders_are_refused_with_the_cure() -> None:
    mentions = Matcher.mentions("https://a.example/{name}")
    for finder in (Finder(), Finder("document"), Finder("chat", matchers=[mentions]), Finder("chat", refang=True)):
        with pytest.raises(ValueError, match="Finder\\('chat'\\)"):
            Linker(finder).stream([])
    with pytest.raises(ValueError, match="to must be"):
        Linker(CHAT).stream([], "text")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        list(Linker(CHAT).stream([b"a"]))  # type: ignore[list-item]


def test_a_long_word_takes_linear_time() -> None:
    linker = Linker(Finder("chat", max_length=1_000))  # the word's start waits for 34,000 code points, the rest for 320

    def seconds(length: int) -> float:
        text = "http://a.example/" + "b" * length
        begun = time.process_time()
        "".join(linker.stream(text[at : at + 4] for at in range(0, length, 4)))
        return time.process_time() - begun

    assert seconds(1_600_000) <= 40 * max(seconds(100_000), 0.01)


@pytest.mark.parametrize(("head", "part"), [("<", " "), ("<a ", "\n"), ("http://a.example(", " b")])
@pytest.mark.clock
def test_an_open_enclosure_takes_linear_time(head: str, part: str) -> None:
    def link_by_character(text: str) -> None:
        "".join(Linker(CHAT).stream(iter(text)))

    assert_time_grows_with_the_input(link_by_character, head, part, "", 3_000)
