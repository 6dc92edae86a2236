"""The optional compiled kernel: the search for hits and the fast path, with the tables and patterns of Python."""

from linksift.finding.kernel.compiled import Kernel, kernel_in_use
from linksift.finding.kernel.compiled import Matches as KernelMatches
from linksift.finding.kernel.tables import kernel

__all__ = ["Kernel", "KernelMatches", "kernel", "kernel_in_use"]
