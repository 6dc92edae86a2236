"""Vetoes: beginnings of the next line that never belong to the URI before it. A single veto decides."""

import re
from string import ascii_letters, digits

from linksift.finding.joining.evidence.uri_so_far import message_id_unfinished
from linksift.finding.joining.seam import PARAMETER_START, Seam, joined
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

_REFERENCE = lazy_pattern(r"\[\d{1,3}\]")
_DIVIDER = lazy_pattern(
    r"(?:=20|=09|=A0|=)+\s*$|(?:--+|__+|==+|\*\*+|~~+)|_[A-Z]+_\s*$|EOF\s*$|\.{3}|[-*+•]\s|#\+[A-Za-z]|:[\w-]+:"
    r"|[-+]*\.(?:[A-Z][A-Za-z]?|br|sp|nf|fi|ft|nh|hy|if|ti|ta|ce)(?:\s|$)"
)
"""Text that never begins a piece of a URI: soft line ends of quoted-printable, rules, the end of a text in a script,
dots, bullets, Org directives, roff macros and fields."""

_SCHEME_IN_WORD = lazy_pattern(r"(?<![/=?&%:,;])(?<!%[0-9A-F]{2})(?:https?|ftp)://", re.IGNORECASE)
"""The scheme of another URI directly after other text. After `/ = ? & %`, a colon and an encoded character, that URI
may be part of the first; after a comma or semicolon, the first ends there."""

_BARE_DOI = lazy_pattern(r"10\.\d{4,9}/")
"""The beginning of a DOI without `doi:` or a host, as on a line of its own in references."""

_IP_ADDRESS = lazy_pattern(r"(?:[1-9][0-9]{1,2}(?:\.[0-9]{1,3}){3}|[0-9](?:\.[0-9]{1,3}){3}(?!/))(?![\w.\-])")
"""An IP address. Four small numbers before a slash may be the version that a directory is named after."""

_BEFORE_CLOSER = lazy_pattern(r"(?:[^()\[\]]++|\([^()]*+\)?|\[[^\[\]]*+\]?)*+")
"""The text up to a closing bracket that nothing in it opens: a URI in brackets ends there."""

_LABELLED = lazy_pattern(r"[^/?#=]+:(?:https?|ftp)://", re.IGNORECASE)
"""A URI after its label and a colon, such as `home:http://` or the last field of a record (`1.2::Pots::http://`)."""

_REGISTRANT = lazy_pattern(r"[0-9]{4,9}(?:[./]|%2F|\Z)", re.IGNORECASE)
_AUTHOR = lazy_pattern(r"[^\W\d_a-z][\w'’.-]*,[ ](?:[A-Z]\.)+")
"""The last name of an author and the initials after it: `Smith, J. A.`"""

_WEB_SCHEME = lazy_pattern(r"https?:/", re.IGNORECASE)
_BEFORE_URI = lazy_pattern(r"/web/\d{1,14}(?:[a-z]{2}_)?/\Z")
"""The path after which an archive puts the URI of the page that it keeps."""

_SCHEME = lazy_pattern(r"[a-z][a-z0-9+.\-]*://|https?(?::/|//)(?=\w)", re.IGNORECASE)
"""A scheme and its slashes; one of the web may lack its colon or a slash, as in `http//a.example`."""

_OPAQUE = lazy_pattern(r"(?:mailto|urn|doi|file|news|git|ssh|svn|about|data|tel|xmpp|irc):", re.IGNORECASE)
_ONLY_SCHEME = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.\-]*:(/{0,2})", re.IGNORECASE)
_HOST = lazy_pattern(r"/*(?:[\w-]+(?:\.[\w-]+)+|localhost)")
_LETTER_OR_DIGIT = lazy_pattern(r"[^\W_]")
_NEVER_FIRST = "[(*'!$@~|^"
_SCOPE = lazy_pattern(r"@[\w.-]+/[\w.-]")
"""The owner of a package and the beginning of the package's name, as npm writes them."""

_ENCODED = lazy_pattern(r"%(?![a-z]{3})[0-9A-Fa-f]{2}")
"""A percent-encoded octet, which nobody writes as the beginning of a word: `%description` is a macro of RPM."""

_NUMBER = lazy_pattern("[0-9]+")
_FIRST_WORDS = lazy_pattern(r"\S+\s+(?:https?://|(?:\S+\s+)+?(?<=.{8}))")
"""The first two words of a line, or more if they have fewer than eight characters together; or one before a URI."""

_FILE_BEFORE_COLON = lazy_pattern(r"[\w+@~.\-]*[./][\w./+@~\-]*:(?!//|[ ]\w)")
"""The name of a file and a colon, as grep prints them before a line; after a label, a space and a word follow."""

_FIELD = lazy_pattern(r"[\w/]\S*(?:[:=]|(?<![,;.)])[ \t])\s*")
"""One field and its separator: a colon, `=`, or white space that no punctuation precedes, as it does in a sentence."""

_LAST_PARAMETER = lazy_pattern(r"[?&;][^?&;=/]+=[^?&;=/]+\Z")
_ASSIGNMENT = lazy_pattern(r"[A-Za-z_][\w.]*=[\w%{]")
"""The last parameter of a URI, with its value; and the beginning of another one, but not the padding of Base64."""

_QUERY = lazy_pattern(rf"\?{PARAMETER_START}")
_LAST_QUERY = lazy_pattern(rf"\?{PARAMETER_START}[^?/#]*\Z")
"""The query of a URI that does not contain another URI, which may have a query of its own."""

_OTHER_RECORD = lazy_pattern(
    r"[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}(?:,?[ ]|T)[0-9]{1,2}:[0-9]{2}"
    r"|[A-Za-z][\w.\-]*(?:\[[\w,\-]+\])?[=~]=[0-9]"
    r"|(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)[ ]+(?:https?://|/)"
    r"|[A-Z][A-Z\-]+;[A-Z\-]+="
)
"""A date and a time, as at the start of a line of a log or a chat; a package and its version, as pip reads them; the
method and the target of a request; or a property of a contact card or calendar and its first parameter."""

_WHITE_SPACE = re.compile(r"\s")
_STATUS = lazy_pattern(
    r"""
    HTTP(?:/[0-9](?:\.[0-9])?)?[ ][1-5][0-9]{2}\b
    | [1-5][0-9]{2}[ ](?:
        OK | Created | Accepted | No[ ]Content | Moved[ ]Permanently | Found | See[ ]Other | Not[ ]Modified
        | (?:Temporary|Permanent)[ ]Redirect | Bad[ ]Request | Unauthorized | Forbidden | Not[ ]Found
        | Method[ ]Not[ ]Allowed | Conflict | Gone | Unprocessable | Too[ ]Many[ ]Requests | Internal[ ]Server[ ]Error
        | Bad[ ]Gateway | Service[ ]Unavailable | Gateway[ ]Timeout )\b
    """,
    re.VERBOSE,
)
"""The first line of an answer (RFC 9110, 15), with the protocol or with the reason: `HTTP/2 200`, `404 Not Found`."""

_LONGEST_BEGINNING = 64
"""The number of characters at the start of a line in which its first words are looked for."""

_NO_LETTER = lazy_pattern(r"[¹²³⁰-₟]|[^\w\x00-\x7f]")
"""Beyond ASCII, only letters, marks and digits start a part of a URI; a raised digit is a note's mark."""


@rule
def another_uri(seam: Seam) -> float:
    r"""The next line starts with another URI, a DOI, an IP address or the same host, or its first word contains a URI.

    A DOI may be part of the URI after a delimiter, except a full stop. After `=`, or `/web/` and digits, another URI
    may follow even on one line, so the second URI belongs to the first unless other lines separate them. After a
    closing bracket, the second URI is separate, since the first has ended. A web scheme may lack its colon or a slash
    (`http//`). An IP address belongs to the URI after `//`, but not after another slash: it is the answer to a request,
    or the next entry of a list or log. The URI's own host, in full or without its `www.`, begins another entry, too.

    >>> [another_uri(Seam.in_text(f"http://a.example/b\n{text}http://c.example/")) for text in ("", "2::c::", "c?d=")]
    [1.0, 1.0, 0.0]
    >>> [another_uri(Seam.in_text(f"http://a.example/b{end}\n10.9999/c")) for end in (".", "/")]
    [1.0, 0.0]
    >>> [another_uri(Seam.in_text(f"http://a.example/\n{text}")) for text in ("192.0.2.7/b", "1.2.3.4/b", "1.2.3.4")]
    [1.0, 0.0, 1.0]
    """
    piece = seam.piece
    if seam.last not in "/=:-_%?&" and _BARE_DOI.match(piece):
        return 1.0
    if seam.last == "/" and not seam.uri.endswith("//") and (_starts_with_address(seam) or _starts_with_host(seam)):
        return 1.0
    if ":" not in piece and piece[:1] not in "hHwW":
        return 0.0
    if seam.lines_between and "://" in piece:
        return 1.0
    if _BEFORE_URI.search(seam.uri[-24:]) and _WEB_SCHEME.match(piece):
        return 0.0
    labelled = _LABELLED.match(piece) is not None and "?" not in seam.uri
    starts = _SCHEME.match(piece) and seam.last != "="
    www = piece[:4].lower() == "www." and seam.last != "=" and not joined(seam.uri, "").endswith("://")
    inside = piece if "(" in seam.uri else _BEFORE_CLOSER.match(piece)[0]  # type: ignore[index]
    return float(bool(starts or www or labelled or _SCHEME_IN_WORD.search(inside) or _OPAQUE.match(piece)))


def _starts_with_address(seam: Seam) -> bool:
    """Whether the next line starts with an IP address. One before a slash may continue a path in prose, but not a URI
    that is alone on its line, as in a list."""
    address = _IP_ADDRESS.match(seam.piece)
    return address is not None and (address.end() == len(seam.piece) or seam.line.stripped == seam.uri)


def _starts_with_host(seam: Seam) -> bool:
    """Whether the next line starts with the host of the URI, perhaps without its `www.`."""
    host = _HOST.match(seam.uri, seam.uri.find("://") + 1)
    following = _HOST.match(seam.piece)
    if host is None or following is None:
        return False
    own, other = (name[0].lstrip("/").lower().removeprefix("www.") for name in (host, following))
    return own == other


@rule
def list_mark_or_divider(seam: Seam) -> float:
    r"""The next line starts with a list mark, a dividing line, a signature's "--", Org's "#+", or another reference.

    A reference starts with its number, such as [1], or with an author and initials after a comma.

    >>> [list_mark_or_divider(Seam.in_text(f"http://a.example/b/\n{line}")) for line in ("-- ", "Pott, A. B.")]
    [1.0, 1.0]
    """
    line = seam.next.stripped
    return float(bool(_REFERENCE.match(line) or _DIVIDER.match(line) or _AUTHOR.match(line)))


@rule
def impossible_start(seam: Seam) -> float:
    r"""The next line starts with a character that starts no part of a URI, or with a word made only of symbols.

    A slash alone may be the end of a path that did not fit on the line (w3m, lynx), and `@` begins the rest of a
    message identifier. A slash after a slash begins another path, `~/`, `./` and `../` are paths in a file system, and
    `%{` begins a macro.

    >>> impossible_start(Seam.in_text("http://a.example/b/\n*c*"))
    1.0
    """
    first = seam.piece[0]
    if first.isascii() and first.isalnum():
        return 0.0
    if first == "@" and message_id_unfinished(seam):
        return 0.0
    home = joined(seam.uri, "").endswith(("/", "/-"))
    scope = first == "@" and seam.last == "/" and _SCOPE.match(seam.piece) is not None
    allowed = (first == "~" and home) or (first == "(" and seam.last == "_") or scope
    slashes = "/" if seam.last == "/" else "//"
    empty_segment = seam.piece.startswith(slashes) and not seam.uri.endswith((":", ":/"))
    other_path = empty_segment or seam.piece.startswith(("~/", "./", "../"))
    macro = first == "%" and not _ENCODED.match(seam.piece)
    beyond_ascii = _NO_LETTER.match(first) is not None
    signs = not _LETTER_OR_DIGIT.search(seam.word) and not (seam.word == "/" and seam.last.isalnum())
    return float((first in _NEVER_FIRST and not allowed) or other_path or macro or signs or beyond_ascii)


@rule
def no_doi(seam: Seam) -> float:
    r"""The next line starts with no registrant after `doi.org/10.`.

    >>> ends = "\n17. Pots", "\n9999%2Fb"
    >>> [no_doi(Seam.in_text(f"https://doi.org/10.{end}")) for end in ends]
    [1.0, 0.0]
    """
    return float(seam.uri.endswith("doi.org/10.") and not _REGISTRANT.match(seam.piece))


@rule
def no_host(seam: Seam) -> float:
    r"""The line ends in a scheme or something like one, and the next line does not start with a host name.

    >>> no_host(Seam.in_text("http://\nand more"))
    1.0
    """
    start = None if seam.last.isalnum() else _ONLY_SCHEME.fullmatch(joined(seam.uri, ""))
    if not start:
        return 0.0
    slashes = len(start[1])
    right = seam.piece.startswith("//"[slashes:]) and not seam.piece.startswith("//"[slashes:] + "/")
    return float((slashes < 2 and not right) or not _HOST.match(seam.piece))


@rule
def same_beginning(seam: Seam) -> float:
    r"""The next line starts with the same two words as the URI's line, apart from numbers: both are records of a log.

    One word is enough before a URI. After a delimiter, the first word of each line may be the rest of a URI: an entry
    of the same collection as the one above.

    >>> text = "10:07 GET http://a.example/b{}\n10:08 {} /c"
    >>> [same_beginning(Seam.in_text(text.format(*end))) for end in (("", "GET"), ("", "PUT"), ("/", "GET"))]
    [1.0, 0.0, 0.0]
    """
    if not seam.last.isalnum():
        return 0.0
    starts = {seam.first.stripped[0], seam.next.stripped[0]}
    if len(starts) > 1 and not starts.issubset(digits):  # as in most cases; the rest looks at whole words
        return 0.0
    own, following = [_NUMBER.sub("0", line.stripped[:_LONGEST_BEGINNING]) for line in (seam.first, seam.next)]
    words = _FIRST_WORDS.match(own)
    return float(words is not None and following.startswith(words[0]))


@rule
def another_record(seam: Seam) -> float:
    r"""The next line is another record: after a time, or after a file's name or fields like the URI's.

    The file's name is as grep prints it, and the time has a date before it. A package and its version (`tea==1.0`) are
    another record, too, and so are a request (`GET /tea`) and a property with a parameter (`TEL;TYPE=work:`; RFC 6350,
    3.3).

    The separator is the same in both lines, and a URI follows it. If it is not `,`, `;` or `|`, there is one field, or
    as many tabs in both lines; and after other white space, nothing follows the second URI. In a query, `=` may be part
    of the URI.

    >>> texts = "b.md:{}/\nc.md:d", "b c,{}/\nd,{}/", "b {}/\nc {}/", "b {}/\nc {} d", "b={}?\nc={}", "{}/\n1/2/26 9:00"
    >>> [another_record(Seam.in_text(text.replace("{}", "http://a.example"))) for text in texts]
    [1.0, 1.0, 1.0, 0.0, 0.0, 1.0]
    """
    first, following = seam.first, seam.next.stripped
    own = seam.layout.text[first.text_end - len(first.stripped) : seam.start]
    if own and _FILE_BEFORE_COLON.match(first.stripped) and _FILE_BEFORE_COLON.match(following):
        return 1.0
    if _OTHER_RECORD.match(following):
        return 1.0
    slashes = following.find("://")
    other = following[: max(slashes, 0)].rstrip(ascii_letters)
    if not own or not other or own[-1:].strip() != other[-1:].strip():
        return 0.0
    if own[-1] in ",;|" or (own[-1] == "\t" and own.count("\t") == other.count("\t")):
        return 1.0
    if not (_FIELD.fullmatch(own) and _FIELD.fullmatch(other)):
        return 0.0
    if own[-1].isspace():
        is_like = _kind_of_field(own) == _kind_of_field(other)  # not `See http://...` above the rest of the URI
        return float(is_like and seam.last not in "-_%&" and not _WHITE_SPACE.search(following, slashes))
    return float(own[-1] != "=" or "?" not in seam.uri + other)


def _kind_of_field(field: str) -> tuple[bool, bool]:
    """Whether a field before white space is a word, and whether it is a label with a colon."""
    text = field.rstrip()
    return text.isalpha(), text.endswith(":")


@rule
def status_of_answer(seam: Seam) -> float:
    r"""The next line is the status with which a server answers the request for the URI.

    >>> texts = "HTTP/2 200", "404 Not Found", "404"
    >>> [status_of_answer(Seam.in_text(f"http://a.example/\n{text}")) for text in texts]
    [1.0, 1.0, 0.0]
    """
    return float(_STATUS.match(seam.next.stripped) is not None)


@rule
def another_value(seam: Seam) -> float:
    r"""The next line assigns another value, after a parameter that has its value; a `&` would separate the two.

    >>> texts = "b=c\nd=e", "b=c&\nd=e", "b=\nd=e", "b=c&d\n=e", "b=c\n&d=e"
    >>> [another_value(Seam.in_text(f"http://a.example/?{text}")) for text in texts]
    [1.0, 0.0, 0.0, 0.0, 0.0]
    """
    if "=" not in seam.piece or not seam.last.isalnum():
        return 0.0
    return float(_LAST_PARAMETER.search(seam.uri) is not None and _ASSIGNMENT.match(seam.piece) is not None)


@rule
def another_query(seam: Seam) -> float:
    r"""The next line starts with a query, and so does the line after it, or the URI has a query: each is an example.

    A URI has at most one query (RFC 3986, 3.4).

    >>> texts = "b\n?c=d\n?e=f", "b?c=d\n?e=f", "b\n?c=d\n&e=f"
    >>> [another_query(Seam.in_text(f"http://a.example/{text}")) for text in texts]
    [1.0, 1.0, 0.0]
    """
    if not _QUERY.match(seam.piece):
        return 0.0
    after = seam.layout.after(seam.next)
    is_listed = after is not None and _QUERY.match(after.stripped) is not None
    return float(is_listed or _LAST_QUERY.search(seam.uri) is not None)


VETOES = (
    same_beginning,
    another_uri,
    list_mark_or_divider,
    impossible_start,
    no_doi,
    no_host,
    another_record,
    status_of_answer,
    another_value,
    another_query,
)
