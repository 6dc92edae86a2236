"""The tables on docs/troubleshooting.md are right: the options find what they are for, and the reasons are clean's."""

import ast
import re
from pathlib import Path

import pytest

import linksift
from tests.integrations.migrating import code

PAGE = (Path(__file__).parents[2] / "docs" / "troubleshooting.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading, cell by cell."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]


def options(call: str) -> dict[str, object]:
    """Options as they are written in a call: `refang=True` gives `{"refang": True}`."""
    parsed = ast.parse(f"f({call})", mode="eval").body
    assert isinstance(parsed, ast.Call)
    return {word.arg or "": ast.literal_eval(word.value) for word in parsed.keywords}


@pytest.mark.parametrize("row", rows("A link is not found"), ids=lambda row: row[0])
def test_an_option_finds_what_is_not_found_without_it(row: list[str]) -> None:
    text = code(row[0])
    assert linksift.find(text) == []
    (match,) = linksift.Finder(**options(code(row[2]))).find(text)  # type: ignore[arg-type]  # read from the page
    assert match.text == text.removeprefix("see ")


@pytest.mark.parametrize("row", rows("`clean` refuses"), ids=lambda row: row[0])
def test_clean_gives_the_reason(row: list[str]) -> None:
    with pytest.raises(linksift.NotAURI) as refused:
        linksift.clean(code(row[0]))
    assert refused.value.reason == row[1]


def test_the_tables_are_not_empty() -> None:
    assert len(rows("A link is not found")) > 5
    assert len(rows("`clean` refuses")) > 4


def test_the_headings_that_are_linked_exist() -> None:
    anchors = {re.sub(r"[^\w -]", "", line[3:].lower()).replace(" ", "-") for line in re.findall("^## .*", PAGE, re.M)}
    assert set(re.findall(r"\(#([\w-]+)\)", PAGE)) <= anchors
