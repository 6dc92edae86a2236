"""Django's `urlize` and `urlizetrunc` by linksift: a template library, an app, and the function.

In `TEMPLATES`, either `OPTIONS["libraries"] = {"linksift": "linksift.integrations.django"}`, or
`"linksift.integrations.django"` in `INSTALLED_APPS`, for `{% load linksift %}`; or, for all templates as they are,
`OPTIONS["builtins"] = ["linksift.integrations.django"]`. See docs/migrating/django.md.
"""

from linksift.integrations.django.filters import register
from linksift.integrations.django.urlize import urlize

__all__ = ["register", "urlize"]
