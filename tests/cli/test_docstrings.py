"""Runs the examples in the docstrings of the room."""

import doctest
import importlib
import pkgutil

import pytest

import linksift.cli

MODULES = [module.name for module in pkgutil.walk_packages(linksift.cli.__path__, "linksift.cli.")]


NEED_PYARROW = {"linksift.cli.formats.parquet_rows"}


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    if name in NEED_PYARROW:
        pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    modules = [importlib.import_module(name) for name in MODULES if name not in NEED_PYARROW]
    assert sum(doctest.testmod(module).attempted for module in modules) > 10
