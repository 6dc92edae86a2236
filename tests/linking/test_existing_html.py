"""Links in existing HTML: the right ones are made, and nothing else changes.

html5lib, another HTML5 parser, judges: the tree of the result without our links is the tree of the input.
"""

import re
import sys
from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from linksift.finding import Finder, Match, link_filter
from linksift.linking import SKIPPED_ELEMENTS, Link, Linker, Policy, linkify_html
from linksift.linking.html_text_runs import Piece, pieces, text_runs
from linksift.text_across_tags import find_over_seams
from tests.growth import assert_lines_grow_with_the_input, assert_time_grows_with_the_input

pytest.importorskip("turbohtml", reason="the HTML5 parser of the extra 'html' is not installed")
html5lib = pytest.importorskip("html5lib", reason="html5lib, the judge of these tests, is not installed")

PLAIN = Policy(rel=None)
OURS = Policy(rel=None, attributes={"data-ours": ""})

Tree = tuple[Any, ...]


def tree(element: Element) -> Tree:
    """An element without our links, as nested tuples of name, attributes and content, with adjacent texts joined."""
    attributes = tuple(sorted(element.attrib.items()))
    return (element.tag, attributes, *joined(contents(element)))


def contents(element: Element) -> list[Any]:
    found: list[Any] = [element.text or ""]
    for child in element:
        ours = "data-ours" in child.attrib
        found += contents(child) if ours else [tree(child)]
        found.append(child.tail or "")
    return found


def joined(found: list[Any]) -> list[Any]:
    """Joins adjacent texts and drops empty ones."""
    result: list[Any] = []
    for item in found:
        if isinstance(item, str) and result and isinstance(result[-1], str):
            result[-1] += item
        elif item != "":
            result.append(item)
    return result


def page(markup: str) -> Tree:
    return tree(html5lib.parse(markup, namespaceHTMLElements=False))


def fragment(markup: str) -> Tree:
    """The content of a page's body (html5lib's own fragments drop a table that begins in a table)."""
    return page(f"<!doctype html><body>{markup}")


A, B = "http://a.example", "http://b.example/?c&amp;d"

LINKED = [
    ("", ""),
    ("no link", "no link"),
    (A, f'<a href="{A}">{A}</a>'),
    (f"<p>{B}<br>", f'<p><a href="{B}">{B}</a><br>'),
    (f"<P CLASS=x>see {A}.</P >", f'<P CLASS=x>see <a href="{A}">{A}</a>.</P >'),
    ("http://a.example/?b&c", '<a href="http://a.example/?b&amp;c">http://a.example/?b&c</a>'),
    ("http://a.example/&#x62;", '<a href="http://a.example/b">http://a.example/&#x62;</a>'),
    ("http://a.example/&eacute", '<a href="http://a.example/%C3%A9">http://a.example/&eacute</a>'),
    (f"&lt;{A}&gt;&nbsp;", f'&lt;<a href="{A}">{A}</a>&gt;&nbsp;'),
    ("&lt;http://a.example/b\r\n c&gt;\r\n", '&lt;<a href="http://a.example/bc">http://a.example/b\r\n c</a>&gt;\r\n'),
    (
        "\r\n\r\n<pre>x\r</pre>\rjoe@b.example",
        '\r\n\r\n<pre>x\r</pre>\r<a href="mailto:joe@b.example">joe@b.example</a>',
    ),
    (f"<a href=x>y</a>, {A} <a>z</a>", f'<a href=x>y</a>, <a href="{A}">{A}</a> <a>z</a>'),
    (f"({A}<a href=x>)</a>", f'(<a href="{A}">{A}</a><a href=x>)</a>'),
    (f"{A}..{A}", f'{A}..<a href="{A}">{A}</a>'),
    (f"<!-- {A} --> {A}", f'<!-- {A} --> <a href="{A}">{A}</a>'),
    (f"<img alt='{A}'>{A}", f"<img alt='{A}'><a href=\"{A}\">{A}</a>"),
    (f"{A}/<b>b</b>", f'<a href="{A}/b">{A}/</a><b><a href="{A}/b">b</a></b>'),
    (f"<b>http</b>{A[4:]} <i>{A}", f'<b><a href="{A}">http</a></b><a href="{A}">{A[4:]}</a> <i><a href="{A}">{A}</a>'),
    (f"{A}</>/b <b>{A}</></b>", f'<a href="{A}/b">{A}</a></><a href="{A}/b">/b</a> <b><a href="{A}">{A}</a></></b>'),
    (f"{A}/<wbr>b&amp;c", f'<a href="{A}/b&amp;c">{A}/</a><wbr><a href="{A}/b&amp;c">b&amp;c</a>'),
    (f"&lt;{A}/<br>b&gt;", f'&lt;<a href="{A}/b">{A}/</a><br><a href="{A}/b">b</a>&gt;'),
    (f"{A}/<!-- c -->b", f'<a href="{A}/b">{A}/</a><!-- c --><a href="{A}/b">b</a>'),
    (f"<a href=x>More</a>{A}", f'<a href=x>More</a><a href="{A}">{A}</a>'),
    (f"{A}/<a href=x>b</a>", f'<a href="{A}/">{A}/</a><a href=x>b</a>'),
    (f"{A}</a>b", f'<a href="{A}">{A}</a></a>b'),
    (f"<label>URL</label><b>{A}</b><sup>1</sup>", f'<label>URL</label><b><a href="{A}">{A}</a></b><sup>1</sup>'),
    (f"<span>{A}/</span><span>Share</span>", f'<span><a href="{A}/">{A}/</a></span><span>Share</span>'),
    (f"<span>{A}</span><span>{A}</span>", f'<span><a href="{A}">{A}</a></span><span><a href="{A}">{A}</a></span>'),
    (f"x</span> {A}</i>.", f'x</span> <a href="{A}">{A}</a></i>.'),
    (f"<table><td>{A}</table>", f'<table><td><a href="{A}">{A}</a></table>'),
    (f"<svg><text>{A}</svg>{A}", f'<svg><text>{A}</svg><a href="{A}">{A}</a>'),
    (
        f"<!doctype html><html><head><title>{A}</title></head><body>{A}</body></html>",
        f'<!doctype html><html><head><title>{A}</title></head><body><a href="{A}">{A}</a></body></html>',
    ),
]


@pytest.mark.parametrize(("markup", "expected"), LINKED)
def test_links_in_text(markup: str, expected: str) -> None:
    assert linkify_html(markup, PLAIN) == expected


UNLINKED = [
    f"<a href=x>{A}</a>",
    f"<A HREF=x><b>{A}</b></A>",
    f"<a name=x>{A}",
    f"{A}/<code>b</code>",
    f"<a><p>{A}</a>",
    f"<p><a>b</p>{A}",
    f"<a>b<table><tr><td>{A}</table>",
    f"<b><a>c</b>{A}",
    f"<a><a>{A}</a>",
    f"<a><table><a>{A}</table>",
    f"<table> {A} <tr><td>b</table>",
    f"<table><tr>{A}<td>b</table>",
    f"<table><b>{A}</b></table>",
    f"<select><option>{A}</select>",
    f"<button><b>{A}</b></button>",
    f"<pre><code>{A}</code></pre>",
    f"<script>{A}</script>",
    f"<script><!--<script></script>{A}</script>",
    f"<style>{A}</style>",
    f"<textarea><b>{A}</textarea>",
    f"<title><b>{A}</title>",
    f"<svg><title>{A}</title></svg>",
    f"<svg><![CDATA[{A}]]></svg>",
    f"<math><mi>{A}</math>",
    f"<p><noscript><table>{A}",
    f"<table><noscript><td><b-{A}",
    "<table><noscript><td><joe@a.example",
    f"<template><td>{A}</template>",
    f"<noscript>{A}</noscript>",
    f"<iframe>{A}</iframe>",
    f"<xmp>{A}</xmp>",
    f"<listing>{A}</listing>",
    f"<noembed>{A}</noembed>",
    f"<noframes>{A}</noframes>",
    f"<datalist>{A}</datalist>",
    f"<optgroup>{A}</optgroup>",
    f"<plaintext>{A}</plaintext>",
    f"<!-- {A} -->",
    f"<!-- > {A}",
    f"<b title='>{A}'>",
    f"<b title={A}",
    f"<?{A}>",
    f"<![CDATA[{A}]]>",
    f"<{A}>",
]


@pytest.mark.parametrize("markup", UNLINKED)
def test_markup_without_a_linkable_place_is_unchanged(markup: str) -> None:
    assert linkify_html(markup) == markup


def test_every_skipped_element_is_tested() -> None:
    told = {name for markup in UNLINKED for name in re.findall(r"<(\w+)", markup.lower())}
    assert told >= SKIPPED_ELEMENTS


def test_skip_names_more_elements() -> None:
    markup = f"<h1>{A}</h1><H2>{A}</H2><pre>{A}</pre><p>{A}"
    expected = f'<h1>{A}</h1><H2>{A}</H2><pre>{A}</pre><p><a href="{A}">{A}</a>'
    assert linkify_html(markup, PLAIN, skip={"h1", "H2"}) == expected
    assert linkify_html(f"<h1>{A}</h1>", skip="h1") == f"<h1>{A}</h1>"


SELECTED = [
    (".x", f'<b class="y x">{A}</b>'),
    (".x", f'<b class="x"><i>{A}</i><b>{A}</b></b>'),
    ("[data-x]", f"<p data-x><i>{A}</i>"),
    ("[DATA-X]", f"<p data-x=1>{A}</p>"),
    ("[data-x=1]", f"<p Data-X='1'>{A}</p>"),
    ('[data-x="1 2"]', f"<p data-x='1 2'>{A}</p>"),
    ("[data-x='1']", f"<p data-x=1>{A}</p>"),
    ("P.x", f"<p class=x>a<br>{A}<img>{A}</p>"),
    ("i[lang=en]", f"<b><i lang=en>{A}</b>{A}</i>"),
]
NOT_SELECTED = [
    (".x", f'<b class="X">{A}</b>'),
    (".x", f"<b class=xy>{A}</b>"),
    (".x", f"<b class=x></b>{A}"),
    (".x", f"<br class=x>{A}"),
    ("[data-x=1]", f"<p data-x=2>{A}</p>"),
    ("i.x", f"<b class=x>{A}</b>"),
]


@pytest.mark.parametrize(("skip", "markup"), SELECTED)
def test_skip_selects_elements_by_class_and_attribute(skip: str, markup: str) -> None:
    assert linkify_html(markup, PLAIN, skip=skip) == markup
    assert linkify_html(f"{markup}<p>{A}", PLAIN, skip=[skip, "h1"]).endswith(f'<p><a href="{A}">{A}</a>')


@pytest.mark.parametrize(("skip", "markup"), NOT_SELECTED)
def test_skip_selects_no_other_elements(skip: str, markup: str) -> None:
    assert linkify_html(markup, PLAIN, skip=skip) == linkify_html(markup, PLAIN) != markup


@pytest.mark.parametrize("skip", ["", "#a", "a b", ".a.b", "*", "[a", "a>b", ["b", 3]])
def test_other_selectors_are_refused(skip: Any) -> None:
    with pytest.raises(ValueError, match="skip takes selectors"):
        linkify_html("<p>", PLAIN, skip=skip)


def test_a_text_shortened_for_the_eye_replaces_the_pieces_of_its_link() -> None:
    policy = Policy(rel=None, show="without-scheme", copy="whole")
    linked = linkify_html(f"<p>{A}/<wbr>b</p>", policy)
    assert linked == f'<p><a href="{A}/b"><span class="invisible">http://</span>a.example/b</a><wbr></p>'


def test_the_options_are_those_of_the_finder() -> None:
    assert linkify_html("<p>a.example", PLAIN, kinds={"domain"}) == '<p><a href="http://a.example">a.example</a>'
    with pytest.raises(TypeError):
        linkify_html("<p>", kind="domain")  # type: ignore[call-arg]


def test_the_policy_decides() -> None:
    markup = "<p>http://a.example/long/path?b&amp;c ftp://b.example javascript:x"
    shown = linkify_html(markup, Policy(schemes={"http"}, show="without-scheme", max_text_length=16, target="_blank"))
    link = '<a href="http://a.example/long/path?b&amp;c" rel="nofollow" target="_blank">a.exampl…ath?b&amp;c</a>'
    assert shown == f"<p>{link} ftp://b.example javascript:x"


def test_another_text_of_a_link_replaces_its_first_piece() -> None:
    linked = linkify_html(f"{A}/<wbr>b <b>c</b>", Policy(rel=None, show="without-scheme"))
    assert linked == f'<a href="{A}/b">a.example/b</a><wbr> <b>c</b>'


def test_the_callback_gets_only_would_be_links() -> None:
    asked = []

    def callback(link: Link) -> Link | None:
        asked.append(link.href)
        return link._replace(text="<b>", attributes={"title": '"<'}) if link.href.startswith("http:") else None

    made = Linker(policy=Policy(callback=callback)).linkify_html(f"<a>{A}</a><code>{A}</code><p>{A} ftp://b.example")
    assert asked == [A, "ftp://b.example"]
    link = f'<a href="{A}" title="&quot;&lt;">&lt;b&gt;</a>'
    assert made == f"<a>{A}</a><code>{A}</code><p>{link} ftp://b.example"


def test_any_character_may_be_in_the_markup() -> None:
    markup = f"\ud800\ud8010\ud800 {A}\x00 \udc00 <p>\ud83d{A}"
    link = f'<a href="{A}">{A}</a>'
    assert linkify_html(markup, PLAIN) == f"\ud800\ud8010\ud800 {link}\x00 \udc00 <p>\ud83d{link}"
    assert linkify_html(f"<b \ud800=\udc00><\ud800>{A}", PLAIN) == f"<b \ud800=\udc00><\ud800>{link}"
    assert linkify_html(f"{A}\udce9 <p>{A}\ud800b", PLAIN) == f"{link}\udce9 <p>{link}\ud800b"
    every_sign = "".join(map(chr, [*range(0xE000, 0xF900), *range(0xF0000, 0xFFFFE), *range(0x100000, 0x10FFFE)]))
    assert linkify_html(f"{every_sign}<b>{A}") == f"{every_sign}<b>{A}"


FORGED = "".join(
    f"{sign}{number}{sign}{A} " for sign in ("&#xE000;", "&#57344", "&#X00e000;", "\ue000") for number in (0, 1, 2, 9)
)


@pytest.mark.parametrize(
    "markup", [f"<script>{A}</script>{FORGED}", f"{FORGED}<a>{A}</a>", f"<b title='{FORGED}'><code>{A}"]
)
def test_no_markup_forges_an_insertion_point(markup: str) -> None:
    linked = linkify_html(markup, OURS)
    assert page(linked) == page(markup)
    assert not re.search("<(script|a|code)>[^<]*<a", linked)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "turbohtml", None)
    with pytest.raises(ImportError, match=r"pip install 'linksift\[html\]'"):
        linkify_html("<p>")


NAMES = """
    a a a b i p p div table table tbody tr td th caption colgroup ul li h1 pre code em nobr font button svg math
    foreignObject title mi template script style textarea xmp noscript iframe form dl dt dd ruby rt br img hr
    body html head object marquee x-y
"""
"""Without `select`, whose content model changed after html5lib, and `frameset`, where html5lib drops white space."""

TAGS = st.builds(
    "<{}{}{}>".format,
    st.sampled_from(["", "", "/"]),
    st.sampled_from(NAMES.split()),
    st.sampled_from(["", " b='>c'", "/"]),
)
WORDS = [
    A,
    B,
    "http://a.example/b_(c)",
    "www.a.example",
    "joe@b.example",
    "http://\u4f8b.example/\u4f8b",
    "&lt;",
    "&gt;",
    "&amp",
    "&ltc",
    "&copy",
    "&nGt;",
    "&#38;",
    "&#x3c",
    "&nix;",
    "&",
    "<",
    "< ",
    "</ ",
    "</>",
    ">",
    " ",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    ".",
    ",",
    "(",
    ")",
    "'",
    '"',
    "**",
    "\x00",
    "\ud800",
    "\ud8001\ud800",
    "&#xd800;1&#xd800;",
    "<!--",
    "-->",
    "<!-- c -->",
    "<![CDATA[",
    "]]>",
    "<?",
    "<!doctype html>",
    "&lt;http://a.example/\n b&gt;",
    "s",
    "0",
    "-",
    "\u4f8b",
    "\u0301",
]
PARTS = [
    "http:",
    "//",
    "www",
    ".",
    "ww",
    "w.",
    "@",
    "joe",
    "a.example",
    "://",
    ":",
    "&colon;",
    "&#58;",
    "&lt;",
    "<b>",
    "</b>",
    "<!--x-->",
    "<wbr>",
    "<code>",
    "</code>",
]
MARKUP = st.lists(TAGS | st.sampled_from(WORDS) | st.text(max_size=3)).map("".join)


@given(MARKUP)
def test_nothing_changes_except_for_the_links(markup: str) -> None:
    linked = linkify_html(markup, OURS)
    assert page(linked) == page(markup)
    assert fragment(linked) == fragment(markup)


@given(MARKUP)
def test_the_source_stays_as_it_is(markup: str) -> None:
    linked = linkify_html(markup, OURS)
    assert re.sub(r'<a href="[^"]*" data-ours="">((?:(?!</a>).)*)</a>', r"\1", linked, flags=re.DOTALL) == markup


@given(MARKUP | st.lists(TAGS | st.sampled_from([*PARTS, " "]), max_size=30).map("".join))
def test_a_block_without_a_link_may_be_passed_over(markup: str) -> None:
    markup = re.sub(r"\r\n?", "\n", markup)  # as `insert_links` does: the tokenizer counts its lines so
    finder = Finder(kinds=["uri", "suffix", "email", "domain"])

    def found(may_hold_link: Callable[[str], bool]) -> list[tuple[Match, list[Piece]]]:
        return [
            (match, pieces(markup, run, match.start, match.end))
            for run in text_runs(markup, may_hold_link)
            for match in find_over_seams(finder, run.text, run.seams)
        ]

    assert found(link_filter(finder)) == found(lambda _: True)


def test_a_letter_after_a_line_break_is_not_part_of_an_address() -> None:
    linked = linkify_html("<p>2001:db8::7<br>next, 192.0.2.1<br>next</p>", PLAIN, kinds={"ip"})
    assert linked.count("<a href=") == 2


@given(MARKUP)
def test_no_link_in_a_link_or_a_skipped_element(markup: str) -> None:
    root = html5lib.parse(linkify_html(markup, OURS), namespaceHTMLElements=False)
    for name in SKIPPED_ELEMENTS:
        for element in root.iter(name):
            assert not [link for link in element.iter("a") if "data-ours" in link.attrib and link is not element]


@given(MARKUP)
def test_linking_twice_is_the_same_as_once(markup: str) -> None:
    once = linkify_html(markup)
    assume(
        ":<a " not in once
    )  # `http://a.b:http://c.example`: a colon refuses the first host, and before a tag it ends it
    assert linkify_html(once) == once


def test_an_unfinished_end_tag_is_not_part_of_a_link() -> None:
    """The text `</` would begin a comment before `</a>`, and the link would never end."""
    (match,) = Finder("uts58").find("http://a.example/</")
    assert match.text.endswith("</")
    written = linkify_html("http://a.example/</", Policy(rel=None), profile="uts58")
    assert written == '<a href="http://a.example/">http://a.example/</a></'


SHAPES = [
    "http://a.example ",
    "<b>http://a.example",
    "<a>http://a.example",
    "<p><b>http://a.example",
    "<table>http://a.example",
    "<a><p>http://a.example",
    "<table><tr><td>http://a.example",
    "<svg>http://a.example",
    "&amp;http://a.example ",
    "&ampa",
    "</p>http://a.example",
    "<",
    "<!--",
    "\r\nhttp://a.example",
    "&lt;http://a.example",
    "<font><p>www.a.example",
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.clock
def test_work_grows_with_the_input(shape: str) -> None:
    linkify_html(shape)  # so that lazy imports do not count
    assert_lines_grow_with_the_input(linkify_html, "", shape, "", 50)
    assert_time_grows_with_the_input(linkify_html, "", shape, "", 200)


@pytest.mark.clock
def test_each_link_with_a_tag_inside_takes_the_same_time() -> None:
    """A copy of the rest of the map for each match shows only in a page of many links."""
    assert_time_grows_with_the_input(linkify_html, "", "http://a.example/<i>c</i> ", "", 1_500)


def test_links_of_a_uri_with_many_tags_inside_repeat_it_only_so_often() -> None:
    few, many = (f"http://a.example/{'b<i>' * count}" for count in (700, 800))
    assert linkify_html(few, PLAIN).count("<a ") == 700
    assert linkify_html(f"{many}<p>{A}", PLAIN) == f'{many}<p><a href="{A}">{A}</a>'


REFERENCES = ["&amp;", "&", "&ampx", "&lt;", "&#x26;", "&#38", "&notit;", "&NotEqualTilde;"]
WITHOUT_TAGS = st.lists(st.sampled_from([*REFERENCES, "a", " ", '"', "'", "\r\n", A, "www.b.example/?c&amp;d"]))


@given(WITHOUT_TAGS)
def test_text_without_tags_stays_as_it_is_but_for_its_links(pieces: list[str]) -> None:
    """It needs no parser, and a parser gives the same: here a tag at the end makes it necessary."""
    markup = "".join(pieces)
    linked = linkify_html(markup, PLAIN)
    assert linked + "<b>" == linkify_html(markup + "<b>", PLAIN)
    assert re.sub("<a [^>]*>|</a>", "", linked) == markup
