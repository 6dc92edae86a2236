"""What every test may ask for: the folder of other people's texts, and how hard hypothesis tries."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SHARED = Path(__file__).resolve().parents[2] / "shared"

# A busy machine is not a fault, so neither an example nor the drawing of examples has a deadline. CI draws the same
# examples every time: what fails there fails here too.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", PATIENT)
settings.register_profile("ci", PATIENT, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder beside the repository with standards and other people's texts, which are not ours to copy."""
    if not SHARED.is_dir():
        pytest.skip(f"needs other people's texts in {SHARED}, which is not here")
    return SHARED
