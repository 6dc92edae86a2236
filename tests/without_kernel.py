"""Finding without the compiled kernel, for tests that count what Python does, or compare both."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def without_kernel() -> Iterator[None]:
    """Inside, every finder uses Python alone, whenever it was made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.search.Plan.kernel", None)
        patch.setattr("linksift.finding.finder.Finder._at_once", None)
        patch.setattr("linksift.finding.finder.Finder._in_rows", None)
        yield
