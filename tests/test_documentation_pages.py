"""The topics of `linksift help` are the pages in docs/, and one constant holds the address of the site."""

import re
import tomllib
from pathlib import Path

import pytest

from linksift import documentation_pages

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def test_each_page_is_a_topic() -> None:
    files = (*DOCS.glob("*.md"), *DOCS.glob("migrating/*.md"), DOCS / "reference" / "index.md")
    pages = {str(page.relative_to(DOCS).with_suffix("")) for page in files}
    assert set(documentation_pages.PAGES) == pages
    assert len(documentation_pages.TOPICS) == len(pages), "two pages have the same name"


def test_a_line_about_a_topic_fits_beside_its_name() -> None:
    longest = max(map(len, documentation_pages.TOPICS))
    assert [
        line for line in documentation_pages.PAGES.values() if longest + len(line) + 4 > 80 or line.endswith(".")
    ] == []


SEARCHED = {
    "async": "chat",
    "bare domain": "chat",
    "docker": "docs-in-ci",
    "fastapi": "chat",
    "flask": "jinja",
    "ioc": "phishing",
    "ip address": "chat",
    "llm": "chat",
    "pin": "quickstart",
    "requirements.txt": "quickstart",
    "shortener": "phishing",
    "sse": "chat",
    "stix": "other-tools",
    "streaming": "chat",
    "timeout": "chat",
    "whitelist": "chat",
}
"""What people type who look for something, and a page that they should be led to."""


@pytest.mark.parametrize("words", SEARCHED)
def test_the_words_that_people_search_for_lead_to_a_page(words: str) -> None:
    found = documentation_pages.topics_about(words)
    assert SEARCHED[words] in found
    assert len(found) <= 7


def test_messages_and_docstrings_name_topics_that_exist() -> None:
    sources = [(path, path.read_text(encoding="utf-8")) for path in (ROOT / "src").rglob("*.py")]
    named = {topic for _, text in sources for topic in re.findall(r"`linksift help ([a-z-]+)`", text)}
    assert {"bleach", "profiles"} <= named <= set(documentation_pages.TOPICS)
    assert [path for path, text in sources if re.search(r"\bdocs/[\w/-]+\.md", text)] == [
        ROOT / "src" / "linksift" / "cli" / "__init__.py"  # for those who read the code
    ]


def test_pages_that_are_not_installed_are_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(documentation_pages, "__file__", str(tmp_path / "src" / "linksift" / "documentation_pages.py"))
    with pytest.raises(FileNotFoundError):
        documentation_pages.text_of("finding")


def test_pages_in_the_package_come_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "finding.md").write_text("# Installed\n")
    monkeypatch.setattr(documentation_pages, "__file__", str(tmp_path / "documentation_pages.py"))
    assert documentation_pages.text_of("finding") == "# Installed\n"


def missing_with(base: str | None) -> list[str]:
    """What the repository lacks if the messages name this address of the site."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    site = project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["site"]
    if base is None:
        return [] if "OWNER_TO_SET" in site else [f"SITE_BASE has to be {site!r}, as in pyproject.toml"]
    wanted = {
        "SITE_BASE has to end with a slash": not base.endswith("/"),
        f"pyproject.toml needs site = {base!r}": site != base,
    }
    return [what for what, is_missing in wanted.items() if is_missing]


def test_the_repository_is_as_the_address_of_the_site_wants_it() -> None:
    assert missing_with(documentation_pages.SITE_BASE) == []


def test_what_follows_from_an_address() -> None:
    assert [what.partition(" ")[0] for what in missing_with("https://docs.example")] == ["SITE_BASE", "pyproject.toml"]


def test_a_message_names_the_address_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    assert documentation_pages.see("bleach") == "`linksift help bleach`"
    monkeypatch.setattr(documentation_pages, "SITE_BASE", "https://docs.example/")
    assert documentation_pages.see("bleach") == "https://docs.example/migrating/bleach.html"
