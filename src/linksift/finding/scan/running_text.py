"""URIs in running text: `scheme://`, or `scheme:` for schemes used without slashes (RFC 3986, 3; Appendix C)."""

import re

from linksift.delimiters import NAMED_BY_DNS
from linksift.finding.match import Candidate, SkipTo, Step
from linksift.finding.scan.authority import authority
from linksift.finding.scan.enclosures import ENCLOSURES, emphasis_around
from linksift.finding.scan.scanned_text import ENDS_OPAQUE_PART, ScannedText, ScanState, white_space
from linksift.finding.scan.schemes import ADDRESSED, SCHEME, URI_SUBFIELD
from linksift.finding.scan.uri_end import host_character, scan_to_end
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

_INNER = lazy_pattern(rf"({SCHEME})://")
_SUBFIELD = lazy_pattern(r"\${1,2}[A-Za-z0-9]")
"""The mark of a subfield: `$z`, or in Primo `$$E`."""

_NESTS = frozenset(":!")
"""Characters required after a scheme if another URI may follow it: `jdbc:mysql://`, `jar:file:///a!/b`."""

FARTHEST_NEEDED = 256
"""The distance after the colon within which a URI without `//` must contain the character that distinguishes it from
prose, such as the @ of `mailto:a@b`."""

WITH_HOST_ALONE = frozenset({"sip", "sips", "xmpp"})
_LOCAL_PART = rf"[^\s{re.escape(ENDS_OPAQUE_PART)}@,?#\[\]]{{1,{FARTHEST_NEEDED}}}+@"
_DOMAIN = r"(?:\[[0-9A-Za-z:.]++\]|[^\W_][\w\-.%]*+)"
_ADDRESSES = lazy_pattern(rf"(?:{_LOCAL_PART}{_DOMAIN}(?:,(?!{SCHEME}:){_LOCAL_PART}{_DOMAIN})*+|(?=\?[A-Za-z\-]++=))")
"""Local parts and domains separated by commas, or the place where the name of a header field begins."""

_NO_MORE_ADDRESSES = lazy_pattern(rf"[,!](?!{SCHEME}:)[^\W_]")
"""A comma or exclamation mark after an address, and a word or number."""


def candidate_in_text(source: ScannedText, start: int, colon: int) -> Candidate | SkipTo:
    """The URI whose scheme is `text[start:colon]`, up to the place where a rule ends it. The first of two doubled
    schemes does not begin a URI."""
    return SkipTo(colon + 1) if is_doubled(source, start, colon) else read_uri(source, start, colon)


def read_uri(source: ScannedText, start: int, colon: int) -> Candidate | SkipTo:
    """The URI whose scheme is `text[start:colon]`, up to the place where a rule ends it."""
    state = start_scan(source, start)
    end = read_after_scheme(state, colon)
    if end >= 0:
        return candidate_up_to(state, next_subfield(state, end))
    return SkipTo(colon + 1, source.word_end(colon + 1) if state.broke_off else 0)  # the host breaks off in its word


@rule
def next_subfield(state: ScanState, end: int) -> int:
    """The mark of the next subfield ends a URI after its own mark, `$u`, in a library's record (MARC 21).

    >>> found("856 40$uhttp://a/b$zTea <linktorsrc>$$Uhttp://a/c$$ETea http://a/$d")
    ['http://a/b', 'http://a/c', 'http://a/$d']
    """
    text, start = state.text, state.start  # after `|u`, the next `|` ends any URI
    if start < 2 or text[start - 2] != "$" or text[start - 1] not in URI_SUBFIELD:
        return end
    mark = _SUBFIELD.search(text, start, end)
    if mark is None:
        return end
    state.closed, state.other_end = False, None
    return state.end(next_subfield, mark.start())


def is_doubled(source: ScannedText, start: int, colon: int) -> bool:
    """Whether another known scheme takes the place of the host: `http://http://a.example` (people paste after
    `http://`)."""
    if source.text[start:colon].lower() not in NAMED_BY_DNS:
        return False
    inner = _INNER.match(source.text, colon + 3) if source.text.startswith("//", colon + 1) else None
    return inner is not None and source.schemes.known(inner[1]) and not source.schemes.has_no_authority(inner[1])


@rule
def doubled_scheme(source: ScannedText, candidate: Candidate) -> Candidate:
    """Of two schemes in a row, the second begins the URI; an alternative begins with the first (RFC 3986, 3.2.2).

    >>> found("http://http://a/b")
    ['http://a/b']
    """
    colon = candidate.start - len("://")
    if not source.text.startswith("://", max(0, colon)):
        return candidate
    start = source.schemes.start_before(source.text, colon)
    if colon + 1 < source.position or start < 0 or not is_doubled(source, start, colon):
        return candidate
    remark = Step(doubled_scheme, start, candidate.start, None)
    whole = candidate._replace(start=start, text=source.text[start : candidate.start] + candidate.text)
    return candidate._replace(remarks=(*candidate.remarks, remark), variants=(*candidate.variants, whole))


def start_scan(source: ScannedText, start: int) -> ScanState:
    """The state of a scan that begins at `start`, with the closers of the quotes that open directly before it."""
    return ScanState(source, start, ENCLOSURES.get(source.text[start - 1 : start]))


def candidate_up_to(state: ScanState, end: int, kind: str = "uri", prefix: str = "") -> Candidate | SkipTo:
    """The candidate with the text that a scan read before it ended at `end`, perhaps with a shorter variant; SkipTo if
    that is too long."""
    text, start, closed = state.text, state.start, state.closed
    if end - closed - start > state.source.max_length:
        return SkipTo(end)
    enclosure = enclosure_name(state, end - closed)
    emphasis = emphasis_around(text, start, end)
    remarks: tuple[Step, ...] = ()
    continuation = None
    if state.ended_by is not None and state.ended_by is not white_space:
        remarks, continuation = state.remarks(end), state.source.continuation(end)
    candidate = Candidate(
        start, text[start:end], enclosure, (), emphasis, closed, False, remarks, (), continuation, (), kind, prefix
    )
    if state.other_end is None or prefix:
        return candidate
    by, stop = state.other_end
    shorter = Candidate(start, text[start:stop], remarks=(Step(by, stop, stop + 1, None),))
    return candidate._replace(variants=(shorter,))


def read_after_scheme(state: ScanState, colon: int) -> int:
    """The end of the URI whose scheme ends at `colon`; -1 if there is none."""
    scheme, limit = state.text[state.start : colon], state.source.limit(state.start)
    if state.text.startswith("//", colon + 1):
        if state.schemes.has_no_authority(scheme):
            return -1
        state.needs_complete_host = scheme.lower() in NAMED_BY_DNS
        end = authority(state, colon + 3, state.schemes.needs_host(scheme))
        return read_hierarchical(state, end, colon + 3, limit)
    if state.schemes.needs_host(scheme) or label_in_front(state, colon):
        return -1
    needed = state.schemes.required_characters(scheme)
    if needed and not state.source.has_any_of(needed, colon + 1, FARTHEST_NEEDED):
        return -1
    has_address = scheme.lower() not in WITH_HOST_ALONE or state.source.has_any_of("@", colon + 1, FARTHEST_NEEDED)
    if scheme.lower() in ADDRESSED and has_address:
        return read_addresses(state, colon + 1, limit)
    return scan_to_end(state, colon + 1, limit)


def read_addresses(state: ScanState, position: int, limit: int) -> int:
    """The end of a URI of addresses, the first of which is at `position`; -1 if there is none (RFC 6068, 2).

    An address has text on both sides of its `@`, and may end in an IP literal; `mailto:` may have only header fields.
    """
    addresses = _ADDRESSES.match(state.text, position, limit)
    if addresses is None:
        return -1
    end = addresses.end()
    if _NO_MORE_ADDRESSES.match(state.text, end):
        return sole_address(state, end)
    return -1 if state.text.startswith("@", end) else scan_to_end(state, end, limit)


@rule
def sole_address(state: ScanState, position: int) -> int:
    """A comma or exclamation mark after an address ends a URI if no other address follows it (RFC 6068, 2).

    After an exclamation mark, a DMARC record gives the size of reports (RFC 7489, 6.2).

    >>> found("Write to mailto:joe@a.example,or call; mailto:a@b.example,c@d.example; rua=mailto:a@b.example!10m")
    ['mailto:joe@a.example', 'mailto:a@b.example,c@d.example', 'mailto:a@b.example']
    """
    return state.end(sole_address, position)


def read_hierarchical(state: ScanState, end: int, position: int, limit: int) -> int:
    """The end of the URI whose authority extends from `position` to `end`; -1 if there is no authority."""
    text = state.text
    if end < 0 or (end == position and not text.startswith("/", end)):
        return -1
    if state.ended_by:
        return end
    state.ascii = text[state.start : end].isascii()
    state.path_start = end
    return after_host(state, end, limit)


def after_host(state: ScanState, end: int, limit: int) -> int:
    """The end of the URI whose authority ends at `end`: `end` itself if no path, query or fragment follows."""
    if state.text.startswith(("/", "?", "#"), end):
        return scan_to_end(state, end, limit)
    after = scan_to_end(state, end, min(limit, end + 1))
    return after if state.ended_by or after == end else host_character(state, end)


def label_in_front(state: ScanState, colon: int) -> bool:
    """A scheme without // directly before a known scheme:// is a label, and the URI begins after it (found in PDFs).

    No match includes the label, so no note does either: `doi:https://a.example/10.1000/182` is an https URI.
    `jdbc:mysql://a.example` is a URI as it stands, according to the document that defines its scheme.
    """
    if not _NESTS.isdisjoint(state.schemes.required_characters(state.text[state.start : colon])):
        return False
    inner = _INNER.match(state.text, colon + 1)
    return inner is not None and state.schemes.known(inner[1])


def enclosure_name(state: ScanState, end: int) -> str | None:
    """The name of the enclosure that opens directly before a URI, if the character at `end` closes it."""
    enclosure = state.enclosure
    if enclosure is None or end >= len(state.text) or state.text[end] not in enclosure.closers:
        return None
    return enclosure.name
