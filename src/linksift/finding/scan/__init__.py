"""Where a URI may be: a module per trigger."""

from linksift.finding.scan.angle import angle, broken_scheme_before, names_something_else, opened_at
from linksift.finding.scan.ends import LINE_BREAKS, SOFT_HYPHEN, delimiter
from linksift.finding.scan.openers import ENCLOSURES
from linksift.finding.scan.plain import plain
from linksift.finding.scan.quotes import goes_over_line_end, quoted
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.triggers import CLOSED, FREE_HTTP, hits, trigger

__all__ = [
    "CLOSED",
    "ENCLOSURES",
    "FREE_HTTP",
    "LINE_BREAKS",
    "SOFT_HYPHEN",
    "Schemes",
    "angle",
    "broken_scheme_before",
    "delimiter",
    "goes_over_line_end",
    "hits",
    "names_something_else",
    "opened_at",
    "plain",
    "quoted",
    "trigger",
]
