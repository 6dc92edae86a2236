"""The examples in the room's docstrings are run, those of every module that is in its folder."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import linksift.documents
from linksift.documents.stated_match import uri_of

MODULES = sorted(module.name for module in pkgutil.walk_packages(linksift.documents.__path__, "linksift.documents."))


def test_the_modules_are_found() -> None:
    assert {"linksift.documents.document_model", "linksift.documents.html.tokenizer"} <= {*MODULES}


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    if name.endswith(".pdf.pdfium_worker"):
        pytest.importorskip("pypdfium2")
    if name.endswith(".data_files.parquet"):
        pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    assert doctest.testmod(import_module(name), extraglobs={"uri_of": uri_of}).failed == 0


def test_most_modules_have_some() -> None:
    finder = doctest.DocTestFinder()
    modules = [import_module(name) for name in MODULES if not name.endswith(".pdf.pdfium_worker")]
    assert sum(any(test.examples for test in finder.find(module)) for module in modules) > len(modules) / 2
