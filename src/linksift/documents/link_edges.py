"""A link as an edge of a graph: the source that holds it, and the text that people see for it."""

from linksift.documents.document_model import Found


def edge_source(found: Found, base: str | None) -> str | None:
    """What holds a link, by the narrowest name that it has; None if it has none.

    That is the URI that a record of a web archive was fetched from, the value that identifies a row of a table, the URI
    that the document came by, or its path.
    """
    location = found.location
    return location.locator.target or location.locator.id or base or location.path


def edge_text(found: Found) -> str | None:
    """What people see for a link: the text of a stated link, which a picture has not, or the URI as a text has it."""
    return found.link_text if found.match.kind == "stated" else found.match.text
