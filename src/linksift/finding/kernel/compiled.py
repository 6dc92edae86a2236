"""The compiled half of the kernel, where it was built (kernel.c); LINKSIFT_PURE=1 in the environment leaves it out."""

import os

PURE = "LINKSIFT_PURE"

try:
    if os.environ.get(PURE, "0") != "0":
        raise ImportError(f"{PURE} is set")
    from linksift.finding.kernel import _kernel as compiled
except ImportError:
    compiled = None  # type: ignore[assignment]


def is_compiled() -> bool:
    """Whether finders use the compiled kernel."""
    return compiled is not None
