r"""Rich Text Format: a sample that LibreOffice 7.4 saved, each rule with what it is for and is not, mutated files.

The samples are written by RTF 1.9.1 and MS-OXRTFEX.
"""

from pathlib import Path
from struct import pack

import pytest

from linksift import Problem, read
from linksift.documents.document_model import Account
from linksift.documents.office.rtf_file import link_targets
from linksift.documents.office.rtf_tokenizer import codec_of_charset, codec_of_page, content_of
from tests.documents.mutations import assert_links_or_a_message, mutated
from tests.documents.test_outlook import compound
from tests.growth import assert_forty_times_at_most

SAMPLE = Path(__file__).parents[1] / "samples" / "office" / "libreoffice.rtf"
FONTS = rb"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}{\f3\cpg936 D;}{\f4 E;}}"


def found(document: Path | bytes) -> list[str]:
    """The URIs in a document, which has no problems."""
    problems: list[Problem] = []
    uris = [one.match.uri for one in read(document, on_problem=problems.append)]
    assert problems == []
    return uris


def stated(document: bytes) -> list[tuple[str, str | None, str | None]]:
    """The URIs, what states each, and its text."""
    return [(one.match.uri, one.location.stated_by, one.link_text) for one in read(document)]


@pytest.mark.parametrize("document", [SAMPLE, SAMPLE.read_bytes()], ids=["path", "bytes"])
def test_what_libreoffice_saved(document: Path | bytes) -> None:
    assert {one.match.uri: one.link_text for one in read(document)} == {
        "http://a.example/stated?x=1&y=2": "the manual",
        "mailto:jo@a.example": "write",
        "http://a.example/text_b": None,
    }


@pytest.mark.parametrize(
    ("rich_text", "uris"),
    [
        (rb"{\rtf1 http://a.exam{\b ple/b}\par c}", ["http://a.example/b"]),
        (rb"{\rtf1 http://a.example\par /b}", ["http://a.example"]),
        (b"{\\rtf1 http://a.example\\\nNext\\\r\nhttp://b.example/}", ["http://a.example", "http://b.example/"]),
        (rb"{\rtf1{\*\unknown http://a.example/}{\pict http://b.example/}}", []),
        (rb"{\rtf1\bin9 {{{{{{{{{ http://a.example/}", ["http://a.example/"]),
        (rb"{\rtf1 http://a.example/b\_c\~d}", ["http://a.example/b-c"]),
        (rb"{\rtf1 http://a.example/\nestcell b\nestrow{\nonesttables http://b.example/}}", ["http://a.example/"]),
        (
            b"{\\rtf1 " + b"{" * 2_000 + b"http://a.example/" + b"}" * 2_000 + b" http://b.example/}",
            ["http://b.example/"],
        ),
        (rb"{\rtf1 http://a.example/}} http://b.example/", ["http://a.example/", "http://b.example/"]),
    ],
)
def test_text(rich_text: bytes, uris: list[str]) -> None:
    assert found(rich_text) == uris


@pytest.mark.parametrize(
    ("rich_text", "uri"),
    [
        (rb"\ansicpg1251 http://a.example/\'ef", "http://a.example/%D0%BF"),
        (rb"\mac http://a.example/\'8e", "http://a.example/%C3%A9"),
        (rb"\ansicpg99999 http://a.example/\'e9", "http://a.example/%C3%A9"),
        (rb"\ansicpg932 http://a.example/\'82\'a0b", "http://a.example/%E3%81%82b"),
        (rb"\ansicpg932 http://a.example/\'83A x", "http://a.example/%E3%82%A2"),
        (b"\\ansicpg932 http://a.example/\\'82\r\n\\'a0", "http://a.example/%E3%81%82"),
        (FONTS + rb"\f1 http://\'e0\'e1.example/", "http://xn--80ac.example/"),
        (FONTS + rb"\f0 http://\'e0\'e1.example/", "http://xn--0cac.example/"),
        (FONTS + rb"{\f1 a} http://a.example/\'ef", "http://a.example/%C3%AF"),
        (FONTS + rb"\f1\plain http://a.example/\'ef", "http://a.example/%C3%AF"),
        (rb"\deff1" + FONTS + rb"\f0\plain http://a.example/\'ef", "http://a.example/%D0%BF"),
        (FONTS + rb"\f2 http://a.example/\'82\'a0", "http://a.example/%E3%81%82"),
        (FONTS + rb"\f3 http://a.example/\'d6\'d0", "http://a.example/%E4%B8%AD"),
        (rb"\ansicpg1253" + FONTS + rb"\f4 http://a.example/\'e1", "http://a.example/%CE%B1"),
    ],
)
def test_octets_are_in_the_code_page_of_their_font(rich_text: bytes, uri: str) -> None:
    assert found(rb"{\rtf1\ansi" + rich_text + b"}") == [uri]


@pytest.mark.parametrize(
    ("rich_text", "uri"),
    [
        (rb"\uc1 http://a.example/\u960?x", "http://a.example/%CF%80x"),
        (rb"\uc0 http://a.example/\u-10179 \u-8704 x", "http://a.example/%F0%9F%98%80x"),
        (rb"\uc2 http://a.example/\u12354\'82\'a0x", "http://a.example/%E3%81%82x"),
        (rb"\uc2 http://a.example/\u12354?{}?x", "http://a.example/%E3%81%82?x"),
        (rb" http://a.example/\u-99999999999 x", "http://a.example/"),
    ],
)
def test_characters_of_unicode_and_their_stand_ins(rich_text: bytes, uri: str) -> None:
    assert found(rb"{\rtf1" + rich_text + b"}")[0].startswith(uri)


def test_a_word_for_a_character_is_one_stand_in() -> None:
    assert [one.text for one in content_of(rb"\u8212\emdash x")] == ["\u2014", "x"]


def test_python_has_the_codec_of_every_charset() -> None:
    codecs = [codec_of_charset(number) for number in range(256) if codec_of_charset(number)]
    assert len(codecs) > 20
    assert codec_of_page(1252) not in codecs[1:], "a code page that Python does not know"


@pytest.mark.parametrize(
    ("rich_text", "uris"),
    [
        (rb"see http://a.example/x{\footnote http://b.example/}y", ["http://b.example/", "http://a.example/xy"]),
        (rb"see http://a.example/x{\super\chftn} y", ["http://a.example/x"]),
        (rb"see http://a.example/x{\super 3}", ["http://a.example/x"]),
        (rb"see http://a.example/x\super 3\nosupersub  y", ["http://a.example/x"]),
        (rb"a{\*\annotation\chatn http://b.example/} b", ["http://b.example/"]),
        (rb"{\header http://b.example/\par}http://a.example/", ["http://b.example/", "http://a.example/"]),
        (rb"{\shp{\*\shpinst{\sp{\sn a}{\sv http://b.example/}}{\shptxt http://a.example/}}}", ["http://a.example/"]),
        (rb"{\shp{\*\shpinst{\shptxt http://a.example/}}{\shprslt http://a.example/}}", ["http://a.example/"]),
        (rb"{\object{\*\objclass http://b.example/}{\result http://a.example/}}", ["http://a.example/"]),
    ],
)
def test_text_that_is_set_apart(rich_text: bytes, uris: list[str]) -> None:
    assert found(rb"{\rtf1 " + rich_text + b"}") == uris


@pytest.mark.parametrize(
    ("rich_text", "link"),
    [
        (rb'{\field{\*\fldinst{HYPERLINK "a:b"}}{\fldrslt here}}', ("a:b", "hyperlink", "here")),
        (rb'{\field{\*\fldinst HYPERLINK "a:b"}}', ("a:b", "hyperlink", None)),
        (rb'{\field{\*\fldinst HYPERLINK "http://a.example/" \\l "c"}}', ("http://a.example/#c", "hyperlink", None)),
        (rb'{\field{\*\fldinst  INCLUDEPICTURE "a:b" \\d}{\fldrslt x}}', ("a:b", "relationship", None)),
        (rb"{\field{\*\fldinst INCLUDETEXT a:b}{\fldrslt x}}", ("a:b", "relationship", None)),
        (rb'{\field{\*\fldinst LINK Excel.Sheet.8 "a:b" ""}{\fldrslt x}}', ("a:b", "relationship", None)),
        (rb"{\*\template a:b}", ("a:b", "relationship", None)),
        (
            rb"{\shp{\*\shpinst{\sp{\sn pihlShape}{\sv {\*\hl{\hlfr c}{\hlsrc a:b}}}}}}",
            ("a:b", "hyperlink", None),
        ),
    ],
)
def test_links_that_are_stated(rich_text: bytes, link: tuple[str, str, str | None]) -> None:
    assert stated(rb"{\rtf1 " + rich_text.replace(b"a:b", b"http://a.example/b") + b"}") == [
        (link[0].replace("a:b", "http://a.example/b"), *link[1:])
    ]


def test_a_field_in_an_instruction_is_part_of_it() -> None:
    inner = rb'{\field{\*\fldinst QUOTE "x"}{\fldrslt http://a.example/}}'
    assert stated(rb"{\rtf1 {\field{\*\fldinst HYPERLINK " + inner + rb"}{\fldrslt here}}}") == [
        ("http://a.example/", "hyperlink", "here"),
        ("http://a.example/", None, None),
    ]


@pytest.mark.parametrize(
    "rich_text", [rb'{\field{\*\fldinst HYPERLINK "http://a.example/"}{\fldrslt x', rb"{\*\template http://a.example/"]
)
def test_links_in_groups_that_do_not_end_are_stated(rich_text: bytes) -> None:
    assert [uri for uri, *_ in stated(rb"{\rtf1 " + rich_text)] == ["http://a.example/"]


@pytest.mark.parametrize(
    "rich_text",
    [rb"{\*\template C:\\a.dotm}", rb"{\field{\*\fldinst PAGEREF a}{\fldrslt 1}}", rb"{\*\template}", rb"\hlsrc"],
)
def test_files_and_bookmarks_are_no_links(rich_text: bytes) -> None:
    assert stated(rb"{\rtf1 " + rich_text + b"}") == []


def prefixed(octets: bytes) -> bytes:
    return pack("<I", len(octets)) + octets


MONIKER = bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B") + prefixed("http://a.example/b\0".encode("utf-16-le"))
LINKED = pack("<II", 0x501, 1) + prefixed(b"A\0") + prefixed(b"http://a.example/b\0") + prefixed(b"")
EMBEDDED = pack("<II", 0x501, 2) + prefixed(b"OLE2Link\0") + prefixed(b"") * 2


def rich_text_with(octets: bytes) -> bytes:
    """A file with an object, its digits broken over lines."""
    digits = octets.hex("\n", 40).encode()
    return rb"{\rtf1{\object\objautlink{\*\objclass A}{\*\objdata " + digits + rb"}{\result x}}}"


@pytest.mark.parametrize("octets", [LINKED, EMBEDDED + prefixed(compound({"\x01Ole": b"\1" * 20 + MONIKER}))])
def test_the_target_of_a_linked_object(octets: bytes) -> None:
    assert stated(rich_text_with(octets)) == [("http://a.example/b", "relationship", None)]


@pytest.mark.parametrize(
    "octets",
    [b"", LINKED[:20], EMBEDDED, EMBEDDED + prefixed(MONIKER), EMBEDDED + prefixed(compound({"Package": MONIKER}))],
)
def test_other_objects_and_broken_ones_link_nothing(octets: bytes) -> None:
    assert link_targets(octets.hex(), Account()) == []
    assert found(rich_text_with(octets)) == []


PAGE = rb"{\rtf1\ansi\ansicpg1251\fromhtml1 \deff0{\fonttbl{\f0\fcharset0 A;}}{\*\htmltag64 <html>}"


@pytest.mark.parametrize(
    ("rich_text", "links"),
    [
        (rb"{\*\htmltag84 <a href='http://a.example/'>}here{\*\htmltag92 </a>}", [("http://a.example/", "here")]),
        (rb"{\*\htmltag84 <a href='http://a.example/?b&amp;c'>}d</a>", [("http://a.example/?b&c", "d")]),
        (rb"see http://a.example/\'ef\par\htmlrtf http://b.example/\htmlrtf0", [("http://a.example/%C3%AF", None)]),
        (rb"\htmlrtf{\b\htmlrtf0 http://a.example/\htmlrtf}\htmlrtf0", [("http://a.example/", None)]),
        (rb"{\*\mhtmltag84 <a href='http://b.example/'>}", []),
        (
            rb"{\*\htmltag84 <a href='http://a.example/'>}\htmlrtf{\field{\*\fldinst HYPERLINK http://a.example/}"
            rb"{\fldrslt\htmlrtf0 d\htmlrtf}}\htmlrtf0{\*\htmltag92 </a>}",
            [("http://a.example/", "d")],
        ),
        (
            rb'{\*\htmltag84 <p>}x\htmlrtf{\field{\*\fldinst HYPERLINK "http://b.example/"}{\fldrslt here}}\htmlrtf0',
            [("http://b.example/", "here")],
        ),
    ],
)  # fmt: skip
def test_an_encapsulated_page(rich_text: bytes, links: list[tuple[str, str | None]]) -> None:
    assert [(uri, text) for uri, _, text in stated(PAGE + rich_text + b"}")] == links


def test_a_file_from_a_text_is_rich_text() -> None:
    link = rb'{\field{\*\fldinst HYPERLINK "http://a.example/"}{\fldrslt b}}}'
    assert stated(PAGE.replace(b"fromhtml1", b"fromtext") + link) == [("http://a.example/", "hyperlink", "b")]


@pytest.mark.parametrize(
    "piece",
    [
        b"{",
        rb"{\field{\*\fldinst{HYPERLINK a}}{\fldrslt b",
        rb"\u960?",
        b"\\'",
        rb"\bin-1 ",
        rb"x\super ",
        rb"{\footnote ",
        rb"{\*\objdata 01",
        rb"{\*\htmltag <a>",
    ],
)
def test_work_grows_like_the_file(piece: bytes) -> None:
    small, large = (rb"{\rtf1\fromhtml1 " + piece * (size // len(piece)) for size in (5_000, 80_000))
    assert_forty_times_at_most(found, small, large)


@pytest.mark.parametrize("seed", range(100))
def test_mutated_files(seed: int) -> None:
    words = rb"{ } \bin99 \u-1 \' \* \fldinst \fldrslt  \uc99999 \ansicpg0 \f1 \fcharset128 \htmltag \objdata \footnote"
    for content in (SAMPLE.read_bytes(), rich_text_with(LINKED), PAGE + rb"\htmlrtf{\b x}\htmlrtf0{\*\htmltag <a>}}"):
        assert_links_or_a_message(mutated(content, seed, words.split(b" ")), "a.rtf")
