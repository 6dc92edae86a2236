"""Comments in FastAPI, with rules of the site in callbacks. It had `bleach.linkify`."""

from collections.abc import Callable
from html import escape
from typing import Any

from fastapi import Body, FastAPI
from fastapi.responses import HTMLResponse

Attributes = dict[Any, str]
Linkify = Callable[..., str]
"""`linkify(text, callbacks, skip_tags, parse_email)` of either library."""


def with_bleach() -> Linkify:
    """Before."""
    import bleach

    return bleach.linkify


def with_linksift() -> Linkify:
    """After, as docs/migrating/bleach.md says."""
    from linksift.integrations.bleach import linkify

    return linkify


def outward(attributes: Attributes, new: bool = False) -> Attributes | None:
    """Links to other sites open in a new tab, and those to a site that is not wanted are none."""
    href = attributes[None, "href"]
    if "//spam.com" in href:
        return None
    if "//www.ours.com" not in href:
        attributes[None, "target"] = "_blank"
        attributes[None, "rel"] = "nofollow ugc"
    return attributes


def create_app(linkify: Linkify) -> FastAPI:
    """The application, whose comments are in memory."""
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
