"""The pairs and sets of `linksift.delimiters`: what becomes of each, and that none is written a second time."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import linksift
from linksift.delimiters import LINE_BREAKS, PAIRS, PUNCTUATION, TRIMMED, WHITE_SPACE, Pair
from linksift.finding.scan import character_roles
from linksift.finding.scan.enclosures import IN_URI_TOO
from linksift.registries import link_term

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "linksift"
PAGE = ROOT / "docs" / "finding.md"
ROW = r"^\| ([a-z-]+) \| `{1,2} ?(.*?) ?`{1,2} \| (yes|no) \|$"
MODULES = {".".join(path.relative_to(PACKAGE).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
WITH_CLOSERS = [(pair, closer) for pair in PAIRS for closer in pair.closers]


@pytest.mark.parametrize(("pair", "closer"), WITH_CLOSERS)
def test_every_pair_encloses_a_link(pair: Pair, closer: str) -> None:
    (match,) = linksift.find(f"see {pair.opener}http://a.example/x{closer} there")
    assert (match.uri, match.enclosure) == ("http://a.example/x", pair.name)
    assert linksift.clean(f"{pair.opener}http://a.example/x{closer}").uri == "http://a.example/x"


@pytest.mark.parametrize(("pair", "closer"), [one for one in WITH_CLOSERS if one[0].joins])
def test_quotes_join_lines(pair: Pair, closer: str) -> None:
    assert linksift.find(f"{pair.opener}http://a.example/\nx{closer}")[0].uri == "http://a.example/x"


def test_closers_that_may_be_in_a_uri_are_those_of_the_standard() -> None:
    closers = {closer for _, closer in WITH_CLOSERS if closer > "\x7f"}
    assert {*IN_URI_TOO} == {closer for closer in closers if link_term(closer) == "Include"}


def test_each_opener_stands_in_one_row() -> None:
    openers = [pair.opener for pair in PAIRS]
    assert len(set(openers)) == len(openers)


def test_the_page_has_every_pair() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = {name: (pairs.split(), joins) for name, pairs, joins in re.findall(ROW, page, re.MULTILINE)}
    for name in {pair.name for pair in PAIRS}:
        of_name = [pair for pair in PAIRS if pair.name == name]
        written = " ".join(pair.opener + pair.closers for pair in of_name)
        assert name in rows, f"docs/finding.md lacks a row: {name}, {written}"
        assert rows[name][0] == written.split()
        assert {rows[name][1]} == {"yes" if pair.joins else "no" for pair in of_name}


def test_the_table_of_roles_trims_the_same_sentence_punctuation() -> None:
    assert {*character_roles.PUNCTUATION} == {*PUNCTUATION} < {*TRIMMED}


def test_white_space_and_line_breaks_are_those_of_python() -> None:
    assert {*WHITE_SPACE} == {mark for mark in map(chr, range(0x80)) if mark.isspace()}
    assert {*LINE_BREAKS} == {
        character for character in map(chr, range(0x10000)) if len(f"a{character}b".splitlines()) > 1
    }


WRITTEN_OUT = {
    "sentence punctuation": r"(?:([.,;:!?])(?!['\"….,;:!?]*\1)['\"…]*){5}",
    "line ends": r"(?:\x0b|\\x0b|\\v).{0,9}(?:\x85|\\x85)",
    "joiners": r"[\u200c\u200d]|\\u200[cd]",
    "schemes of the web": r"https\?\|ftp(?!s\?)",
}
"""Patterns of what looks like a set of `linksift.delimiters`."""

OF_THEIR_OWN = {
    "cleaning.delimiters": "among words before a URI a full stop counts only before white space",
    "finding.joining": "evidence is about single marks, and each of its patterns stands by itself",
    "finding.scan.character_roles": "each mark has a row with its role",
    "finding.scan.triggers": "in the pattern of a plain URI a question mark begins the query",
    "documents.pdf": "bytes of a page, before it is text",
    "uri": "the rules of Unicode for names, not for text",
}
"""Modules and packages that may write one, and why it is not one of those sets."""


@cache
def literals(path: Path) -> list[ast.Constant]:
    """The strings in code, without docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in prose]


@pytest.mark.parametrize("pattern", WRITTEN_OUT.values(), ids=WRITTEN_OUT)
def test_no_other_module_writes_a_set_out(pattern: str) -> None:
    found = {
        f"{module}:{literal.lineno}"
        for module, path in MODULES.items()
        for literal in literals(path)
        if isinstance(literal.value, str) and re.search(pattern, literal.value)
    }
    assert any(place.startswith("delimiters:") for place in found)
    assert {place for place in found if not place.startswith(("delimiters:", *OF_THEIR_OWN))} == set()
