"""Puts pages that lie elsewhere in the repository into the site: the README, the changelog and others.

Their links, and those that lead to them, are written for the repository. On the site a link leads to the page that is
made of the file, and a link to a file that has no page becomes its text.
"""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from runpy import run_path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = {
    "index.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "security.md": "SECURITY.md",
    "benchmarks.md": "benchmarks/README.md",
    "fitting.md": "fitting/README.md",
    "shared-cases.md": "corpora/shared/README.md",
}
"""The file in the repository that a page of the site is made of."""

FOR_CONTRIBUTORS = {"rooms.md", "changelog.md", "contributing.md", "security.md", "benchmarks.md", "fitting.md"}
"""Pages that a search names last."""
TOPICS = run_path(str(ROOT / "src" / "linksift" / "documentation_pages.py"))

LINK = re.compile(r"(?<!!)\[([^\[\]]*)\]\(([^()\s:#]+)(#[^()\s]*)?\)|!\[([^\[\]]*)\]\(([^()\s:#]+)\)")
"""A relative link `[text](path#anchor)`, or an image `![text](path)`."""
TABLE_ROW = re.compile(r"^\|.*$", re.MULTILINE)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Called by MkDocs before it builds: the site has its address from `linksift.documentation_pages`."""
    config.site_url = TOPICS["SITE_BASE"] or ""
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs when it has listed the pages in docs/."""
    for page, source in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Called by MkDocs with the text of each page. Search engines show the line that `linksift help` shows."""
    if summary := TOPICS["PAGES"].get(page.file.src_uri.removesuffix(".md")):
        page.meta.setdefault("description", f"{summary}.")
    if page.file.src_uri in FOR_CONTRIBUTORS:
        page.meta.setdefault("search", {"boost": 0.2})
    return text_on_site(markdown, page.file.src_uri) + see_reference(page.file.src_uri)


def see_reference(page: str) -> str:
    """The last line of a guide, which leads to the page of the API reference about the same; "" if there is none.

    >>> see_reference("finding.md"), see_reference("rules.md")
    ('\\n\\nAll names and their parameters: [API reference](reference/finding.md).\\n', '')
    """
    reference = f"reference/{page}"
    exists = (ROOT / "docs" / reference).exists() and page != "index.md"
    return f"\n\nAll names and their parameters: [API reference]({reference}).\n" if exists else ""


def text_on_site(markdown: str, page: str) -> str:
    """The text of a page with its links as the site needs them.

    >>> text_on_site("[finding](docs/finding.md#spans), [weights](src/linksift/__init__.py)", "index.md")
    '[finding](finding.md#spans), weights'
    >>> text_on_site("[benchmarks](../../benchmarks/README.md)", "migrating/bleach.md")
    '[benchmarks](../benchmarks.md)'
    """
    source = PurePosixPath(PAGES.get(page, f"docs/{page}"))

    def rewritten(link: re.Match[str]) -> str:
        text, path = (link[1], link[2]) if link[2] else (link[4], link[5])
        target = normpath(str(source.parent / path))
        if not (ROOT / target).exists():  # a link in an example
            return link[0]
        there = site_path(target)
        if there is None:
            return text
        return link[0].replace(f"]({path}", f"]({relpath(there, str(PurePosixPath(page).parent))}")

    return TABLE_ROW.sub(lambda row: CODE.sub(without_escaped_pipes, row[0]), LINK.sub(rewritten, markdown))


def without_escaped_pipes(code: re.Match[str]) -> str:
    """The code in a table with its pipes as MkDocs wants them; GitHub wants them escaped."""
    return code[0].replace("\\|", "|")


def site_path(source: str) -> str | None:
    """Where a file of the repository lies on the site: `docs/finding.md` at `finding.md`; None if it is not there.

    >>> site_path("README.md"), site_path("docs/images/report.png"), site_path("pyproject.toml")
    ('index.md', 'images/report.png', None)
    """
    for page, made_of in PAGES.items():
        if made_of == source:
            return page
    return source.removeprefix("docs/") if source.startswith("docs/") else None
