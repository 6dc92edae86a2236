"""A URI written in angle brackets is found again, however it was broken (RFC 3986, Appendix C)."""

import re
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import linksift
from linksift.finding import MOST_BREAKS
from linksift.linking import delimit, wrap
from linksift.registries import never_by_default, schemes
from linksift.uri import InvalidReference, is_uri, split, split_authority
from tests.uri.strings import INVALID, VALID_RELATIVE_REFERENCES, VALID_URIS, thorny_uris, valid_uris

KNOWN = sorted(set(schemes()) - never_by_default())
PREFIXES = ["", "> ", "> > ", "# "]
OTHER_PREFIXES = [
    ">",
    ">>",
    ">> ",
    "| ",
    "|",
    "#",
    "//",
    "// ",
    " * ",
    "*",
    "--",
    "-- ",
    ";",
    "; ",
    "%",
    "% ",
    "  ",
    "\t",
]
PROFILES_THAT_JOIN = ["text", "document", "ascii"]
PROSE = ["", "see ", "Yes, Jim. I found it under ", "http://b.example ", "a | ", "(", '"', "of the\n"]
BEHIND = ["", ".", ", and more", " > b", "\nfoo bar", "\n\n", "|", ")", '"', "'s", "-\nb", "\n> c"]

characters = st.sampled_from([*"abcXYZ019-._~!$&'()*+,;=:@/?", "%41", "%C3%A9", "--", "''", "//", "**", ";;"])
texts = st.lists(characters, max_size=60).map("".join)


def as_known(uri: str, scheme: str) -> str:
    """The URI with another scheme."""
    return f"{scheme}:{uri.partition(':')[2]}"


uris = st.one_of(
    st.sampled_from(VALID_URIS),
    thorny_uris(),
    st.builds(as_known, valid_uris(), st.sampled_from(KNOWN)),
    st.builds("{}:{}".format, st.sampled_from(KNOWN), texts),
    st.builds("http://{}/{}".format, st.sampled_from(["a.example", "[2001:db8::7]", "u:p@192.0.2.1:80"]), texts),
)


def is_found(uri: str) -> bool:
    """Whether the URI is valid, with a known scheme and the host that it needs, so that `find` finds it."""
    parts = split(uri)
    known = schemes().get((parts.scheme or "").lower())
    if not is_uri(uri) or known is None or (parts.scheme or "").lower() in never_by_default():
        return False
    return not known.host or bool(parts.authority and split_authority(parts.authority).host)


def found(text: str, **options: Any) -> list[tuple[str, str | None]]:
    return [(match.uri, match.enclosure) for match in linksift.find(text, **options)]


@pytest.mark.parametrize("uri", VALID_URIS)
def test_delimit_adds_angle_brackets_and_nothing_else(uri: str) -> None:
    assert delimit(uri) == f"<{uri}>"


@pytest.mark.parametrize("text", [*INVALID, *VALID_RELATIVE_REFERENCES])
def test_a_text_that_is_not_a_uri_is_refused(text: str) -> None:
    with pytest.raises(InvalidReference):
        delimit(text)
    with pytest.raises(InvalidReference):
        wrap(text, 72)


@settings(max_examples=400)
@given(uris, st.integers(10, 200), st.sampled_from(PREFIXES))
@example("http://a.example/" + "-" * 40 + "a" * 40, 10, "> ")
@example("http://a.example/" + "'" * 40, 10, "# ")
@example("http://%41%42%43.example/%41%42%43", 10, "")
@example("mailto:joe@a.example", 10, "")
@example("file:///etc/passwd", 10, "> > ")
@example(f"http://a.example/{'b' * 57}={'c' * 30}", 76, "")
@example(f"http://a.example/{'b' * 54}?={'c' * 73}=d", 74, "")
def test_find_reads_back_what_wrap_writes(uri: str, width: int, prefix: str) -> None:
    assume(is_found(uri))
    assert found(wrap(uri, width, prefix)) == [(uri, "angle")]


@settings(max_examples=300)
@given(uris, st.integers(1, 40), st.sampled_from(PREFIXES + OTHER_PREFIXES), st.sampled_from(PROFILES_THAT_JOIN))
def test_with_every_prefix_width_and_profile_that_joins(uri: str, width: int, prefix: str, profile: str) -> None:
    assume(is_found(uri))
    assert found(wrap(uri, width, prefix), profile=profile) == [(uri, "angle")]


@settings(max_examples=300)
@given(uris, st.integers(10, 80), st.sampled_from(PREFIXES), st.sampled_from(PROSE), st.sampled_from(BEHIND))
def test_find_reads_it_back_inside_prose(uri: str, width: int, prefix: str, before: str, behind: str) -> None:
    assume(is_found(uri))
    before, behind = before.replace("\n", f"\n{prefix}"), behind.replace("\n", f"\n{prefix}")
    text = prefix + before + wrap(uri, width, prefix).removeprefix(prefix) + behind
    assert (uri, "angle") in found(text)
    assert len(found(text)) == 1 + ("http" in before)


@settings(max_examples=100)
@given(uris, st.integers(10, 80), st.sampled_from(["* ", "# ", "| ", "-- ", "// ", "; "]))
def test_find_reads_it_back_after_a_mark_on_the_first_line_only(uri: str, width: int, mark: str) -> None:
    assume(is_found(uri))
    assert found(mark + wrap(uri, width)) == [(uri, "angle")]


@settings(max_examples=100)
@given(uris, st.integers(1, 60), st.sampled_from(PREFIXES))
def test_find_reads_back_other_schemes_on_request(uri: str, width: int, prefix: str) -> None:
    uri = as_known(uri, "acme")
    assume(is_uri(uri) and uri != "acme:")
    matches = linksift.find(wrap(uri, width, prefix), schemes=["acme"])
    assert [(match.uri, match.enclosure) for match in matches] == [(uri, "angle")]


@settings(max_examples=300)
@given(uris, st.integers(1, 80), st.sampled_from(PREFIXES))
def test_lines_break_only_where_safe_and_are_wider_only_without_a_safe_break(uri: str, width: int, prefix: str) -> None:
    assume(is_uri(uri))
    lines = [line.removeprefix(prefix) for line in wrap(uri, width, prefix).split("\n")]
    assert "".join(lines) == delimit(uri)
    assert not any(re.search(r"[-'=]\Z|%.?\Z", line) for line in lines[:-1])
    assert not any(re.match(r"[-*#;/>]", line) for line in lines[1:])
    assert lines[0].startswith(f"<{split(uri).scheme}:")
    room = width - len(prefix)
    beginning = re.match("<[^:]*:(//)?.", delimit(uri))
    for place, line in enumerate(lines):
        for end in range(max(1, room), len(line)):
            in_beginning = place == 0 and beginning is not None and end < beginning.end()
            assert in_beginning or re.search(r"[-'=]\Z|%.?\Z", line[:end]) or line[end] in "-*#;/>"


def test_a_line_ends_after_a_delimiter_in_its_second_half() -> None:
    uri = "http://www.ics.uci.edu/pub/ietf/uri/historical.html?a=b&c=d#WARNING"
    assert wrap(uri, 30).split("\n") == [
        "<http://www.ics.uci.edu/pub/",
        "ietf/uri/historical.html?a=b&",
        "c=d#WARNING>",
    ]


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("length", [5_000, 60_000, 65_000, 65_535, 65_536])
@pytest.mark.parametrize("width", [1, 10, 72])
def test_the_longest_uris_are_found_whatever_the_width(length: int, width: int, prefix: str) -> None:
    uri = ("http://a.example/" + "bc-d/%41" * length)[: length - 3].rstrip("%4").ljust(length, "e")
    wrapped = wrap(uri, width, prefix)
    assert wrapped.count("\n") <= MOST_BREAKS
    assert found(wrapped) == [(uri, "angle")]


@pytest.mark.parametrize("width", [0, -1])
def test_a_width_below_1_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="width must be a whole number of 1 or more"):
        wrap("http://a.example", width)


@pytest.mark.parametrize("prefix", ["> \n", "\n", "\r", "\u2028", "a> ", "- ", "> >", "\u3000", "<", ">" * 65])
def test_a_prefix_that_readers_could_not_distinguish_from_the_uri_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="prefix must be blanks"):
        wrap("http://a.example", 72, prefix)
