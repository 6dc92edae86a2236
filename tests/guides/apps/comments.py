"""Comments in FastAPI, with the site's rules in callbacks. The application formerly used `bleach.linkify`."""

from collections.abc import Callable
from html import escape
from typing import Any

from fastapi import Body, FastAPI
from fastapi.responses import HTMLResponse

Attributes = dict[Any, str]
Linkify = Callable[..., str]
"""The function `linkify(text, callbacks, skip_tags, parse_email)` of either library."""


def with_bleach() -> Linkify:
    """The linker before the migration."""
    import bleach

    return bleach.linkify


def with_linksift() -> Linkify:
    """The linker after the migration, as described in docs/migrating/bleach.md."""
    from linksift.integrations.bleach import linkify

    return linkify


def outward(attributes: Attributes, new: bool = False) -> Attributes | None:
    """Links to other sites open in a new tab, and links to an unwanted site are removed."""
    href = attributes[None, "href"]
    if "//spam.com" in href:
        return None
    if "//www.ours.com" not in href:
        attributes[None, "target"] = "_blank"
        attributes[None, "rel"] = "nofollow ugc"
    return attributes


def create_app(linkify: Linkify) -> FastAPI:
    """The application, which keeps its comments in memory."""
    app = FastAPI()
    comments: list[str] = []

    @app.post("/comments", status_code=201)
    def add(text: str = Body(embed=True)) -> dict[str, str]:
        html = linkify(escape(text, quote=False), callbacks=[outward], skip_tags=["pre"], parse_email=True)
        comments.append(html)
        return {"html": html}

    @app.get("/", response_class=HTMLResponse)
    def page() -> str:
        return "".join(f"<p>{comment}</p>" for comment in comments)

    return app
