"""PDF: link annotations and text, read by PDFium in a separate process."""

from linksift.documents.pdf.pdf_file import read

__all__ = ["read"]
