"""Web archives: WARC and WET files, record by record (ISO 28500)."""
