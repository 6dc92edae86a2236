"""Where text goes on: `read`, `linkify_html` and the drop-in for bleach find the same URIs in the text of a page."""

import doctest
import re
import sys
from collections.abc import Callable
from html import unescape
from itertools import groupby, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift import Policy, linkify_html, read, text_across_tags
from linksift.finding import Finder
from linksift.integrations.bleach import Linker

pytest.importorskip("turbohtml", reason="the HTML5 parser of the extra 'html' is not installed")

C = "http://c.example/"
FINDER = Finder()


def test_examples() -> None:
    assert doctest.testmod(text_across_tags).failed == 0


CASES = [
    # links
    (f'<a href="/n">More</a>{C}', [C]),
    (f'{C}x<a href="/d">next</a>', [f"{C}x"]),
    (f'{C}x</b><a href="/d">next</a>', [f"{C}x"]),
    (f"(<a name=p></a>{C}x)", [f"{C}x"]),
    # labels, footnote marks, quotations
    (f"<label>URL</label><span>{C}</span>", [C]),
    (f"{C}<sup>1</sup>", [C]),
    (f"{C}x<sub>2</sub>", [f"{C}x"]),
    (f"see<q>{C}</q>and", [C]),
    # blocks, cells, controls, line breaks
    (f"<table><tr><td>a</td><td>{C}</td><td>b</td></table>", [C]),
    (f"{C}<button>Go</button>", [C]),
    (f"{C}<input>b", [C]),
    (f"{C}<br>b", [C]),
    (f"{C}<p>b", [C]),
    (f"{C}<script>s</script>'/b", [C]),
    # buttons, and other elements side by side
    (f"<span>{C}</span><span>Share</span>", [C]),
    (f"<span>{C}</span><b><i>Share</i></b>", [C]),
    (f"<span>URL</span><span>{C}</span>", [C]),
    (f"<span>{C}</span><span>{C}b</span>", [C, f"{C}b"]),
    (f"<span>{C}</span><span>b/c.html</span>", [f"{C}b/c.html"]),
    ("<span>http://</span><span>c.example</span><span>/Share</span>", ["http://c.example/Share"]),
    # a word
    ("http://c.exa<wbr>mple/b", [f"{C}b"]),
    ("http://c.exa<b>mpl</b>e/b", [f"{C}b"]),
    (f"{C}<!-- a -->b", [f"{C}b"]),
    (f"{C}<i>name</i>/b", [f"{C}name/b"]),
    # an element of code
    (f"<samp>{C}</samp>s", [C]),
    (f"<samp>{C}</samp>\uc744", [C]),
    (f"<samp>{C}</samp><i>name</i><samp>/b</samp>", [f"{C}name/b"]),
    ("<samp><b>http</b><i>://</i><b>c.example</b><i>/Share</i></samp>", ["http://c.example/Share"]),
    ("<samp>http://</samp><i>c.example</i>", ["http://c.example"]),
    ("forme<samp>joe@c.example</samp>", ["mailto:joe@c.example"]),
    # delimiters over tags
    (f"&lt;<b>{C}</b>&gt;", [C]),
    (f"(<b>{C}</b>)", [C]),
]


def in_text(markup: str) -> list[str]:
    """The URIs that `read` finds in the text of a page."""
    page = ("<!doctype html><meta charset=utf-8>" + markup).encode("utf-8", "replace")
    return [found.match.uri for found in read(page, finder=FINDER) if found.match.kind != "stated"]


def collected(link: Callable[[str], str], markup: str) -> list[str]:
    """The URIs of the links that a linkifier adds. A URI with tags in it has several links, one after the other."""
    added = re.findall(r'<a href="([^"]*)" data-ours="[^"]*">', link(markup))
    return [unescape(uri) for uri in added]


def by_linkify_html(markup: str) -> list[str]:
    """The URIs that `linkify_html` links."""
    return collected(lambda text: linkify_html(text, OURS), markup)


def by_bleach(markup: str) -> list[str]:
    """The URIs that the drop-in for bleach links."""
    linker = Linker(
        [lambda attributes, new: {**attributes, (None, "data-ours"): ""} if new else attributes], finder=FINDER
    )
    return collected(linker.linkify, markup)


OURS = Policy(rel=None, attributes={"data-ours": ""})


def one_after_the_other(uris: list[str]) -> list[str]:
    """URIs without those that repeat the one before."""
    return [uri for uri, _ in groupby(uris)]


@pytest.mark.parametrize(("markup", "expected"), CASES)
def test_all_ways_find_the_same(markup: str, expected: list[str]) -> None:
    assert in_text(f"<p>{markup}") == expected
    assert one_after_the_other(by_linkify_html(f"<p>{markup}")) == expected
    assert one_after_the_other(by_bleach(f"<p>{markup}")) == expected


DOUBTFUL = [
    (f"<span>{C}</span><span>Share</span>", C, f"{C}Share"),
    (f"<span>{C}</span><span>share</span>", f"{C}share", C),
    (f"<code>{C}</code>s", C, f"{C}s"),
]


@pytest.mark.parametrize(("markup", "likelier", "other"), DOUBTFUL)
def test_where_it_is_in_doubt_the_other_reading_is_an_alternative(markup: str, likelier: str, other: str) -> None:
    (found,) = read(f"<!doctype html><p>{markup}".encode())
    assert found.match.uri == likelier
    assert other in [alternative.uri for alternative in found.match.alternatives]


INLINE = "a b i span label sup q samp code wbr"
PARTS = [
    *(f"<{name}>" for name in INLINE.split()),
    *(f"</{name}>" for name in INLINE.split()),
    *("<p>", "<td>", "<br>", "<hr>", "<!-- c -->", "<script>s</script>"),
    *(C, "http://", "c.example", "www.d.example", "joe@d.example", "/b", "Share", "next", "URL", "1"),
    *(" ", ".", ",", "(", ")", "&lt;", "&gt;", "&amp;", "\uc744", "'"),
]


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_read_and_linkify_html_find_the_same(markup: str) -> None:
    """Links are compared by what `linkify_html` searches: it links nothing in links, code and outside of cells."""
    assert searched(markup) == in_text(markup)


def searched(markup: str) -> list[str]:
    """The URIs that `linkify_html` finds, linked or not."""
    from linksift.linking.html_text_runs import text_runs
    from linksift.text_across_tags import find_over_seams

    return [match.uri for run in text_runs(markup, bool) for match in find_over_seams(FINDER, run.text, run.seams)]


SEARCHED_BY_READ_ALONE = re.compile(r"(?is)<(title|textarea|script|style|noscript|svg)\b.*?</\1\s*>")
"""What the two ways search differently, as docs/linking.md says: elements whose text one of them does not search."""


def pages() -> list[Path]:
    """Some of the pages with URIs on this machine."""
    roots = [Path("/usr/share/doc"), *(Path(path) for path in sys.path if path.endswith("site-packages"))]
    paths = (path for root in roots for path in sorted(root.rglob("*.html")) if path.is_file())
    found = list(islice((path for path in paths if b"http" in path.read_bytes()[:200_000]), 25))
    return found or pytest.skip("needs pages in /usr/share/doc or site-packages, where there are none")


def test_read_and_linkify_html_find_the_same_in_real_pages() -> None:
    for page in pages():
        markup = page.read_text(encoding="utf-8", errors="replace")[:200_000]
        markup = re.sub(r"\s*\n\s*", " ", SEARCHED_BY_READ_ALONE.sub("", markup))  # a line break is a space
        assert searched(markup) == in_text(markup), page
