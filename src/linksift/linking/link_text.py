"""The visible text of a link: its text in the source, or a form of the URI that is easier to read, not escaped yet."""

from linksift.finding import BUILT_IN_KINDS, Match
from linksift.linking.policy import Policy
from linksift.uri import hide_passwords

ELLIPSIS = "…"


def link_text(match: Match, policy: Policy) -> str:
    """The text of the link that a match becomes. A match of a `Matcher` is shown as in the source.

    >>> from linksift.finding import find
    >>> match, = find("https://b\u00fccher.example/l%C3%A4den/index.html")
    >>> link_text(match, Policy()), link_text(match, Policy(show="without-scheme", max_text_length=20))
    ('https://bücher.example/l%C3%A4den/index.html', 'bücher.exa…ndex.html')
    >>> match, = find("ftp://me:secret@a.example/")
    >>> link_text(match, Policy()), link_text(match, Policy(mask_passwords=True)), link_text(match, Policy(show="iri"))
    ('ftp://me:secret@a.example/', 'ftp://me:...@a.example/', 'ftp://me:...@a.example/')
    """
    is_own = match.kind not in BUILT_IN_KINDS  # what a matcher found says more than its URI
    text = match.text if policy.show == "full" or is_own else readable(match, policy.show)
    if "@" in match.uri and (policy.mask_passwords or policy.max_text_length is not None):
        text = without_password(match, text)
    return text if policy.max_text_length is None else shortened(text, policy.max_text_length)


def readable(match: Match, show: str) -> str:
    """The readable form of the URI, its password masked. "without-scheme" also drops `//` and a path of only `/`."""
    iri = hide_passwords(match.iri)
    if show == "iri":
        return iri
    rest = iri.partition(":")[2]
    return rest.removesuffix("/").removeprefix("//") if rest.count("/") == 3 else rest.removeprefix("//")


def without_password(match: Match, text: str) -> str:
    """The text with the match's password masked; if the text hides where that is, the URI with its password masked."""
    password = (match.reference.userinfo or "").partition(":")[2]
    hidden = hide_passwords(text)
    return hide_passwords(match.iri) if password and hidden == text and match.text == text else hidden


def shortened(text: str, max_text_length: int) -> str:
    """The text, shortened in the middle to a maximum length. The beginning, which has the host, gets the odd character.

    >>> shortened("http://a.example/one/two/three", 16), shortened("http://a", 16)
    ('http://a…o/three', 'http://a')
    """
    if len(text) <= max_text_length:
        return text
    tail = (max_text_length - len(ELLIPSIS)) // 2
    return text[: max_text_length - len(ELLIPSIS) - tail] + ELLIPSIS + text[len(text) - tail :]
