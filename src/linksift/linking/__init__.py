"""Texts with their URIs as links, and URIs written so that they are found again."""

from linksift.linking.elements import LEFT_ALONE, check_parser
from linksift.linking.entities import Entity
from linksift.linking.link import Link
from linksift.linking.linker import FORMATS, Linker, entities, linkify, linkify_html
from linksift.linking.parts import parts
from linksift.linking.policy import SAFE_SCHEMES, SHOWS, Policy
from linksift.linking.wrap import delimit, wrap

__all__ = [
    "FORMATS",
    "LEFT_ALONE",
    "SAFE_SCHEMES",
    "SHOWS",
    "Entity",
    "Link",
    "Linker",
    "Policy",
    "check_parser",
    "delimit",
    "entities",
    "linkify",
    "linkify_html",
    "parts",
    "wrap",
]
