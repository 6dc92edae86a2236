"""Runs the examples in the docstrings of every module in the room."""

import doctest
import importlib
import pkgutil

import pytest

import linksift.linking

MODULES = sorted(module.name for module in pkgutil.walk_packages(linksift.linking.__path__, "linksift.linking."))

READ_HTML = {"skipped_elements", "html_text_runs", "insert_into_html", "linker"}
"""The modules whose examples read HTML."""


def test_the_modules_are_found() -> None:
    assert "linksift.linking.delimit_uri" in MODULES


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    if name.removeprefix("linksift.linking.") in READ_HTML:
        pytest.importorskip("turbohtml", reason="HTML is read with turbohtml")
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted > 0
