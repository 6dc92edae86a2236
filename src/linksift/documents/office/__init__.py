"""Office documents: Word (.docx), Excel (.xlsx) and OpenDocument, all of them zip packages of XML."""
