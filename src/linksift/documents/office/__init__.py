"""Office documents, all of which are zip packages of XML: Word (.docx), Excel (.xlsx) and OpenDocument."""
