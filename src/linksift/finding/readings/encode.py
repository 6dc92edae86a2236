"""Candidates are encoded as URIs: hosts become ASCII, and the rest is percent-encoded where needed (RFC 3987, 3.1)."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, pairwise
from operator import itemgetter

from linksift.delimiters import JOINERS
from linksift.finding.match import Candidate, Step
from linksift.finding.readings.rejoin import Reading
from linksift.finding.scan.escaped_characters import ESCAPED_CHARACTER, REFERENCE, escaped_in_uri, stands_in_uri
from linksift.finding.scan.template_placeholders import without_placeholders
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import edited, rule
from linksift.registries import link_term
from linksift.uri import TYPESET, InvalidHost, as_typed, percent_encode, to_ascii_host

_AUTHORITY = re.compile(r"[^:/?#]*:(?://(?:([^/?#]*)@)?([^/?#@:\[\]]*)[^/?#]*)?")
"""The scheme and the authority; the groups are the userinfo, if there is one, and the host, if it is a name."""

_LAST_NAME = re.compile(r"[^/@:]++(?=(?::[0-9]*+)?\Z)")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_STRAY_PERCENT = r"%(?![0-9A-Fa-f]{2})"
_IN_PATH_OR_QUERY = re.compile(rf"[^\x00-\x7f]+|[{{}}\[\]^]|{_STRAY_PERCENT}")
_IN_USERINFO = re.compile(rf"[^\x00-\x7f]+|@|{_STRAY_PERCENT}")
_IN_FRAGMENT = re.compile(rf"[^\x00-\x7f]+|[{{}}\[\]#]|{_STRAY_PERCENT}")
_IN_ADDRESS = re.compile(r"\\.|[^A-Za-z0-9\-._~!$'*+]")
_DATA_IN_PLACEHOLDER = lazy_pattern(r"[^A-Za-z0-9\-._~!$&'()*+,;=]")
_IN_NO_URI = lazy_pattern(rf"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+|{_STRAY_PERCENT}")


_REFERENCE = lazy_pattern(REFERENCE)
_STRING_ESCAPE = lazy_pattern(ESCAPED_CHARACTER)

_TYPESET_OR_OTHERS = lazy_pattern(f"[{TYPESET}]|[^{TYPESET}]+")

_NO_OCTETS = lazy_pattern("[\ud800-\udc7f\udd00-\udfff]")
"""Lone surrogates that do not represent a byte."""


@rule
def host_to_ascii(host: str) -> str:
    """A host name beyond ASCII is written as A-labels (RFC 3987, 3.1; UTS #46).

    >>> host_to_ascii("münchen.example")
    'xn--mnchen-3ya.example'
    """
    return to_ascii_host(host)


@rule
def percent_encoded(characters: str) -> str:
    r"""A character that is not allowed at its place in a URI is percent-encoded (RFC 3986, 2.1; RFC 3987, 3.1).

    A lone surrogate represents a byte that is not UTF-8 (PEP 383), or else no character (U+FFFD).

    >>> percent_encoded("ü"), percent_encoded("{"), percent_encoded("\udce4"), percent_encoded("\ud800")
    ('%C3%BC', '%7B', '%E4', '%EF%BF%BD')
    """
    octets = _NO_OCTETS.sub("\ufffd", characters).encode("utf-8", "surrogateescape")
    return "".join([f"%{octet:02X}" for octet in octets])


@rule
def placeholder_encoded(placeholder: str) -> str:
    """A template's placeholder is data, so the delimiters in it are percent-encoded too (RFC 3986, 2.2; linkifyjs#228).

    >>> placeholder_encoded("{code}"), placeholder_encoded("%(id)s"), placeholder_encoded("{{ a/b }}")
    ('%7Bcode%7D', '%25(id)s', '%7B%7B%20a%2Fb%20%7D%7D')
    """
    return _DATA_IN_PLACEHOLDER.sub(lambda found: percent_encode(found[0]), placeholder)


@rule
def address_encoded(characters: str) -> str:
    """Characters of an address that mailto does not allow are percent-encoded, a space with a backslash (RFC 6068, 2).

    >>> address_encoded("%"), address_encoded("é"), address_encoded(" ")
    ('%25', '%C3%A9', '%5C%20')
    """
    return percent_encode("\\ " if characters == " " else characters)


@rule
def doubled_at() -> str:
    """A doubled at sign in an address is read as one, since some markup doubles it (Texinfo; GEDCOM; R's roxygen2).

    >>> found("@email{joe@@a.example}")
    ['mailto:joe@a.example']
    """
    return "@"


@rule
def scheme_added(prefix: str) -> str:
    """A name or address without a scheme gets the scheme that its writer most likely meant (RFC 3986, 4.5).

    >>> found("www.a.example")
    ['http://www.a.example']
    """
    return prefix


@rule
def ip_literal(last: str) -> str:
    """A closing bracket follows an IPv6 address's last character; the added scheme opens it (RFC 3986, 3.2.2).

    >>> ip_literal("7")
    '7]'
    """
    return last + "]"


@rule
def character_reference(character: str) -> str:
    """A character reference is replaced by its character, percent-encoded beyond ASCII; `&amp;` stays (HTML, 13.5).

    >>> found("http://a/caf&eacute;/?b&#038;c")
    ['http://a/caf%C3%A9/?b&c']
    """
    return percent_encoded(character) if character > "\x7f" else character


@rule
def string_escape(character: str) -> str:
    r"""The escape of a JSON or JavaScript string is replaced by its character (RFC 8259, 7; ECMAScript, 12.9.4).

    >>> found(r"http://a/caf\u00e9/?b\u003d1\x26c")
    ['http://a/caf%C3%A9/?b=1&c']
    """
    return character_reference(character)


@rule
def typeset(character: str) -> str:
    """A ligature is replaced by its letters, and U+2011 by `-`: a typesetter put them there (Unicode, 6.2, 7.1).

    >>> typeset("\N{LATIN SMALL LIGATURE FFI}"), typeset("\N{NON-BREAKING HYPHEN}")
    ('ffi', '-')
    """
    return as_typed(character)


def candidate_changes(candidate: Candidate, text: str, placeholders: re.Pattern[str] | None) -> tuple[Step, ...]:
    """The changes that turn the trimmed text of a candidate into a URI, in order.

    Raises InvalidHost, including for a host beyond ASCII that contains a template's placeholder, a character reference
    or an escape, since two changes would overlap.
    """
    marks: list[Step] = []
    if placeholders is not None and candidate.kind != "email":
        marks = [Step(placeholder_encoded, *p.span(), placeholder_encoded(p[0])) for p in placeholders.finditer(text)]
        text = without_placeholders(placeholders, text) if marks else text
    references = [*written_out_characters(candidate, text)]
    for change in references:  # the `#` in a reference begins no fragment
        text = f"{text[: change.start]}{'x' * (change.end - change.start)}{text[change.end :]}"
    others = changes_without_references(candidate, text)
    if not marks and not references:
        return others
    ordered = sorted([*marks, *references, *others], key=itemgetter(1, 2))
    if any(change.end > after.start for change, after in pairwise(ordered)):
        raise InvalidHost(text, "host", 0, "reg-name", "a host beyond ASCII has no placeholders or references")
    return tuple(ordered)


def written_out_characters(candidate: Candidate, text: str) -> Iterator[Step]:
    """The changes that replace character references, and then the escapes of strings, by their characters."""
    for found in _REFERENCE.finditer(text) if has_references(candidate, text) else ():
        if character := stands_in_uri(found[0]):
            yield Step(character_reference, *found.span(), character_reference(character))
    for found in _STRING_ESCAPE.finditer(text) if "\\" in text and not candidate.verbatim else ():
        if character := escaped_in_uri(found[0]):
            yield Step(string_escape, *found.span(), string_escape(character))


def has_references(candidate: Candidate, text: str) -> bool:
    """Whether a candidate's text may contain character references; text in angle brackets, which is exact, may not."""
    return "&" in text and not candidate.no_trim and _REFERENCE.search(text) is not None


def changes_without_references(candidate: Candidate, text: str) -> tuple[Step, ...]:
    """The other changes to a candidate, in order. Raises InvalidHost.

    In verbatim text, every character that a URI cannot contain is encoded, even if it is invisible. In other text, a
    run that contains an invisible character is left as is, so the text does not become a URI.
    """
    prefix = candidate.prefix
    changes: Iterable[Step]
    if prefix and candidate.kind == "email":
        changes = address_changes(text)
    elif prefix.endswith("["):
        changes = [Step(ip_literal, len(text) - 1, len(text), ip_literal(text[-1]))]
    else:
        if candidate.verbatim:
            changes = _changes(prefix + text, [_IN_NO_URI] * 3, lambda run: percent_encoded(run[0]))
        else:
            changes = _changes(prefix + text, [_IN_USERINFO, _IN_PATH_OR_QUERY, _IN_FRAGMENT], _visible_octets)
        if prefix:
            changes = [change.shifted(-len(prefix)) for change in changes]
    return (Step(scheme_added, 0, 0, prefix), *changes) if prefix else tuple(changes)


def address_changes(text: str) -> Iterator[Step]:
    """The changes that let an e-mail address follow `mailto:`, in order. Raises InvalidHost.

    >>> [change.replacement for change in address_changes("joe%é@@münchen.example")]
    ['%25', '%C3%A9', '@', 'xn--mnchen-3ya.example']
    """
    at = text.rindex("@")
    doubled = text.startswith("@", at - 1)
    for found in _IN_ADDRESS.finditer(text, 0, at - doubled):
        by = typeset if found[0] in TYPESET else address_encoded
        yield Step(by, *found.span(), by(found[0]))
    if doubled:
        yield Step(doubled_at, at - 1, at + 1, doubled_at())
    domain = text[at + 1 :]
    if not domain.isascii():
        yield Step(host_to_ascii, at + 1, len(text), host_to_ascii(domain))
    elif domain.startswith("["):
        for found in _IN_ADDRESS.finditer(text, at + 1):
            yield Step(address_encoded, *found.span(), address_encoded(found[0]))


def encoded_plain(authority: str, path: str) -> str:
    """The URI for plain text given in two parts, split after its authority; the ASCII characters in it are valid, and
    so is its host (see `is_plain_host`).

    >>> encoded_plain("http://münchen.example:80", "/é")
    'http://xn--mnchen-3ya.example:80/%C3%A9'
    """
    if not authority.isascii():
        authority = _LAST_NAME.sub(lambda host: host_to_ascii(host[0]), authority)
    return authority + (path if path.isascii() else _BEYOND_ASCII.sub(_visible_octets, as_typed(path)))


def _visible_octets(run: re.Match[str]) -> str:
    """The percent-encoded octets of a run of characters, or the run itself if one of its characters is invisible."""
    characters = run[0]
    return (_remembered_octets(characters) if len(characters) < _SHORT else _octets(characters)) or characters


def _changes(text: str, patterns: list[re.Pattern[str]], octets: Callable[[re.Match[str]], str]) -> list[Step]:
    """The changes to a host beyond ASCII and to whatever the patterns find in the userinfo, before the fragment and in
    the fragment, in order."""
    in_userinfo, before_fragment, in_fragment = patterns
    head = _AUTHORITY.match(text)
    if head is None:
        return []
    mark = text.find("#", head.end())
    fragment = mark if mark >= 0 else len(text)
    in_host = [] if not head[2] or head[2].isascii() else [Step(host_to_ascii, *head.span(2), host_to_ascii(head[2]))]

    def encoded_runs(runs: Iterable[re.Match[str]]) -> list[Step]:
        pieces = (piece for run in runs for piece in _TYPESET_OR_OTHERS.finditer(text, *run.span()))
        made = (
            Step(typeset, *piece.span(), typeset(piece[0]))
            if piece[0] in TYPESET
            else Step(percent_encoded, *piece.span(), octets(piece))
            for piece in pieces
        )
        return [step for step in made if step.replacement != text[step.start : step.end]]

    in_user = encoded_runs(in_userinfo.finditer(text, *head.span(1))) if head[1] else []
    after = chain(before_fragment.finditer(text, head.end(), fragment), in_fragment.finditer(text, fragment + 1))
    return [*in_user, *in_host, *encoded_runs(after)]


def _octets(characters: str) -> str:
    """The percent-encoded characters, or "" if one of them is invisible or is a joiner at either end."""
    visible = characters == characters.strip(JOINERS) and not any(map(is_invisible, characters))
    return percent_encoded(characters) if visible else ""


_SHORT = 16
_remembered_octets = lru_cache(4096)(_octets)
"""Short runs of characters recur in texts. Longer runs are not cached."""


def is_invisible(character: str) -> bool:
    """Whether a character is invisible and therefore not allowed in a URI (RFC 3987, 4.1)."""
    if character < "\x80" or character in JOINERS:
        return False
    return link_term(character) == "Hard" or unicodedata.category(character) == "Cf"


def apply_changes(text: str, changes: Iterable[Step]) -> str:
    """The text with the changes applied."""
    return edited(text, (change[1:] for change in changes))


def raw_uri(text: str, changes: tuple[Step, ...]) -> str:
    """The URI that the changes turn a text into, with its placeholders as written, or "" if it has none.

    >>> raw_uri("http://a.example/{b}", (Step(placeholder_encoded, 17, 20, "%7Bb%7D"),))
    'http://a.example/{b}'
    """
    others = [change for change in changes if change.rule is not placeholder_encoded]
    return apply_changes(text, others) if len(others) < len(changes) else ""


def source_steps(reading: Reading, source_end: int, changes: tuple[Step, ...]) -> list[Step]:
    """The cuts of a reading up to its end, and the changes to it, as steps in the source.

    A change that covers a cut represents both, so no two steps overlap.
    """
    steps = reading.in_source(changes)
    left_out = [step.shifted(reading.candidate.start) for step in reading.edited.steps]
    cuts = [step for step in left_out if step.end <= source_end]
    return steps + uncovered(cuts, steps)


def uncovered(cuts: Iterable[Step], steps: list[Step]) -> list[Step]:
    """The cuts that none of the steps covers; the steps are in order, and each changes something."""
    starts = [step.start for step in steps]
    steps_before = ((cut, bisect_right(starts, cut.start)) for cut in cuts)
    return [cut for cut, before in steps_before if not before or cut.end > steps[before - 1].end]
