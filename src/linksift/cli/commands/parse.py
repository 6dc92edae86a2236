r"""`linksift parse`: splits references into their components, and points out faults.

The components are named below the reference, as in the figure of RFC 3986, 3:

    foo://example.com:8042/over/there?name=ferret#nose
    \_/   \_________/ \__/\_________/ \_________/ \__/
    |     host        |   path        query       fragment
    scheme            port

An empty component takes up no columns, so its name is not drawn.

Tables below it list the components, and the parts by the specification of the scheme.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import click

from linksift.cli.answer_references import answer_each, draw_faults, references_from
from linksift.cli.formats.jsonl import COMPONENTS, json_line, json_ready
from linksift.cli.formats.text import hazard_rows
from linksift.cli.options.grouped_command import GroupedCommand, flag
from linksift.cli.streams.read_inputs import complain_of_files
from linksift.cli.streams.terminal_text import PLAIN, quoted, visible
from linksift.hazards import hazards as hazards_of
from linksift.uri import (
    Authority,
    Components,
    InvalidForScheme,
    InvalidReference,
    Reference,
    hide_passwords,
    recompose,
    scheme_named,
    split_authority,
)

SHOWN = tuple(name for name in COMPONENTS if name != "authority")
"""The names of the components, with the authority replaced by its three subcomponents."""

EMPTY = "(empty)"

LONGEST = 60
"""The maximum number of characters of a component that are drawn."""


def component_diagram(reference: Components) -> Iterator[str]:
    """The lines of the diagram for a valid reference. The middle of a long component is left out (`...`)."""
    shown = _abridged(reference)
    starts = {name: start for name, start in shown.starts().items() if getattr(shown, name)}
    brackets = ""
    for name, start in starts.items():
        width = len(getattr(shown, name))
        brackets = brackets.ljust(start) + ("|" if width == 1 else "\\" + "_" * (width - 2) + "/")
    yield recompose(shown) or EMPTY
    if starts:
        yield brackets
    yield from _names(list(starts.items()))


def _abridged(reference: Components) -> Components:
    authority = reference.authority
    if authority is not None:
        authority = str(Authority._make(part and _short(part) for part in split_authority(authority)))
    shortened = Components._make(part and _short(part) for part in reference)
    return shortened._replace(authority=authority)


def _short(text: str) -> str:
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[: half - 3]}...{text[-half:]}"


def _names(starts: list[tuple[str, int]]) -> Iterator[str]:
    """The names below the brackets. A name that would run into the next one hangs from a `|`, one line lower.

    >>> list(_names([("scheme", 0), ("host", 6)]))
    ['|     host', 'scheme']
    """
    while starts:
        row, lower = "", []
        for (name, start), following in zip(starts, [*starts[1:], None], strict=True):
            fits = following is None or start + len(name) < following[1]
            row = row.ljust(start) + (name if fits else "|")
            if not fits:
                lower.append((name, start))
        yield row
        starts = lower


# ---- Tables ----------------------------------------------------------------------------------------------------------

WIDEST = 40
"""The maximum width of the column of values. The meaning of a longer value is put on the next line."""


class _Row(NamedTuple):
    """A name, a value as written, and the lines that explain the meaning of the value."""

    name: str
    value: str
    meanings: list[str]


def scheme_table(reference: Reference) -> Iterator[str]:
    """The rows for the parts of a URI according to its scheme's specification, below the section that defines them.

    There are no rows for a scheme whose specification linksift lacks, or for a URI that is not valid for its scheme.
    """
    scheme = scheme_named(reference.scheme or "")
    parts = _scheme_parts(reference)
    if scheme and parts:
        yield f"By {scheme.section}:"
        yield from _lined_up([_Row(name, _words(value), []) for name, value in parts.items() if value is not None])


def _component_rows(reference: Reference) -> Iterator[_Row]:
    """The rows for the kind of a reference and for its defined components."""
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
        if (value := getattr(reference, name)) is not None:
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


# ---- The command -----------------------------------------------------------------------------------------------------


@click.command(cls=GroupedCommand)
@click.argument("arguments", metavar="[REF|-]...", nargs=-1)
@flag("--json", "as_json", help="Write a JSON object on one line for each reference.")
@flag(
    "--hazards", help="For each reference, show how it could deceive or harm someone, and the source of each warning."
)
@flag("--keep", help="With --json: write an object for every line of the input, including empty lines.")
def parse(arguments: tuple[str, ...], as_json: bool, hazards: bool, keep: bool) -> int:
    """Split URI references into components, and point out faults.

    Reads one reference per line from standard input if there is no REF or a REF is -. A reference that is not
    well-formed (RFC 3986, Appendix A) is an error. One that is well-formed but not valid for its scheme, or not usable,
    is only marked as such.

    Examples:
      linksift parse 'ftp://myname@host.dom/%2Fetc/motd;type=a'
      linksift parse --json <list.txt | jq -r .host
      linksift parse --json --keep <list.txt | jq -r '.host // ""'

    Exit status: 0 if all are URI references, 1 if one is not, 2 after an error
    (such as an invalid option, or output that cannot be written).
    """
    if keep and not as_json:
        raise click.UsageError("--keep needs --json.")
    complain_of_files(arguments, "linksift find --unique --no-location {} | linksift parse")
    given = references_from(arguments, keep)
    if as_json:
        return answer_each(given, partial(_object, with_hazards=hazards), _invalid_object)
    return answer_each(given, partial(_block, with_hazards=hazards))


def _block(reference: Reference, with_hazards: bool) -> bytes:
    """The diagram, the tables, the violations and, if asked for, the hazards of a reference, with empty lines between
    and after them."""
    shown = Reference(reference.redacted())
    violations = reference.violations()
    parts = (
        component_diagram(shown.components),
        _lined_up([*_component_rows(shown)]),
        scheme_table(shown),
        draw_faults(violations) if violations else (),
        hazard_rows(hazards_of(reference), PLAIN) if with_hazards else (),
    )
    blocks = ["".join(f"{row}\n" for row in part) for part in parts]
    return ("\n".join(block for block in blocks if block) + "\n").encode()


def _object(reference: Reference, with_hazards: bool) -> bytes:
    hazards = {"hazards": [hazard._asdict() for hazard in hazards_of(reference)]} if with_hazards else {}
    fields: dict[str, Any] = {
        "reference": str(reference),
        "iri": reference.iri,
        "kind": reference.kind,
        **{component: getattr(reference, component) for component in COMPONENTS},
        "scheme_status": reference.scheme_status,
        "host_kind": reference.host_kind,
        "segments": reference.segments,
        "query_pairs": reference.query_pairs(),
        "scheme_parts": _scheme_parts(reference),
        "violations": [_violation(fault) for fault in reference.violations()],
    }
    return json_line(fields | hazards)


def _invalid_object(faults: list[InvalidReference]) -> bytes:
    return json_line({"reference": faults[0].reference, "violations": [_violation(fault) for fault in faults]})


def _scheme_parts(reference: Reference) -> Any:
    try:
        return json_ready(reference.scheme_parts)
    except InvalidForScheme:
        return None


def _violation(fault: InvalidReference) -> dict[str, Any]:
    return {name: getattr(fault, name) for name in ("question", "component", "position", "rule", "why")}
