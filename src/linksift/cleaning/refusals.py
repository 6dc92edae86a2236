"""What no repair makes good: schemes that run what a reader takes for an address, and what is no usable URI in the end.

Here belongs what is refused of a whole text. What is done to a text is for the rules before.
"""

import re
import unicodedata

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Doubt
from linksift.cleaning.scheme_typos import WEB
from linksift.notes import rule
from linksift.registries import never_by_default, schemes
from linksift.uri import Components, is_uri, judge_host, split, violations

_NEVER = "|".join(sorted(never_by_default()))
_RUNS = re.compile(rf"[\W_]*(?:(?:view-source|feed|jar|url|uri|iri|link|href|src|https?|ftp)[:=][\W_]*)*(?:{_NEVER}):")
_MOST_DECODED = 3
_ANOTHER = re.compile(r"[^?#]*[,;](?:https?|ftp)://|[^/?#]*//[^/?#]*\w(?:https?|ftp)://", re.IGNORECASE)


@rule
def dangerous_scheme(draft: Draft) -> tuple[Edit, ...]:
    """What runs or carries code is refused however its scheme is spelled: `javascript:`, `data:`, `vbscript:`.

    RFC 3986, 7; DESIGN, 3.

    >>> cleaned("java\\nscript&colon;alert(1)")
    Traceback (most recent call last):
    linksift.cleaning.errors.NotAURI: not a URI: javascript:, data: and vbscript: are never cleaned
        java\ufffdscript&colon;alert(1)
    """
    if _RUNS.match(_plainest(draft.text)):
        raise Doubt("javascript:, data: and vbscript: are never cleaned")
    return ()


def _plainest(text: str) -> str:
    """A text as the most lenient of readers might take it: decoded, in one width and case, without what is not seen.

    >>> _plainest("\uff2aava&#115;cript%253A x")
    'javascript:x'
    """
    import html  # not before they are needed: see tests/test_import.py
    from urllib.parse import unquote

    for _ in range(_MOST_DECODED):
        if "&" not in text and "%" not in text:
            break
        text = unquote(html.unescape(text))
    text = unicodedata.normalize("NFKC", text).lower()
    return "".join([c for c in text if c.isprintable() and not c.isspace()])


def judge(text: str) -> None:
    """Raise Doubt for what is no URI, or none that can be used.

    >>> judge("http://a.example/")
    >>> judge("hello")
    Traceback (most recent call last):
    linksift.cleaning.errors.Doubt: this names no host, address or known scheme
    """
    parts = split(text)
    scheme = (parts.scheme or "").lower()
    if not text or not scheme or not (parts.authority is not None or _is_known(scheme)):
        raise Doubt("this names no host, address or known scheme" if text else "nothing is left")
    if scheme in never_by_default() or scheme in ("hxxp", "hxxps"):
        raise Doubt(f"{scheme}: is never cleaned")
    if not is_uri(text):
        raise Doubt(f"its {violations(text)[0].component} cannot be one")
    if _ANOTHER.match(text):
        raise Doubt("there is more than one URI")
    row = schemes().get(scheme)
    if row and row.host and not parts.host:
        raise Doubt(f"{scheme}: names no host")
    if not (parts.authority or parts.path or parts.query):
        raise Doubt(f"nothing stands behind {scheme}:")
    if scheme in WEB:
        _judge_host(parts)


def _is_known(scheme: str) -> bool:
    """Whether a scheme is known, or joined of known ones (`git+https`)."""
    return all(part in schemes() for part in scheme.split("+")) or scheme in schemes()


def _judge_host(parts: Components) -> None:
    """Raise Doubt for a host and port at which nothing could be (`uri.judge_host`).

    >>> _judge_host(split("http://a..example/"))
    Traceback (most recent call last):
    linksift.cleaning.errors.Doubt: its host or port cannot be used: a label has 1 to 63 characters (RFC 1035, 2.3.4)
    """
    verdict = judge_host(parts.host or "", parts.port)
    if verdict.usability != "usable":
        raise Doubt(f"its host or port cannot be used: {verdict.why} ({verdict.section})")
