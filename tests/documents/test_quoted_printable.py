"""Bodies of mail in quoted-printable that nobody decoded: they are known by their soft line breaks and octets."""

import pytest

from linksift import read
from linksift.documents.format_detection import reader_of

BODY = b"""\
Hello,

the report is at https://list.example/all/20260101.abcdef.123456789@mail=
er.example/T/?id=3D5&x=3Da and it=E2=80=
=99s the second that I have seen this week; see http://a.example/b/c/d= \t
e.html, or <joe@b.example>.=20
"""

LINKS = [
    ("https://list.example/all/20260101.abcdef.123456789@mailer.example/T/?id=5&x=a", 3, 18),
    ("http://a.example/b/c/de.html", 5, 49),
    ("mailto:joe@b.example", 6, 13),
]


def links(document: bytes) -> list[tuple[str, int | None, int | None]]:
    """The links of a document: their URIs, lines and columns."""
    return [(one.match.uri, one.location.line, one.location.column) for one in read(document)]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_octets_and_soft_line_breaks(line_end: bytes) -> None:
    assert links(BODY.replace(b"\n", line_end)) == LINKS


def test_a_message_whose_header_does_not_state_it() -> None:
    header = b"From: Joe <joe@a.example>\nSubject: a\n\n"
    assert [uri for uri, *_ in links(header + BODY)] == [uri for uri, *_ in LINKS]
    stated = b"Content-Transfer-Encoding: 7bit\n" + header
    assert [uri for uri, *_ in links(stated + BODY)] != [uri for uri, *_ in LINKS]


@pytest.mark.parametrize(
    "change",
    [
        (b"c/d= \t\ne.html", b"c/de.html"),  # one soft line break alone
        (b"Hello", b"a=b, c=d, e=f"),  # other equals signs
        (b"Hello", "Grüße".encode()),
        (b"=3D", b"=45"),  # octets that need not be encoded
        (b"=\n", b"=\n    "),  # assignments
    ],
)
def test_other_text_is_none(change: tuple[bytes, bytes]) -> None:
    kinds = [reader.kind for text in (BODY, BODY.replace(*change)) if (reader := reader_of(text, None))]
    assert kinds == ["quoted-printable", "text"]


def test_octets_of_another_charset() -> None:
    body = BODY.replace(b"=E2=80=\n=99", b"=92=\n").replace(b"<joe", b"caf=E9 <joe")
    assert [uri for uri, *_ in links(body)] == [uri for uri, *_ in LINKS]
