"""Notebooks, calendars and contact cards as files."""

import json

import pytest

from linksift import Problem, read
from tests.documents.mutations import assert_links_or_a_message, mutated

CELLS = [
    {"cell_type": "markdown", "source": ["See [a](http://a.example/)\n", "or http://b.example/"]},
    {
        "cell_type": "code",
        "source": "u = 'http://c.example/'",
        "outputs": [
            {"output_type": "stream", "text": ["http://d.example/\n"]},
            {"data": {"text/html": "<a href='http://e.example/'>x</a>", "image/png": "aGk="}},
            {"output_type": "error", "traceback": ["\x1b[0;31mE\x1b[0m", "see http://f.example/\x1b[0m"]},
        ],
    },
]
NOTEBOOK = json.dumps({"cells": CELLS, "nbformat": 4}, indent=1).encode()
CALENDAR = (
    b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDESCRIPTION:Join at http://a.example/b\\,c or http://b.exam\r\n ple/e\\nBye"
    b"\r\nURL:http://c.example/\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)


def test_a_notebook_is_read_cell_by_cell() -> None:
    found = [(one.match.uri, one.location.locator.pointer, one.location.line) for one in read(NOTEBOOK)]
    assert found == [
        ("http://a.example/", "/cells/0/source", 1),
        ("http://b.example/", "/cells/0/source", 2),
        ("http://c.example/", "/cells/1/source", 1),
        ("http://d.example/", "/cells/1/outputs/0/text", 1),
        ("http://e.example/", "/cells/1/outputs/1/data/text~1html", 1),
        ("http://f.example/", "/cells/1/outputs/2/traceback", 2),
    ]
    assert len(list(read(NOTEBOOK, skip_code=True))) == 5


@pytest.mark.parametrize("first", ["nbformat", "nbformat_minor", "metadata"])
def test_the_members_of_a_notebook_may_be_in_any_order(first: str) -> None:
    notebook = {"nbformat": 4, "nbformat_minor": 0, "metadata": {"name": "a.ipynb"}, "cells": CELLS}
    octets = json.dumps({first: notebook[first], **notebook}).encode()
    found = [(one.match.uri, one.location.locator.pointer) for one in read(octets)]
    assert found == [(one.match.uri, one.location.locator.pointer) for one in read(NOTEBOOK)]


@pytest.mark.parametrize(
    "begins",
    [
        {"cells": [{"attachments": {"a.png": {"image/png": "A" * 9_000}}, "cell_type": "markdown"}, *CELLS]},
        {"metadata": {"kernelspec": {"name": "a"}, "widgets": "A" * 9_000}, "cells": [{}, *CELLS]},
    ],
    ids=["image", "metadata"],
)
def test_a_notebook_may_begin_with_a_long_image_or_long_metadata(begins: dict[str, object]) -> None:
    found = [one.location.locator.pointer for one in read(json.dumps(begins).encode())]
    assert found[:3] == ["/cells/1/source", "/cells/1/source", "/cells/2/source"]


def test_an_older_notebook_is_read_as_json() -> None:
    octets = json.dumps({"metadata": {}, "nbformat": 3, "worksheets": [{"cells": CELLS[1:]}]}).encode()
    found = [(one.match.uri, one.location.locator.pointer) for one in read(octets)]
    assert found[0] == ("http://c.example/", "/worksheets/0/cells/0/source")


@pytest.mark.parametrize("broken", [NOTEBOOK[:-5], NOTEBOOK.replace(b'"nbformat": 4', b"9" * 5_000 + b": 1")])
def test_a_broken_notebook_is_reported_and_read_as_text(broken: bytes) -> None:
    problems: list[Problem] = []
    found = {one.match.uri for one in read(broken, on_problem=problems.append)}
    assert found == {f"http://{letter}.example/" for letter in "abcdef"}
    assert [problem.message for problem in problems] == ["is a broken notebook; it was read as text"]


@pytest.mark.parametrize(
    "cell", ["1", "[]", '{"source": 1}', '{"source": [1], "outputs": [1, {"data": [], "text": {}}]}']
)
def test_a_notebook_may_hold_anything(cell: str) -> None:
    assert list(read(f'{{"cells": [{cell}, {{"cell_type": "raw"}}]}}'.encode())) == []


def test_a_calendar_is_unfolded() -> None:
    found = [(one.match.uri, one.location.line) for one in read(CALENDAR)]
    assert found == [("http://a.example/b,c", 3), ("http://b.example/e", 3), ("http://c.example/", 5)]


def test_a_line_break_in_a_calendar_is_one() -> None:
    written = b"DESCRIPTION:Join\\nwww.a.example/b\\Njoe@c.example\\nhttp\\://d.example\\, now"
    octets = b"BEGIN:VCALENDAR\n%s\nEND:VCALENDAR\n" % written
    found = [(one.match.uri, one.location.line, one.location.column) for one in read(octets)]
    assert found == [
        ("http://www.a.example/b", 2, 19),
        ("mailto:joe@c.example", 2, 36),
        ("http://d.example", 2, 51),
    ]


def test_no_link_continues_on_the_next_line_of_a_calendar() -> None:
    octets = (
        b"BEGIN:VCALENDAR\nATTACH:http://a.example/b\nCONFERENCE;VALUE=URI:http://c.example/d\nX-E:http://e.example\n"
    )
    found = [(one.match.uri, one.location.line, one.location.column) for one in read(octets)]
    assert found == [("http://a.example/b", 2, 8), ("http://c.example/d", 3, 22), ("http://e.example", 4, 5)]


@pytest.mark.parametrize(
    ("description", "links"),
    [
        (
            b'DESCRIPTION:<a href="http://a.example/?b&amp\\;c">d</a>\\nhttp://e.example/<br>f',
            [("stated", "http://a.example/?b&c", "d"), ("uri", "http://e.example/", None)],
        ),
        (
            b'DESCRIPTION;ALTREP="http://a.example/":<b>c</b> http://d.example/?e&amp\\;f',
            [("uri", "http://a.example/", None), ("uri", "http://d.example/?e&f", None)],
        ),
        (b"DESCRIPTION:<http://a.example/> <b>c</b>", [("uri", "http://a.example/", None)]),
        (b"SUMMARY:<b>c</b> http://d.example/?e&amp\\;f", [("uri", "http://d.example/?e&amp;f", None)]),
    ],
)
def test_descriptions_with_tags_are_pages(description: bytes, links: list[tuple[str, str, str | None]]) -> None:
    found = read(b"BEGIN:VCALENDAR\nBEGIN:VEVENT\n%s\nEND:VEVENT\nEND:VCALENDAR\n" % description)
    assert [(one.match.kind, one.match.uri, one.link_text) for one in found] == links


@pytest.mark.parametrize(
    ("line", "uris"),
    [
        (b"URL;ENCODING=QUOTED-PRINTABLE:http=3A//a.exam=\r\nple/b=3Dc=C3=A9", ["http://a.example/b=c%C3%A9"]),
        (
            b"NOTE;CHARSET=UTF-8;QUOTED-PRINTABLE;X=1:http://a.example=0D=0Ahttp://b.example",
            ["http://a.example", "http://b.example"],
        ),
        (
            b"NOTE;ENCODING=BASE64:\r\n aHR0cDovL2Eu\r\n ZXhhbXBsZQ==\r\nURL:http://b.example",
            ["http://a.example", "http://b.example"],
        ),
        (b"PHOTO;ENCODING=b:AGh0dHA6Ly9hLmV4YW1wbGU=\r\nURL:http://b.example", ["http://b.example"]),
        (b"URL;ENCODING=8BIT:http://a.example/=41", ["http://a.example/=41"]),
    ],
)
def test_values_of_old_cards_are_decoded(line: bytes, uris: list[str]) -> None:
    found = list(read(b"BEGIN:VCARD\r\nVERSION:2.1\r\n%s\r\nEND:VCARD\r\n" % line))
    assert [one.match.uri for one in found] == uris
    assert found[0].location.line == 3 + (len(uris) == 1 and b"PHOTO" in line)


def test_a_value_that_is_not_base64_is_read_as_it_is() -> None:
    (found,) = read(b"BEGIN:VCARD\nNOTE;ENCODING=b:. http://a.example/")
    assert (found.match.uri, found.location.line, found.location.column) == ("http://a.example/", 2, 19)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
def test_a_calendar_in_any_encoding_and_with_any_line_ends(encoding: str, line_end: str) -> None:
    octets = CALENDAR.decode().replace("\r\n", line_end).encode(encoding)
    found = [(one.match.uri, one.location.line) for one in read(octets)]
    assert found == [("http://a.example/b,c", 3), ("http://b.example/e", 3), ("http://c.example/", 5)]


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
def test_offsets_in_a_calendar_are_those_of_the_file(line_end: str) -> None:
    lines = ["BEGIN:VCARD", "X;BASE64:eA==", " ", "NOTE;QUOTED-PRINTABLE:=41=", "=42", "URL:http://a.example/b", ""]
    written = line_end.join(lines)
    (location,) = (one.location for one in read(written.encode()))
    assert written[location.start : location.end] == "http://a.example/b"
    assert (location.line, location.column) == (6, 5)


@pytest.mark.parametrize("seed", range(60))
def test_mutated_files(seed: int) -> None:
    assert_links_or_a_message(mutated(NOTEBOOK, seed, [b"[", b"{", b'"', b"null", b"\\ud800"]), "a.ipynb")
    assert_links_or_a_message(
        mutated(CALENDAR, seed, [b"\r\n ", b"\\", b"\xff", b";BASE64:", b";QUOTED-PRINTABLE:=\n"]), "a.ics"
    )


HTML_DESCRIPTION = (
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nX-ALT-DESC;FMTTYPE=text/html:<html><body>\\n<a href="http://a.example/?b=1&a\r\n'
    ' mp\\;c=2">here</a>\\, or http://a.ex<b>ample/d</b>\\n</body></html>\r\nURL:http://a.example/e\r\nEND:VEVENT\r\n'
)


def test_a_description_that_ends_in_an_encoded_character_has_its_whole_span() -> None:
    text = "BEGIN:VCALENDAR\nX-ALT-DESC;FMTTYPE=text/html;ENCODING=QUOTED-PRINTABLE:<p>http://a.example/x=61\n"
    (found,) = read(text.encode())
    assert text[found.location.start : found.location.end] == "http://a.example/x=61"


def test_a_description_without_tags_is_read_to_its_end() -> None:
    (found,) = read(b"BEGIN:VCALENDAR\nX-ALT-DESC;FMTTYPE=text/html:see http://a.example/bcd\n")
    assert found.match.uri == "http://a.example/bcd"


def test_an_attached_uri_of_a_page_is_not_a_page() -> None:
    """FMTTYPE tells what the URI leads to (RFC 5545, 3.2.8)."""
    (found,) = read(b"BEGIN:VCALENDAR\nATTACH;FMTTYPE=text/html:http://a.example/b?c=1&lt=2&copy=3\n")
    assert found.match.uri == "http://a.example/b?c=1&lt=2&copy=3"


@pytest.mark.parametrize("before", ["", "To: b\r\nFrom: a\r\nContent-Type: text/calendar\r\n\r\n"])
def test_a_description_in_html_is_a_page(before: str) -> None:
    found = list(read((before + HTML_DESCRIPTION).encode()))
    assert [(one.match.uri, one.link_text) for one in found] == [
        ("http://a.example/?b=1&c=2", "here"),
        ("http://a.example/d", None),
        ("http://a.example/e", None),
    ]
    text = HTML_DESCRIPTION.replace("\r\n", "\n") if before else HTML_DESCRIPTION
    stated, *_ = (text[one.location.start : one.location.end] for one in found)
    assert stated.replace("\r", "") == "http://a.example/?b=1&a\n mp\\;c=2"
    assert [one.location.line for one in found] == [3, 4, 5]
