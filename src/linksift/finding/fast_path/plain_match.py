"""Makes matches of plain text directly, in running text and in enclosures, and leaves doubtful cases to the scans.

Only a match's URI and span are made right away. When its details and other readings are requested, the text that they
need is read again: from a small block of the text, or, in an enclosure with breaks, from the match's own text. If a
hyphen precedes a break, the scans decide, since evidence may show that a typesetter added the hyphen.
"""

import re
from collections.abc import Callable
from functools import partial

from linksift.finding.fast_path.addresses_and_domains import fast_address, fast_domain
from linksift.finding.fast_path.whole_uris import DOUBTFUL_BEFORE_NAME, fast_opaque
from linksift.finding.match import Candidate, Match, SkipTo, new_match
from linksift.finding.readings.encode import encoded_plain
from linksift.finding.readings.first_valid_reading import DetailsOfCandidate, has_required_host
from linksift.finding.readings.trim import trim
from linksift.finding.scan.beyond_ascii import is_destination
from linksift.finding.scan.candidates_at_hit import in_quotes
from linksift.finding.scan.character_roles import EMPHASIS, PUNCTUATION
from linksift.finding.scan.enclosed import angle_brackets
from linksift.finding.scan.enclosed.quotes import plain_rest
from linksift.finding.scan.enclosures import COMMENT_END, ENCLOSURES, closing_marks, emphasis_around, may_close_emphasis
from linksift.finding.scan.names import bare_domains, email_addresses, www_names
from linksift.finding.scan.names.ip_addresses import address_at
from linksift.finding.scan.running_text import candidate_in_text, is_wholly_plain, plain_after_slashes, plain_name
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import SCHEME_CHARACTERS, Schemes
from linksift.finding.scan.triggers import AUTHORITY_END
from linksift.uri import is_uri

_BREAK = re.compile(r"[\s>]++")
"""A plain break: text whose breaks are all plain has no other white space or quote marks."""


def uri_in_angles(source: ScannedText, start: int, joins: bool) -> Match | None:
    """The match of the URI in the angle brackets that open directly before `start`; None if in doubt."""
    plain = angle_brackets.plain_content(source, start)
    if plain is None or (source.weighs_hyphens and plain[angle_brackets.AFTER_HYPHEN] is not None):
        return None
    return plain_uri(plain, source.schemes, source.max_length, joins)


def plain_uri(plain: re.Match[str], schemes: Schemes, max_length: int, joins: bool) -> Match | None:
    """The match of the text that `plain_content` matched; None if its URI is not valid, or if the text has breaks that
    are not joined."""
    content = plain[1]
    uri = _BREAK.sub("", content)
    if not is_uri(uri) or not has_required_host(uri, schemes) or (not joins and uri != content):
        return None
    remarks = () if plain[angle_brackets.LABEL] is None else (angle_brackets.label_at(plain.end(1)),)
    candidate = Candidate(plain.start(1), content, "angle", no_trim=True, remarks=remarks)
    return match_with_uri(candidate, uri, schemes, max_length)


def match_with_uri(candidate: Candidate, uri: str, schemes: Schemes, max_length: int) -> Match:
    """The match with this URI for a candidate whose breaks, all of them plain, have not been recorded yet."""
    details = DetailsOfCandidate(partial(_with_breaks, candidate), schemes, max_length)
    end = candidate.start + len(candidate.text)
    return new_match(uri, candidate.start, end, candidate.text, candidate.kind, candidate.enclosure, details)


def _with_breaks(candidate: Candidate) -> Candidate:
    return candidate._replace(gaps=tuple([gap.span() for gap in _BREAK.finditer(candidate.text)]))


def joined_in_quotes(source: ScannedText, start: int, plain: re.Match[str]) -> Match | None:
    """The match of the plain URI at `start` together with the next lines, up to the closing quote.

    It is None if nothing is joined, or if a rule has to decide.
    """
    rest = plain_rest(source, start, plain)
    if rest is None or (source.weighs_hyphens and rest[2] is not None):
        return None
    content, path = source.text[start : rest.end(1)], plain.end(AUTHORITY_END) - start
    uri = encoded_plain(content[:path], _BREAK.sub("", content[path:]))
    candidate = Candidate(start, content, ENCLOSURES[source.text[start - 1]].name)
    return match_with_uri(candidate, uri, source.schemes, source.max_length)


TRIED = ("http", "ttps")
"""The ends of schemes whose plainest URIs the trigger has tried to match, except after a character of `GLUE`."""

_MARKS = frozenset(EMPHASIS)
ALWAYS_TRIMMED = PUNCTUATION.replace(";", "")
"""The characters that are punctuation at the end of any plain text; a semicolon may end a character reference."""

GLUE = SCHEME_CHARACTERS + ":"

_OPENS_URI = frozenset("<:")
"""Characters shortly before a URI in angle brackets or after another scheme: `<`, `<URL: `, `http://`."""

Found = Match | SkipTo | None
"""The result of a fast path for a hit: a match; SkipTo if there is nothing; None if in doubt."""


def uri_at_hit(source: ScannedText, hit: re.Match[str]) -> Found:
    """The result for a hit of the scheme trigger."""
    text, colon = source.text, hit.start()
    if source.schemes.any and text[max(0, colon - 4) : colon] not in TRIED:
        return None  # any word before a colon may then be a scheme, which is not worth two attempts
    start = source.schemes.start_before(text, colon)
    if start < 0:
        is_broken = source.joins and angle_brackets.broken_scheme_before(source, colon) > 0
        return None if is_broken or text.startswith("//", colon + 1) else SkipTo(0)
    if start < source.position:
        return None  # it is part of what was refused as too long, so no names are refused with it
    near = text[max(0, start - angle_brackets.LOOKBACK) : start]
    if not _OPENS_URI.isdisjoint(near) or not near.strip():
        if angle_brackets.is_in_angles(source, start):
            return uri_in_angles(source, start, source.joins)
        if near.endswith("://"):
            return None  # another scheme precedes it
    if not text.startswith("//", colon + 1):
        return fast_opaque(source, start, colon)
    return _with_authority(source, start, colon) if text[colon + 3 : colon + 4].strip() else SkipTo(colon + 1)


def uri_in_angles_at_hit(source: ScannedText, hit: re.Match[str]) -> Found:
    """The result for the angle brackets at a hit."""
    opened = angle_brackets.opened_at(source, hit)
    return uri_in_angles(source, *opened) if opened else SkipTo(0)


def _with_authority(source: ScannedText, start: int, colon: int) -> Found:
    """The URI of the scheme `text[start:colon]`, which is followed by `//` and more text."""
    text = source.text
    was_tried = text[max(0, colon - 4) : colon] in TRIED and not (start and text[start - 1] in GLUE)
    if not was_tried and source.schemes.has_no_authority(text[start:colon]):
        return SkipTo(colon + 1)
    plain = plain_after_slashes(source, start, colon + 3)
    return plain and _plain_match(source, start, plain, "uri")


def suffix_at_hit(source: ScannedText, hit: re.Match[str]) -> Found:
    """The suffix reference whose first dot triggered the hit; None if in doubt."""
    start = hit.start() - 2
    return _read_name(source, start, "suffix", www_names.scheme_of(source.text[start : start + 4], source))


def domain_at_hit(source: ScannedText, hit: re.Match[str]) -> Found:
    """The bare domain whose last dot triggered the hit; None if in doubt."""
    start = bare_domains.start_at(source, hit)
    if start < 0:
        return SkipTo(0)
    return fast_domain(source, start, hit.end()) or _read_name(source, start, "domain", source.default_scheme)


def _read_name(source: ScannedText, start: int, kind: str, scheme: str) -> Found:
    """The name at `start`, with its port, path and so on; None if in doubt."""
    text = source.text
    if start < source.position or text[start - 1 : start] in DOUBTFUL_BEFORE_NAME:
        return None
    if angle_brackets.is_in_angles(source, start):
        return None
    plain = plain_name(source, start)
    return plain and _plain_match(source, start, plain, kind, scheme)


def _plain_match(source: ScannedText, start: int, plain: re.Match[str], kind: str, scheme: str = "") -> Match | None:
    """The match of a URI or name that is all plain, as its pattern has proved; None if a rule has to decide."""
    text, read = source.text, plain.end()
    written, before, after = text[start:read], text[start - 1 : start], text[read : read + 1]
    if (
        not is_wholly_plain(text, plain, written)
        or (after > "\x7f" and is_destination(text, start))
        or len(written) > source.max_length
        or source.schemes.placeholders is not None
        or may_close_emphasis(written)
    ):
        return None
    enclosure = ENCLOSURES.get(before)
    if enclosure is not None and enclosure.joins:
        is_uri = kind == "uri"
        quoted = joined_in_quotes(source, start, plain) if is_uri else None
        others = in_quotes(source, start, read) if is_uri else www_names.in_quotes(source, start, read, kind, scheme)
        if quoted or next(others, None):
            return quoted
    name = enclosure.name if enclosure is not None and after and after in enclosure.closers else None
    in_emphasis = before not in _MARKS and closing_marks(text, start, read)[0]
    if in_emphasis or written.rstrip(PUNCTUATION).endswith(COMMENT_END):
        return None  # emphasis or a comment may have opened earlier
    trimmed = written.rstrip(ALWAYS_TRIMMED)
    if trimmed[-1] == ";" or before in _MARKS:
        candidate = Candidate(start, written, name, (), emphasis_around(text, start, read), kind=kind)
        trimmed = written[: trim(candidate, written)[0]]
    path = plain.end(AUTHORITY_END) - start
    if len(trimmed) < path:
        return None
    uri = encoded_plain(f"{scheme}://{trimmed[:path]}" if scheme else trimmed[:path], trimmed[path:])
    details = read_again(source, start, read, not after.isspace(), kind, scheme)
    return new_match(uri, start, start + len(trimmed), trimmed, kind, name, details)


FAST_PATHS: dict[str, Callable[[ScannedText, re.Match[str]], Found]] = {
    email_addresses.TRIGGER: fast_address,
    bare_domains.TRIGGER: domain_at_hit,
    **dict.fromkeys(www_names.TRIGGERS, suffix_at_hit),
}
"""The fast path of each name trigger, by the trigger's text."""


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
