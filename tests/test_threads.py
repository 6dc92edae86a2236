"""Many threads at once get the same answers, since the objects that they share are immutable."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from linksift import Finder, NotAURI, clean, linkify, parse, read

THREADS = 8

FINDERS = [
    Finder("text"),
    Finder("document"),
    Finder("chat", kinds={"uri", "suffix", "email", "domain", "ip"}),
    Finder("uts58"),
]
TEXTS = [
    "See <http://a.example/b-\nc> and www.d.example, (http://e.example/f_(g)).",
    "hxxp://a[.]example joe@b.example http://bücher.example/ä http://中国.cn/x。",
    "http://www.ietf.org/rfc/rfc2396-\n    .txt, ftp://u:p@h.example/%2Fetc and urn:isbn:1",
]
TYPED = ["www.a.example", "htp://a.example", "http://bücher.example/ä b", "http:///a.example", "x" * 9]
MAILS = sorted((Path(__file__).parent / "documents" / "samples" / "mail").glob("*.eml"))[::6]


def cleaned(typed: str) -> str:
    try:
        return repr(clean(typed))
    except NotAURI as error:
        return str(error)


def answers(seed: int) -> dict[str, object]:
    """The answer to each question, asked in an order that depends on the seed."""
    questions = {f"{number} {text}": (finder, text) for number, finder in enumerate(FINDERS) for text in TEXTS}
    asked = [*questions, *TEXTS, *TYPED, *map(str, MAILS)]
    Random(seed).shuffle(asked)
    return {question: answer(question, questions) for question in asked}


def answer(question: str, questions: dict[str, tuple[Finder, str]]) -> object:
    if question in questions:
        finder, text = questions[question]
        return [(m.uri, m.start, m.notes, m.iri, str(parse(m.uri).normalize())) for m in finder.find(text)]
    if question in TEXTS:
        return linkify(question)
    return cleaned(question) if question in TYPED else list(map(repr, read(question)))


@pytest.fixture
def eager() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("eager")
def test_threads_get_the_answers_of_one() -> None:
    with ThreadPoolExecutor(THREADS) as threads:
        answered = list(threads.map(answers, range(THREADS)))
    assert answered == [answers(0)] * THREADS
