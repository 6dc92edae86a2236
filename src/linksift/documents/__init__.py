"""Reads files (mail, web pages, PDFs, office documents, texts, folders), and yields links with their locations."""

from linksift.documents.data_files.delimited import column_cells
from linksift.documents.document_model import (
    LOCATOR_FIELDS,
    MEBI,
    Account,
    Chunks,
    Columns,
    Found,
    Limits,
    Location,
    Locator,
    NotText,
    OpenedBy,
    Piece,
    Problem,
    ReadError,
    RecordRange,
    Source,
    StatedReference,
    Text,
)
from linksift.documents.format_detection import formats_in_words
from linksift.documents.links_from_pieces import (
    Extract,
    LinkInContext,
    LinksInText,
    edge_host,
    edge_source,
    edge_text,
    extract_links,
    extract_lists,
)
from linksift.documents.read import ReadOptions, read
from linksift.documents.read_in_ranges import FileRange, TextRange, file_ranges, links_in_file, links_in_part_of_text
from linksift.documents.reading_limits import SECONDS_PER_MEBI
from linksift.documents.recognizers import MARKDOWN_SUFFIXES
from linksift.documents.text_files.plain_text import detect_encoding, text_chunks
from linksift.documents.walk_folders import FileEntry, UnreadablePath, WalkOptions, walk
