"""The status of a scheme's name: known, reserved or experimental (RFC 1738, 4)."""

from typing import Literal

from linksift.registries import schemes

Status = Literal["known", "reserved", "experimental"]

RESERVED = frozenset({"afs", "mailserver", "z39.50"})
"""Names that RFC 1738, 4, reserved and that still have no syntax.

The other four names reserved there now have one: `mid` and `cid` (RFC 2392), `nfs` (RFC 2224), and `tn3270` (RFC 6270).
"""


def scheme_status(name: str) -> Status | None:
    """The status of a scheme's name, in any case; None for an unknown name.

    "known" names are registered or in wide use. "experimental" names are all others that begin with "x-".

    >>> [scheme_status(name) for name in ("HTTP", "afs", "x-mine", "unheard-of")]
    ['known', 'reserved', 'experimental', None]
    """
    name = name.lower()
    if name in RESERVED:
        return "reserved"
    if name in schemes():
        return "known"
    return "experimental" if name.startswith("x-") else None
