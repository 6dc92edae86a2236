"""Where a URI may be: a module per trigger."""

from linksift.finding.scan.candidates import candidates
from linksift.finding.scan.ends import delimiter, quote_closer
from linksift.finding.scan.openers import ENCLOSURES, STRING_QUOTES
from linksift.finding.scan.run import CLOSERS, DELIMITERS, JOINERS, LINE_BREAKS, SOFT_HYPHEN
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.triggers import CLOSED, hits, trigger

__all__ = [
    "CLOSED",
    "CLOSERS",
    "DELIMITERS",
    "ENCLOSURES",
    "JOINERS",
    "LINE_BREAKS",
    "SOFT_HYPHEN",
    "STRING_QUOTES",
    "Schemes",
    "candidates",
    "delimiter",
    "hits",
    "quote_closer",
    "trigger",
]
