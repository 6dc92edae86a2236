"""Books in EPUB and Rich Text Format: samples that LibreOffice 7.4 saved, details by hand, mutated ones."""

import io
import zipfile
from pathlib import Path

import pytest

from linksift import read
from tests.documents.mutations import assert_links_or_a_message, mutated, with_mutated_members
from tests.growth import assert_forty_times_at_most

SAMPLES = Path(__file__).parents[1] / "samples" / "office"
BOOK, RICH_TEXT = (SAMPLES / f"libreoffice.{suffix}" for suffix in ("epub", "rtf"))
LINKS = {
    "http://a.example/stated?x=1&y=2": "the manual",
    "mailto:jo@a.example": "write",
    "http://a.example/text_b": None,
}


def found(document: Path | bytes) -> dict[str, str | None]:
    """The URIs with their link texts."""
    return {one.match.uri: one.link_text for one in read(document)}


@pytest.mark.parametrize("sample", [BOOK, RICH_TEXT], ids=["epub", "rtf"])
def test_what_libreoffice_saved(sample: Path) -> None:
    assert found(sample) == LINKS
    assert found(sample.read_bytes()) == LINKS


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


@pytest.mark.parametrize(
    ("rich_text", "uris"),
    [
        (rb"{\rtf1 http://a.exam{\b ple/b}\par c}", ["http://a.example/b"]),
        (rb"{\rtf1 http://a.example\par /b}", ["http://a.example"]),
        (rb"{\rtf1\ansicpg1251 http://a.example/\'ef}", ["http://a.example/%D0%BF"]),
        (rb"{\rtf1\uc1 http://a.example/\u960?x}", ["http://a.example/%CF%80x"]),
        (rb"{\rtf1\uc0 http://a.example/\u-10179 \u-8704 x}", ["http://a.example/%F0%9F%98%80x"]),
        (rb"{\rtf1{\*\unknown http://a.example/}{\pict http://b.example/}}", []),
        (rb"{\rtf1{\footnote http://a.example/}}", ["http://a.example/"]),
        (rb"{\rtf1\bin9 {{{{{{{{{ http://a.example/}", ["http://a.example/"]),
        (
            rb'{\rtf1{\field{\*\fldinst{HYPERLINK "http://a.example/"}}{\fldrslt{here}}}}',
            ["http://a.example/"],
        ),
        (rb"{\rtf1 http://a.example/b\_c\~d}", ["http://a.example/b-c"]),
    ],
)
def test_rich_text(rich_text: bytes, uris: list[str]) -> None:
    assert list(found(rich_text)) == uris


@pytest.mark.parametrize(
    "piece", [b"{", rb"{\field{\*\fldinst{HYPERLINK a}}{\fldrslt b", rb"\u960?", b"\\'", rb"\bin-1 "]
)
def test_work_grows_like_the_file(piece: bytes) -> None:
    small, large = (rb"{\rtf1 " + piece * (size // len(piece)) for size in (5_000, 80_000))
    assert_forty_times_at_most(found, small, large)


@pytest.mark.parametrize("seed", range(100))
def test_mutated_files(seed: int) -> None:
    tokens = [
        b"{",
        b"}",
        rb"\bin99",
        rb"\u-1",
        rb"\'",
        rb"\*",
        rb"\fldinst",
        rb"\fldrslt ",
        rb"\uc99999",
        rb"\ansicpg0",
    ]
    assert_links_or_a_message(mutated(RICH_TEXT.read_bytes(), seed, tokens), "a.rtf")
    assert_links_or_a_message(mutated(BOOK.read_bytes(), seed, [b"PK\1\2", b"PK\3\4"]), "a.epub")
    assert_links_or_a_message(with_mutated_members(BOOK.read_bytes(), seed, [b"<a href=", b"]]>", b"\xff"]), "a.epub")
