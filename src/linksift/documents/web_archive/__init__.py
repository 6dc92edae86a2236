"""Web archives: WARC and WET files, record by record (ISO 28500)."""

from linksift.documents.web_archive.reader import read

__all__ = ["read"]
