"""Web archives: WARC and WET files, record by record (ISO 28500)."""

from linksift.documents.web_archive.web_archive_file import read

__all__ = ["read"]
