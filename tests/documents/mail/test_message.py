"""One message: every sample gives its links, whole and with their locations; no octets make the reader raise."""

import email
import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.documents import Found, read
from linksift.documents.document_model import (
    Context,
    Limits,
    Locator,
    Piece,
    Problem,
    ReadError,
    Source,
    StatedReference,
    Text,
)
from linksift.documents.mail import message
from linksift.documents.mail.mime import entity, field_text, parts, signed_content
from linksift.documents.recognizers import is_message
from linksift.documents.stated_match import stated_match, uri_of
from linksift.documents.text_files.text_encoding import decoded
from linksift.finding import Finder
from tests.documents.ticking_clock import a_minute_a_step
from tests.growth import assert_forty_times_at_most

SAMPLES = sorted((Path(__file__).parents[1] / "samples" / "mail").glob("*.eml"))
FINDER = Finder(profile="document")


def inner(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """Read every attached file as text in UTF-8, with its name before it."""
    text = file.read().decode("utf-8", "replace")
    yield Text(text, Source(text), locator=context.locator)


def context(**limits: int) -> Context:
    return Context(None, None, Limits(**limits), Locator(), inner)


def pieces(octets: bytes, **limits: int) -> list[Piece]:
    return list(message.read(io.BytesIO(octets), context(**limits)))


def lines(found: list[Piece]) -> Iterator[str]:
    """The links of pieces as in the samples: part, header or type, URI, line and column."""
    for piece in found:
        where = f"{piece.locator.part or '-'} {piece.locator.header or piece.locator.content_type}"
        if isinstance(piece, Text):
            for match in FINDER.find(piece.text):
                line, column = piece.source.line_and_column(piece.origin(match.start))
                yield f"{where} {match.uri} {line}:{column}"
        elif isinstance(piece, StatedReference):
            yield f"{where} {uri_of(piece.reference, piece.base)}"
        elif isinstance(piece, Problem):
            yield f"{where} {piece.message}"


def stated_only(line: str) -> str:
    """A line of a sample; lines and columns in HTML are tested with HTML."""
    return line.rpartition(" ")[0] if " text/html " in line and line.count(" ") == 3 else line


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_a_sample_gives_its_links(sample: Path) -> None:
    expected = sample.with_suffix(".links").read_text(encoding="utf-8").splitlines()
    assert expected
    found = lines(pieces(sample.read_bytes()))
    assert list(map(stated_only, found)) == list(map(stated_only, expected))


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 46


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_a_sample_is_recognized(sample: Path) -> None:
    assert is_message(sample.read_bytes()[:8192], "")


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"Hello\n",
        b"Note: this\nTo: nobody\n",
        b"From: a\nfrom: b\nFROM: c\n",
        b"Package: linksift\nVersion: 1\nDescription: links\n",
        b"From: a\nTo: \0\n",
        b"<!DOCTYPE html>\nFrom: a\nTo: b\n",
        b"%PDF-1.7\n",
    ],
)
def test_files_that_are_not_mail_are_not_recognized(head: bytes) -> None:
    assert not is_message(head, "")


def test_a_name_decides_if_the_content_does_not() -> None:
    assert is_message(b"Subject: a\n\nb", "a.eml")
    assert not is_message(b"<p>Subject: a</p>", "a.eml")


@pytest.mark.parametrize("before", ["", "Subject: b\n", "\n"])
def test_a_line_that_begins_with_a_uri_is_no_field(tmp_path: Path, before: str) -> None:
    saved = tmp_path / "a.eml"
    saved.write_text(f"{before}http://a.example/b\nThat is all.\n")
    assert [found.match.uri for found in read(saved)] == ["http://a.example/b"]


def test_the_locator_has_the_message_id() -> None:
    (piece,) = pieces(b"Message-ID: <a@b.example>\n\nhttp://a.example/\n")
    assert piece.locator == Locator(message_id="a@b.example", part="1", content_type="text/plain")


def test_the_locator_has_what_identifies_the_message_to_people() -> None:
    octets = (
        b"From: =?utf-8?q?J=C3=B6?= <jo@a.example>\nSubject: =?utf-8?q?New=0A?=\n papers\n"
        b"Date: Sat, 21 Nov 2026 09:13:46 +0100\n\nhttp://a.example/\n"
    )
    piece = pieces(octets)[-1]
    assert (piece.locator.sender, piece.locator.subject) == ("J\u00f6 <jo@a.example>", "New papers")
    assert piece.locator.date == "2026-11-21T09:13:46+01:00"


@pytest.mark.parametrize(
    "date", ["yesterday", "Sat, 99 Nov 2026 99:13:46", "1 Jan 99999999999 0:0", "\x00", "0 0 0 0 0"]
)
def test_a_date_of_any_quality_is_kept(date: str) -> None:
    assert pieces(f"Date: {date}\n\nhttp://a.example/\n".encode())[-1].locator.date == date.strip()


def test_the_innermost_message_is_the_one_that_is_identified() -> None:
    octets = (
        b"From: user@a.example\nSubject: Is this real?\nMessage-ID: <1@a.example>\n"
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\nSee http://a.example/\n--x\n"
        b"Content-Type: message/rfc822; name=mail.eml\n\nFrom: bank@b.example\n\nhttp://b.example/\n--x--\n"
    )
    *_, outer, inner = pieces(octets)
    assert (outer.locator.sender, outer.locator.message_id) == ("user@a.example", "1@a.example")
    assert inner.locator == Locator(
        sender="bank@b.example", part="2.1", content_type="text/plain", inner_path="mail.eml"
    )


def test_what_identifies_a_message_is_short() -> None:
    long = b"a" * 100_000
    octets = b"Message-ID: <%s>\nFrom: %s\nSubject: %s\nDate: %s\n\nhttp://a.example/" % ((long,) * 4)
    assert {len(piece.locator.subject or "") for piece in pieces(octets)} == {256}
    assert all(len(str(piece.locator)) < 2_000 for piece in pieces(octets))


def test_a_message_over_the_limit_cannot_be_read() -> None:
    with pytest.raises(ReadError, match="is larger than 10 octets"):
        pieces(b"From: a\n\nhttp://a.example/\n", size=10)


def test_an_attached_file_is_read_with_its_name_base_and_locator_and_its_text_as_utf8() -> None:
    octets = (
        b"Content-Type: text/csv; charset=windows-1251; name=ignored\n"
        b"Content-Disposition: attachment; filename*=utf-8''%C3%A4.csv\n"
        b"Content-Location: http://a.example/b/\n\n\xef\n"
    )
    result: list[tuple[Context, bytes]] = []

    def remember(file: BinaryIO, context: Context) -> Iterator[Piece]:
        result.append((context, file.read()))
        return iter(())

    list(message.read(io.BytesIO(octets), context()._replace(inner=remember)))
    ((inside, text_inside),) = result
    assert (inside.name, inside.base, inside.locator.part) == ("ä.csv", "http://a.example/b/", "1")
    assert text_inside == "п\n".encode()


def test_nesting_ends_at_its_limit() -> None:
    octets = b"Content-Type: message/rfc822\n\n" * 50 + b"\nhttp://a.example/"
    assert [type(piece) for piece in pieces(octets)] == [Problem]
    assert [type(piece) for piece in pieces(octets, depth=50)] == [Text]


def test_parts_end_at_their_limit() -> None:
    octets = b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\nhttp://a.example/\n" * 100
    assert [type(piece) for piece in pieces(octets, parts=7)] == [Text] * 7 + [Problem]


@pytest.mark.parametrize(
    ("octets", "charset", "expected"),
    [
        (b"caf\xe9", "iso-8859-1", "café"),
        (b"\x93a\x94", "ISO-8859-1", "“a”"),
        (b"\xd0\xcf", "windows-1251", "РП"),
        (b"\xd0\xcf", "koi8-r", "по"),
        ("日本".encode("cp932"), "Shift_JIS", "日本"),
        ("①".encode("cp932"), "shift_jis", "①"),
        ("한".encode("cp949"), "ks_c_5601-1987", "한"),
        ("中".encode("utf-16"), "utf-16", "中"),
        ("größe".encode(), "utf-16", "größe"),
        (b"+AGE-", "utf-7", "a"),
        (b"caf\xc3\xa9", "utf-8", "café"),
        (b"\xef\xbb\xbfa", "iso-8859-1", "a"),
        (b"caf\xc3\xa9", '"iso-8859-15"', "café"),
        (b"a", "../../etc", "a"),
        (b"a", "idna", "a"),
        (b"\x1b$B$3\x1b(B", "us-ascii", "こ"),
        (b"", "utf-8", ""),
    ],
)
def test_charsets_are_decoded(octets: bytes, charset: str, expected: str) -> None:
    assert decoded(octets, charset) == expected


@given(
    st.binary(), st.sampled_from(["utf-8", "gb2312", "euc-kr", "big5", "koi8-r", "utf-16", "utf-7", "hz", "x", "hex"])
)
def test_no_ascii_is_lost_before_broken_octets(octets: bytes, charset: str) -> None:
    decoded(octets, charset)
    assert decoded(b"http://a.example/b ", charset) == "http://a.example/b "


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b" =?utf-8?B?w6k=?= =?utf-8?Q?=C3=A9?=\n", "éé"),
        (b" a =?us-ascii?q?b?= c =?iso-8859-1?q?=E9_?= d", "a b c é  d"),
        (b"=?utf-8?q?a b?=", "a b"),
        (b"=?utf-8*en?q?a?=", "a"),
        (b"=?utf-8?b?YQ?=", "a"),
        (b"=?x-what?q?=C3=A9?=", "é"),
        (b"=?utf-8?x?a?= =?", "=?utf-8?x?a?= =?"),
        ("grüß".encode(), "grüß"),
        ("grüß".encode("latin-1"), "grüß"),
    ],
)
def test_rfc2047_encoded_words(value: bytes, expected: str) -> None:
    assert field_text(value.decode("ascii", "surrogateescape")) == expected


# ---- Compared with the standard library, which reads well-formed mail ------------------------------------------------


def leaves(octets: bytes, start: int, end: int) -> Iterator[bytes]:
    whole = entity(octets, start, end)
    if not whole.content_type.startswith("multipart/"):
        yield whole.body()
    for part in parts(whole):
        yield from leaves(octets, *part)


@pytest.mark.parametrize(
    "sample", [sample for sample in SAMPLES if sample.stem in ("alternative", "related", "smime_signed")], ids=str
)
def test_parts_are_those_of_the_standard_library(sample: Path) -> None:
    octets = sample.read_bytes()
    judged = [
        part.get_payload(decode=True) for part in email.message_from_bytes(octets).walk() if not part.is_multipart()
    ]
    assert judged
    assert list(leaves(octets, 0, len(octets))) == judged


# ---- Mutated and hostile mail ----------------------------------------------------------------------------------------


@given(st.sampled_from(SAMPLES), st.integers(0, 2**32), st.integers(1, 30))
def test_mutated_mail_gives_links_or_problems(sample: Path, seed: int, count: int) -> None:
    chance = random.Random(seed)
    octets = bytearray(sample.read_bytes())
    for _ in range(count):
        start = chance.randrange(len(octets) + 1)
        end = min(len(octets), start + chance.choice([0, 1, 1, 5, 80]))
        begin = chance.randrange(len(octets) + 1)
        octets[start:end] = chance.choice([b"", b"\n", b"\xff", b"=", b"--", b"\0", octets[begin : begin + 60]])
    is_message(bytes(octets[:8192]), "a.eml")
    for piece in pieces(bytes(octets)):
        if isinstance(piece, Text):
            FINDER.find(piece.text)
            assert all(0 <= piece.origin(i) < len(piece.source.text) for i in range(len(piece.text)))
        elif isinstance(piece, StatedReference):
            stated_match(piece)


@given(st.binary(max_size=60))
def test_any_octets_are_signed_or_not(octets: bytes) -> None:
    head = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07"
    assert signed_content(octets) is None
    signed_content(head + b"\x02" + head + b"\x01" + octets)


@given(st.binary(max_size=400))
def test_any_octets_give_links_or_problems(octets: bytes) -> None:
    pieces(octets)


BOMBS = {
    "multiparts": lambda n: b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(n)
    ),
    "messages": lambda n: b"Content-Type: message/rfc822\n\n" * n,
    "parts": lambda n: b"Content-Type: multipart/digest; boundary=b\n\n" + b"--b\n\nSubject: a\n\nb" * n,
    "header": lambda n: b"Subject: " + b"a" * n * 20,
    "folds": lambda n: b"Subject: " + b"\n a" * n,
    "no fields": lambda n: b"Subject: a\n" + b"abcdef\n" * n,
    "parameters": lambda n: b"Content-Type: text/plain" + b';a="' * n,
    "words": lambda n: b"Subject: " + b"=?a?b?" * n,
    "quotes": lambda n: b"Link: " + b'\\"' * n + b"<" * n,
    "dashes": lambda n: b"Content-Type: multipart/mixed; boundary=-\n\n" + b"-" * n * 5,
    "dashes as a boundary": lambda n: (
        b'Content-Type: multipart/mixed; boundary="' + b"-" * 4 * n + b'"\n\n' + b"-" * n * 16
    ),
    "dashes as a guess": lambda n: b"Content-Type: multipart/mixed\n\n--" + b"-" * n * 8 + b"\n" + b"-" * n * 16,
    "boundary": lambda n: b"Content-Type: multipart/mixed\n\n--a" + b" " * n * 20 + b"x\n",
    "returns": lambda n: b"Subject: a\n\n" + b"\r" * n * 20,
    "spaces": lambda n: b"Content-Transfer-Encoding: quoted-printable\n\n=" + b" " * n * 20,
    "padding": lambda n: b"Content-Transfer-Encoding: base64\n\n" + b"YQ==" * n,
    "uuencoding": lambda n: b"Content-Transfer-Encoding: uuencode\n\n" + b"~\nbegin 644 " * n,
    "flowed": lambda n: b"Content-Type: text/plain; format=flowed\n\n" + b">a \n" * n,
    "signed": lambda n: b"Subject: a\n\n" + b"-----BEGIN PGP SIGNED MESSAGE-----\n- " * n,
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
@pytest.mark.clock
def test_work_grows_with_the_octets(bomb: Callable[[int], bytes]) -> None:
    assert_forty_times_at_most(pieces, bomb(1_000), bomb(16_000))


FIELDS = [
    b"Archived-At",
    b"Content-Base",
    b"Content-Disposition",
    b"Content-Location",
    b"Content-Transfer-Encoding",
    b"Content-Type",
    b"Link",
    b"List-Archive",
    b"List-Unsubscribe",
    b"Message-ID",
    b"Subject",
    b"X-URL",
]
FRAGMENTS = [
    b"a",
    b"<",
    b"<a",
    b'"',
    b"a:",
    b"www.",
    b"hxxp",
    b"xn--",
    b"HTTP",
    b"\\",
    b" ",
    b"\n ",
    b"=?",
    b";a=",
    b"1+",
]


@pytest.mark.parametrize("fragment", FRAGMENTS)
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.clock
def test_work_grows_with_a_field(field: bytes, fragment: bytes) -> None:
    def links(count: int) -> list[Found]:
        mail = b"From: a@b.example\nDate: now\n%b: %b\n\nhi" % (field, fragment * (count // len(fragment)))
        return list(read(mail, base="http://a.example/"))

    assert_forty_times_at_most(links, 2_000, 32_000)


def test_attached_files_together_get_the_time_of_one_document(monkeypatch: pytest.MonkeyPatch) -> None:
    a_minute_a_step(monkeypatch, message)
    attached = "--x\nContent-Type: text/x-log; name=a.log\n\nhttp://a.example/\n" * 5
    found = pieces(
        f"From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n{attached}--x--\n".encode(), seconds=180
    )
    assert [type(piece) for piece in found] == [Text, Text, Problem, Problem, Problem]
    assert {piece.message for piece in found if isinstance(piece, Problem)} == {
        "takes more than 180 seconds, and 30 for each MiB"
    }


@pytest.mark.parametrize(
    "written",
    [
        "Quoted_Printable",
        '"quoted-printable"',
        "QuotedPrintable",
        "quoted-printable; charset=utf-8",
        "quoted printable",
    ],
)
def test_names_of_transfer_encodings_as_senders_write_them(written: str) -> None:
    octets = f"To: a\nFrom: b\nContent-Transfer-Encoding: {written}\n\nhttp://a.example/?b=3Dc&d=\ne f\n".encode()
    (found,) = read(octets)
    assert found.match.uri == "http://a.example/?b=c&de"


@pytest.mark.parametrize(
    ("encoding", "before"),
    [("utf-8-sig", ""), ("utf-16", ""), ("utf-8-sig", "From a@b.example Sat Nov 21 09:13:46 2026\n")],
)
def test_mail_saved_by_an_editor_is_mail(encoding: str, before: str) -> None:
    header = "To: b\nFrom: a\nContent-Transfer-Encoding: quoted-printable"
    octets = f"{before}{header}\n\nhttp://a.example/?b=3Dc&d=\ne f\n".encode(encoding)
    (found,) = read(octets)
    assert (found.match.uri, found.location.locator.sender) == ("http://a.example/?b=c&de", "a")


@pytest.mark.parametrize("kind", ["text/html", "text/x-amp-html", "text/watch-html", "application/xhtml+xml"])
def test_pages_of_any_type(kind: str) -> None:
    (found,) = read(f"To: a\nFrom: b\nContent-Type: {kind}\n\n<a href='http://a.example/?b&amp;c'>d</a>".encode())
    assert (found.match.uri, found.link_text) == ("http://a.example/?b&c", "d")
