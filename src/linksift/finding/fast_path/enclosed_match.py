"""The match of the content of angle brackets or quotes, made at once if all breaks in it are plain.

Only its URI and its span are made right away; its details are read from its own text when they are requested. If a
hyphen precedes a break, the result is a candidate, since evidence may show that a typesetter added the hyphen.
"""

import re
from functools import partial

from linksift.finding.match import Candidate, Match, new_match
from linksift.finding.readings.encode import encoded_plain
from linksift.finding.readings.first_valid_reading import DetailsOfCandidate, has_required_host
from linksift.finding.scan.enclosed.angle_brackets import (
    AFTER_HYPHEN,
    LABEL,
    candidate_in_angles,
    label_at,
    plain_content,
)
from linksift.finding.scan.enclosed.quotes import plain_rest
from linksift.finding.scan.enclosures import ENCLOSURES
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.triggers import AUTHORITY_END
from linksift.uri import is_uri

_BREAK = re.compile(r"[\s>]++")
"""A plain break: text whose breaks are all plain has no other white space or quote marks."""


def uri_in_angles(source: ScannedText, start: int, joins: bool) -> Match | Candidate | None:
    """The URI in the angle brackets that open directly before `start`."""
    plain = plain_content(source, start)
    found = plain and plain_uri(plain, source.schemes, joins)
    if not plain or not found:
        return candidate_in_angles(source, start, joins)
    return _match_or_candidate(source, *found, plain[AFTER_HYPHEN] is not None)


def plain_uri(plain: re.Match[str], schemes: Schemes, joins: bool) -> tuple[Candidate, str] | None:
    """The candidate of the text that `plain_content` matched, still without its breaks, and its URI.

    None if that URI is not valid, or if the text has breaks that are not joined.
    """
    content = plain[1]
    uri = _without_breaks(content)
    if not is_uri(uri) or not has_required_host(uri, schemes) or (not joins and uri != content):
        return None
    remarks = () if plain[LABEL] is None else (label_at(plain.end(1)),)
    return Candidate(plain.start(1), content, "angle", no_trim=True, remarks=remarks), uri


def _match_or_candidate(source: ScannedText, candidate: Candidate, uri: str, after_hyphen: bool) -> Match | Candidate:
    """The match with this URI of a candidate that is still without its breaks, or the candidate with them if one comes
    after a hyphen that evidence has to judge."""
    if after_hyphen and source.weighs_hyphens:
        return _with_breaks(candidate)
    return match_with_uri(candidate, uri, source.schemes, source.max_length)


def match_with_uri(candidate: Candidate, uri: str, schemes: Schemes, max_length: int) -> Match:
    """The match with this URI of a candidate that is still without its breaks, all of which are plain."""
    details = DetailsOfCandidate(partial(_with_breaks, candidate), schemes, max_length)
    end = candidate.start + len(candidate.text)
    return new_match(uri, candidate.start, end, candidate.text, candidate.kind, candidate.enclosure, details)


def _with_breaks(candidate: Candidate) -> Candidate:
    return candidate._replace(gaps=tuple([gap.span() for gap in _BREAK.finditer(candidate.text)]))


def _without_breaks(content: str) -> str:
    r"""The content without its plain breaks, made in a quarter of the time that the pattern takes.

    >>> _without_breaks("http://a/\n> b")
    'http://a/b'
    """
    return "".join(content.replace(">", "").split())


def joined_in_quotes(source: ScannedText, start: int, plain: re.Match[str]) -> Match | Candidate | None:
    """The match of the plain URI at `start` together with the next lines, up to the closing quote.

    It is None if nothing is joined, or if a rule has to decide.
    """
    rest = plain_rest(source, start, plain)
    if rest is None:
        return None
    content, path = source.text[start : rest.end(1)], plain.end(AUTHORITY_END) - start
    uri = encoded_plain(content[:path], _without_breaks(content[path:]))
    if uri is None:
        return None
    candidate = Candidate(start, content, ENCLOSURES[source.text[start - 1]].name)
    return _match_or_candidate(source, candidate, uri, rest[2] is not None)
