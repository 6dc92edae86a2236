"""Where a host ends in running text, what is not a host, and hosts that nothing could reach."""

import os
import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.uri import opens_in_browsers, parse

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
    # Another character before a letter, digit, dot or at sign ends a complete host; without one there is no match.
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
    # Brackets after a complete host are a reference or a label, unless they defang it or are a template.
    "http://a.example[1] http://a.example:80[2]": ["http://a.example", "http://a.example:80"],
    "https://a.example[the docs] www.a.example[docs]": ["https://a.example", "http://www.a.example"],
    "joe@a.example[1]": ["mailto:joe@a.example"],
    "http://a.example[.]com http://a.example[dot]com http://a.example{.}com http://a.example[://]b": [],
    "http://wiki[ b http://wiki{ b http://wiki[": ["http://wiki"] * 3,
    "http://a.example{b}.com http://a.example{{b}}.com http://${host}/ http://{host}/": [],
    "https://a.example$x.com https://a.example${b}c %sa https://a.example%sub http://a.${b} http://a$b": [],
    "return https://a.example$request_uri;": ["https://a.example"],
    "`https://a.example${b ? c : d}` `http://a.example:80${b}/c`": ["https://a.example", "http://a.example:80"],
    "'https://a.example%s?b=%s' 'https://a.example%(b)s' https://a.example$1": ["https://a.example"] * 3,
    "http://a.example{b} ": ["http://a.example"],
    "http://a-[1] http://wiki[1]": [],
    # Beyond ASCII.
    "http://b\N{IDEOGRAPHIC FULL STOP}example/c": ["http://b.example/c"],
    "http://a.example\N{IDEOGRAPHIC FULL STOP}example": ["http://a.example"],
    "http://a.example\N{FULLWIDTH SOLIDUS}b": ["http://a.example"],
    "http://a\N{FULLWIDTH SOLIDUS}b.example": [],
    # Symbols beyond ASCII count like other characters.
    "http://wiki\N{RIGHTWARDS ARROW}b http://wiki\N{HORIZONTAL ELLIPSIS}b http://wiki\N{MIDDLE DOT}b": [],
    "http://wiki\N{RIGHTWARDS ARROW} b http://wiki\N{HORIZONTAL ELLIPSIS} http://a.example\N{RIGHTWARDS ARROW}b": [
        "http://wiki",
        "http://wiki",
        "http://a.example",
    ],
    # Schemes whose hosts are not in the DNS need no complete host.
    "ssh://a!b git://a,b": ["ssh://a", "git://a"],
    # file: has a root, mailto: has no authority.
    "file:/etc/x file:///etc/x": ["file:/etc/x", "file:///etc/x"],
    "file:x mailto://joe mailto://joe@a": [],
}


@pytest.mark.parametrize(("text", "uris"), ENDS.items(), ids=ENDS)
def test_where_a_host_ends(text: str, uris: list[str]) -> None:
    assert [match.uri for match in EVERY_KIND.find(text)] == uris


@pytest.mark.parametrize(
    "uri", ["http://1.1.1.1.1/", "http://111.222.333.444/", "http://a.example:70000/", "http://xn--a/"]
)
def test_unusable_hosts_are_found_or_skipped(uri: str) -> None:
    text = f"{uri} and http://a.example/"
    assert [match.uri for match in linksift.find(text)] == [uri, "http://a.example/"]
    for left in (SKIPPING.find(text), linksift.find(text, profile="chat"), list(SKIPPING.stream(text))):
        assert [match.uri for match in left] == ["http://a.example/"]
    assert linksift.linkify(text, unusable_hosts="skip").count("<a ") == 1


@pytest.mark.parametrize("text", ["http://.。", "see http://a@.。", "https://..．b", "ftp://-.。"])
def test_what_is_trimmed_to_no_host_is_no_match(text: str) -> None:
    assert linksift.find(text) == []


def test_an_ideographic_full_stop_read_as_a_dot_has_an_alternative() -> None:
    (match,) = linksift.find("http://b\N{IDEOGRAPHIC FULL STOP}example/c")
    assert [other.uri for other in match.alternatives] == ["http://b"]


@pytest.mark.parametrize("after", ["", "/", ".", ". b", "/x "])
def test_a_host_has_253_characters_at_most_on_the_fast_path_and_off_it(after: str) -> None:
    longest = ".".join(["a" * 31] * 7 + ["b" * 29])
    assert len(longest) == 253
    assert [match.reference.host for match in linksift.find(f"http://{longest}{after}")] == [longest]
    assert linksift.find(f"http://{longest}b{after}") == []


@pytest.mark.parametrize("after", ["", "/", ".", " b", "/x "])
def test_a_percent_encoded_name_is_as_long_as_the_name_that_it_stands_for(after: str) -> None:
    name = "%D1%81" * 11 + ".%D1%80%D1%84"  # as Firefox copies it; a label of 66 characters, and of 11 letters
    assert [match.reference.host for match in linksift.find(f"http://{name}{after}")] == [name]
    assert linksift.find(f"http://{'%61' * 64}.example{after}") == []
    assert linksift.find(f"http://{'%2F' * 30}.example{after}") == []  # what the escapes hide is no name


@given(st.lists(st.sampled_from([*".!,;[]{}:@/\\|", "a", "b.example", "www.", "1.1", "http://", " "]), max_size=12))
def test_skipping_leaves_out_just_the_matches_with_unusable_hosts(parts: list[str]) -> None:
    text = "".join(parts)
    found = linksift.find(text)
    usable = [match for match in found if is_usable(match)]
    assert SKIPPING.find(text) == usable


def is_usable(match: linksift.Match) -> bool:
    reference = parse(match.uri)
    return reference.authority is None or opens_in_browsers(reference.host or "", reference.port)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://a.example...? And", ["http://a.example"]),
        ("(http://127.0.0.1...?)", ["http://127.0.0.1"]),
        ("www.a.example..?", ["http://www.a.example"]),
        ("(see http://intranet).Next", ["http://intranet"]),
        ("(see http://nas.corp).Then", ["http://nas.corp"]),
        ("http://nas.corp,then", ["http://nas.corp"]),
        ("see http://a.example@ is", ["http://a.example"]),
        ("http://intranet?Next=1", ["http://intranet?Next=1"]),
        ("http://user,Name@a.example/", ["http://user,Name@a.example/"]),
        ("http://Foo,Bar.example/", []),
        ("http://a!b.example", []),
        (r"http://www\.a.example", []),
        ("http://intranet,b:8080/", []),
    ],
)
def test_what_ends_a_sentence_ends_any_host_but_the_beginning_of_a_name_is_none(text: str, found: list[str]) -> None:
    assert [match.uri for match in linksift.find(text)] == found


MOST_MARKS = int(os.environ.get("LINKSIFT_MARKS", "2"))
BARE = ("http://a.example", "http://nas.corp", "http://intranet", "http://192.0.2.1", "http://[2001:db8::7]",
        "http://a.example:80", "www.a.example", "joe@a.example")  # fmt: skip
MARKS = (*".?!,;:)]\"'@", "...")
AFTER = ("", " x", "\n", " Next", "Next", "then", "\u200bx", "\u2003")


def design_says_none(host: str, marks: str, after: str) -> bool:
    """Whether a letter behind the marks makes the host a user name, a longer name or a stump: there is no match.

    No stump is what a closer, or `,` `;` `!`, ends where a space is missing.
    """
    ends_by_missing_space = re.fullmatch(r"[)\]][.?!,;:)\]\"']*|[,;!]+", marks)
    is_stump = host in ("http://intranet", "http://nas.corp") and not ends_by_missing_space
    return after[:1].isalpha() and ("@" in marks or marks == "." or is_stump)


def test_nothing_is_lost_at_a_bare_host_before_marks() -> None:
    """A `?` directly behind a host opens a query, so the match may be longer. LINKSIFT_MARKS=3 takes half a minute."""
    runs = ("".join(run) for length in range(1, MOST_MARKS + 1) for run in product(MARKS, repeat=length))
    lost = [
        f"{host}{marks}{after}"
        for marks, host, after in product(runs, BARE, AFTER)
        if not any(
            match.start == 4 and match.text.startswith(host) for match in linksift.find(f"See {host}{marks}{after}")
        )
        and not design_says_none(host, marks, after)
        and "...:?" not in marks  # an ellipsis, and a colon with a query
    ]
    assert lost == []


@pytest.mark.parametrize("dots", [3, 24, 300])
def test_a_dotted_leader_ends_a_name(dots: int) -> None:
    leader = "." * dots
    text = f"http://a.example{leader} 12, www.b.example{leader} 13, joe@c.example{leader} 14"
    assert [match.uri for match in linksift.find(text)] == [
        "http://a.example",
        "http://www.b.example",
        "mailto:joe@c.example",
    ]
