"""Writes readable links that can be found again in text, with the minimal escaping of UTS #58.

Only the characters at which software would end the link (Link_Term and Link_Bracket) are percent-encoded. `iri` maps
between URIs and IRIs.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from linksift.registries import link_bracket, link_term
from linksift.uri.grammar import HEXDIG
from linksift.uri.percent import encode_data

# The delimiters of each part, as patterns; in data they are encoded. In queries they include "+", which forms interpret
# as a space.
_PATH_SYNTAX = "[/?#]"
_QUERY_SYNTAX = "[&=+#]"
# UTS #58 allows "#" in a fragment, but RFC 3986, 3.5, does not. In ":~:" encoding one character is enough.
_FRAGMENT_SYNTAX = r"#|(?<=:)~(?=:|\Z)"

_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"


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
    escaping). It also encodes format characters (bidirectional controls, zero-width spaces) except the joiners: UTS #58
    leaves them alone, but our own finder ends links at them. The delimiter of an empty last part, "?" or ":~:", is
    written but not found again. The result may not be an IRI, which cannot contain quotation marks or a lone "%".
    Raises UnicodeEncodeError, a ValueError, for a lone surrogate that does not represent a byte.

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
    data = "".join([c if is_visible(c) or c in _JOINERS else _encode(c) for c in data])
    return encode_lone_closers(data)


def is_visible(character: str) -> bool:
    """Whether a character may appear in a readable link: it is neither Hard nor a format character.

    UTS #58's Hard characters are white space, controls, surrogates, and private-use, unassigned or deprecated
    characters. Excluding format characters (Cf) is our addition, since they are invisible.

    >>> [is_visible(character) for character in "aé \\u202e"]
    [True, True, False, False]
    """
    return link_term(character) != "Hard" and unicodedata.category(character) != "Cf"


def encode_lone_closers(data: str) -> str:
    """Percent-encode the closers that do not match the innermost open bracket.

    That bracket stays open, since a percent-encoded closer closes nothing.

    >>> encode_lone_closers("（β））"), encode_lone_closers("[(])")
    ('（β）%EF%BC%89', '[(%5D)')
    """
    written = []
    openers: list[str] = []
    for character in data:
        term = link_term(character)
        closes = term == "Close" and openers[-1:] == [link_bracket(character)]
        if term == "Open":
            openers.append(character)
        elif closes:
            openers.pop()
        written.append(_encode(character) if term == "Close" and not closes else character)
    return "".join(written)


def encode_soft_end(data: str) -> str:
    """Percent-encode the last character if it is Soft, so that neither it nor the one before it ends the link.

    >>> encode_soft_end("a..."), encode_soft_end("a...b")
    ('a..%2E', 'a...b')
    """
    return data[:-1] + _encode(data[-1]) if data and link_term(data[-1]) == "Soft" else data


def _encode(text: str) -> str:
    """Percent-encode all of a text that contains no ASCII letters or digits."""
    return encode_data(text, "A-Za-z0-9")
