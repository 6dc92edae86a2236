"""Single schemes: RFC 1738's ten and some of their successors, a module each, found by name."""

from linksift.uri.schemes.by_name import scheme_named
from linksift.uri.schemes.scheme_shape import Broken, Scheme
from linksift.uri.schemes.scheme_status import Status, scheme_status

__all__ = ["Broken", "Scheme", "Status", "scheme_named", "scheme_status"]
