"""XML that is made to overload a parser, and documents that are not."""

import encodings
from collections.abc import Iterator

import pytest

from linksift.documents.document_model import ReadError
from linksift.documents.office.zip_package import DEEPEST, LONGEST_TAG, MOST_NAMES, Attributes, parse

CHUNK = 65_536


class Counting:
    """Counts the events."""

    def __init__(self) -> None:
        self.begun = self.ended = self.characters = 0

    def start(self, name: str, attributes: Attributes) -> None:
        self.begun += 1

    def end(self, name: str) -> None:
        self.ended += 1

    def data(self, text: str) -> None:
        self.characters += len(text)


def chunks(octets: bytes) -> Iterator[bytes]:
    for start in range(0, len(octets), CHUNK):
        yield octets[start : start + CHUNK]


def counts(xml: str) -> tuple[int, int, int]:
    """How many elements begin and end in a file, and how many characters it has."""
    counting = Counting()
    for _ in parse(chunks(xml.encode()), counting):
        pass
    return counting.begun, counting.ended, counting.characters


def numbered(form: str, count: int) -> str:
    return "".join(form.format(number) for number in range(count))


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("<a>" * DEEPEST + "</a>" * DEEPEST, (DEEPEST, DEEPEST, 0)),
        (f"<a b='{'x' * (LONGEST_TAG - CHUNK)}'/>", (1, 1, 0)),
        (f"<a>{'x' * 2 * LONGEST_TAG}</a>", (1, 1, 2 * LONGEST_TAG)),
        (f"<a><![CDATA[{'x' * 2 * LONGEST_TAG}]]></a>", (1, 1, 2 * LONGEST_TAG)),
        (f"<a>{numbered('<b{}/>', MOST_NAMES - 1)}</a>", (MOST_NAMES, MOST_NAMES, 0)),
        (f"<a>{'<b/>' * 10 * MOST_NAMES}</a>", (10 * MOST_NAMES + 1, 10 * MOST_NAMES + 1, 0)),
    ],
    ids=["deep", "long tag", "long text", "long section", "names", "elements"],
)
def test_what_a_document_may_hold(xml: str, expected: tuple[int, int, int]) -> None:
    assert counts(xml) == expected


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        ("<a>" * (DEEPEST + 1), "is nested too deeply"),
        (f"<a b='{'x' * 2 * LONGEST_TAG}'/>", "has a tag or comment that is too long"),
        ("<a " + numbered("b{}='' ", LONGEST_TAG // 8) + "/>", "has a tag or comment that is too long"),
        (f"<a><!--{'x' * 2 * LONGEST_TAG}--></a>", "has a tag or comment that is too long"),
        (f"<a><?b {'x' * 2 * LONGEST_TAG}?></a>", "has a tag or comment that is too long"),
        (f"<a>{numbered('<b{}/>', 2 * MOST_NAMES)}</a>", "has too many names of elements and attributes"),
        ("<a>" + numbered("<b c{}=''/>", 2 * MOST_NAMES) + "</a>", "has too many names of elements and attributes"),
        (
            "<a>" + numbered("<b xmlns:c{}='d'/>", 2 * MOST_NAMES) + "</a>",
            "has too many names of elements and attributes",
        ),
        ("<!DOCTYPE a><a/>", "declares a document type, which no office document does"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "declares a document type, which no office document does"),
        ("<!DOCTYPE a SYSTEM 'file:///dev/zero'><a/>", "declares a document type, which no office document does"),
        ("<a", "is broken XML (unclosed token: line 1, column 0)"),
    ],
    ids=range(12),
)
def test_xml_that_no_document_has_is_refused(xml: str, message: str) -> None:
    with pytest.raises(ReadError) as refused:
        counts(xml)
    assert str(refused.value) == message


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-8-sig"])
def test_an_unknown_encoding_is_unicode_and_its_name_is_not_kept(encoding: str) -> None:
    """Python keeps what it looks up for the life of the process."""
    kept = len(vars(encodings)["_cache"])
    for number in range(9):
        counting = Counting()
        xml = f"<?xml version='1.0' encoding='{encoding}x{number}'?><a>\u00e9</a>"
        list(parse(chunks(xml.encode(encoding)), counting))
        assert counting.characters == 1
    assert len(vars(encodings)["_cache"]) <= kept + 1


def test_a_known_encoding_is_used() -> None:
    counting = Counting()
    list(parse(chunks("<?xml version='1.0' encoding='windows-1251'?><a>\u0434</a>".encode("cp1251")), counting))
    assert counting.characters == 1
