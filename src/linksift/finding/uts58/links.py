"""Links, from where they start: a host after `://`, or a domain name with a dot in it (UTS #58, Initiation and 3.1).

UTS #46 decides which names are valid. A name without a scheme before it must end in a known top-level domain. An e-mail
address is found at the name after its `@`, and read backwards from there; quoted local parts are not found, since the
standard's algorithm does not know them.
"""

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial
from unicodedata import bidirectional

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan.candidates_at_hit import Scan
from linksift.finding.scan.character_roles import SOFT_HYPHEN
from linksift.finding.scan.host_names import completes_name, in_host, is_name
from linksift.finding.scan.lookback import windows
from linksift.finding.scan.names.email_addresses import LONGEST_LOCAL_PART
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes
from linksift.finding.uts58.termination import PARTS, end_of_link
from linksift.registries import link_email
from linksift.uri import OTHER_DOTS, InvalidHost, to_ascii_host

# ---- Domain names ----------------------------------------------------------------------------------------------------

DOTS = f".{OTHER_DOTS}"
"""The dots of UTS #46, 4; its mapping turns the last three into full stops."""

LONGEST_NAME = 3 * 253
"""No name is longer than this, even with soft hyphens and joiners in it; no part of a longer run is a name either."""

_ASCII = re.compile(r"[A-Za-z0-9\-_.]*+")


def name_start(text: str, position: int) -> int:
    """The start of the name at `position`.

    >>> name_start("See foo.example", 8)
    4
    """
    return _start_before(text, position, LONGEST_NAME, _length)


def _start_before(text: str, end: int, longest: int, length_from: Callable[[str, int], int]) -> int:
    """The start of the characters before `end` that may be in a name or local part; at most `longest` + 1 of them are
    read. `length_from` says how many characters of a reversed text, starting at a place, may be in one."""
    length = 0
    for window in windows(text, end, longest + 1):
        length += length_from(window[::-1], length)
        if length < len(window):
            break
    return end - length


def name_end(text: str, position: int) -> int:
    """The end of the name at `position`.

    >>> name_end("foo.example/", 4)
    11
    """
    return position + _length(text, position, min(len(text), position + LONGEST_NAME + 1))


def _length(text: str, start: int = 0, limit: int | None = None) -> int:
    """The number of characters, starting at `start`, that may be in a name."""
    position, end = start, len(text) if limit is None else limit
    while True:
        position = _ASCII.match(text, position, end).end()  # type: ignore[union-attr]
        if position == end or not (in_host(text[position]) or text[position] in DOTS):
            return position - start
        position += 1


def is_valid_name(name: str) -> bool:
    """Whether a name is valid in the DNS: no label is empty, has a hyphen at an edge, or is rejected by UTS #46.

    A single dot at the end represents the root.

    >>> [is_valid_name(name) for name in ("foo.example.", "foo..example", "-foo.example", "xn--a.example")]
    [True, False, False, False]
    """
    if not 0 < len(name) <= LONGEST_NAME or not is_name(name):
        return False
    name = to_ascii_host(name.replace(SOFT_HYPHEN, "")).lower()
    return "xn--" not in name or are_valid_labels(name.removesuffix(".").split("."))


def are_valid_labels(labels: list[str]) -> bool:
    """Whether each A-label has a U-label, and labels with right-to-left characters obey the Bidi rule.

    See RFC 5890, 2.3.2.1, and RFC 5893, 2.

    >>> are_valid_labels(["1a", "xn--4dbc", "example"]), are_valid_labels(["a", "xn--4dbc", "example"])
    (False, True)
    """
    import idna  # imported only when it is needed: see tests/test_import.py

    try:
        readable = [idna.ulabel(label) if label.startswith("xn--") else label for label in labels]
        right_to_left = any(bidirectional(character) in ("R", "AL", "AN") for character in "".join(readable))
        return not right_to_left or all(idna.check_bidi(label, check_ltr=True) for label in readable)
    except idna.IDNAError:
        return False


def is_linkable_name(name: str, known: frozenset[str]) -> bool:
    """Whether a name without a scheme is a link: it is valid, and has two or more labels and a known top-level domain.

    >>> known = frozenset({"xn--j6w193g", "com"})
    >>> [is_linkable_name(name, known) for name in ("foo.香港", "foo．ＣＯＭ", "com", "foo.bar0")]
    [True, True, False, False]
    """
    labels = [label for label in re.split(f"[{DOTS}]", name) if label]
    try:
        return len(labels) > 1 and completes_name(to_ascii_host(labels[-1]), known) and is_valid_name(name)
    except InvalidHost:
        return False


# ---- E-mail addresses ------------------------------------------------------------------------------------------------

_MAILTO = "mailto:"


def email_at(text: str, at: int, schemes: Schemes) -> Candidate | SkipTo | None:
    """The address around the `@` at `at`; SkipTo if its local part is not valid, None if no domain follows.

    If the local part is refused, the domain is not a link by itself either.

    >>> email_at("See .foo@bar.example.", 8, Schemes(None)), email_at("foo@bar", 3, Schemes(None))
    (SkipTo(matches=21, names=0), None)
    """
    domain_end = name_end(text, at + 1)
    domain = text[at + 1 : domain_end].rstrip(DOTS)
    if not is_linkable_name(domain, schemes.top_level_domains):
        return None
    start = _start_before(text, at, LONGEST_LOCAL_PART, _local_part_length)
    if not is_local_part(text[start:at]):
        return SkipTo(domain_end)
    end = at + 1 + len(domain)
    scheme = start - len(_MAILTO)
    if scheme >= 0 and text[scheme:start].lower() == _MAILTO and schemes.known("mailto"):
        return Candidate(scheme, text[scheme:end], no_trim=True, verbatim=True)
    return Candidate(start, text[start:end], no_trim=True, verbatim=True, kind="email", prefix=_MAILTO)


def _local_part_length(text: str, start: int) -> int:
    """The number of characters, starting at `start`, that may be in a local part (Link_Email)."""
    return next((place for place in range(start, len(text)) if not link_email(text[place])), len(text)) - start


def local_part_goes_on(source: ScannedText, position: int) -> int:
    """The `@` after a local part that continues from `position`, where no other part starts; -1 if there is none.

    >>> [local_part_goes_on(ScannedText(text, Schemes(None)), 6) for text in ("foo.uk+bar@baz", "foo.uk/bar@baz")]
    [10, -1]
    """
    at = source.next_hit("@", position)
    if at > position + LONGEST_LOCAL_PART or not source.text.startswith("@", at):
        return -1
    between = source.text[position:at]
    return at if all(character not in PARTS[""] and link_email(character) for character in between) else -1


def is_local_part(text: str) -> bool:
    """Whether a local part has a valid length, and no dot at its edges or next to another dot (RFC 5322, 3.2.3).

    >>> [is_local_part(text) for text in ("a.b", "a..b", ".a", "")]
    [True, False, False, False]
    """
    return 0 < len(text) <= LONGEST_LOCAL_PART and all(text.split("."))


# ---- Links -----------------------------------------------------------------------------------------------------------

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
    # A placeholder, defanged dot, stray % or @ after the host shows that it is not a host.
    breaks_off = text.startswith(("{", "$", "%", "@", "["), name) and not text.startswith("[/", name)
    refused = "@" in text[host:authority_end] or breaks_off
    end = -1 if refused else host_end(text, host, name, is_valid_name)
    if end < 0:
        yield SkipTo(authority_end)
    elif start >= source.position:
        yield link_at(source, start, end)


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
    """The links that a scan finds at a hit, except those of other kinds, those that are too long, and those that lack a
    scheme and may not get the default one."""
    for found in scan(source, hit):
        if not isinstance(found, SkipTo):
            may_be_prefixed = not found.prefix or source.schemes.may_default_to(found.prefix.partition(":")[0])
            if len(found.text) > source.max_length or found.kind not in kinds or not may_be_prefixed:
                found = SkipTo(found.start + len(found.text))
        yield found
