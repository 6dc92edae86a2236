"""Removes delimiters around a URI, and labels, list marks and words before it (RFC 3986, Appendix C).

`punctuation` removes the sentence's punctuation.
"""

import re
from collections.abc import Iterator

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Refusal
from linksift.cleaning.markup import BRACKETS, closing_bracket, host_shown, keep_only, refuse_second_uri
from linksift.cleaning.missing_scheme import BARE_NAME, is_host
from linksift.cleaning.scheme_typos import intended_scheme, is_known
from linksift.delimiters import FIRST_IDEOGRAPH, HTTP_OR_FTP, PAIRS
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import schemes, written_without_spaces
from linksift.uri import DOTTED_QUAD, IP_LITERAL

QUOTES = {pair.opener: pair.closers for pair in PAIRS if not pair.in_uri}
"""Quotes, and brackets that no URI contains, each with the characters that close it."""

EMPHASIS = "*_~"
OPENERS = "".join([*QUOTES, *BRACKETS]) + EMPHASIS
"""The marks that may open before a URI and close after it."""

_NAMES = frozenset("./:@\uff0e\u3002\uff1a\uff0f\uff20\\[(")
"""Characters of which every URI or address contains at least one, but a single quoted word contains none."""

_OPENERS = lazy_pattern(f"[{re.escape(OPENERS)}]+")
_LABEL = re.compile(r"(?:URL|URI|IRI|LINK|E-?MAIL|MAIL|WEB|WEBSITE|HOMEPAGE)\s*[:=\uff1a]\s*", re.IGNORECASE)
"""The label that people put before a URI: `URL: `, `E-mail=`."""

_GLUED = re.compile(
    rf"[\"'\u201c&]?([\w\-$][\w\-|$ ]{{0,60}})[\"'\u201d]?\s*[:=\uff1a]\s*(?=(?:{HTTP_OR_FTP})://|mailto:|www\.)",
    re.IGNORECASE,
)
"""A name of one or a few words, and a colon or equals sign, before the beginning of a URI: `"my link": http://`,
`--url=http://`, `cite web|url=http://`."""

_PARAMETER = re.compile(r"\|[^|]*=\s*\Z")
"""The end of a label that is a parameter of a template, which the next bar ends: `cite web|url=`."""

_LIST_MARK = lazy_pattern(
    rf"""(?: [-+*$\u2022\u2023\u25e6\u2043\u2219\u00b7\u2013\u2014\u2192\u27a1\U0001f449\U0001f517]
           | [>|#=]+ | // | /\*+ | -- | \.\. | \\item | \(?[0-9]{{1,3}}[.)] ) \s+
       | >+(?=[^\s>]) | [\u2192\U0001f449\U0001f517]
       | (?: // | [|:=\#@&+!\-]++ ) (?=(?:{HTTP_OR_FTP})://)""",
    re.IGNORECASE | re.VERBOSE,
)
"""The mark of a list entry, a prompt, a comment, a table cell or a quotation before a URI: `- `, `• `, `(1) `, `$ `,
`>`, `👉`, `//http://`, `=http://`."""

_IN_ANGLES = lazy_pattern(r"<\s*(?=URL\s*:|[A-Za-z][A-Za-z0-9+.\-]*:|www\.|[^\s<>@]+@[^\s<>@]+>)", re.IGNORECASE)
_INSIDE = r"[A-Za-z0-9_+.\-/@=?&%:#]"
_BEGINS = re.compile(
    rf"""(?<!{_INSIDE}) (?:
           ([A-Za-z][A-Za-z0-9+.\-]{{1,31}})://
         | mailto: | www\.(?=\w)
         | (?P<mistyped>{HTTP_OR_FTP}) (?: \s?[:;]{{1,2}}\s?[/\\] | [.,]?[/\\]{{2}} | :(?=www\.) ) )""",
    re.IGNORECASE | re.VERBOSE,
)
"""The beginning of a URI, but not inside another: a scheme with `://`, `mailto:`, `www.`, or a web scheme with its
separator mistyped (`http:/`, `https;//`, `http ://`)."""

_SIGNS = r"\u3001\uff0c\uff1a\u2190-\u21ff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"
_BARE = lazy_pattern(
    rf"(?<![^\s(\[{{<\"'\u201c\u00ab{_SIGNS}])(?<!\w')"
    rf"(?:[\w.+\-]{{1,64}}@{BARE_NAME}|({BARE_NAME}|localhost(?=:[0-9])|{DOTTED_QUAD}(?=[:/])))(?=[^\w(]|\Z)",
    re.IGNORECASE,
)
"""An address or name without a scheme, at the beginning or after white space, an opening mark or an emoji, but not an
apostrophe (`o'brien@a.example`). The group is the name."""

_LABELLED = lazy_pattern(rf"(?:[:=|{_SIGNS}]|(?<![\w/])(?<!/\s)[^\w\s.,;!?@)\]}}])\s*\Z")
"""The end of words that cannot be a part of the name after them. A mark directly after a word is a colon, an equals
sign, a bar or a sign; others may stand for a dot or an `@` (`joe -at- a.example`, `a [.] example`) or be a part of the
name (`my- site.example`). Two slashes are a scheme's (`h t t p s : / / a.example`)."""

_TWO_WORDS = lazy_pattern(r"(?<![^\W\d_])[^\W\d_]++\W+(?!(?:at|dot)\b)[^\W\d_]+\s*\Z", re.IGNORECASE)
"""Two words at the end of a text, of which the second does not stand for a mark: `joe at a.example`."""

_GOES_ON = lazy_pattern("[/?#]|:[0-9]")
"""The beginning of what follows a host. A name alone may have a space in it: `new york times.example`."""

_BEFORE_COLON = lazy_pattern(r"(?<![\w+.\-])([\w+.\-]++)\s*:")
_VALUE = lazy_pattern(r"[(=:,\[{]\s*[\"'`]\Z")
"""The end of code before a string: `get("`."""

BEFORE_URI = "".join(character for character in map(chr, range(0x80)) if not re.match(_INSIDE, character))
"""The ASCII characters directly after which a URI may begin that is not at the beginning of the text."""

_PASSWORD_BEFORE = lazy_pattern(r"(?![:/?#@])[!-~]:(?![0-9]+\s)[^\s:/?#@]{0,256}[^\s:/?#@,;.!)\]}]\s+\Z")
"""The end of words that may be the first half of a password: `joe:pass word@a.example`. A word in another script before
the colon is a label: `作者:王 joe@a.example`."""

_ANOTHER = lazy_pattern(r"://|@|\w\.[^\W\d_]{2}")
"""Matches some part of any other URI, address or name before the URI."""

_IP_LITERAL = lazy_pattern(IP_LITERAL)
_HOST_BEFORE = lazy_pattern(rf"{IP_LITERAL}|localhost:[0-9]|{DOTTED_QUAD}", re.IGNORECASE)
_SCHEME_BEFORE = lazy_pattern(r"(?<![\w])(?:https|ftps?|wss)\s+\Z", re.IGNORECASE)
_WORDS = re.compile(
    r"(?:[\w\s,;:!?'\"\-()\[\]{}=>|&+*#%$]"
    r"|[^\w\s\x00-\x7f\u2024\u2026\u3002\ufe52\ufe6b\uff0e\uff0f\uff20\uff3c\uff61]"
    r"|[.\u2026\u3002](?=[\s)\].])|<(?=\w++>)|\.(?=[^\W\d_]\.[\s)\]])|(?<=[0-9])\.(?=[0-9])|(?<=\s)[/~@](?=\s)"
    r"|(?<![^\s{])@(?=\w+\s)|(?:(?<=(?<![\w.])[0-9])|(?<=(?<![\w.])[0-9]{2}))/(?=[0-9]))*"
)
"""Words of prose with their punctuation and the separators of titles, but without a period inside: `See the page (it
is new): `, `Title | Site \u00bb `. Abbreviations of letters (`e.g. `), numbers (`3.5`), dates (`1/2/24`), tags
(`@see `), names in angle brackets (`<joe> `) and pictographs are words too. No two alternatives match the same
character at the same place, so that a failure takes linear time."""


@rule
def angle_brackets(draft: Draft) -> Iterator[Edit]:
    """The URI or address is the text inside the angle brackets (RFC 3986, Appendix C; RFC 5322, 3.4).

    A pair within them, such as a placeholder, belongs to the URI.

    >>> cleaned("See <http://a.example/x> for more"), cleaned("Joe Doe <joe@a.example>")
    ('http://a.example/x', 'mailto:joe@a.example')
    """
    if opener := _IN_ANGLES.search(draft.text):
        end = draft.text.find(">", opener.end())
        if draft.text.find("<", opener.end(), end) >= 0:
            end = max(end, closing_bracket(draft.text, opener.start()))
        broken = draft.text.find("\n", opener.end(), end) >= 0  # then a ">" may be the prefix of a quoted line
        yield from keep_only(opener.end(), len(draft.text) if end < 0 or broken else end, draft)


@rule
def url_label(draft: Draft) -> Iterator[Edit]:
    """A label before the URI, such as `URL:`, is not part of it (RFC 3986, Appendix C; RFC 1738, appendix).

    >>> cleaned("URL:http://a.example/x"), cleaned("<url: http://a.example/x>")
    ('http://a.example/x', 'http://a.example/x')
    """
    found = _LABEL.match(draft.text) or _GLUED.match(draft.text)
    if found and found.end() < len(draft.text) and not (found.lastindex and found[1].split()[-1].lower() in schemes()):
        yield Edit(0, found.end())
        end = draft.text.find("|", found.end()) if _PARAMETER.search(found[0]) else -1
        if end > 0:
            yield Edit(end, len(draft.text))


@rule
def list_mark(draft: Draft) -> Iterator[Edit]:
    """The mark of a list item or quoted line before the URI is not part of it (CommonMark, 5; RFC 3676, 4.5).

    Nor are the `//` of a comment, the bar of a table cell and other marks directly before its scheme.

    >>> cleaned("- http://a.example/x"), cleaned("> 2. http://a.example/y"), cleaned("//http://a.example/z")
    ('http://a.example/x', 'http://a.example/y', 'http://a.example/z')
    """
    if found := _LIST_MARK.match(draft.text):
        yield Edit(0, found.end())


@rule
def words_before(draft: Draft) -> Iterator[Edit]:
    """Words before `www.`, `mailto:` or a known scheme with `//` are not part of the URI (RFC 3986, Appendix C).

    The scheme may be mistyped. The words may be a page title, a table row, the URI's host or the code before a string.
    An opening mark before the URI, if it is closed later, is left to the rule `opener`. Without a scheme, a
    mark such as a colon separates them, or two words precede an address, `www.`, or a name with a port or path.

    >>> cleaned("My page: https://a.example/x"), cleaned("Title | http://a.example/"), cleaned('see "www.a.example" b')
    ('https://a.example/x', 'http://a.example/', 'http://www.a.example')
    """
    text = draft.text
    begins = (found for found in _BEGINS.finditer(text) if found[1] is None or _is_meant(found[1].lower()))
    found = next(begins, None)
    if found and found["mistyped"] and found.start() and not _words_until(text, found.start()):
        found = next((later for later in begins if not later["mistyped"]), None)
    if found and found[1] is None and _SCHEME_BEFORE.search(text, max(0, found.start() - 16), found.start()):
        raise Refusal("there is a scheme before it, without its delimiters")
    if end := _end_of_words(text, found.start()) if found else _end_of_words_before_name(text):
        yield Edit(0, end)


def _end_of_words(text: str, start: int) -> int:
    """The offset of the end of words before a URI that begins at `start`, 0 if there are none."""
    if not start:
        return 0
    words = _words_until(text, start)
    before = text[start - 1]
    in_name = before < FIRST_IDEOGRAPH and text[start] in "wW"  # `caféwww.example`
    is_glued = before.isalnum() and (before.isascii() or in_name)
    if words and words[0] and not is_glued:
        if _HOST_BEFORE.search(words[0]):
            raise Refusal("there is more than one URI")
        return words.end()
    if shown := _shown_host(text, start):
        return shown
    if not words and _VALUE.search(text, max(0, start - 16), start):
        refuse_second_uri(text[:start], 0, 0)
        return start - 1
    if before.isspace() and not words:
        raise Refusal(f"there is {'more than one URI' if _ANOTHER.search(text, 0, start) else 'text before the URI'}")
    return 0


def _shown_host(text: str, start: int) -> int:
    """The offset after the URI's host, shown as a title before the URI, and its separators; 0 if there is none.

    >>> _shown_host("a.example (http://a.example/x)", 11), _shown_host("b.example - http://a.example/x", 12)
    (10, 0)
    """
    name = _BARE.match(text)
    if not name or not name[1] or host_shown(name[1]) != host_shown(text[start:]):
        return 0
    marks = text[name.end() : start].lstrip(" \t\n:|\u2013\u2014-")
    return start - len(marks) if marks in ("", "(", "[", "<") else 0


def _end_of_words_before_name(text: str) -> int:
    """The offset of the end of words before an address or name without a scheme, 0 if they may be a part of it.

    >>> _end_of_words_before_name("Contact: joe@a.example"), _end_of_words_before_name("joe doe@a.example")
    (9, 0)
    """
    found = _BARE.search(text)
    if found is None or not found.start() or not (found[1] is None or is_host(found[1], alone=True)):
        return 0
    words = _words_until(text, found.start())
    if not words or _HOST_BEFORE.search(words[0]) or (found[1] and _may_begin_name(text, found.start())):
        return 0
    if any(_is_meant(label[1].lower()) for label in _BEFORE_COLON.finditer(words[0])):
        return 0
    if found[1] is None and _PASSWORD_BEFORE.search(words[0]):
        return 0
    if words.end() < found.start() or _LABELLED.search(words[0]):
        return words.end()
    is_whole = found[1] is None or found[1].startswith("www.") or _GOES_ON.match(text, found.end())
    return words.end() if is_whole and _TWO_WORDS.search(words[0]) else 0


def _may_begin_name(text: str, start: int) -> bool:
    """Whether a symbol other than an emoji is directly before a name, as in the hosts of some sites: `\u272adf.ws`.

    Unicode's blocks of miscellaneous symbols and dingbats contain such symbols; arrows and bullets are separators.
    """
    symbol = text[max(0, start - 2) : start].rstrip("\ufe0f")[-1:]
    return "\u2600" <= symbol <= "\u27bf" and not written_without_spaces(symbol)


def _is_meant(scheme: str) -> bool:
    """Whether a scheme in lower case is known, or a known one misspelled."""
    return is_known(scheme) or bool(intended_scheme(scheme))


def _words_until(text: str, start: int) -> re.Match[str] | None:
    """The words that a text begins with, if nothing but an opening mark is between them and `start`.

    >>> _words_until("see ( http://a.example ) and", 6)[0], _words_until("b.example http://a.example", 10)
    ('see ', None)
    """
    end = len(text[:start].rstrip())
    marked = end > 0 and _closing_offset(text, end) < len(text)
    return _WORDS.fullmatch(text, 0, end - 1 if marked else start)


@rule
def opener(draft: Draft) -> Iterator[Edit]:
    """Quotes, brackets and emphasis around a URI are dropped, with everything after the closing mark (Appendix C).

    >>> cleaned("\u201chttp://a.example/x,\u201d he said"), cleaned("(`http://a.example/x_(y)`)")
    ('http://a.example/x', 'http://a.example/x_(y)')
    """
    found = _OPENERS.match(draft.text)
    start = found.end() if found else 0
    if start and draft.text[start - 1] == "[" and _IP_LITERAL.match(draft.text, start - 1):
        start -= 1
    end = _closing_offset(draft.text, start) if start else 0
    is_aside = "://" in draft.text[end:] and "://" not in draft.text[start:end]  # `[10:30] Joe: http://a.example`
    if not is_aside and not _NAMES.isdisjoint(draft.text[start:end]):
        marks = draft.text[:start]
        if end == len(draft.text):
            while end > start and draft.text[end - 1] in EMPHASIS and draft.text[end - 1] in marks:
                end -= 1
        yield from keep_only(start, end, draft)


def _closing_offset(text: str, start: int) -> int:
    """The offset at which the mark directly before `start` is closed, or the end of the text if it is not."""
    mark = text[start - 1]
    ends = [place for closer in QUOTES.get(mark, "") if (place := text.find(closer, start)) >= 0]
    if mark in BRACKETS and (end := closing_bracket(text, start - 1)) >= 0:
        return end
    return min(ends, default=len(text))
