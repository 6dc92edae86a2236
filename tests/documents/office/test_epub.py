"""Books in EPUB: a sample that LibreOffice 7.4 saved, details by hand, mutated ones."""

import io
import zipfile
from pathlib import Path

import pytest

from linksift import read
from tests.documents.mutations import assert_links_or_a_message, mutated, with_mutated_members

SAMPLES = Path(__file__).parents[1] / "samples" / "office"
BOOK = SAMPLES / "libreoffice.epub"
LINKS = {
    "http://a.example/stated?x=1&y=2": "the manual",
    "mailto:jo@a.example": "write",
    "http://a.example/text_b": None,
}


def found(document: Path | bytes) -> dict[str, str | None]:
    """The URIs with their link texts."""
    return {one.match.uri: one.link_text for one in read(document)}


def test_what_libreoffice_saved() -> None:
    assert found(BOOK) == LINKS
    assert found(BOOK.read_bytes()) == LINKS


def test_a_page_of_a_book_has_its_member() -> None:
    (*_, last) = read(BOOK)
    assert last.location.locator.member == "OEBPS/sections/section0001.xhtml"


def test_links_within_a_book_are_neither_links_nor_problems() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("mimetype", "application/epub+zip")
        package.writestr("a.xhtml", "<html><a href='b.xhtml'>b</a><a href='http://a.example/'>c</a></html>")
    problems: list[object] = []
    assert [one.match.uri for one in read(out.getvalue(), on_problem=problems.append)] == ["http://a.example/"]
    assert problems == []


def test_a_page_may_have_no_suffix() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("mimetype", "application/epub+zip")
        package.writestr("OEBPS/chapter1", "<html><a href='http://a.example/'>b</a></html>")
        package.writestr("OEBPS/picture", b"\x89PNG\r\n\x1a\n<a href='http://b.example/'>")
    assert list(found(out.getvalue())) == ["http://a.example/"]


@pytest.mark.parametrize("seed", range(100))
def test_mutated_files(seed: int) -> None:
    assert_links_or_a_message(mutated(BOOK.read_bytes(), seed, [b"PK\1\2", b"PK\3\4"]), "a.epub")
    assert_links_or_a_message(with_mutated_members(BOOK.read_bytes(), seed, [b"<a href=", b"]]>", b"\xff"]), "a.epub")
