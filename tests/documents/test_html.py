"""HTML: what pages state and say, and where, on real, mutated and hostile markup."""

import random
import sys
import tracemalloc
import warnings
from collections.abc import Iterator
from html import escape
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.documents.document_model import (
    Account,
    Context,
    Limits,
    Locator,
    Piece,
    Problem,
    Source,
    StatedReference,
    Text,
)
from linksift.documents.html.character_references import references_in_attribute, with_texts
from linksift.documents.html.page_reader import read, read_text
from linksift.documents.html.page_text import LONGEST_MAP, TextBlock
from linksift.documents.html.tag_reader import MOST_ATTRIBUTES, Tag, tag_at
from linksift.documents.html.tokenizer import Characters, Dialect, tokens
from linksift.documents.links_from_pieces import extract_links
from linksift.documents.recognizers import is_html
from linksift.documents.text_files.text_encoding import markup_of
from linksift.finding import Finder, find, link_filter
from tests.growth import assert_time_grows_with_the_input

PAGE = Dialect(html=True, xml=False)


def context(**fields: Any) -> Context:
    """A context for a file by itself."""
    return Context(None, None, Limits(), Locator(), lambda file, context: iter(()))._replace(**fields)


def pieces(markup: str, base: str | None = None, **fields: Any) -> list[Piece]:
    """What there is in markup."""
    return list(read_text(markup, context(**fields), Locator(), base))


def stated(markup: str, base: str | None = "http://p.example/") -> list[StatedReference]:
    """The references that markup states; `base` is the URI that it came by."""
    return [piece for piece in pieces(markup, base) if isinstance(piece, StatedReference)]


def texts(markup: str, **fields: Any) -> list[Text]:
    """The texts in markup."""
    return [piece for piece in pieces(markup, **fields) if isinstance(piece, Text)]


# ---- Stated references -----------------------------------------------------------------------------------------------

STATED = [
    ('<a href="b?c&amp;d">', [("a href", "b?c&d")]),
    ("<A HREF=b>", [("a href", "b")]),
    ("<a href='b' href='c'>", [("a href", "b")]),
    ("<a href=?a=1&copy=2&lt=3>", [("a href", "?a=1&copy=2&lt=3")]),
    ('<a href=" b\n">', [("a href", "b")]),
    ('<a href="">', []),
    ("<a href>", []),
    ("</a href=b>", []),
    ("<a title=href=b>", []),
    ('<a ping="b  c" href=d>', [("a ping", "b"), ("a ping", "c"), ("a href", "d")]),
    (
        '<a ping=" b?c&amp;d  e&#32;f&eacute;">',
        [("a ping", "b?c&d"), ("a ping", "e"), ("a ping", "f\N{LATIN SMALL LETTER E WITH ACUTE}")],
    ),
    ("<img srcset='b?c&amp;d 1x, e 2x'>", [("img srcset", "b?c&d"), ("img srcset", "e")]),
    ("<p style='a:url(b?c&amp;d) url(&quot;e&quot;)'>", [("p style", "b?c&d"), ("p style", "e")]),
    ("<meta http-equiv=refresh content='5; url=a?b&amp;c'>", [("meta refresh", "a?b&c")]),
    ("<img src=a srcset='b 1x, c,d 2x,e'>", [("img src", "a")] + [("img srcset", r) for r in ("b", "c,d", "e")]),
    ("<source srcset='a b(c,d) 1x,e,, f'>", [("source srcset", "a"), ("source srcset", "e"), ("source srcset", "f")]),
    ("<link rel=preload imagesrcset='a 1x'>", [("link imagesrcset", "a")]),
    ("<blockquote cite=a><q cite=b><p cite=c>", [("blockquote cite", "a"), ("q cite", "b")]),
    ("<form action=a><button formaction=b>", [("form action", "a"), ("button formaction", "b")]),
    ("<video poster=a src=b>", [("video poster", "a"), ("video src", "b")]),
    ("<body background=a><object data=b>", [("body background", "a"), ("object data", "b")]),
    ("<html manifest=a><img longdesc=b>", [("html manifest", "a"), ("img longdesc", "b")]),
    ("<div itemid=a>", [("div itemid", "a")]),
    ("<svg><use xlink:href='#a'/></svg>", [("use xlink:href", "#a")]),
    ("<map><area href=a alt=b>", [("area href", "a")]),
    ("<meta http-equiv=Refresh content='5; url=a'>", [("meta refresh", "a")]),
    ("<meta http-equiv=refresh content=\"0;URL = 'a b'\">", [("meta refresh", "a b")]),
    ("<meta http-equiv=refresh content=5>", []),
    ("<meta property=og:image content=http://a.example/b>", [("meta og:image", "http://a.example/b")]),
    ("<meta name=description content='see http://a.example/b'>", []),
    ("<p style=\"background: url('a') , URL( b )\">", [("p style", "a"), ("p style", "b")]),
    ("<style>a{b:url(c)} @import 'd';</style>", [("style url", "c"), ("style url", "d")]),
    ("<style>/* url(a) */ @namespace b url(c); d{e:'/*\\'url(f)' url(g*/h)} /*url(i)</style>", [("style url", "g*/h")]),
    ("<!-- <a href=b> --><a href=c>", [("a href", "c")]),
    ("<!--><a href=b>", [("a href", "b")]),
    ("<!--[if mso]><a href=b><![endif]-->", []),
    ("<!--[if IE]><a href=b><![endif]-->", []),
    ("<![if !mso]><a href=b><![endif]>", [("a href", "b")]),
    ("<script>'<a href=b>'</script><a href=c>", [("a href", "c")]),
    ("<script><!--<script></script><a href=b></script><a href=c>", [("a href", "c")]),
    ("<title><a href=b></title>", []),
    ("<textarea><a href=b></textarea>", []),
    ("<noscript><img src=a></noscript>", [("img src", "a")]),
    ("<svg><title><a href=b></a></title></svg>", [("a href", "b")]),
    ("<svg><![CDATA[<a href=b>]]></svg>", []),
    ("<![CDATA[<a href=b>]]>", []),
    ("<a href='b", []),
    ('<?xml version="1.0"?><feed><link href="a"/><title/><link href="b"/></feed>', [("link href", r) for r in "ab"]),
    ("<rss><enclosure url='a'/><x url='b'/></rss>", [("enclosure url", "a")]),
    ("<img data-src=http://a.example/b data-c=d>", [("img data-src", "http://a.example/b")]),
    ("<img data-srcset='a 1x, b 2x'>", [("img data-srcset", "a"), ("img data-srcset", "b")]),
    ("<input value=http://a.example/b><input value='see http://c.example'>", [("input value", "http://a.example/b")]),
    ("<param name=movie value=http://a.example/b><li value=http://c>", [("param value", "http://a.example/b")]),
    ("<p data-a='see http://b.example' DATA-C=' http://d.example '>", [("p data-c", "http://d.example")]),
    ("<opml><outline xmlUrl=a htmlUrl=b></opml>", [("outline xmlurl", "a"), ("outline htmlurl", "b")]),
]


@pytest.mark.parametrize(("markup", "expected"), STATED)
def test_attributes_that_hold_references_are_stated(markup: str, expected: list[tuple[str, str]]) -> None:
    assert [(one.stated_by, one.reference) for one in stated(markup)] == expected


def test_encoded_addresses_are_stated_decoded() -> None:
    """Also without a base, and in no attribute that holds anything else."""
    markup = "<i data-cfemail=2a40454f6a4b044f524b475a464f><b data-cfemail=2a40><b DATA-CFEMAIL='006a4061' title=c>"
    page = f"<!doctype html><p>{'No links. ' * 99}{markup}[email protected]".encode()
    assert [one.reference for one in stated(markup)] == ["mailto:joe@a.example", "mailto:j@a"]
    assert [found.match.uri for found in linksift.read(page)] == ["mailto:joe@a.example", "mailto:j@a"]


def test_uris_for_scripts_are_stated_among_links_and_alone() -> None:
    markup = "<i data-a=http://b.example><b data-c='d: e' data-f=\"https&#58;//g.example\"><u data-h=http:>"
    page = f"<!doctype html><p>{'No links. ' * 99}{markup}".encode()
    assert [found.match.uri for found in linksift.read(page)] == ["http://b.example", "https://g.example"]


def attribute_value(markup: str, start: int, end: int) -> str:
    """The value of an attribute in a span of the markup, with its character references decoded."""
    return with_texts(markup, start, end, references_in_attribute(markup, start, end))


@pytest.mark.parametrize(
    ("style", "references"),
    [
        (r"a{b:url('//c\3f d\3d\26') url(e\)\20 f)}", ["//c?d=&", "e) f"]),
        ("a{b:url('c\\\nd\\'e')} @import 'f\\0';", ["cd'e", "f\ufffd"]),
    ],
)
def test_escapes_in_styles_are_undone(style: str, references: list[str]) -> None:
    assert [one.reference for one in stated(f"<style>{style}</style>")] == references


@pytest.mark.parametrize("markup", [markup for markup, expected in STATED if expected])
def test_spans_are_of_the_value_in_the_source(markup: str) -> None:
    for one in stated(markup):
        assert one.source is not None
        written = attribute_value(markup, one.start, one.end)
        assert one.source.text == markup
        assert written.strip() == one.reference


SHOWN = [
    ("<a href=b> c \n <b>d</b>e </a>", "c de"),
    ("<a href=b>c<br>d<p>e</a>", "c d e"),
    ("<a href=b>&lt;c&gt;</a>", "<c>"),
    ("<a href=b><img alt='c d' src=e></a>", "c d"),
    ("<a href=b> <img alt=c><img alt=d></a>", "c d"),
    ("<a href=b>c<img alt=d>e</a>", "c e"),
    ("<a href=b></a>", None),
    ("<a href=b>c", "c"),
    ("<a href=b>c<a name=d>e</a>", "c"),
    ("<a href=b><script>c</script>d</a>", "d"),
]


@pytest.mark.parametrize(("markup", "expected"), SHOWN)
def test_a_link_has_its_text(markup: str, expected: str | None) -> None:
    assert [one.link_text for one in stated(markup) if one.stated_by == "a href"] == [expected]


def test_the_text_of_a_link_is_bounded() -> None:
    assert len(stated("<a href=b>" + "c" * 100_000)[0].link_text or "") < 1_000


BASES = [
    ("<a href=x>", "http://a.example/b", "http://a.example/b"),
    ("<base href=/c/><a href=x>", "http://a.example/b", "http://a.example/c/"),
    ("<base href=http://d.example/><base href=/c/><a href=x>", None, "http://d.example/"),
    ("<a href=x><base target=_top><base href=http://d.example/>", "http://a.example/", "http://d.example/"),
    ("<base href=c/><a href=http:x>", None, None),
    ("<base href='data:,a'><a href=x>", "http://a.example/", "http://a.example/"),
    ("<base href='http://[/'><a href=x>", "http://a.example/", "http://a.example/"),
    ("<base href='\\c d\\'><a href=x>", "http://a.example/", "http://a.example/c%20d/"),
    ("<!-- <base href=/c/> --><a href=x>", "http://a.example/", "http://a.example/"),
    ("<script>'<base href=/c/>'</script><a href=x>", "http://a.example/", "http://a.example/"),
]


@pytest.mark.parametrize(("markup", "base", "expected"), BASES)
def test_rfc3986_5_1_1_the_first_base_applies_to_all(markup: str, base: str | None, expected: str | None) -> None:
    assert {one.base for one in stated(markup, base) if one.stated_by == "a href"} == {expected}


def test_a_base_is_resolved_against_the_uri_of_the_page() -> None:
    [own] = stated("<base href=c/>", "http://a.example/b/")
    assert (own.stated_by, own.reference, own.base) == ("base href", "c/", "http://a.example/b/")


@given(st.text(max_size=30), st.one_of(st.none(), st.text(max_size=10)))
def test_any_base_is_survived(href: str, base: str | None) -> None:
    quoted = href.replace('"', "")
    assert any(one.stated_by == "a href" for one in stated(f'<base href="{quoted}"><a href=http:x>', base))


def test_a_reference_that_leads_nowhere_is_not_stated() -> None:
    assert [one.reference for one in stated("<a href='b'>c</a> <img src=http://a.example/ alt=d>", None)] == [
        "http://a.example/"
    ]
    assert [one.reference for one in stated("<a href='#b'>c</a><img src=d><area href=#e>")] == ["d"]


# ---- Running text ----------------------------------------------------------------------------------------------------

SAID = [
    ("a<b>b</b>c", ["abc"]),
    ("http://a.exam<wbr>ple/<span>b</span>", ["http://a.example/b"]),
    ("a<p>b<div>c</div>d", ["a", "b", "c", "d"]),
    ("<td>a</td><td>b</td>", ["a", "b"]),
    ("a<br>  b", ["a\nb"]),
    ("a\r\nb", ["a  b"]),
    ("<pre>a\r\n b</pre>", ["a\n b"]),
    ("<textarea>a\nb &amp; <c></textarea>", ["a\nb & <c>"]),
    ("a&shy;b &lt;c&gt; &#x26; &ampd &nix; &", ["a\xadb <c> & &d &nix; &"]),
    ("a<script>b</script><style>c</style><template>d</template><iframe>e</iframe>f", ["a", "f"]),
    ("<title>a &amp; b</title>c", ["a & b", "c"]),
    ('<p href=#a">b<p title="c">d', ["b", "d"]),
    ("a<img src=b>c", ["a", "c"]),
    ("<a href=b>http://c.example</a><a href=d>e</a>", ["http://c.example", "e"]),
    ("<a href=b>c</a><a href=d>e</a>", ["ce"]),
    ("<a href=b>http://c.example</a>/d", ["http://c.example", "/d"]),
    ("see (<a href=b>http://c.example</a>) ", ["see (http://c.example) "]),
    ("&lt;<a href=b>http://c.example</a>&gt;", ["<http://c.example>"]),
    ("http://c.example<sup>1</sup>", ["http://c.example", "1"]),
    ("<label>a</label><b>b</b><label>c</label>d.example", ["abc", "d.example"]),
    ("<span>a</span><span>http://c.example</span>", ["a", "http://c.example"]),
    ("a<code>b.example</code>c", ["a", "b.examplec"]),
    ("a < b <3 </", ["a < b <3 </"]),
    ("<svg>a</svg><code><svg><b></b><![CDATA[", ["a"]),
    ("a<!-- b -->c<?d?>e</ f>g", ["aceg"]),
    ("a<b c", ["a"]),
    ("<xmp><a>&amp;</xmp>", ["<a>&amp;"]),
    ("<plaintext><a></plaintext>", ["<a></plaintext>"]),
    ("<rss><link>http://a.example</link><guid>http://a.example</guid></rss>", ["http://a.example"] * 2),
    ("<rss><![CDATA[<a href='http://a.example'>]]></rss>", ["<a href='http://a.example'>"]),
    (" \n ", []),
    ("", []),
]


@pytest.mark.parametrize(("markup", "expected"), SAID)
def test_running_text_comes_block_by_block(markup: str, expected: list[str]) -> None:
    assert [text.text for text in texts(markup)] == expected


def test_code_is_not_searched_on_request() -> None:
    markup = "http://a.example <code>http://b.example</code> <pre>http://c.example</pre><kbd>http://d.example</kbd>"
    links = [[m.uri for text in texts(markup, skip_code=skip) for m in find(text.text)] for skip in (False, True)]
    left = [m.uri for text in texts(markup, skip_code=True) for m in Finder().find(text.text, text.skip)]
    assert [len(found) for found in links] == [4, 4]
    assert left == ["http://a.example"]


def assert_maps_to_source(text: Text, markup: str) -> None:
    """Every character of a text is in the markup, or came from something longer there, or from a line break."""
    assert list(text.offsets) == sorted(set(text.offsets))
    assert list(text.source_offsets) == sorted(text.source_offsets)
    assert text.offsets[0] == 0
    for offset, character in enumerate(text.text):
        origin, after = text.origin(offset), text.origin(offset + 1)
        assert 0 <= origin < after <= len(markup)
        written = markup[origin]
        assert character == written or written in "&<\r\n\f" or markup[text.origin(offset - 1)] == "&"


@pytest.mark.parametrize("markup", [markup for markup, _ in SAID])
def test_every_character_of_a_text_maps_to_the_source(markup: str) -> None:
    for text in texts(markup):
        assert_maps_to_source(text, markup)


def test_a_map_ends_where_its_last_character_did() -> None:
    [text] = texts("a&amp;<!-- -->")
    assert (text.text, text.origin(1), text.origin(2)) == ("a&", 1, 6)


# ---- Encodings -------------------------------------------------------------------------------------------------------

ENCODED = [
    (b"caf\xc3\xa9", "café"),
    (b"caf\xe9", "café"),
    (b"\xef\xbb\xbfcaf\xc3\xa9", "café"),
    ("\ufeffcafé".encode("utf-16-le"), "café"),
    ("\ufeffcafé".encode("utf-16-be"), "café"),
    (b"<meta charset=koi8-r>\xc1", "<meta charset=koi8-r>а"),
    (b"<meta content='text/html; charset=Shift_JIS'>\x82\xa0", "<meta content='text/html; charset=Shift_JIS'>あ"),
    (b"<?xml version='1.0' encoding='ISO-8859-2'?>\xb1", "<?xml version='1.0' encoding='ISO-8859-2'?>ą"),
    (b"<meta charset=utf-16>caf\xc3\xa9", "<meta charset=utf-16>café"),
    (b"<meta charset=utf-7>+ADw-a+AD4-", "<meta charset=utf-7>+ADw-a+AD4-"),
    (b"<meta charset=zip>a", "<meta charset=zip>a"),
    (b"<meta charset=utf-8>\xff", "<meta charset=utf-8>\ufffd"),
]


@pytest.mark.parametrize(("octets", "expected"), ENCODED)
def test_html_13_2_3_encodings(octets: bytes, expected: str) -> None:
    assert markup_of(octets) == expected


@given(
    st.binary(max_size=200), st.sampled_from([b"", b"<meta charset=gbk>", b"<meta charset=iso-2022-jp>", b"\xff\xfe"])
)
def test_any_octets_are_read(octets: bytes, before: bytes) -> None:
    for piece in read(BytesIO(before + octets), context()):
        assert isinstance(piece, (Text, StatedReference))


# ---- Files -----------------------------------------------------------------------------------------------------------

KNOWN = [
    (b"<!DOCTYPE html>", "", True),
    (b"\xef\xbb\xbf\n<!-- a\n --><?b?>\n<html lang=en>", "", True),
    ("\ufeff<html>".encode("utf-16-le"), "", True),
    (b"<?xml version='1.0'?><svg>", "", True),
    (b"<?xml version='1.0'?><rss>", "", False),
    (b"hello", "a.htm", True),
    (b"hello", "a.svg", True),
    (b"<p>hello", "", False),
    (b"<h1>hello", "readme.md", False),
    (b"<!-- a", "", False),
    (b"see <html>", "", False),
    (b"", "", False),
]


@pytest.mark.parametrize(("head", "name", "expected"), KNOWN)
def test_pages_are_recognized(head: bytes, name: str, expected: bool) -> None:
    assert is_html(head, name) is expected


def test_the_beginning_of_a_file_over_the_limit_is_read() -> None:
    *_, text, problem = read(BytesIO(b"<a href=b>" + b"c" * 100), context(limits=Limits(size=20)))
    assert isinstance(text, Text)
    assert text.text == "c" * 10
    assert isinstance(problem, Problem)
    assert "20 octets" in problem.message


# ---- Compared with html5lib ------------------------------------------------------------------------------------------

FRAGMENTS = """< </ > a b\\s / = " ' \\s \\n <!-- --> --!> <! <? script <script> </script> <title> </title> </title
    <style> </style\\s & &amp; &amp &copy &notit; &#65; &#x80 &#0; &#xD800; &#1114112; href= <a\\shref=" x=y - ! <p>
    <textarea> </textarea/> <!doctype T &not= &lt;b <plaintext> <b\\sc é &# &#x &; &ampx; &fjlig; ]]> <![CDATA[
    <xmp> </xmp>"""
WORDS = [word.replace("\\s", " ").replace("\\n", "\n") for word in FRAGMENTS.split()]

markups = st.lists(st.sampled_from(WORDS), max_size=25).map("".join)


def judged(markup: str) -> tuple[list[tuple[str, dict[str, str]]], str]:
    """The tags and the text that html5lib's tokenizer finds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tokenizer = pytest.importorskip("html5lib._tokenizer").HTMLTokenizer(markup)
    tags: list[tuple[str, dict[str, str]]] = []
    said: list[str] = []
    states = {"title": "rcdata", "textarea": "rcdata", "script": "scriptData", "plaintext": "plaintext"}
    states |= dict.fromkeys(("style", "xmp", "iframe"), "rawtext")
    for token in tokenizer:
        if token["type"] == 3:
            tags.append((token["name"], dict(token["data"])))
            if token["name"] in states:
                tokenizer.state = getattr(tokenizer, states[token["name"]] + "State")
        elif token["type"] == 4:
            tags.append(("/" + token["name"], {}))
        elif token["type"] in (1, 2):
            said.append(token["data"])
    return tags, "".join(said)


def ours(markup: str) -> tuple[list[tuple[str, dict[str, str]]], str]:
    """The same from our tokenizer."""
    tags: list[tuple[str, dict[str, str]]] = []
    block = TextBlock(Source(markup), Locator())
    for token in tokens(markup, PAGE):
        if isinstance(token, Characters):
            block.add_characters(token.start, token.end, raw=token.raw, kept=True)
        elif token.closes:
            tags.append(("/" + token.name, {}))
        else:
            values = {name: attribute_value(markup, *span) for name, span in token.attributes.items()}
            tags.append((token.name, values))
    return tags, "".join(block.pieces)


@given(markups)
def test_html_13_2_5_tags_attributes_and_text_are_those_of_html5lib(markup: str) -> None:
    assert ours(markup) == judged(markup)


def pages() -> list[Path]:
    """Some of the pages on this machine."""
    roots = [Path("/usr/share/doc"), *(Path(path) for path in sys.path if path.endswith("site-packages"))]
    paths = (path for root in roots for path in sorted(root.rglob("*.html")) if path.is_file())
    found = list(islice((path for path in paths if path.stat().st_size < 200_000), 25))
    return found or pytest.skip("needs pages in /usr/share/doc or site-packages, where there are none")


def links_elsewhere(references: list[str]) -> list[str]:
    """The references that lead out of their page, sorted."""
    return sorted(one for one in references if one and not one.startswith("#"))


def test_links_and_images_of_real_pages_are_those_of_html5lib() -> None:
    html5lib = pytest.importorskip("html5lib")
    for page in pages():
        markup = markup_of(page.read_bytes())
        tree = html5lib.parse(markup, namespaceHTMLElements=False)
        wanted = [
            e.get(a).strip() for e in tree.iter() for t, a in (("a", "href"), ("img", "src")) if e.tag == t and e.get(a)
        ]
        result = [one.reference for one in stated(markup) if one.stated_by in ("a href", "img src")]
        assert links_elsewhere(result) == links_elsewhere(wanted), page


# ---- Blocks without a link ---

LINKS = r"""
    :// : / . @ www. ww w. ftp http https://a.example/b joe@a.example mailto: a.example &colon; &#58; &lt; ( ) Share a
    <b> </b> <i\sclass='c:d'> <span\stitle='http://x.example'> </span> <wbr> <br> <p> </p> <td> </td> <code> </code>
    <pre> </pre> <a\shref=u> <a\shref=http://u.example> </a> <a\shref='#u'> <img\ssrc=u\salt='a\sb'> <svg> </svg> <sup>
    <script> </script> <template> </template> <!-- --> <label> <pre> </pre> <kbd> </kbd> &#30; \s \s \n
"""
LINK_WORDS = [word.replace("\\s", " ").replace("\\n", "\n") for word in LINKS.split()]


@given(st.lists(st.sampled_from(LINK_WORDS), max_size=30).map("".join), st.sampled_from([None, "http://p.example/"]))
def test_a_block_without_a_link_may_be_passed_over(markup: str, base: str | None) -> None:
    finder = Finder("document", kinds=["uri", "suffix", "email", "domain"])
    every, some = (
        [
            (found.match, found.match.notes, found.link_text, found.location)
            for link in extract_links(pieces(markup, base, may_hold_link=may_hold_link), finder, None, lambda _: None)
            for found in [link.found]
        ]
        for may_hold_link in (lambda _: True, link_filter(finder))
    )
    assert every == some


# ---- Hostile markup --------------------------------------------------------------------------------------------------


@given(markups)
def test_on_any_markup_spans_are_in_the_source_and_texts_map_to_it(markup: str) -> None:
    for piece in pieces(markup, "http://a.example/"):
        if isinstance(piece, Text):
            assert_maps_to_source(piece, markup)
        elif isinstance(piece, StatedReference):
            assert piece.reference
            assert 0 <= piece.start < piece.end <= len(markup)


@given(st.text(max_size=100))
def test_any_str_is_read(markup: str) -> None:
    for text in texts(markup):
        assert_maps_to_source(text, markup)


def mutations(octets: bytes, seed: int) -> Iterator[bytes]:
    """A page, cut, doubled and overwritten here and there."""
    draw = random.Random(seed)
    for _ in range(8):
        place, length = draw.randrange(len(octets) + 1), draw.randrange(200)
        middle = draw.choice([b"", b"<", b'"', b"\0", b"<!--", b"&#", b"<script>", draw.randbytes(5)])
        yield octets[:place] + middle + octets[place + length :]


def test_mutated_pages_are_read() -> None:
    for seed, page in enumerate(pages()):
        for octets in mutations(page.read_bytes()[:20_000], seed):
            markup = markup_of(octets)
            for text in texts(markup):
                assert_maps_to_source(text, markup)


HOSTILE = [
    "<!",
    "<![",
    '<a x="',
    "<a ",
    "<!--",
    "</a ",
    "&#9",
    "<![CDATA[",
    "<script></scrip",
    "<?",
    "<a a='",
    "<a href=x>",
]
HOSTILE += [
    "<title>",
    "<svg><title>",
    "<b>",
    "<p>",
    "&amp",
    "<base ",
    "<pre>\r\n",
    "<style>url(",
    "<style>url('a",
    "<code>",
]
HOSTILE += [
    "<img srcset='a(",
    "<script><!--<script>",
    "<a =",
    "<a\n",
    "-->",
    " ",
    "\n",
    "a",
    "<br>",
    "</",
    "<template>",
]


@pytest.mark.parametrize("before", ["", "<img srcset='", "<style>", "<a "])
@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.clock
def test_work_grows_linearly(before: str, hostile: str) -> None:
    assert_time_grows_with_the_input(
        lambda markup: pieces(markup, "http://a.example/"), before, hostile, "", 2_000 // len(hostile)
    )


LEAN = [
    ("", "<a href=http://a.example/>x</a>", ""),
    ("<a ping='", "xy ", "'>x</a>"),
    ("<a href=b>", "<b>x</b>", "</a>"),
    ("", "&amp;", ""),
    ("<img alt='", "xy ", "' srcset='" + "b, " * 100 + "'>"),
]


@pytest.mark.parametrize(("before", "hostile", "after"), LEAN)
def test_memory_stays_below_ten_times_the_input(before: str, hostile: str, after: str) -> None:
    markup = before + hostile * (300_000 // len(hostile)) + after
    assert peak_of(markup) < 10 * len(markup)


def test_the_number_of_attributes_is_limited() -> None:
    names = [f"a{number}" for number in range(MOST_ATTRIBUTES + 100)]
    (tag,) = tokens(f"<a {' '.join(names)}>", PAGE)
    assert isinstance(tag, Tag)
    assert list(tag.attributes) == names[:MOST_ATTRIBUTES]


@pytest.mark.parametrize("value", ['"http://a.example"', "http://a.example"])
def test_no_number_of_attributes_hides_a_link(value: str) -> None:
    names = "".join(f' a{number}="b"' for number in range(MOST_ATTRIBUTES + 100))
    (tag,) = tokens(f"<a{names} href={value}>", PAGE)
    assert isinstance(tag, Tag)
    assert "href" in tag.attributes


def test_a_long_block_ends_before_a_link() -> None:
    result = texts("<a href=b>x</a>" * 50_000)
    assert max(len(text.offsets) for text in result) <= LONGEST_MAP + 2
    assert len(texts("<b>x</b>" * 50_000)) == 1


def peak_of(markup: str) -> int:
    """The most octets that reading markup takes."""
    tracemalloc.start()
    try:
        for _ in read_text(markup, context(), Locator(), None):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_numbers_of_any_length_are_survived() -> None:
    assert [text.text for text in texts(f"&#{'9' * 5_000};&#x{'f' * 5_000};&#{'0' * 5_000}65;")] == ["\ufffd\ufffdA"]


@given(
    st.lists(
        st.sampled_from(["<a", "</", "b", " ", "\n", 'c="d"', "c='d'", "C", "=", '"', "/", ">", "<", 'c="<e>"', "&"])
    )
)
def test_a_regular_tag_is_read_as_any_other(parts: list[str]) -> None:
    markup = "".join(parts)
    for token in tokens(markup, Dialect(html=True, xml=False)):
        if isinstance(token, Tag):
            assert tag_at(markup, token.start) == token


# ---- Pages in frames -------------------------------------------------------------------------------------------------


def in_frame(markup: str) -> str:
    """A page whose frame shows another page."""
    return f'<body>\n<iframe width=9 srcdoc="{escape(markup)}"></iframe>'


def test_the_page_in_a_frame_is_read_and_located_in_the_outer_page() -> None:
    inner = "<a href='b?c&amp;d'>here</a><p>http://a.ex<b>ample/e</b>?f&amp;g." + in_frame(
        "<img src='http://a.example/h'>"
    )
    page = in_frame(inner)
    found = list(linksift.read(page.encode(), base="http://a.example/"))
    assert [(one.match.uri, one.link_text) for one in found] == [
        ("http://a.example/b?c&d", "here"),
        ("http://a.example/e?f&g", None),
        ("http://a.example/h", None),
    ]
    assert [page[one.location.start : one.location.end] for one in found] == [
        "b?c&amp;amp;d",
        "http://a.ex&lt;b&gt;ample/e&lt;/b&gt;?f&amp;amp;g",
        "http://a.example/h",
    ]
    assert {one.location.line for one in found} == {2, 3}


def test_a_page_without_tags_in_a_frame_is_read_to_its_end() -> None:
    (found,) = linksift.read(in_frame("see http://a.example/bcd").encode())
    assert found.match.uri == "http://a.example/bcd"


def test_pages_in_frames_are_followed_to_the_depth_limit() -> None:
    page = "<a href='http://a.example/'>b</a>"
    for _ in range(3):
        page = in_frame(page)
    problems: list[Problem] = []
    limits = Limits(depth=2)
    assert list(linksift.read(page.encode(), limits=limits, on_problem=problems.append)) == []
    assert [problem.message for problem in problems] == ["is nested more than 2 deep; deeper parts were not read"]
    assert len(list(linksift.read(page.encode(), limits=Limits(depth=3)))) == 1


def test_a_page_without_a_base_is_still_known_as_one_after_a_frame() -> None:
    account = Account()
    list(read_text("<a href=b>c</a><iframe srcdoc=d>", context(account=account), Locator(), None))
    assert account.lacks_base
