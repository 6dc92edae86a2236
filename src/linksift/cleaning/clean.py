"""`clean` turns one typed string into one URI, by the repairs of the other modules in a fixed order."""

from typing import NamedTuple

from linksift.arguments import require_str
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
from linksift.cleaning.draft import Rule, new_draft
from linksift.cleaning.errors import NotAURI, Refusal
from linksift.notes import Note, rule_name
from linksift.registries import schemes

MAX_LENGTH = 65_536
"""Longer texts, in code points, are refused unread: nobody types them."""

MAX_ROUNDS = 6
"""How often the repairs run at most: a text in more layers of delimiters is refused."""

ORDER: tuple[Rule, ...] = (
    refusals.dangerous_scheme,
    whitespace.outer,
    whitespace.hidden,
    whitespace.paragraph,
    whitespace.line_prefix,
    wrong_characters.escaped,
    markup.html_attribute,
    markup.html_tags,
    markup.entity,
    markup.bbcode,
    markup.link_label,
    markup.markdown_link,
    markup.markdown_definition,
    delimiters.angle_brackets,
    delimiters.list_mark,
    delimiters.opener,
    delimiters.url_label,
    delimiters.words_before,
    punctuation.leading,
    refusals.dangerous_scheme,
    wrong_characters.lookalike_slash,
    wrong_characters.full_width,
    whitespace.words_after,
    whitespace.content,
    whitespace.line_break,
    whitespace.inner,
    punctuation.possessive,
    punctuation.trailing,
    refusals.dangerous_scheme,
    wrong_characters.defanged,
    scheme_typos.doubled_scheme,
    scheme_typos.misspelled,
    scheme_typos.stray_mark,
    scheme_typos.separator,
    scheme_typos.mailto_slashes,
    wrong_characters.comma_after_www,
    wrong_characters.backslash,
    missing_scheme.empty_port,
    missing_scheme.mailto_added,
    missing_scheme.scheme_added,
    wrong_characters.lookalike_slash,
    uri_encoding.host_to_ascii,
    uri_encoding.percent_encoded,
)
"""The repairs, in order. They run until none changes anything, so cleaning twice is the same as cleaning once."""


class Cleaned(NamedTuple):
    """A URI, and the notes that make it of the typed text when they are applied to that."""

    uri: str
    notes: tuple[Note, ...]


def clean(typed: str, default_scheme: str = "http") -> Cleaned:
    """The one URI that a user meant when typing or pasting this text into a URI field (RFC 3986, Appendix C and 4.5).

    Delimiters, markup, white space and sentence punctuation around the URI are dropped. Names without a scheme get the
    default one, and addresses get `mailto:`. Common mistakes are repaired. The URI leads to the host that a browser
    reads in the typed text, except after the repairs of `same_host.MAY_CHANGE_HOST`. The URI is always valid, and
    cleaning it again changes nothing. The notes give spans in code points of `typed`, half-open.

    Raises NotAURI, a ValueError, for `javascript:`, `data:` and `vbscript:`, and if making a URI would take a guess.
    Raises ValueError for a default scheme that takes no host.

    >>> clean(" <URL:http//www.a.example/x y.>").uri
    'http://www.a.example/xy'
    >>> [note.rule for note in clean("www.a.example,", default_scheme="https").notes]
    ['missing_scheme.scheme_added', 'punctuation.trailing']
    """
    require_str("clean", typed)
    if default_scheme not in schemes() or not schemes()[default_scheme].host:
        raise ValueError(f"the scheme {default_scheme!r} takes no host")
    if len(typed) > MAX_LENGTH:
        raise NotAURI(typed, f"it is longer than {MAX_LENGTH} characters")
    draft = new_draft(typed, default_scheme)
    try:
        for _ in range(MAX_ROUNDS):
            before = draft.text
            for rule in ORDER:
                draft = draft.edited(rule, rule(draft))
            if draft.text == before:
                refusals.check_usable(before)
                same_host.check_same_host(draft)
                return Cleaned(before, draft.notes())
        raise Refusal(f"repairs still change it after {MAX_ROUNDS} rounds")
    except Refusal as refusal:
        raise NotAURI(typed, str(refusal), tuple(map(rule_name, draft.applied))) from None
