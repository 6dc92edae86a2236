"""Rich Text Format: the links that a file states, its text, and the page that Outlook encapsulates in it."""

from linksift.documents.office.rtf.code_pages import codec_of_page
from linksift.documents.office.rtf.rtf_file import read

__all__ = ["codec_of_page", "read"]
