"""Links written readable, so that they are found again: the minimal escaping of UTS #58.

Here belongs which characters of a link must be percent-encoded because of where a reader of text takes it to end
(Link_Term and Link_Bracket). The mapping between URIs and IRIs does not (that is `iri`).
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from linksift.registries import link_bracket, link_term
from linksift.uri.grammar import HEXDIG
from linksift.uri.percent import encode_data

# What would be syntax in the data of each part, as patterns. In queries "+" is: readers of forms take it for a space.
_PATH_SYNTAX = "[/?#]"
_QUERY_SYNTAX = "[&=+#]"
# "#" ends no fragment in UTS #58, but RFC 3986, 3.5, has none in it. In ":~:" one character is enough.
_FRAGMENT_SYNTAX = r"#|(?<=:)~(?=:|\Z)"

_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"


class LinkParts(NamedTuple):
    """What a link says: `site` as it is to be written, all else as data, in which nothing is percent-encoded yet.

    `site` is scheme and authority ("https://example.com"); `segments` are those of the path, `pairs` the keys and
    values of the query (None: no "="), and `directives` what stands behind ":~:" each, as "text=open,closed". A part
    without items, or None for the fragment, is undefined. Octets that are no UTF-8 are lone surrogates (PEP 383).
    """

    site: str
    segments: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str | None], ...] = ()
    fragment: str | None = None
    directives: tuple[str, ...] = ()


def link_in_text(parts: LinkParts) -> str:
    """The link for running text: minimally escaped, so that UTS #58's detection finds all of it between two spaces.

    Percent-encoded are syntax in data, "%" before two hexadecimal digits, Hard characters, closers that nothing
    opened in their segment, key, value, fragment or directive, and a Soft character at the very end (UTS #58, minimal
    escaping). Format characters are too, but for the joiners, where UTS #58 lets stand what nobody sees (bidirectional
    controls, zero-width spaces) and our own finder ends. The delimiter of an empty last part stays and is not found
    again, "?" or ":~:". The answer need be no IRI: quotation marks or a lone "%" are none of RFC 3987's characters.
    Raises UnicodeEncodeError, a ValueError, for a lone surrogate that is no octet's.

    >>> link_in_text(LinkParts("https://example.com", ("α/β", "100%"), (("q", "(a&b))"),), "(γ)."))
    'https://example.com/α%2Fβ/100%?q=(a%26b)%29#(γ)%2E'
    """
    pieces = list(_pieces(parts))
    if pieces:
        pieces[-1] = encode_soft_end(pieces[-1])
    return parts.site + "".join(pieces)


def link_by_itself(parts: LinkParts) -> str:
    """The link for a place of its own, where no text follows: as `link_in_text`, but a last Soft character stays.

    For an address bar, a field or a line that nobody searches for links.

    >>> link_by_itself(LinkParts("https://example.com", ("植物とはどのような生き物か？",)))
    'https://example.com/植物とはどのような生き物か？'
    """
    return parts.site + "".join(_pieces(parts))


def _pieces(parts: LinkParts) -> Iterator[str]:
    """What stands behind the site: delimiters and, behind each, escaped data."""
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
    """The data between two delimiters, minimally escaped; "%" first, since the others make more of it."""
    data = re.sub(rf"%(?={HEXDIG}{HEXDIG})|{syntax}", lambda found: _encode(found[0]), data)
    data = "".join([c if is_visible(c) or c in _JOINERS else _encode(c) for c in data])
    return encode_lone_closers(data)


def is_visible(character: str) -> bool:
    """Whether a character may stand in a readable link: neither Hard nor a format character.

    UTS #58's Hard are white space, controls, private use, surrogates and what is unassigned or deprecated; the format
    characters (Cf) are ours, since nobody sees them.

    >>> [is_visible(character) for character in "aé \\u202e"]
    [True, True, False, False]
    """
    return link_term(character) != "Hard" and unicodedata.category(character) != "Cf"


def encode_lone_closers(data: str) -> str:
    """Closers percent-encoded where the innermost bracket that is still open is not their opener.

    That one stays open, since what is percent-encoded closes nothing when the link is read.

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
    """The last character percent-encoded when it is Soft, so that what is before it does not end the link either.

    >>> encode_soft_end("a..."), encode_soft_end("a...b")
    ('a..%2E', 'a...b')
    """
    return data[:-1] + _encode(data[-1]) if data and link_term(data[-1]) == "Soft" else data


def _encode(text: str) -> str:
    """All of `text` percent-encoded, which has no letters and digits of ASCII."""
    return encode_data(text, "A-Za-z0-9")
