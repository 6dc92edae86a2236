"""The page of rules is made of the rules."""

import pytest

from tests.rules_page import PAGE, ROOMS, page, rules

pytest.importorskip("pypdfium2", reason="the rules of PDFs are in modules that need pypdfium2")


def test_the_page_says_what_the_docstrings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python tests/rules_page.py"


def test_every_rule_says_why_in_one_line() -> None:
    for name, function in (item for room in ROOMS for item in rules(room)):
        first = (function.__doc__ or "").splitlines()[0]
        assert first.endswith("."), name
