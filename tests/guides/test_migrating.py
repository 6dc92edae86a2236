"""The pages about linkify-it-py, URLExtract and w3lib say what these and linksift really do, row by row."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

import pytest

import linksift
from linksift import Finder, Reference, parse
from tests.integrations.migrating import PAGES, Row, code, rows

Span = tuple[int, int, str]
"""A link by its start, its end and where it leads."""

DIFFERENCES = {page: rows(page, "What differs") for page in ("linkify-it.md", "urlextract.md")}
FINDERS = {
    "linkify-it.md": Finder(kinds={"uri", "suffix", "email", "domain"}),
    "urlextract.md": Finder(kinds={"uri", "suffix", "domain"}),
}
"""The finders that the pages compare with."""
CANONICAL = rows("w3lib.md", "`canonicalize_url` and `normalize`")
SAFE = rows("w3lib.md", "`safe_url_string` and `clean`")


def drawn(text: str, links: Iterable[Span]) -> str:
    """A text with its links as the pages draw them.

    >>> drawn("see a.example.", [(4, 13, "http://a.example")])
    'see ⟪a.example → http://a.example⟫.'
    """
    pieces, end = [], 0
    for start, stop, href in links:
        inner = text[start:stop]
        pieces += [text[end:start], f"⟪{inner}⟫" if inner == href else f"⟪{inner} → {href}⟫"]
        end = stop
    return "".join([*pieces, text[end:]])


def ours(text: str, finder: Finder) -> str:
    found = finder.find(text)
    return drawn(text, [(match.start, match.end, match.uri) for match in found])


def id_of(row: Row) -> str:
    return row.text[:40]


def test_the_tables_are_not_empty() -> None:
    assert {page for page, found in DIFFERENCES.items() if len(found) > 15} == set(DIFFERENCES)
    assert len(SAME) > 8
    assert min(len(CANONICAL), len(SAFE)) > 5


@pytest.mark.parametrize(("page", "row"), [(page, row) for page, found in DIFFERENCES.items() for row in found])
def test_linksift(page: str, row: Row) -> None:
    assert ours(row.text, FINDERS[page]) == row.ours != row.theirs


@pytest.mark.parametrize("row", DIFFERENCES["linkify-it.md"], ids=id_of)
def test_linkify_it(row: Row) -> None:
    linkify_it = pytest.importorskip("linkify_it", reason="compares with linkify-it-py, which is not installed")
    found = linkify_it.LinkifyIt().match(row.text) or []
    assert drawn(row.text, [(match.index, match.last_index, match.url) for match in found]) == row.theirs


@pytest.fixture(scope="module")
def url_extractor() -> Any:
    module = pytest.importorskip("urlextract", reason="compares with URLExtract, which is not installed")
    return module.URLExtract()


@pytest.mark.parametrize("row", DIFFERENCES["urlextract.md"], ids=id_of)
def test_urlextract(row: Row, url_extractor: Any) -> None:
    found = url_extractor.find_urls(row.text, get_indices=True)
    assert drawn(row.text, [(start, end, url) for url, (start, end) in found]) == row.theirs


# ---- w3lib -----------------------------------------------------------------------------------------------------------

EXAMPLE = "http://example.com/do?id=200&tag=a"
SAME = re.findall(r"^\| (`\w+\(.*`) \| (`.*`) \|$", (PAGES / "w3lib.md").read_text(encoding="utf-8"), re.MULTILINE)
"""The rows of expressions that give the same."""


@pytest.mark.parametrize(("theirs", "instead"), SAME)
def test_w3libs_functions(theirs: str, instead: str) -> None:
    w3lib = pytest.importorskip("w3lib.url", reason="compares with w3lib, which is not installed")
    names = {"u": EXAMPLE, "linksift": linksift, "parse": parse, "Reference": Reference, "PurePosixPath": PurePosixPath}
    assert eval(code(instead), names) == eval(code(theirs), {**vars(w3lib), "u": EXAMPLE})


@pytest.mark.parametrize("row", CANONICAL, ids=id_of)
def test_canonicalize_url(row: Row) -> None:
    assert str(parse(row.text).normalize()) == row.ours
    assert (row.ours == row.theirs) == (row.why == "equal")
    w3lib = pytest.importorskip("w3lib.url", reason="compares with w3lib, which is not installed")
    assert w3lib.canonicalize_url(row.text, keep_fragments=False) == row.theirs


@pytest.mark.parametrize("row", SAFE, ids=id_of)
def test_safe_url_string(row: Row) -> None:
    assert linksift.clean(row.text).uri == row.ours
    assert (row.ours == row.theirs) == (row.why == "equal")
    w3lib = pytest.importorskip("w3lib.url", reason="compares with w3lib, which is not installed")
    assert w3lib.safe_url_string(row.text) == row.theirs
