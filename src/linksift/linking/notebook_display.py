"""A text with its links marked, as a notebook shows it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Unpack

from linksift.arguments import items, plain_str
from linksift.finding import FinderOptions, Match, finder_from
from linksift.linking.html_output import escape_html
from linksift.linking.link_and_output_format import writable
from linksift.linking.linker import checked_matches
from linksift.linking.text_and_links import without_password
from linksift.notes import edited
from linksift.uri import hide_passwords


@dataclass(frozen=True, slots=True, repr=False)
class MarkedText:
    """A text and its matches. A notebook shows the text with each match marked."""

    text: str
    matches: tuple[Match, ...]

    def __repr__(self) -> str:
        shown = edited(self.text, ((one.start, one.end, without_password(one, one.text)) for one in self.matches))
        return f"MarkedText(text={shown!r}, matches={self.matches!r})"

    def _repr_html_(self) -> str:
        """The text in an element that preserves its white space. A mark's title is the kind and URI of the match. There
        are no links, and no password is shown."""
        pieces, position = [], 0
        for match in self.matches:
            title = escape_html(f"{match.kind}: {hide_passwords(match.uri)}")
            shown = escape_html(writable(without_password(match, match.text)))
            before = escape_html(writable(self.text[position : match.start]))
            pieces.append(f'{before}<mark title="{title}">{shown}</mark>')
            position = match.end
        pieces.append(escape_html(writable(self.text[position:])))
        return f'<div style="white-space: pre-wrap">{"".join(pieces)}</div>'


def show(text: str, matches: Iterable[Match] | None = None, **options: Unpack[FinderOptions]) -> MarkedText:
    """A text with its links marked, as an object that notebooks display.

    Args:
        text: The text.
        matches: Matches of this text, in order and disjoint, such as those of `find`. None finds them.
        options: Those of `Finder`, if there are no `matches`.

    Returns:
        An object with `text`, `matches`, and the method `_repr_html_`, which notebooks call.

    Raises:
        ValueError: For matches that are not from the text, and for invalid values of options.
        TypeError: For options given together with matches, and for unknown options.

    >>> print(show("see www.a.example.")._repr_html_())
    <div style="white-space: pre-wrap">see <mark title="suffix: http://www.a.example">www.a.example</mark>.</div>
    """
    text = plain_str("show", text)
    if matches is None:
        return MarkedText(text, tuple(finder_from(show, None, options).find(text)))
    if options:
        raise TypeError("show takes matches or options of Finder, not both")
    return MarkedText(text, tuple(checked_matches(text, items(matches))))
