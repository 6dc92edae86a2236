"""Escapes that mean something else to software that decodes them too early, or twice (RFC 3986, 7.3).

Here belong hazards that stand in the URI percent-encoded.
"""

import re

from linksift.hazards.hazard import decoded
from linksift.uri import Reference


def encoded_delimiter(reference: Reference) -> bool:
    r"""Whether a delimiter stands encoded where one that is decoded would divide the URI elsewhere (7.3).

    In a host any of `/ \ ? # [ ] @ :`, in a path with segments `/` and `\`.

    >>> from linksift.uri import parse
    >>> encoded_delimiter(parse("http://bank.example%2F.evil.example/")), encoded_delimiter(parse("http://a/b%5Cc"))
    (True, True)
    >>> encoded_delimiter(parse("http://a/%40b?c=%2F")), encoded_delimiter(parse("mailto:a%2Fb@c.example"))
    (False, False)
    """
    in_host = re.search(r"[/\\?#\[\]@:]", decoded(reference.host or "")) if reference.host_kind == "reg-name" else None
    in_path = re.search("%(?:2F|5C)", reference.path, re.IGNORECASE) if _has_segments(reference) else None
    return bool(in_host or in_path)


def encoded_dot_segments(reference: Reference) -> bool:
    """Whether `.` or `..` stands as a segment, encoded or beside an encoded `/`, for who decodes it to climb (7.3).

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
    """Whether NUL, CR or LF stand encoded, for who decodes them to start another line or end a string (7.3).

    What `data` holds, and the lines of a `mailto`'s body (RFC 6068, 5), are no hazard.

    >>> from linksift.uri import parse
    >>> control_octets(parse("telnet://a.example/%0D%0Aquit")), control_octets(parse("http://a/b%00.png"))
    (True, True)
    >>> control_octets(parse("mailto:a@b.example?subject=c&body=d%0D%0Ae")), control_octets(parse("http://a/%0C"))
    (False, False)
    """
    scheme = (reference.scheme or "").lower()
    if scheme == "data":
        return False
    text = re.sub("[?&]body=[^&#]*", "", str(reference), flags=re.IGNORECASE) if scheme == "mailto" else str(reference)
    return re.search("%0[0AaDd]", text) is not None


def _has_segments(reference: Reference) -> bool:
    """Whether the path is one of segments: `mailto:a` and `urn:a:b` have none that anybody walks (1.2.3)."""
    return reference.scheme is None or reference.authority is not None or reference.path.startswith("/")
