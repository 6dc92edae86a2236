"""The works whose reads are counted: every way to search a text, and everything that reads what was found."""

import io
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from tests.finding.reads.counted import Counted, Derived, Evidence, counted

import linksift  # isort: skip - behind the door
from linksift.cleaning import NotAURI
from linksift.documents import document_model
from linksift.documents.html import page_reader
from linksift.documents.mail import message
from linksift.finding import stream
from linksift.finding.joining.text_layout import Layout
from linksift.finding.refanging import refanged_text
from linksift.linking import linker

ALL = ("uri", "suffix", "email", "domain", "ip")
TEMPLATES = ("{}", "{{}}", "${}", "%()s")
NEAR = 1_024
"""The lookahead and lookbehind of streams here, so that a text of a few thousand code points comes in many pieces."""

Work = Callable[[str], object]


def _counting(search: Callable[..., Any]) -> Callable[..., Any]:
    """A search whose text counts its reads."""
    return lambda plan, text, *rest: search(plan, counted(text), *rest)


def _refanged(made: Callable[..., None]) -> Callable[..., None]:
    def init(self: Any, source: str) -> None:
        made(self, source)
        self.text = counted(self.text)

    return init


def _deriving(made: Callable[..., str]) -> Callable[..., str]:
    """A decoder whose text counts its reads."""
    return lambda *given: Derived(made(*given))


def _written(made: Callable[[str], str]) -> Callable[[str], str]:
    """The text that a linker writes, which is a plain str even if the one given was not, made to count its reads."""
    return lambda text: counted(made(text))


def _source(made: Callable[..., None]) -> Callable[..., None]:
    def init(self: Any, text: str, *rest: int, **named: int) -> None:
        made(self, Derived(text), *rest, **named)

    return init


def _layout(made: Callable[..., None]) -> Callable[..., None]:
    def init(self: Any, text: str, *rest: Any) -> None:
        made(self, Evidence(str.__str__(text)), *rest)

    return init


Layout.__init__ = _layout(Layout.__init__)  # type: ignore[method-assign]
document_model.Source.__init__ = _source(document_model.Source.__init__)  # type: ignore[method-assign]
page_reader.markup_of = _deriving(page_reader.markup_of)
message.decoded = _deriving(message.decoded)
stream.search = _counting(stream.search)
linker.writable = _written(linker.writable)  # type: ignore[assignment]
refanged_text.RefangedText.__init__ = _refanged(refanged_text.RefangedText.__init__)  # type: ignore[method-assign]


def found(**options: Any) -> Work:
    """A work that finds all matches and computes the details of each."""
    made = linksift.Finder(**options)

    def work(text: str) -> None:
        for match in made.find(text):
            _ = match.notes, match.alternatives, match.iri, match.reference

    return work


def streamed(size: int, **options: Any) -> Work:
    """A work that finds the matches in a text that comes in chunks of a given size."""
    made = linksift.Finder(max_length=NEAR, **options)

    def work(text: str) -> None:
        before = stream.LOOKAHEAD, stream.LOOKBEHIND
        stream.LOOKAHEAD = stream.LOOKBEHIND = NEAR
        try:
            chunks = (str.__getitem__(text, slice(place, place + size)) for place in range(0, len(text), size))
            for _ in made.stream(map(Counted, chunks)):
                pass
        finally:
            stream.LOOKAHEAD, stream.LOOKBEHIND = before

    return work


def judged(text: str) -> None:
    """Compute the hazards of each match, with its own text as link text, and of one link with the whole text."""
    for match in linksift.find(text):
        linksift.hazards(match, link_text=match.text)
    linksift.hazards(linksift.parse("http://a.example/"), link_text=text)


def cleaned(text: str) -> None:
    with suppress(NotAURI):
        str(linksift.clean(text))


def unwrapped(text: str) -> None:
    """Unwrap the text from one link wrapper, and from eight."""
    octets = text.encode("utf-8", "replace")
    for times in (1, 8):
        uri = "".join(map("%{:02X}".format, octets))
        for _ in range(times):
            uri = "https://www.google.com/url?q=" + uri.replace("%", "%25")
        linksift.unwrap(Counted(uri[: 2 * len(text)].rstrip("%25")))


def read(head: str, name: str | None, **options: Any) -> Work:
    """A work that reads the links in a document that begins with `head`."""

    def work(text: str) -> None:
        document = io.BytesIO((head + str.__str__(text)).encode("utf-8", "replace"))
        if name:
            document.name = name
        with suppress(linksift.ReadError):
            for _ in linksift.read(document, **options):
                pass

    return work


def wrapped(text: str) -> Iterator[str]:
    """Each URI, wrapped at a fixed width."""
    for match in linksift.find(text):
        yield linksift.wrap(match.uri, 60, "> ")


POLICY = linksift.Policy(hazards={"any": "mark"}, max_text_length=20, mask_passwords=True)
MAIL = "From: a@b.example\nTo: c@d.example\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n"

WORKS: dict[str, Work] = {
    **{profile: found(profile=profile) for profile in ("text", "document", "chat", "ascii", "uts58")},
    **{f"{profile}, all kinds": found(profile=profile, kinds=ALL) for profile in ("text", "document", "chat", "ascii")},
    "any scheme": found(schemes="any"),
    "any scheme, all kinds": found(schemes="any", kinds=ALL),
    "any scheme, auto": found(schemes="any", rejoin="auto"),
    "columns": found(rejoin="columns"),
    "any scheme, uts58": found(profile="uts58", schemes="any"),
    "scheme s": found(schemes={"s"}),
    "schemes http, s, tel; all kinds": found(schemes={"http", "s", "tel"}, kinds=ALL),
    "refang": found(refang=True),
    "refang, all kinds": found(refang=True, kinds=ALL),
    "refang, auto": found(refang=True, rejoin="auto"),
    "refang, any scheme": found(refang=True, schemes="any"),
    "refang, uts58": found(refang=True, profile="uts58"),
    "templates": found(templates=TEMPLATES, top_level_domains=["zzz", "a1"], kinds=ALL),
    "templates, auto, any scheme": found(templates=TEMPLATES, rejoin="auto", schemes="any"),
    "length 100": found(max_length=100, kinds=ALL),
    "length 1000, auto, any": found(max_length=1000, kinds=ALL, rejoin="auto", schemes="any"),
    "stream of 7": streamed(7),
    "stream of 7, document": streamed(7, profile="document"),
    "stream of 3000, all kinds": streamed(3_000, kinds=ALL),
    "stream of 3000, refang": streamed(3_000, refang=True),
    "HTML": linksift.Linker().linkify,
    "HTML by a policy": linksift.Linker(None, POLICY).linkify,
    "Markdown": partial(linksift.Linker().linkify, to="markdown"),
    "mrkdwn": partial(linksift.Linker().linkify, to="slack"),
    "entities": partial(linksift.Linker().entities, unit="utf-16"),
    "hazards": judged,
    "segments": lambda text: list(linksift.Finder().segments(text)),
    "defang": linksift.defang,
    "wrap": lambda text: list(wrapped(text)),
    "clean": cleaned,
    "unwrap": unwrapped,
    "read text": read("See\n", "a.txt"),
    "read HTML": read("<!doctype html><title>a</title><body><p>", "a.html"),
    "read HTML attribute": read('<!doctype html><title>a</title><body><a href="', "a.html", base="http://a.example/"),
    "read Markdown": read("# a\n\n", "a.md"),
    "read mail": read(MAIL, "a.eml"),
    "read mail of HTML": read(MAIL.replace("plain", "html"), "a.eml"),
    "read mbox": read("From a@b.example Sat Jan  3 01:05:34 1996\n" + MAIL, "a.mbox"),
}
