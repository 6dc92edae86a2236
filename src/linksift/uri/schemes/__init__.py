"""Single schemes: RFC 1738's ten and some of their successors, a module each, found by name."""

from linksift.uri.schemes.by_name import scheme_named
from linksift.uri.schemes.scheme_shape import Broken, Scheme

__all__ = ["Broken", "Scheme", "scheme_named"]
