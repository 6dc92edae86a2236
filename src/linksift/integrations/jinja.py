"""Jinja's filter `urlize` by linksift, with its arguments and policies.

`Environment(extensions=["linksift.integrations.jinja.Urlize"])` puts it in the place of Jinja's; so does
`environment.filters["urlize"] = urlize`. See docs/migrating/jinja.md.
"""

import re
from collections.abc import Iterable
from functools import lru_cache, partial

from jinja2 import Environment, pass_eval_context
from jinja2.exceptions import FilterArgumentError
from jinja2.ext import Extension
from jinja2.nodes import EvalContext
from markupsafe import Markup

from linksift.finding import Finder
from linksift.integrations.shared_urlize import KINDS, SCHEMES, linked_html
from linksift.linking import Link, Linker, Policy

_PREFIX = re.compile(r"([\w.+\-]{2,}+):/{0,2}")
"""A scheme as `extra_schemes` has it: `tel:`, `ftp://`."""


class Urlize(Extension):
    """Puts our `urlize` in the place of Jinja's."""

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
    """A text as HTML with links: `{{ comment|urlize(40, target="_blank") }}`.

    A text is escaped; Markup is HTML, which stays as it is and gets links in its text. `trim_url_limit` is how much of
    a link's text is shown, in code points, before `...`; `rel`, "nofollow" and the policy `urlize.rel` add up; `target`
    and `extra_schemes` take the place of the policies `urlize.target` and `urlize.extra_schemes`. Where a template
    escapes by itself the result is Markup. Raises FilterArgumentError for what can be no scheme, and for schemes that
    are never linked.
    """
    policies = eval_ctx.environment.policies
    rels = {*(rel or "").split(), *(policies["urlize.rel"] or "").split(), *(["nofollow"] if nofollow else [])}
    target = policies["urlize.target"] if target is None else target
    extra = policies["urlize.extra_schemes"] if extra_schemes is None else extra_schemes
    linker = cached_linker(trim_url_limit, " ".join(sorted(rels)) or None, target or None, frozenset(extra or ()))
    html = getattr(value, "__html__", None)
    # A plain string of Markup, whose own methods would escape once more.
    found = linker.linkify(str(value)) if html is None else linked_html(str(html()), linker)
    return Markup(found) if eval_ctx.autoescape else found


@lru_cache(maxsize=64)
def cached_linker(limit: int | None, rel: str | None, target: str | None, extra: frozenset[str]) -> Linker:
    """The linker for what the filter was given, made once."""
    schemes = SCHEMES.union(map(scheme_in, extra))
    try:
        finder = Finder(kinds=KINDS, default_scheme="https", schemes=schemes if extra else None)
        return Linker(finder, Policy(schemes=schemes, rel=rel, target=target, callback=partial(as_jinja_has_it, limit)))
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


def as_jinja_has_it(limit: int | None, link: Link) -> Link:
    """A link as Jinja has it: its text cut off at the limit; one that leads to a mailbox shows the address alone, and
    has nothing beside its `href`."""
    if link.href.startswith("mailto:"):
        return link._replace(text=link.text.removeprefix("mailto:"), attributes={})
    return link if limit is None or len(link.text) <= limit else link._replace(text=f"{link.text[:limit]}...")
