"""Files in; the links in them out, with where each came from: mail, web pages, PDFs, texts, and folders of them."""

from linksift.documents.document_model import (
    MEBI,
    Found,
    Limits,
    Location,
    Locator,
    Problem,
    ReadError,
    Source,
)
from linksift.documents.extract import Seen
from linksift.documents.folders.file_ranges import seen_in, seen_in_file, shares
from linksift.documents.folders.walk import Choice, Entry, Unreadable, walk
from linksift.documents.mail.mbox import Share
from linksift.documents.plain_text import NotText, text_of
from linksift.documents.read import Way, read

__all__ = [
    "MEBI",
    "Choice",
    "Entry",
    "Found",
    "Limits",
    "Location",
    "Locator",
    "NotText",
    "Problem",
    "ReadError",
    "Seen",
    "Share",
    "Source",
    "Unreadable",
    "Way",
    "read",
    "seen_in",
    "seen_in_file",
    "shares",
    "text_of",
    "walk",
]
