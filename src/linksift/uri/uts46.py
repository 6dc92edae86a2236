"""Domain names by UTS #46, with the choices of the URL Standard, 3.3: non-transitional, hyphens and lengths not asked.

Browsers look names up by these rules. IDNA 2008 refuses every symbol; UTS #46 takes `✪a.ws`. The mapping table is
idna's, which is imported when it is first needed.
"""

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import bidirectional, category

from linksift.uri.punycode import encode_punycode

LONGEST_LABEL = 63
LONGEST_NAME = 253
"""No label and no name of the DNS has more characters (RFC 1035, 2.3.4). Less the root's dot."""

_ACE_PREFIX = "xn--"
_JOINERS = re.compile("[\u200c\u200d]")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_PLAIN_NAME = re.compile(r"(?!xn--|.*\.xn--)[a-z0-9.\-ß-öø-ÿά-ώа-џぁ-ゖァ-ヺー一-鿿가-힣]++")
"""Names in letters of the commonest scripts that mapping and NFC leave as they are, none of them from right to left."""

_FORBIDDEN_DOMAIN_CODE_POINT = re.compile(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")
"""URL Standard, 3.2."""


class RefusedDomain(ValueError):
    """A domain name that browsers refuse.

    `why` says what is wrong with it, and `label` which of its labels is at fault, counted from 0.
    """

    def __init__(self, why: str, label: int = 0) -> None:
        super().__init__(why, label)
        self.why = why
        self.label = label

    def __str__(self) -> str:
        return self.why


class _Forms(NamedTuple):
    """A domain name in A-labels and in U-labels."""

    ascii: str
    unicode: str


# ---- The domain parser, and its way back -----------------------------------------------------------------------------


def domain_to_ascii(domain: str) -> str:
    """The ASCII form of a domain name, as browsers have it (URL Standard, 3.3, domain parser).

    A name in ASCII is lowercased and nothing else; other names go through `to_ascii`. Raises RefusedDomain for what is
    refused there, for an empty name, and for one with a forbidden domain code point.

    >>> domain_to_ascii("✪a.WS"), domain_to_ascii("evil。example"), domain_to_ascii("XN--A")
    ('xn--a-vfq.ws', 'evil.example', 'xn--a')
    """
    name = domain.lower() if domain.isascii() else to_ascii(domain)
    if not name:
        raise RefusedDomain("a name has a character at least")
    if forbidden := _FORBIDDEN_DOMAIN_CODE_POINT.search(name):
        why = f"a name does not hold U+{ord(forbidden[0]):04X}"
        raise RefusedDomain(why, name.count(".", 0, forbidden.start()))
    return name


def to_ascii(domain: str) -> str:
    """Unicode ToASCII (UTS #46, 4.2): every label is mapped and proved valid, A-labels among them.

    Raises RefusedDomain; also, before anything else, for a name of more than 253 code points, the root's dot not
    counted. `domain_to_ascii` lets A-labels in a name in ASCII alone; this function asks what they stand for.

    >>> to_ascii("Bücher.example."), to_ascii("faß.xn--bcher-kva")
    ('xn--bcher-kva.example.', 'xn--fa-hia.xn--bcher-kva')
    >>> to_ascii("xn--a")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    RefusedDomain: its Punycode stands for a character that no name holds
    """
    return _forms(domain).ascii


def domain_to_unicode(domain: str) -> str:
    """The name with U-labels for its A-labels, or as it is where one of its labels is refused (URL Standard, 3.3).

    >>> domain_to_unicode("xn--bcher-kva.example"), domain_to_unicode("xn--a")
    ('bücher.example', 'xn--a')
    """
    try:
        return _forms(domain).unicode
    except RefusedDomain:
        return domain


def _forms(domain: str) -> _Forms:
    """Both forms of a name. Length is asked first, as what follows takes longer than the name (CVE-2024-41991)."""
    if len(domain) > LONGEST_NAME + 1:
        raise RefusedDomain(f"a name has at most {LONGEST_NAME} characters")
    answer = _process(domain)
    if isinstance(answer, RefusedDomain):
        raise RefusedDomain(answer.why, answer.label)  # a new one, since each raise writes a traceback into its error
    return answer


# ---- Processing (UTS #46, 4) -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _process(domain: str) -> _Forms | RefusedDomain:
    """Map, normalize, break, convert and validate (UTS #46, 4), then convert to Punycode (4.2).

    A refusal is returned, not raised, so that it is remembered too. A short name in plain letters is only converted.
    """
    if len(domain) <= LONGEST_LABEL and _PLAIN_NAME.fullmatch(domain):
        return _Forms(".".join(map(_to_a_label, domain.split("."))), domain)
    import idna

    try:
        mapped = idna.uts46_remap(domain, std3_rules=False)
    except idna.IDNAError:
        return RefusedDomain("a character that no name holds", _label_of_disallowed(domain))
    labels = []
    for index, label in enumerate(mapped.split(".")):
        try:
            labels.append(_to_u_label(label))
        except RefusedDomain as refused:
            return RefusedDomain(refused.why, index)
    if (wrong := _against_bidi_rule(labels)) is not None:
        return RefusedDomain("its directions are mixed (RFC 5893, 2)", wrong)
    return _Forms(".".join(map(_to_a_label, labels)), ".".join(labels))


def _label_of_disallowed(domain: str) -> int:
    """Which label of a domain holds the first character that the mapping table has no place for.

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
    """A mapped label as it is validated: an A-label decoded, any other as it is (UTS #46, 4, "Convert/Validate")."""
    is_ace = label.startswith(_ACE_PREFIX)
    if label.isascii() and not is_ace:
        return label
    if len(label) > LONGEST_LABEL:
        raise RefusedDomain(f"a label has at most {LONGEST_LABEL} characters")
    if is_ace:
        label = _decode_punycode(label)
    if label and category(label[0]).startswith("M"):
        raise RefusedDomain("a label does not begin with a mark")
    _check_joiners(label)
    return label


def _to_a_label(label: str) -> str:
    """A U-label with its prefix and in Punycode, one in ASCII as it is (UTS #46, 4.2)."""
    return label if label.isascii() else _ACE_PREFIX + encode_punycode(label)


def _decode_punycode(label: str) -> str:
    """What an A-label stands for: beyond ASCII, written in no other way, unchanged by mapping (UTS #46, 4 and 4.1).

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
        raise RefusedDomain("its Punycode stands for no label")
    try:
        stable = idna.uts46_remap(decoded, std3_rules=False) == decoded
    except idna.IDNAError:
        stable = False
    if not stable or "." in decoded:
        raise RefusedDomain("its Punycode stands for a character that no name holds")
    return decoded


def _check_joiners(label: str) -> None:
    """Refuse a label in which U+200C or U+200D joins nothing (UTS #46, 4.1, CheckJoiners; RFC 5892, A.1 and A.2)."""
    import idna

    for joiner in _JOINERS.finditer(label):
        try:
            joins = idna.valid_contextj(label, joiner.start())
        except ValueError:  # idna asks unicodedata for the name of a neighbour that has none
            joins = False
        if not joins:
            raise RefusedDomain("a joiner where nothing is to be joined")


def _against_bidi_rule(labels: list[str]) -> int | None:
    """Which label is against the Bidi rule, in a name that is written from right to left in part (RFC 5893, 2).

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
