"""Word documents: made with python-docx, by hand for what Word writes and python-docx does not, and broken ones."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings

from linksift.documents.decompression import CHUNK
from linksift.documents.document_model import (
    LONGEST_PATH,
    Context,
    Limits,
    Locator,
    Piece,
    Problem,
    ReadError,
    StatedReference,
    Text,
)
from linksift.documents.office import docx, zip_package
from linksift.documents.office.paragraphs import MOST_PARAGRAPHS
from linksift.documents.office.zip_package import LONG, MOST_REPEATED
from linksift.documents.read import read
from linksift.documents.reading_limits import TimeBudget
from linksift.documents.recognizers import COMPOUND_FILE, is_docx
from linksift.finding import Finder
from tests.documents.nested_markup import nested
from tests.documents.ticking_clock import a_minute_a_step

FINDER = Finder("document")
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
IN_LINE = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
MAIN = "word/document.xml"


def package(**parts: str | bytes) -> bytes:
    """A package with these members; `__` in a name is `/`, and `_rels` is spelled with `RELS`."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr("[Content_Types].xml", "<Types/>")
        for name, content in parts.items():
            members.writestr(name.replace("__", "/") + ".xml", content)
    return out.getvalue()


def document(body: str, relations: str = "", **parts: str) -> bytes:
    """A Word document with this body and these relationships."""
    out = io.BytesIO(package(word__document=story("document", body), **parts))
    with zipfile.ZipFile(out, "a") as members:
        members.writestr(
            "word/_rels/document.xml.rels", f'<Relationships xmlns="{PACKAGE}">{relations}</Relationships>'
        )
    return out.getvalue()


def story(name: str, body: str) -> str:
    """A part with text."""
    return f'<w:{name} xmlns:w="{WORD}" xmlns:r="{OFFICE}"><w:body>{body}</w:body></w:{name}>'


def paragraph(*runs: str) -> str:
    """A paragraph of runs of text; a run that begins with `<` is used as it is."""
    return f"<w:p>{''.join(run if run[0] == '<' else f'<w:r><w:t>{run}</w:t></w:r>' for run in runs)}</w:p>"


def inner(file: object, context: Context) -> Iterator[Piece]:
    """Reads a file inside a file."""
    raise AssertionError("nothing in it is read by another reader")


CONTEXT = Context(None, None, Limits(), Locator(), inner)


def pieces(octets: bytes, **limits: Any) -> list[Piece]:
    """The pieces of a document."""
    return list(docx.read(io.BytesIO(octets), CONTEXT._replace(limits=Limits(**limits))))


def text_of(octets: bytes) -> str:
    """The source of the text of a document."""
    (source,) = {piece.source for piece in pieces(octets) if isinstance(piece, Text)}
    return source.text


def links(octets: bytes) -> list[tuple[str, str, str | None]]:
    """The stated links of a document: the element, the reference, and the link text."""
    return [
        (piece.stated_by, piece.reference, piece.link_text)
        for piece in pieces(octets)
        if isinstance(piece, StatedReference)
    ]


# ---- Text ------------------------------------------------------------------------------------------------------------


def test_a_document_of_python_docx() -> None:
    made = pytest.importorskip("docx", reason="Word documents are made with python-docx").Document()
    made.add_paragraph("See http://a.example/b for more.")
    made.add_table(1, 1).cell(0, 0).text = "http://c.example/d"
    made.sections[0].header.paragraphs[0].text = "http://e.example/f"
    out = io.BytesIO()
    made.save(out)
    assert is_docx(out.getvalue()[:8192], "")
    found = [
        (text.locator.member, match.uri)
        for text in pieces(out.getvalue())
        if isinstance(text, Text)
        for match in FINDER.find(text.text)
    ]
    assert found == [
        (MAIN, "http://a.example/b"),
        (MAIN, "http://c.example/d"),
        ("word/header1.xml", "http://e.example/f"),
    ]


def test_runs_are_joined_and_paragraphs_are_lines() -> None:
    octets = document(paragraph("http://a.exa", "mple/b", "/c") + paragraph("d"))
    (text,) = pieces(octets)
    assert isinstance(text, Text)
    assert text.source.text == "http://a.example/b/c\nd"
    (match,) = FINDER.find(text.text)
    assert match.uri == "http://a.example/b/c"
    assert [text.source.line_and_column(text.origin(place)) for place in (0, text.text.index("d"))] == [(1, 1), (2, 1)]


HYPERLINK = '<w:hyperlink r:id="l"><w:r><w:t>www.b.example</w:t></w:r></w:hyperlink>'
TARGET = '<Relationship Id="l" Target="http://b.example/" TargetMode="External"/>'
RAISED = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>1</w:t></w:r>'


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        (("See www.a.example.", HYPERLINK), ["See www.a.example.", "www.b.example"]),
        ((HYPERLINK, "/c"), ["www.b.example", "/c"]),
        (("see (", HYPERLINK, ") and"), ["see (www.b.example) and"]),
        (("http://a.example/", RAISED, "b"), ["http://a.example/", "1b"]),
        *(
            (("http://a.example/", f"<w:r>{mark}</w:r>", "b"), ["http://a.example/", "b"])
            for mark in (
                '<w:footnoteReference w:id="1"/>',
                '<w:sym w:font="Wingdings" w:char="F0E0"/>',
                "<w:object/>",
                f'<w:drawing><inline xmlns="{IN_LINE}"><docPr/></inline></w:drawing>',
                f'<oMath xmlns="{MATH}"><r><t>x</t></r></oMath>',
                "<w:ruby><w:rt/><w:rubyBase/></w:ruby>",
            )
        ),
        (("http://a.example/", "<w:r><w:ptab/></w:r>", "b"), ["http://a.example/\tb"]),
        (("http://a.example/", "<w:r><w:drawing><w:anchor/></w:drawing></w:r>", "b"), ["http://a.example/b"]),
    ],
)
def test_no_url_goes_on_into_a_link_a_footnote_mark_or_a_picture(runs: tuple[str, ...], expected: list[str]) -> None:
    found = [piece for piece in pieces(document(paragraph(*runs) + paragraph("d"), TARGET)) if isinstance(piece, Text)]
    assert [text.text for text in found] == [*expected[:-1], f"{expected[-1]}\n\n\nd"]
    for text in found:
        assert text.source.text[text.origin(0) :].startswith(text.text.split("\n")[0])
        assert text.source.text[: text.origin_of_end(len(text.text))].endswith(text.text.split("\n")[-1])


def test_no_url_continues_in_the_next_paragraph() -> None:
    (text,) = pieces(document(paragraph("http://a.example/bbb/ccc-") + paragraph("ddd/eee.html")))
    assert isinstance(text, Text)
    assert [match.uri for match in FINDER.find(text.text)] == ["http://a.example/bbb/ccc-"]


@pytest.mark.parametrize(
    ("element", "text"),
    [
        ("tab", "\t"),
        ("br", "\n"),
        ("cr", "\n"),
        ("noBreakHyphen", "-"),
        ("softHyphen", "\u00ad"),
        ("lastRenderedPageBreak", ""),
    ],
)
def test_elements_that_represent_characters(element: str, text: str) -> None:
    assert text_of(document(paragraph("a", f"<w:r><w:{element}/></w:r>", "b"))) == f"a{text}b"


def test_properties_and_repeated_text_are_left_out() -> None:
    body = paragraph(
        "<w:pPr><w:tabs><w:tab/></w:tabs></w:pPr>",
        "a",
        "<w:del><w:r><w:delText>b</w:delText></w:r></w:del>",
        "<w:moveFrom><w:r><w:t>c</w:t></w:r></w:moveFrom>",
        "d",
    )
    assert text_of(document(body)) == "ad"


def test_a_text_box_is_read_once() -> None:
    box = paragraph("in the box")
    inside = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    ways = f"<m:Choice>{box}</m:Choice><m:Fallback>{box}</m:Fallback>"
    both = f'<m:AlternateContent xmlns:m="{inside}">{ways}</m:AlternateContent>'
    assert text_of(document(paragraph("around", f"<w:r>{both}</w:r>", " it"))) == "in the box\naround it"


@pytest.mark.parametrize("part", ["header1", "footer2", "footnotes", "endnotes", "comments", "glossary__document"])
def test_all_parts_with_text_are_read(part: str) -> None:
    octets = document(paragraph("a"), **{f"word__{part}": story(part, paragraph("http://a.example"))})
    (text,) = (piece for piece in pieces(octets) if isinstance(piece, Text) and piece.locator.member != MAIN)
    assert (text.locator.member, text.text) == (f"word/{part.replace('__', '/')}.xml", "http://a.example")


@pytest.mark.parametrize("part", ["word__Document", "word__story"])
def test_parts_of_any_name_are_read(part: str) -> None:
    octets = package(word__document=story("document", ""), **{part: story("document", paragraph("http://a.example"))})
    assert "http://a.example" in text_of(octets)


@pytest.mark.parametrize("part", ["diagrams__data1", "charts__chart2"])
def test_diagrams_and_charts_are_read(part: str) -> None:
    drawing = f'<d xmlns:a="{DRAWING}"><a:p><a:r><a:t>http://a.example</a:t></a:r></a:p></d>'
    octets = document(paragraph("a"), **{f"word__{part}": drawing})
    (text,) = (piece for piece in pieces(octets) if isinstance(piece, Text) and piece.locator.member != MAIN)
    assert (text.locator.member, text.text) == (f"word/{part.replace('__', '/')}.xml", "http://a.example")


# ---- Links -----------------------------------------------------------------------------------------------------------


def relation(identifier: str, target: str, kind: str = "hyperlink", mode: str = "External") -> str:
    """A relationship of a part."""
    return f'<Relationship Id="{identifier}" Type="{OFFICE}/{kind}" Target="{target}" TargetMode="{mode}"/>'


def test_properties_are_read() -> None:
    """Those that people write and those that they define; app.xml also repeats the hyperlinks and the titles."""
    core = "<dc:description xmlns:dc='http://purl.org/dc/elements/1.1/'>http://a.example_x000d_b</dc:description>"
    app = "<p><HLinks><lpwstr>http://c.example</lpwstr></HLinks><Company>http://d.example</Company></p>"
    custom = "<p><property><lpwstr>http://e.example</lpwstr></property><property><i4>7</i4></property></p>"
    octets = document("", docProps__core=core, docProps__app=app, docProps__custom=custom)
    texts = [piece.source.text for piece in pieces(octets) if isinstance(piece, Text)]
    assert texts == ["http://a.example\nb", "http://d.example", "http://e.example\n7"]


def test_hyperlinks_show_their_text() -> None:
    body = paragraph(
        "See ", '<w:hyperlink r:id="r1"><w:r><w:t>the </w:t></w:r><w:r><w:t>manual</w:t></w:r></w:hyperlink>', "."
    )
    octets = document(body, relation("r1", "http://a.example/?b&amp;c"))
    assert links(octets) == [("hyperlink", "http://a.example/?b&c", "the manual")]
    assert pieces(octets)[0].locator == Locator(member=MAIN)
    assert text_of(octets) == "See the manual."


def test_a_hyperlink_to_a_place_in_another_document() -> None:
    body = paragraph('<w:hyperlink r:id="r1" w:anchor="part"><w:r><w:t>x</w:t></w:r></w:hyperlink>')
    assert links(document(body, relation("r1", "http://a.example/b"))) == [
        ("hyperlink", "http://a.example/b#part", "x")
    ]


def test_a_hyperlink_into_its_own_document_is_not_stated() -> None:
    body = paragraph('<w:hyperlink w:anchor="part"><w:r><w:t>x</w:t></w:r></w:hyperlink>')
    assert links(document(body)) == []


def test_other_external_relationships() -> None:
    relations = relation("r1", "http://a.example/b.png", "image") + relation("r2", "media/c.png", "image", "Internal")
    assert links(document(paragraph("x"), relations)) == [("relationship", "http://a.example/b.png", None)]


def test_a_hyperlink_of_a_picture_is_a_hyperlink() -> None:
    picture = '<w:drawing><w:docPr><w:hlinkClick r:id="r1"/></w:docPr></w:drawing>'
    octets = document(paragraph(f"<w:r>{picture}</w:r>"), relation("r1", "http://a.example/b"))
    assert links(octets) == [("hyperlink", "http://a.example/b", None)]


def test_the_description_of_a_picture_is_read_once() -> None:
    """Word writes the address of a pasted picture there."""
    described = "descr='http://b.example' title='c'"
    picture = f'<wp:docPr xmlns:wp="{IN_LINE}" {described}><a:cNvPr xmlns:a="{DRAWING}" {described}/></wp:docPr>'
    assert text_of(document(paragraph("http://a.", picture, "example"))) == "c\nhttp://b.example\nhttp://a.example"


def test_a_hyperlink_of_a_shape_in_vml_is_stated() -> None:
    shape = '<v:rect xmlns:v="urn:schemas-microsoft-com:vml" href="http://a.example/"/>'
    assert links(document(paragraph(f"<w:r><w:pict>{shape}</w:pict></w:r>"))) == [
        ("hyperlink", "http://a.example/", None)
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.html", "<html><a href='http://a.example/'>b</a></html>"),
        ("a.mht", "MIME-Version: 1.0\nContent-Type: text/html\n\n<a href='http://a.example/'>b</a>"),
        ("a.docx", document(paragraph("http://a.example/"))),
    ],
)
def test_files_that_a_document_imports_are_read(name: str, content: str | bytes) -> None:
    out = io.BytesIO(document('<w:altChunk r:id="r1"/>', relation("r1", name, "aFChunk", "Internal")))
    with zipfile.ZipFile(out, "a") as members:
        members.writestr(f"word/{name}", content)
    (found,) = read(out.getvalue())
    assert (found.match.uri, found.location.locator.inner_path) == ("http://a.example/", f"word/{name}")


def test_an_embedded_document_is_read() -> None:
    """Also the data of a chart, which is a workbook."""
    embedded = relation("r1", "../embeddings/a.docx", "package", "Internal")
    out = io.BytesIO(document("", word__charts__chart1="<c/>"))
    with zipfile.ZipFile(out, "a") as members:
        members.writestr(
            "word/charts/_rels/chart1.xml.rels", f'<Relationships xmlns="{PACKAGE}">{embedded}</Relationships>'
        )
        members.writestr("word/embeddings/a.docx", document(paragraph("http://a.example/")))
    (found,) = read(out.getvalue())
    assert (found.match.uri, found.location.locator.inner_path) == ("http://a.example/", "word/embeddings/a.docx")


def test_a_file_that_several_parts_import_is_read_once_in_their_order() -> None:
    """Else nested documents that import each other's parts again and again would multiply the work."""
    names = [f"{letter}.html" for letter in "fbdaec"]
    chunks = "".join(f'<w:altChunk r:id="{name}"/>' for name in names)
    relations = "".join(relation(name, name, "aFChunk", "Internal") for name in (*names, *names[:2]))
    out = io.BytesIO(document(chunks, relations))
    with zipfile.ZipFile(out, "a") as members:
        for name in names:
            members.writestr(f"word/{name}", f"<html><a href='http://a.example/{name}'>b</a></html>")
        members.writestr("word/_rels/header1.xml.rels", members.read("word/_rels/document.xml.rels"))
    assert [one.match.uri for one in read(out.getvalue())] == [f"http://a.example/{name}" for name in names]


def test_files_that_a_document_imports_are_counted() -> None:
    names = ("a.html", "b.html", "c.html")
    chunks = "".join(f'<w:altChunk r:id="{name}"/>' for name in names)
    out = io.BytesIO(document(chunks, "".join(relation(name, name, "aFChunk", "Internal") for name in names)))
    with zipfile.ZipFile(out, "a") as members:
        for name in names:
            members.writestr(f"word/{name}", f"<html><a href='http://a.example/{name}'>b</a></html>")
    problems: list[Problem] = []
    found = read(out.getvalue(), limits=Limits(files=2), on_problem=problems.append)
    assert [one.match.uri for one in found] == ["http://a.example/a.html", "http://a.example/b.html"]
    assert [problem.message for problem in problems] == ["has more than 2 files; the rest were not read"]


def test_an_imported_file_that_is_missing_is_a_problem() -> None:
    octets = document('<w:altChunk r:id="r1"/>', relation("r1", "a.html", "aFChunk", "Internal"))
    problems: list[Problem] = []
    assert list(read(octets, on_problem=problems.append)) == []
    assert [problem.message for problem in problems] == ["is broken and cannot be unpacked"]


def test_the_files_that_a_part_with_a_long_name_names_are_not_read() -> None:
    """Each of them is resolved in the folder of the part, whose name may have 65,000 characters."""
    relations = "".join(relation(f"r{number}", f"../{number}", "aFChunk", "Internal") for number in range(500))
    out = io.BytesIO(document(paragraph("http://a.example/")))
    with zipfile.ZipFile(out, "a") as members:
        named = f"{'a/' * 30_000}_rels/b.xml.rels"
        members.writestr(named, f'<Relationships xmlns="{PACKAGE}">{relations}</Relationships>')
    problems: list[Problem] = []
    assert [one.match.uri for one in read(out.getvalue(), on_problem=problems.append)] == ["http://a.example/"]
    message = "has a name that is too long; the files that it names were not read"
    assert [problem.message for problem in problems] == [message]


@pytest.mark.parametrize("begin", ['<w:hyperlink r:id="r1" ', '<w:fldSimple w:instr="HYPERLINK a:b" '])
def test_an_attribute_of_shapes_hides_no_other_link(begin: str) -> None:
    """The rest of the part was lost: the link ended without having begun."""
    link = f'{begin}href="http://a.example/"><w:r><w:t>b</w:t></w:r></{begin[1:].partition(" ")[0]}>'
    found = pieces(document(paragraph(link) + paragraph("rest"), relation("r1", "a:b")))
    stated = [(piece.reference, piece.link_text) for piece in found if isinstance(piece, StatedReference)]
    assert stated[:2] == [("http://a.example/", None), ("a:b", "b")]
    assert [piece.text for piece in found if isinstance(piece, Text)][-1].endswith("rest")


def test_long_hyperlinks_are_repeated_within_a_limit() -> None:
    linked = paragraph('<w:hyperlink r:id="l"/>')
    for length, times, stated in ((LONG, 2_000, 2_000), (10 * LONG, 2_000, 1 + MOST_REPEATED // (10 * LONG))):
        found = pieces(document(linked * times, relation("l", "a:".ljust(length, "b"))))
        assert sum(isinstance(piece, StatedReference) for piece in found) == stated
        problems = [piece.message for piece in found if isinstance(piece, Problem)]
        assert problems == ["repeats long hyperlinks too often"] * (stated < times)


def test_the_name_of_a_part_is_shortened_in_locations() -> None:
    named = f"word/_rels/{'a' * 5_000}.rels"
    out = io.BytesIO(package(word__document=story("document", "")))
    with zipfile.ZipFile(out, "a") as members:
        members.writestr(named, f'<Relationships xmlns="{PACKAGE}">{relation("r1", "a:b")}</Relationships>')
    (link,) = pieces(out.getvalue())
    assert link.locator.member == "a" * LONGEST_PATH


def field(instruction: str, text: str) -> str:
    """A field in runs, as Word writes it, with its instruction in two pieces."""
    half = len(instruction) // 2
    runs = ['<w:fldChar w:fldCharType="begin"/>']
    runs += [f"<w:instrText>{piece}</w:instrText>" for piece in (instruction[:half], instruction[half:])]
    runs += ['<w:fldChar w:fldCharType="separate"/>', f"<w:t>{text}</w:t>", '<w:fldChar w:fldCharType="end"/>']
    return "".join(f"<w:r>{run}</w:r>" for run in runs)


@pytest.mark.parametrize(
    ("instruction", "target"),
    [
        (' HYPERLINK "http://a.example/b" ', "http://a.example/b"),
        (' HYPERLINK "http://a.example/b" \\l "c" \\o "A tip" ', "http://a.example/b#c"),
        (" hyperlink http://a.example/b ", "http://a.example/b"),
        (' HYPERLINK "file:///\\\\\\\\a.example\\\\b" ', "file:///\\\\a.example\\b"),
    ],
)
def test_hyperlinks_in_fields(instruction: str, target: str) -> None:
    octets = document(paragraph("a ", field(instruction, "here"), " b"))
    assert links(octets) == [("hyperlink", target, "here")]
    assert text_of(octets) == "a here b"


@pytest.mark.parametrize("instruction", [' HYPERLINK \\l "here" ', " PAGE ", "", ' REF "http://a.example"'])
def test_other_fields(instruction: str) -> None:
    assert links(document(paragraph(field(instruction, "1")))) == []


def test_a_hyperlink_without_a_result_is_stated() -> None:
    instruction = '<w:instrText>HYPERLINK "http://a.example"</w:instrText>'
    runs = ['<w:fldChar w:fldCharType="begin"/>', instruction, '<w:fldChar w:fldCharType="end"/>']
    octets = document(paragraph(*(f"<w:r>{run}</w:r>" for run in runs)))
    assert links(octets) == [("hyperlink", "http://a.example", None)]


def test_a_field_in_an_instruction_is_part_of_it() -> None:
    runs = ['<w:fldChar w:fldCharType="begin"/>', "<w:instrText>HYPERLINK </w:instrText>"]
    runs += [field(' QUOTE "x" ', "http://a.example"), '<w:fldChar w:fldCharType="separate"/>', "<w:t>here</w:t>"]
    runs += ['<w:fldChar w:fldCharType="end"/>']
    octets = document(paragraph("".join(f"<w:r>{run}</w:r>" for run in runs)))
    assert links(octets) == [("hyperlink", "http://a.example", "here")]
    assert [piece.text for piece in pieces(octets) if isinstance(piece, Text)] == ["http://a.example", "here"]


def test_a_simple_field() -> None:
    simple = '<w:fldSimple w:instr=" HYPERLINK &quot;http://a.example&quot; "><w:r><w:t>b</w:t></w:r></w:fldSimple>'
    assert links(document(paragraph(simple))) == [("hyperlink", "http://a.example", "b")]


# ---- What cannot be read ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("octets", "why"),
    [
        (b"", "is not a zip file, or a broken one"),
        (b"PK\x03\x04" + bytes(100), "is not a zip file, or a broken one"),
        (COMPOUND_FILE + bytes(1000), "is encrypted and needs a password"),
        (package(other="<a/>"), "has no Word document in it"),
        (package(word__document="<a"), "is broken XML"),
        (package(word__document=b"\xff\xfe\x00"), "is broken XML"),
    ],
)
def test_no_document(octets: bytes, why: str) -> None:
    with pytest.raises(ReadError, match=why):
        pieces(octets)


def test_encrypted_members() -> None:
    octets = bytearray(package(word__document=story("document", "")))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = octets.rindex(signature)
        octets[place + flags] |= 1
    with pytest.raises(ReadError, match="is encrypted and needs a password"):
        pieces(bytes(octets))


def test_entities_that_expand_are_refused() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "http://a.example">]>' + story("document", paragraph("&b;"))
    with pytest.raises(ReadError, match="declares a document type"):
        pieces(package(word__document=bomb))


def test_a_bomb_is_unpacked_to_the_limit_only() -> None:
    bomb = story("document", paragraph("x" * 5_000_000))
    text, problem = pieces(package(word__document=bomb), size=1024 * 1024)
    assert isinstance(text, Text)
    assert 900_000 < len(text.text) < 1024 * 1024
    assert problem == Problem("is larger than 1 MiB when unpacked", Locator(member=MAIN))


def test_a_document_is_read_to_the_time_limit_only(monkeypatch: pytest.MonkeyPatch) -> None:
    a_minute_a_step(monkeypatch, zip_package)
    long = story("document", paragraph("a") * 50_000)
    *texts, problem = pieces(package(word__document=long, word__footnotes=long), seconds=540)
    assert problem == Problem("takes more than 540 seconds, and 30 for each MiB", Locator(member=MAIN))
    read = sum(text.text.count("a") for text in texts if isinstance(text, Text)) * len(paragraph("a"))
    assert 9 * CHUNK < read <= 10 * CHUNK < len(long)


def test_the_time_that_the_caller_spends_on_links_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(zip_package, "TimeBudget", partial(TimeBudget, now=lambda: clock[0]))
    for piece in docx.read(io.BytesIO(document(paragraph("a") * 50_000)), CONTEXT):
        assert isinstance(piece, Text)
        clock[0] += 1_000.0


def test_a_bomb_of_open_elements_is_reported() -> None:
    assert text_of(document("<w:x>" * 250 + paragraph("a") + "</w:x>" * 250)) == "a"
    result = docx.read(
        io.BytesIO(package(word__document=story("document", paragraph("a") + "<w:p>" * 300_000))), CONTEXT
    )
    text = next(result)
    assert isinstance(text, Text)
    assert text.source.text.strip() == "a"
    assert list(result) == [Problem("is nested too deeply", Locator(member=MAIN))]


def test_paragraphs_come_in_stretches_that_count_on() -> None:
    body = paragraph("a", "<w:br/>", "b") * 12_000 + "<w:p/>" * 30_000 + paragraph("See http://a.example/ there")
    octets = document(body)
    texts = [piece for piece in pieces(octets) if isinstance(piece, Text)]
    whole = "a\nb\n" * 12_000 + "\n" * 30_000 + "See http://a.example/ there"
    assert "\n".join(text.source.text for text in texts) == whole
    assert max(len(text.offsets) for text in texts) < MOST_PARAGRAPHS + CHUNK
    (found,) = read(octets)
    assert (found.location.line, found.location.column) == (54_001, 5)
    assert whole[found.location.start : found.location.end] == "http://a.example/"


def test_one_long_document_of_links_is_read_bit_by_bit() -> None:
    link = '<w:fldSimple w:instr="HYPERLINK &quot;http://a.example&quot;"><w:r><w:t>b</w:t></w:r></w:fldSimple>'
    result = pieces(document(f"<w:p>{link}</w:p>" * 25_000))
    assert [type(piece) for piece in result].count(Text) == 3
    assert sum(isinstance(piece, StatedReference) for piece in result) == 25_000


def test_links_before_a_bomb_are_reported() -> None:
    octets = package(
        word__document=story("document", paragraph("http://a.example")),
        word__footnotes=story("footnotes", paragraph("x" * 5_000_000)),
    )
    text, *_, problem = pieces(octets, size=1024 * 1024)
    assert isinstance(text, Text)
    assert problem == Problem("is larger than 1 MiB when unpacked", Locator(member="word/footnotes.xml"))


def test_links_before_a_fault_are_reported() -> None:
    broken = story("document", paragraph("http://a.example") + "<w:p>&none;")
    result = docx.read(io.BytesIO(package(word__document=broken)), CONTEXT)
    text = next(result)
    assert isinstance(text, Text)
    assert text.text.strip() == "http://a.example"
    (problem,) = result
    assert isinstance(problem, Problem)
    assert problem.message.startswith("is broken XML")


def test_the_text_is_read_if_its_relationships_are_broken() -> None:
    problem, text = pieces(document(paragraph("http://a.example"), "<"))
    assert isinstance(problem, Problem)
    assert isinstance(text, Text)
    assert problem.message.startswith("has relationships that cannot be read: is broken XML")


def test_members_are_limited() -> None:
    with pytest.raises(ReadError, match="has more than 10 members"):
        pieces(package(**{f"a{number}": "" for number in range(20)}), parts=10)
    with pytest.raises(ReadError, match="has too many members"):
        pieces(package(**{f"a{number}{'x' * 500}": "" for number in range(200)}), parts=10)


# ---- Properties ------------------------------------------------------------------------------------------------------

GOOD = document(
    paragraph(
        "See ",
        '<w:hyperlink r:id="r1"><w:r><w:t>x</w:t></w:r></w:hyperlink>',
        field(' HYPERLINK "http://a.example/b" ', "c"),
    ),
    relation("r1", "http://a.example"),
)


TAGS = [
    "w:p",
    "w:r",
    "w:t",
    'w:hyperlink r:id="r1"',
    "w:instrText",
    'w:fldChar w:fldCharType="begin"',
    "w:pPr",
    "w:moveFrom",
    'w:fldChar w:fldCharType="separate"',
    'w:fldChar w:fldCharType="end"',
    'w:fldSimple w:instr=" HYPERLINK a:b "',
    "w:tab",
]


@settings(max_examples=200)
@given(nested(["http://a.example/", "b "], TAGS))
def test_elements_in_any_order(body: str) -> None:
    for piece in pieces(document(body, relation("r1", "http://a.example"))):
        assert isinstance(piece, Text | StatedReference)


@pytest.mark.parametrize("end", range(0, len(GOOD), max(1, len(GOOD) // 40)))
def test_truncated_documents_give_a_message(end: int) -> None:
    with suppress(ReadError):  # with no text in a whole part
        assert any(isinstance(piece, Problem) and "is truncated" in piece.message for piece in pieces(GOOD[:end]))
