"""Data files: JSON, JSON lines, CSV, TSV and Parquet. Each string or cell is a text with its place in the data."""
