"""The schemes that linksift knows in detail: RFC 1738's ten and some later ones, with one module each."""

from linksift.uri.schemes.scheme_definition import Status, Violation, scheme_named, scheme_status, scheme_violations
