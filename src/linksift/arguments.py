"""Checks arguments: for a wrong type or value, a message of one sentence says what the function takes.

The values that are made from checked options, such as finders and policies, cannot be changed; their base is here.
"""

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, ClassVar, NoReturn, TypeVar

T = TypeVar("T")


def plain_str(function: str, value: object) -> str:
    """The value as an instance of str itself, since the methods of a subclass may differ: those of Markup escape their
    arguments. Raises TypeError unless the value is a str.

    >>> plain_str("find", b"http://a.example")
    Traceback (most recent call last):
    TypeError: find takes a str, not bytes: decode it first, or read a document with linksift.read
    """
    if type(value) is str:
        return value
    if not isinstance(value, str):
        require_type(function, "a str", str, value)
    return str.__str__(value)


def require_type(function: str, wanted: str, types: type | tuple[type, ...], value: object) -> None:
    """Raise TypeError unless the value has one of these types, described by `wanted` in the message.

    >>> require_type("hazards", "a Match or a Reference", (int,), "http://a.example")
    Traceback (most recent call last):
    TypeError: hazards takes a Match or a Reference, not str
    """
    if not isinstance(value, types):
        hint = _instead_of_str(value) if wanted == "a str" else ""
        raise TypeError(f"{function} takes {wanted}, not {type(value).__name__}{hint}")


def _instead_of_str(value: object) -> str:
    """What to do with a value that was passed where a str is taken; "" for most values.

    >>> from pathlib import Path
    >>> _instead_of_str(Path("a.txt")), _instead_of_str(float("nan")), _instead_of_str(3)
    (': read a file with linksift.read', ': linksift.frames takes columns and missing values', '')
    """
    is_of_column = type(value).__module__.partition(".")[0] in ("pandas", "polars", "pyarrow")
    if is_of_column or (isinstance(value, float) and value != value):
        return ": linksift.frames takes columns and missing values"
    if isinstance(value, bytes | bytearray):
        return ": decode it first, or read a document with linksift.read"
    if isinstance(value, os.PathLike):
        return ": read a file with linksift.read"
    return ": pass its uri" if isinstance(getattr(value, "uri", None), str) else ""


def instance_of(option: str, kind: type[T], value: Any) -> T:
    """The value of an option that takes an instance of a class. Raises TypeError for any other value; if an instance
    can be made from it, the message says how, except for a str, which can be made from anything.

    >>> instance_of("number", int, "7")
    Traceback (most recent call last):
    TypeError: number must be an int, not '7': int('7')
    """
    if isinstance(value, kind):
        return value
    name, hint = kind.__name__, ""
    with suppress(TypeError, ValueError):
        if isinstance(value, dict):
            kind(**value)
            hint = f": {name}({', '.join(f'{option}={given!r}' for option, given in value.items())})"
        elif kind is not str:
            kind(value)  # type: ignore[call-arg]
            hint = f": {name}({value!r})"
    raise TypeError(f"{option} must be {'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}, not {value!r}{hint}")


def one_of(option: str, value: Any, values: Collection[str]) -> Any:
    """The value of an option that takes only these values. Raises ValueError for any other value; the message lists the
    allowed values and suggests the nearest one.

    >>> one_of("profile", "chat", ["text", "chat"])
    'chat'
    >>> one_of("profile", "docment", ["text", "document"])
    Traceback (most recent call last):
    ValueError: profile must be one of 'text', 'document', not 'docment': did you mean 'document'?
    """
    if isinstance(value, str) and value in values:
        return value
    raise ValueError(f"{option} must be one of {listed(values)}, not {value!r}{nearest(value, tuple(values))}")


def items(value: Any) -> list[Any]:
    """The items of a collection, or the value itself if it is a str or no collection.

    >>> items("http"), items({"http"}), items(None)
    (['http'], ['http'], [None])
    """
    return [*value] if isinstance(value, Iterable) and not isinstance(value, str) else [value]


def some_of(option: str, given: Iterable[str], values: Iterable[str]) -> None:
    """Raise ValueError unless at least one item is given and all items are among the values.

    >>> some_of("kinds", {"url"}, ["email", "uri"])
    Traceback (most recent call last):
    ValueError: kinds must be some of 'email', 'uri', not 'url': did you mean 'uri'?
    >>> some_of("kinds", ["uri,email"], ["email", "uri"])
    Traceback (most recent call last):
    ValueError: kinds must be some of 'email', 'uri', not 'uri,email': pass ['uri', 'email']
    """
    known = tuple(values)
    unknown = sorted((one for one in given if one not in known), key=repr)
    if unknown or not given:
        wrong = listed(unknown) if unknown else "none"
        raise ValueError(f"{option} must be some of {listed(known)}, not {wrong}{_instead_of_items(unknown, known)}")


def _instead_of_items(unknown: list[Any], known: tuple[str, ...]) -> str:
    """What was meant instead of the first unknown item: known names in one str, as the command takes them, or the most
    similar name."""
    names = [name.strip() for name in unknown[0].split(",")] if unknown and isinstance(unknown[0], str) else []
    return f": pass {names!r}" if names and {*names} <= {*known} else nearest(unknown, known)


def known_options(function: Callable[..., object], given: Iterable[str], others: Iterable[str] = ()) -> None:
    """Raise TypeError if an option is neither a parameter of the function nor among the others.

    The message suggests the nearest name.

    >>> known_options(one_of, ["optoin"])
    Traceback (most recent call last):
    TypeError: one_of has no option 'optoin': did you mean 'option'?
    """
    code = function.__code__
    known = (*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount], *others)
    for name in given:
        if name not in known:
            who = function.__qualname__.removesuffix(".__init__")
            cure = nearest(name, known) or f"; its options are {', '.join(one for one in known if one != 'self')}"
            raise TypeError(f"{who} has no option {name!r}{cure}")


def whole_number(option: str, value: Any, least: int = 1) -> Any:
    """The value of an option that takes a whole number of `least` or more. Raises ValueError for anything else.

    >>> whole_number("max_length", 0)
    Traceback (most recent call last):
    ValueError: max_length must be a whole number of 1 or more, not 0
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"{option} must be a whole number of {least} or more, not {value!r}")
    return value


def true_or_false(option: str, value: Any) -> bool:
    """The value of an option that takes True or False. Raises ValueError for anything else, such as "no", which is
    true.

    >>> true_or_false("refang", "no")
    Traceback (most recent call last):
    ValueError: refang must be True or False, not 'no'
    """
    if not isinstance(value, bool):
        raise ValueError(f"{option} must be True or False, not {value!r}")
    return value


def listed(values: Iterable[str]) -> str:
    """The values, listed as in a sentence: `'a', 'b'`."""
    return ", ".join(map(repr, values))


def nearest(value: object, values: tuple[str, ...]) -> str:
    """A question that asks whether the most similar value was meant; "" if none is similar.

    If several values are wrong, the question is about the first.

    >>> nearest("ful", ("full", "iri")), nearest("IRI", ("full", "iri")), nearest(3, ("full", "iri"))
    (": did you mean 'full'?", ": did you mean 'iri'?", '')
    """
    from difflib import get_close_matches  # takes milliseconds to import, and is needed only for mistakes

    first = next(iter(value), "") if isinstance(value, list) else value
    spellings = (first, first.lower()) if isinstance(first, str) else ()
    close = [name for spelling in spellings for name in get_close_matches(spelling, values, 1)]
    return f": did you mean {close[0]!r}?" if close else ""


# ---- Values that cannot be changed -----------------------------------------------------------------------------------


class Immutable:
    """A value that cannot be changed once it is made. Only `_set`, which its maker calls, sets its attributes.

    >>> class Named(Immutable):
    ...     name = "a"
    >>> Named().name = "b"
    Traceback (most recent call last):
    AttributeError: a Named cannot be changed (name)
    """

    __slots__ = ()

    def _set(self, values: Mapping[str, object]) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        see = ": see replace" if hasattr(self, "replace") else ""
        raise AttributeError(f"a {type(self).__name__} cannot be changed ({name}){see}")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)


class MadeFromOptions(Immutable):
    """An immutable value that its options determine: attributes which are also the arguments of its class.

    Values with equal options are equal. A value is pickled as its options and the attributes that a subclass adds.
    """

    __slots__ = ()

    OPTIONS: ClassVar[tuple[str, ...]]

    def _options(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.OPTIONS}

    def _own_class(self) -> type["MadeFromOptions"]:
        """The class that has the options: not a subclass, whose arguments may differ."""
        return next(kind for kind in type(self).__mro__ if MadeFromOptions in kind.__bases__)

    def __eq__(self, other: object) -> bool:
        kind = self._own_class()
        return isinstance(other, kind) and self._options() == other._options()

    def __hash__(self) -> int:
        return hash(tuple(self._options().values()))

    def __getstate__(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._options(), getattr(self, "__dict__", {})

    def __setstate__(self, state: tuple[dict[str, Any], dict[str, Any]]) -> None:
        options, own = state
        self._own_class().__init__(self, **options)
        getattr(self, "__dict__", {}).update(own)
