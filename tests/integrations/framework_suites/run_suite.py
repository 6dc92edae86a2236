"""Runs a framework's own linking tests with linksift's drop-in in place of the framework's linkifier.

    python run_suite.py django    # in the unpacked source distribution of the framework

It runs in a process of its own, since it changes modules of the framework, and the tests configure the framework.
"""

import runpy
import sys
from collections.abc import Callable


def run_django() -> None:
    """Run Django's test runner, which prints the failed tests to standard error."""
    from django.template import defaultfilters
    from django.utils import html

    from linksift.integrations import django as drop_in
    from linksift.integrations.django.urlize import urlize_filter, urlizetrunc

    vars(html).update(urlize=drop_in.urlize)
    vars(defaultfilters).update(urlize=urlize_filter, urlizetrunc=urlizetrunc)
    defaultfilters.register.filters |= drop_in.register.filters
    tests = (
        "utils_tests.test_html",
        *(f"template_tests.filter_tests.test_{name}" for name in ("urlize", "urlizetrunc")),
    )
    sys.path.insert(0, "tests")  # as if Python had been given the script
    sys.argv = ["tests/runtests.py", "--parallel=1", *tests]
    runpy.run_path(sys.argv[0], run_name="__main__")


def run_jinja() -> None:
    """Run Jinja's tests of filters and regressions that concern `urlize`."""
    from jinja2.filters import FILTERS

    from linksift.integrations.jinja import urlize

    FILTERS["urlize"] = urlize
    _run_pytest("tests/test_filters.py", "tests/test_regression.py", "-k", "urlize")


def run_bleach() -> None:
    """Run bleach's tests of `linkify` and its callbacks."""
    import bleach
    from bleach import callbacks, linkifier

    from linksift.integrations import bleach as drop_in

    vars(bleach).update(linkify=drop_in.linkify)
    vars(linkifier).update(Linker=drop_in.Linker, LinkifyFilter=drop_in.LinkifyFilter)
    vars(callbacks).update(nofollow=drop_in.callbacks.nofollow, target_blank=drop_in.callbacks.target_blank)
    _run_pytest("tests/test_linkify.py", "tests/test_callbacks.py")


def _run_pytest(*arguments: str) -> None:
    """Run pytest without the framework's configuration, and write a line for each failed test as unittest does."""
    import pytest

    class Written:
        ran = 0

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            self.ran += report.when == "call"
            if report.failed:
                sys.stderr.write(f"FAIL: {report.nodeid}\n")

    written = Written()
    pytest.main(["-q", "-c", "/dev/null", "--rootdir", ".", "-p", "no:cacheprovider", *arguments], plugins=[written])
    sys.stderr.write(f"Ran {written.ran} tests\n")


SUITES: dict[str, Callable[[], None]] = {"django": run_django, "jinja": run_jinja, "bleach": run_bleach}

if __name__ == "__main__":
    SUITES[sys.argv[1]]()
