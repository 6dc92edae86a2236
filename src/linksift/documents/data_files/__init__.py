"""Data files: JSON, JSON lines, CSV, TSV and Parquet. Strings and cells are texts, each with its place in the data."""
