"""A drop-in for Jinja's `urlize` filter, with its arguments and policies.

`Environment(extensions=["linksift.integrations.jinja.Urlize"])` replaces Jinja's filter; so does
`environment.filters["urlize"] = urlize`. See `linksift help jinja`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache, partial
from types import NoneType

from jinja2 import Environment, pass_eval_context
from jinja2.exceptions import FilterArgumentError
from jinja2.ext import Extension
from jinja2.nodes import EvalContext
from markupsafe import Markup

from linksift.finding import Finder
from linksift.integrations.urlize_defaults import BEFORE_ADDRESSES, KINDS, SCHEMES
from linksift.linking import Link, Linker, Policy

__all__ = ["Urlize", "urlize"]

_PREFIX = re.compile(r"([\w.+\-]{2,}+):/{0,2}")
"""A scheme as written in `extra_schemes`, such as `tel:` or `ftp://`."""


class Urlize(Extension):
    """A Jinja extension that replaces the `urlize` filter."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.filters["urlize"] = urlize


@pass_eval_context
def urlize(
    eval_ctx: EvalContext,
    value: object,
    trim_url_limit: int | None = None,
    nofollow: bool = False,
    target: str | None = None,
    rel: str | None = None,
    extra_schemes: Iterable[str] | None = None,
) -> str:
    """Text as HTML with links: `{{ comment|urlize(40, target="_blank") }}`.

    Text is escaped. Markup is HTML, which stays as it is except for links in its text. `trim_url_limit` is the number
    of code points of a link's text that are shown before `...`. `rel`, "nofollow" and the policy `urlize.rel` are
    combined. `target` and `extra_schemes` override the policies `urlize.target` and `urlize.extra_schemes`. The policy
    `urlize.skip` selects elements of markup in which no links are made (`[".nolink"]`). With autoescaping, the result
    is Markup. Raises FilterArgumentError for a limit that is not an integer, for a name that cannot be a scheme, and
    for schemes that are never linked.
    """
    if not isinstance(trim_url_limit, int | NoneType):
        raise FilterArgumentError(f"trim_url_limit must be an integer or None, not {trim_url_limit!r}")
    policies = eval_ctx.environment.policies
    rels = {*(rel or "").split(), *(policies["urlize.rel"] or "").split(), *(["nofollow"] if nofollow else [])}
    target = policies["urlize.target"] if target is None else target
    extra = policies["urlize.extra_schemes"] if extra_schemes is None else extra_schemes
    linker = cached_linker(trim_url_limit, " ".join(sorted(rels)) or None, target or None, frozenset(extra or ()))
    html = getattr(value, "__html__", None)
    # str() of Markup, because the methods of Markup would escape the result again.
    skip = policies.get("urlize.skip", ())
    found = linker.linkify(str(value)) if html is None else linker.linkify_html(str(html()), skip)
    return Markup(found) if eval_ctx.autoescape else found


@lru_cache(maxsize=64)
def cached_linker(limit: int | None, rel: str | None, target: str | None, extra: frozenset[str]) -> Linker:
    """The linker for the filter's arguments, cached."""
    schemes = SCHEMES.union(map(scheme_in, extra))
    try:
        finder = Finder(kinds=KINDS, default_scheme="https", schemes=schemes | BEFORE_ADDRESSES if extra else None)
        return Linker(finder, Policy(schemes=schemes, rel=rel, target=target, callback=partial(in_jinja_style, limit)))
    except ValueError as error:
        raise FilterArgumentError(str(error)) from error


def scheme_in(prefix: str) -> str:
    """The scheme that a prefix names.

    >>> scheme_in("tel:"), scheme_in("ftp://")
    ('tel', 'ftp')
    """
    found = _PREFIX.fullmatch(prefix)
    if found is None:
        raise FilterArgumentError(f"{prefix!r} is not a valid URI scheme prefix.")
    return found[1]


def in_jinja_style(limit: int | None, link: Link) -> Link:
    """A link as Jinja writes it, with its text cut off at the limit. A link to a mailbox shows only the address, and
    has no attributes except `href`."""
    if link.href.startswith("mailto:"):
        return link._replace(text=link.text.removeprefix("mailto:"), attributes={})
    return link if limit is None or len(link.text) <= limit else link._replace(text=f"{link.text[:limit]}...")
