"""Messages as RFC 5322 and MIME lay them out, of any quality: fields, parts, encodings and charsets."""

from linksift.documents.mime.charsets import decoded
from linksift.documents.mime.cms import signed_content
from linksift.documents.mime.entities import Entity, entity, inside, parts
from linksift.documents.mime.words import text

__all__ = ["Entity", "decoded", "entity", "inside", "parts", "signed_content", "text"]
