"""Makes matches of plain URIs directly, and leaves doubtful cases to the scans.

Only a match's URI and span are made right away. When its details and other readings are requested, the text that they
need is read again, from a small block of the text.
"""

import re
from functools import partial

from linksift.finding.match import Candidate, Match, SkipTo, new_match
from linksift.finding.readings.encode import encoded_plain
from linksift.finding.readings.first_valid_reading import DetailsOfCandidate
from linksift.finding.scan.beyond_ascii import is_destination
from linksift.finding.scan.candidates_at_hit import in_quotes
from linksift.finding.scan.character_roles import EMPHASIS, PUNCTUATION
from linksift.finding.scan.enclosed import angle_brackets
from linksift.finding.scan.enclosed.quotes import plain_rest
from linksift.finding.scan.enclosures import COMMENT_END, ENCLOSURES, closing_marks
from linksift.finding.scan.names import www_names
from linksift.finding.scan.names.ip_addresses import address_at
from linksift.finding.scan.running_text import candidate_in_text, is_wholly_plain, plain_after_slashes
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.triggers import AUTHORITY_END

_MARKS = frozenset(EMPHASIS)
ALWAYS_TRIMMED = PUNCTUATION.replace(";", "")
"""The characters that are punctuation at the end of any plain text; a semicolon may end a character reference."""


_BREAK = re.compile(r"[\s>]++")
"""A plain break: text whose breaks are all plain has no other white space or quote marks."""


def joined_in_quotes(source: ScannedText, start: int, plain: re.Match[str]) -> Match | None:
    """The match of the plain URI at `start` together with the next lines, up to the closing quote.

    It is None if nothing is joined, or if a rule has to decide, as after a hyphen, which a typesetter may have added.
    """
    rest = plain_rest(source, start, plain)
    if rest is None or (source.weighs_hyphens and rest[2] is not None):
        return None
    content, path = source.text[start : rest.end(1)], plain.end(AUTHORITY_END) - start
    uri, name = encoded_plain(content[:path], _BREAK.sub("", content[path:])), ENCLOSURES[source.text[start - 1]].name

    def read() -> Candidate:
        return Candidate(start, content, name, tuple([gap.span() for gap in _BREAK.finditer(content)]))

    details = DetailsOfCandidate(read, source.schemes, source.max_length)
    return new_match(uri, start, start + len(content), content, "uri", name, details)


def uri_at_hit(source: ScannedText, hit: re.Match[str]) -> Match | None:
    """The URI with an authority at a hit of the scheme trigger; None if there is none, or if in doubt."""
    text, colon = source.text, hit.start()
    start = source.schemes.start_before(text, colon) if text.startswith("//", colon + 1) else -1
    if start < source.position or source.schemes.has_no_authority(text[start:colon]):
        return None
    if text.endswith("://", 0, start) or angle_brackets.is_in_angles(source, start):
        return None
    plain = plain_after_slashes(source, start, colon + 3)
    return plain and _plain_match(source, start, plain)


def _plain_match(source: ScannedText, start: int, plain: re.Match[str]) -> Match | None:
    """The match of a URI that is all plain, as its pattern has proved; None if a rule has to decide."""
    text, read = source.text, plain.end()
    written, before, after = text[start:read], text[start - 1 : start], text[read : read + 1]
    if (
        not is_wholly_plain(text, plain, written)
        or (after > "\x7f" and is_destination(text, start))
        or len(written) > source.max_length
        or source.schemes.placeholders is not None
    ):
        return None
    enclosure = ENCLOSURES.get(before)
    if enclosure is not None and enclosure.joins:
        quoted = joined_in_quotes(source, start, plain)
        if quoted or next(in_quotes(source, start, read), None):
            return quoted
    if before in _MARKS or closing_marks(text, start, read)[0] or written.rstrip(PUNCTUATION).endswith(COMMENT_END):
        return None  # emphasis or a comment may have opened earlier
    trimmed, path = written.rstrip(ALWAYS_TRIMMED), plain.end(AUTHORITY_END) - start
    if trimmed[-1] == ";" or len(trimmed) < path:
        return None
    uri = encoded_plain(trimmed[:path], trimmed[path:])
    name = enclosure.name if enclosure is not None and after and after in enclosure.closers else None
    details = read_again(source, start, read, not after.isspace(), "uri", "")
    return new_match(uri, start, start + len(trimmed), trimmed, "uri", name, details)


def read_again(source: ScannedText, start: int, end: int, goes_on: bool, kind: str, scheme: str) -> DetailsOfCandidate:
    """The object that makes the details of the text from `start` to `end`; `goes_on` says whether text continues
    there."""
    block, offset = source.block(start, end, goes_on)
    read = partial(_candidate_read_again, block, offset, kind, scheme, source.schemes, source.max_length)
    return DetailsOfCandidate(read, source.schemes, source.max_length, start - offset)


def _candidate_read_again(
    block: str, offset: int, kind: str, scheme: str, schemes: Schemes, max_length: int
) -> Candidate:
    """The candidate at `offset` in a block of the text: a URI, or a name to which a scheme is added."""
    source = ScannedText(block, schemes, max_length)
    found: Candidate | SkipTo | None
    if kind == "uri":
        found = candidate_in_text(source, offset, block.index(":", offset))
    elif kind == "ip":
        found = address_at(source, offset, scheme)
    else:
        found = www_names.candidate_of_name(source, offset, kind, scheme)
    assert isinstance(found, Candidate)
    return found
