"""A forum in Django, whose template writes posts with `urlize` and their summaries with `urlizetrunc`.

`python -m tests.guides.apps.forum django` (or `linksift`) reads posts as JSON and writes their pages as JSON, since
Django has only one configuration per process. The two differ in one line of the settings.
"""

import json
import sys

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.test import RequestFactory
from django.urls import path

BUILTINS = {"django": [], "linksift": ["linksift.integrations.django"]}
"""The line before and after the migration, as described in docs/migrating/django.md."""

POST = "{{ text|urlize }}\n<nav>{{ text|urlizetrunc:16 }}</nav>"


def show(request: HttpRequest) -> HttpResponse:
    """The page of a post."""
    return HttpResponse(loader.get_template("post.html").render({"text": request.GET["text"]}))


urlpatterns = [path("post", show)]


def main(library: str) -> None:
    loaders = [("django.template.loaders.locmem.Loader", {"post.html": POST})]
    engine = "django.template.backends.django.DjangoTemplates"
    options = {"builtins": BUILTINS[library], "loaders": loaders}
    settings.configure(ROOT_URLCONF=__name__, TEMPLATES=[{"BACKEND": engine, "OPTIONS": options}])
    django.setup()
    posts = json.load(sys.stdin)
    pages = [show(RequestFactory().get("/post", {"text": post})).content.decode() for post in posts]
    json.dump(pages, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
