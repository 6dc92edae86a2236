"""What the parts of an Office package are related to outside of it (ISO/IEC 29500-2, 8.5).

Here belongs how relations are read. What a relation means in a part never does.
"""

from linksift.documents.zipped import Attributes


def part_of(relations: str) -> str:
    """The part of which a member holds the relations.

    >>> part_of("word/_rels/document.xml.rels")
    'word/document.xml'
    """
    folder, _, name = relations.removesuffix(".rels").rpartition("_rels/")
    return folder + name


class Relations:
    """Relations to what is outside the document: the targets by their identifiers."""

    def __init__(self) -> None:
        self.targets: dict[str, str] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        if name.endswith(" Relationship") and attributes.get("TargetMode") == "External":
            self.targets[attributes.get("Id", "")] = attributes.get("Target", "")

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """No text means anything here."""
