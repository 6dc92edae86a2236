"""Runs the examples in the docstrings of every module in the room."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import linksift.cleaning
from linksift.cleaning import clean

MODULES = sorted(module.name for module in pkgutil.walk_packages(linksift.cleaning.__path__, "linksift.cleaning."))


def cleaned(typed: str, intranet: bool = False) -> str:
    """The URI alone, as the docstrings of the rules show it."""
    return clean(typed, intranet=intranet).uri


def test_the_modules_are_found() -> None:
    assert {"linksift.cleaning.clean", "linksift.cleaning.draft"} <= {*MODULES}


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    result = doctest.testmod(import_module(name), extraglobs={"cleaned": cleaned})
    assert result.failed == 0
    assert result.attempted > 0
