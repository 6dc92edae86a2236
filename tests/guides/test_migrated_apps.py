"""An application keeps its tests green when its library is swapped for linksift, where the guide says they agree."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

A, WWW, MAIL = "http://a.com/x_(y)", "www.b.org", "joe@c.net"
MESSAGES = [
    f"See {A}, {WWW} and {MAIL}.",
    "<b>bold</b> & http://a.com/?q=1&r=2 <script>alert(1)</script>",
    "Two lines:\nhttps://a.com/b\nhttps://a.com/c, and no more",
    "(see http://a.com/b) or http://a.com/d. javascript:alert(1)",
    "no link: 3.14, a/b, x@y, http://",
    "日本 http://a.com/b と",
    "",
]
"""Messages of which the libraries and linksift make the same links."""

HREFS = [
    [A, f"http://{WWW}", f"mailto:{MAIL}"],
    ["http://a.com/?q=1&r=2"],
    ["https://a.com/b", "https://a.com/c"],
    ["http://a.com/b", "http://a.com/d"],
    [],
    ["http://a.com/b"],
    [],
]
"""Where they lead."""


@pytest.mark.parametrize("library", ["linkify_it", "linksift"])
def test_notes_in_flask(library: str) -> None:
    pytest.importorskip("flask", reason="needs Flask")
    pytest.importorskip("linkify_it", reason="needs linkify-it-py")
    from tests.guides.apps import notes

    links = {"linkify_it": notes.with_linkify_it, "linksift": notes.with_linksift}[library]()
    client = notes.create_app(links).test_client()
    answers = [client.post("/notes", data={"text": message}) for message in MESSAGES]
    assert {answer.status_code for answer in answers} == {201}
    assert [answer.get_json()["links"] for answer in answers] == HREFS
    page = client.get("/").text
    assert (
        f'See <a href="{A}">{A}</a>, <a href="http://{WWW}">{WWW}</a> and <a href="mailto:{MAIL}">{MAIL}</a>.' in page
    )
    assert '&amp; <a href="http://a.com/?q=1&amp;r=2">http://a.com/?q=1&amp;r=2</a> &lt;script&gt;' in page
    assert page.count("<a ") == 9


def answer_of(app: Any, method: str, path: str, content: bytes = b"") -> tuple[int, str]:
    """The status and the content of an application's answer, by ASGI."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": content}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    with ThreadPoolExecutor() as threads:  # since tests in a browser leave a running loop in their thread
        threads.submit(asyncio.run, app(scope, receive, send)).result()
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent).decode()


@pytest.mark.parametrize("library", ["bleach", "linksift"])
def test_comments_in_fastapi(library: str) -> None:
    pytest.importorskip("fastapi", reason="needs FastAPI")
    pytest.importorskip("bleach", reason="needs bleach")
    pytest.importorskip("turbohtml", reason="HTML is read with turbohtml (the extra html)")
    from tests.guides.apps import comments

    linkify = {"bleach": comments.with_bleach, "linksift": comments.with_linksift}[library]()
    app = comments.create_app(linkify)
    texts = [*MESSAGES, "http://spam.com/buy and http://www.ours.com/rules", "a.com/b, not README.txt"]
    answers = [answer_of(app, "POST", "/comments", json.dumps({"text": text}).encode()) for text in texts]
    assert {status for status, _ in answers} == {201}
    written = [links_in(json.loads(content)["html"]) for _, content in answers]
    outward = {"rel": "nofollow ugc", "target": "_blank"}
    assert written[:-2] == [[{"href": href, **outward} for href in hrefs] for hrefs in HREFS]
    assert written[-2:] == [[{"href": "http://www.ours.com/rules"}], [{"href": "http://a.com/b", **outward}]]
    status, page = answer_of(app, "GET", "/")
    assert (status, page.count("<a "), page.count("</a>"), "<script" in page) == (200, 11, 11, False)


def links_in(html: str) -> list[dict[str, str]]:
    """The attributes of the links in HTML, whose order and quotes are the library's own."""
    from html.parser import HTMLParser

    found: list[dict[str, str]] = []
    parser = HTMLParser()
    start: Callable[..., None] = lambda tag, attributes: found.append(dict(attributes))  # noqa: E731
    parser.handle_starttag = start  # type: ignore[method-assign]
    parser.feed(html)
    return found


def test_a_forum_in_django() -> None:
    pytest.importorskip("django", reason="needs Django")
    pages: dict[str, list[str]] = {}
    for library in ("django", "linksift"):
        command = [sys.executable, "-m", "tests.guides.apps.forum", library]
        run = subprocess.run(command, cwd=ROOT, input=json.dumps(MESSAGES), capture_output=True, text=True, check=True)
        pages[library] = json.loads(run.stdout)
    assert pages["linksift"] == pages["django"]
    assert f'<a href="{A}" rel="nofollow">{A}</a>' in pages["django"][0]
    assert f'<nav>See <a href="{A}" rel="nofollow">http://a.com/x_…</a>' in pages["linksift"][0]
    assert sum(page.count("<a ") for page in pages["linksift"]) == 18
