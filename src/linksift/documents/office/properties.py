"""Reads the properties of an Office document: its title, comments, company and so on, and those that users defined.

The standard ones are described in ISO/IEC 29500-1, 15.2.12.
"""

import re

from linksift.documents.office.paragraphs import Paragraphs
from linksift.documents.office.zip_package import Attributes, Relationships

PROPERTIES = re.compile(
    r"docProps/(?:app|core|custom)\d*\.xml|package/services/metadata/core-properties/[^/]+\.psmdcp", re.IGNORECASE
)
"""The parts with the properties, as Office and the Open XML SDK name them."""

_WRITTEN = """
    title subject creator keywords description category Manager Company HyperlinkBase property
"""
_TEXTS = frozenset(_WRITTEN.split())
"""The elements, without namespaces, whose text people write. Others repeat the hyperlinks and titles of the
document."""

_ESCAPED_BREAK = re.compile(r"_x000[aAdD]_")
"""A line break, as Office writes it in properties."""


class Properties:
    """Handles the elements of a part with properties; each property is a paragraph."""

    def __init__(self, _: Relationships) -> None:
        self.paragraphs = Paragraphs()
        self._written: list[str] | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""
        if name.rpartition(" ")[2] in _TEXTS:
            self._written = []

    def end(self, name: str) -> None:
        """Called when an element ends."""
        if self._written is not None and name.rpartition(" ")[2] in _TEXTS:
            self.paragraphs.add(_ESCAPED_BREAK.sub("\n", "".join(self._written)))
            self._written = None

    def data(self, text: str) -> None:
        """Called with text in an element."""
        if self._written is not None:
            self._written.append(text)
