"""Shared by all tests: other people's texts, how hard hypothesis tries, and the tests that belong to the quick run."""

import os
from pathlib import Path

os.environ["LINKSIFT_FAULTS"] = "raise"  # a fault in a reader makes its test fail (documents/reading_limits.py)

import pytest
from hypothesis import HealthCheck, settings

from tests.quick_run import QUICK, TESTS

SHARED = Path(__file__).resolve().parents[2] / "shared"

# A busy machine is not a fault, so neither an example nor the drawing of examples has a deadline. CI draws the same
# examples every time, so whatever fails there fails here too.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", PATIENT)
settings.register_profile("ci", PATIENT, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the quick run."""
    quick = {path for pattern in QUICK for path in TESTS.glob(pattern)}
    for item in items:
        if item.path in quick and item.get_closest_marker("clock") is None:
            item.add_marker("smoke")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name the bytes of a long file after their argument, not their content: archives contain their time of creation.

    pytest-xdist needs the same names in each of its processes.
    """
    return argname if isinstance(val, bytes) and len(val) > 40 else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder beside the repository that holds standards and other people's texts, which are not ours to publish."""
    if not SHARED.is_dir():
        pytest.skip(
            "compares with standards and test suites that are not ours to publish; nothing is wrong without them"
        )
    return SHARED
