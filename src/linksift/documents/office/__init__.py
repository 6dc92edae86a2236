"""Office documents: Word (.docx), Excel (.xlsx) and OpenDocument, all of them XML in zip packages."""
