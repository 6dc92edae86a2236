"""Reads the relationships of a part of an Office package to other parts and external targets (ISO/IEC 29500-2, 8.5)."""

import posixpath
from typing import NamedTuple

from linksift.documents.office.xml_parser import Attributes


def part_of(relationships: str) -> str:
    """The part whose relationships a member contains.

    >>> part_of("word/_rels/document.xml.rels")
    'word/document.xml'
    """
    folder, _, name = relationships.removesuffix(".rels").rpartition("_rels/")
    return folder + name


def member(part: str, target: str) -> str:
    """The member of the package that is the target of a part's relationship.

    >>> member("xl/worksheets/sheet1.xml", "../comments1.xml"), member("xl/workbook.xml", "/xl/a.xml")
    ('xl/comments1.xml', 'xl/a.xml')
    """
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/")


class InternalRelationship(NamedTuple):
    """A relationship to another part of the package: its kind ("comments"), and its target."""

    kind: str
    target: str


class Relationships:
    """The relationships of a part, by identifier: `external` targets, and `internal` relationships."""

    def __init__(self) -> None:
        self.external: dict[str, str] = {}
        self.internal: dict[str, InternalRelationship] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""
        if not name.endswith(" Relationship"):
            return
        identifier, target = attributes.get("Id", ""), attributes.get("Target", "")
        if attributes.get("TargetMode") == "External":
            self.external[identifier] = target
        else:
            self.internal[identifier] = InternalRelationship(attributes.get("Type", "").rpartition("/")[2], target)

    def end(self, name: str) -> None:
        """Called when an element ends."""

    def data(self, text: str) -> None:
        """Called with text, which has no meaning here."""
