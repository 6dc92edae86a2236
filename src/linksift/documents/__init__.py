"""Files in; the links in them out, with where each came from: mail, web pages, PDFs, texts, and folders of them."""

from linksift.documents.mbox import Share
from linksift.documents.plain import NotText, text_of
from linksift.documents.read import Way, read
from linksift.documents.seen import Seen
from linksift.documents.shares import seen_in, seen_in_file, shares
from linksift.documents.source import MEBI, Found, Limits, Location, Locator, Problem, ReadError, Source
from linksift.documents.walk import Choice, Entry, Unreadable, walk

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
