"""linksift: the URIs in free text, found as RFC 3986, Appendix C says a careful reader should find them."""

from linksift.finding import Finder, Match, find
from linksift.notes import Note
from linksift.uri import InvalidReference, Reference, parse

__all__ = ["Finder", "InvalidReference", "Match", "Note", "Reference", "find", "parse"]
__version__ = "0.1.0"
