"""The elements of existing HTML in whose text `linkify_html` makes no link; and the check that its parser is installed.

>>> {"a", "code", "script"} <= SKIPPED_ELEMENTS
True
"""

import re
from collections.abc import Iterable, Set
from typing import NamedTuple

from linksift.arguments import items

_SKIPPED = """
    a button code datalist iframe listing math noembed noframes noscript optgroup option plaintext pre script select
    style svg template textarea title xmp
"""
SKIPPED_ELEMENTS = frozenset(_SKIPPED.split())
"""Links and controls, code, and elements whose content is not part of the page's text."""

_NAME = r"[^\s.#\[\]=\"'<>/*:]+"
_SELECTOR = re.compile(rf"({_NAME})?(?:\.({_NAME})|\[({_NAME})(?:=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'\[\]]+)))?\])?")


class Selector(NamedTuple):
    """Selects elements with a name, a class, and an attribute with a value; None matches any."""

    name: str | None
    class_: str | None
    attribute: str | None
    value: str | None

    def selects(self, name: str, attributes: dict[str, str]) -> bool:
        """Whether this selector selects an element."""
        if self.name not in (None, name) or (self.class_ and self.class_ not in attributes.get("class", "").split()):
            return False
        return self.attribute is None or (
            self.attribute in attributes and self.value in (None, attributes[self.attribute])
        )


class ElementsToSkip(NamedTuple):
    """Elements in whose text no link is made, by name and by selector."""

    names: frozenset[str]
    selectors: tuple[Selector, ...] = ()

    def has(self, name: str, attributes: Iterable[tuple[str, str | None]]) -> bool:
        """Whether an element is among them.

        >>> skip = elements_to_skip(["pre", ".nolink", "[translate=no]"], frozenset())
        >>> skip.has("pre", []), skip.has("b", [("class", "x nolink")]), skip.has("b", [("translate", "yes")])
        (True, True, False)
        """
        if name in self.names:
            return True
        if not self.selectors:
            return False
        values = {key: value or "" for key, value in attributes}
        return any(selector.selects(name, values) for selector in self.selectors)


def elements_to_skip(skip: str | Iterable[str], always: Set[str]) -> ElementsToSkip:
    """The elements that selectors select or `always` names. Raises ValueError for an invalid selector.

    A selector is written as in CSS: a name (`h1`), a class (`.nolink`), an attribute (`[data-nolink]`,
    `[translate=no]`), or a name followed by one of these (`span.nolink`).

    >>> elements_to_skip(["H1", "span.nolink"], {"a"}).names == {"h1", "a"}
    True
    >>> elements_to_skip("#main", set())
    Traceback (most recent call last):
    ValueError: skip takes selectors such as 'h1', '.nolink', 'span.nolink' and '[translate=no]', not '#main'
    """
    names, selectors = set(always), []
    for written in items(skip):
        found = _SELECTOR.fullmatch(written) if isinstance(written, str) else None
        if not found or not written:
            examples = "'h1', '.nolink', 'span.nolink' and '[translate=no]'"
            raise ValueError(f"skip takes selectors such as {examples}, not {written!r}")
        name, class_, attribute, *values = found.groups()
        value = next((value for value in values if value is not None), None)
        selector = Selector(name and name.lower(), class_, attribute and attribute.lower(), value)
        if selector.name is not None and selector.class_ is None and selector.attribute is None:
            names.add(selector.name)
        else:
            selectors.append(selector)
    return ElementsToSkip(frozenset(names), tuple(selectors))


def require_html_parser() -> None:
    """Raise ImportError with installation instructions if there is no HTML5 parser.

    >>> require_html_parser()
    """
    from importlib.util import find_spec

    if find_spec("turbohtml") is None:
        raise ImportError("links in HTML need an HTML5 parser: pip install 'linksift[html]'")
