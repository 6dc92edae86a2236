"""A drop-in for bleach's `LinkifyFilter`: makes links in a stream of html5lib's tokens, and calls callbacks on links.

It works wherever html5lib's filters do, and in bleach's `Cleaner`.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from linksift.finding import Finder, Match
from linksift.integrations.bleach.callbacks import HREF, TEXT, Attributes, Callback, nofollow
from linksift.integrations.bleach.refused_patterns import finder_for
from linksift.linking import SAFE_SCHEMES, SKIPPED_ELEMENTS

Token = dict[str, Any]

DEFAULT_CALLBACKS: list[Callback] = [nofollow]

_PROTOCOLS = "afs aim callto ed2k feed gopher rsync rtsp tag telnet"
SCHEMES = SAFE_SCHEMES.union(_PROTOCOLS.split())
"""The schemes to link: those safe to follow, and those that bleach links besides; never `data`."""

_NO_LINKS = SKIPPED_ELEMENTS - {"a", "code", "listing", "pre"}
"""Elements that cannot contain a link, or whose content is not text of the page. bleach links in all others."""


class LinkifyFilter:
    """Makes links in a stream of html5lib's tokens, and calls `callbacks` on new and existing links.

    `skip_tags` are elements in whose text no link is made. `parse_email` says whether addresses become links. `finder`
    replaces the default finder. Raises TypeError for `url_re` and `email_re`.

    >>> tokens = [{"type": "Characters", "data": "to a.example."}]
    >>> [token.get("name") or token["data"] for token in LinkifyFilter(tokens)]
    ['to ', 'a', 'a.example', 'a', '.']
    """

    source: Iterable[Token]
    callbacks: list[Callback]
    skip_tags: frozenset[str]
    finder: Finder

    def __init__(
        self,
        source: Iterable[Token],
        callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        url_re: object = None,
        email_re: object = None,
        *,
        finder: Finder | None = None,
    ) -> None:
        self.source = source
        self.callbacks = list(callbacks or ())
        self.skip_tags = frozenset(skip_tags or ())
        self.finder = finder_for(finder, parse_email, url_re, email_re)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)

    def __iter__(self) -> Iterator[Token]:
        """The tokens, with existing and new links."""
        tokens = iter(self.source)
        closed = self.skip_tags | _NO_LINKS
        depth = 0
        for token in tokens:
            kind, name = token["type"], token.get("name")
            if kind == "StartTag" and name == "a" and "a" not in self.skip_tags:
                yield from self.existing_link(token, list(rest_of_link(tokens)))
            elif kind == "Characters" and not depth:
                yield from self.with_links(token["data"])
            else:
                depth += (name in closed) * ((kind == "StartTag") - (kind == "EndTag"))
                yield token

    def with_links(self, text: str) -> Iterator[Token]:
        """The tokens of a text with links."""
        position = 0
        for match in self.finder.finditer(text):
            link = list(self.new_link(match))
            if link:
                yield from characters(text[position : match.start])
                yield from link
                position = match.end
        yield from characters(text[position:])

    def new_link(self, match: Match) -> Iterator[Token]:
        """The tokens of the link that a match becomes, if any."""
        if match.uri.partition(":")[0].lower() not in SCHEMES:
            return
        attributes = self.after_callbacks({HREF: match.uri, TEXT: match.text}, new=True)
        if attributes is not None:
            text = str(attributes.pop(TEXT, ""))
            yield from chain([start_tag(attributes)], characters(text), [_END_TAG.copy()])

    def existing_link(self, start: Token, rest: list[Token]) -> Iterator[Token]:
        """The tokens of an existing link after the callbacks; if they refuse it, its text alone."""
        text = "".join(token["data"] for token in rest if token["type"] in ("Characters", "SpaceCharacters"))
        attributes = self.after_callbacks({**(start["data"] or {}), TEXT: text}, new=False)
        if attributes is None:
            yield from characters(text)
            return
        new_text = str(attributes.pop(TEXT, ""))
        yield {**start, "data": attributes}
        yield from rest if new_text == text else chain(characters(new_text), rest[-1:])

    def after_callbacks(self, attributes: Attributes, new: bool) -> Attributes | None:
        """The attributes of a link after all callbacks; None if one of them refuses the link."""
        changed: Attributes | None = attributes
        for callback in self.callbacks:
            if changed is None:
                break
            changed = callback(changed, new)
        return changed


_END_TAG: Token = {"type": "EndTag", "name": "a"}


def start_tag(attributes: Attributes) -> Token:
    """The start tag of a link."""
    return {"type": "StartTag", "name": "a", "data": attributes}


def characters(text: str) -> Iterator[Token]:
    """The token of a text, unless it is empty."""
    if text:
        yield {"type": "Characters", "data": text}


def rest_of_link(tokens: Iterator[Token]) -> Iterator[Token]:
    """The tokens up to and including the end tag of the open `a`, which may contain others."""
    depth = 1
    for token in tokens:
        yield token
        if token.get("name") == "a":
            depth += (token["type"] == "StartTag") - (token["type"] == "EndTag")
        if not depth:
            return
