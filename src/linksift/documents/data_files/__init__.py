"""Data files: JSON, JSON lines, notebooks, CSV, TSV and Parquet. Each string or cell is a text with its place."""
