"""From what was written to a URI: what may not stand in one is percent-encoded, hosts become ASCII (RFC 3987, 3.1)."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from linksift.finding.match import Candidate, Step
from linksift.finding.rejoin import Reading
from linksift.finding.scan import JOINERS
from linksift.notes import rule
from linksift.registries import link_term
from linksift.uri import percent_encode, to_ascii_host

_AUTHORITY = re.compile(r"[^:/?#]*:(?://(?:[^/?#@]*@)?([^/?#@:\[\]]*)[^/?#]*)?")
_STRAY_PERCENT = r"%(?![0-9A-Fa-f]{2})"
_IN_PATH = re.compile(rf"[^\x00-\x7f]+|[{{}}]|{_STRAY_PERCENT}")
_IN_QUERY = re.compile(rf"[^\x00-\x7f]+|[{{}}\[\]]|{_STRAY_PERCENT}")
_IN_FRAGMENT = re.compile(rf"[^\x00-\x7f]+|[{{}}\[\]#]|{_STRAY_PERCENT}")
_IN_ADDRESS = re.compile(r"\\.|[^A-Za-z0-9\-._~!$'*+]")
_IN_NO_URI = re.compile(rf"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+|{_STRAY_PERCENT}")


class Change(NamedTuple):
    """A span of a reading's text (code points, half-open), and what a rule makes of it."""

    rule: Callable[..., str]
    start: int
    end: int
    replacement: str


@rule
def host_to_ascii(host: str) -> str:
    """A host name beyond ASCII becomes its A-labels (RFC 3987, 3.1; UTS #46).

    >>> host_to_ascii("münchen.example")
    'xn--mnchen-3ya.example'
    """
    return to_ascii_host(host)


@rule
def percent_encoded(characters: str) -> str:
    """A character that a URI cannot hold there is percent-encoded (RFC 3986, 2.1; RFC 3987, 3.1).

    >>> percent_encoded("ü"), percent_encoded("{")
    ('%C3%BC', '%7B')
    """
    return percent_encode(characters)


@rule
def address_encoded(characters: str) -> str:
    """What an address holds and mailto does not is percent-encoded, a space with its backslash (RFC 6068, 2).

    >>> address_encoded("%"), address_encoded("é"), address_encoded(" ")
    ('%25', '%C3%A9', '%5C%20')
    """
    return percent_encode("\\ " if characters == " " else characters)


@rule
def scheme_added(prefix: str) -> str:
    """A name or address without a scheme gets the one that people mean by it (RFC 3986, 4.5).

    >>> found("www.a.example")
    ['http://www.a.example']
    """
    return prefix


def completed(candidate: Candidate, text: str) -> tuple[Change, ...]:
    """What has to change in a candidate's text, trimmed, for it to be a URI, in order; raises InvalidHost."""
    changed = all_changes if candidate.verbatim else changes
    if not candidate.prefix:
        return tuple(changed(text))
    if candidate.kind == "email":
        return (Change(scheme_added, 0, 0, candidate.prefix), *address_changes(text))
    length = len(candidate.prefix)
    behind = (
        change._replace(start=change.start - length, end=change.end - length)
        for change in changed(candidate.prefix + text)
    )
    return (Change(scheme_added, 0, 0, candidate.prefix), *behind)


def address_changes(text: str) -> Iterator[Change]:
    """What has to change in an e-mail address for it to follow `mailto:`, in order. Raises InvalidHost.

    >>> [change.replacement for change in address_changes("joe%é@münchen.example")]
    ['%25', '%C3%A9', 'xn--mnchen-3ya.example']
    """
    at = text.rindex("@")
    for found in _IN_ADDRESS.finditer(text, 0, at):
        yield Change(address_encoded, *found.span(), address_encoded(found[0]))
    domain = text[at + 1 :]
    if not domain.isascii():
        yield Change(host_to_ascii, at + 1, len(text), host_to_ascii(domain))
    elif domain.startswith("["):
        for found in _IN_ADDRESS.finditer(text, at + 1):
            yield Change(address_encoded, *found.span(), address_encoded(found[0]))


def changes(text: str) -> Iterator[Change]:
    """What has to change in a text for it to be a URI, in order. Raises InvalidHost when its host cannot be one."""
    head = _AUTHORITY.match(text)
    if head is None:
        return
    yield from _host_changes(head)
    fragment = _find(text, "#", head.end(), len(text))
    query = _find(text, "?", head.end(), fragment)
    yield from _encode(_IN_PATH, text, head.end(), query)
    yield from _encode(_IN_QUERY, text, query, fragment)
    yield from _encode(_IN_FRAGMENT, text, fragment + 1, len(text))


def all_changes(text: str) -> Iterator[Change]:
    """The same for a text that is taken as it is: all that a URI cannot hold is encoded, what nobody sees too."""
    head = _AUTHORITY.match(text)
    if head is None:
        return
    yield from _host_changes(head)
    fragment = _find(text, "#", head.end(), len(text))
    for found in chain(_IN_NO_URI.finditer(text, head.end(), fragment), _IN_NO_URI.finditer(text, fragment + 1)):
        yield Change(percent_encoded, *found.span(), percent_encoded(found[0]))


def _host_changes(head: re.Match[str]) -> Iterator[Change]:
    if head[1] and not head[1].isascii():
        yield Change(host_to_ascii, *head.span(1), host_to_ascii(head[1]))


def _find(text: str, mark: str, start: int, end: int) -> int:
    place = text.find(mark, start, end)
    return place if place >= 0 else end


def _encode(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[Change]:
    for found in pattern.finditer(text, start, end):
        if found[0] == found[0].strip(JOINERS) and not any(map(_hidden, found[0])):
            yield Change(percent_encoded, *found.span(), percent_encoded(found[0]))


def _hidden(character: str) -> bool:
    """Whether a reader cannot see a character, so that a URI with it is none (RFC 3987, 4.1)."""
    if character < "\x80" or character in JOINERS:
        return False
    return link_term(character) == "Hard" or unicodedata.category(character) == "Cf"


def applied(text: str, changed: Iterable[Change]) -> str:
    """The text with its changes made."""
    parts: list[str] = []
    position = 0
    for change in changed:
        parts += (text[position : change.start], change.replacement)
        position = change.end
    return "".join((*parts, text[position:]))


def source_steps(reading: Reading, source_end: int, changed: tuple[Change, ...]) -> list[Step]:
    """What a reading leaves out up to its end, and what was changed in it, as steps in the source.

    A change over a cut carries it, so that no two overlap.
    """
    steps = [
        Step(by, reading.source(start), reading.source_end(end), replacement) for by, start, end, replacement in changed
    ]
    cuts = [step for step in reading.left_out if step.end <= source_end]
    return steps + not_carried(cuts, steps)


def not_carried(cuts: list[Step], steps: list[Step]) -> list[Step]:
    """The cuts that no step, of those in order that change something, covers and so carries."""
    starts = [step.start for step in steps]
    return [cut for cut in cuts if not _carries(steps, starts, cut)]


def _carries(steps: list[Step], starts: list[int], cut: Step) -> bool:
    place = bisect_right(starts, cut.start) - 1
    return place >= 0 and cut.end <= steps[place].end
