"""Shows the examples in docstrings as code on the pages of the API reference."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
"""An example with what it prints, up to an empty line."""


class FencedExamples(griffe.Extension):
    """Puts fences around the examples of each docstring before it is read as Markdown."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by griffe with each module, class, function and attribute."""
        if obj.docstring:
            obj.docstring.value = fenced_examples(obj.docstring.value)


def fenced_examples(docstring: str) -> str:
    r"""A docstring with fences around its examples.

    >>> fenced_examples("One.\n\n>>> 1\n1\n\nTwo.")
    'One.\n\n```pycon\n>>> 1\n1\n```\n\nTwo.'
    """
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", docstring)
