"""Runs the examples in the docstrings of the drop-ins, and of the reader of the migration pages."""

import doctest
import importlib
from pathlib import Path

import pytest

import linksift
from tests.integrations import migrating

WITH = {
    "linksift.integrations.django.urlize": "django",
    "linksift.integrations.jinja": "jinja2",
    "linksift.integrations.markdown_it": "markdown_it",
    "linksift.integrations.bleach.callbacks": "linksift",
    "linksift.integrations.bleach.linkify_filter": "linksift",
    "linksift.integrations.bleach.linkifier": "turbohtml",
    "linksift.integrations.pandas": "pandas",
    "linksift.integrations.polars": "polars",
    "linksift.integrations.column_functions": "pyarrow",
    "linksift.integrations.duckdb": "duckdb",
    "linksift.integrations.spark.web_archives": "pyspark",
    "linksift.integrations.spark.worker_requirements": "pyspark",
}
"""The modules with examples, and the package that each needs."""


def test_each_module_with_examples_is_listed() -> None:
    source = Path(linksift.__file__).parent
    found = (path for path in source.joinpath("integrations").rglob("*.py") if ">>> " in path.read_text("utf-8"))
    names = {".".join(("linksift", *path.relative_to(source).with_suffix("").parts)) for path in found}
    assert names == set(WITH)


@pytest.mark.parametrize("name", WITH)
def test_examples(name: str) -> None:
    pytest.importorskip(WITH[name])
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted > 0


def test_examples_of_the_reader() -> None:
    result = doctest.testmod(migrating)
    assert result.failed == 0
    assert result.attempted > 0
