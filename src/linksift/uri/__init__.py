"""URIs on their own, as RFC 3986 defines them, and the IRIs that map to them."""

from linksift.uri.check_grammar import check_uri, grammar_faults, is_scheme, is_uri, is_uri_reference
from linksift.uri.compare import Form, Rung, climb
from linksift.uri.components import Authority, Components, host_of_valid_reference, recompose, split, split_authority
from linksift.uri.errors import (
    InvalidForScheme,
    InvalidHost,
    InvalidReference,
    UnusableReference,
    hide_passwords,
    masked,
    repr_without_passwords,
)
from linksift.uri.grammar import IP_LITERAL, UNRESERVED_SET
from linksift.uri.hosts import DOTTED_QUAD, Verdict, judge_host, opens_in_browsers
from linksift.uri.iri import (
    TYPESET,
    LinkParts,
    as_typed,
    link_by_itself,
    link_in_text,
    lone_brackets,
    to_ascii_host,
    to_iri,
    to_unicode_host,
    to_uri,
)
from linksift.uri.paths import merge, remove_dot_segments
from linksift.uri.percent import decode_data, encode_data, percent_encode
from linksift.uri.reference import Reference, base_uri, compare, parse, reference_to_valid, violations
from linksift.uri.registrable_domain import registered_domain_of, site_of
from linksift.uri.schemes import scheme_named, scheme_violations
from linksift.uri.schemes.mailto import unprotected_address
from linksift.uri.url_standard import (
    C0_CONTROL_OR_SPACE,
    SPECIAL_SCHEMES,
    BrowserURL,
    RefusedURL,
    browser_host,
    browser_url,
    ends_in_a_number,
    host_in_browsers,
    host_of_browser_url,
)
from linksift.uri.uts46 import OTHER_DOTS, PLAIN_LETTERS, domain_to_unicode

__all__ = ["LinkParts", "Verdict", "judge_host", "link_in_text"]
