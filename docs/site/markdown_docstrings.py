"""Docstrings on the pages of the API reference: their examples are code, topics of `linksift help` are links."""

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
"""An example with what it prints, up to an empty line."""
TOPIC = re.compile(r"`linksift help ([a-z-]+)`")
TOPICS = run_path(str(Path(__file__).parents[2] / "src" / "linksift" / "help_topics.py"))["TOPICS"]


class MarkdownDocstrings(griffe.Extension):  # type: ignore[misc]
    """Makes Markdown for the site of each docstring."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by griffe with each module, class, function and attribute."""
        if obj.docstring:
            obj.docstring.value = topic_links(fenced_examples(obj.docstring.value))


def fenced_examples(docstring: str) -> str:
    r"""A docstring with fences around its examples.

    >>> fenced_examples("One.\n\n>>> 1\n1\n\nTwo.")
    'One.\n\n```pycon\n>>> 1\n1\n```\n\nTwo.'
    """
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", docstring)


def topic_links(docstring: str) -> str:
    """A docstring in which topics of `linksift help` are links to their pages.

    >>> topic_links("See `linksift help bleach`.")
    'See [bleach](../migrating/bleach.md).'
    """
    return TOPIC.sub(lambda topic: f"[{topic[1]}](../{TOPICS[topic[1]]}.md)", docstring)
