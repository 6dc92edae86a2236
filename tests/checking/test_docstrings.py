"""The examples in the room's docstrings are run."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import linksift.checking

MODULES = [module.name for module in pkgutil.walk_packages(linksift.checking.__path__, "linksift.checking.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(import_module(name)).attempted for name in MODULES) > 10
