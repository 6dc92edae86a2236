r"""Draws a reference with its components named below it, as in the figure of RFC 3986, 3.

    foo://example.com:8042/over/there?name=ferret#nose
    \_/   \_________/ \__/\_________/ \_________/ \__/
    |     host        |   path        query       fragment
    scheme            port

An empty component takes up no columns, so its name is not drawn.
"""

from collections.abc import Iterator
from typing import NamedTuple

from linksift.cli.formats.jsonl import COMPONENTS
from linksift.uri import Authority, Components, recompose, recompose_authority, split_authority

SHOWN = tuple(name for name in COMPONENTS if name != "authority")
"""The names of the components, with the authority replaced by its three subcomponents."""

EMPTY = "(empty)"

LONGEST = 60
"""The maximum number of characters of a component that are drawn."""


class _Mark(NamedTuple):
    """A nonempty component and its column."""

    column: int
    component: str
    text: str


def component_diagram(reference: Components) -> Iterator[str]:
    """The lines of the diagram for a valid reference. The middle of a long component is left out (`...`)."""
    shown = _abridged(reference)
    starts = shown.starts()
    marks = [_Mark(starts[name], name, text) for name in SHOWN if (text := getattr(shown, name))]
    yield recompose(shown) or EMPTY
    if marks:
        yield _brackets(marks)
    yield from _names(marks)


def _abridged(reference: Components) -> Components:
    scheme, authority, path, query, fragment = reference
    if authority is not None:
        userinfo, host, port = split_authority(authority)
        authority = recompose_authority(Authority(userinfo and _short(userinfo), _short(host), port and _short(port)))
    return Components(
        scheme and _short(scheme), authority, _short(path), query and _short(query), fragment and _short(fragment)
    )


def _short(text: str) -> str:
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[: half - 3]}...{text[-half:]}"


def _brackets(marks: list[_Mark]) -> str:
    r"""A bracket below each component: `|` for one column, `\__/` for several."""
    row = ""
    for column, _, text in marks:
        row = row.ljust(column) + ("|" if len(text) == 1 else "\\" + "_" * (len(text) - 2) + "/")
    return row


def _names(marks: list[_Mark]) -> Iterator[str]:
    """The names below the brackets. A name that would run into the next one hangs from a `|`, one line lower.

    >>> list(_names([_Mark(0, "scheme", "ftp"), _Mark(6, "host", "a")]))
    ['|     host', 'scheme']
    """
    while marks:
        row, lower = "", []
        for mark, following in zip(marks, [*marks[1:], None], strict=True):
            fits = following is None or mark.column + len(mark.component) < following.column
            row = row.ljust(mark.column) + (mark.component if fits else "|")
            if not fits:
                lower.append(mark)
        yield row
        marks = lower
