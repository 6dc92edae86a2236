"""Imports pyarrow, or says which extra installs it."""

try:
    import pyarrow
    from pyarrow import compute
except ImportError as error:
    raise ImportError("linksift.frames needs pyarrow: pip install 'linksift[arrow]'") from error

__all__ = ["compute", "pyarrow"]
