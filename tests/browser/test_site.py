"""The built site in headless Chromium: it asks nobody else for anything, fits a telephone, and can be searched.

LINKSIFT_SITE names the folder that `mkdocs build` made.
"""

import os
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest

SITE = os.environ.get("LINKSIFT_SITE")
pytestmark = pytest.mark.skipif(SITE is None, reason="needs the built site, which LINKSIFT_SITE names")
FILES = (str(page.relative_to(SITE or "")) for page in Path(SITE or "/nowhere").rglob("*.html"))
PAGES = sorted(path for path in FILES if not path.startswith("playground/"))  # which has tests of its own


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files, and says nothing about it."""

    def log_message(self, *arguments: object) -> None:
        """Write no log."""


class Visit(NamedTuple):
    """A page of the site in a browser, and what it did: requests of others, and errors."""

    page: Any
    base: str
    faults: list[str]


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=SITE))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=[(1280, "light"), (360, "dark")], ids=lambda value: f"{value[0]}-{value[1]}")
def visit(request: pytest.FixtureRequest, chromium: Any, base: str) -> Iterator[Visit]:
    width, scheme = request.param
    context = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page, faults = context.new_page(), list[str]()

    def request_made(made: Any) -> None:
        if not made.url.startswith((base, "data:", "blob:")):
            faults.append(f"request: {made.url}")

    page.on("request", request_made)
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", lambda message: faults.append(f"console: {message.text}") if message.type == "error" else None)
    yield Visit(page, base, faults)
    context.close()


def test_there_are_pages() -> None:
    assert {"index.html", "finding.html", "reference/index.html", "migrating/bleach.html", "404.html"} <= set(PAGES)


def test_no_page_asks_anybody_else_or_scrolls_sideways(visit: Visit) -> None:
    wide = []
    for path in PAGES:
        visit.page.goto(visit.base + path)
        if visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(path)
    assert visit.faults == []
    assert wide == []


def test_the_colours_are_those_of_the_system_until_somebody_chooses(visit: Visit) -> None:
    visit.page.goto(visit.base + "index.html")
    scheme = "() => document.body.dataset.mdColorScheme"
    prefers_dark = visit.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert visit.page.evaluate(scheme) == ("slate" if prefers_dark else "default")
    visit.page.locator("label[for^=__palette]:visible").click()
    assert visit.page.evaluate(scheme) == ("default" if prefers_dark else "slate")
    assert visit.faults == []


def test_the_search_finds_a_name_and_a_word(visit: Visit) -> None:
    for typed, page in (("remove_dot_segments", "reference/uris.html"), ("defanged", "finding.html")):
        visit.page.goto(visit.base + "index.html")
        visit.page.keyboard.press("/")
        visit.page.keyboard.type(typed)
        visit.page.locator(f".md-search-result__link[href*='{page}']").first.wait_for(state="attached")
    assert visit.faults == []
