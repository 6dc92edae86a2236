"""Removes markup around a URI: HTML, Markdown, BBCode, LaTeX, and the link notation of chats and wikis.

The enclosed text is cleaned like any other text.
"""

import re
from collections.abc import Iterator

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Refusal
from linksift.cleaning.missing_scheme import BARE_NAME, is_host
from linksift.delimiters import HTTP_OR_FTP, PAIRS
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

BRACKETS = {pair.opener: pair.closers for pair in PAIRS if pair.in_uri}
"""Brackets that a URI may contain, in pairs."""

_CLOSERS = {pair.opener: pair.closers for pair in PAIRS}

_TAGS = (
    "a|abbr|area|b|br|cite|code|dd|div|em|font|h[1-6]|i|iframe|img|kbd|li|link"
    "|mark|p|pre|q|s|small|span|strong|td|tt|u|ul"
)
_ATTRIBUTE = lazy_pattern(
    rf"<(?:{_TAGS}|base|form|script|source|audio|video)\s[^<>]*?(?<![\w-])(?:href|src)\s*=\s*"
    r"""(?:"([^"]*)"|'([^']*)'|[\u201c\u201d]([^\u201c\u201d]*)[\u201c\u201d]|([^\s"'<>]+))""",
    re.IGNORECASE,
)
"""An HTML tag up to the value of its `href` or `src`, in quotes of any kind or unquoted: `<a class=b href="`."""

_BARE_ATTRIBUTE = lazy_pattern(r"""\s*(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""", re.IGNORECASE)
_TAG = lazy_pattern(
    rf"\s*</?(?:{_TAGS}|([A-Za-z][\w:\-]*+)(?=[^<>]*>(?:\s*<|[^<]*</\1>)))(?:\s[^<>]*)?/?>", re.IGNORECASE
)
"""The tag of a common HTML element, or that of any element before a tag, or around nothing but text: `<p class="x">`,
`<loc>`."""

_CLOSING_TAG = lazy_pattern(r"</[A-Za-z][\w:\-]*\s*>|<br\s*/?>", re.IGNORECASE)
_BEFORE_REST_OF_TAG = lazy_pattern(
    r"(?=[^\s<>\"']*?(?:\.|:(?://|\+)))[^\s<>\"']++(?<!=)(?=[\"'](?:>|\s*/>|\s+[A-Za-z][\w:\-]*+=[\"']))"
)
"""Text up to the quote that ends it as the value of an attribute: `http://a.example/x` in `http://a.example/x">here`.
It has a dot, `://` or `:+`, unlike the value before a link in `nofollow">http://a.example/x</a>`."""

_ENTITY = lazy_pattern(
    r"&(?:amp|lt|gt|quot|apos|nbsp|colon|sol|period|commat|tab|newline|zwnj|shy|#[0-9]{1,7}|#x[0-9a-f]{1,6});",
    re.IGNORECASE,
)
"""An HTML character reference that people paste with a URI: `&amp;`, `&#58;`."""

_LABEL_OPENER = lazy_pattern(r"(?:[^\[\]:/.@]|[:.](?=\s))*\[")
_DEFINITION = lazy_pattern(r"\s*\[[^\[\]]*\]:\s+")
_TITLE = lazy_pattern(r"""(?<!\s)\s+(?:"[^"]*"|'[^']*'|\([^()]*\))\s*\Z""")
_BBCODE = lazy_pattern(r"\s*\[(?:url|link|img)\s*(?:=\s*([^\]]+)\]|\](?!\()\s*([^\[]*))", re.IGNORECASE)
_WIKI = lazy_pattern(r"\s*\[+([A-Za-z][A-Za-z0-9+.\-]*://[^\s\[\]|]+)[\s|][^\[\]]*\]++(?!\()")
_CHAT_LABEL = lazy_pattern(r"\s*<([^\s<>|]+)\|[^<>|]*>")
_LATEX = lazy_pattern(r"(?<![^\s{(\[:,.])\\(?:url|nolinkurl|href|path)\*?\s*(?:\[[^\[\]{}]*\]\s*)?\{")
"""A command of LaTeX whose argument is a URI: `\\url{`, `\\href[page=2]{`."""

_ANCHOR = lazy_pattern(r"<a\s", re.IGNORECASE)
_ONE = lazy_pattern(
    rf"(?<![\w+.\-/=?&%#@:])(?:(?:{HTTP_OR_FTP})://|www\.\s?(?=\w))[^\s<>\"'|)\]}}]*+"
    r"|(?<![\w.+\-/:])[\w.+\-]{1,64}@[\w\-]{1,63}\.[\w.\-]{2,190}",
    re.IGNORECASE,
)
"""One URI or address in a text, up to white space, a quote or a closing bracket."""

_ONE_OR_NAME = lazy_pattern(rf"{_ONE.pattern}|(?<![\w.+\-/:=?&])({BARE_NAME})(?![\w(])", re.IGNORECASE)
_SCHEME = lazy_pattern(r"\A(?:[a-z][a-z0-9+.\-]*:(?://)?)?(?:www\.)?")
_SHORTEST = len("www.a")
"""The length of the shortest text that `_ONE` matches."""


def refuse_second_uri(text: str, start: int, end: int) -> None:
    """Raise Refusal if the text around a span contains another URI or address: either might be the one meant.

    >>> refuse_second_uri("<http://a.example> http://b.example", 1, 17)
    Traceback (most recent call last):
    linksift.cleaning.errors.Refusal: there is more than one URI
    >>> refuse_second_uri("new york times.com", 0, 3)
    Traceback (most recent call last):
    linksift.cleaning.errors.Refusal: there is text before the URI
    """
    if start < _SHORTEST and len(text) - end < _SHORTEST:
        return
    kept = _without_scheme(text[start:end])
    for found in (_ONE if "://" in text[start:end] else _ONE_OR_NAME).finditer(text):
        outside = found.start() >= end or found.end() <= start
        is_name = found.lastindex is None or is_host(found[1], alone=True)
        if outside and is_name and not f"{kept}/".startswith(f"{_without_scheme(found[0])}/"):
            raise Refusal(f"there is {'text before the URI' if text[start:end].isalpha() else 'more than one URI'}")


def _without_scheme(uri: str) -> str:
    """A URI or name as people show it: in lower case, without its scheme, `www.` and the punctuation at its end.

    >>> _without_scheme("https://www.A.example/"), _without_scheme("mailto:joe@a.example")
    ('a.example', 'joe@a.example')
    """
    return _SCHEME.sub("", uri.strip().lower()).rstrip("/.,;:")


def keep_only(start: int, end: int, draft: Draft) -> Iterator[Edit]:
    """The edits that drop all but a span of the text. Raises Refusal if that would drop another URI."""
    refuse_second_uri(draft.text, start, end)
    yield from keep_span(start, end, draft)


def host_shown(text: str) -> str:
    """The host at the beginning of a text, as people show it.

    >>> host_shown("https://www.A.example/x y")
    'a.example'
    """
    return re.split(r"[/?#:\s)>\]]", _SCHEME.sub("", text[:256].lower()), maxsplit=1)[0]


def keep_span(start: int, end: int, draft: Draft) -> Iterator[Edit]:
    """The edits that drop all but a span of the text."""
    if start > 0:
        yield Edit(0, start)
    if end < len(draft.text):
        yield Edit(end, len(draft.text))


def _keep_group(found: re.Match[str] | None, draft: Draft) -> Iterator[Edit]:
    """The edits that drop all but the group that participated in a match."""
    if found is not None:
        yield from keep_span(*found.span(found.lastindex or 0), draft)


@rule
def html_attribute(draft: Draft) -> Iterator[Edit]:
    """The href or src of an HTML element is the URI (HTML, 4.6.1; courier#80).

    >>> cleaned('<a class="x" href="http://a.example/x">here</a>'), cleaned("href='http://a.example/y'")
    ('http://a.example/x', 'http://a.example/y')
    """
    found = _ATTRIBUTE.search(draft.text) or _BARE_ATTRIBUTE.match(draft.text)
    if found:
        refuse_second_uri(draft.text[: found.start()], 0, 0)
        if _ANCHOR.search(draft.text, found.end()):
            raise Refusal("there is more than one URI")
    return _keep_group(found, draft)


@rule
def html_tags(draft: Draft) -> Iterator[Edit]:
    """HTML tags around a URI are dropped, along with everything after the closing tag (HTML, 13.1.2).

    So is the rest of the tag in whose attribute the URI stood.

    >>> cleaned("<p><code>http://a.example/x</code></p>"), cleaned('http://a.example/x">here</a>')
    ('http://a.example/x', 'http://a.example/x')
    """
    start = 0
    while tag := _TAG.match(draft.text, start):
        start = tag.end()
    value = _BEFORE_REST_OF_TAG.match(draft.text, start)
    # In `style.css" href="http://a.example"`, the URI is another attribute's.
    if value and ("://" in value[0] or "://" not in draft.text):
        return keep_only(start, value.end(), draft)
    closing = _CLOSING_TAG.search(draft.text, start)
    return keep_only(start, closing.start() if closing else len(draft.text), draft)


@rule
def entity(draft: Draft) -> Iterator[Edit]:
    """An HTML character reference becomes its character: `&amp;` becomes `&` (HTML, 13.5).

    >>> cleaned("http://a.example/?x=1&amp;y=2")
    'http://a.example/?x=1&y=2'
    """
    import html  # imported lazily: see tests/test_import.py

    for found in _ENTITY.finditer(draft.text):
        character = html.unescape(found[0])
        if character != found[0]:
            yield Edit(*found.span(), character)


@rule
def markdown_link(draft: Draft) -> Iterator[Edit]:
    """The destination of a Markdown link or image is the URI (CommonMark, 6.3 and 6.4).

    >>> cleaned('[the page](http://a.example/x_(y) "Title")'), cleaned("![](<http://a.example/i.png>)")
    ('http://a.example/x_(y)', 'http://a.example/i.png')
    """
    opener = _LABEL_OPENER.match(draft.text)
    closer = closing_bracket(draft.text, opener.end() - 1) if opener else -1
    if closer > 0 and draft.text.startswith("(", closer + 1):
        end = closing_bracket(draft.text, closer + 1)
        end = len(draft.text) if end < 0 else end
        title = _TITLE.search(draft.text, closer + 2, end)
        end_of_uri = title.start() if title else end
        refuse_second_uri(draft.text[end_of_uri:], 0, 0)  # an image in the label has a URI of its own
        yield from keep_span(closer + 2, end_of_uri, draft)


@rule
def markdown_definition(draft: Draft) -> Iterator[Edit]:
    """The destination of a Markdown reference definition is the URI (CommonMark, 4.7).

    >>> cleaned("[1]: http://a.example/x 'Title'")
    'http://a.example/x'
    """
    if found := _DEFINITION.match(draft.text):
        title = _TITLE.search(draft.text, found.end())
        yield from keep_only(found.end(), title.start() if title else len(draft.text), draft)


@rule
def bbcode(draft: Draft) -> Iterator[Edit]:
    """The URI of a forum link is the content of `[url]`, or the value in its tag (phpBB).

    >>> cleaned("[url=http://a.example/x]here[/url]"), cleaned("[URL]http://a.example/y[/URL]")
    ('http://a.example/x', 'http://a.example/y')
    """
    return _keep_group(_BBCODE.match(draft.text), draft)


@rule
def link_label(draft: Draft) -> Iterator[Edit]:
    """The label of a wiki or chat link is not part of the URI (MediaWiki, Links; Slack, mrkdwn).

    >>> cleaned("[http://a.example/x the page]"), cleaned("<http://a.example/y|the page>")
    ('http://a.example/x', 'http://a.example/y')
    """
    return _keep_group(_WIKI.match(draft.text) or _CHAT_LABEL.match(draft.text), draft)


@rule
def latex_command(draft: Draft) -> Iterator[Edit]:
    r"""The first argument of LaTeX's \url and \href is the URI (packages url and hyperref).

    >>> cleaned(r"\url{http://a.example/x}"), cleaned(r"\href{http://a.example/y}{the page}")
    ('http://a.example/x', 'http://a.example/y')
    """
    if command := _LATEX.search(draft.text):
        closer = closing_bracket(draft.text, command.end() - 1)
        yield from keep_only(command.end(), len(draft.text) if closer < 0 else closer, draft)


def closing_bracket(text: str, opener: int) -> int:
    """The offset of the bracket that closes the one at `opener`, counting nested pairs; -1 if there is none.

    >>> closing_bracket("(a(b))c", 0), closing_bracket("((", 0), closing_bracket("<a<b>>", 0)
    (5, -1, 5)
    """
    depth = 0
    for found in re.compile(f"[{re.escape(text[opener] + _CLOSERS[text[opener]])}]").finditer(text, opener):
        depth += 1 if found[0] == text[opener] else -1
        if not depth:
            return found.start()
    return -1
