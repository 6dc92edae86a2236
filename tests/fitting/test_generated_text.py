"""What always holds, on text that typesetters broke: nothing is lost or added where lines are joined."""

from random import Random

import pytest

from fitting.broken_text import Answer, Document, Span, documents
from fitting.broken_text.scoring import FINDER, outcome
from tests.readings import with_notes_applied

COUNT = 72
RARE_MARKS = "comments.rare"
"""Comment marks of languages that no rule of joining knows."""


@pytest.fixture(scope="module")
def generated() -> list[Document]:
    return [*documents(0, COUNT), *documents(1, COUNT // 2, {"mail.quoted_often"})]


def without_hyphens(uri: str) -> str:
    """A URI without its hyphens: whether one at a line end was drawn by a typesetter is a matter of opinion."""
    return uri.replace("-", "").replace("%E2%80%90", "")


def test_no_answer_lacks_a_character_or_has_one_more(generated: list[Document]) -> None:
    compared = 0
    for document in generated:
        found = {(match.start, match.end): match.uri for match in FINDER.find(document.text)}
        for answer in document.answers:
            uri = found.get((answer.start, answer.end))
            if uri and answer.uri.isascii() and document.family != RARE_MARKS:
                assert without_hyphens(uri) == without_hyphens(answer.uri), (document.family, document.number)
                compared += answer.broken
    assert compared > COUNT


def test_the_stream_finds_what_find_finds(generated: list[Document]) -> None:
    for document in generated:
        random = Random(document.text)
        cuts = sorted(random.sample(range(len(document.text)), 12))
        chunks = [document.text[a:b] for a, b in zip([0, *cuts], [*cuts, None], strict=True)]
        assert list(FINDER.stream(chunks)) == FINDER.find(document.text), (document.family, document.number)


def test_notes_make_each_reading_of_its_text(generated: list[Document]) -> None:
    for document in generated:
        for match in FINDER.find(document.text):
            for reading in (match, *match.alternatives):
                assert with_notes_applied(reading) == reading.uri, (document.family, document.number)


def test_outcomes_of_a_reading() -> None:
    text = "see\nhttp://kettle.example/lid-\nops/ and <http://kettle.example/lid-ops/x\ny>"
    broken, enclosed = FINDER.find(text)
    first, second = text.index("http"), text.index("http", 10)
    lid, ops, lids = text.index("\n", first), text.index("ops"), text.index("\n", second)
    whole = Answer("http://kettle.example/lid-", (Span(first, lid),))
    joined = Answer("http://kettle.example/lid-ops/", (Span(first, lid), Span(ops, ops + 4)))
    inner = Answer("http://kettle.example/lid-ops/x", (Span(second, lids),))
    assert outcome(joined, broken) == "right"
    assert outcome(joined, None) == "nothing"
    assert outcome(whole, broken) == "glued"
    assert outcome(inner, enclosed) == "glued"
    assert outcome(inner, broken) == "swallowed"
