"""URIs that break a rule of their own scheme, so that software reads them in different ways (RFC 3986, 1.1.1)."""

from linksift.hazards.secrets import password
from linksift.hazards.visual_spoofing import host_like_userinfo
from linksift.uri import InvalidForScheme, Reference

_HAVE_CHECKS = ("host", "port")
"""Components that other checks report, together with the way browsers read them."""


def invalid_for_scheme(reference: Reference) -> bool:
    """Whether a part breaks a rule of the scheme, and no other check reports that part.

    A user name before the host breaks a rule of `http` and `https` (RFC 9110, 4.2.4).

    >>> from linksift.uri import parse
    >>> uris = ("http://user@a.example/", "mailto:joe", "mailto:joe@a.example?urgent", "ldap://a.example/dn")
    >>> [invalid_for_scheme(parse(uri)) for uri in uris]
    [True, True, True, True]
    >>> uris = ("ftp://user@a.example/", "http://user:secret@a.example/", "http://a:70000/", "mailto:joe@a.example")
    >>> [invalid_for_scheme(parse(uri)) for uri in uris]
    [False, False, False, False]
    """
    broken = {fault.component for fault in reference.violations() if isinstance(fault, InvalidForScheme)}
    if "userinfo" in broken and (password(reference) or host_like_userinfo(reference)):
        broken.remove("userinfo")
    return not broken.issubset(_HAVE_CHECKS)
