"""Workbooks (.xlsx): hyperlinks, `HYPERLINK` formulas, cells and comments, each with its cell."""
