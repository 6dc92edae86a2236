"""The schemes that linksift knows in detail: RFC 1738's ten and some successors, with one module each."""

from linksift.uri.schemes.known_or_reserved import Status, scheme_status
from linksift.uri.schemes.scheme_definition import Scheme, Violation
from linksift.uri.schemes.scheme_lookup import scheme_named
