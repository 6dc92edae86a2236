"""`Matcher`: something else that a finder looks for, such as mentions and tickets, and the URI that each becomes.

Ready-made matchers are `Matcher.mentions`, `hashtags`, `tickets`, `phone_numbers` and `national_phone_numbers`.
Templates such as `https://a.example/{name:percent}`, filled from the groups of a pattern's match, make the URIs.
"""

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, Self

from linksift.arguments import MadeFromOptions
from linksift.delimiters import JOINERS
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import never_by_default
from linksift.uri import UNRESERVED_SET, encode_data, is_uri, parse

if TYPE_CHECKING:
    import regex

# ---- Templates of URIs -----------------------------------------------------------------------------------------------

_FIELD = lazy_pattern(r"\{(\w+)(?::(\w+))?\}")
_SCHEME = lazy_pattern(r"([A-Za-z][A-Za-z0-9+.\-]*+):")
_TRUNK_PREFIX = lazy_pattern(r"(?<=[0-9])[^0-9]*\(0\)")
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


def percent(value: str) -> str:
    """The value as data: everything except letters, digits, `-`, `.`, `_` and `~` is percent-encoded (RFC 3986, 2.4).

    >>> percent("größe/a b")
    'gr%C3%B6%C3%9Fe%2Fa%20b'
    """
    return encode_data(value, UNRESERVED_SET)


FILTERS: dict[str, Callable[[str], str]] = {"digits": digits, "lower": str.lower, "percent": percent}


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
    fields: list[Field] = []
    end = 0
    for found in _FIELD.finditer(template):
        group, name = found.groups()
        if name is not None and name not in FILTERS:
            raise ValueError(f"the filter of a field must be one of {', '.join(FILTERS)}, not {name!r}")
        fields.append(Field(template[end : found.start()], int(group) if group.isdecimal() else group, name))
        end = found.end()
    parsed = UriTemplate(tuple(fields), template[end:])
    check_scheme(template)
    if not is_uri(parsed.example(_EXAMPLE)):
        raise ValueError(f"no value makes {template!r} a URI: its fields are {{0}}, {{name}}, {{0:lower}} and the like")
    return parsed


def on_base(template: str, base: str | None) -> str:
    """A template that begins with a slash, made absolute: its scheme and authority are those of the base (RFC 3986,
    5.2.2). Any other template is unchanged.

    >>> on_base("/users/{name}", "https://chat.example/rooms/1"), on_base("tel:{0}", None)
    ('https://chat.example/users/{name}', 'tel:{0}')
    >>> on_base("/users/{name}", None)
    Traceback (most recent call last):
    ValueError: the template '/users/{name}' is relative: write a whole URI, or pass base='https://chat.example'
    >>> on_base("/users/{name}", "chat.example")
    Traceback (most recent call last):
    ValueError: base must be a URI such as 'https://chat.example', not 'chat.example'
    """
    is_path = template.startswith("/") and not template.startswith("//")
    if base is None:
        if is_path:
            raise ValueError(
                f"the template {template!r} is relative: write a whole URI, or pass base='https://chat.example'"
            )
        return template
    site = parse(base) if isinstance(base, str) and is_uri(base) else None
    if site is None or not site.authority:
        raise ValueError(f"base must be a URI such as 'https://chat.example', not {base!r}")
    return f"{site.scheme}://{site.authority}{template}" if is_path else template


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


# ---- Matchers --------------------------------------------------------------------------------------------------------

LONGEST_MATCH = 256
"""The maximum length of a match of a custom matcher, in code points."""

BUILT_IN_KINDS = frozenset({"uri", "suffix", "email", "domain", "ip", "stated", "any"})
"""The built-in kinds of matches, which no matcher may use as its name."""

_NAME = lazy_pattern(r"[A-Za-z][A-Za-z0-9_\-]{0,63}")

_MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0980-\u0e3a\u0e40-\u0e4e"
    r"\u0eb1-\u0ecd\u102b-\u103e\u1056-\u109d\u17b4-\u17d3\u3099\u309a"
)
r"""The vowel signs and accents of living scripts, which `\w` does not match, and the characters between them."""

_WORD = rf"\w{_MARKS}{JOINERS}"
_BETWEEN = r" \u00a0\u2009\u202f./\-\u2010-\u2013"
_GAP = rf"[{_BETWEEN}]{{0,3}}"
"""The characters that people put between the digits of a telephone number."""

_SEVEN_TO_FIFTEEN_DIGITS = rf"(?=(?:[{_BETWEEN}()]{{0,4}}[0-9]){{7}})(?!(?:{_GAP}[0-9]){{16}})"
_DIGITS = rf"[0-9](?:{_GAP}[0-9]){{3,12}}(?!{_GAP}[0-9])"
_INTERNATIONAL = rf"\+{_SEVEN_TO_FIFTEEN_DIGITS}(?P<number>[1-9][0-9]{{0,2}}{_GAP}(?:\([0-9]{{1,5}}\){_GAP})?{_DIGITS})"
"""A country code, perhaps a prefix in parentheses, and a number, with at most 15 digits (E.164, 6)."""

_DATE = r"[0-9]?[./\-][0-9]{1,2}[./\-](?:[0-9]{2}){1,2}(?![./\-]?[0-9])"
_NATIONAL = rf"(?!{_DATE}|[.\-]){_SEVEN_TO_FIFTEEN_DIGITS}(?P<number>\)?{_GAP}[1-9][0-9]{{0,5}}\)?{_GAP}{_DIGITS})"
"""The part after the trunk prefix: an area code, perhaps in parentheses, and a number; not the rest of a date."""


class Matcher(MadeFromOptions):
    r"""Something that a finder looks for besides links, and the URI that it becomes. Immutable, hashable and picklable.

    `name` is the `kind` of the matches. `pattern` is a regular expression in the syntax of Python's `re`, run by
    `regex` with the finder's limit `matcher_seconds`. `uri` is a template: a field such as `{0}` (the whole match),
    `{1}` or `{name}` is replaced by the value of that group. A field may name a filter: `{0:digits}` keeps the digits
    of a telephone number, `{name:lower}` writes the value in lowercase, and `{name:percent}` percent-encodes it. A
    template may be a path such as `/users/{name}`: with `base`, such as "https://chat.example", its URIs lead there,
    and `Policy(relative_to=base)` writes the path.

    A match lies within one line, has at most 256 code points, begins and ends where a name without a scheme may (not
    inside a word, after `/` or before `@`), and is never trimmed. If it does not yield a valid URI, there is no match.
    If matches overlap, the longer one wins.

    Raises ValueError for a name that is invalid or is a built-in kind, an invalid pattern, a filter or group that does
    not exist, a template whose URIs have no scheme that may be linked, and a path without a base.

    >>> ticket = Matcher("ticket", r"[A-Z]{2,9}-\d+", "https://tracker.example/{0}")
    >>> [(match.kind, match.uri) for match in linksift.find("See OPS-12.", matchers=[ticket])]
    [('ticket', 'https://tracker.example/OPS-12')]
    """

    __slots__ = OPTIONS = ("name", "pattern", "uri")

    name: str
    pattern: str
    uri: str

    def __init__(self, name: str, pattern: str, uri: str, base: str | None = None) -> None:
        check_name(name)
        if not isinstance(uri, str):
            raise ValueError(f"the template of a matcher must be a string, not {type(uri).__name__}")
        uri = on_base(uri, base)
        groups = compiled_pattern(pattern)
        for field in parse_template(uri).fields:
            check_group(field.group, groups, pattern)
        self._set({"name": name, "pattern": pattern, "uri": uri})

    @classmethod
    def mentions(
        cls,
        uri: str,
        *,
        base: str | None = None,
        name: str = "mention",
        longest: int = 64,
        inner: str = ".-",
        hosts: bool = False,
    ) -> Self:
        """A matcher for mentions of people, `@name`; the template can use `{name}`.

        `longest` is the maximum length of a name, and `inner` lists the characters, besides letters, digits and `_`,
        that may be inside a name. With `hosts`, mentions also name a host, as in the fediverse
        (`@name@social.example`), and the template can also use `{host}`.

        >>> matcher = Matcher.mentions("https://{host}/@{name:percent}", hosts=True)
        >>> linksift.find("Ask @joe@social.example!", matchers=[matcher])[0].uri
        'https://social.example/@joe'
        >>> linksift.find("@joe", matchers=[Matcher.mentions("/users/{name}", base="https://chat.example")])[0].uri
        'https://chat.example/users/joe'
        """
        check_longest(longest)
        word = rf"[{_WORD}](?:[{_WORD}{re.escape(inner)}]{{0,{longest - 2}}}[{_WORD}])?"
        host = r"@(?P<host>[A-Za-z0-9][A-Za-z0-9\-.]{0,99}\.[A-Za-z][A-Za-z0-9\-]{1,62})" if hosts else ""
        return cls(name, rf"@(?P<name>{word}){host}", uri, base)

    @classmethod
    def hashtags(
        cls, uri: str, *, base: str | None = None, name: str = "hashtag", longest: int = 100, sign: str = "#"
    ) -> Self:
        """A matcher for hashtags, `#name`, which contain a letter; the template can use `{name}` (UTS #31, 2.5).
        A keycap (`#` and U+20E3) is an emoji.

        `sign` may be another character, such as `$` for stock symbols.

        >>> matcher = Matcher.hashtags("https://social.example/tags/{name:percent}")
        >>> [match.uri for match in linksift.find("#1 of #größe", matchers=[matcher])]
        ['https://social.example/tags/gr%C3%B6%C3%9Fe']
        """
        check_longest(longest)
        mark = re.escape(sign)  # first in the pattern, so that only lines with it are searched
        word = rf"(?P<name>(?=[0-9_]*+[^\W\d_])[{_WORD}]{{1,{longest}}}+)"
        return cls(name, rf"{mark}(?<!&{mark})(?![\ufe0f\u20e3]){word}", uri, base)

    @classmethod
    def tickets(cls, uri: str, *, base: str | None = None, name: str = "ticket", projects: Iterable[str] = ()) -> Self:
        """A matcher for tickets, `KEY-12`; the template can use `{project}` and `{number}`, and `{0}` for both.

        Without `projects`, any word in capitals is a project, so `UTF-8` also matches.

        >>> matcher = Matcher.tickets("https://tracker.example/{0}", projects=["OPS", "WEB"])
        >>> [match.uri for match in linksift.find("OPS-12 in UTF-8", matchers=[matcher])]
        ['https://tracker.example/OPS-12']
        """
        keys = [projects] if isinstance(projects, str) else list(projects)
        key = "|".join(map(re.escape, keys)) if keys else "[A-Z][A-Z0-9_]{1,31}"
        return cls(name, rf"(?P<project>{key})-(?P<number>[1-9][0-9]{{0,9}})(?!-\w)", uri, base)

    @classmethod
    def phone_numbers(cls, uri: str = "tel:+{number:digits}", *, name: str = "phone") -> Self:
        """A matcher for telephone numbers with a country code, `+49 (0) 12 23`; the template can use `{number}`.

        >>> [match.uri for match in linksift.find("Call +49 (0) 89 / 12 34 56.", matchers=[Matcher.phone_numbers()])]
        ['tel:+4989123456']
        """
        return cls(name, _INTERNATIONAL, uri)

    @classmethod
    def national_phone_numbers(cls, country: str, *, name: str = "phone", trunk: str = "0") -> Self:
        """A matcher for telephone numbers without a country code, `089 / 12 34`; `country` is a code such as "+49".

        `trunk` is the prefix that people dial before the number inside the country and omit in other countries.

        >>> matcher = Matcher.national_phone_numbers("+49")
        >>> [match.uri for match in linksift.find("Call 089 / 12 34 56 since 01.02.2003.", matchers=[matcher])]
        ['tel:+4989123456']
        """
        if not re.fullmatch(r"\+[1-9][0-9]{0,2}", country) or not re.fullmatch("[0-9]{1,3}", trunk):
            raise ValueError(f"not a country code such as '+49' or a trunk prefix such as '0': {country!r}, {trunk!r}")
        return cls(name, rf"(?:{trunk}|\((?=[0-9]{{1,6}}\)){trunk}){_NATIONAL}", f"tel:{country}{{number:digits}}")

    def example_uri(self, value: str) -> str:
        """The URI of a match in which each field of the template has this value, unfiltered.

        >>> Matcher.mentions("https://chat.example/users/{name}").example_uri("joe")
        'https://chat.example/users/joe'
        """
        return parse_template(self.uri).example(value)

    def __repr__(self) -> str:
        return f"Matcher({', '.join(map(repr, self._options().values()))})"


def check_name(name: object) -> None:
    """Raise ValueError unless a name can be a kind of match and is not a built-in kind.

    >>> check_name("uri")
    Traceback (most recent call last):
    ValueError: 'uri' is a built-in kind and cannot be the name of a matcher
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"the name of a matcher must be a word such as 'ticket', not {name!r}")
    if name.lower() in BUILT_IN_KINDS:
        raise ValueError(f"{name!r} is a built-in kind and cannot be the name of a matcher")


def check_longest(longest: int) -> None:
    """Raise ValueError unless a match can have this length."""
    if not isinstance(longest, int) or not 2 <= longest < LONGEST_MATCH:
        raise ValueError(f"longest must be a whole number from 2 to {LONGEST_MATCH - 1}, not {longest!r}")


class MatcherTimeout(UserWarning):
    """The pattern of a `Matcher` took longer in one text than the `matcher_seconds` of its finder, and yielded nothing
    more there. The other links in the text were found."""


def compiled_pattern(pattern: str) -> "regex.Pattern[str]":
    """The compiled pattern, in which `^` and `$` match the ends of a line. Raises ValueError for an invalid pattern.

    `regex` runs it, since `re` cannot be stopped: a caller's pattern may take time exponential in a line's length.
    """
    if not isinstance(pattern, str):
        raise ValueError(f"the pattern of a matcher must be a string, not {type(pattern).__name__}")
    import regex  # lazily: see tests/test_import.py

    try:
        return regex.compile(pattern, regex.MULTILINE | regex.VERSION0)
    except (regex.error, OverflowError, RecursionError) as error:
        raise ValueError(f"the pattern {pattern!r} is not a regular expression: {error}") from error


LONGEST_SHOWN = 60
"""The maximum number of characters of a pattern shown in a message."""


def check_group(group: int | str, pattern: "regex.Pattern[str]", written: str) -> None:
    """Raise ValueError unless a pattern has a group.

    >>> check_group("name", compiled_pattern("@(.)"), "@(.)")
    Traceback (most recent call last):
    ValueError: the template has a field {name}, but the groups of the pattern '@(.)' are: 0, 1
    """
    exists = group <= pattern.groups if isinstance(group, int) else group in pattern.groupindex
    if not exists:
        groups = ", ".join(pattern.groupindex) or ", ".join(map(str, range(pattern.groups + 1)))
        shown = repr(written) if len(written) <= LONGEST_SHOWN else "of the matcher"
        raise ValueError(f"the template has a field {{{group}}}, but the groups of the pattern {shown} are: {groups}")
