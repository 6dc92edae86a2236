"""A drop-in for bleach's `LinkifyFilter`: makes links in a stream of html5lib's tokens, and calls callbacks on links.

The filter works wherever html5lib's filters work, and in bleach's `Cleaner`. bleach's regular expressions are refused:
linksift's `Finder` follows RFC 3986 rather than a single pattern, so it takes linear time on any text.
"""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NoReturn

from linksift.arguments import instance_of
from linksift.documentation_pages import see
from linksift.finding import Finder, Kind, Match, cached_finder
from linksift.integrations.bleach.callbacks import HREF, TEXT, Attributes, Callback, nofollow
from linksift.linking import SAFE_SCHEMES, SKIPPED_ELEMENTS, elements_to_skip
from linksift.text_across_tags import BREAKS, TextFlow, doubtful_seams, find_over_seams, repeats_too_much

# ---- The finder ------------------------------------------------------------------------------------------------------

_KINDS: tuple[Kind, ...] = ("uri", "suffix", "domain")


def finder_for(finder: Finder | None, parse_email: bool, url_re: object, email_re: object) -> Finder:
    """The finder for bleach's arguments, which finds `http://...`, `www...`, `a.example` and, if asked, addresses.

    Raises TypeError for a pattern, and for `parse_email` given with a finder, whose kinds decide about addresses.
    """
    for name, pattern in (("url_re", url_re), ("email_re", email_re)):
        if pattern is not None:
            refuse(name)
    if finder is None:
        return cached_finder(kinds=(*_KINDS, "email") if parse_email else _KINDS)
    if parse_email:
        raise TypeError('a finder finds addresses if they are among its kinds: Finder(kinds={"email", ...})')
    return instance_of("finder", Finder, finder)


def build_url_re(*arguments: object, **options: object) -> NoReturn:
    """Raise TypeError: there is no pattern to build."""
    refuse("build_url_re")


def build_email_re(*arguments: object, **options: object) -> NoReturn:
    """Raise TypeError: there is no pattern to build."""
    refuse("build_email_re")


def refuse(name: str) -> NoReturn:
    """Raise TypeError with a message about the alternative to a pattern."""
    raise TypeError(
        f"{name}: linksift finds URIs by a finder, not by a pattern; pass a finder for what you want, such as "
        'finder=Finder(kinds={"uri", "domain"}, schemes={"http", "https"}), and leave out the rest by a callback that '
        f"returns None (see {see('bleach')})"
    )


# ---- The filter ------------------------------------------------------------------------------------------------------

Token = dict[str, Any]

DEFAULT_CALLBACKS: list[Callback] = [nofollow]
"""The callbacks used if a caller names none, as in bleach."""

_PROTOCOLS = "afs aim callto ed2k feed gopher rsync rtsp tag telnet"
SCHEMES = SAFE_SCHEMES.union(_PROTOCOLS.split())
"""The schemes to link: those that are safe to follow, and others that bleach links, but never `data`."""

_NO_LINKS = SKIPPED_ELEMENTS - {"a", "code", "listing", "pre"}
"""Elements that cannot contain a link, or whose content is not text of the page. bleach makes links in all others."""


class LinkifyFilter:
    """Makes links in a stream of html5lib's tokens, and calls `callbacks` on new and existing links.

    `skip_tags` contains names of elements, or selectors such as `.nolink` and `[data-nolink]`; no links are made in the
    text of these elements. `parse_email` says whether addresses become links. `finder` replaces the default finder.
    Raises TypeError for `url_re` and `email_re`.

    >>> tokens = [{"type": "Characters", "data": "to a.example."}]
    >>> [token.get("name") or token["data"] for token in LinkifyFilter(tokens)]
    ['to ', 'a', 'a.example', 'a', '.']
    """

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
        self.skip_tags = frozenset([skip_tags] if isinstance(skip_tags, str) else skip_tags or ())
        self.finder = finder_for(finder, parse_email, url_re, email_re)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)

    def __iter__(self) -> Iterator[Token]:
        """The tokens, with existing and new links. Text continues across tags as in `linkify_html`."""
        tokens = iter(self.source)
        closed = elements_to_skip(self.skip_tags, _NO_LINKS)
        skipped: str | None = None
        depth = 0
        run = TextRun()
        for token in tokens:
            kind, name = token["type"], token.get("name") or ""
            if kind == "StartTag" and name == "a" and "a" not in self.skip_tags:
                yield from self.with_links(run)
                yield from self.existing_link(token, list(rest_of_link(tokens)))
            elif kind in _CHARACTERS and not depth:
                if run.flow.begins_new_text(run.texts, run.length, token["data"], run.seams):
                    yield from self.with_links(run)
                run.add(token, token["data"])
            elif kind in _TAGS and not depth and name not in BREAKS and not closed.has(name, plain_attributes(token)):
                run.add_tag(token)
            elif kind == "Comment" and not depth:
                run.add(token, "")
            else:
                yield from self.with_links(run)
                if not depth:
                    begins = kind == "StartTag" and closed.has(name, plain_attributes(token))
                    skipped = name if begins else None
                depth += (name == skipped) * ((kind == "StartTag") - (kind == "EndTag"))
                yield token
        yield from self.with_links(run)

    def with_links(self, run: "TextRun") -> Iterator[Token]:
        """The tokens of a run, with a link for each piece of a match between tags. After them, the run begins anew."""
        matches = deque(
            match
            for match in find_over_seams(self.finder, "".join(run.texts), run.seams)
            if not repeats_too_much(match, run.pieces(match))
        )
        start = 0
        for token, text in zip(run.tokens, run.texts, strict=True):
            end = start + len(text)
            if token["type"] in _CHARACTERS and matches and matches[0].start < end:
                yield from self.piece_with_links(text, start, matches)
            else:
                yield token
            start = end
        run.begin()

    def piece_with_links(self, text: str, start: int, matches: deque[Match]) -> Iterator[Token]:
        """The tokens of text that begins at an offset in its run. Matches that end in it are removed from the queue."""
        position, end = 0, start + len(text)
        while matches and matches[0].start < end:
            first, last = max(matches[0].start - start, 0), min(matches[0].end, end) - start
            if link := list(self.new_link(matches[0], text[first:last])):
                yield from characters(text[position:first])
                yield from link
                position = last
            if matches[0].end > end:
                break
            matches.popleft()
        yield from characters(text[position:])

    def new_link(self, match: Match, text: str) -> Iterator[Token]:
        """The tokens of the link, if any, that is made from a match or a piece of it."""
        if match.uri.partition(":")[0].lower() not in SCHEMES:
            return
        if (attributes := self.after_callbacks({HREF: match.uri, TEXT: text}, new=True)) is not None:
            shown = str(attributes.pop(TEXT, ""))
            yield {"type": "StartTag", "name": "a", "data": attributes}
            yield from characters(shown)
            yield {"type": "EndTag", "name": "a"}

    def existing_link(self, start: Token, rest: list[Token]) -> Iterator[Token]:
        """The tokens of an existing link after the callbacks, or only its text if they refuse it."""
        text = "".join(token["data"] for token in rest if token["type"] in _CHARACTERS)
        attributes = self.after_callbacks({**(start["data"] or {}), TEXT: text}, new=False)
        if attributes is None:
            yield from characters(text)
            return
        new_text = str(attributes.pop(TEXT, ""))
        yield {**start, "data": attributes}
        yield from rest if new_text == text else chain(characters(new_text), rest[-1:])

    def after_callbacks(self, attributes: Attributes, new: bool) -> Attributes | None:
        """The attributes of a link after all callbacks; None if one of them refuses the link."""
        for callback in self.callbacks:
            changed = callback(attributes, new)
            if changed is None:
                return None
            attributes = changed
        return attributes


class TextRun:
    """Tokens across which text continues, and the text of each: "" for a tag, but a line feed for a `br`."""

    __slots__ = ("flow", "length", "seams", "starts", "texts", "tokens")

    def __init__(self) -> None:
        self.flow = TextFlow()
        self.begin()

    def begin(self) -> None:
        """Begin another run; the flow of the text continues."""
        self.tokens: list[Token] = []
        self.starts: list[int] = []
        self.texts: list[str] = []
        self.length = 0
        self.seams = doubtful_seams()

    def add(self, token: Token, text: str) -> None:
        """Add a token and its text."""
        if token["type"] in _CHARACTERS:
            self.starts.append(self.length)
        self.tokens.append(token)
        self.texts.append(text)
        self.length += len(text)

    def pieces(self, match: Match) -> int:
        """The maximum number of pieces between tags that a match in the run consists of."""
        return bisect_left(self.starts, match.end) - bisect_right(self.starts, match.start) + 1

    def add_tag(self, token: Token) -> None:
        """Add a tag of an inline element."""
        self.flow.tag(token["name"], closes=token["type"] == "EndTag")
        self.add(token, "\n" if token["name"] == "br" and self.length else "")


_CHARACTERS = ("Characters", "SpaceCharacters")
_TAGS = ("StartTag", "EndTag", "EmptyTag")


def plain_attributes(token: Token) -> Iterator[tuple[str, str]]:
    """The attributes of a start tag that have no namespace."""
    for (namespace, name), value in (token.get("data") or {}).items():
        if namespace is None:
            yield name, value


def characters(text: str) -> Iterator[Token]:
    """The token for text, unless it is empty."""
    if text:
        yield {"type": "Characters", "data": text}


def rest_of_link(tokens: Iterator[Token]) -> Iterator[Token]:
    """The tokens up to and including the end tag of the open `a`, which may contain other links."""
    depth = 1
    for token in tokens:
        yield token
        if token.get("name") == "a":
            depth += (token["type"] == "StartTag") - (token["type"] == "EndTag")
        if not depth:
            return
