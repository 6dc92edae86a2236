"""Finds the candidates in a text: where a URI may begin, and where it ends."""

from linksift.finding.scan.angle_brackets import (
    BROKEN_SCHEME,
    LONGEST_URL_PREFIX,
    URL_PREFIX,
    broken_scheme_before,
    is_glued,
    is_in_angles,
)
from linksift.finding.scan.authority import (
    LONGEST_HOST,
    LONGEST_LABEL,
    completes_name,
    in_host,
    is_complete,
    is_name,
    maps_to_delimiter,
)
from linksift.finding.scan.bare_domains import IN_DOUBT, NO_DOMAIN, PLAIN, SOMETHING_ELSE, reads_as
from linksift.finding.scan.bare_domains import IN_NAME as IN_DOMAIN
from linksift.finding.scan.bare_domains import NOT_AFTER as NOT_BEFORE_DOMAIN
from linksift.finding.scan.bare_domains import PATH as PATH_AFTER_DOMAIN
from linksift.finding.scan.bare_domains import TRIGGER as LAST_DOT
from linksift.finding.scan.bare_domains import start_at as domain_start_at
from linksift.finding.scan.beyond_ascii import line_end_hyphen, prose_after_ascii
from linksift.finding.scan.candidates_at_hit import candidates
from linksift.finding.scan.character_references import LONGEST_REFERENCE, REFERENCE, reference_at, stands_in_uri
from linksift.finding.scan.email_addresses import LABEL, LONGEST_LOCAL_PART
from linksift.finding.scan.email_addresses import TRIGGER as AT_SIGN
from linksift.finding.scan.enclosures import (
    ENCLOSURES,
    LONGEST_EMPHASIS,
    STRING_QUOTES,
    emphasis_before,
    underscores_before,
    underscores_close,
)
from linksift.finding.scan.kinds import Scan, scans
from linksift.finding.scan.line_breaks import MOST_BREAKS
from linksift.finding.scan.lookback import run_of, windows
from linksift.finding.scan.quotes import closes_on_line, opens_before
from linksift.finding.scan.running_text import (
    after_refusal,
    candidate_in_text,
    enclosure_name,
    read_undoubled_uri,
    start_scan,
)
from linksift.finding.scan.scan_state import ScanState, closes_bracket, white_space
from linksift.finding.scan.scanned_text import FARTHEST_READ_ON, ScannedText, Stretch
from linksift.finding.scan.schemes import (
    ENDS_ESCAPE,
    LONGEST_SCHEME,
    NOT_FIRST,
    SCHEME_CHARACTERS,
    Schemes,
    run_start,
)
from linksift.finding.scan.suffix_references import NOT_AFTER, begins_with_name, candidate_of_name, read_name
from linksift.finding.scan.suffix_references import TRIGGERS as FIRST_DOTS
from linksift.finding.scan.table_of_ends import (
    CLOSERS,
    DELIMITERS,
    EMPHASIS,
    JOINERS,
    LINE_BREAKS,
    NEVER_TRIMMED,
    NON_BREAKING_HYPHEN,
    OPENERS,
    ORDINARY,
    PRINTED_HYPHEN,
    PUNCTUATION,
    SOFT_HYPHEN,
    TRIMMED_BY,
    TYPESET_HYPHENS,
)
from linksift.finding.scan.templates import without_placeholders
from linksift.finding.scan.triggers import (
    BLANK,
    CLOSED_ANGLES,
    DELIMITER,
    ENDS_ANY_READING,
    FAST_PATH,
    HTTP,
    IN_ANGLES,
    MARK,
    OPAQUE,
    TAIL,
    USABLE_FAST_PATH,
    hits,
    hits_in_order,
    trigger,
)
from linksift.finding.scan.uri_end import delimiter, host_character, quote_closer, scan_to_end

__all__ = [
    "AT_SIGN",
    "BLANK",
    "BROKEN_SCHEME",
    "CLOSED_ANGLES",
    "CLOSERS",
    "DELIMITER",
    "DELIMITERS",
    "EMPHASIS",
    "ENCLOSURES",
    "ENDS_ANY_READING",
    "ENDS_ESCAPE",
    "FARTHEST_READ_ON",
    "FAST_PATH",
    "FIRST_DOTS",
    "HTTP",
    "IN_ANGLES",
    "IN_DOMAIN",
    "IN_DOUBT",
    "IRI",
    "JOINERS",
    "LABEL",
    "LAST_DOT",
    "LINE_BREAKS",
    "LONGEST_EMPHASIS",
    "LONGEST_HOST",
    "LONGEST_LABEL",
    "LONGEST_LOCAL_PART",
    "LONGEST_REFERENCE",
    "LONGEST_SCHEME",
    "LONGEST_URL_PREFIX",
    "MARK",
    "MOST_BREAKS",
    "NEVER_TRIMMED",
    "NON_BREAKING_HYPHEN",
    "NOT_AFTER",
    "NOT_BEFORE_DOMAIN",
    "NOT_FIRST",
    "NO_DOMAIN",
    "OPAQUE",
    "OPENERS",
    "ORDINARY",
    "PATH_AFTER_DOMAIN",
    "PLAIN",
    "PRINTED_HYPHEN",
    "PUNCTUATION",
    "REFERENCE",
    "SCHEME_CHARACTERS",
    "SOFT_HYPHEN",
    "SOMETHING_ELSE",
    "STRING_QUOTES",
    "TAIL",
    "TRIMMED_BY",
    "TYPESET_HYPHENS",
    "URL_PREFIX",
    "USABLE_FAST_PATH",
    "Scan",
    "ScanState",
    "ScannedText",
    "Schemes",
    "Stretch",
    "after_refusal",
    "begins_with_name",
    "broken_scheme_before",
    "candidate_in_text",
    "candidate_of_name",
    "candidates",
    "closes_bracket",
    "closes_on_line",
    "completes_name",
    "delimiter",
    "domain_start_at",
    "emphasis_before",
    "enclosure_name",
    "hits",
    "hits_in_order",
    "host_character",
    "in_host",
    "is_complete",
    "is_glued",
    "is_in_angles",
    "is_name",
    "line_end_hyphen",
    "maps_to_delimiter",
    "opens_before",
    "prose_after_ascii",
    "quote_closer",
    "read_name",
    "read_undoubled_uri",
    "reads_as",
    "reference_at",
    "run_of",
    "run_start",
    "scan_to_end",
    "scans",
    "stands_in_uri",
    "start_scan",
    "trigger",
    "underscores_before",
    "underscores_close",
    "white_space",
    "windows",
    "without_placeholders",
]
