"""PDF: link annotations and text, read by PDFium in a process of its own."""

from linksift.documents.pdf.pdf_file import read

__all__ = ["read"]
