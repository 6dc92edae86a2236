"""Messages as RFC 5322 and MIME lay them out, of any quality: fields, parts, encodings and charsets."""

from linksift.documents.mail.mime.charsets import decoded
from linksift.documents.mail.mime.cms_signed_data import signed_content
from linksift.documents.mail.mime.encoded_words import text
from linksift.documents.mail.mime.entities import Entity, entity, inside, parts

__all__ = ["Entity", "decoded", "entity", "inside", "parts", "signed_content", "text"]
