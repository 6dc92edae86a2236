"""tel: telephone numbers (RFC 3966)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from linksift.uri import percent
from linksift.uri.components import Components, split_with_offsets
from linksift.uri.schemes.common_syntax import absent
from linksift.uri.schemes.scheme_definition import Scheme, Violation, Violations

# visual-separator     = "-" / "." / "(" / ")"
_SEPARATORS = r"[\-.()]"

# global-number-digits = "+" *phonedigit DIGIT *phonedigit
# phonedigit           = DIGIT / [ visual-separator ]
_GLOBAL = rf"\+{_SEPARATORS}*+[0-9][0-9\-.()]*+"

# local-number-digits  = *phonedigit-hex (HEXDIG / "*" / "#") *phonedigit-hex
# phonedigit-hex       = HEXDIG / "*" / "#" / [ visual-separator ]
# A "#" would begin the fragment, so it is %23 in a URI.
_LOCAL = rf"{_SEPARATORS}*+(?:[0-9A-Fa-f*]|%23)[0-9A-Fa-f*\-.()]*+(?:%23[0-9A-Fa-f*\-.()]*+)*"

# descriptor           = domainname / global-number-digits
# domainname           = *( domainlabel "." ) toplabel [ "." ]
# domainlabel          = alphanum / alphanum *( alphanum / "-" ) alphanum
# toplabel             = ALPHA / ALPHA *( alphanum / "-" ) alphanum
_LABEL = r"[A-Za-z0-9\-]++(?<!-)"
_DESCRIPTOR = rf"(?:(?!-){_LABEL}\.)*(?=[A-Za-z]){_LABEL}\.?|{_GLOBAL}"

# parameter            = ";" pname ["=" pvalue ]
# isdn-subaddress      = ";isub=" 1*uric
# extension            = ";ext=" 1*phonedigit
# The ABNF also allows "[", "]" and "?" in the last two rules, but in the path of a URI they are percent-encoded.
_VALUES = {
    "isub": r"=[A-Za-z0-9\-_.!~*'()/:@&=+$,%]++",
    "ext": rf"={_SEPARATORS}*+[0-9][0-9\-.()]*+",
    "phone-context": f"=(?:{_DESCRIPTOR})",
}
_ANY_VALUE = r"(?:=[A-Za-z0-9\-_.!~*'()/:&+$%]++)?"

_RANKS = {"ext": 0, "isub": 0, "phone-context": 1}
_OTHER = 2


class Tel(NamedTuple):
    """The parts of a tel URI, decoded (RFC 3966, 3).

    `number`, `extension` and a numeric `context` have no visual separators. A global number begins with "+"; a local
    one is valid within its `context`. `parameters` lists all others in order: names in lower case, and values or None.
    """

    number: str
    extension: str | None
    subaddress: str | None
    context: str | None
    parameters: tuple[tuple[str, str | None], ...]


def parts(uri: Components) -> Tel:
    """Split a valid tel URI into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("tel:7042;ext=1-2;phone-context=example.com"))
    Tel(number='7042', extension='12', subaddress=None, context='example.com', parameters=())
    """
    number, *written = without_separators(uri).path.split(";")
    pairs = [parameter.partition("=") for parameter in written]
    named = [(name.lower(), percent.decode_data(value) if equals else None) for name, equals, value in pairs]
    own = dict(named)
    others = tuple((name, value) for name, value in named if name not in _VALUES)
    return Tel(percent.decode_data(number), own.get("ext"), own.get("isub"), own.get("phone-context"), others)


def digits(uri: Components) -> Violations:
    """A global number consists of "+" and digits; a local one, of hexadecimal digits, "*" and %23 (RFC 3966, 3).

    Both may contain the visual separators "-", ".", "(" and ")".

    >>> from linksift.uri.components import split
    >>> [list(digits(split(f"tel:{number}"))) for number in ("+1-201-555-0123", "*%2321%23", "(9)f")]
    [[], [], []]
    >>> [violation.offset for violation in digits(split("tel:+1%20201"))]
    [0]
    """
    if not re.fullmatch(f"{_GLOBAL}|{_LOCAL}", uri.path.partition(";")[0]):
        why = (
            'a number is "+" and digits, or local: digits, A to F, "*" and %23; both may contain "-", ".", "(" and ")"'
        )
        yield Violation("path", 0, "RFC 3966, 3", why)


def context_of_local(uri: Components) -> Violations:
    """A local number needs a phone-context, within which it is valid (RFC 3966, 5.1.5).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in context_of_local(split("tel:7042;ext=1"))]
    [4]
    """
    number, *written = uri.path.split(";")
    if not number.startswith("+") and "phone-context" not in map(_name, written):
        yield Violation("path", len(number), "RFC 3966, 5.1.5", "a local number needs a phone-context")


def parameters(uri: Components) -> Violations:
    """Parameters are ;name or ;name=value, and those that RFC 3966 defines have their own syntax (3).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in parameters(split("tel:+1;ext=a;phone-context=-;b=c;d;=e"))]
    [3, 9, 31]
    """
    for start, parameter in _parameters(uri):
        name, equals, value = parameter.partition("=")
        rule = _VALUES.get(name.lower(), _ANY_VALUE)
        if not (re.fullmatch(r"[A-Za-z0-9\-]++", name) and re.fullmatch(rule, equals + value)):
            why = "a parameter is ;name=value, with a value that suits its name"
            yield Violation("path", start, "RFC 3966, 3", why)


def once(uri: Components) -> Violations:
    """No parameter appears more than once (RFC 3966, 3).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in once(split("tel:+1;a=1;A=2"))]
    [7]
    """
    seen = set()
    for start, parameter in _parameters(uri):
        if (name := _name(parameter)) in seen:
            yield Violation("path", start, "RFC 3966, 3", "no parameter appears more than once")
        seen.add(name)


def in_order(uri: Components) -> Violations:
    """The extension or subaddress comes first, then the context, then the others in lexical order (RFC 3966, 3).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in in_order(split("tel:1;b;a;phone-context=+1;isub=1;ext=1;c"))]
    [4, 6, 23]
    """
    before = (0, "")
    for start, parameter in _parameters(uri):
        rank, name = _place(parameter)
        place = (rank, name if rank == _OTHER else "")
        if place < before:
            why = "ext or isub comes first, then phone-context, then others by name"
            yield Violation("path", start, "RFC 3966, 3", why)
        before = place


def lower_case(uri: Components) -> Components:
    """The number, names and values in lower case, since they are compared without regard to case (RFC 3966, 4).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(lower_case(split("tel:*A%2A;Phone-Context=Example.COM")))
    'tel:*a%2A;phone-context=example.com'
    """
    return uri._replace(path=percent.lower_case(uri.path))


def without_separators(uri: Components) -> Components:
    """The URI without visual separators in the number, the extension and a numeric context (RFC 3966, 4).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(without_separators(split("tel:863-1234;phone-context=+1-914-555;a=b-c")))
    'tel:8631234;phone-context=+1914555;a=b-c'
    """
    if any(digits(uri)):
        return uri
    number, *written = uri.path.split(";")
    return uri._replace(path=";".join([_join(number), *map(_join_in_parameter, written)]))


def parameters_in_order(uri: Components) -> Components:
    """The parameters in the order of RFC 3966, 3, since they are compared without regard to order (4).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(parameters_in_order(split("tel:1;b;a;phone-context=+1")))
    'tel:1;phone-context=+1;a;b'
    """
    number, *written = uri.path.split(";")
    return uri._replace(path=";".join([number, *sorted(written, key=_place)]))


def _parameters(uri: Components) -> Iterator[tuple[int, str]]:
    """The parameters, as written, each with its offset."""
    number, semicolon, written = uri.path.partition(";")
    return split_with_offsets(written, ";", len(number) + 1) if semicolon else iter(())


def _name(parameter: str) -> str:
    return parameter.partition("=")[0].lower()


def _place(parameter: str) -> tuple[int, str]:
    """The rank and name of a parameter, by which RFC 3966, 3, sorts them.

    >>> sorted(["b=1", "A", "phone-context=+1", "ext=1"], key=_place)
    ['ext=1', 'phone-context=+1', 'A', 'b=1']
    """
    name = _name(parameter)
    return _RANKS.get(name, _OTHER), name


def _join(text: str) -> str:
    return re.sub(_SEPARATORS, "", text)


def _join_in_parameter(parameter: str) -> str:
    """A parameter without visual separators, if its value is a number.

    >>> _join_in_parameter("ext=1-2"), _join_in_parameter("phone-context=a-b.example")
    ('ext=12', 'phone-context=a-b.example')
    """
    name, equals, value = parameter.partition("=")
    is_number = _name(parameter) == "ext" or (_name(parameter) == "phone-context" and value.startswith("+"))
    return name + equals + _join(value) if is_number else parameter


CHECKS = (digits, context_of_local, parameters, once, in_order, absent("query", "RFC 3966, 3"))
SCHEME = Scheme("RFC 3966", parts, checks=CHECKS, normalizers=(lower_case, without_separators, parameters_in_order))
