"""Percent-encoded characters that deceive software that decodes them too early or twice (RFC 3986, 7.3)."""

import re

from linksift.hazards.hazard import decoded
from linksift.uri import Reference


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
