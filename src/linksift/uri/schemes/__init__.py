"""Single schemes: RFC 1738's ten and some of their successors, a module each, found by name."""

from linksift.uri.schemes.scheme_definition import Scheme, Violation
from linksift.uri.schemes.scheme_lookup import scheme_named
from linksift.uri.schemes.scheme_status import Status, scheme_status

__all__ = ["Scheme", "Status", "Violation", "scheme_named", "scheme_status"]
