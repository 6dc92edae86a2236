"""Java properties: the text without its escapes, at its places in the source."""

from io import BytesIO

import pytest

from linksift import read
from linksift.documents.document_model import NotText
from tests.documents.mutations import assert_links_or_a_message, mutated

SAMPLE = rb"""# http://a.example/
distributionUrl=https\://b.example/c\=d\#e-all.zip
two=http\://c.example/,\t\u0068ttp://d.example/\
    e
at http://f.example/b\-c"""


def test_escapes_and_places() -> None:
    file = BytesIO(SAMPLE)
    file.name = "gradle-wrapper.properties"
    assert [(one.match.uri, one.location.line, one.location.column) for one in read(file)] == [
        ("http://a.example/", 1, 3),
        ("https://b.example/c=d#e-all.zip", 2, 17),
        ("http://c.example/", 3, 5),
        ("http://d.example/e", 3, 26),
        ("http://f.example/b-c", 5, 4),
    ]


@pytest.mark.parametrize(
    ("text", "uris"),
    [
        (rb"http\://b.example/x=http\://c.example/y", ["http://b.example/x", "http://c.example/y"]),
        (rb"http\://d.example/x : some text", ["http://d.example/x"]),
        (b"# see http://a.example/\\\nkey=value", ["http://a.example/"]),
        (b"a=http\\://a.example/\\\r  b", ["http://a.example/b"]),
        (rb"a=http\://a.example/\uD83D\uDE00x", ["http://a.example/%F0%9F%98%80x"]),
    ],
)
def test_keys_comments_and_numbers(text: bytes, uris: list[str]) -> None:
    file = BytesIO(text)
    file.name = "a.properties"
    assert [one.match.uri for one in read(file)] == uris


def test_a_binary_file_is_skipped() -> None:
    file = BytesIO(b"\0\1http://a.example/")
    file.name = "a.properties"
    with pytest.raises(NotText):
        list(read(file))


@pytest.mark.parametrize("seed", range(50))
def test_mutated_files(seed: int) -> None:
    assert_links_or_a_message(mutated(SAMPLE, seed, [b"\\u", b"\\ud800", b"\\", b"\\\n"]), "a.properties")
