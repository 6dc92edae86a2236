"""The table on docs/why.md says what each tool really finds."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.guides.peers import PEERS, main
from tests.integrations.migrating import code

PAGE = (Path(__file__).parents[2] / "docs" / "why.md").read_text(encoding="utf-8")


def cells(line: str) -> list[str]:
    r"""The cells of a row of a table; `\|` in a cell is no border."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def read(drawing: str) -> tuple[str, list[str]]:
    """The text of a drawing, and where its links lead.

    >>> read("see ⟪a.example → http://a.example⟫, ⟪http://b.example⟫")
    ('see a.example, http://b.example', ['http://a.example', 'http://b.example'])
    """
    links = [link.partition(" → ") for link in LINK.findall(drawing)]
    text = LINK.sub(lambda link: link[1].partition(" → ")[0], drawing)
    return text, [href or inner for inner, _, href in links]


LINK = re.compile("⟪(.*?)⟫", re.DOTALL)
TOOLS = next(cells(line) for line in PAGE.splitlines() if line.startswith("| text"))[1:]
ROWS = [cells(line) for line in PAGE.splitlines() if re.match(r"\| `", line)]


def test_the_table_names_the_tools() -> None:
    assert list(PEERS) == TOOLS
    assert len(ROWS) > 25


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:40])
def test_a_row(row: list[str], tool: str) -> None:
    peer = PEERS[tool]
    if not find_spec(peer.module):
        pytest.skip(f"compares with {peer.module}, which is not installed")
    text, meant = read(code(row[0]))
    found = peer.find(text)
    assert ("yes" if found == meant else "no") == row[1 + TOOLS.index(tool)], found


def test_the_command_on_the_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["peers", "see http://example.com/a[2]."])
    main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == TOOLS
    assert lines[0].endswith("['http://example.com/a']")
