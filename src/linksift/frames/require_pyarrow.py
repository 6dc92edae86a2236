"""Imports pyarrow, or says which extra installs it."""

try:
    import pyarrow as pa
    from pyarrow import compute
except ImportError as error:
    raise ImportError("linksift.frames needs pyarrow: pip install 'linksift[arrow]'") from error

__all__ = ["compute", "pa"]
