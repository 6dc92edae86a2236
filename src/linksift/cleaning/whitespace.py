"""Drops white space and invisible characters in and around a URI (RFC 3986, Appendix C), or ends the URI there.

A space in the middle of a path or query is encoded as `%20`.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Refusal
from linksift.cleaning.markup import keep_span, refuse_second_uri
from linksift.cleaning.missing_scheme import is_host
from linksift.cleaning.prose_after import ALL_CONTENT, BLANKS, QUERY, authority_end, authority_start, prose_after
from linksift.delimiters import BLANK_SYMBOLS, HTTP_OR_FTP, JOINERS, STOPS, UNICODE_LINE_BREAKS
from linksift.finding import Finder
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import common_words, function_words, top_level_domains

_IN_ANY_URI = lazy_pattern(r"[./:@\u3002\uff0e\uff1a\uff0f\uff20]|localhost", re.IGNORECASE)
"""A character of which every URI, name and address contains at least one, or the one name that contains none."""

_EMPTY_LINE = lazy_pattern(r"(?<![^\S\r\n])[^\S\r\n]*+(?:\r\n|\n|\r(?!\n))[^\S\r\n]*+[\r\n]")
_LINE = lazy_pattern(rf"(?<!\s)(?:(?<=[!-~])\u2010)?\s*[{UNICODE_LINE_BREAKS}][^\S\n\r]*((?:[>|]+[^\S\n\r]*)*)")
r"""A line break with the hyphen (U+2010) and white space before it, and with the white space and the quote marks of a
reply after it: `\n> > `. The group captures these marks."""


_IN_LINE = lazy_pattern(rf"(?<!\s)[^\S{UNICODE_LINE_BREAKS}]+(?=\S)")
_BEGINS_VALUE = lazy_pattern(r"\S[=&?]")
"""The end of a parameter's name, or of the text before one: a space after it is not part of the value."""

_DELIMITED = frozenset("/\\?#@:")
_RESERVED = ("example", "invalid", "test")
_LAST_LABEL = lazy_pattern(r"([A-Za-z]{2,63})\.?(?=[/?#:])")
_REST_OF_NAME = lazy_pattern(r"[\w\-.\s]{1,256}(?=[/?#:]|\Z)")
_LABEL_ALONE = lazy_pattern(r"[^\W\d_A-Z][\w\-]*+(?![.\s])")
_PORT = lazy_pattern(r"[0-9]{1,5}(?:[/?#]|\Z)")
_OPAQUE = lazy_pattern(r"[A-Za-z\s]+[:;](?![\s:;]*[/\\])")
_SCHEME_ALONE = lazy_pattern(r"[A-Za-z]{0,8}[:;.,]*[/\\]*\Z")
_ANOTHER = lazy_pattern(
    r"\s(?:[A-Za-z][A-Za-z0-9+.\-]{1,31}://|www\.\w|[\w.+\-]{1,64}@[\w\-]{1,63}\.\w)", re.IGNORECASE
)
"""White space and the beginning of another URI, `www.` name or e-mail address."""

_ADDRESSES = lazy_pattern(r"\s*(?:[^\s@,?]++@[^\s@,?]++,\s*(?=[^\s@,?]++@))*+")
"""The addresses before the last one in `mailto:`, each with its comma, and the white space around them (RFC 6068,
2)."""

_BROKEN_PASSWORD = lazy_pattern(r"[^\s:/?#@]++:(?![0-9]*+\s)[^\s/?#@]++\s[^/?#]*@")
"""A userinfo, and white space in its password; `a.example:80 joe@b.example` has none."""

_PREFIX = lazy_pattern(r"\s*([#*|]|//|--)[^\S\n]")
_TERMINAL = lazy_pattern(r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c\x9d]*+(?:\x07|\x1b\\|\x9c)")
"""A control sequence of a terminal (ECMA-48, 5.4) or an operating system command of xterm, including its end."""

_TYPESET = lazy_pattern(rf"(?:{HTTP_OR_FTP})://(?:[^\s/?#]*\.|(?:dx\.)?doi\.org/\S*)?\s", re.IGNORECASE)
"""A URI with white space after its scheme, after a full stop in its host, or in its DOI."""

_SPACED_OUT = "joining.spaced_out."
_BREAKS = frozenset({"rejoin.white_space", "rejoin.line_break", "rejoin.line_prefix"})
_PATH = lazy_pattern(r"(?P<path>/(?!/)[^\s?#]*+(?: [^\s?#]++)++)(?:(?P<parameter>\?[\w.]++=)|(?=\s*\Z|[?#]))")
"""A path with single spaces in it, and whether a query follows."""

_NO_NAME = lazy_pattern(rf"[{STOPS}/\-|]\s|\s(?:[\-|\u2013\u2014<>\[\"/]|\*+/|&&|HTTP/)|://")
"""A delimiter, stop or dash beside white space, the end of a comment or request, markup, or another URI."""

_FILE = lazy_pattern(
    r"\.(?:html?|php|aspx?|pdf|docx?|xlsx?|pptx?|odt|jpe?g|png|gif|webp|svg|mp[34]|mov|zip|iso|txt|csv)\Z",
    re.IGNORECASE,
)
"""The end of a file's name."""

_CAPITALIZED_SEGMENTS = lazy_pattern(r"\A/(?:[^ ]*/)?[A-Z0-9][^ ]*(?: [A-Z0-9][^ ]*)+/[^ ]*\Z")
"""Capitalized words and a slash: `/The House Of Lids/map`."""

_HOST_OF_WORD = lazy_pattern(r"(?:[^/]*[@:])?([^/?#:]*)")


@rule
def outer(draft: Draft) -> Iterator[Edit]:
    """White space around a URI is not part of it (RFC 3986, Appendix C).

    >>> cleaned("  http://a.example/x\\n")
    'http://a.example/x'
    """
    text = draft.text
    start = len(text) - len(text.lstrip())
    return keep_span(start, max(start, len(text.rstrip())), draft)


@rule
def hidden(draft: Draft) -> Iterator[Edit]:
    """Invisible characters, such as soft hyphens, direction marks and controls, are dropped (RFC 3987, 4.1).

    U+200C and U+200D stay between two characters beyond ASCII. Terminal control sequences are dropped as a whole
    (ECMA-48, 5.4 and 5.6).

    >>> cleaned("\\ufeffhttp://a.exam\\u00adple/\\u200bx\\u202c")
    'http://a.example/x'
    """
    end = 0
    for sequence in [*_TERMINAL.finditer(draft.text), None]:
        for offset in range(end, sequence.start() if sequence else len(draft.text)):
            if _is_hidden(draft.text[offset]) and not _joins(draft.text, offset):
                yield Edit(offset, offset + 1)
        if sequence:
            end = sequence.end()
            yield Edit(*sequence.span())


def _is_hidden(character: str) -> bool:
    """Whether a character is invisible but is not white space that separates words."""
    if character in BLANK_SYMBOLS or unicodedata.category(character) == "Cf":
        return True
    return unicodedata.category(character) == "Cc" and not character.isspace()


def _joins(text: str, offset: int) -> bool:
    """Whether a character is a joiner between two characters beyond ASCII (RFC 5892, appendix A)."""
    around = text[offset - 1 : offset] + text[offset + 1 : offset + 2]
    return text[offset] in JOINERS and len(around) == 2 and not any(c.isascii() or _is_hidden(c) for c in around)


@rule
def paragraph(draft: Draft) -> Iterator[Edit]:
    """An empty line ends the URI, as it ends a paragraph; paragraphs of words before it are dropped (CommonMark, 4.8).

    >>> cleaned("http://a.example/x\\n\\nSent from my phone"), cleaned("Dear Joe\\n\\na.example")
    ('http://a.example/x', 'http://a.example')
    """
    uri = _IN_ANY_URI.search(draft.text)
    before = [empty.end() for empty in _EMPTY_LINE.finditer(draft.text, 0, uri.start())] if uri else []
    if before:
        yield Edit(0, before[-1])
    if found := _EMPTY_LINE.search(draft.text, before[-1] if before else 0):
        refuse_second_uri(draft.text, 0, found.start())
        yield Edit(found.start(), len(draft.text))


@rule
def typeset(draft: Draft) -> Iterator[Edit]:
    """White space that a typesetter left in a URI is dropped, as finding does (`joining.spaced_out`).

    >>> cleaned("https:// doi. org/ 10. 9999/ b1- 2021. Springer")
    'https://doi.org/10.9999/b1-2021'
    """
    if _TYPESET.match(draft.text):
        found = next(iter(_joining_finder().find(draft.text)), None)
        notes = found.notes if found is not None and found.start == 0 else ()
        gaps = [Edit(note.start, note.end) for note in notes if note.rule in _BREAKS]
        is_typeset = any(note.rule.startswith(_SPACED_OUT) for note in notes)
        if is_typeset and (len(gaps) > 1 or not draft.text.endswith("://", 0, gaps[0].start)):
            yield from gaps


@rule
def in_path(draft: Draft) -> Iterator[Edit]:
    """A space in a path is %20 before an extension, a query, or a slash after capitalized words (URL Standard, 4.4).

    These show that the path continues. A space after a delimiter or stop means that a line was broken or that a
    sentence begins.

    >>> cleaned("http://a.example/My Event.jpg"), cleaned("http://a.example/x y?z=1")
    ('http://a.example/My%20Event.jpg', 'http://a.example/x%20y?z=1')
    """
    text, start = draft.text, authority_end(draft.text)
    found = _PATH.match(text, start)
    if found is None or ALL_CONTENT.match(text) or _NO_NAME.search(found["path"]):
        return
    first, *words = found["path"].split(" ")
    if _FILE.search(first) or BLANKS.search(text, authority_start(text), start) or any(map(_is_host_or_address, words)):
        return
    if _FILE.search(words[-1]) or found["parameter"] or _CAPITALIZED_SEGMENTS.search(found["path"]):
        yield from (Edit(*blank.span(), "%20") for blank in BLANKS.finditer(text, *found.span("path")))


def _is_host_or_address(word: str) -> bool:
    """Whether a word is a host or an address, with or without a path.

    >>> _is_host_or_address("www.b.example/x"), _is_host_or_address("joe@a.example"), _is_host_or_address("Event.jpg")
    (True, True, False)
    """
    return is_host(_HOST_OF_WORD.match(word)[1], alone=True)  # type: ignore[index]


@rule
def words_after(draft: Draft) -> Iterator[Edit]:
    """Two plain words after a space end the URI, and so does a dash or opening bracket there (RFC 3986, Appendix C).

    So does a line that begins with a field's name (`Title: `), and a bracket that the URI does not open, before more
    text. Before a query, so do signs between spaces that separate titles (`\u00b7`). In a path, so does a
    space after sentence punctuation, and one before an emoji, a date, a word and a number (`page 5`), or an option of a
    command (`-O file`). After a host, so does one before a date, a telephone number, or a word and a number. After
    ASCII, so does a space before Kana, Han or Hangul.

    >>> cleaned("http://a.example/foo for more"), cleaned("http://a.example/ (my page)")
    ('http://a.example/foo', 'http://a.example/')
    """
    if found := prose_after(draft.text):
        refuse_second_uri(draft.text, 0, found.start())
        if (
            found[0].strip()[:1].isalpha()
            and found.start() <= authority_end(draft.text)
            and not _has_whole_host(draft.text, found)
        ):
            raise Refusal("there is white space where a host may end")
        yield Edit(found.start(), len(draft.text))


@cache
def _joining_finder() -> Finder:
    return Finder(rejoin="auto", kinds={"uri"})


@rule
def content(draft: Draft) -> Iterator[Edit]:
    """A space in a query or fragment, or in `mailto:`, `magnet:` or `file:`, is content and becomes %20 (RFC 3986, 2).

    After `=`, `&` or `?` that ends a name, it is not content, since a line was broken there.

    >>> cleaned("http://a.example/?q=how to cook rice"), cleaned("mailto:joe@a.example?subject=Dear friends")
    ('http://a.example/?q=how%20to%20cook%20rice', 'mailto:joe@a.example?subject=Dear%20friends')
    """
    found = ALL_CONTENT.match(draft.text)
    if (
        not found
        and (found := QUERY.search(draft.text, authority_end(draft.text)))
        and _ANOTHER.search(draft.text, found.end())
    ):
        raise Refusal("there is more than one URI")
    if found:
        for blank in _IN_LINE.finditer(draft.text, found.end()):
            is_between = blank.start() > found.end() and not _BEGINS_VALUE.match(draft.text, blank.start() - 2)
            if is_between:
                yield Edit(*blank.span(), "%20" * (blank.end() - blank.start()))


def _has_whole_host(text: str, prose: re.Match[str]) -> bool:
    """Whether everybody would read the text between a scheme and the prose as a whole host; True without a scheme."""
    start = authority_start(text)
    name = "".join(text[start : prose.start()].split()).lower()
    _, dot, last = re.sub(r"(?::[0-9]*)?[.,;!]*\Z", "", name).rpartition(".")
    named = bool(dot) and (last in top_level_domains() or last.isdigit())
    return not start or named or last[-1:] == "]" or last == "localhost"


@rule
def line_prefix(draft: Draft) -> Iterator[Edit]:
    """A comment, list or table mark that begins the first line is dropped from the lines after it too.

    >>> cleaned("# http://a.example/one/\\n# two")
    'http://a.example/one/two'
    """
    if first := _PREFIX.match(draft.text):
        for found in re.finditer(rf"(?<=\n)[^\S\n]*{re.escape(first[1])}[^\S\n]*", draft.text):
            yield Edit(*found.span())


@rule
def line_break(draft: Draft) -> Iterator[Edit]:
    """A line break in a URI is dropped, along with the quote prefix of the next line (Appendix C; RFC 3676, 4.5).

    So is a hyphen U+2010 before it, with which typesetters and `man` break words.

    >>> cleaned("> http://a.example/one/\\n> two")
    'http://a.example/one/two'
    """
    return _drop(draft.text, _LINE)


@rule
def inner(draft: Draft) -> Iterator[Edit]:
    """White space in a URI is dropped (RFC 3986, Appendix C). The text is refused if a host may end there.

    White space after a comma between the addresses of `mailto:` is dropped, too (RFC 6068, 2).

    >>> cleaned("http:// www.a.example /x"), cleaned("http://www.exam ple.com/")
    ('http://www.a.example/x', 'http://www.example.com/')
    >>> cleaned("mailto:joe@a.example, ann@b.example")
    'mailto:joe@a.example,ann@b.example'
    """
    return _drop(draft.text, BLANKS)


def _drop(text: str, white_space: re.Pattern[str]) -> Iterator[Edit]:
    """The edits that drop white space. Raises Refusal if a host may end there."""
    if not white_space.search(text):
        return
    opaque = _OPAQUE.match(text)
    mailto = opaque if opaque and "mailto" in opaque[0].lower() else None
    start = _ADDRESSES.match(text, mailto.end()).end() if mailto else authority_start(text)  # type: ignore[union-attr]
    end = authority_end(text) if mailto or not opaque else 0
    in_scheme = 0 if mailto or _SCHEME_ALONE.match("".join(text[:start].split())) else start
    if _ANOTHER.search(text, start) and not ALL_CONTENT.match(text):
        is_one = start and _BROKEN_PASSWORD.match(text, start)
        raise Refusal("there is white space in its password" if is_one else "there is more than one URI")
    userinfo_end = text.rfind("@", start, end) if start and not opaque else 0
    for found in white_space.finditer(text):
        in_userinfo = start < found.start() < userinfo_end
        ends_host = in_userinfo or (start < found.start() < end and _may_end_host(text, start, *found.span()))
        if found.start() < in_scheme or ends_host:
            if "." in text[start : found.start()]:
                refuse_second_uri(text, start, found.start())
            raise Refusal("there is white space where a host may end")
        yield Edit(*found.span())


def _may_end_host(text: str, begin: int, start: int, end: int) -> bool:
    """Whether white space in an authority that begins at `begin` follows text that could be the whole host.

    That text is certainly not a whole host if it is `www`, or contains a dot but no known top-level domain. A single
    label next to a dot, with or without `www`, is not a whole host either if the name continues under a known top-level
    domain. Without a scheme or `www`, it may continue only with a last label, since a period before a longer name may
    end a sentence; so may a period before a last label alone, if no white space precedes it.

    >>> _may_end_host("http://a.example b.example", 7, 16, 17), _may_end_host("http://www.exam ple.com", 7, 15, 16)
    (True, False)
    >>> _may_end_host("http://blog. example.com/", 7, 12, 13), _may_end_host("http://blog. Example", 7, 12, 13)
    (False, True)
    """
    _, mailbox, host = text[max(begin, start - 256) : start].rpartition("@")
    name = "".join(host.split()).lower()
    if not name or text[end : end + 1] in _DELIMITED or (name[-1] == ":" and _PORT.match(text, end)):
        return False
    following = text[end : end + 1]
    at_dot = "." in (name[-1], following)
    if name.rstrip(".") == "www":
        return not at_dot
    first, dot, last = name.rstrip(".").rpartition(".")
    is_known = last in top_level_domains()
    is_brand = first == "www" and is_known and len(last) > 3  # `www. google. com`, but `www.com` may be whole
    if is_brand or (mailbox and not dot and last[:1].isalpha()):  # `joe@gmail. com`
        return not (at_dot and _completes_name(text, end, alone=True))
    if not mailbox and not (dot and (begin or first.startswith("www"))):
        unfinished = begin or (not dot and (following == "." or _LABEL_ALONE.match(text, end)))
        spaced = text[start - 2 : start - 1].isspace()
        completed = at_dot and last[:1].isalpha() and _completes_name(text, end, alone=spaced)
        return not (unfinished and completed and last != "localhost")
    if not last.isalpha() or not (dot or at_dot):
        return not at_dot or last[:1].isdigit()
    return is_known and not _continues_reserved_name(text, last, start, end)


def _completes_name(text: str, start: int, alone: bool = False) -> bool:
    """Whether the rest of a name, with white space in it, ends in a known top-level domain; unless `alone`, this must
    not be a word alone.

    >>> [_completes_name(rest, 0) for rest in ("com/x", ".org", "openai. com", "Thanks", "online")]
    [True, True, True, False, False]
    """
    found = _REST_OF_NAME.match(text, start)
    rest = "".join(found[0].split()).lower().rstrip(".") if found else ""
    delimited = found is not None and found.end() < len(text)
    is_word = rest in function_words() and rest in common_words()  # `me`, `is`, but not `com`
    may_end = delimited or "." in rest or (alone and not is_word)
    return may_end and rest.rpartition(".")[2] in top_level_domains()


def _continues_reserved_name(text: str, last: str, start: int, end: int) -> bool:
    """Whether a name that ends in a reserved domain (RFC 2606, 2) continues with its real last label.

    This is the example of RFC 3986, Appendix C.

    >>> _continues_reserved_name("ftp://foo.example. com/rfc/", "example", 18, 19)
    True
    """
    following = _LAST_LABEL.match(text, end)
    known = following is not None and following[1].lower() in top_level_domains()
    return known and last in _RESERVED and text[start - 1] == "."
