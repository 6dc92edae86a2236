"""The examples in the room's docstrings are run."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["components", "errors", "iri", "percent", "reference", "validate"])
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"linksift.uri.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
