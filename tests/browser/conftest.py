"""Headless Chromium for tests, whose requests reach only the test."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

FLAGS = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The Chromium installed on this machine, driven by Playwright."""
    sync_api = pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("needs Chromium (Debian's package chromium), which is not here")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, chromium_sandbox=False)
        yield browser
        browser.close()


@pytest.fixture
def asked(chromium: Any) -> Iterator[Callable[[str], tuple[Any, list[str]]]]:
    """A function that shows HTML and returns the page, and a list of the URLs that the page requests from then on.

    Each request is answered with 204 (no content), so the page stays.
    """
    context = chromium.new_context()

    def show(html: str) -> tuple[Any, list[str]]:
        requests: list[str] = []
        page = context.new_page()
        page.set_content(html)

        def refuse(route: Any) -> None:
            requests.append(route.request.url)
            route.fulfill(status=204)

        page.route("**/*", refuse)
        return page, requests

    yield show
    context.close()
