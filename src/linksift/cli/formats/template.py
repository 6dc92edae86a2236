r"""The format of `--template`: a line for each link, with the fields that the template names, as in `{host}\t{uri}`."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from linksift.cli.formats.link_fields import unknown_field, values_of
from linksift.cli.streams.terminal_safe import visible

if TYPE_CHECKING:
    from linksift.documents import LinkInContext

_PART = re.compile(r"\{\{|\}\}|\{(?P<field>\w+)\}|\\(?P<escape>[tn\\])|(?P<wrong>[{}])")
_ESCAPES = {"t": "\t", "n": "\n", "\\": "\\"}


class LinkTemplate(NamedTuple):
    """A template: the text before each field, the names of the fields, and the text after the last field."""

    texts: tuple[str, ...]
    fields: tuple[str, ...]


def parsed_template(template: str) -> LinkTemplate:
    r"""A template with its escapes decoded. Raises ValueError for a brace without a name or for an unknown field.

    >>> parsed_template(r"{host}\t{{{uri}}}")
    LinkTemplate(texts=('', '\t{', '}'), fields=('host', 'uri'))
    >>> parsed_template("{hots}")
    Traceback (most recent call last):
    ValueError: 'hots' is not a field of a link: did you mean 'host'?
    """
    texts, fields, position = [""], list[str](), 0
    for part in _PART.finditer(template):
        texts[-1] += template[position : part.start()]
        position = part.end()
        if part["wrong"]:
            raise ValueError(f"{part['wrong']!r} at character {part.start() + 1} is in no {{FIELD}}; write it twice")
        if part["field"]:
            fields.append(part["field"])
            texts.append("")
        else:
            texts[-1] += _ESCAPES[part["escape"]] if part["escape"] else part[0][0]
    texts[-1] += template[position:]
    if message := unknown_field(fields):
        raise ValueError(message)
    return LinkTemplate(tuple(texts), tuple(fields))


def link_line(seen: "LinkInContext", template: LinkTemplate) -> bytes:
    """The line for a link. In a field, control characters and line breaks are escaped; a missing value is empty."""
    values = values_of(seen, template.fields)
    pieces = [template.texts[0]]
    for name, text in zip(template.fields, template.texts[1:], strict=True):
        pieces += _written(values[name]), text
    return f"{''.join(pieces)}\n".encode("utf-8", "backslashreplace")


def _written(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = " ".join(value)
    return "" if value is None else visible(str(value)).replace("\t", r"\t")
