"""Where a host ends in running text, what is none, and what nothing could reach (DESIGN, section 3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.uri import judge_host, parse

EVERY_KIND = linksift.Finder(kinds={"uri", "suffix", "email", "domain"})
SKIPPING = linksift.Finder(unusable_hosts="skip")

ENDS = {
    # Punctuation, closers, emphasis and quotes before white space, the end or a delimiter end any host.
    "see http://intranet, or": ["http://intranet"],
    "(http://wiki) and (http://wiki).": ["http://wiki", "http://wiki"],
    "**http://wiki** and http://wiki's!": ["http://wiki", "http://wiki"],
    "http://wiki<br>": ["http://wiki"],
    "&lt;b&gt;http://wiki&lt;/b&gt; &quot;http://wiki&quot;, http://wiki,&lt;b": ["http://wiki"] * 3,
    '{"a":http://wiki,"b":http://wiki."c"}': ["http://wiki", "http://wiki"],
    "[url]http://wiki[/url]": ["http://wiki"],
    "http://wiki\N{FULLWIDTH COMMA}b http://wiki\N{EM DASH}b": ["http://wiki", "http://wiki"],
    # Another character with a letter, digit, dot or at sign behind it ends a complete host, and makes others none.
    "http://a.example,b http://localhost;b http://10.0.0.1~b http://[::1]!b": [
        "http://a.example",
        "http://localhost",
        "http://10.0.0.1",
        "http://[::1]",
    ],
    "http://a.example:b": ["http://a.example"],
    "http://a!b.example": [],
    r"http://www\.a.example": [],
    "http://tea:pots.example/x": [],
    "http://a,.example": [],
    "http://a:80!b.example": [],
    "http://a:80:90 http://a.example:80:90": ["http://a.example:80"],
    "http://a!b.example,http://c.example": ["http://c.example"],
    # Brackets behind a complete host are a reference or a label; they are none where they defang or fill in.
    "http://a.example[1] http://a.example:80[2]": ["http://a.example", "http://a.example:80"],
    "https://a.example[the docs] www.a.example[docs]": ["https://a.example", "http://www.a.example"],
    "joe@a.example[1]": ["mailto:joe@a.example"],
    "http://a.example[.]com http://a.example[dot]com http://a.example{.}com http://a.example[://]b": [],
    "http://wiki[ b http://wiki{ b http://wiki[": ["http://wiki"] * 3,
    "http://a.example{b}.com http://a.example{{b}}.com http://${host}/ http://{host}/ http://a.example$x": [],
    "http://a.example{b} ": ["http://a.example"],
    "http://a-[1] http://wiki[1]": [],
    # Beyond ASCII.
    "http://b\N{IDEOGRAPHIC FULL STOP}example/c": ["http://b.example/c"],
    "http://a.example\N{IDEOGRAPHIC FULL STOP}example": ["http://a.example"],
    "http://a.example\N{FULLWIDTH SOLIDUS}b": ["http://a.example"],
    "http://a\N{FULLWIDTH SOLIDUS}b.example": [],
    # A symbol is another character like those of ASCII.
    "http://wiki\N{RIGHTWARDS ARROW}b http://wiki\N{HORIZONTAL ELLIPSIS}b http://wiki\N{MIDDLE DOT}b": [],
    "http://wiki\N{RIGHTWARDS ARROW} b http://wiki\N{HORIZONTAL ELLIPSIS} http://a.example\N{RIGHTWARDS ARROW}b": [
        "http://wiki",
        "http://wiki",
        "http://a.example",
    ],
    # Schemes whose hosts are not the DNS's are read as they were.
    "ssh://a!b git://a,b": ["ssh://a", "git://a"],
    # file: has a root, mailto: has no authority.
    "file:/etc/x file:///etc/x": ["file:/etc/x", "file:///etc/x"],
    "file:x mailto://joe mailto://joe@a": [],
}


@pytest.mark.parametrize(("text", "uris"), ENDS.items(), ids=ENDS)
def test_a_host_ends_where_design_3_says(text: str, uris: list[str]) -> None:
    assert [match.uri for match in EVERY_KIND.find(text)] == uris


@pytest.mark.parametrize(
    "uri", ["http://1.1.1.1.1/", "http://111.222.333.444/", "http://a.example:70000/", "http://xn--a/"]
)
def test_what_nothing_could_reach_is_found_and_left_out_where_that_is_asked_for(uri: str) -> None:
    text = f"{uri} and http://a.example/"
    assert [match.uri for match in linksift.find(text)] == [uri, "http://a.example/"]
    for left in (SKIPPING.find(text), linksift.find(text, profile="chat"), list(SKIPPING.stream(text))):
        assert [match.uri for match in left] == ["http://a.example/"]
    assert linksift.linkify(text, unusable_hosts="skip").count("<a ") == 1


def test_an_ideographic_stop_that_is_a_dot_leaves_the_other_reading() -> None:
    (match,) = linksift.find("http://b\N{IDEOGRAPHIC FULL STOP}example/c")
    assert [other.uri for other in match.alternatives] == ["http://b"]


@pytest.mark.parametrize("behind", ["", "/", ".", ". b", "/x "])
def test_a_host_has_253_characters_at_most_by_the_short_way_and_the_long(behind: str) -> None:
    longest = ".".join(["a" * 31] * 7 + ["b" * 29])
    assert len(longest) == 253
    assert [match.reference.host for match in linksift.find(f"http://{longest}{behind}")] == [longest]
    assert linksift.find(f"http://{longest}b{behind}") == []


@given(st.lists(st.sampled_from([*".!,;[]{}:@/\\|", "a", "b.example", "www.", "1.1", "http://", " "]), max_size=12))
def test_what_is_left_when_unusable_hosts_are_skipped_is_usable_and_the_rest_the_same(parts: list[str]) -> None:
    text = "".join(parts)
    found = linksift.find(text)
    usable = [match for match in found if is_usable(match)]
    assert SKIPPING.find(text) == usable


def is_usable(match: linksift.Match) -> bool:
    reference = parse(match.uri)
    return reference.authority is None or judge_host(reference.host or "", reference.port).usability == "usable"
