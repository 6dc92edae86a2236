"""Parses messages of RFC 5322 and MIME, well-formed or not: fields, parts and transfer encodings."""
