"""One typed string in, one URI out: the order of the repairs, and `clean`.

Here belongs which repair comes before which. What each does is on the pages before.
"""

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
from linksift.cleaning.errors import Doubt, NotAURI
from linksift.notes import Note, rule_name
from linksift.registries import schemes

LONGEST = 65_536
"""A longer text, in code points, is not looked at: nobody types it."""

MOST_ROUNDS = 6
"""So many times the repairs are gone through: a text in more layers of delimiters is refused."""

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
"""The repairs, in order: gone through until none finds anything to do, so that cleaning again changes nothing."""


class Cleaned(NamedTuple):
    """A URI, and what was done to what was typed to get it: applied to that, the notes give the URI."""

    uri: str
    notes: tuple[Note, ...]


def clean(typed: str, default_scheme: str = "http") -> Cleaned:
    """The one URI that a user meant who typed or pasted this where a URI is asked for (RFC 3986, Appendix C and 4.5).

    Delimiters, markup, white space and sentence punctuation around it go; names without a scheme get the default one,
    and addresses `mailto:`; what people really get wrong is repaired. The URI leads to the host that a browser reads in
    what was typed, but for the repairs of `same_host.CHANGES_HOST`.
    The URI is always valid, and cleaning it again changes nothing. The notes are on code points of `typed`, half-open.

    Raises NotAURI, a ValueError, where no URI can be made without guessing, and for `javascript:`, `data:` and
    `vbscript:`; ValueError for a default scheme that no host can stand behind.

    >>> clean(" <URL:http//www.a.example/x y.>").uri
    'http://www.a.example/xy'
    >>> [note.rule for note in clean("www.a.example,", default_scheme="https").notes]
    ['missing_scheme.scheme_added', 'punctuation.trailing']
    """
    require_str("clean", typed)
    if default_scheme not in schemes() or not schemes()[default_scheme].host:
        raise ValueError(f"no host stands behind the scheme {default_scheme!r}")
    if len(typed) > LONGEST:
        raise NotAURI(typed, f"it is longer than {LONGEST} characters")
    draft = new_draft(typed, default_scheme)
    try:
        for _ in range(MOST_ROUNDS):
            before = draft.text
            for by in ORDER:
                draft = draft.edited(by, by(draft))
            if draft.text == before:
                refusals.judge(before)
                same_host.same_host(draft)
                return Cleaned(before, draft.notes())
        raise Doubt(f"it is still not done after {MOST_ROUNDS} rounds")
    except Doubt as doubt:
        raise NotAURI(typed, str(doubt), tuple(map(rule_name, draft.done))) from None
