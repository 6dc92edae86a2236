r"""Where a browser would go with what was typed: the URI that `clean` gives has to lead there too.

This module holds the one veto over all repairs. It compares hosts: those that a browser reads in what was typed, before
slashes and backslashes were repaired, and the one of the answer. RFC 3986 and browsers see the same host in an answer,
since it is a valid URI; the tests show it.
"""

import re
from collections.abc import Iterator

from linksift.cleaning import missing_scheme, punctuation, scheme_typos, whitespace, wrong_characters
from linksift.cleaning.draft import Draft, Rule
from linksift.cleaning.errors import Doubt
from linksift.uri import RefusedURL, browser_url

CHANGES_HOST: tuple[Rule, ...] = (
    scheme_typos.doubled_scheme,
    scheme_typos.stray_mark,
    wrong_characters.comma_after_www,
    wrong_characters.defanged,
    whitespace.paragraph,
    whitespace.words_after,
    punctuation.possessive,
    punctuation.trailing,
)
"""The repairs that may change the host that a browser reads: what they are for is wrong in the host, or behind it."""

LEFT_AS_TYPED: tuple[Rule, ...] = (
    wrong_characters.escaped,
    wrong_characters.backslash,
    missing_scheme.empty_port,
    missing_scheme.mailto_added,
    missing_scheme.scheme_added,
)
"""What these repaired is read as it was typed: backslashes, and names without a scheme, which are no URLs."""

_READ_AS_FTP = re.compile(r"\A(?:sftp|ftps)(?=:)", re.IGNORECASE)


def same_host(draft: Draft) -> None:
    r"""Raise Doubt where a browser would go to another host with what was typed than with the answer.

    What was typed is read twice: with the repairs of CHANGES_HOST and no others, and with all repairs but those of
    LEFT_AS_TYPED. Where a browser has no host for it, there is nothing to compare.

    >>> from linksift.cleaning.draft import Edit, new_draft
    >>> draft = new_draft(r"http:///good.example\@evil.example/", "http")
    >>> same_host(draft)
    >>> same_host(draft.edited(wrong_characters.escaped, [Edit(20, 21)]))
    Traceback (most recent call last):
    linksift.cleaning.errors.Doubt: a browser goes to 'good.example' with what was typed, not to 'evil.example'
    """
    if draft.text == draft.typed:
        return
    answer = _browsers_host(draft.text)
    for reading in _readings(draft):
        host = _browsers_host(reading)
        if host is not None and host != answer:
            raise Doubt(f"a browser goes to {host!r} with what was typed, not to {answer or ''!r}")


def _readings(draft: Draft) -> Iterator[str]:
    yield draft.with_repairs_of(CHANGES_HOST)
    others = [by for by in draft.done if by not in LEFT_AS_TYPED]
    yield draft.with_repairs_of(others).lstrip("\\")


def _browsers_host(text: str) -> str | None:
    r"""The host that a browser reads in a text, None where it has none; sftp and ftps are read as it reads ftp.

    >>> _browsers_host(r"https:\\a.example\x"), _browsers_host("sftp:a.example"), _browsers_host("a.example")
    ('a.example', 'a.example', None)
    """
    try:
        url = browser_url(_READ_AS_FTP.sub("ftp", text))
    except RefusedURL:
        return None
    return url and url.host
