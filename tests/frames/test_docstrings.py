"""The examples in the docstrings hold."""

import doctest
import sys

import pytest

pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")

import linksift.frames  # noqa: F401 - after the check

MODULES = sorted(name for name in sys.modules if name.startswith("linksift.frames"))


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_hold(module: str) -> None:
    assert doctest.testmod(sys.modules[module]).failed == 0
