"""Markdown: the references and text of documents, and their spans, in real, mutated and hostile documents."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.documents.document_model import Context, Limits, Locator, Piece, Problem, StatedReference, Text
from linksift.documents.format_detection import reader_of
from linksift.documents.markdown.markdown_file import read
from linksift.finding import Finder
from tests.growth import assert_time_grows_with_the_input


def context(**fields: Any) -> Context:
    """A context for a file by itself."""
    return Context(None, None, Limits(), Locator(), lambda file, context: iter(()))._replace(**fields)


def pieces(source: str, **fields: Any) -> list[Piece]:
    """The pieces of a text."""
    return list(read(BytesIO(source.encode("utf-8", "surrogatepass")), context(**fields)))


def stated(source: str) -> list[StatedReference]:
    """The references that a text states."""
    return [piece for piece in pieces(source) if isinstance(piece, StatedReference)]


def found(source: str, **fields: Any) -> list[str]:
    """The URIs that are found in the text itself."""
    [text] = [piece for piece in pieces(source, **fields) if isinstance(piece, Text)]
    return [match.uri for match in Finder("document").find(text.text, text.skip)]


STATED = [
    ("[a](b)", [("link", "b", "a")]),
    ('[a](b "c")', [("link", "b", "a")]),
    ("[a](<b c> 'd')", [("link", "b c", "a")]),
    ("[a](b(c)d)", [("link", "b(c)d", "a")]),
    ("[a](b\n  (c))", [("link", "b", "a")]),
    (r"[a](b\_c\d&amp;e)", [("link", r"b_c\d&e", "a")]),
    ("[a]()", []),
    ("[a] (b)", []),
    ("[a](b c)", []),
    (r"\[a](b)", []),
    ("![a](b)", [("image", "b", "a")]),
    ("[![a](b)](c)", [("image", "b", "a"), ("link", "c", "a")]),
    ("[![a](b) d](c)", [("image", "b", "a"), ("link", "c", "d")]),
    ("[a [b](c)](d)", [("link", "c", "b")]),
    ("![a [b](c)](d)", [("link", "c", "b"), ("image", "d", "a b")]),
    ("[a](b)[c](d)", [("link", "b", "a"), ("link", "d", "c")]),
    ("[*a*\n `b` c](d)", [("link", "d", "a b c")]),
    ("[a]: b\n[c d]:\n <e>\n 'f'", [("definition", "b", "a"), ("definition", "e", "c d")]),
    ("[a]: b c", []),
    ("x\n[a]: b", []),
    ("[a]: b\n\n[[a]](c)", [("definition", "b", "a")]),
    ("[b]: c\n\n[a [b]](d) [a [x]](d)", [("definition", "c", "b"), ("link", "d", "a [x]")]),
    ("`[a](b)` [c](d)", [("link", "d", "c")]),
    ("``[a](b)` [c](d)", [("link", "b", "a"), ("link", "d", "c")]),
    ("[a`](b)`", []),
    ("```\n[a](b)\n```\n[c](d)", [("link", "d", "c")]),
    ("~~~ x\n[a](b)\n\n```\n", []),
    ("    [a](b)", []),
    ("x\n    [a](b)", [("link", "b", "a")]),
    ("- a\n\n      [b](c)\n\n    [d](e)", [("link", "e", "d")]),
    ("- a\n\n  [b](c)", [("link", "c", "b")]),
    ("1.\t[a](b)\n\n\t[c](d)", [("link", "b", "a"), ("link", "d", "c")]),
    ("> [a\n> b](c)", [("link", "c", "a b")]),
    ("> [a\nb](c)", [("link", "c", "a b")]),
    ("> ```\n[a](b)", [("link", "b", "a")]),
    ("[a\n\nb](c)", []),
    ("# [a](b) #\n[c\n# d](e)", [("link", "b", "a")]),
    ("[a](b)\n---\n[c](d)", [("link", "b", "a"), ("link", "d", "c")]),
    ("<http://a.example/[b](c)>", []),
    ("<a href='b'>[c](d)</a>", [("a href", "b", None), ("link", "d", "c")]),
    ("<p align=x>\n<img src=a>\n[b](c)\n\n[d](e)", [("img src", "a", None), ("link", "e", "d")]),
    ("> <div>\n> <img\n> src=a>", [("img src", "a", None)]),
    ("<!-- [a](b)\n\n<img src=c> --> [d](e)", []),
    ("x <!-- [a](b) --> [c](d)", [("link", "d", "c")]),
    ("<script>\n\n[a](b) '<img src=c>'\n</script>", []),
    ("| [a](b) | ![c](d) |\n|---|---|\n| [e](f) |", [("link", "b", "a"), ("image", "d", "c"), ("link", "f", "e")]),
]


@pytest.mark.parametrize(("source", "expected"), STATED)
def test_destinations_are_stated(source: str, expected: list[tuple[str, str, str | None]]) -> None:
    assert [(one.stated_by, one.reference, one.link_text) for one in stated(source)] == expected


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("source", [source for source, expected in STATED if expected])
def test_spans_are_of_the_destination_in_the_source(source: str, line_end: str) -> None:
    source = source.replace("\n", line_end)
    for one in stated(source):
        assert one.source is not None
        assert one.source.text == source
        assert source[one.start : one.end].replace("\\_", "_").replace("&amp;", "&") == one.reference


SAID = [
    ("http://a.example [http://b.example](http://c.example)", ["http://a.example", "http://b.example"]),
    ("<http://a.example/b>, <joe@a.example>", ["http://a.example/b", "mailto:joe@a.example"]),
    ("**http://a.example**", ["http://a.example"]),
    ("[a]: http://a.example\n\n[b](<http://b.example>)", []),
    ("<img src=http://a.example alt='http://b.example'> http://c.example", ["http://c.example"]),
    (
        "<p>\nhttp://a.example <b>http://b.example</b>\n<!-- http://c.example -->",
        ["http://a.example", "http://b.example"],
    ),
    ("x <!-- http://a.example --> http://b.example", ["http://b.example"]),
    ("<style>\na{b:url(http://a.example)}\n</style>", []),
]


@pytest.mark.parametrize(("source", "expected"), SAID)
def test_stated_links_are_not_found_again(source: str, expected: list[str]) -> None:
    assert found(source) == expected


CODE = [
    "`http://a.example`",
    "```sh\nhttp://a.example\n```",
    "> ~~~\n> http://a.example",
    "    http://a.example",
    "- a\n\n      http://a.example",
]


@pytest.mark.parametrize("source", CODE)
def test_code_is_not_searched_on_request(source: str) -> None:
    source += "\n\nhttp://b.example"
    assert found(source) == ["http://a.example", "http://b.example"]
    assert found(source, skip_code=True) == ["http://b.example"]


ESCAPED = [
    (r"http://a.example/b\_c d", "http://a.example/b_c", r"http://a.example/b\_c"),
    (r"http://a.example/\*c\*", "http://a.example/*c*", None),
    (r"http://a.example/b\*\*\*\*c", "http://a.example/b****c", None),
    ("http://a.example/?b=1&amp;c=2", "http://a.example/?b=1&c=2", None),
    ("http://a.example/?b&#38;c&#x26;d", "http://a.example/?b&c&d", None),
    ("> a\r\n> http://a.example/?b&amp;c\n> d", "http://a.example/?b&c", "http://a.example/?b&amp;c"),
    (r"\<http://a.example/b\>", "http://a.example/b", "http://a.example/b"),
    (r"\# &lt;http://a.example/b\_&gt;", "http://a.example/b_", r"http://a.example/b\_"),
    (r"[\_a](b\_c) http://a.example/\_d", "http://a.example/_d", r"http://a.example/\_d"),
    ("<p>\nhttp://a.example/?b&amp;c</p>", "http://a.example/?b&c", "http://a.example/?b&amp;c"),
    ("<a title='&amp;'>http://a.example/?b&amp;c</a>", "http://a.example/?b&c", "http://a.example/?b&amp;c"),
    ("`\\_ http://a.example/?b&amp;c`", "http://a.example/?b&amp;c", "http://a.example/?b&amp;c"),
    ("    \\_ http://a.example/?b&amp;c", "http://a.example/?b&amp;c", "http://a.example/?b&amp;c"),
    ("> ``\n> &amp;\n> http://a.example/?b&amp;c`` &amp;", "http://a.example/?b&amp;c", "http://a.example/?b&amp;c"),
]


@pytest.mark.parametrize(("source", "uri", "written"), ESCAPED)
def test_escapes_are_decoded_and_mapped_to_the_source(source: str, uri: str, written: str | None) -> None:
    [text] = [piece for piece in pieces(source) if isinstance(piece, Text)]
    [match] = Finder("document").find(text.text, text.skip)
    assert match.uri == uri
    assert source[text.origin(match.start) : text.origin_of_end(match.end)] == (written or source)


def test_skipped_spans_are_right_after_escapes() -> None:
    source = r"\*\_&amp;[http://a.example/b\_c](http://b.example/d\_e&amp;f) `http://c.example`"
    [text] = [piece for piece in pieces(source, skip_code=True) if isinstance(piece, Text)]
    assert [text.text[start:end] for start, end in text.skip] == [r"http://b.example/d\_e&amp;f", "`http://c.example`"]
    assert found(source, skip_code=True) == ["http://a.example/b_c"]


def test_the_text_is_the_source() -> None:
    [text] = pieces("\ufeffa\r\nb")
    assert isinstance(text, Text)
    assert text.text == text.source.text == "a\r\nb"


def test_the_beginning_of_a_file_over_the_limit_is_read() -> None:
    link, _, problem = pieces("[a](b) c", limits=Limits(size=6))
    assert isinstance(link, StatedReference)
    assert isinstance(problem, Problem)
    assert "6 octets" in problem.message


@pytest.mark.parametrize(
    ("name", "expected"), [("a.md", True), ("a.markdown", True), ("a.mkd", True), ("md", False), ("a.txt", False)]
)
def test_only_the_name_tells(name: str, expected: bool) -> None:
    reader = reader_of(b"[a](b)", name)
    assert (reader is not None and reader.kind == "Markdown") is expected


# ---- Compared with markdown-it-py ------------------------------------------------------------------------------------


def judged(source: str) -> tuple[Counter[str], set[str]]:
    """The destinations that markdown-it-py finds: of links and images, and of definitions."""
    markdown = pytest.importorskip("markdown_it").MarkdownIt("commonmark")
    markdown.validateLink = lambda url: True
    markdown.normalizeLink = lambda url: url
    environment: dict[str, Any] = {}
    todo, links = list(markdown.parse(source, environment)), Counter[str]()
    while todo:
        token = todo.pop()
        todo += token.children or ()
        if token.markup != "autolink":
            links.update(token.attrs[name] for name in ("href", "src") if name in token.attrs)
    definitions = {definition["href"] for definition in environment.get("references", {}).values()}
    return Counter({href: count for href, count in links.items() if href and href not in definitions}), definitions - {
        ""
    }


def ours(source: str) -> tuple[Counter[str], set[str]]:
    """The same from our reader."""
    result = stated(source)
    definitions = {one.reference for one in result if one.stated_by == "definition"}
    links = [one.reference for one in result if one.stated_by in ("link", "image") and one.reference not in definitions]
    return Counter(links), definitions


def documents() -> list[str]:
    """Markdown of this machine's packages."""
    roots = [Path(path) for path in sys.path if path.endswith("site-packages")]
    paths = [path for root in roots for path in sorted(root.rglob("*.md")) if path.stat().st_size < 100_000]
    found = [path.read_text(encoding="utf-8") for path in paths[:30]]
    return found or pytest.skip("needs Markdown in site-packages, where there is none")


def test_destinations_of_real_documents_are_those_of_markdown_it() -> None:
    for source in documents():
        assert ours(source) == judged(source)


def test_destinations_of_other_peoples_documents_are_those_of_markdown_it(shared: Path) -> None:
    corpus = sorted((shared / "eval" / "real" / "markdown").glob("*.txt"))
    assert corpus
    for path in corpus:
        source = path.read_text(encoding="utf-8")
        assert ours(source) == judged(source), path.name


# markdown-it-py departs from CommonMark for a definition before an indented line and a backslash before a space or line
# end, so indentation and backslashes are not drawn here.
FRAGMENTS = """[ ] ( ) ![ ]( a b \\s \\n \\n\\n >\\s -\\s 1.\\s ` `` ```\\n ~~~\\n < <a> <p> </p> <!-- --> " ' <http://x>
    [b] [] [a] (/v) (<w\\sw>) \\s"t" &amp; # #\\s ---\\n ===\\n * <img\\ssrc=x> (x\\s't') 2)\\s \\r\\n <div\\n | _"""
WORDS = [word.replace("\\s", " ").replace("\\n", "\n").replace("\\r", "\r") for word in FRAGMENTS.split()]

sources = st.lists(st.sampled_from(WORDS), max_size=25).map("".join)


@given(sources)
def test_destinations_of_any_markdown_are_those_of_markdown_it(source: str) -> None:
    source = "[a]: /u\n\n" + source
    assert ours(source) == judged(source)


@given(sources)
def test_references_do_not_depend_on_the_line_ends(source: str) -> None:
    """Lines that end with LF share a span; those that end with CR LF do not."""
    source = source.replace("\r", "")
    windows = stated(source.replace("\n", "\r\n"))
    assert [one[:2] for one in windows] == [one[:2] for one in stated(source)]
    assert [one.link_text for one in windows] == [one.link_text for one in stated(source)]


@given(sources)
def test_a_link_in_the_most_common_form_is_like_any_other(source: str) -> None:
    """Such a link is matched whole; with an escape in its text, it is not."""
    plain, escaped = (stated(source.replace("[b]", f"[b{mark}](/w)")) for mark in ("!", "\\!"))
    assert [one.reference for one in plain] == [one.reference for one in escaped]


# ---- Hostile text ----------------------------------------------------------------------------------------------------


def assert_spans(source: str) -> None:
    """All spans are in the source."""
    for piece in pieces(source, skip_code=True):
        if isinstance(piece, StatedReference):
            assert 0 <= piece.start < piece.end <= len(source)
        elif isinstance(piece, Text):
            assert all(0 <= start <= end <= len(piece.text) for start, end in piece.skip)
            origins = [piece.origin(offset) for offset in range(len(piece.text))]
            assert origins == sorted(origins)
            assert all(0 <= origin < len(source) for origin in origins)


@given(st.one_of(sources, st.text(max_size=60)))
def test_any_str_is_read(source: str) -> None:
    assert_spans(source.replace("\ufeff", ""))


def mutations(source: str, seed: int) -> Iterator[str]:
    """A document, cut and overwritten here and there."""
    draw = random.Random(seed)
    for _ in range(8):
        place, length = draw.randrange(len(source) + 1), draw.randrange(200)
        yield source[:place] + draw.choice(["", "[", "`", "<", "\n> ", "\0", "\ud800"]) + source[place + length :]


def test_mutated_documents_are_read() -> None:
    for seed, document in enumerate(documents()[:20]):
        for source in mutations(document[:10_000], seed):
            assert any(isinstance(piece, Text) for piece in pieces(source))


HOSTILE = ["[", "![](", "[](", "`", "`a", "``a`", "<", "<a ", "<a b='", '<a b="', "<!--", "<?", "<!A", "<![CDATA[", "]"]
HOSTILE += [
    "[a]",
    "[a](b)",
    "[a]: b\n",
    '[a]: b "\n',
    ">",
    "> a\n",
    "- ",
    "- a\n",
    " - a\n",
    "* * ",
    "-",
    "#",
    "\\",
    "\n",
]
HOSTILE += ["\t", "(", "[a](b 'c", '[a](b "', "[a](<b\\>", "    a\n", "```\n", "<p>\n", "<a@", "1. a\n", "][", "[a][b]"]
HOSTILE += ["<a b=\" c='", "_\t", "![a![", "\\_", "&amp;", "`\\_` ", "&", "<div>\n\n"]


@pytest.mark.parametrize("before", ["", "[a]: b\n\n", "> ", "[", "[a](b '"])
@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.clock
def test_work_grows_linearly(before: str, hostile: str) -> None:
    assert_time_grows_with_the_input(
        lambda source: pieces(source, skip_code=True), before, hostile, "", 2_000 // len(hostile)
    )
