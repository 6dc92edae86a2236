"""The filter that makes links in a stream of html5lib's tokens, and asks the callbacks about each link.

It goes wherever html5lib's filters go, into bleach's `Cleaner` too. Here belongs what becomes of a token. Where tokens
come from, and how they are written, does not.
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
"""What is linked: what is safe to follow, and the others that bleach links; `data` never."""

_NO_LINKS = SKIPPED_ELEMENTS - {"a", "code", "listing", "pre"}
"""Elements that can hold no link, or whose text is no page's; in the others bleach makes them."""


class LinkifyFilter:
    """Makes links in a stream of html5lib's tokens, and asks `callbacks` about those that were there.

    `skip_tags` are elements in whose text no link is made; `parse_email` says whether addresses become links; `finder`
    is what finds, in place of the usual one. Raises TypeError for `url_re` and `email_re`.

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
        """The tokens, with the links that there are and those that are made."""
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
        """A text with what is found in it as links."""
        position = 0
        for match in self.finder.finditer(text):
            link = list(self.new_link(match))
            if link:
                yield from characters(text[position : match.start])
                yield from link
                position = match.end
        yield from characters(text[position:])

    def new_link(self, match: Match) -> Iterator[Token]:
        """The link that a match becomes, if any."""
        if match.uri.partition(":")[0].lower() not in SCHEMES:
            return
        attributes = self.after_callbacks({HREF: match.uri, TEXT: match.text}, new=True)
        if attributes is not None:
            text = str(attributes.pop(TEXT, ""))
            yield from chain([start_tag(attributes)], characters(text), [_END_TAG.copy()])

    def existing_link(self, start: Token, rest: list[Token]) -> Iterator[Token]:
        """A link that was there, from its start tag on: as the callbacks want it, or its text alone."""
        text = "".join(token["data"] for token in rest if token["type"] in ("Characters", "SpaceCharacters"))
        attributes = self.after_callbacks({**(start["data"] or {}), TEXT: text}, new=False)
        if attributes is None:
            yield from characters(text)
            return
        shown = str(attributes.pop(TEXT, ""))
        yield {**start, "data": attributes}
        yield from rest if shown == text else chain(characters(shown), rest[-1:])

    def after_callbacks(self, attributes: Attributes, new: bool) -> Attributes | None:
        """What the callbacks, one after the other, make of the attributes of a link."""
        changed: Attributes | None = attributes
        for callback in self.callbacks:
            if changed is None:
                break
            changed = callback(changed, new)
        return changed


_END_TAG: Token = {"type": "EndTag", "name": "a"}


def start_tag(attributes: Attributes) -> Token:
    """The token that a link begins with."""
    return {"type": "StartTag", "name": "a", "data": attributes}


def characters(text: str) -> Iterator[Token]:
    """Text as a token, if there is any."""
    if text:
        yield {"type": "Characters", "data": text}


def rest_of_link(tokens: Iterator[Token]) -> Iterator[Token]:
    """The tokens up to the end tag of the `a` that has begun, others in it included."""
    depth = 1
    for token in tokens:
        yield token
        if token.get("name") == "a":
            depth += (token["type"] == "StartTag") - (token["type"] == "EndTag")
        if not depth:
            return
