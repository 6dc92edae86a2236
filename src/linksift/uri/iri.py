"""References beyond ASCII: the URI that an IRI maps to (RFC 3987, 3.1) and the readable form of a URI (3.2).

Here belongs the mapping and nothing else: it works on any string and validates nothing but hosts, which the DNS must
know by an ASCII name (UTS #46, by `idna`, imported when first needed).
"""

import re

from linksift.registries import link_bracket, link_term
from linksift.uri.components import Authority, Components, recompose, recompose_authority, split, split_authority
from linksift.uri.errors import InvalidHost
from linksift.uri.escaping import encode_soft_end, is_seen
from linksift.uri.percent import percent_decode, percent_encode

LONGEST_LABEL = 63
LONGEST_NAME = 253

# The dots of UTS #46, 4 (its mapping makes full stops of the other three).
_DOTS = r"[.\u3002\uff0e\uff61]"


def to_ascii_host(host: str) -> str:
    """The ASCII form of a host: beyond ASCII by UTS #46, a host in ASCII as it is.

    An empty last label (the root's) and ASCII labels with `_` are let through, as the DNS has them. Raises InvalidHost
    at the first label that is refused: by idna, or because it has more than 63 code points, or the whole more than 253
    (RFC 1035, 2.3.4). These two are looked at first: idna's work grows faster than the label (CVE-2024-41991).

    >>> to_ascii_host("Bücher.example."), to_ascii_host("[::1]"), to_ascii_host("_sip.例え.テスト")
    ('xn--bcher-kva.example.', '[::1]', '_sip.xn--r8jz45g.xn--zckzah')
    """
    if host.isascii():
        return host
    _check_length(host, host)
    labels = []
    position = 0
    for label in re.split(_DOTS, host):
        if len(label) > LONGEST_LABEL:
            raise InvalidHost(host, "host", position + LONGEST_LABEL, "RFC 1035, 2.3.4")
        last = position + len(label) == len(host)
        labels.append("" if last and not label else _to_ascii_label(label, host, position))
        position += len(label) + 1
    ascii_host = ".".join(labels)
    _check_length(ascii_host, host)
    return ascii_host


def _check_length(name: str, host: str) -> None:
    """Raise InvalidHost for `host` when `name`, less the root's dot, has more than 253 code points."""
    if len(re.sub(rf"{_DOTS}\Z", "", name)) > LONGEST_NAME:
        raise InvalidHost(host, "host", min(len(host), LONGEST_NAME), "RFC 1035, 2.3.4")


def _to_ascii_label(label: str, host: str, position: int) -> str:
    """One label by UTS #46, 4, without UseSTD3ASCIIRules; it starts at `position` in `host`, which the error shows."""
    import idna

    try:
        mapped = idna.uts46_remap(label, std3_rules=False)
        if re.fullmatch("[a-z0-9_-]*_[a-z0-9_-]*", mapped):  # service names (RFC 2782); idna refuses them
            return mapped
        return idna.alabel(mapped).decode("ascii")
    except idna.IDNAError as error:
        raise InvalidHost(host, "host", position, "UTS #46") from error


def to_unicode_host(host: str) -> str:
    """The readable form of a host: U-labels for its A-labels (RFC 5890, 2.3.2.1), or as it is.

    It is as it is when `to_ascii_host` would not map it back to the same string, when a U-label holds characters that
    are not seen, and when it is longer than names are. Percent-encoded octets are no A-labels. Never raises.

    >>> to_unicode_host("xn--bcher-kva.example"), to_unicode_host("XN--BCHER-KVA.example"), to_unicode_host("xn--a")
    ('bücher.example', 'XN--BCHER-KVA.example', 'xn--a')
    """
    if "xn--" not in host or len(host) > LONGEST_NAME + 1:
        return host
    import idna

    try:
        readable = ".".join(idna.ulabel(label) if label.startswith("xn--") else label for label in host.split("."))
        maps_back = to_ascii_host(readable) == host
    except (idna.IDNAError, InvalidHost):
        return host
    return readable if maps_back and all(c.isascii() or _is_readable(c) for c in readable) else host


def to_uri(iri: str) -> str:
    """The URI that an IRI maps to: the host by `to_ascii_host`, elsewhere percent-encoded UTF-8 (RFC 3987, 3.1).

    What is ASCII stays as it is, valid or not. Raises InvalidHost, and UnicodeEncodeError (a ValueError) for a lone
    surrogate outside the host.

    >>> to_uri("http://bücher.example/straße?é#ü")
    'http://xn--bcher-kva.example/stra%C3%9Fe?%C3%A9#%C3%BC'
    """
    if iri.isascii():
        return iri
    before, host, after = _around_host(iri)
    try:
        host = to_ascii_host(host)
    except InvalidHost as fault:
        raise InvalidHost(iri, "host", len(before) + fault.position, fault.rule) from fault.__cause__
    return _escape(before) + host + _escape(after)


def _escape(text: str) -> str:
    """`text` with what is not ASCII percent-encoded."""
    return re.sub(r"[^\x00-\x7f]+", lambda run: percent_encode(run[0]), text)


def to_iri(uri: str) -> str:
    """The readable form of a URI, which maps to it again (RFC 3987, 3.2), and is found again where the URI is.

    A-labels become U-labels, and escapes the characters beyond ASCII that they stand for. Left as they are: escapes
    of ASCII, of octets that are not UTF-8 and of characters that are not seen or no IRI's (white space, controls,
    bidirectional and other format characters, private use, unassigned), and a host that would not map back. Left too,
    in upper case, those at which UTS #58 ends a link: of a Soft character at the very end, of brackets that do not
    nest. When escapes are in upper case, `to_uri(to_iri(uri)) == uri`.

    >>> to_iri("http://xn--bcher-kva.example/stra%C3%9Fe%20%E2%80%AE?%EF%BC%88a%EF%BC%89%EF%BC%89b%E3%80%82")
    'http://bücher.example/straße%20%E2%80%AE?（a）%EF%BC%89b%E3%80%82'
    """
    if "%" not in uri and "xn--" not in uri:
        return uri
    scheme, authority, path, query, fragment = split(uri)
    iri = recompose(
        Components(
            scheme,
            authority and _readable_authority(authority),
            _readable(path, "/"),
            query and _readable(query, "[&=]"),
            fragment and _readable(fragment, ":~:"),
        )
    )
    # A host does not come to harm here: no U-label has a Soft character.
    return iri if iri[-1].isascii() else encode_soft_end(iri)


def _readable_authority(authority: str) -> str:
    userinfo, host, port = split_authority(authority)
    return recompose_authority(
        Authority(userinfo and percent_decode(userinfo, _is_readable), to_unicode_host(host), port)
    )


def _readable(component: str, delimiter: str) -> str:
    """A component with the characters beyond ASCII that can stand in it; no brackets pair across a delimiter."""
    parts = re.split(f"({delimiter})", percent_decode(component, _is_readable))
    return "".join(map(_encode_lone_brackets, parts))


def _is_readable(character: str) -> bool:
    """Whether a character beyond ASCII may stand in an IRI as itself: it is seen, and RFC 3987, 2.2, has it (ucschar).

    That knows no U+FFF0 to U+FFFF, and no tags and variation selectors of plane 14. What else it lacks is Hard.
    """
    return is_seen(character) and not ("\ufff0" <= character <= "\uffff" or "\U000e0000" <= character < "\U000e1000")


def _encode_lone_brackets(text: str) -> str:
    """Brackets beyond ASCII percent-encoded where they do not nest with the others; those in ASCII stay in any case.

    A closer in ASCII closes its opener in the URI too, so that openers beyond ASCII between the two are lone.

    >>> _encode_lone_brackets("(（)）"), _encode_lone_brackets("（(a)）")
    ('(%EF%BC%88)%EF%BC%89', '（(a)）')
    """
    openers: list[int] = []
    lone: set[int] = set()
    for position, character in enumerate(text):
        term = link_term(character)
        if term == "Open":
            openers.append(position)
        elif term == "Close":
            while character.isascii() and openers and not text[openers[-1]].isascii():
                lone.add(openers.pop())
            if openers and text[openers[-1]] == link_bracket(character):
                openers.pop()
            else:
                lone.add(position)
    lone.update(openers)
    return "".join([_escape(c) if position in lone else c for position, c in enumerate(text)])


def _around_host(reference: str) -> tuple[str, str, str]:
    """What stands before the host, the host, and what stands behind it; all is before it where there is no authority.

    >>> _around_host("http://user@host:80/")
    ('http://user@', 'host', ':80/')
    """
    authority = split(reference).authority
    if authority is None:
        return reference, "", ""
    userinfo, host, _ = split_authority(authority)
    start = reference.index("//") + 2 + (0 if userinfo is None else len(userinfo) + 1)
    return reference[:start], host, reference[start + len(host) :]
