"""Hazards outside the host: escapes that software decodes too early or twice, secrets, and rules that a scheme breaks.

The checks find where a secret is, but never report the secret itself (RFC 3986, 1.1.1, 7.3 and 7.5).
"""

import re

from linksift.hazards.authority import password
from linksift.hazards.hazard import Check, check, decoded
from linksift.hazards.visual_spoofing import host_like_userinfo
from linksift.uri import Reference, scheme_violations

CHECKS: list[Check[Reference]] = []

_HAVE_CHECKS = ("host", "port")
"""Components that other checks report, together with the way browsers read them."""


@check(
    CHECKS,
    "The URI breaks a rule of its scheme, so software may refuse it or read it differently.",
    "RFC 3986, 1.1.1; RFC 9110, 4.2.4; RFC 6068, 2",
)
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
    broken = {violation.component for violation in scheme_violations(reference.components)}
    if "userinfo" in broken and (password(reference) or host_like_userinfo(reference)):
        broken.remove("userinfo")
    return not broken.issubset(_HAVE_CHECKS)


@check(CHECKS, "A percent-encoded delimiter may be taken for a real one.", "RFC 3986, 7.3")
def encoded_delimiter(reference: Reference) -> bool:
    r"""Whether an encoded delimiter would divide the URI differently if it were decoded (7.3).

    In a host, such a delimiter is any of `/ \ ? # [ ] @ : .`; in a path with segments, it is `\`. In a path, an encoded
    `/` is the normal spelling of a name with a slash, and is a hazard only next to `..` (`encoded_dot_segments`).

    >>> from linksift.uri import parse
    >>> encoded_delimiter(parse("http://bank.example%2F.evil.example/")), encoded_delimiter(parse("http://a/b%5Cc"))
    (True, True)
    >>> encoded_delimiter(parse("http://bank.example%2Eevil.example/")), encoded_delimiter(parse("http://a/b%2Fc?d=%2F"))
    (True, False)
    """
    host = reference.host or "" if reference.host_kind == "reg-name" else ""
    in_host = re.search(r"[/\\?#\[\]@:]", decoded(host)) or re.search("%2E", host, re.IGNORECASE)
    in_path = re.search("%5C", reference.path, re.IGNORECASE) if _has_segments(reference) else None
    return bool(in_host or in_path)


@check(CHECKS, 'A percent-encoded "." or ".." may lead to another folder.', "RFC 3986, 6.2.2.3 and 7.3")
def encoded_dot_segments(reference: Reference) -> bool:
    """Whether decoding yields a segment `.` or `..` that is itself encoded or is next to an encoded `/` (7.3).

    >>> from linksift.uri import parse
    >>> [encoded_dot_segments(parse(f"http://a/b/{path}")) for path in ("%2E%2e/c", ".%2E", "..%2Fc", "x%5C..%5Cc")]
    [True, True, True, True]
    >>> [encoded_dot_segments(parse(f"http://a/b/{path}")) for path in ("../c", "%2E%2E%2E", "c%2Ehtml", "c%2Fd")]
    [False, False, False, False]
    """
    if not _has_segments(reference):
        return False
    encoded = (segment for segment in reference.path.split("/") if "%" in segment)
    return any(part in (".", "..") for segment in encoded for part in re.split(r"[/\\]", decoded(segment)))


@check(CHECKS, "A percent-encoded NUL or line break may be taken for a real one.", "RFC 3986, 7.3; RFC 1738, 6")
def control_octets(reference: Reference) -> bool:
    """Whether there is an encoded NUL, CR or LF, which ends a string or starts a new line if it is decoded (7.3).

    `data` URIs are exempt, as are line breaks in text that is sent: in the body of a `mailto` (RFC 6068, 5), and in the
    query of `http`, `https`, or a reference without a scheme.

    >>> from linksift.uri import parse
    >>> control_octets(parse("telnet://a.example/%0D%0Aquit")), control_octets(parse("http://a/b%00.png"))
    (True, True)
    >>> control_octets(parse("mailto:a@b.example?subject=c&body=d%0D%0Ae")), control_octets(parse("http://a/?b=c%0Ad"))
    (False, False)
    """
    scheme = (reference.scheme or "").lower()
    if scheme == "data":
        return False
    query = reference.query or ""
    if scheme == "mailto":
        query = re.sub("(?:^|&)body=[^&]*", "", query, flags=re.IGNORECASE)
    lines = scheme not in ("", "http", "https") and re.search("%0[AaDd]", query)
    others = (reference.userinfo, reference.host, reference.path, reference.fragment)
    return bool(lines or "%00" in query or any(re.search("%0[0AaDd]", text or "") for text in others))


def _has_segments(reference: Reference) -> bool:
    """Whether the path is hierarchical, unlike that of `mailto:a` or `urn:a:b` (1.2.3)."""
    return reference.scheme is None or reference.authority is not None or reference.path.startswith("/")


# ---- Secrets ---------------------------------------------------------------------------------------------------------

_NAMES = """
    accesskey accesstoken apikey apitoken auth authkey authorization authtoken bearer clientsecret credential
    credentials idtoken jsessionid jwt key pass passphrase passwd password phpsessid privatekey pwd refreshtoken secret
    secretkey securitytoken sessid sessionid sessiontoken sharedsecret sig signature token
"""
_SECRET = frozenset(_NAMES.split())
_OFTEN_ELSE = frozenset(("auth", "key", "sig", "signature"))
"""Names that are often harmless (`key=value`, `auth=google`); they count only if the value looks like a secret."""

_RANDOM = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z]).{12,}", re.DOTALL)
"""Matches values that look like keys and signatures: long, with both letters and digits."""

_VENDORS = ("xamz", "xgoog")
_SEPARATORS = str.maketrans("", "", "-_.")


@check(CHECKS, "The query seems to contain a secret, which anyone can read.", "RFC 3986, 7.5")
def secret_in_query(reference: Reference) -> bool:
    """Whether a parameter of the query has a value and a name that is typical of secrets (7.5).

    Some names, such as `key`, are often harmless; they count only if the value looks like a secret.

    >>> from linksift.uri import parse
    >>> [secret_in_query(parse(f"http://a/?{query}")) for query in ("a&token=c", "Access-Token=c", "X-Amz-Signature=c")]
    [True, True, True]
    >>> [secret_in_query(parse(f"http://a/?{query}")) for query in ("token=", "q=token", "key=a", "key=AIzaSy3oTc7d")]
    [False, False, False, True]
    """
    return any(value and _is_secret(name, value) for name, value in reference.query_pairs())


def _is_secret(name: str, value: str) -> bool:
    """Whether this parameter contains a secret; the name may be in any case, with or without separators."""
    name = name.lower().translate(_SEPARATORS)
    if name in _OFTEN_ELSE:
        return _RANDOM.fullmatch(value) is not None
    for vendor in _VENDORS:
        name = name.removeprefix(vendor)
    return name in _SECRET
