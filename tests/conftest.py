"""What all tests share: the folder of other people's texts, how hard hypothesis tries, and which tests run quickly."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parent
SHARED = Path(__file__).resolve().parents[2] / "shared"

# A busy machine is not a fault, so neither an example nor the drawing of examples has a deadline. CI draws the same
# examples every time: what fails there fails here too.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", PATIENT)
settings.register_profile("ci", PATIENT, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

QUICK = [
    *("test_corpus_format.py", "test_import.py", "test_public_api.py", "test_readme.py", "test_rooms.py"),
    *("test_rules_page.py", "test_threads.py"),
    *(f"{room}/test_docstrings.py" for room in ("cleaning", "cli", "documents", "finding", "hazards", "integrations")),
    *(f"{room}/test_docstrings.py" for room in ("linking", "uri")),
    *("registries/test_derive.py", "uri/test_components.py", "uri/test_errors.py", "uri/test_normalize.py"),
    *("finding/test_corpora.py", "finding/test_match.py", "finding/test_refang.py", "finding/test_triggers.py"),
    *("hazards/test_hazards.py", "hazards/test_page.py", "cleaning/test_corpora.py", "cleaning/test_properties.py"),
    *("documents/mail/test_*.py", "documents/office/test_*.py", "documents/test_read.py"),
    *(f"documents/**/test_{kind}*.py" for kind in ("markdown", "pdf", "plain", "stated")),
    *("linking/test_linker.py", "integrations/test_bleach.py", "integrations/test_django.py"),
    *("integrations/test_jinja.py", "integrations/test_markdown_it.py"),
    *(
        "cli/test_clean.py",
        "cli/test_compare.py",
        "cli/test_find.py",
        "cli/test_linkify.py",
        "cli/test_terminal_safe.py",
    ),
    *("cli/test_normalize.py", "cli/test_report.py", "cli/test_resolve.py", "cli/test_unwrap.py"),
]
"""The modules of the quick run (`-m smoke`): it touches every room. Their tests that know the time stay out of it."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the tests of the quick run their marker."""
    found = {pattern: set(TESTS.glob(pattern)) for pattern in QUICK}
    if lost := [pattern for pattern, files in found.items() if not files]:
        raise pytest.UsageError(f"tests/conftest.py: no such modules for the quick run: {lost}")
    quick = set().union(*found.values())
    for item in items:
        if item.path in quick and item.get_closest_marker("clock") is None:
            item.add_marker("smoke")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder next to the repository with standards and other people's texts, which are not ours to publish."""
    if not SHARED.is_dir():
        pytest.skip(
            "compares with standards and test suites that are not ours to publish; nothing is wrong without them"
        )
    return SHARED
