"""Maps domain names to A-labels and U-labels by UTS #46, as browsers do.

Like the URL Standard, 3.3, it chooses non-transitional processing without checks of hyphens and lengths. Unlike IDNA
2008, UTS #46 accepts symbols (`✪a.ws`). The mapping table is from idna, which is imported when it is first needed.
"""

from functools import lru_cache
from typing import NamedTuple
from unicodedata import bidirectional, category

from linksift.lazy_pattern import lazy_pattern

LONGEST_LABEL = 63
LONGEST_NAME = 253
"""The maximum lengths of labels and names in the DNS, without the root's dot (RFC 1035, 2.3.4)."""

OTHER_DOTS = "\u3002\uff0e\uff61"
"""The characters besides the full stop that UTS #46, 4, treats as dots."""

_ACE_PREFIX = "xn--"
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_JOINER = lazy_pattern(f"[{JOINERS}]")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_PLAIN_ASCII = lazy_pattern(r"[a-z0-9.\-]*+")
PLAIN_LETTERS = lazy_pattern("[ß-öø-ÿά-ώа-џぁ-ゖァ-ヺー一-鿿가-힣]++")
"""Letters of the most common scripts, left unchanged by mapping and NFC; no marks, and no right-to-left letters."""

_FORBIDDEN_DOMAIN_CODE_POINT = lazy_pattern(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")
"""The forbidden domain code points (URL Standard, 3.2)."""


class RefusedDomain(ValueError):
    """A domain name that browsers refuse.

    `why` gives the reason, and `label` is the index of the label at fault.
    """

    def __init__(self, why: str, label: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.label = label


class _Forms(NamedTuple):
    """A domain name in A-labels and in U-labels."""

    ascii: str
    unicode: str


# ---- The domain parser and its inverse -------------------------------------------------------------------------------


def domain_to_ascii(domain: str) -> str:
    """The ASCII form of a domain name that browsers use (URL Standard, 3.3, domain parser).

    A name in ASCII is only changed to lower case; `to_ascii` converts any other. Raises RefusedDomain for a name that
    is empty, that `to_ascii` refuses, or that contains a forbidden domain code point.

    >>> domain_to_ascii("✪a.WS"), domain_to_ascii("evil。example"), domain_to_ascii("XN--A")
    ('xn--a-vfq.ws', 'evil.example', 'xn--a')
    """
    name = domain.lower() if domain.isascii() else _forms(domain).ascii
    if not name:
        raise RefusedDomain("a name must not be empty")
    if forbidden := _FORBIDDEN_DOMAIN_CODE_POINT.search(name):
        why = f"a name must not contain U+{ord(forbidden[0]):04X}"
        raise RefusedDomain(why, name.count(".", 0, forbidden.start()))
    return name


def to_ascii(domain: str) -> str:
    """Unicode ToASCII (UTS #46, 4.2): maps and validates every label, including A-labels.

    Raises RefusedDomain for an invalid label, and for a name of more than 253 code points without the root's dot.
    Unlike `domain_to_ascii`, it also validates the A-labels of a name in ASCII.

    >>> to_ascii("Bücher.example."), to_ascii("faß.xn--bcher-kva")
    ('xn--bcher-kva.example.', 'xn--fa-hia.xn--bcher-kva')
    >>> to_ascii("xn--a")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    RefusedDomain: its Punycode decodes to a character that is not allowed in names
    """
    return _forms(domain).ascii


def domain_to_unicode(domain: str) -> str:
    """The name with U-labels in place of its A-labels; unchanged if any label is refused (URL Standard, 3.3).

    >>> domain_to_unicode("xn--bcher-kva.example"), domain_to_unicode("xn--a")
    ('bücher.example', 'xn--a')
    """
    try:
        return _forms(domain).unicode
    except RefusedDomain:
        return domain


def _forms(domain: str) -> _Forms:
    """Both forms of a name. Its length is checked first, since the rest takes superlinear time (CVE-2024-41991)."""
    if len(domain) > LONGEST_NAME + 1:
        raise RefusedDomain(f"a name has at most {LONGEST_NAME} characters")
    answer = _process(domain)
    if isinstance(answer, RefusedDomain):
        raise RefusedDomain(answer.why, answer.label)  # a new error, since raising one adds a traceback to it
    return answer


# ---- Processing (UTS #46, 4) -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _process(domain: str) -> _Forms | RefusedDomain:
    """Map, normalize, break, convert and validate (UTS #46, 4), then convert to Punycode (4.2).

    A refusal is returned, not raised, so that it is cached too. A short name in plain letters is only converted.
    """
    is_short = len(domain) <= LONGEST_LABEL and _ACE_PREFIX not in domain
    if is_short and _PLAIN_ASCII.fullmatch(PLAIN_LETTERS.sub("", domain)):
        return _Forms(".".join(map(_to_a_label, domain.split("."))), domain)
    import idna

    try:
        mapped = idna.uts46_remap(domain, std3_rules=False)
    except idna.IDNAError:
        return RefusedDomain("a character that is not allowed in names", _label_of_disallowed(domain))
    labels = []
    for index, label in enumerate(mapped.split(".")):
        try:
            labels.append(_to_u_label(label))
        except RefusedDomain as refused:
            return RefusedDomain(refused.why, index)
    if (wrong := _against_bidi_rule(labels)) is not None:
        return RefusedDomain("it mixes writing directions (RFC 5893, 2)", wrong)
    return _Forms(".".join(map(_to_a_label, labels)), ".".join(labels))


def _label_of_disallowed(domain: str) -> int:
    """The index of the label with the first character that the mapping table disallows.

    >>> _label_of_disallowed("a.\ufffd")
    1
    """
    import idna

    for position, character in enumerate(domain):
        try:
            idna.uts46_remap(character, std3_rules=False)
        except idna.IDNAError:
            return idna.uts46_remap(domain[:position], std3_rules=False).count(".")
    return 0


def _to_u_label(label: str) -> str:
    """Validate a mapped label, and decode it if it is an A-label (UTS #46, 4, "Convert/Validate")."""
    is_ace = label.startswith(_ACE_PREFIX)
    if label.isascii() and not is_ace:
        return label
    if len(label) > LONGEST_LABEL:
        raise RefusedDomain(f"a label has at most {LONGEST_LABEL} characters")
    if is_ace:
        label = _decode_punycode(label)
    if label and category(label[0]).startswith("M"):
        raise RefusedDomain("a label must not begin with a combining mark")
    _check_joiners(label)
    return label


def _to_a_label(label: str) -> str:
    """Encode a U-label in Punycode with the prefix; a label in ASCII stays as it is (UTS #46, 4.2)."""
    return label if label.isascii() else _ACE_PREFIX + label.encode("punycode").decode("ascii")


def _decode_punycode(label: str) -> str:
    """Decode an A-label; the result must not be ASCII, must map to itself, and must encode to the A-label again.

    See UTS #46, 4 and 4.1.

    >>> _decode_punycode("xn--bcher-kva")
    'bücher'
    """
    import idna

    try:
        decoded = label.removeprefix(_ACE_PREFIX).encode("ascii").decode("punycode")
        canonical = not decoded.isascii() and _to_a_label(decoded) == label
    except UnicodeError:
        canonical = False
    if not canonical or decoded.startswith(_ACE_PREFIX):
        raise RefusedDomain("its Punycode decodes to no valid label")
    try:
        stable = idna.uts46_remap(decoded, std3_rules=False) == decoded
    except idna.IDNAError:
        stable = False
    if not stable or "." in decoded:
        raise RefusedDomain("its Punycode decodes to a character that is not allowed in names")
    return decoded


def _check_joiners(label: str) -> None:
    """Refuse a misplaced U+200C or U+200D (UTS #46, 4.1, CheckJoiners; RFC 5892, A.1 and A.2)."""
    import idna

    for joiner in _JOINER.finditer(label):
        try:
            joins = idna.valid_contextj(label, joiner.start())
        except ValueError:  # idna looks up the name of a neighbour that has none
            joins = False
        if not joins:
            raise RefusedDomain("a joiner between characters that it cannot join")


def _against_bidi_rule(labels: list[str]) -> int | None:
    """The index of the label that breaks the Bidi rule in a name with right-to-left text, or None (RFC 5893, 2).

    >>> _against_bidi_rule(["1a", "example"]), _against_bidi_rule(["1a", "\u05d0"])
    (None, 0)
    """
    if _RIGHT_TO_LEFT.isdisjoint(map(bidirectional, ".".join(labels))):
        return None
    import idna

    for index, label in enumerate(labels):
        try:
            if label:
                idna.check_bidi(label, check_ltr=True)
        except idna.IDNAError:
            return index
    return None
