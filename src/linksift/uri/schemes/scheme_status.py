"""How a scheme's name stands: known, set aside or experimental (RFC 1738, 4)."""

from typing import Literal

from linksift.registries import schemes

Status = Literal["known", "reserved", "experimental"]

RESERVED = frozenset({"afs", "mailserver", "z39.50"})
"""Names that RFC 1738, 4, set aside for later and that no document has given a syntax since.

The other four have one: `mid` and `cid` (RFC 2392), `nfs` (RFC 2224), `tn3270` (RFC 6270).
"""


def scheme_status(name: str) -> Status | None:
    """How the name of a scheme stands, in any case; None for one that nobody has heard of.

    "experimental" is what begins with "x-", but for names in wide use; "known" what is registered, or in wide use.

    >>> [scheme_status(name) for name in ("HTTP", "afs", "x-mine", "unheard-of")]
    ['known', 'reserved', 'experimental', None]
    """
    name = name.lower()
    if name in RESERVED:
        return "reserved"
    if name in schemes():
        return "known"
    return "experimental" if name.startswith("x-") else None
