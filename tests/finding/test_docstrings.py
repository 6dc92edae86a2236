"""Each rule's docstring has an example, and the example holds."""

import doctest
import sys
from typing import Any

import pytest

import linksift
from linksift.notes import RULES
from tests.finding.test_corpora import finding_rules


def found(text: str, **options: Any) -> list[str]:
    """The URIs in a text: what the rules' examples call."""
    return [match.uri for match in linksift.find(text, **options)]


@pytest.mark.parametrize("rule", finding_rules())
def test_the_example_of_each_rule_holds(rule: str) -> None:
    function = RULES[rule]
    module = vars(sys.modules[function.__module__])
    test = doctest.DocTestParser().get_doctest(
        function.__doc__ or "", {**module, "found": found, "linksift": linksift}, rule, function.__code__.co_filename, 0
    )
    assert test.examples, f"{rule} has no example"
    report: list[str] = []
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)


MODULES = sorted(
    name for name in sys.modules if name.startswith(("linksift.finding", "linksift.notes", "linksift.registries"))
)


@pytest.mark.parametrize("module", MODULES)
def test_the_other_examples_hold(module: str) -> None:
    report: list[str] = []
    names = {"found": found, "linksift": linksift}
    tests = doctest.DocTestFinder(exclude_empty=True).find(sys.modules[module], extraglobs=names)
    for test in tests:
        assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)
