"""What always holds, on text that typesetters broke: nothing is lost or added where lines are joined."""

from random import Random

import pytest

from fitting.broken_text import Document, documents
from fitting.broken_text.scoring import FINDER, outcome

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


def test_a_whole_uri_with_text_of_the_next_line_is_glued() -> None:
    document = next(made for made in documents(0, 40) if any(answer.broken for answer in made.answers))
    answer = next(answer for answer in document.answers if answer.broken)
    first, uri = answer.pieces[0], answer.uri
    whole = type(answer)(uri[: first.end - first.start], (first,))
    match = FINDER.find(f"<{document.text[answer.start : answer.end]}>")[0]
    assert "\n" in match.text
    assert outcome(whole, match) == "swallowed"
