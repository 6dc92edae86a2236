"""Data files: JSON, JSON lines, CSV and TSV. Their strings and cells are texts, each with its place in the data."""
