"""PDFs made here, with all that can break a URL on a page (lines, columns, pages, hyphens), and broken ones."""

import io
import json
import sys
import zipfile
import zlib
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import linksift
from linksift.documents.document_model import Context, Limits, Locator, Piece, Problem, ReadError, StatedReference, Text
from linksift.documents.pdf import pdf_file
from linksift.documents.pdf.pdfium_pool import answer
from linksift.finding import Finder, find_in_typefaces
from tests.documents.pdf_forms import form, stream
from tests.documents.pdf_makers import column, endless, made, of_lines, too_large
from tests.growth import assert_forty_times_at_most

pytest.importorskip("pypdfium2", reason="PDFs are read with pypdfium2")

FINDER = Finder("document")
LONG = "https://www.example.org/projects/documentation/current/reference/guide-to-everything.html"
PROSE = "All of what follows has been typeset in lines that are about as wide as this one is here."


def pieces(document: bytes, **limits: Any) -> list[Piece]:
    """The pieces of a PDF."""

    def inner(file: object, context: Context) -> Iterator[Piece]:
        raise AssertionError("a PDF has no files in it")

    return list(pdf_file.read(io.BytesIO(document), Context(None, None, Limits(**limits), Locator(), inner)))


def texts(document: bytes) -> list[Text]:
    """The texts of a PDF, a page each."""
    return [piece for piece in pieces(document) if isinstance(piece, Text)]


def uris(document: bytes) -> list[tuple[int | None, str]]:
    """The URIs in the text of a PDF, each with its page."""
    return [
        (text.locator.page, match.uri)
        for text in texts(document)
        for match in find_in_typefaces(FINDER, text.text, text.typefaces or {}, text.skip)
    ]


# ---- URLs broken by the layout ---------------------------------------------------------------------------------------


def broken(uri: str, *, after: str, width: int = 60) -> list[str]:
    """A URI in lines, as LaTeX breaks it: after the last of some characters that fits."""
    lines = []
    while len(uri) > width:
        end = max(uri.rfind(character, 0, width) for character in after) + 1
        lines.append(uri[:end])
        uri = uri[end:]
    return [*lines, uri]


@pytest.mark.parametrize("after", ["/", "/.", "/-"])
def test_a_url_wrapped_as_latex_does_is_whole(after: str) -> None:
    first, *rest = broken(LONG, after=after)
    document = of_lines(PROSE, PROSE, f"This is to be found at {first}", *rest[:-1], f"{rest[-1]} and", PROSE, PROSE)
    assert uris(document) == [(1, LONG)]


def test_a_url_in_justified_lines_is_whole() -> None:
    def draw(page: Any) -> None:
        text = page.beginText(72, 720)
        text.setFont("Times-Roman", 11)
        first, second = broken(LONG, after="/", width=70)
        for line in (PROSE, f"See {first}", f"{second}, which is", PROSE):
            free = 430 - page.stringWidth(line, "Times-Roman", 11)
            text.setWordSpace(free / line.count(" ") if " " in line and free < 90 else 0)
            text.textLine(line)
        page.drawText(text)

    assert uris(made(draw)) == [(1, LONG)]


def test_a_hyphen_of_the_url_stays() -> None:
    document = of_lines(PROSE, "See https://www.example.org/projects/guide-to-", "everything.html for more.", PROSE)
    assert uris(document) == [(1, "https://www.example.org/projects/guide-to-everything.html")]


def test_a_typesetters_hyphen_is_dropped_if_words_are_broken_too() -> None:
    document = of_lines(
        "This is a para-",
        "graph of many sen-",
        "tences with https://www.example.org/docu-",
        "mentation.html in it.",
    )
    assert uris(document) == [(1, "https://www.example.org/documentation.html")]


def in_pieces(*lines: list[tuple[str, str]]) -> bytes:
    """A page with lines of pieces, each with its font; "Helvetica blue" is a font in a colour."""

    def draw(page: Any) -> None:
        for number, line in enumerate(lines):
            text = page.beginText(72, 720 - 12 * number)
            for piece, typeface in line:
                font, _, colour = typeface.partition(" ")
                text.setFont(font, 10)
                text.setFillColor(colour or "black")
                text.textOut(piece)
            page.drawText(text)

    return made(draw)


@pytest.mark.parametrize("typeface", ["Courier", "Times-Roman blue"])
def test_a_url_goes_on_in_its_typeface(typeface: str) -> None:
    document = in_pieces(
        [("It is all at ", "Times-Roman"), ("http://a.example/pots/", typeface)],
        [("Kettles", typeface), (" and in no book.", "Times-Roman")],
    )
    assert uris(document) == [(1, "http://a.example/pots/Kettles")]


def test_a_url_ends_with_its_typeface() -> None:
    first = "It is all at ", "Times-Roman"
    url, rest = ("http://a.example/pots/", "Courier"), ("samovar/museum for more", "Times-Roman")
    assert uris(in_pieces([first, url], [rest])) == [(1, "http://a.example/pots/")]
    page = ("samovar/museum.html for more", "Times-Roman")
    assert uris(in_pieces([first, (url[0], "Times-Roman")], [page])) == [
        (1, "http://a.example/pots/samovar/museum.html")
    ]


def test_the_rest_of_a_url_far_below_in_its_typeface_is_its_rest() -> None:
    def draw(page: Any) -> None:
        column(page, [PROSE, PROSE, PROSE])
        page.setFont("Courier", 10)
        page.drawString(72, 684, "http://a.example/pots/")
        page.drawString(72, 660, "Kettles")
        column(page, [PROSE, PROSE], top=648)

    assert uris(made(draw)) == [(1, "http://a.example/pots/Kettles")]


def test_a_gap_is_a_space_however_narrow() -> None:
    def draw(page: Any) -> None:
        page.setFont("Times-Roman", 10)
        page.drawString(72, 720, "http://a.example/b")
        page.drawString(72 + page.stringWidth("http://a.example/b", "Times-Roman", 10) + 1.5, 720, "(http://c.example)")

    assert texts(made(draw))[0].text == "http://a.example/b (http://c.example)"


def test_letters_set_apart_are_one_word() -> None:
    def draw(page: Any) -> None:
        page.drawString(72, 720, "http://a.example/b", charSpace=1.5)

    assert texts(made(draw))[0].text == "http://a.example/b"


@pytest.mark.parametrize("mark", ["2", "12", "*"])
def test_the_mark_of_a_note_is_no_part_of_a_url(mark: str) -> None:
    def draw(page: Any) -> None:
        text = page.beginText(72, 720)
        for piece, size, rise in (("See http://a.example/b", 10, 0), (mark, 7, 4), (" and the rest.", 10, 0)):
            text.setFont("Times-Roman", size)
            text.setRise(rise)
            text.textOut(piece)
        page.drawText(text)

    document = made(draw)
    assert texts(document)[0].text == f"See http://a.example/b {mark} and the rest."
    assert uris(document) == [(1, "http://a.example/b")]


def test_a_number_below_the_page_number_is_text() -> None:
    def draw(page: Any) -> None:
        column(page, [PROSE, "See http://a.example/q?id=", "7712."])
        column(page, ["1"], left=300, top=30)

    assert uris(made(draw)) == [(1, "http://a.example/q?id=7712")]


def test_the_mark_that_pdfium_puts_for_a_hyphen_is_a_hyphen_and_a_line_break() -> None:
    assert texts(of_lines("A para-", "graph of it."))[0].text == "A para-\ngraph of it."


LEFT = [
    "This column has text",
    "about a thing at",
    "https://example.org/a/",
    "long/path.html and it",
    "goes on down here.",
]
RIGHT = [
    "The other column is",
    "about other things at",
    "https://example.net/b/",
    "more/path.html while",
    "it ends down here.",
]


@pytest.mark.parametrize("order", ["columns", "lines"])
def test_columns_are_read_one_after_the_other(order: str) -> None:
    def draw(page: Any) -> None:
        if order == "columns":
            column(page, LEFT)
            column(page, RIGHT, left=320)
        for number, pair in enumerate(zip(LEFT, RIGHT, strict=True)):
            for line, left in zip(pair, (72, 320), strict=True):
                if order == "lines":
                    column(page, [line], left, 720 - 12 * number)

    document = made(draw)
    assert texts(document)[0].text.split("\n") == [*LEFT, *RIGHT]
    assert uris(document) == [(1, "https://example.org/a/long/path.html"), (1, "https://example.net/b/more/path.html")]


def test_a_title_above_columns_is_not_part_of_them() -> None:
    def draw(page: Any) -> None:
        column(page, ["A title that goes over both of the columns that there are on this page here"], top=760)
        for number, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
            column(page, [left], 72, 720 - 12 * number)
            column(page, [right], 320, 720 - 12 * number)

    assert texts(made(draw))[0].text.split("\n")[2:] == [*LEFT, *RIGHT]


def test_a_url_goes_on_over_pages_their_headers_and_their_numbers() -> None:
    def draw(page: Any) -> None:
        for number in range(1, 5):
            column(page, ["A Guide to Everything"], top=800)
            lines = [PROSE] * 20
            if number == 3:
                lines[0] = "guide/to/everything.html has it, and much more than this."
            if number == 2:
                lines[-1] = "All of this has been taken from https://www.example.org/projects/documentation/"
            column(page, lines)
            column(page, [str(number)], left=300, top=30)
            page.showPage()

    document = made(draw)
    assert uris(document) == [(2, "https://www.example.org/projects/documentation/guide/to/everything.html")]


def test_the_beginning_of_a_page_is_not_found_twice() -> None:
    def draw(page: Any) -> None:
        column(page, [PROSE, PROSE, "This is a text about http://a.example/b"])
        page.showPage()
        column(page, ["http://c.example/d is where it is from.", PROSE])

    assert uris(made(draw)) == [(1, "http://a.example/b"), (2, "http://c.example/d")]


def test_a_tilde_that_is_an_accent_is_a_tilde() -> None:
    (text,) = texts(of_lines("http://a.example/\u02dcjoe/"))
    assert [match.uri for match in FINDER.find(text.text)] == ["http://a.example/~joe/"]
    assert text.source.text == "http://a.example/\u02dcjoe/"


def test_paragraphs_are_apart() -> None:
    def draw(page: Any) -> None:
        column(page, [PROSE, PROSE, "http://a.example/b/"])
        column(page, ["c/d is where it is.", PROSE], top=660)

    assert uris(made(draw)) == [(1, "http://a.example/b/")]


@pytest.mark.parametrize(("turn", "moves"), [(90, (595, 0)), (180, (595, 842)), (270, (0, 842))])
def test_a_turned_page_is_read_as_it_is_shown(turn: int, moves: tuple[int, int]) -> None:
    def draw(page: Any) -> None:
        page.setPageRotation(turn)
        page.translate(*moves)
        page.rotate(turn)
        for number, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
            column(page, [left], 72, 500 - 12 * number)
            column(page, [right], 320, 500 - 12 * number)

    assert texts(made(draw))[0].text.split("\n") == [*LEFT, *RIGHT]


# ---- Annotations -----------------------------------------------------------------------------------------------------


def stated(document: bytes) -> list[StatedReference]:
    """The references of the annotations of a PDF."""
    return [piece for piece in pieces(document) if isinstance(piece, StatedReference)]


def test_annotations_are_stated_with_their_page_and_their_text() -> None:
    def draw(page: Any) -> None:
        page.showPage()
        column(page, ["Read the manual first."])
        page.linkURL(
            "http://a.example/manual?b=c&d", (71, 717, 72 + page.stringWidth("Read the manual", "Helvetica", 10), 730)
        )

    document = made(draw)
    assert stated(document) == [
        StatedReference(
            "http://a.example/manual?b=c&d", "annotation", link_text="Read the manual", locator=Locator(page=2)
        )
    ]


def test_a_link_on_two_lines_is_stated_once() -> None:
    def draw(page: Any) -> None:
        column(page, ["http://a.example/", "b"])
        page.linkURL("http://a.example/b", (72, 718, 200, 730))
        page.linkURL("http://a.example/b", (72, 706, 200, 717))

    assert [(link.reference, link.link_text) for link in stated(made(draw))] == [
        ("http://a.example/b", "http://a.example/\nb")
    ]


def test_a_link_that_touches_the_line_above_has_its_own_text_alone() -> None:
    def draw(page: Any) -> None:
        column(page, ["See www.a.example.", "here"])
        page.linkURL("http://b.example/", (72, 706, 200, 720.5))

    assert [link.link_text for link in stated(made(draw))] == ["here"]


def test_two_links_to_one_target_are_stated_twice() -> None:
    def draw(page: Any) -> None:
        column(page, ["here", "here"])
        page.linkURL("http://a.example/b", (72, 718, 200, 730))
        page.linkURL("http://a.example/b", (72, 706, 200, 717))

    assert [link.link_text for link in stated(made(draw))] == ["here", "here"]


@pytest.mark.parametrize(
    ("octets", "uri"),
    [
        (b"(http://a.example/\303\251)", "http://a.example/é"),
        (b"(http://a.example/\351)", "http://a.example/é"),
        (b"<FEFF0061003A00E9>", "a:é"),
    ],
)
def test_uris_beyond_ascii_are_decoded(octets: bytes, uri: str) -> None:
    instead = b"(http://b.example/something-longer)"

    def draw(page: Any) -> None:
        column(page, ["This way"])
        page.linkURL(instead[1:-1].decode(), (72, 718, 200, 730))

    document = made(draw)
    assert instead in document
    assert [link.reference for link in stated(document.replace(instead, octets.ljust(len(instead))))] == [uri]


# ---- What cannot be read ---------------------------------------------------------------------------------------------


def encrypted(password: str, strength: int = 40) -> bytes:
    """A PDF with a link that needs a password, or none if it is empty."""
    from reportlab.lib.pdfencrypt import StandardEncryption

    encryption = StandardEncryption(password, ownerPassword="owner", strength=strength)
    return made(lambda page: column(page, ["http://a.example/b"]), encrypt=encryption)


def links_with(document: bytes, password: str | None) -> list[str]:
    return [found.match.uri for found in linksift.read(document, password=password)]


@pytest.mark.parametrize("strength", [40, 128])
def test_a_password_opens_an_encrypted_document(strength: int) -> None:
    closed, no_password = encrypted("secr\u00e9t", strength), encrypted("", strength)
    assert links_with(closed, "secr\u00e9t") == links_with(closed, "owner") == ["http://a.example/b"]
    assert links_with(no_password, None) == links_with(no_password, "any") == ["http://a.example/b"]
    with pytest.raises(ReadError, match=r": is encrypted and needs a password \(password="):
        links_with(closed, None)
    for other in ("", "other", "\0", "\ud800\n"):
        with pytest.raises(ReadError, match=r": is encrypted with another password$"):
            links_with(closed, other)


def test_a_password_is_for_one_document() -> None:
    assert links_with(encrypted("one"), "one")
    assert links_with(encrypted("two"), "two")
    with pytest.raises(ReadError, match="needs a password"):
        links_with(encrypted("two"), None)


def test_an_encrypted_document_in_an_archive() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as members:
        members.writestr("a.pdf", encrypted("infected"))
    assert links_with(archive.getvalue(), "infected") == ["http://a.example/b"]


# ---- Forms -----------------------------------------------------------------------------------------------------------

XDP = b"<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'>"
TEMPLATE = b"<template><submit target='http://a.example/?b=1&amp;c'/><image href='http://b.example/'/></template>"


@pytest.mark.parametrize(
    "document",
    [
        form(b"/XFA 4 0 R", stream(XDP + TEMPLATE + b"</xdp:xdp>")),
        form(
            b"/XFA[(preamble) 4 0 R(template) 5 0 R(postamble) 6 0 R]",
            *map(stream, (XDP, TEMPLATE, b"</xdp:xdp>")),
        ),
    ],
)
def test_a_form_in_xml_is_read_as_xml(document: bytes) -> None:
    problems: list[Problem] = []
    found = list(linksift.read(document, on_problem=problems.append))
    assert [one.match.uri for one in found] == ["http://a.example/?b=1&c", "http://b.example/"]
    assert {one.location.locator.member for one in found} == {"XFA"}
    assert problems == []


def test_a_form_longer_than_the_answer_may_be_is_left_out() -> None:
    packed = zlib.compress(XDP + TEMPLATE + b" " * 50_000)
    document = form(b"/XFA 4 0 R", stream(packed).replace(b"/Length", b"/Filter/FlateDecode/Length"))
    assert any(isinstance(piece, StatedReference) for piece in pieces(document))
    assert not any(isinstance(piece, StatedReference) for piece in pieces(document, size=len(document)))


@pytest.mark.parametrize(("actions", "what"), [(1, "an action of a button"), (2, "2 actions of buttons")])
def test_the_actions_of_a_form_are_a_problem(actions: int, what: str) -> None:
    """PDFium executes them, but does not show them."""
    button = b"<</Subtype/Widget/FT/Btn/T(b)/Rect[0 0 9 9]/A<</S/SubmitForm/F(http://a.example/)>>>>"
    text = b"<</Subtype/Widget/FT/Tx/T(c)/Rect[0 0 9 9]>>"
    shown = b"4 0 R 5 0 R 6 0 R"[: 6 * (actions + 1)]
    document = form(b"/Fields[4 0 R 5 0 R 6 0 R]", text, button, button, annotations=shown)
    (problem,) = (piece for piece in pieces(document) if isinstance(piece, Problem))
    assert problem.left_out == "link"
    assert problem.message.startswith(f"has {what}")


def outlined(outline: bytes) -> bytes:
    """A document with an outline, whose first entry is object 4."""
    return form(b"", outline, b"<</Title(Web)/A<</S/URI/URI(http://b.example/)>>/Next 4 0 R>>").replace(
        b"/AcroForm", b"/Outlines<</First 4 0 R/Last 4 0 R>>/AcroForm"
    )


@pytest.mark.parametrize("inside", [b"/Next 5 0 R", b"/First 5 0 R/Last 5 0 R", b"/First 4 0 R/Next 5 0 R"])
def test_bookmarks_with_a_uri_are_stated(inside: bytes) -> None:
    """The second bookmark is followed by the first one, without end."""
    document = outlined(b"<</Title(Start)%s/A<</S/GoTo/D[3 0 R/Fit]>>>>" % inside)
    found = [piece for piece in pieces(document) if isinstance(piece, StatedReference)]
    assert found == [StatedReference("http://b.example/", "bookmark", link_text="Web")]


def test_a_long_title_of_a_bookmark_is_cut() -> None:
    title = b"a" * 1_020 + b"bcdefg"
    document = outlined(b"<</Title(%s)/A<</S/URI/URI(http://a.example/)>>>>" % title)
    found = [piece.link_text for piece in pieces(document) if isinstance(piece, StatedReference)]
    assert found == [title[:1_024].decode()]


def test_bookmarks_with_one_uri_take_time_that_grows_with_their_number() -> None:
    def stated(links: list[tuple[str, list[str]]]) -> list[StatedReference]:
        return list(pdf_file.stated_links(links, "bookmark", Locator()))

    small, large = ([("http://a.example/", [str(number)]) for number in range(count)] for count in (1_000, 16_000))
    assert [piece.link_text for piece in stated([*small[:3], *small[:2]])] == ["0\n1\n2", "0\n1"]
    assert_forty_times_at_most(stated, small, large)


def test_the_titles_of_bookmarks_are_bounded() -> None:
    """Many bookmarks share one title, which PDFium copies for each of them."""
    count = 300
    entries = [
        b"<</Title 4 0 R/A<</S/URI/URI(http://a.example/%d)>>/Next %d 0 R>>" % (number, number + 6)
        for number in range(count)
    ]
    document = form(b"", b"(%s)" % (b"a" * 10_000), *entries).replace(
        b"/AcroForm", b"/Outlines<</First 5 0 R/Last 5 0 R>>/AcroForm"
    )
    found = [piece for piece in pieces(document) if isinstance(piece, StatedReference)]
    assert [piece.reference for piece in found] == [f"http://a.example/{number}" for number in range(count)]
    assert [piece.link_text for piece in found] == ["a" * 1_024] * 105 + [None] * (count - 105)


def test_the_text_under_links_is_bounded() -> None:
    """PDFium goes through all characters of the page for each link."""
    words = stream(b"BT/F 1 Tf 9 9 Td(%s)Tj ET" % (b"tea " * 2_500))
    link = b"<</Subtype/Link/Rect[9 9 20 20]/A<</S/URI/URI(http://a.example/)>>>>"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    document = form(b"", link, words, font, annotations=b"4 0 R " * 5_500).replace(
        b"/MediaBox", b"/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>/MediaBox"
    )
    found = [piece.link_text for piece in pieces(document) if isinstance(piece, StatedReference)]
    with_text = [text for text in found if text]
    assert len(with_text) < 5_100 < len(found)
    assert found[-1] is None


def test_rectangles_on_a_page_without_text_are_bounded() -> None:
    """Many links share one list of rectangles, each of which takes time, even if there is no text under it."""
    count = 600
    corners = b"[%s]" % (b"0 0 1 0 0 1 1 1 " * count)
    links = [
        b"<</Subtype/Link/QuadPoints 4 0 R/A<</S/URI/URI(http://a.example/%d)>>>>" % number for number in range(count)
    ]
    numbers = b" ".join(b"%d 0 R" % (number + 5) for number in range(count))
    (page, *_) = map(json.loads, answer(form(b"", corners, *links, annotations=numbers), Limits()).lines.splitlines())
    assert [uri for uri, _ in page["links"]] == [f"http://a.example/{number}" for number in range(count)]
    assert sum(len(texts) for _, texts in page["links"]) <= 50_000


def test_the_length_of_shared_uris_is_bounded() -> None:
    """Thousands of links or bookmarks share one long URI; they took all memory, and the document was not read."""
    action = b"<</S/URI/URI(http://a.example/%s)>>" % (b"a" * 60_000)
    link = b"<</Subtype/Link/Rect[9 9 20 20]/A 4 0 R>>"
    entries = [b"<</A 4 0 R/Next %d 0 R>>" % (number + 7) for number in range(300)]
    document = form(b"", action, link, *entries, annotations=b"5 0 R " * 9_000).replace(
        b"/AcroForm", b"/Outlines<</First 6 0 R/Last 6 0 R>>/AcroForm"
    )
    found = pieces(document)
    stated = [piece.stated_by for piece in found if isinstance(piece, StatedReference)]
    assert (stated.count("annotation"), stated.count("bookmark")) == (280, 280)
    problems = [(piece.message, piece.locator.page) for piece in found if isinstance(piece, Problem)]
    assert problems == [("has more links or comments than are read", page) for page in (1, None)]


def test_comments_are_read() -> None:
    note = b"<</Subtype/Text/Rect[0 0 9 9]/Contents(See http://a.example/)>>"
    link = b"<</Subtype/Link/Rect[0 0 9 9]/Contents(Link to http://b.example/)>>"
    (found,) = linksift.read(form(b"", note, link, annotations=b"4 0 R 5 0 R"))
    assert (found.match.uri, found.location.locator.page, found.location.line) == ("http://a.example/", 1, 1)


def test_what_is_filled_in_is_read() -> None:
    field = b"<</Subtype/Widget/FT/Tx/T(a)/V(http://a.example/)/TU(http://b.example/)/Rect[0 0 9 9]>>"
    (found,) = linksift.read(form(b"/Fields[4 0 R]", field, annotations=b"4 0 R"))
    assert (found.match.uri, found.location.locator.page) == ("http://a.example/", 1)


@pytest.mark.parametrize(
    "annotation",
    [
        b"<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a.example/)>>>>",
        b"<</Subtype/Text/Rect[0 0 9 9]/Contents(%s)>>" % (b"a" * 30_000),
    ],
)
def test_links_and_comments_beyond_the_limit_are_a_problem(annotation: bytes) -> None:
    document = form(b"", annotation, annotations=b"4 0 R " * 10_001)
    (problem,) = (piece for piece in pieces(document) if isinstance(piece, Problem))
    assert problem.message == "has more links or comments than are read"
    assert problem.locator.page == 1


@pytest.mark.parametrize("document", [b"", b"%PDF-1.7\n", b"%PDF-1.7\n" + bytes(1000), of_lines(PROSE)[:300]])
def test_no_pdf(document: bytes) -> None:
    with pytest.raises(ReadError, match="is not a PDF, or a broken one"):
        pieces(document)


def pages(count: int) -> bytes:
    """A document with a number of pages."""

    def draw(page: Any) -> None:
        for number in range(count):
            column(page, [f"http://a.example/{number}"])
            page.showPage()

    return made(draw)


def test_pages_are_limited() -> None:
    result = pieces(pages(3), pages=2)
    assert [piece.locator.page for piece in result if isinstance(piece, Text)] == [1, 2]
    assert result[-1] == Problem("has 3 pages, and 2 are read at most", Locator())


def test_the_size_is_limited() -> None:
    with pytest.raises(ReadError, match="is larger than 100 octets"):
        pieces(of_lines(PROSE), size=100)


def test_the_text_is_limited() -> None:
    def draw(page: Any) -> None:
        page.setPageCompression(1)
        for _ in range(10):
            column(page, [PROSE] * 200)
            page.showPage()

    document = made(draw)
    result = pieces(document, size=1_000_000)
    assert 1 < len(result) < 10
    assert result[-1] == Problem("holds too much text", Locator())


@pytest.mark.clock
def test_time_is_limited() -> None:
    """Forms nested many times keep PDFium busy for hours."""
    with pytest.raises(ReadError, match=r"takes more than 0\.5 seconds"):
        pieces(endless(), seconds=0.5)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a process within its memory")
def test_memory_is_limited() -> None:
    with pytest.raises(ReadError, match="PDFium broke down on it"):
        pieces(too_large())


def test_a_missing_pdfium_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("linksift.documents.pdf.pdf_file"), "find_spec", lambda name: None)
    with pytest.raises(ReadError, match=r"pip install 'linksift\[pdf\]'"):
        pieces(of_lines(PROSE))


# ---- Properties ------------------------------------------------------------------------------------------------------


def good(page: Any) -> None:
    """Columns and a link."""
    column(page, LEFT)
    column(page, RIGHT, left=320)
    page.linkURL("http://a.example", (72, 700, 200, 730))


GOOD = made(good)
