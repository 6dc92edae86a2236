"""The text of a link: its text in the source, or a form of the URI that is easier to read, not yet escaped."""

from linksift.finding import BUILT_IN_KINDS, Match
from linksift.linking.link_record import ELLIPSIS
from linksift.linking.policy import Policy
from linksift.uri import hide_passwords


def link_text(match: Match, policy: Policy) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text of the link that a match becomes, and the spans of it that people do not see but do copy. A `Matcher`'s
    match is shown as in the source.

    >>> from linksift.finding import find
    >>> match, = find("https://b\u00fccher.example/l%C3%A4den/index.html")
    >>> link_text(match, Policy())[0], link_text(match, Policy(show="without-scheme", max_text_length=20))[0]
    ('https://bücher.example/l%C3%A4den/index.html', 'bücher.exa…ndex.html')
    >>> link_text(match, Policy(show="without-scheme", max_text_length=20, copy="whole"))
    ('https://bücher.example/läden/index.html', ((0, 8), (18, 30)))
    >>> match, = find("ftp://me:secret@a.example/")
    >>> policies = Policy(), Policy(mask_passwords=True), Policy(show="iri")
    >>> [link_text(match, policy)[0] for policy in policies]
    ['ftp://me:secret@a.example/', 'ftp://me:...@a.example/', 'ftp://me:...@a.example/']
    """
    show = policy.show if match.kind in BUILT_IN_KINDS else "full"
    text = match.text if show == "full" else hide_passwords(match.iri)
    if "@" in match.uri and show == "full" and (policy.mask_passwords or policy.max_text_length is not None):
        text = without_password(match, text)
    start, end = without_scheme(text) if show == "without-scheme" else (0, len(text))
    if policy.copy == "whole":
        middle = [(start + first, start + last) for first, last in too_long(end - start, policy.max_text_length)]
        spans = [(0, start), *middle, (end, len(text))]
        return text, tuple(span for span in spans if span[0] < span[1])
    return shortened(text[start:end], policy.max_text_length), ()


def without_scheme(iri: str) -> tuple[int, int]:
    """The span of an IRI without its scheme, `//`, and a path that is only `/`.

    >>> [iri[slice(*without_scheme(iri))] for iri in ("http://a.example/", "http://a.example/b/", "mailto:a@b.example")]
    ['a.example', 'a.example/b/', 'a@b.example']
    """
    start = iri.index(":") + 1
    rest = iri[start:]
    only_slash = rest.count("/") == 3 and rest.endswith("/")
    return start + 2 * rest.startswith("//"), len(iri) - only_slash


def without_password(match: Match, text: str) -> str:
    """The text with the match's password masked; if its position there is unclear, the URI with the password masked."""
    password = (match.reference.userinfo or "").partition(":")[2]
    hidden = hide_passwords(text)
    return hide_passwords(match.iri) if password and hidden == text and match.text == text else hidden


def shortened(text: str, max_text_length: int | None) -> str:
    """The text, shortened in the middle to a maximum length. Any extra character goes to the start, where the host is.

    >>> shortened("http://a.example/one/two/three", 16), shortened("http://a", 16)
    ('http://a…o/three', 'http://a')
    """
    for start, end in too_long(len(text), max_text_length):
        return text[:start] + ELLIPSIS + text[end:]
    return text


def too_long(length: int, max_text_length: int | None) -> list[tuple[int, int]]:
    """The span that an ellipsis replaces in the middle of a text longer than a maximum length; none in other texts.

    >>> too_long(30, 16), too_long(8, 16)
    ([(8, 23)], [])
    """
    if max_text_length is None or length <= max_text_length:
        return []
    tail = (max_text_length - len(ELLIPSIS)) // 2
    return [(max_text_length - len(ELLIPSIS) - tail, length - tail)]
