"""Runs the examples in the docstrings of every module of the room."""

import doctest
import pkgutil
from importlib import import_module

import pytest

from tests.hazards import mail_counts

# The attribute `linksift.hazards` is the function, so the room has to be imported by name.
ROOM = import_module("linksift.hazards")
MODULES = sorted(module.name for module in pkgutil.walk_packages(ROOM.__path__, "linksift.hazards."))


def test_the_modules_are_found() -> None:
    assert {"linksift.hazards.all_checks", "linksift.hazards.visual_spoofing"} <= {*MODULES}


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.failed == 0
    assert result.attempted > 0


def test_examples_of_the_counts() -> None:
    assert doctest.testmod(mail_counts).failed == 0
