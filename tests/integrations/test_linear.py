"""The work of the drop-ins grows linearly with any input: by counted lines, and by time with a wide bound.

The lines are ours alone; the time has that of the framework, too.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.growth import (
    SHAPES,
    TAILS,
    assert_lines_grow_with_the_input,
    assert_time_grows_with_the_input,
    closing,
)

LINES = 40  # repetitions for counting lines, compared with four times as many
BEYOND_THE_WINDOW = 200  # for the object, which may read each of its 512 characters several times
TIMED = 100  # repetitions for timing, compared with sixteen times as many

MARKDOWN = {
    "URIs that begin emphasis": ("", "*http://a/ "),
    "URIs with emphasis": ("", "http://a/*b*_c_ "),
    "URIs in labels": ("", "[http://a/ "),
    "URIs in images": ("", "![http://a/](b) "),
    "URIs in links of HTML": ("", "<a>http://a/ "),
    "URIs behind links of HTML": ("", "</a>http://a/ "),
    "URIs in code": ("", "`http://a/` "),
    "escaped URIs": ("", "http\\://a/\\_ "),
    "entities in URIs": ("", "http://a/&amp; "),
    "schemes that are none": ("", "x://"),
    "a URI of emphasis": ("http://a/", "*b*"),
    "a URI of escapes": ("http://a/", "\\_"),
    "an angle of escapes": ("<http://a/", "\\_\n"),
}

OFTEN_ASKED = ("URIs with a dot", "URIs glued", "users", "schemes alone", "hosts with a bracket")
"""Shapes with many `://`, at each of which the object is called."""


def inputs(shapes: dict[str, tuple[str, str]]) -> list[Any]:
    """The shapes as parameters."""
    return [pytest.param(head, part, closing(head), id=name) for name, (head, part) in shapes.items()]


REPEATED = {name: ("", part) for name, part in SHAPES.items()}
ALL = inputs(REPEATED | TAILS | MARKDOWN)
OF_MARKDOWN = inputs(MARKDOWN)
OF_THE_OBJECT = inputs({name: REPEATED[name] for name in OFTEN_ASKED} | MARKDOWN)


@pytest.fixture(scope="module")
def plugin() -> Callable[[str], object]:
    """Renders with the plugin."""
    pytest.importorskip("markdown_it")
    from markdown_it import MarkdownIt

    from linksift.integrations.markdown_it import linksift_plugin

    return MarkdownIt("gfm-like").use(linksift_plugin).render


@pytest.fixture(scope="module")
def asked() -> Callable[[str], object]:
    """Renders with the object that the rules call."""
    pytest.importorskip("markdown_it")
    from markdown_it import MarkdownIt

    from linksift.integrations.markdown_it import Linkify

    md = MarkdownIt("gfm-like")
    md.linkify = Linkify()
    return md.render


@pytest.fixture(scope="module")
def filtered() -> Callable[[str], object]:
    """Django's filter."""
    pytest.importorskip("django")
    from linksift.integrations.django import urlize

    asked = partial(urlize, nofollow=True, autoescape=True)
    asked("http://a.example/")  # makes the filter's finder, which cannot be made while the kernel is switched off
    return asked


@pytest.mark.parametrize(("head", "part", "tail"), ALL)
def test_lines_of_the_plugin(plugin: Callable[[str], object], head: str, part: str, tail: str) -> None:
    assert_lines_grow_with_the_input(plugin, head, part, tail, LINES)


@pytest.mark.parametrize(("head", "part", "tail"), OF_THE_OBJECT)
def test_lines_of_the_object(asked: Callable[[str], object], head: str, part: str, tail: str) -> None:
    assert_lines_grow_with_the_input(asked, head, part, tail, BEYOND_THE_WINDOW)


@pytest.mark.parametrize(("head", "part", "tail"), OF_MARKDOWN)
@pytest.mark.clock
def test_time_of_the_plugin(plugin: Callable[[str], object], head: str, part: str, tail: str) -> None:
    assert_time_grows_with_the_input(plugin, head, part, tail, TIMED)


@pytest.mark.parametrize(("head", "part", "tail"), ALL)
def test_lines_of_the_filter(filtered: Callable[[str], object], head: str, part: str, tail: str) -> None:
    assert_lines_grow_with_the_input(filtered, head, part, tail, LINES)
