"""A template library with drop-ins for Django's filters `urlize` and `urlizetrunc`."""

from django.template import Library
from django.template.defaultfilters import stringfilter
from django.utils.safestring import mark_safe

from linksift.integrations.django.urlize import as_html


def urlize(value: str, autoescape: bool = True) -> str:
    """Text with links that have `rel="nofollow"`: `{{ comment|urlize }}`.

    >>> urlize("See www.a.example.")
    'See <a href="http://www.a.example" rel="nofollow">www.a.example</a>.'
    """
    safe: str = mark_safe(as_html(value, nofollow=True, autoescape=autoescape))
    return safe


def urlizetrunc(value: str, limit: int | str, autoescape: bool = True) -> str:
    """`urlize` with the text of links cut off after `limit` code points: `{{ comment|urlizetrunc:15 }}`.

    >>> urlizetrunc("See www.a.example.", 5)
    'See <a href="http://www.a.example" rel="nofollow">www.…</a>.'
    """
    safe: str = mark_safe(as_html(value, trim_url_limit=int(limit), nofollow=True, autoescape=autoescape))
    return safe


register = Library()
"""The template library with the filters `urlize` and `urlizetrunc`."""

register.filter("urlize", stringfilter(urlize), is_safe=True, needs_autoescape=True)
register.filter("urlizetrunc", stringfilter(urlizetrunc), is_safe=True, needs_autoescape=True)
