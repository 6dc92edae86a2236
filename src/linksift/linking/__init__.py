"""URIs written so that they are found again."""

from linksift.linking.wrap import delimit, wrap

__all__ = ["delimit", "wrap"]
