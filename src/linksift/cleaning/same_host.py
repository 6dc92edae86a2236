r"""Refuses a cleaned URI whose host differs from the one that a browser reads in the typed text.

This is the one veto over all repairs. It compares the cleaned URI with the typed text before slashes and backslashes
were repaired. In a valid URI, RFC 3986 and browsers see the same host, as the tests show.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from linksift.cleaning import missing_scheme, punctuation, scheme_typos, whitespace, wrong_characters
from linksift.cleaning.draft import Draft, Rule
from linksift.cleaning.errors import Refusal
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule_name
from linksift.uri import ends_in_a_number, host_of_browser_url

MAY_CHANGE_HOST: tuple[Rule, ...] = (
    scheme_typos.doubled_scheme,
    scheme_typos.stray_mark,
    wrong_characters.comma_after_www,
    wrong_characters.comma_before_suffix,
    wrong_characters.defanged,
    whitespace.paragraph,
    whitespace.words_after,
    punctuation.possessive,
    punctuation.trailing,
)
"""The repairs that may change the host that a browser reads, since they repair the host itself or the text after it.
`_mending_elsewhere` names those that may not do so in a given text."""

_REFERENCES_FOR_SLASHES = lazy_pattern(r"\s*[A-Za-z][A-Za-z0-9+.\-]*:&(?:#x2[Ff]|#47|sol);")
"""The beginning of a URI whose slashes are character references, so that a browser reads the host `&`."""

LEFT_AS_TYPED: tuple[Rule, ...] = (
    wrong_characters.escaped,
    wrong_characters.backslash,
    missing_scheme.address_brackets,
    missing_scheme.empty_port,
    missing_scheme.mailto_added,
    missing_scheme.scheme_added,
)
"""The repairs that the comparison undoes: those of backslashes, and of names without a scheme, which are not URLs."""

_READ_AS_FTP = lazy_pattern(r"\A(?:sftp|ftps)(?=:)", re.IGNORECASE)
_NO_SCHEME = re.compile(r"[!-@\[-`{-~]|[^:]*\Z")
"""Matches a text in which a browser reads no scheme: it begins with an ASCII mark or digit, or has no colon (4.4)."""

_AUTHORITY = re.compile(r"[^/?#\\]+")
_WEB_SLASHES = re.compile(r"\A(https?):[/\\]*")


def check_same_host(draft: Draft) -> None:
    r"""Raise Refusal if a browser, given the typed text, would go to a host other than the cleaned URI's.

    The typed text is read twice: with only the repairs in MAY_CHANGE_HOST, except those that would change the host that
    the browser reads, and with all repairs except those in LEFT_AS_TYPED. A reading without a host is not compared.

    >>> from linksift.cleaning.draft import Edit, new_draft
    >>> draft = new_draft(r"http:///good.example\@evil.example/", "http")
    >>> check_same_host(draft)
    >>> check_same_host(draft.edited(wrong_characters.escaped, [Edit(20, 21)]))
    Traceback (most recent call last):
    linksift.cleaning.errors.Refusal: a browser would go to 'good.example', not to 'evil.example'
    """
    elsewhere = set(_mending_elsewhere(draft))
    mended = [rule for rule in draft.applied if rule in MAY_CHANGE_HOST and rule_name(rule) not in elsewhere]
    others = draft.with_repairs_of([rule for rule in draft.applied if rule not in LEFT_AS_TYPED]).lstrip("\\")
    for typed in dict.fromkeys((draft.with_repairs_of(mended), others)):
        reading = _with_two_slashes(typed) if typed != draft.text else typed
        host = _browsers_host(reading) if reading != draft.text else None
        if host == "&" and "@" not in draft.typed and _REFERENCES_FOR_SLASHES.match(draft.typed):
            continue
        if host is not None and host != (answer := _browsers_host(draft.text)):
            raise Refusal(f"a browser would go to {host!r}, not to {answer or ''!r}")


def _mending_elsewhere(draft: Draft) -> Iterator[str]:
    r"""The names of the repairs in MAY_CHANGE_HOST that change text from which a browser determines the host.

    An `@` later in the authority turns everything before it into userinfo, and a browser reads a number before a
    backslash as an address.

    >>> from linksift.cleaning.draft import Edit, new_draft
    >>> draft = new_draft("http://a.example [@b.example/", "http").edited(whitespace.words_after, [Edit(16, 29)])
    >>> list(_mending_elsewhere(draft))
    ['whitespace.words_after']
    """
    if "@" not in draft.typed and "\\" not in draft.typed:
        return
    repairs = {rule_name(rule) for rule in draft.applied if rule in MAY_CHANGE_HOST}
    notes = [note for note in draft.notes() if note.rule in repairs] if repairs else []
    starts = [note.start for note in notes]
    for authority in _AUTHORITY.finditer(draft.typed) if notes else ():
        last = authority.start() + authority[0].rfind("@")
        yield from (note.rule for note in notes[bisect_left(starts, authority.start()) : bisect_right(starts, last)])
    if any(draft.typed[note.start : note.start + 1] == "\\" for note in notes):
        host = _browsers_host(_with_two_slashes(draft.typed))
        if host is not None and ends_in_a_number(host):
            yield rule_name(wrong_characters.defanged)


def _with_two_slashes(text: str) -> str:
    r"""A text with two slashes after http or https, since browsers read any number of them as two (URL Standard, 4.4).

    >>> _with_two_slashes(r"https:\\a.example"), _with_two_slashes("http:a.example"), _with_two_slashes("a.example")
    ('https://a.example', 'http://a.example', 'a.example')
    """
    found = _WEB_SLASHES.match(text)
    return f"{found[1]}://{text[found.end() :]}" if found else text


def _browsers_host(text: str) -> str | None:
    r"""The host that a browser reads in a text, or None; sftp and ftps are read as a browser reads ftp.

    >>> _browsers_host(r"https:\\a.example\x"), _browsers_host("sftp:a.example"), _browsers_host("a.example")
    ('a.example', 'a.example', None)
    """
    return None if _NO_SCHEME.match(text) else host_of_browser_url(_READ_AS_FTP.sub("ftp", text))
