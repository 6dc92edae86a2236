"""The pages of the documentation: their topics, where they are, and how a message names one.

The pages are in the wheel, and in docs/ of a checkout. They will also be on a site, which has no address yet.
"""

from pathlib import Path, PurePosixPath

SITE_BASE: str | None = None
"""The address of the site, with a final slash; None while it has none.

Everything that depends on it follows from this line: links stay relative, messages name `linksift help TOPIC`, and
`project.urls` in pyproject.toml is left out. tests/test_help_topics.py says what to change with it.
"""

PAGES = {
    "why": "What breaks without it, and a comparison with other tools",
    "quickstart": "From nothing to the first links",
    "cookbook": "Whole tasks: a mailbox to CSV, PDFs, Django, a chat bot",
    "troubleshooting": "What you see, why, and what to do",
    "finding": "The links in a text: matches, notes, options, streams",
    "joining": "Links broken over lines: the evidence, and how sure a join is",
    "documents": "The links in files: mail, PDF, HTML, office files, archives",
    "cleaning": "The URI that somebody meant to type, and links in redirectors",
    "linking": "Texts as HTML, Markdown or mrkdwn with their links",
    "hazards": "How a link could deceive or harm",
    "checking": "Links in your files that are wrapped, invalid or deceptive",
    "uris": "Parsing, checking, normalizing, resolving and comparing URIs",
    "matchers": "Mentions, hashtags, tickets and patterns of your own",
    "profiles": "The presets for options, and where they depart from UTS #58",
    "browsers": "What a browser makes of a link, and which hosts are usable",
    "speed": "How fast everything is, and what it was compared with",
    "bounded-work": "Why no text takes more than linear time",
    "frames": "Columns of texts: Arrow, pandas, Polars, DuckDB, Spark",
    "cluster": "The link graph of a web crawl, on a laptop or a cluster",
    "command": "The command linksift: its options and output formats",
    "rules": "Every rule, with an example",
    "migrating/bleach": "From bleach.linkify",
    "migrating/django": "From Django's urlize",
    "migrating/jinja": "From Jinja's urlize",
    "migrating/markdown-it": "From linkify-it-py in markdown-it-py",
    "migrating/linkify-it": "From linkify-it-py by itself",
    "migrating/urlextract": "From URLExtract",
    "migrating/w3lib": "From w3lib.url",
    "stability": "What you can rely on when you upgrade",
    "rooms": "How the code is laid out",
}
"""What each page in docs/ is about, in one line; newcomers begin at the top."""

TOPICS = {PurePosixPath(page).name: page for page in PAGES}
"""The page of each topic: "bleach" is the page "migrating/bleach"."""


def see(topic: str) -> str:
    """How a message names the page of a topic: by the command that shows it, or by its address.

    >>> see("bleach")
    '`linksift help bleach`'
    """
    return f"`linksift help {topic}`" if SITE_BASE is None else f"{SITE_BASE}{TOPICS[topic]}.html"


def text_of(topic: str) -> str:
    """The page of a topic, in Markdown. Raises KeyError for no topic, OSError if the pages are not installed."""
    return (folder() / f"{TOPICS[topic]}.md").read_text(encoding="utf-8")


def folder() -> Path:
    """The folder of the pages: in the package, as the wheel has them, or in the checkout that it is imported from."""
    package = Path(__file__).parent
    installed = package / "docs"
    return installed if installed.is_dir() else package.parents[1] / "docs"
