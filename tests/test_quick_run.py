"""The quick run, `pytest -m smoke`: the modules that quick_run.py names are there."""

import pytest

from tests.quick_run import QUICK, TESTS


@pytest.mark.parametrize("pattern", QUICK)
def test_its_modules_exist(pattern: str) -> None:
    assert list(TESTS.glob(pattern))
