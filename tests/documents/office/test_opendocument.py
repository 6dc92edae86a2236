"""OpenDocument files, written by hand and with odfpy; and broken ones."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

import linksift
from linksift.documents.document_model import Context, Limits, Locator, Piece, Problem, ReadError, StatedReference, Text
from linksift.documents.office import opendocument, zip_package
from linksift.documents.recognizers import is_opendocument
from linksift.finding import Finder
from tests.documents.ticking_clock import a_minute_a_step

FINDER = Finder("document")
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
NAMESPACES = " ".join(
    [
        f'xmlns:{name}="{OASIS}:{full}:1.0"'
        for name, full in (
            ("office", "office"),
            ("text", "text"),
            ("table", "table"),
            ("draw", "drawing"),
            ("form", "form"),
            ("presentation", "presentation"),
            ("svg", "svg-compatible"),
        )
    ]
    + ['xmlns:xlink="http://www.w3.org/1999/xlink"', 'xmlns:dc="http://purl.org/dc/elements/1.1/"']
)


def document(body: str, **others: str) -> bytes:
    """An OpenDocument text with this body, and other members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr("mimetype", "application/vnd.oasis.opendocument.text", zipfile.ZIP_STORED)
        members.writestr("content.xml", part(body))
        for name, content in others.items():
            members.writestr(f"{name.replace('__', '/')}.xml", content)
    return out.getvalue()


def part(body: str) -> str:
    """A part of a document."""
    return f"<office:document-content {NAMESPACES}><office:body>{body}</office:body></office:document-content>"


def pieces(octets: bytes, **limits: Any) -> list[Piece]:
    """The pieces of a document."""

    def inner(file: object, context: Context) -> Iterator[Piece]:
        raise AssertionError("nothing in it is read by another reader")

    return list(opendocument.read(io.BytesIO(octets), Context(None, None, Limits(**limits), Locator(), inner)))


def text_of(octets: bytes) -> str:
    """The source of the text of a document."""
    (source,) = {piece.source for piece in pieces(octets) if isinstance(piece, Text)}
    return source.text


def test_a_document_of_odfpy() -> None:
    odfpy = pytest.importorskip("odf.opendocument", reason="OpenDocument files are made with odfpy")
    from odf import text

    made = odfpy.OpenDocumentText()
    paragraph = text.P(text="See ")
    paragraph.addElement(text.A(href="http://a.example/b", text="this"))
    made.text.addElement(paragraph)
    made.text.addElement(text.H(outlinelevel=1, text="http://c.example/d"))
    out = io.BytesIO()
    made.write(out)
    assert is_opendocument(out.getvalue()[:8192], "")
    link, found, *_ = pieces(out.getvalue())
    assert link == StatedReference(
        "http://a.example/b", "hyperlink", link_text="this", locator=Locator(member="content.xml")
    )
    assert isinstance(found, Text)
    assert found.source.text == "See this\nhttp://c.example/d"
    assert [match.uri for match in FINDER.find(found.text)] == ["http://c.example/d"]


def test_embedded_documents_and_charts_are_read() -> None:
    chart = part("<text:p>http://b.example</text:p>")
    found = pieces(document("<text:p>http://a.example</text:p>", Object_1__content=chart))
    assert [(piece.text, piece.locator.member) for piece in found if isinstance(piece, Text)] == [
        ("http://a.example", "content.xml"),
        ("http://b.example", "Object_1/content.xml"),
    ]


def test_spans_are_joined_and_white_space_is_one_space() -> None:
    body = "http://a.exa<text:span>mple/b</text:span>\n   and <text:s text:c='3'/>c<text:tab/><text:line-break/>d"
    assert text_of(document(f"<text:p>{body}</text:p>")) == "http://a.example/b and    c\t\nd"


def test_no_url_goes_on_into_a_link_or_a_footnote_mark() -> None:
    link = "<text:a xlink:href='http://b.example/'>next</text:a>"
    note = "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>c</text:p></text:note-body>"
    body = f"<text:p>http://a.example/x{link}</text:p><text:p>http://d.example/{note}</text:note>e</text:p>"
    found = [piece.text for piece in pieces(document(body)) if isinstance(piece, Text)]
    assert found == ["http://a.example/x", "next\n\n\nc\n\n\nhttp://d.example/", "1e"]


COMMENT = (
    "<office:annotation><dc:creator>Jo</dc:creator><dc:date>2026-11-26</dc:date><text:p>c</text:p></office:annotation>"
)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (COMMENT, ["Jo\n\n\n2026-11-26\n\n\nc\n\n\nhttp://a.example/b"]),
        (
            "<draw:frame><svg:title>A</svg:title><svg:desc>B</svg:desc></draw:frame>",
            ["A\n\n\nB\n\n\nhttp://a.example/b"],
        ),
        ("<draw:frame text:anchor-type='as-char'/>", ["http://a.example/", "b"]),
        ("<text:ruby-text>c</text:ruby-text>", ["http://a.example/", "cb"]),
    ],
)
def test_comments_and_descriptions_are_no_part_of_a_url(inside: str, expected: list[str]) -> None:
    octets = document(f"<text:p>http://a.example/{inside}b</text:p>")
    assert [piece.text for piece in pieces(octets) if isinstance(piece, Text)] == expected


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ("<draw:image xlink:href='a:b'/>", ("relationship", None)),
        ("<text:section-source xlink:href='a:b'/>", ("relationship", None)),
        ("<presentation:event-listener xlink:href='a:b'/>", ("hyperlink", None)),
        ("<form:button xlink:href='a:b'/>", ("hyperlink", None)),
        (
            "<table:table-cell table:formula='of:=HYPERLINK(\"a:b\";\"c\")' office:string-value='c'/>",
            ("hyperlink formula", "c"),
        ),
    ],
)
def test_links_of_other_elements(element: str, expected: tuple[str, str | None]) -> None:
    (link,) = pieces(document(element))
    assert isinstance(link, StatedReference)
    assert (link.reference, link.stated_by, link.link_text) == ("a:b", *expected)


@pytest.mark.parametrize("kind", ["text", "table"])
def test_deleted_text_is_left_out(kind: str) -> None:
    octets = document(f"<{kind}:tracked-changes><text:p>a</text:p></{kind}:tracked-changes><text:p>b</text:p>")
    assert text_of(octets) == "b"


def test_a_flat_file_is_read_like_a_package() -> None:
    picture = "<draw:image><office:binary-data>aHR0cDovL2IuZXhhbXBsZS8=</office:binary-data></draw:image>"
    body = f"<text:p>{picture}at http://a.ex<text:span>ample/b</text:span>.</text:p>"
    flat = f"<?xml version='1.0'?>\n<!-- c -->\n{part(body).replace('document-content', 'document')}".encode()
    assert text_of(flat) == "at http://a.example/b."
    assert [found.match.uri for found in linksift.read(flat)] == ["http://a.example/b"]
    assert [found.match.uri for found in linksift.read(io.BytesIO(flat))] == ["http://a.example/b"]


def test_a_truncated_flat_file_is_read_to_where_it_ends() -> None:
    body = "<text:p>http://a.example/b</text:p>" + "<text:p>c</text:p>" * 9
    flat = part(body).replace("document-content", "document").encode()[:-100]
    problems: list[Problem] = []
    assert [found.match.uri for found in linksift.read(flat, on_problem=problems.append)] == ["http://a.example/b"]
    assert [problem.message.partition(" (")[0] for problem in problems] == ["is broken XML"]


def test_a_link_around_a_picture_has_no_link_text() -> None:
    (link,) = pieces(document("<draw:a xlink:href='http://a.example'><draw:frame/></draw:a>"))
    assert link == StatedReference("http://a.example", "hyperlink", locator=Locator(member="content.xml"))


def test_headers_and_descriptions_are_read() -> None:
    octets = document(
        "", styles=part("<text:p>http://a.example</text:p>"), meta=part("<dc:description>b</dc:description>")
    )
    result = [(piece.locator.member, piece.text) for piece in pieces(octets) if isinstance(piece, Text)]
    assert result == [("styles.xml", "http://a.example"), ("meta.xml", "b")]


def test_a_broken_part_is_a_problem() -> None:
    text, problem = pieces(document("<text:p>a</text:p>", styles="<a"))
    assert isinstance(text, Text)
    assert isinstance(problem, Problem)
    assert problem.message.startswith("is broken XML")
    assert problem.locator == Locator(member="styles.xml")


def test_encrypted() -> None:
    octets = document("", **{"META-INF__manifest": "<manifest:encryption-data/>"})
    with pytest.raises(ReadError, match="is encrypted and needs a password"):
        pieces(octets)


def test_no_document() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as members:
        members.writestr("a", "b")
    with pytest.raises(ReadError, match="has no OpenDocument in it"):
        pieces(out.getvalue())


def test_many_spaces_are_few() -> None:
    assert text_of(document("<text:p><text:s text:c='999999999'/><text:s text:c='x'/></text:p>")) == " " * 1001
    assert text_of(document(f"<text:p><text:s text:c='{'9' * 5_000}'/></text:p>")) == " " * 1000


def test_a_bomb_of_open_elements_is_reported() -> None:
    text, problem = pieces(document("<text:p>a</text:p>" + "<text:p>" * 1_000 + "</text:p>" * 1_000))
    assert isinstance(text, Text)
    assert problem == Problem("is nested too deeply", Locator(member="content.xml"))


def test_a_document_is_read_to_the_time_limit_only(monkeypatch: pytest.MonkeyPatch) -> None:
    a_minute_a_step(monkeypatch, zip_package)
    *_, problem = pieces(document("<text:p>a</text:p>" * 20_000), seconds=120)
    assert problem == Problem("takes more than 120 seconds, and 30 for each MiB", Locator(member="content.xml"))


GOOD = document("<text:p>See <text:a xlink:href='http://a.example'>this</text:a></text:p>")
