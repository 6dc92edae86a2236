"""The verdicts of the fast path's rules on the few characters around a link; the kernel requests and remembers them.

The kernel writes these characters into a key: the kind of end (see `scan.triggers`), the character after the link and
the one before it, each preceded by a 1 (or a 0 if there is none, or if it does not matter), and the punctuation at the
end of the link. `read_again` makes the details of a match that the kernel made of plain text.
"""

from functools import partial
from typing import Literal

from linksift.finding.fast_path.addresses_and_domains import ADDED, around_address, around_domain
from linksift.finding.fast_path.whole_uris import Surroundings, character_before, surroundings
from linksift.finding.match import Candidate, Match, SkipTo
from linksift.finding.readings.encode import scheme_added
from linksift.finding.readings.first_valid_reading import DetailsOfCandidate, first_match
from linksift.finding.scan.authority import ends_plain_host, label_ends_host
from linksift.finding.scan.candidates_at_hit import candidates
from linksift.finding.scan.character_roles import HYPHENS_BEYOND_ASCII, NEVER_TRIMMED, TYPESET_HYPHENS
from linksift.finding.scan.enclosed.angle_brackets import PLAIN_CONTENT, candidate_in_angles
from linksift.finding.scan.enclosures import ENCLOSURES, STRING_QUOTES
from linksift.finding.scan.host_names import is_complete_host, is_plain_host
from linksift.finding.scan.names.bare_domains import may_be_in_name
from linksift.finding.scan.names.ip_addresses import address_at, bare_ipv6
from linksift.finding.scan.names.www_names import candidate_of_name
from linksift.finding.scan.running_text import candidate_in_text
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.triggers import BEFORE_NUMBER, QUERY
from linksift.finding.scan.uri_end import PARTS, bracketed, ends_at
from linksift.lazy_pattern import lazy_pattern
from linksift.uri import IP_LITERAL

_IP_LITERAL = lazy_pattern(IP_LITERAL)
_COLON = lazy_pattern(":")


def _around(key: str) -> tuple[str, str]:
    r"""The characters before and after a link that a key gives, "" for each that is missing.

    >>> _around("\3\1 \1(."), _around("\1\0\0\1<")
    (('(', ' '), ('<', ''))
    """
    return key[4] if key[3] == "\1" else "", key[2] if key[1] == "\1" else ""


def link_window(key: str) -> Surroundings | None:
    r"""The enclosure and details of a URI's match, given the characters around the URI; None if in doubt.

    >>> link_window("\1\0\0\1<"), link_window("\1\1 \1("), link_window("\1\1 \1<")
    (None, (None, None), None)
    """
    before, after = _around(key)
    return surroundings(character_before(before, len(before)), after, ord(key[0]), key[5:])


def name_window(key: str) -> Surroundings | None:
    r"""The enclosure and details of the match of a name that gets a scheme; None if in doubt.

    >>> name_window("\2\1>\1<")[0], name_window("\2\1*\1*")
    ('angle', None)
    """
    around = link_window(key)
    if around is None:
        return None
    enclosure, details = around
    return enclosure, details._replace(prefixed_by=scheme_added) if details else ADDED


def plain_window(schemes: Schemes, key: str) -> Surroundings | None:
    r"""The enclosure of a link that is plain text, for the details of which that text is read again; None if in doubt.

    The key ends with the last characters of the link, with and without final punctuation, whether it is all ASCII, and
    what follows `&`, `[` or a backslash. If no path follows the host, the kernel looks for an `@` itself.

    >>> plain_window(Schemes(None), "\3\1]\1[.g\1"), plain_window(Schemes(None), "\2\1!\0\0ee\1")
    (('brackets', None), (None, None))
    """
    before, after = _around(key)
    after += key[8:]
    part, last, last_kept, is_ascii = ord(key[0]), key[5], key[6], key[7] == "\1"
    enclosure = ENCLOSURES.get(before)
    closes = enclosure is not None and after != "" and after in enclosure.closers
    if before == "(" and after > "\x7f":
        return None  # it may be the destination of a link in Markdown
    if before and before in STRING_QUOTES and (last != last_kept or last_kept > "\x7f"):
        return None  # it may be the value of an attribute, from which nothing is trimmed
    # Angle brackets may hold more than one line, and straight quotes close only with themselves.
    if enclosure is not None and enclosure.joins and not (closes and (before not in "<\"'" or before == after)):
        return None
    if after.startswith("["):
        ends = after[-1].isspace() and (
            not any(bracketed(last + after, 1, each) for each in PARTS) if part == QUERY else label_ends_host(after)
        )
    elif part == QUERY:
        ends = ends_at(after, 0, last, is_ascii, "")
    elif part == BEFORE_NUMBER:
        ends = True
    else:
        ends = after not in [*TYPESET_HYPHENS] and ends_plain_host(ScannedText(after, schemes), 0)
    is_kept = last_kept in NEVER_TRIMMED or last_kept > "\x7f" or last_kept == "]"  # which ends an IP literal
    ends = ends and is_kept and (is_ascii or schemes.iris)
    return (enclosure.name if enclosure and closes else None, None) if ends else None


def may_be_beside_name(character: str) -> bool:
    """Whether a character beyond ASCII next to a name may be a part of it, or a hyphen in the word that it ends.

    >>> [may_be_beside_name(character) for character in ("é", "\u2010", "（")]
    [True, True, False]
    """
    return character in HYPHENS_BEYOND_ASCII or may_be_in_name(character)


def is_any_plain_host(schemes: Schemes, host: str) -> bool:
    """Whether a host is a complete name, `localhost`, or an IP address, in brackets or not.

    >>> [is_any_plain_host(Schemes(None), host) for host in ("a.example", "192.0.2.1", "[::1]", "[1]", "a")]
    [True, True, True, False, False]
    """
    if host.startswith("["):
        return _IP_LITERAL.fullmatch(host) is not None
    return is_plain_host(schemes, host) or is_complete_host(host, frozenset())


def bare_ipv6_match(
    schemes: Schemes, max_length: int, default_scheme: str, around: str
) -> Match | Literal[False] | None:
    """The match of the IPv6 address without brackets in these characters, one of which may precede it; False if there
    is none, None if in doubt.

    >>> bare_ipv6_match(Schemes(None), 99, "http", "(2001:db8::7)").uri
    'http://[2001:db8::7]'
    >>> bare_ipv6_match(Schemes(None), 99, "http", " a::b")
    False
    """
    source = ScannedText(around, schemes, max_length, default_scheme)
    candidate = next(bare_ipv6(source, around.index(":")), None)
    return False if candidate is None else first_match(candidate, schemes, max_length)


def address_window(key: str) -> Surroundings | None:
    r"""The enclosure and details of an address's match; the key ends with the characters after it, at most two.

    >>> address_window("\1<>")[0], address_window("\0\0. ")[0]
    ('angle', None)
    """
    return around_address(key[1] if key[0] == "\1" else "", key[2:])


def domain_window(key: str) -> Surroundings | None:
    r"""The details of a bare domain's match, without an enclosure; the characters after the name again end the key.

    >>> domain_window("\0\0. ")[1].rest, domain_window("\1(:8")
    ('.', None)
    """
    before = character_before(key[1], 1) if key[0] == "\1" else ""
    details = around_domain(before, key[2:])
    return (None, details) if details else None


def plain_in_angles(schemes: Schemes, max_length: int, joins: bool, opened: str) -> Match | None:
    r"""The match of the URI in angle brackets, given the text after their opener; None if in doubt.

    >>> plain_in_angles(Schemes(None), 99, True, "http://a.example/\n> b.c>").uri
    'http://a.example/b.c'
    """
    if PLAIN_CONTENT.match(opened, 0, max_length + 1) is None:
        return None
    candidate = candidate_in_angles(ScannedText(f"<{opened}", schemes, max_length), 1, joins)
    match = candidate and first_match(candidate, schemes, max_length)
    return match and match.shifted(-1)


def plain_in_quotes(schemes: Schemes, max_length: int, joins: bool, quoted: str) -> Match | None:
    r"""The match of a URI that spans several lines in quotes, given with the quotes; None if in doubt.

    >>> plain_in_quotes(Schemes(None), 9999, True, '"http://a.example/b\nc"').uri
    'http://a.example/bc'
    """
    if max_length < 2 * len(quoted):
        return None  # near the greatest length, the text that follows matters
    colon = _COLON.search(quoted)
    assert colon is not None
    found = next(candidates(ScannedText(quoted, schemes, max_length, joins=joins), colon), None)
    return first_match(found, schemes, max_length) if isinstance(found, Candidate) and found.gaps else None


def read_again(source: ScannedText, start: int, end: int, kind: str, scheme: str) -> DetailsOfCandidate:
    """The object that makes the details of the plain link `text[start:end]`, for which a small block is read again."""
    block, offset = source.block(start, end, not source.text[end : end + 1].isspace())
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
        found = candidate_of_name(source, offset, kind, scheme)
    assert isinstance(found, Candidate)
    return found
