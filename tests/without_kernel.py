"""Finding without the compiled kernel, for tests that count the work of Python or compare both."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from linksift import Finder


@contextmanager
def without_kernel() -> Iterator[None]:
    """Within this context, every finder uses Python alone, regardless of when it was created."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.search_loop.Plan.kernel", None)
        for name in ("_at_once", "_in_rows"):
            slot = getattr(Finder, name)
            patch.setattr(Finder, name, property(lambda finder: None, slot.__set__))  # a finder created here is kept
        yield
