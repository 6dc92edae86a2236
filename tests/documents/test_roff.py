r"""Man pages: the text of roff without its escapes, at its places in the source."""

import pytest

from linksift import read
from tests.documents.mutations import assert_links_or_a_message, mutated

SAMPLE = rb"""'\" t
.\" see http://a.example/comment.html
.TH A 1
\fIhttp://a.example/b/\fR and \f(CWhttp://c.example/\f[R]
.UR http://d\&.example/\:e\-f/\(tijoe
.UE , \(lahttp://e.example\(ra, \*(L"http://f.example/\*(R"
.BR http://g.example/ ,
\s-1\h'-04'http://h.example/\s+1 \(bu http://i.example/\(coz http://j.example/\
k \%http://k.example/\e
"""


def test_escapes_and_places() -> None:
    assert [(one.match.uri, one.location.line, one.location.column) for one in read(SAMPLE)] == [
        ("http://a.example/comment.html", 2, 9),
        ("http://a.example/b/", 4, 4),
        ("http://c.example/", 4, 36),
        ("http://d.example/e-f/~joe", 5, 5),
        ("http://e.example", 6, 11),
        ("http://f.example/", 6, 38),
        ("http://g.example/", 7, 5),
        ("http://h.example/", 8, 12),
        ("http://i.example/", 8, 39),
        ("http://j.example/k", 8, 62),
        ("http://k.example/", 9, 5),
    ]


@pytest.mark.parametrize("begin", [b'.\\" c\n', b".Dd June 6, 2026\n", b".\n.TH A 1\n", b"\n.nr HY 0\n", b".\\# c\n"])
def test_a_man_page_is_known_by_its_first_line(begin: bytes) -> None:
    assert [one.match.uri for one in read(begin + rb"\fIhttp://a.example/\fR")] == ["http://a.example/"]


@pytest.mark.parametrize("begin", [b".TH\n", b"A .TH A 1\n", b'... \\"\n'])
def test_other_text_is_none(begin: bytes) -> None:
    assert [one.match.uri for one in read(begin + rb"http://a.example/b\:c")] == ["http://a.example/b"]


@pytest.mark.parametrize(
    ("text", "uris"),
    [
        (b"See \\fIhttp://a.example/b.html#c\\-d\\fP\n.UNINDENT\n", ["http://a.example/b.html#c-d"]),
        (b"<\\fIhttp://a.example/b\\fR\n.B foo>\n", ["http://a.example/b"]),
        (rb"http://a.example/\*(VN/x", ["http://a.example/"]),
        (rb"http://a.example/\n[year]/x", ["http://a.example/"]),
        (rb"http://a.example/b\l'20\(ul'http://c.example/", ["http://a.example/b", "http://c.example/"]),
        (rb"http://a.example/b\(ulc\(eq\[u007E]", ["http://a.example/b_c=~"]),
        (rb"\zhttp://a.example/\h'1i'b", ["http://a.example/b"]),
        (b'.\\" http://a.example/b-\n.\\" c.html\n', ["http://a.example/b-c.html"]),
    ],
)
def test_requests_strings_and_characters(text: bytes, uris: list[str]) -> None:
    assert [one.match.uri for one in read(b".TH A 1\n" + text)] == uris


@pytest.mark.parametrize("seed", range(100))
def test_mutated_files(seed: int) -> None:
    tokens = [b"\\f[", b"\\(", b"\\*(", b"\\h'", b"\\\n", b"\\", b"]"]
    assert_links_or_a_message(mutated(SAMPLE, seed, tokens), "a.1")
