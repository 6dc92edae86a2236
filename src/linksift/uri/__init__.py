"""The URI by itself: RFC 3986, and what maps to it from beyond ASCII."""

from linksift.uri.components import (
    Authority,
    Components,
    recompose,
    recompose_authority,
    split,
    split_authority,
)
from linksift.uri.errors import InvalidHost, InvalidReference, hide_passwords
from linksift.uri.grammar import IP_LITERAL
from linksift.uri.iri import to_ascii_host, to_iri, to_uri
from linksift.uri.percent import percent_encode
from linksift.uri.reference import Reference, parse
from linksift.uri.validate import check_uri, check_uri_reference, is_uri, is_uri_reference

__all__ = [
    "IP_LITERAL",
    "Authority",
    "Components",
    "InvalidHost",
    "InvalidReference",
    "Reference",
    "check_uri",
    "check_uri_reference",
    "hide_passwords",
    "is_uri",
    "is_uri_reference",
    "parse",
    "percent_encode",
    "recompose",
    "recompose_authority",
    "split",
    "split_authority",
    "to_ascii_host",
    "to_iri",
    "to_uri",
]
