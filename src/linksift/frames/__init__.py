"""Finds links in columns of text (Arrow arrays), and cleans, normalizes and splits the references in them.

No row raises an error. A null yields a null, and text without a link yields an empty list.
"""

from linksift.frames.column_texts import LARGEST_ROW, LongRowsWarning, string_array
from linksift.frames.found_links import Unit, find, rows
from linksift.frames.link_graph import EDGE_FIELDS, EDGES, EDGES_VERSION, EdgeField, edge_schema, edges
from linksift.frames.row_functions import clean, hazards, linkify, normalize, parts, refang, unwrap
from linksift.frames.schema import CLEANED, DEFAULT_FIELDS, FIELDS, PARTS, Field, list_of_links

__all__ = [
    "CLEANED",
    "DEFAULT_FIELDS",
    "EDGES",
    "EDGES_VERSION",
    "EDGE_FIELDS",
    "FIELDS",
    "LARGEST_ROW",
    "PARTS",
    "EdgeField",
    "Field",
    "LongRowsWarning",
    "Unit",
    "clean",
    "edge_schema",
    "edges",
    "find",
    "hazards",
    "linkify",
    "list_of_links",
    "normalize",
    "parts",
    "refang",
    "rows",
    "string_array",
    "unwrap",
]
