"""Judges whether hosts and ports are usable, valid but refused by browsers or the DNS, or invalid.

The checks themselves are in `dns_and_browser_limits`, `uts46` and the grammar.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from linksift.uri.check_grammar import is_host
from linksift.uri.dns_and_browser_limits import host_violations, port_violations
from linksift.uri.errors import InvalidHost
from linksift.uri.iri import to_ascii_host
from linksift.uri.url_standard import RefusedURL, browser_host
from linksift.uri.uts46 import LONGEST_NAME


class Verdict(NamedTuple):
    """The verdict on a host and a port.

    `usability` is "usable", "unusable" (valid by RFC 3986, but refused by browsers or the DNS) or "invalid" (by
    RFC 3986, or, beyond ASCII, by UTS #46). `section` names the document and section that decide, and `why` says what
    they require; both are "" for "usable".
    """

    usability: Literal["usable", "unusable", "invalid"]
    section: str = ""
    why: str = ""


USABLE = Verdict("usable")

# Names that pass all checks: of letters, digits, "_" and inner hyphens, with no A-label and no number at the end.
_PLAIN_NAME = re.compile(
    r"""(?: (?!-|xn--) [a-z0-9_\-]{1,63}+ (?<!-) \. )*
        (?!-|xn--|(?:[0-9]++|0x[0-9a-f]*+)\.?\Z) [a-z0-9_\-]{1,63}+ (?<!-) \.?""",
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)

_HYPHENS_OR_NUMBERS = re.compile(
    r"(?=.{1,254}\Z)(?:(?!xn--)[a-z0-9_\-]{1,63}+\.)*(?!xn--)[a-z0-9_\-]{1,63}+\.?", re.IGNORECASE
)
"""An ASCII name without A-labels, whose labels may begin and end with hyphens, or be numbers."""

_LONGEST_REMEMBERED = 4 * LONGEST_NAME


def judge_host(host: str, port: str | None = None) -> Verdict:
    """Whether anything could be reached at a host and port; the host is as written in a URI or IRI.

    The empty host is usable, since only the scheme determines whether a host is needed. Never raises. Verdicts are
    cached.

    >>> judge_host("a.example", "8080"), judge_host("✪a.ws").usability
    (Verdict(usability='usable', section='', why=''), 'usable')
    >>> judge_host("1.1.1.1.1").usability, judge_host("a.example", "70000").why
    ('unusable', 'a port is at most 65535')
    >>> judge_host("xn--a").section, judge_host("a\u200db").section, judge_host("a b")[:2]
    ('UTS #46, 4.1', 'UTS #46', ('invalid', 'RFC 3986, 3.2.2'))
    """
    judge = _judge if len(host) + len(port or "") <= _LONGEST_REMEMBERED else _judge.__wrapped__
    return judge(host, port or "")


def opens_in_browsers(host: str, port: str | None = None) -> bool:
    """Whether browsers open a host and port, as they do usable ones and names that only the DNS refuses.

    Such names have labels that begin or end with hyphens, or are numbers that browsers read as an address (URL
    Standard, 3.5).

    >>> [opens_in_browsers(host) for host in ("a.example", "-a.example", "1.2", "1.1.1.1.1", "a..example")]
    [True, True, True, False, False]
    """
    usability = judge_host(host, port).usability
    if usability != "unusable" or not _HYPHENS_OR_NUMBERS.fullmatch(host) or _judge_port(port or "0080") is not USABLE:
        return usability == "usable"
    try:
        browser_host(host)
    except RefusedURL:
        return False
    return True


@lru_cache(maxsize=4096)
def _judge(host: str, port: str) -> Verdict:
    verdict = _judge_host(host)
    return _judge_port(port) if port and verdict is USABLE else verdict


def _judge_host(host: str) -> Verdict:
    """The verdict on a host; an ordinary ASCII name needs only a single pattern match."""
    if len(host) <= LONGEST_NAME and _PLAIN_NAME.fullmatch(host):
        return USABLE
    try:
        host = to_ascii_host(host)
    except InvalidHost as fault:
        return Verdict("invalid", fault.rule, fault.why)
    if not is_host(host):
        return Verdict("invalid", "RFC 3986, 3.2.2", "a host is an IP literal or a reg-name")
    for violation in host_violations(host):
        return Verdict("unusable", violation.section, violation.why)
    return USABLE


def _judge_port(port: str) -> Verdict:
    """The verdict on a port that is not empty.

    >>> _judge_port("080"), _judge_port("8a").section
    (Verdict(usability='usable', section='', why=''), 'RFC 3986, 3.2.3')
    """
    if not (port.isascii() and port.isdecimal()):
        return Verdict("invalid", "RFC 3986, 3.2.3", "a port is digits")
    for violation in port_violations(port):
        return Verdict("unusable", violation.section, violation.why)
    return USABLE
