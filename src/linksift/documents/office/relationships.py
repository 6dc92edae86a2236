"""What the parts of an Office package are related to, in it and outside of it (ISO/IEC 29500-2, 8.5).

Here belongs how relations are read. What a relation means in a part never does.
"""

import posixpath
from typing import NamedTuple

from linksift.documents.office.xml_parser import Attributes


def part_of(relations: str) -> str:
    """The part of which a member holds the relations.

    >>> part_of("word/_rels/document.xml.rels")
    'word/document.xml'
    """
    folder, _, name = relations.removesuffix(".rels").rpartition("_rels/")
    return folder + name


def member(part: str, target: str) -> str:
    """The member of the package that a target in it is, from a part.

    >>> member("xl/worksheets/sheet1.xml", "../comments1.xml"), member("xl/workbook.xml", "/xl/a.xml")
    ('xl/comments1.xml', 'xl/a.xml')
    """
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/")


class InternalRelationship(NamedTuple):
    """A relation to another part of the package: of what kind it is ("comments"), and its target."""

    kind: str
    target: str


class Relationships:
    """Relationships of a part by their identifiers: the targets outside the document, and what is inside."""

    def __init__(self) -> None:
        self.external: dict[str, str] = {}
        self.internal: dict[str, InternalRelationship] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        if not name.endswith(" Relationship"):
            return
        identifier, target = attributes.get("Id", ""), attributes.get("Target", "")
        if attributes.get("TargetMode") == "External":
            self.external[identifier] = target
        else:
            self.internal[identifier] = InternalRelationship(attributes.get("Type", "").rpartition("/")[2], target)

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """No text means anything here."""
