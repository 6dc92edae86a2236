"""Messages that Exchange packed as attachments (TNEF, MS-OXTNEF): made here, and mutated ones."""

from io import BytesIO
from itertools import accumulate
from struct import pack

import pytest

from linksift import Limits, Problem, read
from tests.documents.mutations import assert_links_or_a_message, mutated

SIGNATURE = b"\x78\x9f\x3e\x22\0\1"
SUBJECT, BODY, RENDERED, TITLE, DATA = 0x18004, 0x2800C, 0x69002, 0x18010, 0x6800F
PROPERTIES, ATTACHMENT_PROPERTIES, CODE_PAGE = 0x69003, 0x69005, 0x69007
PLAIN_RICH_TEXT = 0x414C454D


def attribute(number: int, octets: bytes, level: int = 1) -> bytes:
    return pack("<BII", level, number, len(octets)) + octets + pack("<H", sum(octets) & 0xFFFF)


def padded(octets: bytes) -> bytes:
    return octets + bytes(-len(octets) % 4)


def value(kind: int, number: int, *octets: bytes, name: bytes = b"") -> bytes:
    """A property of which each value has its length."""
    values = b"".join(pack("<I", len(one)) + padded(one) for one in octets)
    return pack("<HH", kind, number) + name + pack("<I", len(octets)) + values


def text(number: int, content: str) -> bytes:
    return value(0x1F, number, f"{content}\0".encode("utf-16-le"))


def properties(*values: bytes) -> bytes:
    return pack("<I", len(values)) + b"".join(values)


def rich_text(content: bytes) -> bytes:
    return value(0x102, 0x1009, pack("<IIII", len(content) + 12, len(content), PLAIN_RICH_TEXT, 0) + content)


TIME = pack("<HHQ", 0x40, 0x39, 134_081_648_260_000_000)
NAMED_BY_NUMBER = pack("<HH", 3, 0x8001) + bytes(16) + pack("<III", 0, 7, 1)
NAMED_BY_TEXT = value(0x1F, 0x8002, b"a\0", name=bytes(16) + pack("<II", 1, 6) + padded(b"x\0y\0\0\0"))
MANY_NUMBERS = pack("<HHI", 0x1003, 0x6666, 3) + bytes(12)
MANY_TEXTS = value(0x101F, 0x6667, b"a\0b\0", b"c\0", b"")
INNER = SIGNATURE + attribute(PROPERTIES, properties(text(0x37, "inner"), text(0x1000, "http://inner.example/")))
PAGE = rb"{\rtf1\ansi\fromhtml1{\*\htmltag84 <a href='http://b.example/'>}here{\*\htmltag92 </a>}}"
PARTS = [
        SIGNATURE,
        attribute(CODE_PAGE, pack("<II", 1251, 0)),
        attribute(SUBJECT, b"Your bill\0"),
        attribute(BODY, b"see http://a.example/\xef\0"),
        attribute(
            PROPERTIES,
            properties(
                *(NAMED_BY_NUMBER, NAMED_BY_TEXT, MANY_NUMBERS, MANY_TEXTS, TIME),
                *(text(0xC1A, "Jo"), text(0x5D01, "jo@a.example"), rich_text(PAGE)),
            ),
        ),
        attribute(RENDERED, bytes(14), 2),
        attribute(TITLE, b"a.txt\0", 2),
        attribute(DATA, b"http://c.example/", 2),
        attribute(RENDERED, bytes(14), 2),
        attribute(TITLE, b"A~1.MSG\0", 2),
        attribute(
            ATTACHMENT_PROPERTIES, properties(text(0x3707, "A.msg"), value(0xD, 0x3701, bytes(16) + INNER)), 2
        ),
        attribute(RENDERED, bytes(14), 2),
        attribute(TITLE, b"a.exe\0", 2),
        attribute(DATA, b"MZ\0", 2),
]  # fmt: skip
GOOD = b"".join(PARTS)
EDGES = set(accumulate(map(len, PARTS)))


def test_a_message_has_its_text_its_page_and_its_attachments() -> None:
    problems: list[Problem] = []
    found = {one.match.uri: one for one in read(GOOD, on_problem=problems.append)}
    assert {uri: one.location.locator.inner_path for uri, one in found.items()} == {
        "http://a.example/%D0%BF": None,
        "http://b.example/": None,
        "http://c.example/": "a.txt",
        "http://inner.example/": "A.msg",
    }
    place = found["http://a.example/%D0%BF"].location.locator
    assert (place.subject, place.sender, place.date) == ("Your bill", "Jo <jo@a.example>", "2025-11-21T02:13:46+00:00")
    assert found["http://b.example/"].link_text == "here"
    assert found["http://inner.example/"].location.locator.subject == "inner"
    assert [(problem.locator.inner_path, problem.left_out) for problem in problems] == [("a.exe", "file")]


def test_it_is_read_where_it_is_attached() -> None:
    mail = (
        b"From: Jo <jo@d.example>\nSubject: Outer\nMIME-Version: 1.0\nContent-Type: application/ms-tnef\n"
        b"Content-Disposition: attachment; filename=winmail.dat\nContent-Transfer-Encoding: 8bit\n\n"
    )
    tnef = SIGNATURE + attribute(PROPERTIES, properties(text(0x37, "x"), text(0x1000, "http://a.example/")))
    (found,) = read(mail + tnef)
    place = found.location.locator
    assert (found.match.uri, place.subject, place.inner_path) == ("http://a.example/", "Outer", "winmail.dat")


@pytest.mark.parametrize("cut", sorted({*range(6, len(GOOD), 13), *EDGES}))
def test_a_truncated_message_is_read_as_far_as_it_goes(cut: int) -> None:
    problems: list[Problem] = []
    whole, found = (
        [one.match.uri for one in read(octets, on_problem=problems.append)] for octets in (GOOD, GOOD[:cut])
    )
    assert len(found) <= len(whole)
    assert any("truncated" in problem.message for problem in problems) is (cut not in EDGES)


def test_messages_in_messages_end_at_the_limit() -> None:
    message = INNER
    for _ in range(20):
        inside = attribute(ATTACHMENT_PROPERTIES, properties(value(0xD, 0x3701, bytes(16) + message)), 2)
        message = SIGNATURE + attribute(RENDERED, bytes(14), 2) + inside
    problems: list[Problem] = []
    assert list(read(message, limits=Limits(), on_problem=problems.append)) == []
    assert [problem.message[:29] for problem in problems] == ["is nested more than 16 deep; "]


@pytest.mark.parametrize("octets", [SIGNATURE, SIGNATURE[:4], SIGNATURE + attribute(PROPERTIES, b"\xff" * 9)])
def test_an_empty_message_has_no_links(octets: bytes) -> None:
    assert list(read(BytesIO(octets))) == []


@pytest.mark.parametrize("seed", range(150))
def test_mutated_messages(seed: int) -> None:
    assert_links_or_a_message(mutated(GOOD, seed, [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x03\x90\x06\0"]), "winmail.dat")
