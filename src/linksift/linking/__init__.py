"""Turns the URIs in a text into links, and writes URIs into plain text so that they can be found again."""

from linksift.linking.delimit_uri import delimit, wrap
from linksift.linking.html_output import nl2br
from linksift.linking.link_and_output_format import Link
from linksift.linking.linker import FORMATS, Linker, OutputFormat, entities, linker_from, linkify, linkify_html
from linksift.linking.markdown_and_chat_output import Entity
from linksift.linking.notebook_display import MarkedText, show
from linksift.linking.policy import SAFE_SCHEMES, Copy, Href, Policy, PolicyOptions, Show
from linksift.linking.skipped_elements import SKIPPED_ELEMENTS, elements_to_skip, require_html_parser
from linksift.linking.text_and_links import LinkPolicyWarning, text_and_links
