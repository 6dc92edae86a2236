"""Notes in Flask: each is shown with its links, and an API lists their targets. It formerly used linkify-it-py.

linkify-it-py finds links and leaves writing them to the application; `as_html` is from its README.
"""

from collections.abc import Callable
from html import escape
from typing import Any, NamedTuple

from flask import Flask, Response, request


class Span(NamedTuple):
    """A link in a text."""

    start: int
    end: int
    href: str


Links = Callable[[str], list[Span]]
"""Finds the links in a text."""


def with_linkify_it() -> Links:
    """The finder before the migration."""
    from linkify_it import LinkifyIt

    finder = LinkifyIt()
    return lambda text: [Span(match.index, match.last_index, match.url) for match in finder.match(text) or ()]


def with_linksift() -> Links:
    """The finder after the migration, as described in docs/migrating/linkify-it.md."""
    from linksift import Finder

    finder = Finder(kinds={"uri", "suffix", "email", "domain"})
    return lambda text: [Span(match.start, match.end, match.uri) for match in finder.find(text)]


def as_html(text: str, links: Links) -> str:
    """A text with its links."""
    pieces, end = [], 0
    for start, stop, href in links(text):
        pieces += [escape(text[end:start]), f'<a href="{escape(href)}">{escape(text[start:stop])}</a>']
        end = stop
    return "".join([*pieces, escape(text[end:])])


def create_app(links: Links) -> Flask:
    """The application, which keeps its notes in memory."""
    app = Flask(__name__)
    notes: list[str] = []

    @app.post("/notes")
    def add() -> tuple[dict[str, Any], int]:
        text = request.form["text"]
        notes.append(text)
        return {"number": len(notes), "links": [span.href for span in links(text)]}, 201

    @app.get("/")
    def page() -> Response:
        items = "".join(f"<li>{as_html(note, links)}</li>" for note in notes)
        return Response(f"<!doctype html><title>Notes</title><ul>{items}</ul>", mimetype="text/html")

    return app
