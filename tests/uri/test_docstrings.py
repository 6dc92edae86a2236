"""Runs the examples in the docstrings of every module of the room."""

import doctest
import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

import linksift.uri

MODULES = sorted(module.name for module in pkgutil.walk_packages(linksift.uri.__path__, "linksift.uri."))


def defines_functions(module: ModuleType) -> bool:
    own = [thing for thing in vars(module).values() if getattr(thing, "__module__", None) == module.__name__]
    return any(inspect.isroutine(inspect.unwrap(thing)) for thing in own if callable(thing))


def test_the_modules_are_found() -> None:
    assert {"linksift.uri.compare", "linksift.uri.grammar", "linksift.uri.schemes.file"} <= {*MODULES}
    assert defines_functions(importlib.import_module("linksift.uri.hosts"))
    assert not defines_functions(importlib.import_module("linksift.uri.schemes"))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 0 or not defines_functions(module)
