"""Drop-ins for Django's `urlize` and `urlizetrunc`: a template library, an app, and the function.

For `{% load linksift %}`, put `OPTIONS["libraries"] = {"linksift": "linksift.integrations.django"}` into `TEMPLATES`,
or `"linksift.integrations.django"` into `INSTALLED_APPS`. For all templates, without changing them, put
`OPTIONS["builtins"] = ["linksift.integrations.django"]` into `TEMPLATES`. See `linksift help django`.
"""

from linksift.integrations.django.urlize import register, urlize

__all__ = ["register", "urlize"]
