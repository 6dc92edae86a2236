"""What a reference says, as rows that people can read: its components, and its parts by the document of its scheme.

Here belongs how a reference reads in rows. The figure above them is for `figure`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from linksift.cli.formats.jsonl import json_ready
from linksift.cli.references.component_diagram import EMPTY, SHOWN
from linksift.cli.terminal_safe import quoted, visible
from linksift.uri import InvalidForScheme, Reference, hide_passwords, scheme_named

WIDEST = 40
"""How wide the column of values is at most; behind a longer value, what it says is on the next line."""


class _Row(NamedTuple):
    """A name, a value as it is written, and the lines that tell what it says."""

    name: str
    value: str
    says: list[str]


def component_table(reference: Reference) -> Iterator[str]:
    """The rows for the components of a reference that are defined, and for what it is."""
    yield from _lined_up(list(_components(reference)))


def scheme_table(reference: Reference) -> Iterator[str]:
    """The rows for the parts of a URI by the document of its scheme, under the section of it that says so.

    None for a scheme that linksift does not know more about, and for a URI that is not valid for its scheme.
    """
    scheme = scheme_named(reference.scheme or "")
    try:
        parts = json_ready(reference.scheme_parts)
    except InvalidForScheme:
        return
    if scheme and parts:
        yield f"By {scheme.section}:"
        yield from _lined_up([_Row(name, _said(value), []) for name, value in parts.items() if value is not None])


def _components(reference: Reference) -> Iterator[_Row]:
    yield _Row("kind", reference.kind, [])
    if reference.iri != str(reference):
        yield _Row("reads", visible(reference.iri), [])
    scheme = scheme_named(reference.scheme or "")
    says = {
        "scheme": [scheme.section if scheme else reference.scheme_status or "unknown"],
        "host": [str(reference.host_kind)],
        "path": [_said(list(reference.segments))] if reference.path else [],
        "query": [_pair(*pair) for pair in reference.query_pairs()],
    }
    for name in SHOWN:
        value = getattr(reference, name)
        if value is not None:
            yield _Row(name, value or EMPTY, says.get(name, []))


def _said(value: Any) -> str:
    """A value of those that `json_ready` gives, in words: texts in quotation marks, cut when they are long.

    >>> print(_said("b c"), _said(["a", "b"]), _said([]), _said({"type": "x", "critical": True}), _said(21))
    "b c" "a", "b" (none) type="x" critical=True 21
    """
    if isinstance(value, str):
        return quoted(hide_passwords(value))
    if isinstance(value, dict):
        return " ".join(f"{name}={_said(item)}" for name, item in value.items() if item is not None)
    if isinstance(value, list):
        return ", ".join(_pair(*item) if isinstance(item, list) else _said(item) for item in value) or "(none)"
    return str(value)


def _pair(name: str, value: str | None) -> str:
    """A name and its value, or the name alone.

    >>> print(_pair("a", "b c"), _pair("a", ""), _pair("a", None))
    "a" = "b c" "a" = "" "a"
    """
    return _said(name) if value is None else f"{_said(name)} = {_said(value)}"


def _lined_up(rows: list[_Row]) -> Iterator[str]:
    """The rows with their names, values and what they say each in a column of its own."""
    names = max(len(row.name) for row in rows)
    values = min(WIDEST, max(len(row.value) for row in rows))
    for name, value, says in rows:
        first, *others = says or [""]
        if len(value) > values:
            first, others = "", says
        yield f"    {name:{names}}  {value:{values}}  {first}".rstrip()
        for other in others:
            yield f"    {'':{names}}  {'':{values}}  {other}"
