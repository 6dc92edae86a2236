"""`clean` turns one typed string into one URI, with the repairs of the other modules in a fixed order."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from linksift.arguments import plain_str, true_or_false
from linksift.cleaning import (
    delimiters,
    markup,
    missing_scheme,
    punctuation,
    refusals,
    same_host,
    scheme_typos,
    uri_encoding,
    whitespace,
    wrong_characters,
)
from linksift.cleaning.draft import Draft, Edit, Rule, new_draft
from linksift.cleaning.errors import NotAURI, Refusal
from linksift.delimiters import LEADING, UNICODE_LINE_BREAKS
from linksift.notes import Note, rule_name
from linksift.registries import schemes
from linksift.uri import repr_without_passwords

MAX_LENGTH = 65_536
"""The maximum length of a text in code points: longer texts are refused unread, since nobody types them."""

MAX_ROUNDS = 6
"""The maximum number of times that the repairs run; a text within more layers of delimiters is refused."""

BLANKS = "".join(character for character in map(chr, range(0x80)) if character.isspace())
CONTROLS = "".join(character for character in map(chr, range(0x80)) if not character.isprintable())
NOT_IN_URI = CONTROLS + ' "#%<>[\\]^`{|}'
BEYOND_ASCII = ""
ANY = None

_HOST = r"(?:(?:[a-z0-9]++[.\-])+[a-z]{2,}+|localhost)(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}))?(?=[/?#]|\Z)"
_IN_PATH = r"[A-Za-z0-9\-._~:@/+=&]*+"
_IN_QUERY = r"[A-Za-z0-9\-._~:@/+=&?]*+"
_PATH, _QUERY = (rf"{plain}(?:(?:%[0-9A-Fa-f]{{2}}|,(?![HFhf])){plain})*" for plain in (_IN_PATH, _IN_QUERY))
_OBVIOUSLY_CLEAN = re.compile(rf"(https?://{_HOST})(?:/{_PATH})?(?:\?{_QUERY})?(?:\#{_QUERY})?(?<![.,:?])")

LONGEST_AUTHORITY = 63
"""The maximum length of the scheme and host, so that no label is too long for the DNS (RFC 1035, 2.3.4)."""


class Repair(NamedTuple):
    """A rule, and the characters without which it leaves an ASCII text unchanged; None if it can change any text.

    Most texts contain few of these characters, so most rules need not run.
    """

    rule: Rule
    needs: str | None


ORDER: tuple[Repair, ...] = (
    Repair(refusals.dangerous_scheme, ANY),
    Repair(whitespace.outer, BLANKS),
    Repair(whitespace.hidden, CONTROLS),
    Repair(whitespace.paragraph, "\r\n"),
    Repair(whitespace.line_prefix, BLANKS),
    Repair(wrong_characters.drive_letter, "fF"),
    Repair(wrong_characters.escaped, "\\"),
    Repair(markup.html_attribute, "<="),
    Repair(markup.html_tags, "<>\"'"),
    Repair(markup.entity, ";"),
    Repair(markup.bbcode, "["),
    Repair(markup.link_label, "[<"),
    Repair(markup.markdown_link, "["),
    Repair(markup.markdown_definition, "["),
    Repair(markup.latex_command, "{"),
    Repair(delimiters.angle_brackets, "<"),
    Repair(delimiters.list_mark, BLANKS + ">|/"),
    Repair(delimiters.opener, delimiters.OPENERS),
    Repair(delimiters.url_label, ":="),
    Repair(delimiters.words_before, delimiters.BEFORE_URI),
    Repair(delimiters.opener, delimiters.OPENERS),  # one that the words hid, before spaces within it are dropped
    Repair(punctuation.leading, LEADING),
    Repair(uri_encoding.encoded_whole, "%"),
    Repair(refusals.dangerous_scheme, ANY),
    Repair(wrong_characters.lookalike_slash, BEYOND_ASCII),
    Repair(wrong_characters.full_width, BEYOND_ASCII),
    Repair(whitespace.outer, BLANKS),  # the white space of the brackets or words that were dropped
    Repair(wrong_characters.defanged, wrong_characters.DEFANGS),  # its marks with spaces around them look like prose
    Repair(whitespace.typeset, BLANKS),
    Repair(whitespace.in_path, BLANKS),
    Repair(whitespace.words_after, BLANKS),
    Repair(whitespace.line_break, UNICODE_LINE_BREAKS),
    Repair(whitespace.content, BLANKS),
    Repair(whitespace.inner, BLANKS),
    Repair(punctuation.possessive, BEYOND_ASCII),
    Repair(punctuation.trailing, ANY),
    Repair(refusals.dangerous_scheme, ANY),
    Repair(scheme_typos.doubled_scheme, ":/\\"),
    Repair(scheme_typos.misspelled, ":;/\\"),
    Repair(scheme_typos.stray_mark, ";,'\""),
    Repair(scheme_typos.separator, ".:;/\\" + BLANKS),
    Repair(scheme_typos.opaque_slashes, ":;"),
    Repair(wrong_characters.comma_after_www, ".,"),
    Repair(wrong_characters.comma_before_suffix, ","),
    Repair(wrong_characters.backslash, "\\"),
    Repair(missing_scheme.address_brackets, ":"),
    Repair(missing_scheme.empty_port, ":"),
    Repair(missing_scheme.mailto_added, "@"),
    Repair(missing_scheme.scheme_added, ANY),
    Repair(missing_scheme.intranet_name, ":/"),
    Repair(wrong_characters.lookalike_slash, BEYOND_ASCII),
    Repair(uri_encoding.numeric_host, ANY),
    Repair(uri_encoding.host_to_ascii, BEYOND_ASCII),
    Repair(wrong_characters.typeset, BEYOND_ASCII),
    Repair(uri_encoding.percent_encoded, NOT_IN_URI),
)
"""The repairs, in order: a rule for a special case comes before the general one. They run until none changes anything,
so cleaning twice is the same as cleaning once."""

_NEEDED = frozenset("".join(repair.needs or "" for repair in ORDER))


class Cleaned(NamedTuple):
    """A URI, and the notes that produce it when applied to the typed text."""

    uri: str
    notes: tuple[Note, ...]

    def __repr__(self) -> str:
        return repr_without_passwords(self)


def clean(typed: str, default_scheme: str = "http", *, intranet: bool = False) -> Cleaned:
    """The one URI that a user meant when typing or pasting this text into a URI field (RFC 3986, Appendix C and 4.5).

    Delimiters, markup, white space and sentence punctuation around the URI are dropped. Names without a scheme get the
    default scheme, and addresses get `mailto:`. With `intranet`, a name before a port or path is a host even if it is
    not under a known top-level domain (`nas/photo`, `host:8080/x`). Common mistakes are repaired. The URI leads to the
    host that a browser reads in the typed text, except after the repairs in `same_host.MAY_CHANGE_HOST`. The URI is
    always valid, and cleaning it again changes nothing. The spans of the notes are half-open, in code points of
    `typed`.

    Raises NotAURI, a ValueError, for `javascript:`, `data:` and `vbscript:`, and if the URI could only be guessed.
    Raises ValueError for a default scheme that takes no host.

    >>> clean(" <URL:http//www.a.example/x y.>").uri
    'http://www.a.example/xy'
    >>> [note.rule for note in clean("www.a.example,", default_scheme="https").notes]
    ['missing_scheme.scheme_added', 'punctuation.trailing']
    """
    typed = plain_str("clean", typed)
    true_or_false("intranet", intranet)
    _require_host(default_scheme)
    if len(typed) > MAX_LENGTH:
        raise NotAURI(typed, f"it is longer than {MAX_LENGTH} characters")
    if is_obviously_clean(typed):
        return Cleaned(typed, ())
    draft = new_draft(typed, default_scheme, intranet)
    try:
        for _ in range(MAX_ROUNDS):
            before, place = draft.text, 0
            while repaired := _repaired(draft, place):
                draft, place = repaired
                if is_obviously_clean(draft.text):
                    return _checked(draft, same_host.check_same_host)
            if draft.text == before:
                return _checked(draft, refusals.check_usable, same_host.check_same_host)
        raise Refusal(f"repairs still change it after {MAX_ROUNDS} rounds")
    except Refusal as refusal:
        by = rule_name(refusal.by) if refusal.by else None
        raise NotAURI(typed, refusal.reason, tuple(map(rule_name, draft.applied)), by) from None


def is_obviously_clean(text: str) -> bool:
    """Whether a single pattern shows that a text is a usable URI and that no repair changes it; False proves nothing.

    The pattern matches http and https URIs with a lowercase name (and no A-label), with or without a port, as their
    authority and without the characters that the repairs look for: white space, brackets, quotes, `;`, backslashes,
    punctuation at the end, and commas before what may be another URI.

    >>> [is_obviously_clean(text) for text in ("http://a.example/b?c=%20", "http://a.example/b.", "www.a.example")]
    [True, False, False]
    """
    found = _OBVIOUSLY_CLEAN.fullmatch(text)
    return found is not None and found.end(1) <= LONGEST_AUTHORITY


def _repaired(draft: Draft, start: int) -> tuple[Draft, int] | None:
    """The draft after the first repair of `ORDER[start:]` that changes it, and the place after that repair; None if no
    repair changes it."""
    for place, rule in _due(_NEEDED.intersection(draft.text) if draft.text.isascii() else None, start):
        if edits := _asked(rule, draft):
            return draft.edited(rule, edits), place + 1
    return None


@lru_cache(maxsize=1024)
def _due(characters: frozenset[str] | None, start: int) -> tuple[tuple[int, Rule], ...]:
    """The rules of `ORDER[start:]`, with their positions, that may change a text with these characters of `_NEEDED`.

    Each rule is listed once: until another rule changes the text, applying it again has no effect.

    >>> [rule.__name__ for _, rule in _due(frozenset("@"), len(ORDER) - 9)]
    ['mailto_added', 'scheme_added', 'numeric_host']
    """
    due: dict[Rule, int] = {}
    for place, (rule, needs) in enumerate(ORDER[start:], start):
        if needs is None or characters is None or not characters.isdisjoint(needs):
            due.setdefault(rule, place)
    return tuple((place, rule) for rule, place in due.items())


def _require_host(scheme: object) -> None:
    known = schemes().get(scheme) if isinstance(scheme, str) else None
    if known is None or not known.host:
        raise ValueError(f"default_scheme must be a scheme with a host, such as 'https', not {scheme!r}")


def _checked(draft: Draft, *checks: Callable[[Draft], None]) -> Cleaned:
    """The URI and notes of a draft that passes these checks. Otherwise raises their Refusal."""
    for check in checks:
        _asked(check, draft)
    return Cleaned(draft.text, draft.notes())


def _asked(by: Callable[[Draft], Iterable[Edit] | None], draft: Draft) -> tuple[Edit, ...]:
    """The edits of a rule, or none of a check. Otherwise raises its Refusal, which then names the rule or check."""
    try:
        return tuple(by(draft) or ())
    except Refusal as refusal:
        raise Refusal(refusal.reason, by) from None
