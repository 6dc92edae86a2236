"""Parses messages of RFC 5322 and MIME, well-formed or not: fields, parts, encodings and charsets."""

from linksift.documents.mail.mime.charsets import decoded
from linksift.documents.mail.mime.cms_signed_data import signed_content
from linksift.documents.mail.mime.encoded_words import decoded_field, text
from linksift.documents.mail.mime.entities import Entity, Fields, enclosed_message, entity, parts

__all__ = [
    "Entity",
    "Fields",
    "decoded",
    "decoded_field",
    "enclosed_message",
    "entity",
    "parts",
    "signed_content",
    "text",
]
