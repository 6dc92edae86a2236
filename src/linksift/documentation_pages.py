"""The pages of the documentation: their topics, where they are, and how messages refer to them.

The pages are in the wheel, and in the docs folder of a checkout. They will also be on a site, which has no address yet.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

SITE_BASE: str | None = None
"""The address of the site, with a final slash; None until it has one.

Without it, messages refer to `linksift help TOPIC`. Step 1 of RELEASING.md sets it together with the owner in
pyproject.toml; tests/test_documentation_pages.py compares the two.
"""

PAGES = {
    "why": "What breaks without it, and a comparison with other tools",
    "quickstart": "From the installation to the first links",
    "chat": "Chat and comments: messages, mentions, tokens of a model",
    "phishing": "Mail and phishing: links, hazards, defanged reports",
    "crawls": "Columns and crawls: which function, and what to expect",
    "docs-in-ci": "Documentation in CI: check links without a network",
    "cookbook": "Whole tasks: a mailbox to CSV, PDFs, Django, a chat bot",
    "other-tools": "lychee, LangChain, Scrapy, spaCy, Jupyter, VS Code",
    "troubleshooting": "What you see, why, and what to do",
    "finding": "The links in a text: matches, notes, options, streams",
    "joining": "Links broken across lines: the evidence and its certainty",
    "documents": "The links in files: mail, PDF, HTML, office files, archives",
    "cleaning": "The URI that somebody meant to type, and links in redirectors",
    "linking": "Text with its links as HTML, Markdown or mrkdwn",
    "hazards": "How a link could deceive or harm",
    "checking": "Links in your files that are wrapped, invalid or deceptive",
    "uris": "Parsing, checking, normalizing, resolving and comparing URIs",
    "matchers": "Mentions, hashtags, tickets and patterns of your own",
    "profiles": "The presets for options, and where they depart from UTS #58",
    "browsers": "What a browser makes of a link, and which hosts are usable",
    "scoreboard": "Which tool finds which links, in cases with an authority",
    "speed": "How fast everything is, and what it was compared with",
    "bounded-work": "Why no text takes more than linear time",
    "frames": "Columns of texts: Arrow, pandas, Polars, DuckDB, Spark",
    "cluster": "The link graph of a web crawl, on a laptop or a cluster",
    "command": "The command linksift: its options and output formats",
    "rules": "Every rule, with an example",
    "other-suites": "Where linksift differs from the tests of other tools, and why",
    "migrating/bleach": "From bleach.linkify",
    "migrating/django": "From Django's urlize",
    "migrating/jinja": "From Jinja's urlize",
    "migrating/markdown-it": "From linkify-it-py in markdown-it-py",
    "migrating/linkify-it": "From linkify-it-py by itself",
    "migrating/urlextract": "From URLExtract",
    "migrating/w3lib": "From w3lib.url",
    "reference/index": "Every public name of the library, by what it is for",
    "stability": "What you can rely on when you upgrade",
    "rooms": "How the code is laid out",
}
"""The subject of each page in docs/, in one line; newcomers should start at the top."""

TOPICS = {PurePosixPath(page.removesuffix("/index")).name: page for page in PAGES}
"""The page of each topic: "bleach" is the page "migrating/bleach", and "reference" is the first page of its folder."""


def see(topic: str) -> str:
    """The reference to a topic's page in a message: the command that shows the page, or its address.

    >>> see("bleach")
    '`linksift help bleach`'
    """
    return f"`linksift help {topic}`" if SITE_BASE is None else f"{SITE_BASE}{TOPICS[topic]}.html"


def text_of(topic: str) -> str:
    """The page of a topic, in Markdown. Raises KeyError for an unknown topic, and OSError if the pages are not
    installed."""
    return (folder() / f"{TOPICS[topic]}.md").read_text(encoding="utf-8")


def topics_about(words: str) -> dict[str, list[str]]:
    """The topics that have all these words in their subject line or in a heading, each with the matching headings.

    If there are none, these are the topics whose text contains the words, each with the headings of the sections that
    contain them. The beginning of a word is enough. Raises OSError if the pages are not installed.

    >>> topics_about("csv format")
    {'command': ['The CSV format']}
    """
    has = _has_all(words)
    headings = {topic: [heading for heading, _ in _sections(text_of(topic)) if has(heading)] for topic in TOPICS}
    by_name = {
        topic: found for topic, found in headings.items() if found or has(f"{TOPICS[topic]} {PAGES[TOPICS[topic]]}")
    }
    if by_name:
        return by_name
    by_text = {topic: [heading for heading, text in _sections(text_of(topic)) if has(text)] for topic in TOPICS}
    return {topic: list(filter(None, found)) for topic, found in by_text.items() if found}


def _has_all(words: str) -> Callable[[str], bool]:
    """A function that tests whether each of these words begins a word of a text, regardless of case."""
    patterns = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in words.split()]
    return lambda text: all(pattern.search(text) for pattern in patterns)


def _sections(markdown: str) -> Iterator[tuple[str, str]]:
    r"""The headings of a page below its title, without backticks, each with the text of its section. The text before
    the first heading has the heading "".

    >>> list(_sections("# A\n\nb\n\n## The `c`\nd\n### E\nf"))
    [('', '# A\n\nb\n\n'), ('The c', 'd\n'), ('E', 'f')]
    """
    before, *parts = re.split(r"^###? (.*)\n", markdown, flags=re.MULTILINE)
    yield "", before
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        yield heading.replace("`", ""), text


def folder() -> Path:
    """The folder of the pages: in the package if a wheel was installed, or in the checkout that it is imported from."""
    package = Path(__file__).parent
    installed = package / "docs"
    return installed if installed.is_dir() else package.parents[1] / "docs"
