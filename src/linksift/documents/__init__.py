"""Files in, the links in them out, each with its location: mail, web pages, PDFs, office documents, texts, folders."""

from linksift.documents.document_model import (
    MEBI,
    Account,
    Columns,
    Found,
    Limits,
    Location,
    Locator,
    MessageRange,
    Problem,
    ReadError,
    Source,
)
from linksift.documents.folders.file_ranges import file_ranges, links_in_file, links_in_path
from linksift.documents.folders.walk import FileEntry, UnreadablePath, WalkOptions, walk
from linksift.documents.link_edges import edge_source, edge_text
from linksift.documents.links_from_pieces import LinkInContext
from linksift.documents.plain_text import NotText, text_chunks
from linksift.documents.read import ReadOptions, read

__all__ = [
    "MEBI",
    "Account",
    "Columns",
    "FileEntry",
    "Found",
    "Limits",
    "LinkInContext",
    "Location",
    "Locator",
    "MessageRange",
    "NotText",
    "Problem",
    "ReadError",
    "ReadOptions",
    "Source",
    "UnreadablePath",
    "WalkOptions",
    "edge_source",
    "edge_text",
    "file_ranges",
    "links_in_file",
    "links_in_path",
    "read",
    "text_chunks",
    "walk",
]
