"""URI templates of custom matchers: `https://a.example/{name:percent}`, filled from the groups of a pattern's match."""

import re
from collections.abc import Callable
from typing import NamedTuple

from linksift.lazy_pattern import lazy_pattern
from linksift.registries import never_by_default
from linksift.uri import Reference, encode_data, is_uri, parse

_FIELD = lazy_pattern(r"\{(\w+)(?::(\w+))?\}")
_SCHEME = lazy_pattern(r"([A-Za-z][A-Za-z0-9+.\-]*+):")
_TRUNK_PREFIX = lazy_pattern(r"(?<=[0-9])[^0-9]*\(0\)")
_UNRESERVED = r"A-Za-z0-9\-._~"
_EXAMPLE = "00"
"""A stand-in for any field when a template is checked: a host, a port, an escape and a query can all contain it."""


def digits(value: str) -> str:
    """The digits of a telephone number, after its `+` (RFC 3966, 5.1.4).

    `(0)` after a country code is the trunk prefix, which people dial only inside the country, so it is dropped.

    >>> digits("+49 (0) 12 23"), digits("089 / 12 34"), digits("(0)89-12"), digits("+")
    ('+491223', '0891234', '08912', '')
    """
    ascii_digits = "".join(str(int(sign)) if sign.isdecimal() else sign for sign in value)
    found = re.sub("[^0-9]", "", _TRUNK_PREFIX.sub("", ascii_digits))
    return f"+{found}" if found and value.lstrip("( ").startswith("+") else found


def lower(value: str) -> str:
    """The value in lowercase."""
    return value.lower()


def percent(value: str) -> str:
    """The value as data: everything except letters, digits, `-`, `.`, `_` and `~` is percent-encoded (RFC 3986, 2.4).

    >>> percent("größe/a b")
    'gr%C3%B6%C3%9Fe%2Fa%20b'
    """
    return encode_data(value, _UNRESERVED)


FILTERS: dict[str, Callable[[str], str]] = {"digits": digits, "lower": lower, "percent": percent}


class Field(NamedTuple):
    """A field of a template: the text before it, the group whose value it takes, and the name of its filter."""

    before: str
    group: int | str
    filter: str | None


class UriTemplate(NamedTuple):
    """A parsed template: its fields, and the text after the last one."""

    fields: tuple[Field, ...]
    rest: str

    def example(self, value: str) -> str:
        """The URI that the template makes if each field has this value, unfiltered."""
        return "".join((*(before + value for before, _, _ in self.fields), self.rest))

    def filled(self, value_of: Callable[[int | str], str | None]) -> str:
        """The text with each field replaced by the filtered value of its group, or by "" if the group has no value.

        Raises ValueError for a value that cannot be encoded because it contains a lone surrogate.

        >>> parse_template("tel:{0:digits}").filled(lambda group: "+49 (0) 12")
        'tel:+4912'
        """
        parts: list[str] = []
        for before, group, name in self.fields:
            value = value_of(group) or ""
            parts += (before, FILTERS[name](value) if name else value)
        return "".join((*parts, self.rest))


def parse_template(template: str) -> UriTemplate:
    """The template, parsed. Raises ValueError unless it can become a URI and begins with a scheme that may be linked.

    >>> parse_template("https://a.example/{name}?q={0:percent}").fields[1]
    Field(before='?q=', group=0, filter='percent')
    >>> parse_template("JavaScript:{0}")
    Traceback (most recent call last):
    ValueError: a template of the scheme javascript is never linked: it runs its author's code in the reader's page
    """
    fields = tuple(fields_of(template))
    parsed = UriTemplate(fields, _FIELD.split(template)[-1])
    check_scheme(template)
    if not is_uri(parsed.example(_EXAMPLE)):
        raise ValueError(f"no value makes {template!r} a URI: its fields are {{0}}, {{name}}, {{0:lower}} and the like")
    return parsed


def fields_of(template: str) -> list[Field]:
    """The fields of a template, in order. Raises ValueError for an unknown filter."""
    fields = []
    end = 0
    for found in _FIELD.finditer(template):
        group, name = found.groups()
        if name is not None and name not in FILTERS:
            raise ValueError(f"the filter of a field must be one of {', '.join(FILTERS)}, not {name!r}")
        fields.append(Field(template[end : found.start()], int(group) if group.isdecimal() else group, name))
        end = found.end()
    return fields


def on_base(template: str, base: str | None) -> str:
    """A template that begins with a slash, made absolute: its scheme and authority are those of the base (RFC 3986,
    5.2.2). Any other template is unchanged.

    >>> on_base("/users/{name}", "https://chat.example/rooms/1"), on_base("tel:{0}", None)
    ('https://chat.example/users/{name}', 'tel:{0}')
    >>> on_base("/users/{name}", None)
    Traceback (most recent call last):
    ValueError: the template '/users/{name}' is relative: pass base=, such as base='https://chat.example'
    """
    is_path = template.startswith("/") and not template.startswith("//")
    if base is None:
        if is_path:
            raise ValueError(f"the template {template!r} is relative: pass base=, such as base='https://chat.example'")
        return template
    site = with_authority(base)
    return f"{site.scheme}://{site.authority}{template}" if is_path else template


def with_authority(base: str) -> Reference:
    """A base, parsed. Raises ValueError for a base without a scheme and an authority.

    >>> with_authority("chat.example")
    Traceback (most recent call last):
    ValueError: base must be a URI such as 'https://chat.example', not 'chat.example'
    """
    reference = parse(base) if isinstance(base, str) and is_uri(base) else None
    if reference is None or not reference.authority:
        raise ValueError(f"base must be a URI such as 'https://chat.example', not {base!r}")
    return reference


def check_scheme(template: str) -> None:
    """Raise ValueError unless a template begins with a scheme that may be linked.

    >>> check_scheme("//a.example/{0}")
    Traceback (most recent call last):
    ValueError: a template must begin with its scheme, such as https:, and '//a.example/{0}' does not
    """
    scheme = _SCHEME.match(template)
    if scheme is None:
        raise ValueError(f"a template must begin with its scheme, such as https:, and {template!r} does not")
    if (name := scheme[1].lower()) in never_by_default():
        raise ValueError(
            f"a template of the scheme {name} is never linked: it runs its author's code in the reader's page"
        )
