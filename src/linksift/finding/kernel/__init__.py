"""The optional compiled kernel: the search for hits and the fast path, with the tables and patterns of Python."""

from linksift.finding.kernel.compiled import is_compiled
from linksift.finding.kernel.tables import Kernel, kernel

__all__ = ["Kernel", "is_compiled", "kernel"]
