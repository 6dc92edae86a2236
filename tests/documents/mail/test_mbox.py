"""Mailboxes: where messages begin, in any division of the file, and in bounded memory."""

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.documents.document_model import Chunks, Context, Limits, Locator, Piece, Problem, Source, Text
from linksift.documents.mail import mbox
from linksift.documents.recognizers import is_mailbox

FROM = b"From ann@a.example Sat Nov 21 09:13:46 2026\n"
ONE = FROM + b"Subject: one\n\nhttp://a.example/1\n\n"
TWO = b"From - Sat Nov 21 09:13:46 2026 +0100\nX-Mozilla-Status: 0001\nSubject: two\n\nhttp://a.example/2\n\n"


def context(**limits: int) -> Context:
    return Context(None, None, Limits(**limits), Locator(), lambda file, context: iter(()))


def bodies(pieces: list[Piece]) -> list[tuple[int | None, str]]:
    """Number and text of each body."""
    return [
        (piece.locator.message, piece.text) for piece in pieces if isinstance(piece, Text) and not piece.locator.header
    ]


def read(octets: bytes, **limits: int) -> list[Piece]:
    return list(mbox.read(io.BytesIO(octets), context(**limits)))


@pytest.mark.parametrize("octets", [ONE + TWO, (ONE + TWO).replace(b"\n", b"\r\n"), b"\n" + ONE + TWO.rstrip()])
def test_messages_are_separated_and_numbered(octets: bytes) -> None:
    assert is_mailbox(octets, "")
    found = [(number, text.strip()) for number, text in bodies(read(octets))]
    assert found == [(1, "http://a.example/1"), (2, "http://a.example/2")]


@pytest.mark.parametrize(
    "line",
    [
        b"From here on, all is new.\n",
        b"From 10:30 in 2026 on\nthere is: nothing\n",
        b"From: a@b.example\nTo: c\n",
        FROM + b"is how a mailbox begins\n",
    ],
)
def test_a_line_of_text_does_not_separate_messages(line: bytes) -> None:
    assert len(bodies(read(FROM + b"Subject: a\n\nbefore\n\n" + line + b"\nafter\n"))) == 1
    assert not is_mailbox(line, "")


def test_a_from_line_without_an_empty_line_before_it_does_not_separate_messages() -> None:
    assert len(bodies(read(FROM + b"Subject: a\n\nbefore\n" + ONE))) == 1


def test_rfc4155_quoted_from_lines_lose_their_mark() -> None:
    octets = FROM + b"Subject: a\n\n>From http://a.example/\n>>From b\n> From c\n"
    assert bodies(read(octets)) == [(1, "From http://a.example/\n>From b\n> From c\n")]


def test_a_message_over_the_limit_is_skipped() -> None:
    long = FROM + b"Subject: long\n\n" + b"http://a.example/long\n" * 200_000 + b"\n"
    pieces = read(ONE + long + TWO, size=10_000)
    assert bodies(pieces) == [(1, "http://a.example/1\n\n"), (3, "http://a.example/2\n\n")]
    assert [(piece.locator.message, piece.message) for piece in pieces if isinstance(piece, Problem)] == [
        (2, "is larger than 10,000 octets; it was not read")
    ]


@pytest.mark.parametrize("longest", [1, 300, mbox.LONGEST_BATCH])
def test_messages_read_together_give_what_each_gives(longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mbox, "LONGEST_BATCH", longest)
    long = FROM + b"Subject: long\n\n" + b"http://a.example/long\n" * 1_000 + b"\n"
    pieces = read((ONE + TWO) * 3 + long + ONE, size=10_000)
    bodies_and_problem = [piece for piece in pieces if isinstance(piece, Problem) or not piece.locator.header]
    assert [piece.locator.message for piece in bodies_and_problem] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert isinstance(bodies_and_problem[6], Problem)


def test_no_piece_is_read_ahead_of_one_that_is_long_or_comes_in_chunks() -> None:
    short, chunks = Text("a", Source("a")), Chunks(iter(["a"]))
    long = Text("a", Source("a" * (mbox.LONGEST_AHEAD + 1)))
    pieces: list[Piece] = [short, chunks, short, long, short, short]
    taken: list[Piece] = []

    def take() -> Iterator[Piece]:
        for piece in pieces:
            taken.append(piece)
            yield piece

    passed = mbox.read_ahead(take())
    assert [(next(passed), len(taken)) for _ in pieces] == list(zip(pieces, (2, 2, 4, 4, 6, 6), strict=True))


@given(st.lists(st.integers(0, 3000), min_size=1, max_size=20), st.integers(1, 9000))
def test_ranges_are_whole_messages_and_all_of_them(lengths: list[int], size: int) -> None:
    octets = b"".join(
        FROM + b"Subject: a\n\n%d " % number + b"a" * length + b"\n\n" for number, length in enumerate(lengths)
    )
    file = io.BytesIO(octets)
    ranges = list(mbox.record_ranges(file, None, size))
    assert [one.start for one in ranges] == [0, *(one.end for one in ranges[:-1])]
    assert ranges[-1].end == len(octets)
    read_in_ranges = [piece for one in ranges for piece in mbox.read_range(file, one, context())]
    assert bodies(read_in_ranges) == bodies(read(octets))


@given(st.integers(1, 2000), st.integers(0, 3))
def test_a_separator_is_found_wherever_the_blocks_are_cut(before: int, more: int) -> None:
    first = FROM + b"Subject: a\n\n"
    octets = first + b"a" * (mbox.BLOCK - len(first) - before) + b"\n\n" + TWO + ONE * more
    assert len(bodies(read(octets))) == 2 + more


@given(st.binary(max_size=300))
def test_any_octets_give_messages(octets: bytes) -> None:
    read(FROM + b"Subject: a\n\n" + octets)
    list(mbox.record_ranges(io.BytesIO(octets), None, 10))
