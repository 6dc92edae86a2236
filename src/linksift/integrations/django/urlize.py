"""Drop-ins for `django.utils.html.urlize`, with its rules for which text is HTML, and for the filters of templates."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from django import VERSION
from django.conf import settings
from django.template import Library
from django.template.defaultfilters import stringfilter
from django.utils.functional import keep_lazy_text
from django.utils.safestring import SafeData, mark_safe

from linksift.finding import Finder
from linksift.integrations.urlize_defaults import KINDS, SCHEMES
from linksift.linking import Link, Linker, Policy


def as_html(text: object, trim_url_limit: int | None = None, nofollow: bool = False, autoescape: bool = False) -> str:
    """Text as HTML with links; `urlize` is this function for lazy texts, too.

    With `autoescape`, the text is escaped unless it is marked as safe. Safe text, and any text without `autoescape`, is
    HTML, which stays as it is except for links in its text; elements that the setting `LINKSIFT_SKIP` selects
    (`[".nolink"]`) get no links. `trim_url_limit` limits the text of a link to that many code points. `nofollow` adds
    `rel="nofollow"`.

    >>> as_html("<b> at www.a.example/one?two", 9, nofollow=True, autoescape=True)
    '&lt;b&gt; at <a href="http://www.a.example/one?two" rel="nofollow">www.a.ex…</a>'
    """
    chosen = cached_linker(trim_url_limit, bool(nofollow), default_scheme())
    is_html = isinstance(text, SafeData) or not autoescape
    return chosen.linkify_html(str(text), setting("LINKSIFT_SKIP", ())) if is_html else chosen.linkify(str(text))


urlize: Callable[..., str] = keep_lazy_text(as_html)
"""A drop-in for `django.utils.html.urlize` with the same arguments, which also takes lazy texts."""


@lru_cache(maxsize=64)
def cached_linker(limit: int | None, nofollow: bool, scheme: str) -> Linker:
    """The linker for the arguments of `urlize`, cached."""
    finder = Finder(kinds=KINDS, default_scheme=scheme)
    rel = "nofollow" if nofollow else None
    return Linker(finder, Policy(schemes=SCHEMES, rel=rel, callback=partial(in_django_style, limit)))


def in_django_style(limit: int | None, link: Link) -> Link:
    """A link as Django writes it, with its text cut off at the limit, and without `rel` if it leads to a mailbox."""
    text = link.text if limit is None or len(link.text) <= limit else f"{link.text[: max(0, limit - 1)]}…"
    return link._replace(text=text, attributes={} if link.href.startswith("mailto:") else link.attributes)


def default_scheme() -> str:
    """The scheme for names without one: https in Django 7 and later (or in Django 6, by a setting), otherwise http."""
    return "https" if setting("URLIZE_ASSUME_HTTPS", VERSION >= (7, 0)) else "http"


def setting(name: str, default: Any) -> Any:
    """One of Django's settings; the default if there is none of this name, or no settings at all."""
    return getattr(settings, name, default) if settings.configured else default


# ---- The filters `urlize` and `urlizetrunc` --------------------------------------------------------------------------


def urlize_filter(value: str, autoescape: bool = True) -> str:
    """Text with links that have `rel="nofollow"`: `{{ comment|urlize }}`.

    >>> urlize_filter("See www.a.example.")
    'See <a href="http://www.a.example" rel="nofollow">www.a.example</a>.'
    """
    safe: str = mark_safe(as_html(value, nofollow=True, autoescape=autoescape))
    return safe


def urlizetrunc(value: str, limit: int | str, autoescape: bool = True) -> str:
    """The filter `urlize` with the text of links cut off after `limit` code points: `{{ comment|urlizetrunc:15 }}`.

    >>> urlizetrunc("See www.a.example.", 5)
    'See <a href="http://www.a.example" rel="nofollow">www.…</a>.'
    """
    safe: str = mark_safe(as_html(value, trim_url_limit=int(limit), nofollow=True, autoescape=autoescape))
    return safe


register = Library()
"""The template library with the filters `urlize` and `urlizetrunc`."""

register.filter("urlize", stringfilter(urlize_filter), is_safe=True, needs_autoescape=True)
register.filter("urlizetrunc", stringfilter(urlizetrunc), is_safe=True, needs_autoescape=True)
