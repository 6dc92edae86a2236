"""Readable links by UTS #58's minimal escaping."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linksift.uri.components import split
from linksift.uri.iri import LinkParts, link_by_itself, link_in_text
from linksift.uri.percent import decode_data
from tests.uri.termination import is_found_whole

SITE = "https://example.com"


def read_parts(structure: str) -> LinkParts:
    """The parts that a comment of LinkFormattingTest.txt names: "{𝑺=https:// 𝑯=example.com 𝑷=α 𝑸=β 𝑽=γ 𝑭=δ 𝑫=ε}"."""
    named = re.split(" ?([𝑺𝑯𝑷𝑸𝑽𝑭𝑫])=", structure.strip("{}"))[1:]
    values: dict[str, list[str]] = {name: [] for name in "𝑺𝑯𝑷𝑭𝑫"}
    pairs: list[tuple[str, str | None]] = []
    for name, value in zip(named[::2], named[1::2], strict=True):
        if name == "𝑸":
            pairs.append((value, None))
        elif name == "𝑽":
            pairs[-1] = pairs[-1][0], value
        else:
            values[name].append(value)
    fragment = values["𝑭"][0] if values["𝑭"] else None
    site = "".join(values["𝑺"] + values["𝑯"])
    return LinkParts(site, tuple(values["𝑷"]), tuple(pairs), fragment, tuple(values["𝑫"]))


def formatting_cases(section: str) -> Iterator[tuple[LinkParts, str]]:
    """The parts of each case, and the second line below them: the link minimally escaped."""
    for structure, _, link in re.findall(r"^# (\{.*\})\n(.*)\n(.*)$", section, re.MULTILINE):
        yield read_parts(structure), link


def test_uts58_link_formatting(shared: Path) -> None:
    """All of LinkFormattingTest.txt.

    Its selected cases are links for running text: a Soft character at the very end is escaped. Its Wikipedia cases
    are links by themselves: there it stays (the standard's own tool made them for the end of a text).
    """
    text = (shared / "unicode" / "LinkFormattingTest.txt").read_text(encoding="utf-8")
    selected, wikipedia = text.split("# Wikipedia test cases")
    in_text, by_itself = list(formatting_cases(selected)), list(formatting_cases(wikipedia))
    assert (len(in_text), len(by_itself)) == (31, 24)
    assert [link_in_text(parts) for parts, _ in in_text] == [link for _, link in in_text]
    assert [link_by_itself(parts) for parts, _ in by_itself] == [link for _, link in by_itself]
    assert [parts for parts, _ in in_text + by_itself if not is_found_whole(link_in_text(parts))] == []


@pytest.mark.parametrize(
    ("parts", "link"),
    [
        (LinkParts(SITE), ""),
        (LinkParts(SITE, ("",)), "/"),
        (LinkParts(SITE, ("a", "")), "/a/"),
        (LinkParts(SITE, ("", "a")), "//a"),
        (LinkParts(SITE, (), (("", None),)), "?"),
        (LinkParts(SITE, (), (("", ""),)), "?="),
        (LinkParts(SITE, (), (("a", None), ("", "b"), ("c", ""))), "?a&=b&c="),
        (LinkParts(SITE, fragment=""), "#"),
        (LinkParts(SITE, fragment="a", directives=("text=b,c", "d")), "#a:~:text=b,c:~:d"),
        (LinkParts(SITE, directives=("text=b",)), "#:~:text=b"),
    ],
)
def test_uts58_minimal_escaping_what_is_undefined_and_what_is_empty(parts: LinkParts, link: str) -> None:
    assert link_in_text(parts) == link_by_itself(parts) == SITE + link


@pytest.mark.parametrize(
    ("parts", "link"),
    [
        (LinkParts(SITE, ("a/b?c#d&e=f+g:h@i",)), "/a%2Fb%3Fc%23d&e=f+g:h@i"),
        (LinkParts(SITE, (), (("a/b?c#d&e=f+g", "a/b?c#d&e=f+g"),)), "?a/b?c%23d%26e%3Df%2Bg=a/b?c%23d%26e%3Df%2Bg"),
        (LinkParts(SITE, fragment="a/b?c#d&e=f+g:~:h"), "#a/b?c%23d&e=f+g:%7E:h"),
        (LinkParts(SITE, fragment=":~:~:~", directives=(":~:a",)), "#:%7E:%7E:%7E:~::%7E:a"),
        (LinkParts(SITE, fragment="~:a~b"), "#~:a~b"),
    ],
)
def test_uts58_minimal_escaping_syntax_in_data(parts: LinkParts, link: str) -> None:
    assert link_in_text(parts) == SITE + link


@pytest.mark.parametrize(
    ("data", "escaped"),
    [
        ("100%", "100%"),
        ("%41%4g%g", "%2541%4g%g"),
        ("%%fF%", "%%25fF%"),
        ("%4 ", "%4%20"),
        ("a b\tc\x00\x7f", "a%20b%09c%00%7F"),
        ("\u3000\u2028\ue000\u0378", "%E3%80%80%E2%80%A8%EE%80%80%CD%B8"),
        ("a\u202eb\u200bc", "a%E2%80%AEb%E2%80%8Bc"),
        ("می\u200cشود", "می\u200cشود"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("\udce9é", "%E9é"),
        ('a"b', 'a"b'),
        ("(a)b)", "(a)b%29"),
        ("(a", "(a"),
        ("(a]b)", "(a%5Db)"),
        ("[(])", "[(%5D)"),
        ("<「)>", "<「%29%3E"),
        ("<a>b>", "<a>b%3E"),
        ("（a)", "（a%29"),
        ("a）", "a%EF%BC%89"),
        ("a。b", "a。b"),
        ("oﬃce\u2011x", "o%EF%AC%83ce%E2%80%91x"),
    ],
)
def test_uts58_minimal_escaping_characters_in_data(data: str, escaped: str) -> None:
    in_every_part = LinkParts(SITE, (data, "x"), ((data, data),), data, (data, "x"))
    link = f"{SITE}/{escaped}/x?{escaped}={escaped}#{escaped}:~:{escaped}:~:x"
    assert link_in_text(in_every_part) == link_by_itself(in_every_part) == link


@pytest.mark.parametrize(("data", "escaped"), [("a.", "a%2E"), ("a...", "a..%2E"), (".", "%2E"), ("a。", "a%E3%80%82")])
def test_uts58_minimal_escaping_a_soft_end(data: str, escaped: str) -> None:
    for parts, before in [
        (LinkParts(SITE, ("b.", data)), "/b./"),
        (LinkParts(SITE, ("b.",), ((data, None),)), "/b.?"),
        (LinkParts(SITE, ("b.",), (("k.", data),)), "/b.?k.="),
        (LinkParts(SITE, ("b.",), (("k.", "v."),), data), "/b.?k.=v.#"),
        (LinkParts(SITE, (), (), "f.", (data,)), "#f.:~:"),
    ]:
        assert link_in_text(parts) == SITE + before + escaped
        assert link_by_itself(parts) == SITE + before + data


def test_uts58_minimal_escaping_the_site_stays_and_an_empty_query_cannot_be_kept() -> None:
    assert link_in_text(LinkParts("http://a.example.")) == "http://a.example."
    assert link_in_text(LinkParts("http://a", ("b.",), (("", None),))) == "http://a/b.?"


def test_a_lone_surrogate_that_is_no_octet_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        link_in_text(LinkParts(SITE, ("\ud800",)))


def data(min_size: int = 0) -> st.SearchStrategy[str]:
    """Decoded data: any characters, and octets that are not UTF-8."""
    octets = st.binary(min_size=min_size, max_size=8).map(lambda octets: octets.decode("utf-8", "surrogateescape"))
    written = st.text("ab19%/?#&=+:~()[]<>（）「」。.,\"' \u200d\u202e", min_size=min_size, max_size=12)
    return octets | written | st.text(min_size=min_size, max_size=8).filter(lambda text: text.isprintable())


@st.composite
def links(draw: st.DrawFn) -> LinkParts:
    """The parts of a link that ends with a path, query, fragment or directive, and not with an empty item."""
    segments = draw(st.lists(data(), max_size=3))
    pairs = draw(st.lists(st.tuples(data(), st.none() | data()), max_size=2))
    fragment = draw(st.none() | data())
    last = draw(data(1))
    return draw(
        st.sampled_from(
            [
                LinkParts(SITE, (*segments, last)),
                LinkParts(SITE, tuple(segments), (*pairs, (last, None))),
                LinkParts(SITE, tuple(segments), (*pairs, ("k", last))),
                LinkParts(SITE, tuple(segments), tuple(pairs), last),
                LinkParts(SITE, tuple(segments), tuple(pairs), fragment, (*segments, last)),
            ]
        )
    )


@settings(max_examples=300)
@given(links())
def test_uts58_minimal_escaping_a_link_for_text_is_found_whole(parts: LinkParts) -> None:
    assert is_found_whole(link_in_text(parts))


def read_back(link: str) -> LinkParts:
    """A link split at its delimiters and decoded."""
    _, _, path, query, fragment = split(link)
    segments = tuple(map(decode_data, path.split("/")[1:]))
    pairs: list[tuple[str, str | None]] = []
    for pair in [] if query is None else query.split("&"):
        key, equals, value = pair.partition("=")
        pairs.append((decode_data(key), decode_data(value) if equals else None))
    if fragment is None:
        return LinkParts(SITE, segments, tuple(pairs))
    first, *directives = map(decode_data, fragment.split(":~:"))
    return LinkParts(SITE, segments, tuple(pairs), first, tuple(directives))


@settings(max_examples=300)
@given(links())
def test_uts58_minimal_escaping_a_link_says_what_its_parts_say(parts: LinkParts) -> None:
    said = parts._replace(fragment=parts.fragment or "") if parts.directives else parts
    assert read_back(link_in_text(parts)) == said
    assert read_back(link_by_itself(parts)) == said
