"""Django wants settings before anything is asked of it, even by a test that only looks at its modules."""

from importlib.util import find_spec

import pytest


@pytest.fixture(scope="session", autouse=True)
def settings_of_django() -> None:
    """The drop-in as an app; nothing where there is no Django."""
    if find_spec("django") is None:
        return
    import django
    from django.conf import settings

    if not settings.configured:
        settings.configure(INSTALLED_APPS=["linksift.integrations.django"])
        django.setup()
