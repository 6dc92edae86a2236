"""Finds where links start: at a host after `://`, or at a domain name with a dot in it (UTS #58, Initiation)."""

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan.candidates_at_hit import Scan
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.finding.uts58.domain_names import (
    DOTS,
    LONGEST_NAME,
    is_linkable_name,
    is_valid_name,
    name_end,
    name_start,
)
from linksift.finding.uts58.email import email_at, local_part_goes_on
from linksift.finding.uts58.termination import PARTS, end_of_link

_SLASHES = re.compile("://")
_NEXT_TO_DOT = r"[^\x00-,./:-@\[-`{-\x7f\s]"
_NAME_DOTS = tuple(
    re.compile(rf"{re.escape(dot)}(?<={_NEXT_TO_DOT}{re.escape(dot)})(?={_NEXT_TO_DOT})") for dot in DOTS
)
"""A pattern for each dot: `re` searches for a literal prefix many times faster than for a class."""

_AUTHORITY = re.compile(rf"[^\s/?#]{{0,{LONGEST_NAME}}}+")
_PORT = re.compile(r":[0-9]{1,5}+(?![0-9])")


def with_scheme(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate | SkipTo]:
    """The link whose scheme ends at `://`.

    The link is refused, whatever its scheme, if a user precedes the host, or if the host breaks off or is not a valid
    name. In that case, nothing inside it is a link by itself.
    """
    text = source.text
    start, host = source.schemes.start_before(text, hit.start()), hit.end()
    authority_end = _AUTHORITY.match(text, host).end()  # type: ignore[union-attr]
    name = name_end(text, host)
    refused = "@" in text[host:authority_end] or ends_in_placeholder(text, name)
    end = -1 if refused else host_end(text, host, name, is_valid_name)
    if end < 0:
        yield SkipTo(authority_end)
    elif start >= source.position:
        yield link_at(source, start, end)


def ends_in_placeholder(text: str, end: int) -> bool:
    """Whether the text after a host shows that it is not one: a placeholder, defanged dot, stray % or @."""
    return text.startswith(("{", "$", "%", "@", "["), end) and not text.startswith("[/", end)


def without_scheme(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate | SkipTo]:
    """The link around a dot in a domain name: the e-mail address, if there is one, or else the name."""
    text, known = source.text, source.schemes.top_level_domains
    start, end = name_start(text, hit.start()), name_end(text, hit.start())
    before = text[max(0, start - 3) : start]
    at = start - 1 if before.endswith("@") else local_part_goes_on(source, end)
    mail = email_at(text, at, source.schemes) if at >= 0 else None
    host = -1 if before.endswith(("@", "://")) else host_end(text, start, end, partial(is_linkable_name, known=known))
    if mail is not None:
        yield mail
    elif host < 0:
        yield SkipTo(end)
    elif start >= source.position:
        yield link_at(source, start, host)._replace(kind="domain", prefix=f"{source.default_scheme}://")


def host_end(text: str, start: int, end: int, accepts: Callable[[str], bool]) -> int:
    """The end of a host that ends at `end` at the latest: dots at its end belong to the sentence, unless a part
    follows.

    The result is -1 if `accepts` refuses the host.

    >>> host_end("foo.example./", 0, 12, is_valid_name), host_end("foo.example. ", 0, 12, is_valid_name)
    (12, 11)
    """
    if not (text.startswith(tuple(PARTS[""]), end) or _PORT.match(text, end)):
        end = start + len(text[start:end].rstrip(DOTS))
    return end if accepts(text[start:end]) else -1


def link_at(source: ScannedText, start: int, end: int) -> Candidate:
    """The link that starts at `start` and whose host ends at `end`, with the parts that follow; it is at most one code
    point too long."""
    text = source.text
    port = _PORT.match(text, end)
    end, remarks = end_of_link(text, port.end() if port else end, source.limit(start))
    return Candidate(start, text[start:end], no_trim=True, verbatim=True, remarks=remarks)


def scans(kinds: Collection[str]) -> dict[re.Pattern[str], Scan]:
    """The scan for the hits of each trigger, for links of the given kinds."""
    return {
        _SLASHES: partial(scan_for_kinds, kinds, with_scheme),
        **dict.fromkeys(_NAME_DOTS, partial(scan_for_kinds, kinds, without_scheme)),
    }


def scan_for_kinds(
    kinds: Collection[str], scan: Scan, source: ScannedText, hit: re.Match[str]
) -> Iterator[Candidate | SkipTo]:
    """The links that a scan finds at a hit, except those of other kinds and those that are too long."""
    for found in scan(source, hit):
        if isinstance(found, SkipTo) or (
            len(found.text) <= source.max_length and is_wanted(found, kinds, source.schemes)
        ):
            yield found
        else:
            yield SkipTo(found.start + len(found.text))


def is_wanted(found: Candidate, kinds: Collection[str], schemes: Schemes) -> bool:
    """Whether a link is of one of the kinds, and may get the default scheme if it lacks one."""
    return found.kind in kinds and (not found.prefix or schemes.may_default_to(found.prefix.partition(":")[0]))
