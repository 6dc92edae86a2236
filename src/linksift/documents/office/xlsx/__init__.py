"""Workbooks (.xlsx): hyperlinks, `HYPERLINK` formulas, cells and comments, each with its cell."""

from linksift.documents.office.xlsx.workbook import read

__all__ = ["read"]
