"""Finding without the compiled kernel, for tests that count the work of Python or compare both."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def without_kernel() -> Iterator[None]:
    """Within this context, every finder uses Python alone, regardless of when it was created."""
    always_none = property(lambda finder: None, lambda finder, value: None)  # a finder that is created here sets them
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.search_loop.Plan.kernel", None)
        patch.setattr("linksift.finding.finder.Finder._at_once", always_none)
        patch.setattr("linksift.finding.finder.Finder._in_rows", always_none)
        yield
