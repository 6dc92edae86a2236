"""Repairs characters typed in place of the right ones: full-width forms, backslashes, defanged dots and colons.

No rule changes the letters of a host, except their width. `same_host` checks the host after all repairs.
"""

import re
from collections.abc import Iterator

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.errors import Refusal
from linksift.cleaning.prose_after import authority_end, authority_start
from linksift.cleaning.scheme_typos import ANY_WEB
from linksift.finding import refang_steps
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule, rule_name
from linksift.registries import top_level_domains
from linksift.uri import TYPESET, as_typed, split

_WIDE = lazy_pattern(r"[\uff01-\uff5e\u3002\uff61\ufe55\ufe52\u2024]")
_WIDE_TO_ASCII = dict(zip("\u3002\uff61\ufe52\u2024\ufe55", "....:", strict=True))
_WIDE_SLASH = lazy_pattern(r"(?<![:\uff1a/\uff0f;])[/\uff0f?\uff1f#\uff03](?![/\uff0f])")
_ESCAPED = lazy_pattern(r"(?<!\\)\\(?=[!-/:-@\[\]-`{-~])|(?<!(?<!\\)\\[nrt])(?:(?<!\\)\\[nrt])++\Z")
"""A backslash before a sign, or escaped white space at the end of the text: `\\_`, `\\n`."""

_BY_NUMBER = lazy_pattern(r"(?<!\\)\\(?:u00|x)([2-7][0-9A-Fa-f])")
"""An ASCII character, except a control below the space, that JSON or JavaScript writes as its number: `\\u0026`."""

_IN_STRINGS = lazy_pattern(r"(?<!\\)\\(?=[/\"'])")
_WINDOWS = lazy_pattern(r"[:;]\s*\\\\")
_SLASHES_THERE = lazy_pattern(r"/\\?/")
_AROUND = frozenset(".@\"'<>()[]{}*`")
_TYPESET = lazy_pattern(f"[{TYPESET}]")
_LOOKALIKE_SLASH = lazy_pattern(
    r"[^/?#\u2044\u2215]*+[\u2044\u2215]"
    r"|[^/?#\u2100-\u214f\uff03\uff0f\uff1f\uff3c]*+[^/?#][^/?#@\uff20\ufe6b]*+[@\uff20\ufe6b]"
)
"""A host up to a fraction or division slash, or up to an at sign that follows a compatibility character for slashes.
"""

_HOST = lazy_pattern(r"[^/?#]*")
_DELIMITER = lazy_pattern(r"[/?#]")
_CUT = lazy_pattern(r"\\+[!-.:-@\[\]-`{-~]")
_BARE_DOT = lazy_pattern(r"localhost\\.|(?<!\\)\.", re.IGNORECASE)
_AFTER_WWW = lazy_pattern(rf"(?:(?:{ANY_WEB})://)?www(\.\.+|,)(?=\w)", re.IGNORECASE)
_BEFORE_SUFFIX = lazy_pattern(
    rf"(?:(?:{ANY_WEB})://(?:www\.)?|www\.|(?:mailto:)?[^\s@/:?#,]{{1,64}}@)"
    r"(?P<name>[\w\-.]{1,253})(?P<comma>,)(?P<suffix>[\w\-.]{1,253})(?=(?::[0-9]*)?(?:[/?#]|\Z))",
    re.IGNORECASE,
)
"""A name without its `www.`, after a scheme or a mailbox, and the text after the comma in it."""

DEFANGS = "[({<\\*xXw"
"""The characters of the marks and masks that are typed on purpose."""

_DEFANGED = lazy_pattern(r"[\[({<\\*]|[xXmM](?:(?<=[xX])|(?i:eow))[\s\S]{0,12}(?://|__| : /)")
"""Such a mark, or the part of a masked scheme by which a text without marks can be told to be defanged, up to its
separator: `xxp://`, `meow__`."""

_REPAIRED_LATER = frozenset({"refang.separator", "refang.escaped_slash"})
"""Refanging rules for changes that other repairs of a typed text undo."""

_BACKSLASHES = lazy_pattern(r"\\+")
_DRIVE_LETTER = lazy_pattern(r"(?<![\w+.\-/?=&#:])file:([/\\]*)([A-Za-z]:[/\\][^<>\"|?#\n]*)", re.IGNORECASE)
"""A file URI with a drive letter. The groups are the slashes before the path, and the path as far as Windows allows its
characters."""


@rule
def full_width(draft: Draft) -> Iterator[Edit]:
    """Full-width characters become their ASCII forms if the scheme or host contains any (UTS #46, 4; UAX #11).

    If only the path contains them, they may be intended: `http://a.example/\uff08x\uff09` keeps them.

    >>> cleaned("\uff46\uff54\uff50\uff1a\uff0f\uff0fa\uff0eexample"), cleaned("a\u3002example/x")
    ('ftp://a.example', 'http://a.example/x')
    """
    path = _WIDE_SLASH.search(draft.text)
    head = path.end() if path else len(draft.text)
    end = len(draft.text) if re.search(r"[\uff01-\uff5e]", draft.text[:head]) else head
    for found in _WIDE.finditer(draft.text, 0, end):
        if found.end() <= head or "\uff01" <= found[0] <= "\uff5e":
            yield Edit(*found.span(), _WIDE_TO_ASCII.get(found[0]) or chr(ord(found[0]) - 0xFEE0))


@rule
def defanged(draft: Draft) -> Iterator[Edit]:
    """A defanged scheme or host, such as `hxxp` or `a[.]example`, is restored (iocextract, README).

    >>> cleaned("hxxps[://]www[.]a[.]example/x"), cleaned("joe[at]a(dot)example")
    ('https://www.a.example/x', 'mailto:joe@a.example')
    """
    if not _DEFANGED.search(draft.text):
        return
    has_authority = authority_start(draft.text) > 0
    steps = [
        step
        for step in refang_steps(draft.text)
        if rule_name(step.rule) not in _REPAIRED_LATER
        and any(mark in DEFANGS for mark in draft.text[step.start : step.end])
        and not (step.replacement == "@" and has_authority and " " in draft.text[step.start : step.end])
    ]
    if steps and steps[0].start <= authority_end(draft.text):
        if _cuts_host(draft.text):
            raise Refusal("there is a backslash where a host may end")
        for step in steps:
            yield Edit(step.start, step.end, step.replacement or "")


def _cuts_host(text: str) -> bool:
    r"""Whether only some dots of a host are preceded by a backslash, which some software takes for a slash.

    If a backslash precedes a dot in the userinfo, such software takes the userinfo for the host.

    >>> _cuts_host(r"http://a.example\.b.example"), _cuts_host(r"http://b\.example")
    (True, False)
    >>> _cuts_host(r"http://a\.example@b\.example"), _cuts_host(r"http://a@b\.example")
    (True, False)
    """
    found = _HOST.match(text, authority_start(text))
    authority = found[0] if found else ""
    escaped_dot = authority.find(r"\.")
    return escaped_dot >= 0 and (authority.rfind("@") > escaped_dot or _BARE_DOT.search(authority) is not None)


@rule
def lookalike_slash(draft: Draft) -> Iterator[Edit]:
    """A host with a character that only looks like a slash is refused, not repaired (UTS #39, 4; RFC 3986, 7.6).

    >>> cleaned("http://bank.example\u2215.evil.example")
    Traceback (most recent call last):
    linksift.cleaning.errors.NotAURI: not a URI: its host has a character that only looks like a slash
        http://bank.example\u2215.evil.example
    """
    if _LOOKALIKE_SLASH.match(draft.text, authority_start(draft.text)):
        raise Refusal("its host has a character that only looks like a slash")
    return iter(())


@rule
def typeset(draft: Draft) -> Iterator[Edit]:
    """A ligature in a path, query or fragment becomes its letters, and U+2011 `-`, as finding does (Unicode, 6.2, 7.1).

    >>> cleaned("http://a.example/o\N{LATIN SMALL LIGATURE FFI}ce")
    'http://a.example/office'
    """
    parts = split(draft.text)
    for found in _TYPESET.finditer(draft.text, parts.starts()["path"]) if parts.scheme else ():
        yield Edit(*found.span(), as_typed(found[0]))


@rule
def drive_letter(draft: Draft) -> Iterator[Edit]:
    r"""A drive letter is not a host, and the path after it has slashes (RFC 8089, E.2; WHATWG URL, 4.4).

    >>> cleaned(r"file://C:\dir\x"), cleaned("file:c:/x")
    ('file:///C:/dir/x', 'file:///c:/x')
    """
    if "file:" in draft.text.lower() and (found := _DRIVE_LETTER.search(draft.text)):
        if len(found[1]) in (0, 2) or "\\" in found[1]:
            yield Edit(*found.span(1), "///")
        for slashes in _BACKSLASHES.finditer(draft.text, found.start(2), found.end(2)):
            yield Edit(*slashes.span(), "/")


@rule
def escaped(draft: Draft) -> Iterator[Edit]:
    r"""Backslash escapes of JSON and Markdown are undone, and a final `\n` is dropped (RFC 8259, 7; CommonMark, 2.4).

    In a host, only dots may be escaped, and then all of them, because some software takes the backslash for a slash.

    >>> cleaned(r"https:\/\/a.example\/x"), cleaned(r"https://a.example/?b\u0026c")
    ('https://a.example/x', 'https://a.example/?b&c')
    """
    text = draft.text
    slashes = _SLASHES_THERE.search(text)
    start = slashes.end() if slashes else 0
    delimiter = _DELIMITER.search(text, start)
    end = delimiter.start() - 1 if delimiter else len(text)
    is_windows = _WINDOWS.search(text) is not None
    edits: list[Edit] = []
    for found in (_IN_STRINGS if is_windows else _ESCAPED).finditer(text):
        escaped_one = text[found.end() : found.end() + 1]
        if start <= found.start() < end and escaped_one and escaped_one not in _AROUND:
            raise Refusal("there is a backslash where a host may end")
        if escaped_one not in (".", "@") or not start <= found.start() < end:
            edits.append(Edit(*found.span()))
    for found in () if is_windows else _BY_NUMBER.finditer(text):
        if start <= found.start() < end:
            raise Refusal("there is a backslash where a host may end")
        edits.append(Edit(*found.span(), chr(int(found[1], 16))))
    yield from sorted(edits)


@rule
def backslash(draft: Draft) -> Iterator[Edit]:
    r"""A backslash before the query becomes a slash in `file:` or if the scheme needs a host (URL Standard, 4.4).

    >>> cleaned(r"http:\\a.example\x\y?z"), cleaned(r"file:\\server\share\x")
    ('http://a.example/x/y?z', 'file://server/share/x')
    """
    end = re.compile(r"[?#]|\Z").search(draft.text)
    if _CUT.match(draft.text, authority_end(draft.text)):
        raise Refusal("there is a backslash where a host may end")
    if end and re.match(rf"(?:{ANY_WEB})://|file:[/\\]{{2}}|[^\\/]*\.[^\\/]", draft.text, re.IGNORECASE):
        for found in _BACKSLASHES.finditer(draft.text, 0, end.start()):
            yield Edit(*found.span(), "/" * len(found[0]))


@rule
def comma_after_www(draft: Draft) -> Iterator[Edit]:
    """A comma or repeated dots right after `www` become one dot (Crystal#172).

    >>> cleaned("www,a.example"), cleaned("http://www..a.example")
    ('http://www.a.example', 'http://www.a.example')
    """
    if found := _AFTER_WWW.match(draft.text):
        yield Edit(*found.span(1), ".")


@rule
def comma_before_suffix(draft: Draft) -> Iterator[Edit]:
    """A comma before a top-level domain becomes a dot, unless the name is under one without it.

    >>> cleaned("http://www.a,com"), cleaned("joe@gmail,com")
    ('http://www.a.com', 'mailto:joe@gmail.com')
    """
    if found := _BEFORE_SUFFIX.match(draft.text):
        (_, dot, last), suffix = found["name"].lower().rpartition("."), found["suffix"].lower().rpartition(".")[2]
        is_name = last != "localhost" and not last.isdigit()
        if is_name and suffix in top_level_domains() and not (dot and last in top_level_domains()):
            yield Edit(*found.span("comma"), ".")
