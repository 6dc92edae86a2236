"""Workbooks (.xlsx): hyperlinks, `HYPERLINK` formulas, cells and comments, each with its cell."""

from linksift.documents.office.xlsx.workbook import read, recognizes

__all__ = ["read", "recognizes"]
