"""Drop-ins for bleach's `linkify` and `Linker`: HTML in, HTML out, with a callback for every link."""

from collections.abc import Iterable

from linksift.finding import Finder
from linksift.integrations.bleach.callbacks import Callback
from linksift.integrations.bleach.html_tokens import escape_unrecognized, read_tokens, write_tokens
from linksift.integrations.bleach.linkify_filter import DEFAULT_CALLBACKS, LinkifyFilter
from linksift.integrations.bleach.refused_patterns import finder_for

_HTML_TAGS = """
    a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
    colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3
    h4 h5 h6 head header hgroup hr html i iframe img input ins kbd keygen label legend li link main map mark menu meta
    meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search
    section select slot small source span strong style sub summary sup table tbody td template textarea tfoot th thead
    time title tr track u ul var video wbr
"""
HTML_TAGS = frozenset(_HTML_TAGS.split())
"""The elements of HTML."""


class Linker:
    """Makes links in HTML, and calls callbacks on new and existing links.

    Each of the `callbacks` takes a link's attributes, and a bool that says whether the link is new, and returns the
    attributes, or None for no link. `skip_tags` contains names of elements, or selectors such as `.nolink`; no links
    are made in the text of these elements. `parse_email` says whether addresses become links. Tags of elements that are
    not among `recognized_tags` become text. `finder` replaces the default finder.

    Raises TypeError for `url_re` and `email_re` (see `build_url_re`), and ImportError without the extra "html".

    >>> Linker(skip_tags=["pre"]).linkify("<p>a.example <pre>a.example")
    '<p><a href="http://a.example" rel="nofollow">a.example</a> </p><pre>a.example</pre>'
    """

    callbacks: list[Callback]
    skip_tags: frozenset[str]
    finder: Finder
    recognized_tags: frozenset[str]

    def __init__(
        self,
        callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        url_re: object = None,
        email_re: object = None,
        recognized_tags: Iterable[str] = HTML_TAGS,
        *,
        finder: Finder | None = None,
    ) -> None:
        self.callbacks = list(callbacks or ())
        self.skip_tags = frozenset([skip_tags] if isinstance(skip_tags, str) else skip_tags or ())
        self.finder = finder_for(finder, parse_email, url_re, email_re)
        self.recognized_tags = frozenset(name.lower() for name in recognized_tags)

    def linkify(self, text: str) -> str:
        """The HTML with links. **This does not sanitize HTML.** Raises TypeError for anything but a string."""
        if not isinstance(text, str):
            raise TypeError(f"linkify takes a string, not {type(text).__name__}")
        stream = read_tokens(escape_unrecognized(text, self.recognized_tags))
        return write_tokens(LinkifyFilter(stream, self.callbacks, self.skip_tags, finder=self.finder))


def linkify(
    text: str,
    callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
    skip_tags: Iterable[str] | None = None,
    parse_email: bool = False,
) -> str:
    """The HTML with links; see `Linker`.

    >>> linkify("See <b>a.example", callbacks=[])
    'See <b><a href="http://a.example">a.example</a></b>'
    """
    return Linker(callbacks, skip_tags, parse_email).linkify(text)
