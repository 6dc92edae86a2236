"""The ranges of a plain text have the links of the whole text, wherever they are cut."""

import io
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from linksift import Finder
from linksift.cli.formats.jsonl import link_line
from linksift.cli.running.find_task import Job, Outcome, RenderedLinks, Task, render_each, run_task
from linksift.cli.running.run_tasks import with_ranges_joined
from linksift.documents import ReadOptions
from linksift.documents.read_in_ranges import BEFORE, NEAR, TextRange, is_utf8, text_ranges
from linksift.finding import Reach, Stretch, stretch_lists

LINES = [
    "see http://a.example/b, or www.b.example\n",
    "ask joe@b.example.\r\n",
    "<http://a.example/one-\n",
    "> two> ",
    '"http://a.example/x\n',
    '  y" and more\n',
    "a line that is as wide as others are, and then http://a.example/a/path/which/\n",
    "goes/on/here.html\n",
    "http://a.example/b?c=\n",
    "http://例子.测试/路 é\n",
    "\udcff broken octets\n",
    "\n",
    "> " * 20 + "\n",
    "**see http://a.example/b** <" + "\n" * 3,
    "http://a!b" + "(" * 60 + "(www.a.example/ \n",
    "words alone in a line of a log, of which there are many, each like the one before it\n" * 20,
]

FINDERS = {
    "text": Finder(),
    "document": Finder("document", kinds={"uri", "suffix", "email", "domain", "ip"}),
    "chat": Finder("chat"),
}


def generated(seed: int, length: int) -> str:
    chance, parts, size = random.Random(seed), list[str](), 0
    while size < length:
        parts.append(chance.choice(LINES))
        size += len(parts[-1])
    return "".join(parts)


def outcomes(tasks: list[Task], job: Job) -> Iterator[tuple[Task, Outcome]]:
    for task in tasks:
        yield from ((task, outcome) for outcome in run_task(task, job))


def lines_of(tasks: list[Task], finder: Finder) -> list[bytes]:
    """The JSON lines of the links of tasks, which have their lines, columns and offsets."""
    job = Job(finder, ReadOptions(), None, lambda links: render_each(links, link_line))
    found = with_ranges_joined(outcomes(tasks, job), job)
    return [line for _, outcome in found if isinstance(outcome, RenderedLinks) for line in outcome.outputs]


@pytest.mark.parametrize("name", FINDERS)
def test_the_ranges_of_a_text_have_the_links_of_the_whole_wherever_it_is_cut(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    cuts: set[int] = set()
    for seed in range(2):
        octets = ("\ufeff" * (seed % 2) + generated(seed, 4 * BEFORE)).encode("utf-8", "surrogateescape")
        path.write_bytes(octets)
        whole = lines_of([Task(0, str(path))], FINDERS[name])
        assert len(whole) > 500
        for size in (BEFORE + 1 + seed, BEFORE + 40_000):
            ranges = text_ranges(io.BytesIO(octets), size)
            assert len(ranges) > 2
            assert ranges[-1].end == len(octets)
            assert all(one.end == other.start for one, other in pairwise(ranges))
            cuts.update(part.start for part in ranges)
            assert lines_of([Task(0, str(path), part=part) for part in ranges], FINDERS[name]) == whole
    assert len(cuts) > 5


@pytest.mark.parametrize("name", FINDERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_search_knows_at_a_place_is_its_reach_and_the_text(name: str, seed: int) -> None:
    """At every offset without `<` near: the search that begins there with the reach finds what one search finds."""
    text = generated(seed, 1_000)
    finder = FINDERS[name]
    whole = finder.find(text)
    for place in range(len(text)):
        if "<" in text[max(0, place - 2 * 64) : place]:
            continue
        *first, at_end = stretch_lists(finder, [text], Stretch(0, 0, place, Reach()))
        assert isinstance(at_end, Reach)
        second = stretch_lists(finder, [text], Stretch(0, place, len(text) + 1, at_end))
        lists = [found for found in (*first, *second) if isinstance(found, list)]
        assert [match for matches in lists for match in matches] == whole


def test_a_range_that_a_link_reaches_into_is_searched_again(tmp_path: Path) -> None:
    """A joined URI goes over the cut, which the ranges would not make there: the second range begins inside it."""
    text = "word\n" * BEFORE + "<http://a.example/\nb> and http://c.example/\n"
    path, place = tmp_path / "a.txt", text.index("b>")
    path.write_text(text, encoding="utf-8")
    stretches = Stretch(0, 0, place, Reach()), Stretch(place, place, len(text) + 1)
    ranges = [TextRange(0, place, 0, 1, stretches[0]), TextRange(place, len(text), place, BEFORE + 2, stretches[1])]
    finder = FINDERS["text"]
    assert lines_of([Task(0, str(path), part=part) for part in ranges], finder) == lines_of(
        [Task(0, str(path))], finder
    )


def test_a_text_is_not_cut_near_an_angle_bracket_or_where_its_lines_are_too_long() -> None:
    assert text_ranges(io.BytesIO(b"a" * 9 * BEFORE), BEFORE) == []
    assert text_ranges(io.BytesIO(b"<a>\n" * 9 * BEFORE), BEFORE) == []
    (first, *_) = text_ranges(io.BytesIO(b"a\n" * BEFORE + b"<" + b"a\n" * (NEAR // 4)), 3 * BEFORE)
    assert first.end == 2 * BEFORE


def test_only_texts_of_utf8_are_cut() -> None:
    assert is_utf8("é\n".encode())
    assert not is_utf8("a\n".encode("utf-16"))
