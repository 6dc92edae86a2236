"""HTML: the references that a page states (`a href`, `img src`, ...), its text, and their locations."""

from linksift.documents.html.attributes import references
from linksift.documents.html.character_references import numeric_character
from linksift.documents.html.encoding import markup_of
from linksift.documents.html.page_reader import read, read_text
from linksift.documents.html.tag_parser import Tag
from linksift.documents.html.tokenizer import Dialect, tokens

__all__ = ["Dialect", "Tag", "markup_of", "numeric_character", "read", "read_text", "references", "tokens"]
