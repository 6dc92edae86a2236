"""PDF: link annotations and text, read by PDFium in a separate process."""
