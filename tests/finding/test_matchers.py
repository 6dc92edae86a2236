"""Own matchers: what holds of them whatever their patterns are, what raises, and the ready ones."""

import ast
import itertools
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import linksift
from linksift import Finder, Match, Matcher, MatcherTimeout
from linksift.finding.matchers.matcher import LONGEST_MATCH, compiled_pattern
from linksift.finding.matchers.own_matches import LONGEST_LINE, LimitedPattern, hits, hits_in_line, hits_in_long_line
from linksift.finding.stream import LOOKAHEAD, LOOKBEHIND
from linksift.uri import is_uri
from tests.finding.test_stream import PIECES, chunks_of, described
from tests.growth import assert_time_grows_as_the_size, repeated
from tests.readings import with_notes_applied
from tests.texts import PIECES as LINK_PIECES

TEMPLATES = [
    "https://a.example/{0:percent}",
    "https://a.example/{0}",
    "https://{0}.example/",
    "tel:{0:digits}",
    "x:{0:lower}",
]
PATTERN_PIECES = [
    "@",
    "#",
    "a",
    "b",
    "h",
    r"\w+",
    "[a-z]+",
    r"\d{1,3}",
    r"\S+",
    ".",
    "[^x]*",
    "-",
    ":",
    "//",
    " ",
    r"\s",
]
PATTERN_PIECES += [
    "(?:a|b)?",
    "(?=b)",
    "(?!b)",
    "(?<=a)",
    r"\b",
    "^",
    "$",
    r"\.",
    "(?:a|ab){1,3}",
    "[^x]*",
    "_",
    "é",
    r"\n",
]

patterns = st.lists(st.sampled_from(PATTERN_PIECES), min_size=1, max_size=4).map("".join)
matchers = st.builds(Matcher, st.sampled_from(["one", "two"]), patterns, st.sampled_from(TEMPLATES))
several = st.lists(matchers, min_size=1, max_size=3)
MORE = ["@a", "#b", "@joe", "OPS-1", "+49 (0) 12 23", "a b", "@a@b", "ab" * 3, "_", "x" * 300, "\n", " "]
texts = st.lists(st.sampled_from([*LINK_PIECES, *MORE]), max_size=30).map("".join)

TICKET = Matcher("ticket", "[A-Z]{2,9}-[0-9]+", "https://t.example/{0}")
READY = [
    Matcher.mentions("https://chat.example/{name:percent}"),
    Matcher.mentions("https://{host}/@{name:percent}", name="fediverse", hosts=True),
    Matcher.hashtags("https://chat.example/tags/{name:percent}"),
    Matcher.tickets("https://t.example/{project}/{number}"),
    Matcher.phone_numbers(),
    Matcher.national_phone_numbers("+49"),
]


def finder_with(chosen: list[Matcher], **options: Any) -> Finder:
    return Finder(matchers=chosen, kinds={"uri", "suffix", "email", "domain"}, **options)


@settings(max_examples=120)
@given(texts, several, st.sampled_from(["auto", "enclosed", "never"]), st.booleans())
def test_the_invariants_of_finding_hold(text: str, chosen: list[Matcher], rejoin: str, refang: bool) -> None:
    finder = finder_with(chosen, rejoin=rejoin, refang=refang)
    found = finder.find(text)
    position = 0
    for match in found:
        assert text[match.start : match.end] == match.text
        assert position <= match.start < match.end
        position = match.end
        assert is_uri(match.uri)
        assert with_notes_applied(match) == match.uri
        if match.kind in ("one", "two"):
            assert len(match.text) <= LONGEST_MATCH
            assert match.alternatives == ()
            assert [note.rule for note in match.notes] == ["own_matches.filled_template"]
    assert found == list(finder.finditer(text)) == next(finder.find_all([text]))
    assert pickle.loads(pickle.dumps(finder)).find(text) == found
    assert pickle.loads(pickle.dumps(found)) == found
    assert finder.has_link(text) == bool(found)
    assert "".join(part if isinstance(part, str) else part.text for part in finder.segments(text)) == text


@settings(max_examples=120)
@given(texts, several)
def test_of_matches_that_overlap_the_longest_is_found(text: str, chosen: list[Matcher]) -> None:
    built_in = finder_with([]).find(text)
    found = finder_with(chosen).find(text)
    own = [match for match in found if match.kind in ("one", "two")]
    kept = [match for match in found if match not in own]
    assert kept == [match for match in built_in if not any(overlap(match, other) for other in own)]
    assert all(len(match.text) <= len(other.text) for match in built_in for other in own if overlap(match, other))
    (first, *_) = chosen
    for match in finder_with([first]).find(text) if len(chosen) == 1 else ():
        assert any(overlap(match, other) and len(other.text) >= len(match.text) for other in found)


def overlap(one: Match, other: Match) -> bool:
    return one.start < other.end and other.start < one.end


@settings(max_examples=100)
@given(st.lists(texts, max_size=4), several, st.sampled_from(["enclosed", "never"]), st.booleans(), st.data())
def test_stream_gives_what_find_gives(
    parts: list[str], chosen: list[Matcher], rejoin: str, refang: bool, data: st.DataObject
) -> None:
    text = "\n".join(parts)
    finder = finder_with(chosen, rejoin=rejoin, refang=refang, max_length=80)
    whole = described(finder.find(text))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    chunks = [text[a:b] for a, b in itertools.pairwise([0, *cuts, len(text)])]
    assert described(finder.stream(chunks)) == whole
    assert described(finder.stream(text.splitlines(keepends=True))) == whole


LONG_PIECES = [*PIECES, "@joe, ", "#tag ", "OPS-1\n", "call +49 (0) 12 23 46 78\n", "@joe@a.example/x ", "a@b " * 200]
SLOW = Matcher("slow", r"\w+[ ,.]\w+(?=[^\w])", "https://a.example/{0:percent}")
"""Its matches overlap many others, of its own and built-in ones."""


@pytest.mark.parametrize("options", [{}, {"rejoin": "auto"}, {"rejoin": "never", "refang": True}], ids=str)
@pytest.mark.parametrize(("seed", "most"), [(1, 300), (2, 90_000)])
def test_long_streams_give_what_find_gives(options: dict[str, Any], seed: int, most: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choices(LONG_PIECES, k=900))
    assert len(text) > 2 * (LOOKAHEAD + LOOKBEHIND)
    finder = finder_with([*READY, SLOW], max_length=300, matcher_seconds=None, **options)
    whole = described(finder.find(text))
    assert len({match[4] for match in whole}) > 6
    assert described(finder.stream(chunks_of(text, most, chance))) == whole


def test_a_stream_gives_own_matches_at_the_end_of_their_line() -> None:
    seen = 0

    def lines() -> Any:
        nonlocal seen
        for line in ["see OPS-1\n", "http://a.example OPS-2\n", "more\n"]:
            seen += 1
            yield line

    stream = Finder(matchers=[TICKET]).stream(lines())
    assert [(next(stream).text, seen) for _ in range(3)] == [("OPS-1", 1), ("http://a.example", 2), ("OPS-2", 2)]


@settings(max_examples=100)
@given(texts, matchers)
def test_a_pattern_sees_the_same_in_short_and_long_lines(text: str, matcher: Matcher) -> None:
    """Where a hit is no longer than what is seen of a long line, and no look-around reads farther."""
    pattern = LimitedPattern(compiled_pattern(matcher.pattern), None)
    line = text.replace("\n", " ").replace("\r", " ").replace("\f", " ")[:LONGEST_MATCH]
    short = [hit.span() for hit in hits_in_line(pattern, line, 0, len(line))]
    long = [hit.span() for hit in hits_in_long_line(pattern, line, 0, len(line), len(line))]
    assert short == long == [hit.span() for hit in hits(pattern, "", line, 0, len(line))]


def test_in_a_long_line_a_pattern_sees_the_text_up_to_the_longest_match() -> None:
    far = Matcher("far", "a(?=.*b)", "https://a.example/{0}")
    for length, count in [(LONGEST_LINE - 10, 1), (2 * LONGEST_LINE, 0)]:
        text = "a" + " " * length + "b"
        assert len(linksift.find(text, matchers=[far])) == count
    text = " x" * LONGEST_LINE + " OPS-1 " + "x " * LONGEST_LINE
    assert [match.text for match in linksift.find(text, matchers=[TICKET])] == ["OPS-1"]


@pytest.mark.parametrize(
    ("pattern", "part"), [("a.*b", "a "), ("(?=.*b)a", "a,"), ("[^x]*x", "a\n"), (r"(?:\w+\W){1,3}x", "@a,")]
)
def test_work_is_linear_whatever_the_pattern_is(pattern: str, part: str) -> None:
    finder = finder_with([Matcher("slow", pattern, TEMPLATES[0])], matcher_seconds=None)  # no limit of the clock
    assert_time_grows_as_the_size(finder.find, lambda size: repeated("", part, "", size // 4))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://a.example/OPS-1", ["http://a.example/OPS-1"]),
        ("OPS-1@a.example", ["OPS-1@a.example"]),
        ("OPS-1.example.com", ["OPS-1.example.com"]),
        ("see OPS-1.", ["OPS-1"]),
        ("(OPS-1)", ["OPS-1"]),
        ("aOPS-1 OPS-1a /OPS-1 OPS-1é OPS-1@", []),
        ("OPS-1,OPS-2;OPS-3", ["OPS-1", "OPS-2", "OPS-3"]),
    ],
)
def test_the_boundaries_and_overlaps_are_those_of_everything_else(text: str, found: list[str]) -> None:
    assert [match.text for match in finder_with([TICKET]).find(text)] == found


def test_an_own_match_longer_than_the_link_in_it_wins() -> None:
    page = Matcher("page", r"\[\[([^\[\]]+)\]\]", "https://wiki.example/{1:percent}")
    (match,) = linksift.find("[[see www.a.example]]", matchers=[page])
    assert (match.kind, match.uri) == ("page", "https://wiki.example/see%20www.a.example")
    same = Matcher("issue", r"https://git\.example/(\w+)/issues/(\d+)", "https://git.example/{1}/issues/{2}")
    assert [match.kind for match in linksift.find("https://git.example/a/issues/1", matchers=[same])] == ["issue"]


def test_documents_have_own_matches_over_tags_and_in_header_fields() -> None:
    page = b"<!doctype html><p>See <b>OPS</b>-1, <a href='http://a.example'>OPS-2</a>"
    mail = b"Subject: OPS-3\nContent-Type: text/plain\n\nOPS-4\n"
    found = [(one.match.text, one.match.kind) for one in linksift.read(page, matchers=[TICKET])]
    assert [text for text, kind in found if kind == "ticket"] == ["OPS-1", "OPS-2"]
    assert [one.match.text for one in linksift.read(mail, matchers=[TICKET])] == ["OPS-3", "OPS-4"]


def test_spans_to_skip_count_for_own_matches_too() -> None:
    assert [m.start for m in Finder(matchers=[TICKET]).find("OPS-1 OPS-2", skip=[(0, 3)])] == [6]


def test_a_host_that_is_not_usable_can_be_skipped() -> None:
    host = Matcher("host", r"%(\d+)", "http://{1}.1.1.1.1/")
    assert len(linksift.find("%1", matchers=[host])) == 1
    assert linksift.find("%1", matchers=[host], unusable_hosts="skip") == []


def test_own_matches_become_links_and_entities() -> None:
    text = "<b> @joe: http://a.example"
    mentions = READY[:1]
    assert linksift.linkify(text, matchers=mentions, policy=linksift.Policy(rel=None)) == (
        '&lt;b&gt; <a href="https://chat.example/joe">@joe</a>: <a href="http://a.example">http://a.example</a>'
    )
    assert linksift.linkify("@joe", to="markdown", matchers=mentions) == "[\\@joe](<https://chat.example/joe>)"
    assert linksift.linkify("@joe", to="slack", matchers=mentions) == "<https://chat.example/joe|@joe>"
    (entity, _) = linksift.entities(text, matchers=mentions)
    assert entity == (4, 8, "https://chat.example/joe")


@pytest.mark.parametrize("scheme", ["javascript", "JavaScript", "data", "vbscript"])
def test_a_template_of_a_script_scheme_raises(scheme: str) -> None:
    with pytest.raises(ValueError, match="never linked"):
        Matcher("x", "x", f"{scheme}:{{0}}")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("x", "x", "//a.example/{0}"), "begin with its scheme"),
        (("x", "x", "{0}"), "begin with its scheme"),
        (("x", "x", "{0}://a.example"), "begin with its scheme"),
        (("x", "x", "https://a b/{0}"), "no value makes"),
        (("x", "x", "https://a.example/{}"), "a URI"),
        (("x", "x", "https://a.example/{0"), "a URI"),
        (("x", "x", "https://a.example/{0:upper}"), "one of digits, lower, percent, not 'upper'"),
        (("x", "x", "https://a.example/{1}"), "are: "),
        (("x", "(?P<a>x)", "https://a.example/{b}"), "are: "),
        (("x", "(x", "https://a.example/{0}"), "not a regular expression"),
        (("uri", "x", "https://a.example/{0}"), "built-in kind"),
        (("ip", "x", "https://a.example/{0}"), "built-in kind"),
        (("Email", "x", "https://a.example/{0}"), "built-in kind"),
        (("", "x", "https://a.example/{0}"), "must be a word"),
        (("a b", "x", "https://a.example/{0}"), "must be a word"),
        ((1, "x", "https://a.example/{0}"), "must be a word"),
        (("x", b"x", "https://a.example/{0}"), "must be a string, not bytes"),
        (("x", "x", None), "must be a string, not NoneType"),
    ],
)
def test_a_wrong_matcher_raises_when_it_is_made(arguments: tuple[Any, Any, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Matcher(*arguments)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Matcher.mentions("https://a.example/{name}", longest=1),
        lambda: Matcher.hashtags("https://a.example/{name}", longest=300),
        lambda: Matcher.national_phone_numbers("49"),
        lambda: Matcher.national_phone_numbers("+49", trunk=""),
        lambda: Finder(matchers="mention"),  # type: ignore[arg-type]
        lambda: Finder(matchers=3),  # type: ignore[arg-type]
    ],
)
def test_wrong_options_raise(call: Any) -> None:
    with pytest.raises(ValueError, match=r"must be|country code"):
        call()


def test_matchers_are_values() -> None:
    again = Matcher(TICKET.name, TICKET.pattern, TICKET.uri)
    assert again == TICKET
    assert hash(again) == hash(TICKET)
    assert pickle.loads(pickle.dumps(TICKET)) == TICKET
    assert repr(TICKET) == "Matcher('ticket', '[A-Z]{2,9}-[0-9]+', 'https://t.example/{0}')"
    assert Finder(matchers=[TICKET, again]).matchers == (TICKET,)
    assert Finder(matchers=TICKET).matchers == (TICKET,)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        TICKET.name = "x"
    with pytest.raises(AttributeError):
        del TICKET.name


@pytest.mark.parametrize(
    ("written", "uri"),
    [
        ("+49 (0) 12 23", "tel:+491223"),
        ("+49 (0) 12 23 - 45 6000", "tel:+491223456000"),
        ("+44-321-1-234-567", "tel:+443211234567"),
        ("+1 (201) 555-0123", "tel:+12015550123"),
        ("+33\u00a01\u00a023\u00a045\u00a067\u00a089", "tel:+33123456789"),
        ("089 / 12 34 56 78", "tel:+498912345678"),
        ("(089) 12 34 56", "tel:+4989123456"),
        ("(0)89 12 34 56", "tel:+4989123456"),
        ("0 18 05 / 12 23 46", "tel:+491805122346"),
        ("+49 (0) 123 456 789 012 3", "tel:+491234567890123"),
    ],
)
def test_telephone_numbers(written: str, uri: str) -> None:
    for text in (written, f"Tel.: {written}, or", f"({written})", f"{written} (14 cents)"):
        assert [(match.text, match.uri) for match in linksift.find(text, matchers=READY)] == [(written, uri)]
        assert linksift.parse(uri).scheme_parts.number == uri.removeprefix("tel:")


@pytest.mark.parametrize(
    ("matcher", "text", "found"),
    [
        (Matcher.mentions("x:{name}"), "@joe.doe. @a @_a @a- joe@a", ["@joe.doe", "@a", "@_a", "@a"]),
        (Matcher.mentions("x:{name}", inner=""), "@joe.doe @a-b", ["@joe", "@a"]),
        (Matcher.mentions("x:{name}", longest=3), "@joe @joey", ["@joe"]),
        (Matcher.mentions("x:{host}", hosts=True), "@joe @joe@a.example.", ["@joe@a.example"]),
        (Matcher.hashtags("x:{name:percent}"), "#a #1 #1a #été, &#x27; a#b #a-b", ["#a", "#1a", "#été", "#a"]),
        (Matcher.hashtags("x:{name}", sign="$", longest=5), "$ACME $5 $ACMETOOLONG", ["$ACME"]),
        (Matcher.tickets("x:{0}"), "OPS-1 A-1 OPS-0 AB-12-3 CVE-2024-1 UTF-8", ["OPS-1", "UTF-8"]),
        (Matcher.tickets("x:{0}", projects=["OPS", "A.B"]), "OPS-1 WEB-1 AxB-1 A.B-2", ["OPS-1", "A.B-2"]),
        (Matcher.tickets("x:{0}", projects="OPS"), "OPS-1 O-1", ["OPS-1"]),
    ],
)
def test_the_options_of_the_ready_ones(matcher: Matcher, text: str, found: list[str]) -> None:
    assert [match.text for match in linksift.find(text, kinds={"uri"}, matchers=[matcher])] == found


@example("\ud800")
@settings(max_examples=50)
@given(texts)
def test_filters_never_raise_while_finding(text: str) -> None:
    chosen = [Matcher("x", r"\S+", template) for template in TEMPLATES]
    for match in linksift.find(text, matchers=chosen):
        assert is_uri(match.uri)


RUNAWAY = r"(a|aa)+b"
"""Exponential in the length of a line, for `regex` too, which sees through other forms of it."""


@pytest.mark.parametrize("line", ["a" * 300, "a" * 3_000], ids=["line", "long line"])
def test_a_pattern_that_runs_away_ends_and_the_other_links_are_found(line: str) -> None:
    slow = Matcher("slow", RUNAWAY, "https://a.example/{0:percent}")
    text = f"{line} http://b.example @jo\n" * 3
    finder = finder_with([slow, READY[0]], matcher_seconds=0.02)
    with pytest.warns(MatcherTimeout, match="the matcher 'slow' took more than 0.02 s in one text") as said:
        found = finder.find(text)
    assert [match.kind for match in found] == ["uri", "mention"] * 3
    assert len(said) == 1
    with pytest.warns(MatcherTimeout) as said:
        assert list(finder.stream(chunks_of(text, 400, random.Random(1)))) == found
    assert len(said) == 1
    with pytest.warns(MatcherTimeout):  # each text has the whole time
        assert finder.find(text) == found


def test_the_limit_of_a_matcher_is_an_option_like_others() -> None:
    finder = finder_with(READY, matcher_seconds=None)
    assert finder.matcher_seconds is None
    assert pickle.loads(pickle.dumps(finder)) == finder != finder_with(READY)
    assert finder.find("@joe OPS-1") == finder_with(READY).find("@joe OPS-1")
    for wrong in (0, -1, True, "1", float("nan"), float("inf")):
        with pytest.raises(ValueError, match="matcher_seconds must be a number above 0 or None"):
            Finder(matcher_seconds=wrong)  # type: ignore[arg-type]


def documented_patterns() -> list[str]:
    """The patterns of the ready matchers, and those in the page on matchers."""
    page = (Path(__file__).parents[2] / "docs" / "matchers.md").read_text(encoding="utf-8").replace("\\|", "|")
    written = re.findall(r"""Matcher\("\w+", (r?"[^"\n]+"), "https:""", page)
    assert len(written) > 8
    return [*(matcher.pattern for matcher in READY), *map(ast.literal_eval, written)]


@pytest.mark.parametrize("pattern", [pattern for pattern in documented_patterns() if pattern != RUNAWAY])
def test_regex_finds_what_re_finds(pattern: str) -> None:
    chance = random.Random(pattern)
    pieces = [
        *MORE,
        *LINK_PIECES,
        "#größe",
        "[[How to]]",
        "core@1f2e3d4",
        "089 / 12 34",
        "#12",
        "हिन्दी",
        "@Ⅷ",
        "#\u0660",
    ]
    ours, pythons = compiled_pattern(pattern), re.compile(pattern, re.MULTILINE)
    for _ in range(300):
        text = "".join(chance.choices(pieces, k=12))
        assert [hit.span() for hit in ours.finditer(text)] == [hit.span() for hit in pythons.finditer(text)], text
