"""Maps IRIs to URIs (RFC 3987, 3.1) and URIs to their readable form (3.2), and writes readable links.

The mapping works on any string. It validates only hosts, which need an ASCII form (`uts46`). A readable link can be
found again in text: it has the minimal escaping of UTS #58, which percent-encodes only the characters at which software
would end the link (Link_Term and Link_Bracket).
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category

from linksift.arguments import plain_str
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import link_bracket, link_term
from linksift.uri.components import Components, recompose, split, split_authority, split_with_offsets
from linksift.uri.errors import InvalidHost
from linksift.uri.grammar import HEXDIG
from linksift.uri.percent import encode_data, percent_decode, percent_encode
from linksift.uri.uts46 import (
    JOINERS,
    LONGEST_LABEL,
    LONGEST_NAME,
    OTHER_DOTS,
    RefusedDomain,
    domain_to_ascii,
    domain_to_unicode,
)

# ---- Hosts in ASCII and in their readable form -----------------------------------------------------------------------

_DOTS = f"[.{OTHER_DOTS}]"

# The characters that the URL Standard, 3.2, allows in a domain but that a reg-name must not contain.
_IN_NO_REG_NAME = lazy_pattern('["`{}]')


def to_ascii_host(host: str) -> str:
    """The ASCII form of a host, by UTS #46 as the URL Standard uses it; a host in ASCII is unchanged.

    The result is a reg-name. Empty labels, and hyphens at the edges of labels, are valid here; `judge_host` refuses
    them. Raises InvalidHost for the first label that UTS #46 refuses, that contains a character not allowed in a
    reg-name, or that has more than 63 code points, and for a name of more than 253 (RFC 1035, 2.3.4). Lengths are
    checked first, since the rest takes more than linear time (CVE-2024-41991).

    >>> to_ascii_host("Bücher.example."), to_ascii_host("[::1]"), to_ascii_host("_sip.✪a。テスト")
    ('xn--bcher-kva.example.', '[::1]', '_sip.xn--a-vfq.xn--zckzah')
    """
    if host.isascii():
        return host
    if len(host) > LONGEST_LABEL:
        _check_lengths(re.split(_DOTS, host), host)
    return _mapped_host(host)


@lru_cache(maxsize=4096)
def _mapped_host(host: str) -> str:
    """The ASCII form of a host beyond ASCII that is not too long for a name; results are cached, refusals are not."""
    try:
        name = domain_to_ascii(host)
    except RefusedDomain as refused:
        raise InvalidHost(host, "host", _label(host, refused.label)[0], "UTS #46", refused.why) from refused
    if len(name) > LONGEST_LABEL:
        _check_lengths(name.split("."), host)
    if not_in_reg_name := _IN_NO_REG_NAME.search(name):
        label = name.count(".", 0, not_in_reg_name.start())
        raise InvalidHost(host, "host", _label(host, label)[0], "reg-name")
    return name


def _check_lengths(labels: list[str], host: str) -> None:
    """Raise InvalidHost if a label, as written or mapped, or the whole name is too long (RFC 1035, 2.3.4)."""
    if sum(map(len, labels)) + len(labels) - 1 - (labels[-1] == "") > LONGEST_NAME:
        why = f"a name has at most {LONGEST_NAME} characters"
        raise InvalidHost(host, "host", min(len(host), LONGEST_NAME), "RFC 1035, 2.3.4", why)
    for index, label in enumerate(labels):
        if len(label) > LONGEST_LABEL:
            start, written = _label(host, index)
            why = f"a label has at most {LONGEST_LABEL} characters"
            raise InvalidHost(host, "host", start + min(len(written), LONGEST_LABEL), "RFC 1035, 2.3.4", why)


def _label(host: str, index: int) -> tuple[int, str]:
    """The offset and text of a label as written, or of the last label if mapping produced more labels.

    >>> _label("a。bc.d", 1), _label("a.b", 7)
    ((2, 'bc'), (2, 'b'))
    """
    labels = list(split_with_offsets(re.sub(_DOTS, ".", host), "."))
    return labels[min(index, len(labels) - 1)]


def to_unicode_host(host: str) -> str:
    """The readable form of a host, with U-labels for its A-labels (RFC 5890, 2.3.2.1).

    The host stays as it is if `to_ascii_host` would not map the result back to it, if a U-label contains characters
    that are invisible or would end a link, or if it is too long for a name. Percent-encoded octets are not decoded.
    Never raises.

    >>> to_unicode_host("xn--bcher-kva.example"), to_unicode_host("XN--BCHER-KVA.example"), to_unicode_host("xn--a")
    ('bücher.example', 'XN--BCHER-KVA.example', 'xn--a')
    >>> to_unicode_host("xn--a-vfq.ws"), to_unicode_host(to_ascii_host("a✪.ws"))
    ('✪a.ws', 'xn--a-wfq.ws')
    """
    if "xn--" not in host or not host.isascii():
        return host
    readable = domain_to_unicode(host)
    try:
        maps_back = to_ascii_host(readable) == host
    except InvalidHost:
        return host
    return readable if maps_back and all(map(_is_readable_label, readable.split("."))) else host


def _is_readable_label(label: str) -> bool:
    """Whether a link with this U-label is found as a whole: the label is all visible, with symbols only at its start.

    >>> [_is_readable_label(label) for label in ("✪a", "a✪", "é", "a、b")]
    [True, False, True, False]
    """
    beyond_ascii = [character for character in label if not character.isascii()]
    if not all(_is_readable(character) and link_term(character) == "Include" for character in beyond_ascii):
        return False
    symbols = "".join(c for c in beyond_ascii if category(c)[0] not in "LM" and category(c) != "Nd")
    return not set(symbols) & set(label.lstrip(symbols)) if symbols else True


# ---- Characters of typesetters ---------------------------------------------------------------------------------------

_TYPED = str.maketrans({"\u2011": "-", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})

TYPESET = "".join(map(chr, _TYPED))
"""The non-breaking hyphen and the Latin ligatures, which typesetters put in place of what was typed."""


def as_typed(text: str) -> str:
    """A text with the letters and hyphens that were typed in place of ligatures and U+2011.

    >>> as_typed("oﬃce")
    'office'
    """
    return text.translate(_TYPED)


# ---- IRIs ------------------------------------------------------------------------------------------------------------


def to_uri(iri: str) -> str:
    """The URI to which an IRI maps, with its host in ASCII (`to_ascii_host`) and the rest in percent-encoded UTF-8.

    This is the mapping of RFC 3987, 3.1. ASCII stays as it is, valid or not. Raises InvalidHost, and UnicodeEncodeError
    (a ValueError) for a lone surrogate outside the host.

    >>> to_uri("http://bücher.example/straße?é#ü")
    'http://xn--bcher-kva.example/stra%C3%9Fe?%C3%A9#%C3%BC'
    """
    iri = plain_str("to_uri", iri)
    if iri.isascii():
        return iri
    components = split(iri)
    host, start = components.host or "", components.starts()["host"]
    try:
        mapped = to_ascii_host(host)
    except InvalidHost as fault:
        raise InvalidHost(iri, "host", start + fault.position, fault.rule, fault.why) from fault.__cause__
    return _escape(iri[:start]) + mapped + _escape(iri[start + len(host) :])


def _escape(text: str) -> str:
    """Percent-encode the characters beyond ASCII."""
    return re.sub(r"[^\x00-\x7f]+", lambda run: percent_encode(run[0]), text)


def to_iri(uri: str) -> str:
    """The readable form of a URI, which maps back to it (RFC 3987, 3.2) and is found in text as the URI is.

    A-labels become U-labels, and escapes become the characters beyond ASCII that they represent. Escapes of ASCII, of
    bytes that are not UTF-8, and of characters that are invisible or not allowed in IRIs (white space, blanks and
    fillers, controls, bidirectional and other format characters, private-use and unassigned ones) stay as they are, as
    does a host that would not map back. Characters at which UTS #58 ends a link stay escaped, in upper case: a Soft
    character at the very end, and brackets that do not nest. So do ligatures and U+2011, which `find` would read as the
    letters and hyphens that they stand for. If escapes are in upper case, `to_uri(to_iri(uri)) == uri`.

    >>> to_iri("http://xn--bcher-kva.example/stra%C3%9Fe%20%E2%80%AE?%EF%BC%88a%EF%BC%89%EF%BC%89b%E3%80%82")
    'http://bücher.example/straße%20%E2%80%AE?（a）%EF%BC%89b%E3%80%82'
    >>> to_iri("http://a.example/%C3%A9%EF%AC%81")
    'http://a.example/é%EF%AC%81'
    """
    uri = plain_str("to_iri", uri)
    if "%" not in uri and "xn--" not in uri:
        return uri
    scheme, authority, path, query, fragment = split(uri)
    authority = authority and _readable_authority(authority)
    path, query = _readable(path, "/"), query and _readable(query, "[&=]")
    iri = recompose(Components(scheme, authority, path, query, fragment and _readable(fragment, ":~:")))
    # This cannot damage a host: no readable U-label contains a Soft character.
    return iri if iri[-1].isascii() else encode_soft_end(iri)


def _readable_authority(authority: str) -> str:
    parts = split_authority(authority)
    userinfo = parts.userinfo and percent_decode(parts.userinfo, _is_readable)
    return str(parts._replace(userinfo=userinfo, host=to_unicode_host(parts.host)))


def _readable(component: str, delimiter: str) -> str:
    """A component with its readable characters decoded; brackets do not pair across a delimiter."""
    parts = re.split(f"({delimiter})", percent_decode(component, _is_readable))
    return "".join(map(_encode_lone_brackets, parts))


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and symbols that nobody sees by themselves: fillers, joiners of graphemes and the blank Braille
pattern. Variation selectors, which are invisible too, belong to the character before them. `uri` uses no room that
handles text, so it has its own set."""


def _is_readable(character: str) -> bool:
    """Whether a character beyond ASCII may be unescaped in an IRI: it is a ucschar (RFC 3987, 2.2) found as written,
    and can be seen.

    ucschar excludes U+FFF0 to U+FFFF, and the tags and variation selectors of plane 14. Everything else that it
    excludes is Hard.

    >>> [_is_readable(character) for character in "é\u200b\u3164"]
    [True, False, False]
    """
    is_ucschar = not ("\ufff0" <= character <= "\uffff" or "\U000e0000" <= character < "\U000e1000")
    return is_ucschar and is_found_as_written(character) and character not in _BLANK


def _encode_lone_brackets(text: str) -> str:
    """Percent-encode the brackets beyond ASCII that do not nest with the others; ASCII brackets always stay.

    An ASCII closer closes its opener in the URI too, so openers beyond ASCII between the two are unpaired.

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


# ---- Links in text, minimally escaped (UTS #58) ----------------------------------------------------------------------

# The delimiters of each part, as patterns; in data they are encoded. In queries they include "+", which forms interpret
# as a space.
_PATH_SYNTAX = "[/?#]"
_QUERY_SYNTAX = "[&=+#]"
# UTS #58 allows "#" in a fragment, but RFC 3986, 3.5, does not. In ":~:" encoding one character is enough.
_FRAGMENT_SYNTAX = r"#|(?<=:)~(?=:|\Z)"


class LinkParts(NamedTuple):
    """The parts of a link: `site` is taken as written; all others are data, with nothing percent-encoded yet.

    `site` is the scheme and authority ("https://example.com"); `segments` are those of the path, `pairs` are the keys
    and values of the query (None means no "="), and `directives` are the texts that follow each ":~:", such as
    "text=open,closed". A part without items is undefined, as is a fragment that is None. Bytes that are not UTF-8 are
    represented by lone surrogates (PEP 383).
    """

    site: str
    segments: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str | None], ...] = ()
    fragment: str | None = None
    directives: tuple[str, ...] = ()


def link_in_text(parts: LinkParts) -> str:
    """The link for running text, minimally escaped, so that UTS #58's detection finds all of it between two spaces.

    It percent-encodes delimiters in data, "%" before two hexadecimal digits, Hard characters, closers without an opener
    in their segment, key, value, fragment or directive, and a Soft character at the very end (UTS #58, minimal
    escaping). It also encodes what UTS #58 leaves alone but our own finder does not read as itself: format characters
    (bidirectional controls, zero-width spaces) except the joiners, ligatures and U+2011. The delimiter of an empty last
    part, "?" or ":~:", is written but not found again. The result may not be an IRI, which cannot contain quotation
    marks or a lone "%". Raises UnicodeEncodeError, a ValueError, for a lone surrogate that does not represent a byte.

    >>> link_in_text(LinkParts("https://example.com", ("α/β", "100%"), (("q", "(a&b))"),), "(γ)."))
    'https://example.com/α%2Fβ/100%?q=(a%26b)%29#(γ)%2E'
    """
    pieces = list(_pieces(parts))
    if pieces:
        pieces[-1] = encode_soft_end(pieces[-1])
    return parts.site + "".join(pieces)


def link_by_itself(parts: LinkParts) -> str:
    """The link on its own, with no text after it: like `link_in_text`, but a final Soft character stays.

    Use it for an address bar, a field, or a line that is not searched for links.

    >>> link_by_itself(LinkParts("https://example.com", ("植物とはどのような生き物か？",)))
    'https://example.com/植物とはどのような生き物か？'
    """
    return parts.site + "".join(_pieces(parts))


def _pieces(parts: LinkParts) -> Iterator[str]:
    """The rest of the link, as delimiters that are each followed by escaped data."""
    for segment in parts.segments:
        yield "/"
        yield _escaped(segment, _PATH_SYNTAX)
    for number, (key, value) in enumerate(parts.pairs):
        yield "&" if number else "?"
        yield _escaped(key, _QUERY_SYNTAX)
        if value is not None:
            yield "="
            yield _escaped(value, _QUERY_SYNTAX)
    if parts.fragment is not None or parts.directives:
        yield "#"
        yield _escaped(parts.fragment or "", _FRAGMENT_SYNTAX)
    for directive in parts.directives:
        yield ":~:"
        yield _escaped(directive, _FRAGMENT_SYNTAX)


def _escaped(data: str, syntax: str) -> str:
    """Escape the data between two delimiters minimally; "%" comes first, since the other steps add more of them."""
    data = re.sub(rf"%(?={HEXDIG}{HEXDIG})|{syntax}", lambda found: _encode(found[0]), data)
    data = "".join([c if is_found_as_written(c) or c in JOINERS else _encode(c) for c in data])
    return encode_lone_closers(data)


def is_found_as_written(character: str) -> bool:
    """Whether a character may appear in a readable link: finding reads it as itself, neither Hard, Cf nor `TYPESET`.

    UTS #58's Hard characters are white space, controls, surrogates, and private-use, unassigned or deprecated
    characters. Excluding the others is our addition: format characters (Cf) are invisible, and ligatures and U+2011 are
    read as what was typed.

    >>> [is_found_as_written(character) for character in "aé \\u202eﬁ"]
    [True, True, False, False, False]
    """
    return link_term(character) != "Hard" and category(character) != "Cf" and character not in TYPESET


def encode_lone_closers(data: str) -> str:
    """Percent-encode the closers that do not match the innermost open bracket.

    That bracket stays open, since a percent-encoded closer closes nothing.

    >>> encode_lone_closers("（β））"), encode_lone_closers("[(])")
    ('（β）%EF%BC%89', '[(%5D)')
    """
    lone = lone_brackets(data)
    return "".join([_encode(c) if place in lone and link_bracket(c) else c for place, c in enumerate(data)])


def lone_brackets(text: str) -> set[int]:
    """The offsets of the brackets that have no partner: a closer matches only the innermost open bracket.

    >>> sorted(lone_brackets("a(b))c[")), sorted(lone_brackets("[(])"))
    ([4, 6], [0, 2])
    """
    openers: list[int] = []
    lone: set[int] = set()
    for place, character in enumerate(text):
        if link_term(character) == "Open":
            openers.append(place)
        elif opener := link_bracket(character):
            if openers and text[openers[-1]] == opener:
                openers.pop()
            else:
                lone.add(place)
    return lone.union(openers)


def encode_soft_end(data: str) -> str:
    """Percent-encode the last character if it is Soft, so that neither it nor the one before it ends the link.

    >>> encode_soft_end("a..."), encode_soft_end("a...b")
    ('a..%2E', 'a...b')
    """
    return data[:-1] + _encode(data[-1]) if data and link_term(data[-1]) == "Soft" else data


def _encode(text: str) -> str:
    """Percent-encode all of a text that contains no ASCII letters or digits."""
    return encode_data(text, "A-Za-z0-9")
