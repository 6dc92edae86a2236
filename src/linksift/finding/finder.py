"""`Finder`, and the functions that use a cached finder."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain
from typing import Any, Unpack

from linksift.arguments import MadeFromOptions, instance_of, known_options, plain_str
from linksift.finding import stream
from linksift.finding.match import Match
from linksift.finding.matchers.matcher import Matcher
from linksift.finding.options import (
    PROFILES,
    FinderOptions,
    Kind,
    Options,
    Profile,
    Rejoin,
    Template,
    UnusableHosts,
    checked_options,
)
from linksift.finding.prefilter import (
    SHORT_TEXT,
    Prefilter,
    has_no_link,
    lines_with_hits,
    may_hold_link,
    part_filter,
    prefilter,
)
from linksift.finding.search_loop import FindAtOnce, FindInRows, Plan, matches_in, plan, search_at_once


class Finder(MadeFromOptions):
    """Finds URIs in texts, with options that are set once. Immutable, picklable, and safe to share between threads.

    Args:
        profile: A preset for the options below; any option you pass overrides it (`linksift help profiles`).
        kinds: What to find: "uri", "suffix" (`www.` and `ftp.` names), "email", "domain", "ip" (`192.0.2.1:80/x`).
        schemes: The schemes to look for: None (the known ones), "any", or the given names and no others.
        rejoin: Which breaks to undo: "enclosed" (white space in angle brackets and line breaks in quotes, Appendix C),
            "auto" (line breaks in other URIs too, on evidence), "columns" (also where text is beside text) or "never".
        refang: Whether to find defanged links (`hxxps[://]a[.]example`), and defanged domains if `kinds` has "suffix".
        default_scheme: The scheme, one with a host, to add to `www.` names, bare domains and IP addresses.
        top_level_domains: Single-label names such as `corp` or `lan` that count as top-level domains in addition to the
            known ones.
        templates: Any of "{}", "{{}}", "${}" and "%()s", whose placeholders are read as part of a URI: `uri` contains
            them percent-encoded, and `Match.raw` as written.
        matchers: Other things to find, regardless of `kinds`: mentions, tickets and so on (`Matcher`).
        unusable_hosts: Whether to "find" or "skip" hosts and ports that no browser or DNS accepts
            (`http://1.1.1.1.1/`, port 70000).
        max_length: The maximum length of a match, in code points.
        matcher_seconds: How long each matcher may spend on a text before it stops with the warning `MatcherTimeout`
            (None: no limit).

    Raises:
        ValueError: If an option has an invalid value.
    """

    OPTIONS = Options._fields
    __slots__ = (*OPTIONS, "_at_once", "_in_rows", "_plan", "_prefilter")

    profile: Profile
    kinds: frozenset[Kind]
    schemes: frozenset[str] | str | None
    rejoin: Rejoin
    refang: bool
    default_scheme: str
    top_level_domains: frozenset[str]
    templates: frozenset[Template]
    matchers: tuple[Matcher, ...]
    unusable_hosts: UnusableHosts
    max_length: int
    matcher_seconds: float | None
    _plan: Plan
    _at_once: FindAtOnce | None
    _in_rows: FindInRows | None
    _prefilter: Prefilter

    def __init__(
        self,
        profile: Profile = "text",
        *,
        kinds: Iterable[Kind] | None = None,
        schemes: Iterable[str] | None = None,
        rejoin: Rejoin | None = None,
        refang: bool | None = None,
        default_scheme: str | None = None,
        top_level_domains: Iterable[str] | None = None,
        templates: Iterable[Template] | None = None,
        matchers: Iterable[Matcher] | None = None,
        unusable_hosts: UnusableHosts | None = None,
        max_length: int | None = None,
        matcher_seconds: float | None = Options().matcher_seconds,
    ) -> None:
        chosen = checked_options(locals())
        made = plan(chosen)
        # A subclass may override a method that the search of a whole text in one call would bypass.
        at_once, in_rows = search_at_once(made) if self.__class__ is Finder else (None, None)
        state = {"_plan": made, "_at_once": at_once, "_in_rows": in_rows, "_prefilter": prefilter(made)}
        self._set(chosen._asdict() | state)

    def find(self, text: str, skip: Iterable[tuple[int, int]] = ()) -> list[Match]:
        """All matches in a text, in order and disjoint, except those that overlap a span in `skip`. No exception is
        raised for any str."""
        if self._at_once is not None and not skip and text.__class__ is str:
            return self._at_once(text)
        return list(self.finditer(text, skip))

    def finditer(self, text: str, skip: Iterable[tuple[int, int]] = ()) -> Iterator[Match]:
        """The matches in a text, one by one, in order and disjoint. `skip` lists spans to leave alone (code points,
        half-open), such as existing links."""
        text = plain_str("find", text)
        if self._at_once is not None and len(text) <= SHORT_TEXT:
            matches = iter(self._at_once(text))
        elif has_no_link(self._prefilter, text):
            return iter(())
        else:
            matches = matches_in(self._plan, text)
        return outside_spans(skip, matches) if skip else matches

    def find_all(self, texts: Iterable[str]) -> Iterator[list[Match]]:
        """The results of `find` for each text, in order; for many short texts, this is faster than separate calls.

        >>> [[match.uri for match in matches] for matches in Finder().find_all(["see http://a.example", "no link"])]
        [['http://a.example'], []]
        """
        if isinstance(texts, str):
            raise TypeError("find_all takes several texts, not a str: find takes one")
        find, at_once = self.find, self._at_once
        if at_once is None:
            return map(find, texts)
        return (at_once(text) if text.__class__ is str else find(text) for text in texts)

    def has_link(self, text: str) -> bool:
        """Whether `find` would find anything in a text. The search stops at the first match."""
        if self._at_once is not None and text.__class__ is str:
            return bool(self._at_once(text, 1))
        text = plain_str("has_link", text)
        return next(self.finditer(text), None) is not None

    def stream(self, chunks: Iterable[str]) -> Iterator[Match]:
        """The matches in the text that the chunks form together: those that `find` returns for the whole text. Memory
        use is bounded by a multiple of `max_length` and of the longest chunk. Unless `rejoin` is "auto" or "columns",
        or `refang` is set, a match is yielded when no later chunk can change it: at the end of its line, or soon after
        the end of an enclosure that is open there. With `rejoin` set to "never" and no `matchers`, white space ends a
        match, which is then yielded at once. A file is read in blocks."""
        chunks = stream.blocks(chunks)
        if settles_words(self):
            return (
                match.shifted(at)
                for at, _, matches in stretches_in_stream(self, stream.merged_words(chunks))
                for match in matches
            )
        return chain.from_iterable(stream_lists(self, chunks))

    def segments(self, text: str) -> Iterator[str | Match]:
        """The matches and the text between them, in order. Joined, with each match replaced by its `text`, they form
        the input again."""
        text, position = plain_str("segments", text), 0
        for match in self.finditer(text):
            if position < match.start:
                yield text[position : match.start]
            yield match
            position = match.end
        if position < len(text):
            yield text[position:]

    def sub(self, text: str, function: Callable[[Match], str]) -> str:
        """The text with each match replaced by the result of `function`."""
        if not callable(function):  # `re.sub` also takes a template
            raise TypeError(f"sub takes a function of a Match, such as lambda match: match.uri, not {function!r}")
        return "".join(
            part if isinstance(part, str) else instance_of("the result of the function", str, function(part))
            for part in self.segments(text)
        )

    def __repr__(self) -> str:
        usual = PROFILES[self.profile]._asdict()
        changed = (f"{name}={value!r}" for name, value in self._options().items() if value != usual[name])
        return f"Finder({', '.join([repr(self.profile), *changed])})"


def find_in_typefaces(
    finder: Finder, text: str, typefaces: Mapping[int, bool], skip: Iterable[tuple[int, int]] = ()
) -> Iterator[Match]:
    r"""The matches of `finditer` in a text whose typefaces are known, as evidence for joining.

    `typefaces` maps the offset of a line break to True if the typeface of the URI before it differs from that of the
    words around it and continues after the break, or to False if another typeface follows.

    >>> text = "See http://a.example/b/\nkettles in red."
    >>> finder = Finder("document")
    >>> [next(find_in_typefaces(finder, text, known)).uri for known in ({}, {23: True})]
    ['http://a.example/b/', 'http://a.example/b/kettles']
    """
    found = matches_in(finder._plan._replace(typefaces=typefaces), text)
    return outside_spans(skip, found) if skip else found


def settles_words(finder: Finder) -> bool:
    """Whether white space ends every match of a finder, which allows a stream to be settled word by word."""
    return finder.rejoin == "never" and not finder.refang and not finder.matchers


def stretches_in_stream(finder: Finder, chunks: Iterable[str]) -> Iterator[stream.SettledStretch]:
    """The text that the chunks form, in stretches with their matches, each yielded as soon as it is final.

    The finder must be one for which `settles_words` is true. To save time, merge small chunks with `merged_words`.

    >>> chunks = ["see http", "://a.exa", "mple ."]
    >>> [(text, len(matches)) for _, text, matches in stretches_in_stream(Finder("chat"), chunks)]
    [('see ', 0), ('http://a.example ', 1), ('.', 0)]
    """
    return stream.stretches_of_words(chunks, finder._plan, link_filter(finder))


def finder_in_rows(finder: Finder) -> FindInRows | None:
    """A function that finds the links in each row of a column, all in one kernel call, or None if the kernel cannot do
    that.

    >>> finder_in_rows(Finder(refang=True)) is None
    True
    """
    return finder._in_rows


def stream_lists(finder: Finder, chunks: Iterable[str]) -> Iterator[list[Match]]:
    """Lists of the matches of `Finder.stream` known before each further chunk is read; a list may be empty.

    >>> [len(matches) for matches in stream_lists(Finder(), ["http://a.example\\n", "http://b.example http://c.example"])]
    [1, 2]
    """
    matches = stream.matches_in_lines if finder._plan.options.settles_lines else stream.matches_in_stream
    return matches(chunks, finder._plan)


def may_search_stretches(finder: Finder) -> bool:
    """Whether stretches of a text can be searched separately: the additional state of matchers and refanging prevents
    this."""
    return not finder.refang and not finder.matchers


def stretch_lists(
    finder: Finder, chunks: Iterable[str], stretch: stream.Stretch
) -> Iterator[list[Match] | stream.Reach]:
    """The output of `matches_in_stretch` for a finder that may search stretches.

    >>> list(stretch_lists(Finder(), ["http://a.example\\nhttp://b.example"], stream.Stretch(0, 17, 34)))
    [Reach(matches=-1, names=-17), [<Match 17:33 Reference('http://b.example')>], Reach(matches=-1, names=-34)]
    """
    return stream.matches_in_stretch(chunks, finder._plan, stretch)


def link_filter(finder: Finder) -> Callable[[str], bool]:
    """A quick check of whether the finder might find a link in a text, or in a part of it that is searched separately.
    A subclass might find one in any text.

    >>> may_hold_link = link_filter(Finder())
    >>> may_hold_link("no link: not here"), may_hold_link("see http://a.example")
    (False, True)
    """
    return partial(may_hold_link, part_filter(finder._prefilter)) if finder.__class__ is Finder else bool


def line_filter(finder: Finder) -> Callable[..., Iterable[int]]:
    r"""A quick search for the lines of a text in which the finder might find a link; see `lines_with_hits`. A subclass
    might find one in any line.

    >>> list(line_filter(Finder())("no link: not here\nhttp://a.example"))
    [1]
    """
    return partial(lines_with_hits, part_filter(finder._prefilter) if finder.__class__ is Finder else ())


def find_function(finder: Finder) -> Callable[[str], list[Match]]:
    """The function that finds all matches in a str, as `Finder.find` does: that of the kernel itself, if possible.

    >>> [match.uri for match in find_function(Finder())("see http://a.example")]
    ['http://a.example']
    """
    return finder._at_once or finder.find


def outside_spans(skip: Iterable[tuple[int, int]], matches: Iterable[Match]) -> Iterator[Match]:
    """The matches that overlap none of the spans.

    >>> [match.uri for match in outside_spans([(0, 5)], find("<a>http://a.example</a> http://b.example"))]
    ['http://b.example']
    """
    try:
        spans = deque(sorted(span for span in skip if span[0] < span[1]))
    except (IndexError, TypeError):
        raise TypeError(f"skip takes spans such as [(0, 5)], not {skip!r:.60}") from None
    for match in matches:
        while spans and spans[0][1] <= match.start:
            spans.popleft()
        if not spans or match.end <= spans[0][0]:
            yield match


def cached_finder(**options: Unpack[FinderOptions]) -> Finder:
    """The finder for these options; each finder is created only once."""
    if not options:
        return _made_once()
    key = {name: value if isinstance(value, Hashable) else tuple(value) for name, value in options.items()}
    try:
        hash(tuple(key.values()))
    except TypeError:  # a collection of lists, such as `matchers=[["@name"]]`: the finder says what is wrong with it
        return _made_once.__wrapped__(**options)
    return _made_once(**key)


@lru_cache(maxsize=64)
def _made_once(**options: Any) -> Finder:
    known_options(Finder.__init__, options)
    return Finder(**options)


def finder_from(
    function: Callable[..., object], finder: Finder | None, options: FinderOptions, profile: Profile = "text"
) -> Finder:
    """The finder that a caller passed to a function, or a finder with the options that the caller passed.

    Raises TypeError if both are given, if `finder` is not a `Finder`, or if an option belongs to neither `Finder` nor
    the function.

    >>> finder_from(find, None, {"rejoin": "auto"}).rejoin
    'auto'
    >>> finder_from(find, Finder(), {"rejoin": "auto"})
    Traceback (most recent call last):
    TypeError: pass a finder or options for one, not both: rejoin
    """
    if options:
        known_options(function, options, Options._fields)
    if finder is None:
        return cached_finder(**(FinderOptions(profile=profile) | options))
    if options:
        raise TypeError(f"pass a finder or options for one, not both: {', '.join(options)}")
    return instance_of("finder", Finder, finder)


def has_link(text: str, **options: Unpack[FinderOptions]) -> bool:
    """Whether a text contains any URI; `options` are those of `Finder`. The search stops at the first URI.

    >>> has_link("see http://a.example"), has_link("see http://"), has_link("www.a.example", kinds={"uri"})
    (True, False, False)
    """
    return cached_finder(**options).has_link(text)


def find(text: str, *, skip: Iterable[tuple[int, int]] = (), **options: Unpack[FinderOptions]) -> list[Match]:
    """All URIs in a text, in order and disjoint, except those that overlap a span in `skip` (code points, half-open).

    `options` are those of `Finder`.

    >>> find("see <http://a.example/b\\n  c>.")[0].uri
    'http://a.example/bc'
    """
    return cached_finder(**options).find(text, skip)
