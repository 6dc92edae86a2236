"""Configures Django, which needs settings before anything else, even in a test that only inspects its modules."""

from importlib.util import find_spec

import pytest


@pytest.fixture(scope="session", autouse=True)
def settings_of_django() -> None:
    """Install the drop-in as an app; do nothing without Django."""
    if find_spec("django") is None:
        return
    import django
    from django.conf import settings

    if not settings.configured:
        settings.configure(INSTALLED_APPS=["linksift.integrations.django"])
        django.setup()
