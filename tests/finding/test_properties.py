"""What always holds (DESIGN, section 5): numbers 1, 2 and 3, over texts made of what the rules of finding fire at."""

import pickle
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import hypothesis
import pytest
from abnf import ParseError
from abnf.grammars import rfc3986
from hypothesis import event, given, settings
from hypothesis import strategies as st

from linksift import Finder, Match, find
from linksift.finding.scan import triggers
from linksift.notes import RULES
from linksift.registries import never_by_default, schemes
from linksift.uri import is_uri, split, split_authority
from tests.corpus import CORPORA, read_corpora

# What texts are made of.

SCHEMES = [
    *[
        "http://",
        "https://",
        "HTTP://",
        "ftp://",
        "ws://",
        "git+https://",
        "file:///",
        "file://",
        "mailto:a@b",
        "mailto:",
    ],
    *[
        "urn:isbn:",
        "tel:1",
        "news:",
        "doi:10.1/",
        "javascript:",
        "hxxp://",
        "acme://",
        "acme:",
        "std::",
        "C:\\",
        "http:",
    ],
    *[
        "ht\ntp://",
        "http:\n//",
        "ht tp://",
        "URL:http://",
        "url: http://",
        "URL:",
        "post.https://",
        "://",
        ":",
        "//",
        "/",
    ],
]
HOSTS = [
    *[
        "a",
        "a.example",
        "A.Example",
        "a_b",
        "[::1]",
        "[v1.a]",
        "[::",
        "127.0.0.1",
        "a.example.",
        "-a",
        "a-",
        "a..b",
        ".",
    ],
    *[
        "münchen.example",
        "xn--mnchen-3ya.example",
        "中国.cn",
        "a中国.cn",
        "a에",
        "a∑",
        "%41",
        "%",
        "{h}",
        "[.]",
        "$h",
        "",
    ],
    *["u@a", "u:p@a", "u%41:@a", "u@", "@", "(u)@a", "é@a", "a:80", "a:", ":80", "a:x", "a\xadb", "\xad", "a\u200bb"],
]
INSIDE = [
    *[
        "/",
        "b",
        "B1",
        "/b/c",
        "x_(y)",
        "(",
        ")",
        "()",
        "[",
        "]",
        "[]",
        "[/",
        "{",
        "}",
        "{x}",
        "{[",
        "?",
        "?q=1",
        "#",
        "#f",
    ],
    *[
        "%",
        "%41",
        "%4",
        "%zz",
        "&",
        "&amp;",
        "&lt;",
        "&gt;",
        "&quot;",
        "&#39;",
        "'s",
        "’s",
        "'",
        "’",
        ".",
        ",",
        ";",
        "!",
    ],
    *[
        "…",
        "*",
        "**",
        "_",
        "~~",
        "~",
        "|",
        "\\",
        "\\_",
        "\\>",
        "^",
        "`",
        '"',
        "-",
        "--",
        "=",
        "+",
        "@",
        "$",
        ":",
        "://",
    ],
    *[
        "é",
        "ü",
        "ß",
        "日本",
        "에서",
        "👍",
        "か",
        "，",
        "。",
        "、",
        "—",
        "（",
        "）",
        "［",
        "」",
        "़",
        "\u0600",
        "\ue000",
        "\u0378",
    ],
    *[
        "\xad",
        "-\xad",
        "\u200b",
        "\u200c",
        "\u200d",
        "क\u200dक",
        "\u202e",
        "\u2066",
        "\u2060",
        "\ufeff",
        "\u3000",
        "\xa0",
    ],
    *[
        "\ud800",
        "\udc00",
        "\ud83d\udc4d",
        "\U0010ffff",
        "\x00",
        "\x07",
        "\x1b",
        "\x7f",
        "\x85",
        "http://a",
        ",http://a",
        ",urn:x",
    ],
]
BREAKS = [
    *[
        "\n",
        "\r\n",
        "\r",
        "-\n",
        "-\n  ",
        "-\r\n",
        "\n  ",
        " \n",
        "\n\n",
        "\n> \n",
        "\v",
        "\f",
        "\u2028",
        "\u2029",
        "-\u2028",
    ],
    *[
        "\n> ",
        "\n>> ",
        "\n> > ",
        "\n>",
        "\n| ",
        "\n# ",
        "\n// ",
        "\n * ",
        "\n-- ",
        "-\n> ",
        "\n; ",
        " ",
        "  ",
        "\t",
        " c",
        " for more",
    ],
]
OPENERS = [
    "",
    "",
    " ",
    "(",
    "[",
    "{",
    "<",
    "<",
    "<URL:",
    "<url: ",
    '"',
    '"',
    "'",
    "“",
    "”",
    "„",
    "‘",
    "«",
    "»",
    "‹",
    "「",
    "『",
    "《",
]
CLOSERS = [
    "",
    "",
    " ",
    ")",
    "]",
    "}",
    ">",
    ">",
    "\\>",
    "|x>",
    '"',
    '"',
    "'",
    "”",
    "“",
    "’",
    "»",
    "«",
    "›",
    "」",
    "』",
    "》",
]
CLOSERS += [".", ",", ").", '".', "**", "*", "_", "~~"]
BEFORE = [
    "",
    "",
    "see ",
    "> ",
    ">> ",
    "| ",
    "# ",
    " * ",
    "**",
    "_",
    "~~",
    "x",
    "é",
    ".",
    "-",
    "@",
    "\n",
    "\n> ",
    "doi:",
    "</",
    "`",
]


def several(pieces: list[str], most: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=most).map("".join)


def links() -> st.SearchStrategy[str]:
    """Something like a link with something like delimiters around it."""
    inside = several(INSIDE, 4) | several([*INSIDE[:12], *BREAKS], 5) | several([*INSIDE, *BREAKS], 6)
    parts = [st.sampled_from(pieces) for pieces in (BEFORE, OPENERS, SCHEMES, HOSTS)]
    return st.tuples(*parts, inside, st.sampled_from(CLOSERS)).map("".join)


def texts() -> st.SearchStrategy[str]:
    """Texts with links in them, more or less broken."""
    pieces = st.sampled_from([*SCHEMES, *HOSTS, *INSIDE, *BREAKS, *OPENERS, *CLOSERS, *BEFORE])
    anything = st.text(st.characters(exclude_categories=()), max_size=5)
    return st.lists(links() | links() | pieces | anything, max_size=6).map("".join)


OPTIONS: list[dict[str, Any]] = [
    {},
    {},
    {"rejoin": "never"},
    {"schemes": "any"},
    {"schemes": "any", "rejoin": "never"},
    {"schemes": frozenset({"acme", "http", "javascript", "tel"})},
    {"schemes": frozenset({"urn"}), "rejoin": "never"},
    {"max_length": 12},
]


@cache
def made(number: int) -> Finder:
    return Finder(**OPTIONS[number])


finders = st.integers(0, len(OPTIONS) - 1).map(made)


def readings(matches: list[Match]) -> list[Match]:
    """The matches and all their alternatives."""
    return [reading for match in matches for reading in (match, *match.alternatives)]


FIRED: dict[str, Callable[[Match], bool]] = {
    "angle brackets": lambda match: match.enclosure == "angle",
    "double quotes, joined": lambda match: match.enclosure == "double-quote" and "\n" in match.text,
    "guillemets": lambda match: match.enclosure == "guillemets",
    "parentheses": lambda match: match.enclosure == "parentheses",
    "an alternative": lambda match: len(match.alternatives) == 1,
    "three alternatives": lambda match: len(match.alternatives) > 2,
    "a prefix": lambda match: "\n> " in match.text,
    "a host beyond ASCII": lambda match: "//xn--" in match.uri and "//xn--" not in match.text,
    "percent-encoding across a soft hyphen": lambda match: "\xad" in match.text and "%C3" in match.uri,
    "a zero-width joiner": lambda match: "\u200d" in match.text,
    "a userinfo": lambda match: "@" in (match.reference.authority or ""),
    "an IP literal": lambda match: "//[" in match.uri,
    "braces": lambda match: "%7B" in match.uri,
    "no //": lambda match: "//" not in match.uri,
    "a rule of trimming": lambda match: any(note.rule.startswith("trim.") for note in match.notes),
}


@pytest.mark.parametrize("name", FIRED)
def test_the_texts_make_the_rules_fire(name: str) -> None:
    hypothesis.find(
        texts(),
        lambda text: any(map(FIRED[name], find(text))),
        settings=settings(max_examples=20000, database=None, deadline=None, phases=[hypothesis.Phase.generate]),
    )


# 1. `text[m.start:m.end] == m.text`; matches are sorted and disjoint; `find` is total and deterministic on any `str`, lone
# surrogates too.


@given(texts(), finders)
@settings(max_examples=500)
def test_design_5_1_text_is_what_stands_at_the_span(text: str, finder: Finder) -> None:
    """`text[m.start:m.end] == m.text`."""
    for match in readings(finder.find(text)):
        assert 0 <= match.start < match.end <= len(text)
        assert text[match.start : match.end] == match.text


@given(texts(), finders)
@settings(max_examples=500)
def test_design_5_1_sorted_and_disjoint(text: str, finder: Finder) -> None:
    """Matches are sorted and disjoint."""
    matches = finder.find(text)
    event(f"{len(matches)} matches")
    assert all(one.end <= two.start for one, two in zip(matches, matches[1:], strict=False))


@given(st.text(st.characters(exclude_categories=())) | texts(), finders)
@settings(max_examples=500)
def test_design_5_1_total_and_deterministic(text: str, finder: Finder) -> None:
    """`find` is total and deterministic on any `str`, lone surrogates too."""
    matches = finder.find(text)
    assert finder.find(text) == matches
    assert pickle.loads(pickle.dumps(finder)).find(text) == matches


@pytest.mark.parametrize(
    "text", ["", "\ud800", "http://\ud800", "http://a/\udfff", "<http://a/\ud800>", "\udc00http://a"]
)
def test_design_5_1_total_on_lone_surrogates(text: str) -> None:
    """`find` is total and deterministic on any `str`, lone surrogates too."""
    assert all(is_uri(match.uri) for match in find(text))
    assert find(text) == find(text)


# 2. Every `m.uri` is valid under a strict RFC 3986 parser; applying `m.notes` to `m.text` gives `m.uri`; so for every
# alternative.


def apply_notes(match: Match) -> str:
    """`match.text` with the spans of the notes that change something replaced by what they became."""
    changing = [note for note in match.notes if note.became is not None]
    text = match.text
    for note in reversed(changing):
        assert note.became is not None
        text = text[: note.start - match.start] + note.became + text[note.end - match.start :]
    return text


@given(texts(), finders)
@settings(max_examples=500)
def test_design_5_2_every_uri_is_valid(text: str, finder: Finder) -> None:
    """Every `m.uri` is valid under a strict RFC 3986 parser; so for every alternative."""
    for match in readings(finder.find(text)):
        assert is_uri(match.uri), match
        assert str(match.reference) == match.uri


@given(texts(), finders)
@settings(max_examples=100)
def test_design_5_2_every_uri_is_valid_to_another_parser(text: str, finder: Finder) -> None:
    """Every `m.uri` is valid under a strict RFC 3986 parser; so for every alternative."""
    for match in readings(finder.find(text)):
        try:
            rfc3986.Rule("URI").parse_all(match.uri)
        except ParseError as error:
            pytest.fail(f"{match.uri!r}: {error}")


@given(texts(), finders)
@settings(max_examples=500)
def test_design_5_2_notes_turn_text_into_uri(text: str, finder: Finder) -> None:
    """Applying `m.notes` to `m.text` gives `m.uri`; so for every alternative."""
    for match in readings(finder.find(text)):
        assert apply_notes(match) == match.uri


@given(texts(), finders)
@settings(max_examples=500)
def test_design_4_notes(text: str, finder: Finder) -> None:
    """Notes that change never overlap."""
    for match in readings(finder.find(text)):
        changing = [note for note in match.notes if note.became is not None]
        assert all(one.end <= two.start for one, two in zip(changing, changing[1:], strict=False))
        assert all(match.start <= note.start < note.end <= match.end for note in changing)
        assert all(note.rule in RULES and note.why for note in match.notes)
        assert list(match.notes) == sorted(match.notes, key=lambda note: (note.start, note.end))


@given(texts(), finders)
@settings(max_examples=500)
def test_design_4_alternatives(text: str, finder: Finder) -> None:
    """`alternatives` (up to 8 Matches, likeliest first, without their own)."""
    for match in finder.find(text):
        assert len(match.alternatives) <= 8
        assert len({match.uri, *(other.uri for other in match.alternatives)}) == len(match.alternatives) + 1
        for other in match.alternatives:
            assert other.alternatives == ()
            assert (other.start, other.kind) == (match.start, "uri")


@given(
    st.lists(st.sampled_from(["b-\n", "b-\n> ", "c-\r\n  ", "d", "/", "é", "\xad"]), min_size=8, max_size=40).map(
        "".join
    )
)
def test_design_4_alternatives_are_eight_at_most(inside: str) -> None:
    """`alternatives` (up to 8 Matches, likeliest first, without their own); with several doubtful breaks: each flipped alone, then all."""
    (match,) = find(f"> <http://a/{inside}>")
    doubtful = len(re.findall(r"-\r?\n(?=> |(?!> )| )", f"{inside}"))
    assert len(match.alternatives) <= 8
    assert (len(match.alternatives) > 0) >= (
        doubtful > 0 and "-\n> " not in inside and "\r" not in inside and "\xad" not in inside
    )
    for reading in (match, *match.alternatives):
        assert apply_notes(reading) == reading.uri


# 3. `find("<" + u + ">")` gives back every valid URI of a known scheme, with a host where one is needed, exactly;
# `find(" " + u + " ")` those that the rules of the end leave alone.

KNOWN = sorted(set(schemes()) - never_by_default())
UNRESERVED = "abcXYZ019-._~"
SUB_DELIMS = "!$&'()*+,;="
ESCAPES = ["%41", "%2f", "%C3%A9", "%ff", "%00", "%25"]
IPV6 = [
    "::",
    "::1",
    "1::",
    "2001:db8::7",
    "1:2:3:4:5:6:7:8",
    "::ffff:192.0.2.1",
    "1:2:3:4:5:6:1.2.3.4",
    "fe80::a",
    "::2:3:4:5:6:7:8",
]


def run_of(characters: str, least: int = 0, most: int = 6) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from([*characters, *ESCAPES]), min_size=least, max_size=most).map("".join)


def optional(mark: str, part: st.SearchStrategy[str], behind: str = "") -> st.SearchStrategy[str]:
    """A part with its mark, or nothing; present and empty too."""
    return st.just("") | part.map(lambda text: f"{mark}{text}{behind}")


PCHAR = UNRESERVED + SUB_DELIMS + ":@"
segment = run_of(PCHAR)
path_abempty = st.lists(segment.map("/{}".format), max_size=3).map("".join)
tail = st.tuples(optional("?", run_of(PCHAR + "/?")), optional("#", run_of(PCHAR + "/?"))).map("".join)
ip_literal = st.sampled_from(IPV6).map("[{}]".format) | st.builds(
    "[{}{}.{}]".format,
    st.sampled_from("vV"),
    st.text("0123456789abcdefABCDEF", min_size=1, max_size=3),
    st.text(UNRESERVED + SUB_DELIMS + ":", min_size=1, max_size=5),
)
name = st.sampled_from(
    ["a", "a.example", "A.EXAMPLE", "127.0.0.1", "xn--bcher-kva.example", "a_b.example", "a.example."]
)


def authorities(host: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """`[ userinfo "@" ] host [ ":" port ]`, with slashes in front."""
    port = optional(":", st.text("0123456789", max_size=6))
    userinfo = optional("", run_of(UNRESERVED + SUB_DELIMS + ":"), "@")
    return st.tuples(st.just("//"), userinfo, host, port).map("".join)


odd_hosts = name | ip_literal | run_of(UNRESERVED + SUB_DELIMS, 1, 8)


@st.composite
def uris(draw: st.DrawFn, host: st.SearchStrategy[str] = odd_hosts) -> str:
    """Valid URIs of known schemes, with a host where one is needed (RFC 3986, 3: all forms of hier-part)."""
    scheme = draw(st.sampled_from(["http", "https", "mailto", "urn", *KNOWN]))
    forms = [st.tuples(authorities(host), path_abempty).map("".join)]
    if not schemes()[scheme].host:
        forms += [
            st.tuples(authorities(st.just("")), path_abempty).map("".join),
            st.builds("/{}{}".format, run_of(PCHAR, 1), path_abempty),
            st.builds("{}{}".format, run_of(PCHAR, 1), path_abempty),
            st.sampled_from(["", "/"]),
        ]
    scheme = draw(st.sampled_from([scheme, scheme, scheme.upper(), scheme.title(), f"git+{scheme}"]))
    return f"{scheme}:{draw(st.one_of(forms))}{draw(tail)}"


def spans(matches: list[Match]) -> list[tuple[str, str, int]]:
    return [(match.uri, match.text, match.start) for match in matches]


@given(uris())
@settings(max_examples=1000)
def test_design_5_3_in_angle_brackets(uri: str) -> None:
    """`find("<" + u + ">")` gives back every valid URI of a known scheme, with a host where one is needed, exactly."""
    assert is_uri(uri)
    matches = find(f"<{uri}>")
    assert spans(matches) == [(uri, uri, 1)]
    assert matches[0].enclosure == "angle"
    assert matches[0].alternatives == ()


def name_can_be_looked_up(host: str) -> bool:
    """Where a host ends: letters, digits, - _ . and escapes; labels of one character or more, no hyphen at their edges."""
    labels = host.removesuffix(".").split(".")
    return re.fullmatch("(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})+", host) is not None and all(
        label and label[0] != "-" and label[-1] != "-" for label in labels
    )


def host_is_one(uri: str) -> bool:
    """The host is an IP literal or can be looked up, or is empty with a path behind it and nothing else around it."""
    authority, path = split(uri).authority, split(uri).path
    if authority is None:
        return True
    host = split_authority(authority).host
    if not host:
        return not authority and path != ""
    return host.startswith("[") or name_can_be_looked_up(host)


def scheme_goes_without_slashes(uri: str) -> bool:
    """With `//`; or else the scheme is known to go without, and what it must hold is there (registries: `opaque`)."""
    scheme, rest = uri.split(":", 1)
    row = schemes().get(scheme.lower())
    if rest.startswith("//"):
        return True
    needed = row.opaque if row else None
    return needed is not None and rest[:1] not in ("", ":", "/") and (not needed or not set(needed).isdisjoint(rest))


def nothing_is_trimmed(uri: str) -> bool:
    """It ends neither in sentence punctuation, nor in an opener, nor in 's."""
    return uri[-1] not in ".,:;!?'(" and not uri.endswith("'s")


def brackets_balance(uri: str) -> bool:
    """No closer comes before its opener."""
    depth = 0
    for character in uri:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return True


def no_second_scheme(uri: str) -> bool:
    """Directly behind , ; or ) stands no run that could be a scheme, and `scheme:` is no label before `scheme://`."""
    rest = uri.partition(":")[2]
    return not re.search(r"[,;)][A-Za-z0-9+.-]+:", uri) and not re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", rest)


def no_entity(uri: str) -> bool:
    """No &lt; &gt; &quot; (&#39; has no place in a valid URI before its fragment) is in it."""
    return not re.search("&(?:lt|gt|quot|#39);", uri)


LEFT_ALONE = (
    host_is_one,
    scheme_goes_without_slashes,
    nothing_is_trimmed,
    brackets_balance,
    no_second_scheme,
    no_entity,
)


def left_alone(uri: str) -> bool:
    """Whether the rules of the end leave a URI alone in running text (DESIGN, 3: where a host, and where a URI ends)."""
    return all(condition(uri) for condition in LEFT_ALONE)


@given(uris(name | ip_literal).filter(left_alone))
@settings(max_examples=1000, suppress_health_check=[hypothesis.HealthCheck.filter_too_much])
def test_design_5_3_in_running_text(uri: str) -> None:
    """`find(" " + u + " ")` gives back those that the rules of the end leave alone."""
    matches = find(f" {uri} ")
    assert spans(matches) == [(uri, uri, 1)]
    assert matches[0].enclosure is None


@given(uris(name | ip_literal))
@settings(max_examples=500)
def test_design_5_3_in_running_text_all_others_are_shorter_or_none(uri: str) -> None:
    """`find(" " + u + " ")` gives back those that the rules of the end leave alone, and no other."""
    if not left_alone(uri) and not re.search(r"[,;)][A-Za-z0-9+.-]+:", uri):
        assert uri not in [match.uri for match in find(f" {uri} ")]


# 5, its second half: the segments of a text join to it. The same answers from all methods.


@given(texts(), finders)
@settings(max_examples=300)
def test_design_5_5_segments_join_to_the_text(text: str, finder: Finder) -> None:
    """The segments of a text join to it."""
    segments = list(finder.segments(text))
    assert "".join(part if isinstance(part, str) else part.text for part in segments) == text
    assert all(segments)
    assert not any(
        isinstance(one, str) and isinstance(two, str) for one, two in zip(segments, segments[1:], strict=False)
    )


@given(texts(), finders)
@settings(max_examples=300)
def test_design_4_all_methods_give_the_same_answers(text: str, finder: Finder) -> None:
    """`find`, `finditer` and `segments` give the same matches in order."""
    matches = finder.find(text)
    assert list(finder.finditer(text)) == matches
    assert [part for part in finder.segments(text) if isinstance(part, Match)] == matches


@given(texts(), finders)
@settings(max_examples=300)
def test_design_4_sub_replaces_each_match_and_nothing_else(text: str, finder: Finder) -> None:
    """`finder.sub(text, function) -> str`: each match replaced by what function returns."""
    assert finder.sub(text, lambda match: match.text) == text
    called: list[Match] = []

    def seen(match: Match) -> str:
        called.append(match)
        return ""

    left = finder.sub(text, seen)
    assert called == finder.find(text)
    assert len(left) == len(text) - sum(len(match.text) for match in called)


@given(texts())
@settings(max_examples=500)
def test_design_3_joining_never(text: str) -> None:
    """`"never"` joins nothing, white space always ends."""
    for match in readings(made(2).find(text)):
        assert not re.search(r"\s", match.text)


@given(texts(), finders)
@settings(max_examples=200)
def test_design_4_matches_are_picklable(text: str, finder: Finder) -> None:
    """All these types are immutable, slotted, typed; a finder is immutable, picklable, thread-safe."""
    matches = finder.find(text)
    for protocol in (2, pickle.HIGHEST_PROTOCOL):
        again = pickle.loads(pickle.dumps(matches, protocol))
        assert again == matches
        assert [match.notes for match in readings(again)] == [match.notes for match in readings(matches)]
        assert [hash(match) for match in again] == [hash(match) for match in matches]


@given(texts(), st.integers(1, 40))
@settings(max_examples=300)
def test_design_4_max_length_holds(text: str, longest: int) -> None:
    """`max_length` is the longest URI found, in code points of the source."""
    for match in Finder(max_length=longest).find(text):
        assert len(match.text) <= longest


# The plainest URIs are taken whole by the trigger's own pattern, past all rules: the answer has to be the one that the
# rules give.


@cache
def without_the_plainest() -> Finder:
    """A finder whose trigger takes nothing whole, so that every URI goes the way of the rules."""
    with patch.object(triggers, "PLAINEST", "(?!)"):
        return Finder()


def answers(matches: list[Match]) -> list[tuple[object, ...]]:
    return [
        (m.uri, m.start, m.end, m.text, m.kind, m.enclosure, m.notes, answers(list(m.alternatives))) for m in matches
    ]


PLAIN = [
    *[
        "http://",
        "https://",
        "a",
        "b-c",
        "a.example",
        "1",
        "-",
        "_",
        ".",
        "/",
        "?",
        "#",
        "=",
        "&",
        "&lt;",
        "&amp;",
        "%41",
    ],
    *[
        "%",
        ":",
        ":80",
        ":80/",
        "!",
        "~",
        "*",
        "+",
        "@",
        "$",
        ",",
        ";",
        "'",
        "(",
        ")",
        "[",
        "]",
        "}",
        "|",
        "\\",
        "^",
        "`",
    ],
    *[
        '"',
        "<",
        ">",
        " ",
        "\n",
        "\x00",
        "\x1f",
        "\x85",
        "é",
        "日",
        "\xad",
        "\u200b",
        "URL: ",
        "URL:",
        "*",
        "**",
        "~~",
        "s",
        "'s",
    ],
]


@given(texts() | st.lists(st.sampled_from(PLAIN), max_size=20).map("".join))
@settings(max_examples=2000)
def test_what_is_taken_whole_is_what_the_rules_give(text: str) -> None:
    assert answers(find(text)) == answers(without_the_plainest().find(text))


@given(
    st.lists(st.sampled_from(PLAIN), max_size=10).map("http://a".__add__ and "".join),
    st.sampled_from(["", " ", *PLAIN]),
)
@settings(max_examples=2000)
def test_what_is_taken_whole_behind_a_host_is_what_the_rules_give(rest: str, before: str) -> None:
    text = f"{before}http://a{rest}"
    assert answers(find(text)) == answers(without_the_plainest().find(text))


@pytest.mark.parametrize("max_length", range(8, 14))
@pytest.mark.parametrize(
    "text", ["http://a/bcd", "<http://a/bcd>", "(http://a/bcd)", "http://a/b\u00e9", "http://a/bc."]
)
def test_what_is_taken_whole_is_no_longer_than_what_the_rules_give(text: str, max_length: int) -> None:
    with patch.object(triggers, "PLAINEST", "(?!)"):
        general = Finder(max_length=max_length)
    assert answers(Finder(max_length=max_length).find(text)) == answers(general.find(text))


def test_what_is_taken_whole_in_the_corpora_is_what_the_rules_give() -> None:
    samples = [path.read_text(encoding="utf-8") for path in sorted((CORPORA / "samples").glob("*.txt"))]
    for text in [*(case.text for case in read_corpora()), *samples]:
        assert answers(find(text)) == answers(without_the_plainest().find(text))


def test_what_is_taken_whole_in_other_peoples_texts_is_what_the_rules_give(shared: Path) -> None:
    paths = sorted((shared / "bench").glob("*.txt"))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")[:200_000]
        assert answers(find(text)) == answers(without_the_plainest().find(text))


def test_the_two_ways_are_two() -> None:
    text = "http://a/ https://b/ (http://c/)"
    with patch.object(triggers, "PLAINEST", "(?!)"), patch("linksift.finding.finder.taken_whole") as taken:
        assert len(Finder().find(text)) == 3
    taken.assert_not_called()
    with patch("linksift.finding.finder.taken_whole", return_value=None) as taken:
        assert len(Finder().find(text)) == 3
    assert taken.call_count == 3
