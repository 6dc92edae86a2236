"""Tables of the contents of a reference: its components, and its parts according to its scheme's specification."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from linksift.cli.formats.jsonl import json_ready
from linksift.cli.references.component_diagram import EMPTY, SHOWN
from linksift.cli.streams.terminal_safe import quoted, visible
from linksift.uri import InvalidForScheme, Reference, hide_passwords, scheme_named

WIDEST = 40
"""The maximum width of the column of values. The meaning of a longer value is put on the next line."""


class _Row(NamedTuple):
    """A name, a value as written, and the lines that explain the meaning of the value."""

    name: str
    value: str
    meanings: list[str]


def component_table(reference: Reference) -> Iterator[str]:
    """The rows for the kind of a reference and for its defined components."""
    yield from _lined_up(list(_components(reference)))


def scheme_table(reference: Reference) -> Iterator[str]:
    """The rows for the parts of a URI according to its scheme's specification, below the section that defines them.

    There are no rows for a scheme whose specification linksift lacks, or for a URI that is not valid for its scheme.
    """
    scheme = scheme_named(reference.scheme or "")
    try:
        parts = json_ready(reference.scheme_parts)
    except InvalidForScheme:
        return
    if scheme and parts:
        yield f"By {scheme.section}:"
        yield from _lined_up([_Row(name, _words(value), []) for name, value in parts.items() if value is not None])


def _components(reference: Reference) -> Iterator[_Row]:
    yield _Row("kind", reference.kind, [])
    if reference.iri != str(reference):
        yield _Row("reads", visible(reference.iri), [])
    scheme = scheme_named(reference.scheme or "")
    meanings = {
        "scheme": [scheme.section if scheme else reference.scheme_status or "unknown"],
        "host": [str(reference.host_kind)],
        "path": [_words(list(reference.segments))] if reference.path else [],
        "query": [_pair(*pair) for pair in reference.query_pairs()],
    }
    for name in SHOWN:
        value = getattr(reference, name)
        if value is not None:
            yield _Row(name, value or EMPTY, meanings.get(name, []))


def _words(value: Any) -> str:
    """A value from `json_ready` in words, with text in quotation marks and shortened if it is long.

    >>> print(_words("b c"), _words(["a", "b"]), _words([]), _words({"type": "x", "critical": True}), _words(21))
    "b c" "a", "b" (none) type="x" critical=True 21
    """
    if isinstance(value, str):
        return quoted(hide_passwords(value))
    if isinstance(value, dict):
        return " ".join(f"{name}={_words(item)}" for name, item in value.items() if item is not None)
    if isinstance(value, list):
        return ", ".join(_pair(*item) if isinstance(item, list) else _words(item) for item in value) or "(none)"
    return str(value)


def _pair(name: str, value: str | None) -> str:
    """A name and its value, or only the name.

    >>> print(_pair("a", "b c"), _pair("a", ""), _pair("a", None))
    "a" = "b c" "a" = "" "a"
    """
    return _words(name) if value is None else f"{_words(name)} = {_words(value)}"


def _lined_up(rows: list[_Row]) -> Iterator[str]:
    """The rows aligned in three columns: names, values and meanings."""
    names = max(len(row.name) for row in rows)
    values = min(WIDEST, max(len(row.value) for row in rows))
    for name, value, meanings in rows:
        first, *others = meanings or [""]
        if len(value) > values:
            first, others = "", meanings
        yield f"    {name:{names}}  {value:{values}}  {first}".rstrip()
        for other in others:
            yield f"    {'':{names}}  {'':{values}}  {other}"
