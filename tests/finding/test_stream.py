"""`stream` over any chunks gives what `find` gives for the whole text, in bounded memory."""

import random
from collections.abc import Generator, Iterator
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift import Finder, Match
from linksift.finding.match import ResumeAt
from linksift.finding.search_loop import Plan
from linksift.finding.stream import (
    LOOKAHEAD,
    LOOKBEHIND,
    line_start,
    matches_in_stream,
    max_lookahead,
    merged_until,
    settled_end,
)
from tests.growth import assert_time_grows_with_the_input, executed_lines

MAX_LENGTH = 300

PIECES = [
    "see http://a.example/b. ",
    "<http://a.example/one-\n> two> ",
    "<URL:http://a.example/\n  b> ",
    '"http://a.example/x\n  y" ',
    "http://a.example/" + "c" * (MAX_LENGTH - 10) + " ",
    "http://a.example/" + "d:e//f" * MAX_LENGTH + " ",
    "www.a.example/b, joe@b.example; ",
    "http://a.example/x에서 http://例子.测试/路 ",
    "> " * 20 + "\n",
    "\n\n",
    "word " * 50,
    "a line that is as wide as others are, and then http://a.example/a/path/which/\ngoes/on/here.html\n",
    "x" * 3_000,
    "<" * 50 + ":" * 50,
    " " * 500,
]
OPTIONS = [
    {},
    {"rejoin": "auto"},
    {"rejoin": "columns"},
    {"rejoin": "never"},
    {"kinds": ["uri", "suffix", "email", "domain", "ip"], "schemes": "any"},
]


def described(matches: Iterator[Match] | list[Match]) -> list[tuple[object, ...]]:
    return [(m.start, m.end, m.text, m.uri, m.kind, m.enclosure, m.notes, m.alternatives) for m in matches]


def chunks_of(text: str, most: int, chance: random.Random) -> Iterator[str]:
    position = 0
    while position < len(text):
        end = position + chance.randrange(most)
        yield text[position:end]
        position = end


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(("seed", "most"), [(1, 200), (2, 5_000), (3, 100_000)])
def test_stream_gives_what_find_gives_whatever_the_chunks(options: dict[str, object], seed: int, most: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choices(PIECES, k=1_500))
    assert len(text) > 3 * (LOOKAHEAD + LOOKBEHIND)
    finder = Finder(max_length=MAX_LENGTH, **options)  # type: ignore[arg-type]
    whole = described(finder.find(text))
    assert len(whole) > 500
    assert described(finder.stream(chunks_of(text, most, chance))) == whole


@given(st.text("http:/a.<>\n -@w", max_size=80), st.data())
def test_stream_gives_what_find_gives_for_short_texts(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    chunks = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    finder = Finder(schemes="any")
    assert described(finder.stream(chunks)) == described(finder.find(text))


@pytest.mark.parametrize("link", ["http://a.example/x", "http://10.0.0.1", "www.a.example/x", "a.example/x"])
@pytest.mark.parametrize("note", ["(opens new window) and", "(opens, in a new (window", "(opens" + " new" * 60 + ") b"])
def test_a_note_in_parentheses_is_awaited_where_words_are_settled_one_by_one(link: str, note: str) -> None:
    finder, text = Finder("chat", kinds=["uri", "suffix", "domain"]), f"see {link}{note} more"
    assert described(finder.stream(text)) == described(finder.find(text))


@pytest.mark.parametrize("text", ['"joe@a-\nb.example" c', '"joe@\na.example" c', "“joe@a.exa\u2010\nmple” c"])
def test_an_address_in_quotes_over_lines_is_awaited(text: str) -> None:
    finder = Finder()
    assert described(finder.stream(text)) == described(finder.find(text)) != []


@pytest.mark.parametrize(
    "text",
    ["see http://a.example/b\u2010   c", "tel:+49 30 1234", "tel:+49 (30) 1234", "1.2.3.4. of tea", "1.2.3.4 Tea"],
)
def test_a_word_that_the_next_one_may_change_is_awaited(text: str) -> None:
    finder = Finder("chat", kinds={"uri", "ip"})
    for place in range(len(text)):
        assert described(finder.stream([text[:place], text[place:]])) == described(finder.find(text))


@pytest.mark.parametrize(
    ("scheme", "text"), [("postgres", "postgres:/\n/a b"), ("doi", "doi:/ /10.1/x"), ("x", "x:/\n/")]
)
def test_a_scheme_is_not_rooted_because_another_slash_follows_a_break(scheme: str, text: str) -> None:
    finder = Finder(schemes=[scheme])
    assert not finder.find(text)
    assert not any([*finder.stream([text[:place], text[place:]])] for place in range(len(text)))


@pytest.mark.clock
@pytest.mark.parametrize("line", ["\n", "#\n", " \n", "-\x0b\n"])
def test_time_of_lines_after_an_angle_bracket(line: str) -> None:
    """From each line end, the marks and line ends after it were read to the end of the text."""

    def work(text: str) -> None:
        list(Finder("text").stream(text.splitlines(keepends=True)))

    assert_time_grows_with_the_input(work, "<http://a.example/b", line, "", 1_000 // len(line))


@pytest.mark.parametrize("is_file", [True, False])
def test_a_file_is_read_in_blocks_and_a_pipe_line_by_line(monkeypatch: pytest.MonkeyPatch, is_file: bool) -> None:
    text = "see http://a.example/b\n" * 10_000
    source = StringIO(text)
    monkeypatch.setattr(source, "seekable", lambda: is_file)
    found = Finder().stream(source)
    assert next(found).uri == "http://a.example/b"
    assert source.tell() == (65_536 if is_file else len(text) // 10_000)
    assert len([*found]) == 9_999


def test_stream_keeps_a_bounded_part_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = 0

    def search(plan: Plan, text: str, onward: ResumeAt, limit: int) -> Generator[Match, None, ResumeAt]:
        nonlocal longest
        longest = max(longest, len(text))
        yield from ()
        return onward._replace(hits=limit)

    monkeypatch.setattr("linksift.finding.stream.search", search)
    plan = Finder("document", max_length=MAX_LENGTH)._plan
    assert not any(matches_in_stream(("a" * 1_000 for _ in range(1_000)), plan))
    assert longest <= max_lookahead(MAX_LENGTH, 1_000)


def test_small_chunks_are_merged() -> None:
    assert [len(piece) for piece in merged_until(["ab"] * 10, lambda _, length: length >= 7)] == [8, 8, 4]


def test_a_line_that_starts_too_far_away_is_cut() -> None:
    text = "\n" + "a" * (3 * LOOKBEHIND)
    assert line_start(text, LOOKBEHIND) == 1
    assert line_start(text, 2 * LOOKBEHIND) == 2 * LOOKBEHIND


def test_matches_are_yielded_before_the_whole_text_is_read() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield "see http://a.example/b\n" * 1_000

    found = Finder(max_length=MAX_LENGTH).stream(endless())
    assert [next(found).start for _ in range(3)] == [4, 27, 50]


@pytest.mark.parametrize(
    "text",
    [
        "http://a!b" + "(" * 1_000 + "(www.a.com/ " + " " * 100_000,
        "http://a!b" + "(" * 50 + "(www.a.com/ " + " " * 100_000,
        "www.a.com:" + "a" * 40_000 + "@b" + " " * 100_000,
    ],
    ids=["a far name in a refused word", "a name in a refused word", "a far at sign"],
)
def test_a_stream_remembers_refused_text_and_find_reads_no_farther(text: str) -> None:
    finder = Finder(max_length=100)
    chunks = (text[place : place + 100] for place in range(0, len(text), 100))
    assert list(finder.stream(chunks)) == finder.find(text)


def test_how_far_lines_are_settled_is_decided_by_the_last_of_them() -> None:
    """A quote that opened more than 17 lines before encloses nothing any more, so those lines are not read again."""

    def executed(lines: int) -> int:
        return executed_lines(lambda text: settled_end(text, 0, len(text)), "it's:\n" * lines)

    executed(1_000)  # compiles the patterns
    assert executed(4_000) <= executed(1_000)


LINES = [
    *[
        "see http://a.example/b\n",
        "<http://a.example/one-\n",
        "> two> ",
        "> \n",
        "\n",
        "<URL:http://a.example/\n",
        "  b>\n",
    ],
    *[
        '"http://a.example/x\n',
        '  y"\n',
        "  z\n",
        "don't.\n",
        "a < b\n",
        "<a href='http://a.example/\n",
        "'>x</a>\n",
        "“www.a.",
    ],
    *[
        "example/b\n",
        "c”\n",
        "two words\n",
        "<ht\ntp://a>\n",
        "# c\n",
        "'http://a/\r",
        "d'\u2028",
        "<joe@a.example\n",
        ">\n",
        "|",
    ],
    *[
        "- ",
        "http:\n",
        "//a.example\n",
        "<www.a.example/long/\n",
        "path>",
        "path",
        ". ",
        "“",
        "<",
        ">",
        "\\>",
        "{{ x\n",
        "[",
        "]",
    ],
]


@given(st.lists(st.sampled_from(LINES), max_size=12), st.sampled_from(["enclosed", "never"]), st.booleans())
def test_lines_that_come_one_by_one_have_the_matches_of_the_whole(lines: list[str], rejoin: str, refang: bool) -> None:
    finder = Finder(
        rejoin=rejoin,  # type: ignore[arg-type]
        refang=refang,
        kinds=["uri", "suffix", "email", "domain", "ip"],
        templates=["{{}}", "{}"],
        max_length=80,
    )
    text = "".join(lines)
    assert described(finder.stream(text.splitlines(keepends=True))) == described(finder.find(text))
    assert described(finder.stream(iter(text))) == described(finder.find(text))


@pytest.mark.parametrize(
    ("lines", "seen"),
    [
        (["see http://a.example/b\n"], 1),
        (["see http://a.example/b", "\n"], 1),
        (["<http://a.example/b>\n"], 1),
        (["<http://a.example/\n", "  b>\n"], 1),
        (["x <y\n", "see http://a.example/b\n", "\n", "more\n"], 1),
        (['"http://a.example/\n', "two words\n"], 1),
        (["it's 'here': http://a.example/b\n"], 1),
        (["see http://a.example/b"], 0),
        (["<http://a.example/\n"], 0),
        (['"http://a.example/\n', "b\n"], 0),
    ],
)
@pytest.mark.parametrize("profile", ["text", "ascii"])
def test_a_match_is_yielded_as_soon_as_no_later_chunk_can_change_it(lines: list[str], seen: int, profile: str) -> None:
    read: list[str] = []

    def followed() -> Iterator[str]:
        yield from lines
        read.append("more")
        yield "x" * 3

    found = Finder(profile).stream(followed())  # type: ignore[arg-type]
    next(found)
    assert read == ([] if seen else ["more"])
