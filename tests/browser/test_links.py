"""Linked text in headless Chromium: a click on each link requests exactly the expected URI."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from linksift.linking import Policy, linkify

Show = Callable[[str], tuple[Any, list[str]]]

PAGE = "<!doctype html><meta charset=utf-8><title>Links</title><pre style='white-space: pre-wrap'>{}</pre>"

# Browsers encode an apostrophe in the query of an http URI, and fold the case of its host (URL Standard).
TEXTS = [
    ("See http://a.example/one.", ["http://a.example/one"]),
    ("(http://a.example/x_(y)), \"http://a.example/?a=1&b='2\"", ["http://a.example/x_(y)", "http://a.example/?a=1&b=%272"]),
    ("> The report: <http://a.example/annual-\n> report/&amp;/x>", ["http://a.example/annual-report/&amp;/x"]),
    ("https://bücher.example/straße?q=ä", ["https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A4"]),
    ("www.a.example/%2e%2fb, HTTP://A.example/B", ["http://www.a.example/%2e%2fb", "http://a.example/B"]),
    ("<b>http://a.example/<script>alert(1)</script>", ["http://a.example/"]),
    ('http://a.example/"onclick="alert(1) http://a.example/a\'b', ["http://a.example/", "http://a.example/a'b"]),
    ("http://a.example/&lt;b&gt; http://a.example/?x&copy=1&amp;y", ["http://a.example/", "http://a.example/?x&copy=1&amp;y"]),
    ("http://a.example/{b}?c[]=%zz", ["http://a.example/%7Bb%7D?c%5B%5D=%25zz"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TEXTS)
@pytest.mark.parametrize("policy", [Policy(), Policy(max_text_length=12, class_="x"), Policy(show="iri", rel=None)])
def test_a_click_requests_the_uri(asked: Show, text: str, expected: list[str], policy: Policy) -> None:
    page, requests = asked(PAGE.format(linkify(text, policy=policy)))
    links = page.locator("a")
    assert links.count() == len(expected)
    for number in range(links.count()):
        links.nth(number).click(no_wait_after=True)
        page.wait_for_function("true")
    assert requests == expected


def test_an_address_leads_to_mail(asked: Show) -> None:
    page, _ = asked(PAGE.format(linkify("joe.bloggs+x@a.example")))
    assert page.locator("a").evaluate("link => link.href") == "mailto:joe.bloggs+x@a.example"


def test_a_link_over_lines_is_one_link_and_the_text_stays(asked: Show, tmp_path: Path) -> None:
    text = (
        "On Monday Jo wrote:\n> It is at <http://a.example/papers/2026/a-long-\n> title/paper.pdf>, if you\n> like.\n"
    )
    page, _ = asked(PAGE.format(linkify(text)))
    assert page.locator("pre").inner_text() == text
    assert page.locator("a").count() == 1
    assert len(page.locator("a").evaluate("link => [...link.getClientRects()].filter(box => box.width > 1)")) == 2
    page.screenshot(path=tmp_path / "links.png")
