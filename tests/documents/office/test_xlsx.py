"""Workbooks: made with openpyxl, by hand for what Excel writes and openpyxl does not, and broken ones."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings

from linksift import Matcher, documents, find, read
from linksift.cli.formats.location_and_hazards import location_words
from linksift.documents.document_model import Context, Limits, Locator, Piece, Problem, ReadError, StatedReference, Text
from linksift.documents.format_detection import reader_of
from linksift.documents.office import xlsx_workbook as xlsx
from linksift.documents.office import zip_package
from linksift.documents.office.xlsx_elements import column_name, targets
from linksift.documents.recognizers import COMPOUND_FILE, is_xlsx
from linksift.finding import Finder, link_filter
from tests.documents.nested_markup import nested
from tests.documents.ticking_clock import a_minute_a_step

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
THREADED = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
SHEET = "xl/worksheets/sheet1.xml"
MIB = 1024 * 1024


def package(members: dict[str, str | bytes]) -> bytes:
    """A package with these members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return out.getvalue()


def relations(*inside: str) -> str:
    """The relationships of a part."""
    return f'<Relationships xmlns="{PACKAGE}">{"".join(inside)}</Relationships>'


def relation(identifier: str, target: str, kind: str = "hyperlink", mode: str = "External") -> str:
    """A relationship of a part."""
    return f'<Relationship Id="{identifier}" Type="{OFFICE}/{kind}" Target="{target}" TargetMode="{mode}"/>'


def sheet(cells: str, after: str = "", namespace: str = MAIN) -> str:
    """A sheet with one row of cells, and the elements after them."""
    data = f'<sheetData><row r="3">{cells}</row></sheetData>'
    return f'<worksheet xmlns="{namespace}" xmlns:r="{OFFICE}">{data}{after}</worksheet>'


def workbook(
    cells: str, *related: str, after: str = "", shared: str = "", title: str = "Links", **others: str
) -> bytes:
    """A workbook of one sheet, as Excel lays it out; `related` are relationships of the sheet; `__` is `/`."""
    sheets = f'<sheets><sheet name="{title}" sheetId="1" r:id="r7"/></sheets>'
    return package(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relations(relation("r1", "xl/workbook.xml", "officeDocument", "Internal")),
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{sheets}</workbook>',
            "xl/_rels/workbook.xml.rels": relations(relation("r7", "worksheets/sheet1.xml", "worksheet", "Internal")),
            SHEET: sheet(cells, after),
            "xl/worksheets/_rels/sheet1.xml.rels": relations(*related),
            "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{shared}</sst>',
            **{f"{name.replace('__', '/')}.xml": content for name, content in others.items()},
        }
    )


def pieces(octets: bytes, **limits: Any) -> list[Piece]:
    """The pieces of a workbook."""

    def inner(file: object, context: Context) -> Iterator[Piece]:
        raise AssertionError("nothing in it is read by another reader")

    context = Context(None, None, Limits(**limits), Locator(), inner, may_hold_link=link_filter(Finder("document")))
    return list(xlsx.read(io.BytesIO(octets), context))


def texts(octets: bytes) -> list[tuple[str | None, str]]:
    """The texts of a workbook, each with its cell."""
    return [(piece.locator.cell, piece.text) for piece in pieces(octets) if isinstance(piece, Text)]


def links(octets: bytes) -> list[tuple[str | None, str, str, str | None]]:
    """The stated links of a workbook: the cell, the element, the reference, and the link text."""
    result = pieces(octets)
    return [
        (piece.locator.cell, piece.stated_by, piece.reference, piece.link_text)
        for piece in result
        if isinstance(piece, StatedReference)
    ]


# ---- What it is ------------------------------------------------------------------------------------------------------


def test_a_workbook_of_openpyxl() -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="workbooks are made with openpyxl")
    made = openpyxl.Workbook()
    made.active["B3"] = "See http://a.example/b."
    made.active["B4"] = "the site"
    made.active["B4"].hyperlink = "http://c.example/d"
    made.active["C1"] = '=HYPERLINK("http://e.example/f","Here")'
    made.active["D1"] = 17
    made.active["D1"].comment = openpyxl.comments.Comment("as of http://g.example/", "Jo")
    made.create_sheet("Jo's links")["A1"] = "http://h.example/"
    out = io.BytesIO()
    made.save(out)
    reader = reader_of(out.getvalue()[:8192], None)
    assert reader is not None
    assert reader.kind == "XLSX"
    assert texts(out.getvalue()) == [
        ("Sheet!B3", "See http://a.example/b."),
        ("Sheet!D1", "as of http://g.example/"),
        ("'Jo''s links'!A1", "http://h.example/"),
        (None, "openpyxl"),  # its creator
    ]
    assert links(out.getvalue()) == [
        ("Sheet!C1", "hyperlink formula", "http://e.example/f", None),
        ("Sheet!B4", "hyperlink", "http://c.example/d", "the site"),
    ]


@pytest.mark.parametrize(
    ("head", "name", "is_one"),
    [
        (workbook("")[:8192], "", True),
        (b"PK\x03\x04", "a.xlsm", True),
        (COMPOUND_FILE, "a.xlsx", True),
        (COMPOUND_FILE, "a.xls", False),
        (package({"backup/xl/workbook.xml": ""}), "a.zip", False),
        (package({"word/document.xml": ""}), "", False),
    ],
)
def test_workbooks_are_recognized(head: bytes, name: str, is_one: bool) -> None:
    assert is_xlsx(head, name) is is_one


# ---- Text ------------------------------------------------------------------------------------------------------------

URI = "http://a.example/b"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('<c r="B3" t="s"><v>1</v></c>', URI),
        ('<c r="B3" t="s"><v>2</v></c>', f"{URI}/c d"),
        ('<c r="B3" t="s"><v>3</v></c>', f"{URI}\r\nc"),
        (f'<c r="B3" t="inlineStr"><is><t>{URI}</t></is></c>', URI),
        (f'<c r="B3" t="inlineStr"><is><r><t>{URI}</t></r><r><t>/c</t></r></is></c>', f"{URI}/c"),
        (f'<c r="B3" t="str"><f>A1&amp;A2</f><v>{URI}</v></c>', URI),
    ],
)
def test_the_text_of_cells(cell: str, text: str) -> None:
    shared = (
        f"<si><t>Total</t></si><si><t>{URI}</t></si>"
        f"<si><r><t>{URI}/</t></r><r><t>c d</t></r><rPh><t>no:text</t></rPh></si>"
        f"<si><t>{URI}_x000D_\nc</t></si>"
    )
    assert texts(workbook(cell, shared=shared)) == [("Links!B3", text)]


@pytest.mark.parametrize(
    "cell",
    [
        '<c r="B3" t="s"><v>0</v></c>',
        '<c r="B3" t="s"><v>99</v></c>',
        '<c r="B3" t="s"><v>-1</v></c>',
        f'<c r="B3" t="s"><v>{"9" * 5000}</v></c>',
        '<c r="B3" t="s"/>',
        '<c r="B3"><v>1.5</v></c>',
        '<c r="B3" t="d"><v>2026-11-21T10:48:19</v></c>',
        '<c r="B3" t="e"><v>#REF!</v></c>',
    ],
)
def test_other_cells_hold_no_text(cell: str) -> None:
    assert pieces(workbook(cell, shared="<si><t>Total</t></si>")) == []


def test_a_cell_without_a_name_is_the_next_cell() -> None:
    cells = f'<c/><c t="str"><v>{URI}</v></c></row><row><c t="str"><v>{URI}</v></c>'
    assert texts(workbook(cells)) == [("Links!B3", URI), ("Links!A4", URI)]


@pytest.mark.parametrize(
    ("title", "written"),
    [("Links", "Links"), ("My links", "'My links'"), ("Jo's", "'Jo''s'"), ("A1", "'A1'"), ("x" * 1000, "x" * 255)],
)
def test_the_title_of_a_sheet_is_written_as_in_a_formula(title: str, written: str) -> None:
    assert texts(workbook(f'<c r="C3" t="str"><v>{URI}</v></c>', title=title)) == [(f"{written}!C3", URI)]


def test_a_sheet_without_a_title_has_the_name_of_its_part() -> None:
    octets = package({SHEET: sheet(f'<c r="A3" t="str"><v>{URI}</v></c>', namespace=STRICT)})
    assert texts(octets) == [("sheet1!A3", URI)]


def test_a_workbook_in_a_mail_keeps_the_part_of_the_mail() -> None:
    context = Context(None, None, Limits(), Locator(part="2"), lambda *_: iter(()))
    (text,) = xlsx.read(io.BytesIO(workbook(f'<c r="B3" t="str"><v>{URI}</v></c>')), context)
    assert text.locator == Locator(part="2", cell="Links!B3")


def test_people_see_the_cell() -> None:
    (found,) = documents.read(workbook(f'<c r="B3" t="str"><v>See {URI}</v></c>'))
    assert location_words(found.location) == "Links!B3:1:5"


def comments(*inside: str, authors: str = "<author>Jo</author>") -> str:
    """A part with comments."""
    listed = "".join(inside)
    return f'<comments xmlns="{MAIN}"><authors>{authors}</authors><commentList>{listed}</commentList></comments>'


def comment(cell: str, text: str, author: int = 0) -> str:
    """A comment in runs."""
    return f'<comment ref="{cell}" authorId="{author}"><text> <r><t>{text}</t></r> </text></comment>'


def test_comments_have_their_cells() -> None:
    related = relation("r1", "../comments1.xml", "comments", "Internal")
    octets = workbook("", related, xl__comments1=comments(comment("C5", URI), comment("C6", "nothing")))
    assert texts(octets) == [("Links!C5", URI)]


def test_threaded_comments_are_read_once() -> None:
    stand_in = comments(
        comment("C5", "see http://go.example/", 1), authors="<author>Jo</author><author>tc={1}</author>"
    )
    answer = f'<threadedComment ref="C5"><text>{URI}</text></threadedComment>'
    answered = f'<ThreadedComments xmlns="{THREADED}">{answer}</ThreadedComments>'
    related = [
        relation("r1", "../comments1.xml", "comments", "Internal"),
        relation("r2", "/xl/threadedComments/threadedComment1.xml", "threadedComment", "Internal"),
    ]
    octets = workbook("", *related, xl__comments1=stand_in, xl__threadedComments__threadedComment1=answered)
    assert texts(octets) == [("Links!C5", URI)]


# ---- Links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hyperlink", "cell", "reference", "link_text"),
    [
        ('ref="B3" r:id="r1"', "Links!B3", URI, "the site"),
        ('ref="B3" r:id="r1" display="old"', "Links!B3", URI, "the site"),
        ('ref="B3:C4" r:id="r1"', "Links!B3:C4", URI, "the site"),
        ('ref="C3" r:id="r1" display="17"', "Links!C3", URI, "17"),
        ('ref="D3" r:id="r1"', "Links!D3", URI, None),
        ('ref="B3" r:id="r1" location="c"', "Links!B3", f"{URI}#c", "the site"),
        ('ref="nowhere" r:id="r1"', "Links", URI, None),
    ],
)
def test_hyperlinks_show_the_text_of_their_cell(
    hyperlink: str, cell: str, reference: str, link_text: str | None
) -> None:
    octets = workbook(
        '<c r="B3" t="s"><v>0</v></c><c r="C3"><v>17</v></c>',
        relation("r1", URI),
        shared="<si><t>the site</t></si>",
        after=f"<hyperlinks><hyperlink {hyperlink}/></hyperlinks>",
    )
    assert links(octets) == [(cell, "hyperlink", reference, link_text)]


def test_a_hyperlink_into_its_own_workbook_is_not_stated() -> None:
    after = '<hyperlinks><hyperlink ref="B3" location="\'Other\'!A1"/></hyperlinks>'
    assert pieces(workbook("", after=after)) == []


def test_other_external_relationships() -> None:
    internal = relation("r2", "../drawings/drawing1.xml", "drawing", "Internal")
    octets = workbook("", relation("r1", URI, "image"), relation("r3", "a:b"), internal)
    assert pieces(octets) == [
        StatedReference(URI, "relationship", locator=Locator(member=SHEET)),
        StatedReference("a:b", "hyperlink", locator=Locator(member=SHEET)),
    ]


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        ('HYPERLINK("http://a.example/b","Here")', ["http://a.example/b"]),
        ('hyperlink ( "http://a.example/b" )', ["http://a.example/b"]),
        ('IF(A1=")",HYPERLINK("a:b"),HYPERLINK("c:d","e"))', ["a:b", "c:d"]),
        ('HYPERLINK("http://a.example/"&A1,"Here")', []),
        ('HYPERLINK(A1,"http://a.example")', []),
        ('MYHYPERLINK("a:b")', []),
        ('"HYPERLINK(""a:b"")"', []),
        ('__xludf.DUMMYFUNCTION("HYPERLINK(""a:b"",""c"")")', ["a:b"]),
        ('HYPERLINK("a:b', []),
    ],
)
def test_hyperlinks_in_formulas(formula: str, found: list[str]) -> None:
    assert [target for target, _ in targets(formula)] == found
    escaped = formula.replace("&", "&amp;")
    cell = f'<c r="B3" t="str"><f>{escaped}</f><v>Here</v></c>'
    assert links(workbook(cell)) == [("Links!B3", "hyperlink formula", target, "Here") for target in found]


@pytest.mark.parametrize("function", ["_xlfn.WEBSERVICE", "_xlfn.IMAGE", "IMPORTXML", "ImportData"])
def test_functions_that_load_something_when_the_workbook_is_opened(function: str) -> None:
    formula = f"{function}(&quot;{URI}&quot;,&quot;//b&quot;)"
    octets = workbook(f'<c r="B3" t="str"><f>{formula}</f><v>Here</v></c>')
    (found,) = read(octets)
    assert (found.match.uri, found.opened_by, found.location.locator.cell) == (URI, "load", "Links!B3")


def test_columns_have_names() -> None:
    assert [column_name(number) for number in (1, 26, 27, 702, 703, 16384)] == ["A", "Z", "AA", "ZZ", "AAA", "XFD"]


def uris_and_cells(after: str) -> list[tuple[str, str | None]]:
    """The links of a sheet with this markup after its cells."""
    return [(one.match.uri, one.location.locator.cell) for one in read(workbook("", after=after))]


def test_validations_of_excel_2010_are_read() -> None:
    after = (
        '<extLst><ext xmlns:x="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" '
        'xmlns:m="http://schemas.microsoft.com/office/excel/2006/main"><x:dataValidations>'
        '<x:dataValidation prompt="http://a.example/"><x:formula1><m:f>"http://b.example/"</m:f></x:formula1>'
        "<m:sqref>B1</m:sqref></x:dataValidation></x:dataValidations></ext></extLst>"
    )
    assert uris_and_cells(after) == [("http://a.example/", "Links"), ("http://b.example/", "Links")]


def test_headers_and_validations_are_read() -> None:
    after = (
        '<dataValidations><dataValidation sqref="B1 C2" prompt="http://a.example/" error="no">'
        '<formula1>"http://b.example/,http://c.example/"</formula1></dataValidation></dataValidations>'
        '<headerFooter><oddHeader>&amp;L&amp;"Arial"&amp;8http://d.example/?a&amp;&amp;b&amp;Chttp://e.example'
        "</oddHeader></headerFooter>"
    )
    assert uris_and_cells(after) == [
        ("http://a.example/", "Links!B1"),
        ("http://b.example/", "Links!B1"),
        ("http://c.example/", "Links!B1"),
        ("http://d.example/?a&b", "Links"),
        ("http://e.example", "Links"),
    ]
    assert {one.location.line for one in read(workbook("", after=after))} == {1}


def test_connections_to_external_data_are_read() -> None:
    connections = (
        f'<connections xmlns="{MAIN}"><connection id="1" odcFile="http://a.example/b.odc"/>'
        '<connection id="2"><webPr url="http://c.example/d"/></connection>'
        '<connection id="3"><dbPr connection="Provider=e;Data Source=https://f.example/g;Timeout=9"/></connection>'
        "</connections>"
    )
    found = list(read(workbook("", xl__connections=connections)))
    assert [(one.match.uri, one.opened_by) for one in found] == [
        ("http://a.example/b.odc", "load"),
        ("http://c.example/d", "load"),
        ("https://f.example/g", "click"),
    ]
    assert {one.location.locator.member for one in found} == {"xl/connections.xml"}


def test_text_boxes_and_shapes_are_read() -> None:
    drawing = (
        f'<wsDr xmlns:a="{DRAWING}" xmlns:r="{OFFICE}"><sp><cNvPr><a:hlinkClick r:id="r1"/></cNvPr>'
        f"<a:p><a:r><a:t>http://a.exam</a:t></a:r><a:r><a:t>ple/b</a:t></a:r></a:p></sp></wsDr>"
    )
    octets = workbook("", xl__drawings__drawing1=drawing)
    out = io.BytesIO(octets)
    with zipfile.ZipFile(out, "a") as members:
        members.writestr("xl/drawings/_rels/drawing1.xml.rels", relations(relation("r1", "a:b")))
    link, text = pieces(out.getvalue())
    place = Locator(member="xl/drawings/drawing1.xml")
    assert link == StatedReference("a:b", "hyperlink", locator=place)
    assert isinstance(text, Text)
    assert (text.text, text.locator) == (URI, place)


def test_an_embedded_document_is_read() -> None:
    octets = workbook(
        "", relation("r1", "../embeddings/a.xml", "package", "Internal"), xl__embeddings__a=f"<a>{URI}</a>"
    )
    (found,) = read(octets)
    assert (found.match.uri, found.location.locator.inner_path) == (URI, "xl/embeddings/a.xml")


def test_properties_are_read() -> None:
    (text,) = pieces(workbook("", docProps__core="<p><title>http://a.example</title></p>"))
    assert isinstance(text, Text)
    assert (text.text, text.locator) == ("http://a.example", Locator(member="docProps/core.xml"))


OWN = Matcher("ticket", "OPS-[0-9]+", "http://a.example/{0}")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("OPS-12", {"matchers": [OWN]}),
        ("joe AT a DOT example", {"refang": True}),
        ("aDOTexample", {"refang": True}),
        ("a-dot-de", {"refang": True}),
        ("a.\nexample.com", {"kinds": {"domain"}}),
    ],
)
@pytest.mark.parametrize("inline", [True, False])
def test_cells_have_the_links_that_find_finds(inline: bool, text: str, options: Any) -> None:
    cell = f'<c r="B3" t="inlineStr"><is><t>{text}</t></is></c>' if inline else '<c r="B3" t="s"><v>0</v></c>'
    octets = workbook(cell, shared=f"<si><t>{text}</t></si>")
    found = [one.match.uri for one in documents.read(octets, **options)]
    assert found == [match.uri for match in find(text, profile="document", **options)] != []


# ---- What cannot be read ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("octets", "why"),
    [
        (b"", "is not a zip file, or a broken one"),
        (b"PK\x03\x04" + bytes(100), "is not a zip file, or a broken one"),
        (COMPOUND_FILE + bytes(1000), "is encrypted and needs a password, or a workbook of Excel 97 to 2003"),
        (package({"a.xml": ""}), "has no workbook in it"),
        (package({"xl/workbook.bin": ""}), "is a binary workbook"),
        (package({SHEET: "<a"}), "is broken XML"),
        (package({SHEET: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}), "declares a document type"),
    ],
)
def test_no_workbook(octets: bytes, why: str) -> None:
    with pytest.raises(ReadError, match=why):
        pieces(octets)


@pytest.mark.parametrize(
    "part",
    ["xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml", "xl/worksheets/_rels/sheet1.xml.rels"],
)
def test_cells_are_read_if_another_part_is_broken(part: str) -> None:
    with zipfile.ZipFile(io.BytesIO(workbook(f'<c r="B3" t="str"><v>{URI}</v></c>'))) as made:
        members: dict[str, str | bytes] = {name: made.read(name) for name in made.namelist()}
    result = pieces(package({**members, part: "<"}))
    assert [piece.text for piece in result if isinstance(piece, Text)] == [URI]
    assert {piece.locator.member for piece in result if isinstance(piece, Problem)} == {part}


def test_links_before_a_fault_are_reported() -> None:
    broken = sheet(f'<c r="B3" t="str"><v>{URI}</v></c>', "&none;")
    text, problem = pieces(package({SHEET: broken, "_rels/.rels": relations()}))
    assert isinstance(text, Text)
    assert isinstance(problem, Problem)
    assert (text.text, problem.locator.member) == (URI, SHEET)


def test_missing_comments_are_reported() -> None:
    (problem,) = pieces(workbook("", relation("r1", "../comments1.xml", "comments", "Internal")))
    assert problem == Problem("is broken and cannot be unpacked", Locator(member="xl/comments1.xml"))


def test_a_bomb_is_unpacked_to_the_limit_only() -> None:
    with pytest.raises(ReadError, match="is larger than 1 MiB when unpacked"):
        pieces(package({SHEET: sheet("<c/>" * 1_000_000)}), size=MIB)


def test_a_workbook_is_read_to_the_time_limit_only(monkeypatch: pytest.MonkeyPatch) -> None:
    a_minute_a_step(monkeypatch, zip_package)
    octets = package({SHEET: sheet(f'<c t="str"><v>{URI}</v></c>' * 10_000), "xl/worksheets/sheet2.xml": sheet("")})
    *texts, problem = pieces(octets, seconds=120)
    assert problem == Problem("takes more than 120 seconds, and 30 for each MiB", Locator(member=SHEET))
    assert 0 < len(texts) < 10_000


def test_a_bomb_of_open_elements_is_reported() -> None:
    with pytest.raises(ReadError, match="is nested too deeply"):
        pieces(package({SHEET: sheet("<row>" * 1_000 + "</row>" * 1_000)}))


@pytest.mark.parametrize("after", [False, True])
def test_one_long_string_in_many_cells_is_not_repeated_without_end(after: bool) -> None:
    hyperlinks = '<hyperlink ref="B3" r:id="r1"/>' * 2000
    octets = workbook(
        "" if after else '<c t="s"><v>0</v></c>' * 2000,
        *([relation("r1", URI + "x" * 10_000)] if after else []),
        shared=f"<si><t>{URI}{'x' * 10_000}</t></si>",
        after=f"<hyperlinks>{hyperlinks}</hyperlinks>" if after else "",
    )
    *result, problem = pieces(octets, size=MIB)
    assert isinstance(problem, Problem)
    assert problem.message.startswith("contains more text than may be read")
    assert 50 < len(result) < 110


def test_what_cells_share_is_bounded_by_the_xml() -> None:
    """A small workbook gave millions of links; a text of 1,000 characters in each of many cells is no attack."""
    cells = '<c r="A1" t="s"><v>0</v></c>'
    *result, problem = pieces(workbook(cells * 2_000, shared=f"<si><t>{URI}{' a' * 20_000}</t></si>"))
    assert isinstance(problem, Problem)
    assert problem.message.startswith("contains more text than may be read")
    assert 50 < len(result) < 150
    assert len(pieces(workbook(cells * 20_000, shared=f"<si><t>{URI}{' a' * 490}</t></si>"))) == 20_000


# ---- Properties ------------------------------------------------------------------------------------------------------

GOOD = workbook(
    '<c r="A3" t="s"><v>0</v></c><c r="B3" t="str"><f>HYPERLINK("a:b")</f><v>c</v></c>',
    relation("r1", URI),
    relation("r2", "../comments1.xml", "comments", "Internal"),
    shared=f"<si><t>{URI}</t></si>",
    after='<hyperlinks><hyperlink ref="B3" r:id="r1"/></hyperlinks>',
    xl__comments1=comments(comment("C5", URI)),
)


TAGS = [
    "row",
    'row r="x"',
    "c",
    'c r="B3" t="s"',
    'c r="B4" t="inlineStr"',
    'c t="str"',
    "is",
    "t",
    "r",
    "rPh",
    "v",
    "f",
    'hyperlink ref="B3" r:id="r1"',
]


@settings(max_examples=200)
@given(nested([URI, "0", 'HYPERLINK("a:b")'], TAGS))
def test_elements_in_any_order(body: str) -> None:
    for piece in pieces(workbook(body, relation("r1", URI), shared="<si><t>a.b</t></si>")):
        assert isinstance(piece, Text | StatedReference)


@pytest.mark.parametrize("end", range(0, len(GOOD), max(1, len(GOOD) // 40)))
def test_truncated_workbooks_give_a_message(end: int) -> None:
    with suppress(ReadError):  # with no text in a whole part
        assert any(isinstance(piece, Problem) and "is truncated" in piece.message for piece in pieces(GOOD[:end]))
