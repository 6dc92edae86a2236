"""Docstrings on the pages of the API reference: their examples are code, topics of `linksift help` are links."""

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
"""An example with what it prints, up to an empty line."""
TOPIC = re.compile(r"`linksift help ([a-z-]+)`")
TOPICS = run_path(str(Path(__file__).parents[2] / "src" / "linksift" / "documentation_pages.py"))["TOPICS"]


class MarkdownDocstrings(griffe.Extension):  # type: ignore[misc]
    """Makes Markdown for the site of each docstring."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by griffe with each module, class, function and attribute."""
        if obj.docstring:
            obj.docstring.value = topic_links(fenced_examples(obj.docstring.value))

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Called by griffe with the whole package."""
        for name, member in pkg.members.items():
            if member.is_alias and member.target_path.startswith(f"{pkg.name}."):
                target = of_name_before_module(pkg, name, member.target_path)
                pkg.members[name] = griffe.Alias(name, target, parent=pkg)


def of_name_before_module(package: griffe.Module, name: str, target: str) -> str:
    """Where an exported name comes from, if the room that exports it also has a module of that name.

    `linksift.read` is the function `read` of the module `linksift.documents.read`. Where Python sees the function,
    griffe sees the module.
    """
    room = package.modules_collection[target.rpartition(".")[0]]
    is_module = name in room.members and not room.members[name].is_alias and room.members[name].is_module
    return room.imports.get(name, target) if is_module else target


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
