"""The match of the content of angle brackets or quotes, made at once if all breaks in it are plain.

Only its URI and its span are made right away; its details are read from its own text when they are requested. If a
hyphen precedes a break, the result is a candidate, since evidence may show that a typesetter added the hyphen.
"""

import re
from typing import NamedTuple

from linksift.finding.match import Candidate, Match, Step, new_match
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
from linksift.finding.scan.names.www_names import begins_with_name
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.triggers import AUTHORITY_END
from linksift.uri import is_uri

_BREAK = re.compile(r"[\s>]++")
"""A plain break: text whose breaks are all plain has no other white space or quote marks."""


class Enclosed(NamedTuple):
    """The content of an enclosure, which starts at `start` and is valid except for plain breaks.

    `scheme` is the scheme added to a name, with its delimiters; "" for a URI. `remarks` are the notes from scanning.
    """

    start: int
    content: str
    enclosure: str
    kind: str
    scheme: str
    schemes: Schemes
    max_length: int
    remarks: tuple[Step, ...] = ()

    def match(self, uri: str) -> Match:
        """The match with this URI."""
        details = DetailsOfCandidate(self.candidate, self.schemes, self.max_length)
        end = self.start + len(self.content)
        return new_match(uri, self.start, end, self.content, self.kind, self.enclosure, details)

    def candidate(self) -> Candidate:
        """The candidate with all breaks."""
        gaps = tuple([gap.span() for gap in _BREAK.finditer(self.content)])
        candidate = Candidate(self.start, self.content, self.enclosure, gaps, no_trim=self.enclosure == "angle")
        return candidate._replace(remarks=self.remarks, kind=self.kind, prefix=self.scheme)


def uri_in_angles(source: ScannedText, start: int, joins: bool) -> Match | Candidate | None:
    """The URI in the angle brackets that open directly before `start`."""
    return _plain_in_angles(source, start, joins) or candidate_in_angles(source, start, joins)


def suffix_in_angles(source: ScannedText, start: int, scheme: str) -> Match | Candidate | None:
    """The suffix reference in the angle brackets that open directly before `start`, with the scheme added."""
    prefix = f"{scheme}://"
    found = _plain_in_angles(source, start, source.joins, "suffix", prefix)
    if found is not None:
        return found
    candidate = candidate_in_angles(source, start, source.joins)
    return candidate and candidate._replace(kind="suffix", prefix=prefix)


def _plain_in_angles(
    source: ScannedText, start: int, joins: bool, kind: str = "uri", prefix: str = ""
) -> Match | Candidate | None:
    """The content of the angle brackets, with the prefix added, if it has only plain breaks and is valid."""
    plain = plain_content(source, start)
    if plain is None:
        return None
    found = plain_enclosed(plain, source.schemes, source.max_length, joins, kind, prefix)
    if found is None:
        return None
    enclosed, uri = found
    return enclosed.candidate() if plain[AFTER_HYPHEN] is not None and source.weighs_hyphens else enclosed.match(uri)


def plain_enclosed(
    plain: re.Match[str], schemes: Schemes, max_length: int, joins: bool, kind: str = "uri", prefix: str = ""
) -> tuple[Enclosed, str] | None:
    """The text that `plain_content` matched, and its URI with the prefix; None if that URI is not valid, or if the text
    has breaks that are not joined."""
    content = plain[1]
    written = _without_breaks(content)
    uri = prefix + written
    if not is_uri(uri) or (not joins and written != content):
        return None
    if not (begins_with_name(written, schemes) if prefix else has_required_host(uri, schemes)):
        return None
    remarks = () if plain[LABEL] is None else (label_at(plain.end(1)),)
    return Enclosed(plain.start(1), content, "angle", kind, prefix, schemes, max_length, remarks), uri


def _without_breaks(content: str) -> str:
    r"""The content without its plain breaks, made in a quarter of the time that the pattern takes.

    >>> _without_breaks("http://a/\n> b")
    'http://a/b'
    """
    return "".join(content.replace(">", "").split())


def joined_in_quotes(
    source: ScannedText, start: int, plain: re.Match[str], kind: str, scheme: str
) -> Match | Candidate | None:
    """The match of plain text at `start` together with the next lines, up to the closing quote.

    It is None if nothing is joined, or if a rule has to decide.
    """
    rest = plain_rest(source, start, plain, kind)
    if rest is None:
        return None
    content, prefix = source.text[start : rest.end(1)], f"{scheme}://" if scheme else ""
    path = plain.end(AUTHORITY_END) - start
    uri = encoded_plain(prefix + content[:path], _without_breaks(content[path:]))
    if uri is None:
        return None
    enclosure = ENCLOSURES[source.text[start - 1]].name
    enclosed = Enclosed(start, content, enclosure, kind, prefix, source.schemes, source.max_length)
    return enclosed.candidate() if rest[2] is not None and source.weighs_hyphens else enclosed.match(uri)
