"""`Linker`, which makes links in texts with one finder and one policy, and the functions that use it."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Literal, Unpack

from linksift.arguments import MadeFromOptions, instance_of, one_of, plain_str, require_type
from linksift.finding import (
    Finder,
    FinderOptions,
    Match,
    cached_finder,
    find_function,
    finder_from,
    merged_words,
    settles_words,
    stretches_in_stream,
)
from linksift.linking.html_output import HTML, attributes_of_all_links, escape_html, fast_html
from linksift.linking.link_and_output_format import Format, writable
from linksift.linking.markdown_and_chat_output import MARKDOWN, MRKDWN, Entity, Unit, link_entities
from linksift.linking.policy import Policy, PolicyOptions
from linksift.linking.text_and_links import text_and_links

OutputFormat = Literal["html", "markdown", "slack"]

FORMATS: dict[str, Format] = {"html": HTML, "markdown": MARKDOWN, "slack": MRKDWN}
"""The values of `to`."""

_DEFAULT_POLICY = Policy()

_OPTIONS_OF_POLICY = {name: name for name in PolicyOptions.__optional_keys__ - FinderOptions.__optional_keys__}
_OPTIONS_OF_POLICY |= {"nofollow": "rel", "trim_url_limit": "max_text_length", "callbacks": "callback"}
"""Options of `Policy`, by their own names and by those that Django, Jinja and bleach use."""


class Linker(MadeFromOptions):
    """Turns the matches that a finder finds and a policy allows into links. Immutable, and picklable if its policy is.

    Args:
        finder: Finds the links; None is `Finder()`.
        policy: Determines which of them are linked, and how; None is `Policy()`.

    Raises:
        TypeError: For a value that is not a Finder or Policy.

    >>> linker = Linker(Finder("chat"), Policy(rel=None, show="without-scheme"))
    >>> linker.linkify("<b>www.a.example/</b>")
    '&lt;b&gt;<a href="https://www.a.example/">www.a.example</a>&lt;/b&gt;'
    """

    OPTIONS = ("finder", "policy")
    __slots__ = (*OPTIONS, "_attributes", "_find")

    finder: Finder
    policy: Policy
    _attributes: str | None
    _find: Callable[[str], list[Match]]

    def __init__(self, finder: Finder | None = None, policy: Policy | None = None) -> None:
        finder = cached_finder() if finder is None else instance_of("finder", Finder, finder)
        policy = _DEFAULT_POLICY if policy is None else instance_of("policy", Policy, policy)
        prepared = {"_attributes": attributes_of_all_links(policy), "_find": find_function(finder)}
        self._set({"finder": finder, "policy": policy, **prepared})

    def linkify(self, text: str, to: OutputFormat = "html", matches: Iterable[Match] | None = None) -> str:
        """The text with its links in a format: "html", "markdown" or "slack". Markup in the text is escaped; for HTML
        input, see `linkify_html`.

        `matches`, if given, replace the finder's; they must be matches of this text, in order and disjoint. NULs and
        lone surrogates in the text, which no format can represent, become U+FFFD. Raises ValueError for an unknown
        format, and for matches that are not from the text.
        """
        if text.__class__ is not str:
            text = plain_str("linkify", text)
        if to != "html":
            one_of("to", to, FORMATS)
        found = self._find(text) if matches is None else [*checked_matches(text, matches)]
        written = writable(text)
        if to == "html":
            if not found:  # writing the attributes of an anchor takes longer than writing most texts without links
                return escape_html(written)
            if self._attributes is not None and written is text:
                return fast_html(text, found, self.finder, self.policy, self._attributes)
        form = FORMATS[to]
        return form.write(text_and_links(written, found, self.policy, form.on_page, self.finder))

    def stream(self, chunks: Iterable[str], to: OutputFormat = "html") -> Iterator[str]:
        """The text that the chunks form, with its links, yielded as soon as no later chunk can change it. Joined, the
        pieces equal the result of `linkify` for the whole text.

        Only the word at the end is held back, up to the next space or line feed; of a long word in which no link can
        begin, at most 320 code points are held back. The finder must not join lines, refang or have matchers, like that
        of the profile "chat"; others have to wait for later lines.

        Raises ValueError immediately for any other finder, and for an unknown format.

        >>> linker = Linker(Finder("chat"), Policy(rel=None))
        >>> list(linker.stream(["See http://a.", "example, and", " more"], to="slack"))
        ['See ', '<http://a.example>, ', 'and ', 'more']
        """
        one_of("to", to, FORMATS)
        if not settles_words(self.finder):
            needed = "a finder that joins nothing, refangs nothing and has no matchers, such as Finder('chat')"
            raise ValueError(f"stream needs {needed}")
        return self._stream(chunks, FORMATS[to])

    def _stream(self, chunks: Iterable[str], form: Format) -> Iterator[str]:
        before = ""  # represents the text before a stretch, which decides whether a mark in the stretch is Markdown
        for _, text, matches in stretches_in_stream(self.finder, merged_words(chunks)):
            if text:
                linked = text_and_links(writable(text), matches, self.policy, form.on_page, self.finder)
                yield form.write(linked, before)
                before = form.line_break and _stands_for(before, text)

    def linkify_html(self, markup: str, skip: Iterable[str] = ()) -> str:
        """HTML with links in its text, as returned by the function `linkify_html`. `skip` selects elements to skip
        besides `SKIPPED_ELEMENTS`. Raises ImportError without the extra "html", unless the markup has no tags."""
        markup = plain_str("linkify_html", markup)
        from linksift.linking.insert_into_html import insert_links

        return insert_links(markup, self.finder, self.policy, skip)

    def entities(self, text: str, unit: Unit = "code-points", matches: Iterable[Match] | None = None) -> list[Entity]:
        """The half-open spans of the links, in "code-points", "utf-8" bytes, or "utf-16" code units. A lone surrogate
        counts as three bytes or one unit. Raises ValueError as `linkify` does."""
        text = plain_str("entities", text)
        found = self.finder.find(text) if matches is None else [*checked_matches(text, matches)]
        policy = self.policy
        if policy.mask_passwords:  # a mask and the password it hides differ in length
            policy = policy.replace(mask_passwords=False)
        return link_entities(text_and_links(text, found, policy, on_page=False, finder=self.finder), unit)

    def __repr__(self) -> str:
        return f"Linker({self.finder!r}, {self.policy!r})"


def _stands_for(before: str, text: str) -> str:
    r"""A few characters that represent all text before the next stretch: "" at the start of a line.

    >>> [_stands_for("", text) for text in ("a\n  ", "a ", "a", " ")]
    ['', 'x ', 'x', '']
    """
    words = text.rstrip(" \t")
    if not words:
        return f"{before.rstrip()} " if before else ""
    return "" if words[-1] in "\r\n" else "x " if text[-1].isspace() else "x"


def checked_matches(text: str, matches: Iterable[Match]) -> Iterator[Match]:
    """Matches from a caller, checked to be from the text, in order and disjoint."""
    position = 0
    for match in matches:
        require_type("matches", "Match objects, such as those of find", Match, match)
        if not position <= match.start < match.end or text[match.start : match.end] != match.text:
            raise ValueError(f"not a match of this text, or not after the one before it: {match!r}")
        position = match.end
        yield match


def refuse_options_to_find(function: Callable[..., object], options: FinderOptions) -> None:
    """Raise TypeError for options that do nothing if matches are given; `schemes` and `matchers` also say what to link.

    >>> linkify("www.a.example", matches=[], profile="chat")
    Traceback (most recent call last):
    TypeError: linkify takes matches or options to find them, not both: profile
    """
    if unused := [name for name in options if name in FinderOptions.__optional_keys__ - {"schemes", "matchers"}]:
        raise TypeError(f"{function.__name__} takes matches or options to find them, not both: {', '.join(unused)}")


def linker_from(
    function: Callable[..., object], finder: Finder | None, policy: Policy | None, options: FinderOptions
) -> Linker:
    """The linker for a function's arguments. Raises TypeError as `finder_from` does, and for an option of `Policy`.

    >>> linkify("www.a.example", target="_blank")
    Traceback (most recent call last):
    TypeError: linkify has no option 'target': pass policy=Policy(target=...)
    """
    if "finder" in options:
        who = function.__name__
        raise TypeError(f"{who} has no option 'finder': use Linker(finder, policy).{who}")
    for name in options:
        if name in _OPTIONS_OF_POLICY:
            option = _OPTIONS_OF_POLICY[name]
            raise TypeError(f"{function.__name__} has no option {name!r}: pass policy=Policy({option}=...)")
    if finder is None and policy is None and not options:
        return _default_linker()
    return Linker(finder_from(function, finder, options), policy)


@cache
def _default_linker() -> Linker:
    """The linker used when no option is passed, made only once, since making it often takes longer than linking."""
    return Linker(finder_from(linkify, None, {}))


def linkify(
    text: str,
    to: OutputFormat = "html",
    policy: Policy | None = None,
    matches: Iterable[Match] | None = None,
    **options: Unpack[FinderOptions],
) -> str:
    r"""The text with its links in a format. `options` are those of `Finder`; all else is as in `Linker.linkify`.

    >>> linkify("See <http://a.example/b-\nc>!")
    'See &lt;<a href="http://a.example/b-c" rel="nofollow">http://a.example/b-\nc</a>&gt;!'
    """
    if matches is not None:
        refuse_options_to_find(linkify, options)
    return linker_from(linkify, None, policy, options).linkify(text, to, matches)


def linkify_html(
    markup: str, policy: Policy | None = None, *, skip: Iterable[str] = (), **options: Unpack[FinderOptions]
) -> str:
    """HTML with links in its text; `options` are those of `Finder`. The rest is unchanged, byte for byte.

    **This is not a sanitizer**: anything harmful in the markup stays harmful. Pass markup from people you don't trust
    through a sanitizer first (such as nh3), then link it: a sanitizer run later might remove or replace `rel` and
    `target`.

    No link is made in `SKIPPED_ELEMENTS` (`a`, `code`, `pre`, `script`, ...), in the text of a table outside its cells,
    or in the elements that `skip` selects: by name (`h1`), class (`.nolink`), attribute (`[data-nolink]`,
    `[translate=no]`), or name and one of these (`span.nolink`). The text is searched as people see it, with character
    references (`&amp;`) decoded. It continues across the tags of inline elements, as in `read`: a URI with tags in it
    becomes one link for each piece between them. Existing links, labels, footnote marks, blocks and controls end it.
    Linking twice gives the same result as linking once if links show their source text, unless text next to a link was
    left alone only because of that link (`127.0.0.1[::1]`).

    Raises ImportError without the extra "html" (turbohtml, which provides an HTML5 tokenizer and parser), unless the
    markup has no tags.

    >>> linkify_html("<p>See <code>http://a.example</code>, http://b.example/?c&amp;d<br>", Policy(rel=None))
    '<p>See <code>http://a.example</code>, <a href="http://b.example/?c&amp;d">http://b.example/?c&amp;d</a><br>'
    """
    return linker_from(linkify_html, None, policy, options).linkify_html(markup, skip)


def entities(
    text: str,
    unit: Unit = "code-points",
    policy: Policy | None = None,
    matches: Iterable[Match] | None = None,
    **options: Unpack[FinderOptions],
) -> list[Entity]:
    r"""The spans of the links in a text. `options` are those of `Finder`; all else is as in `Linker.entities`.

    >>> entities("\U0001f44d www.a.example", unit="utf-16")
    [Entity(start=3, end=16, href='http://www.a.example')]
    """
    if matches is not None:
        refuse_options_to_find(entities, options)
    return linker_from(entities, None, policy, options).entities(text, unit, matches)
