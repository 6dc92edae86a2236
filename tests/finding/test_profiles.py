"""docs/profiles.md: profiles choose what its first table says, and depart from UTS #58 where the second says."""

import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linksift
from linksift.finding.options import PROFILES, Profile, Rejoin
from linksift.uri import is_uri
from tests.corpus import draw
from tests.finding.test_corpora import apply_notes
from tests.finding.test_uts58 import texts

PAGE = Path(__file__).parents[2] / "docs" / "profiles.md"
CODE = re.compile("`([^`]+)`")
ESCAPE = re.compile(r"\\u([0-9a-f]{4})")

# How a line of LinkDetectionTest shows a departure, by row of the table; the first pattern found explains the line.
SHOWN_BY = {
    "What follows an address after `mailto:`": r"⟪mailto:[^⟫]*⟫/",
    "A local part with misplaced dots after `mailto:`": r"mailto:(\.|[^@]*\.[.@])",
    "Dots before an address": r"^See \.",
    "`user@` before a host": r"http://[^/]*@",
    "An ideographic full stop in a host": r"^[^/]*⟪[^/⟫]*。",
    "Quotation marks that a URI cannot contain": r'⟪[^⟫]*"[^⟫]*⟫',
    "Square brackets outside a query or fragment": r"⟪[^?#⟫]*\[",
    "Brackets that are balanced across `/`, `=`, `&` or `:~:`": r"⟪[^⟫]*\([^)⟫]*(/|=|&|:~:)[^)]*\)",
}


class Departure(NamedTuple):
    """A row of the table of departures: the two answers, and how many lines of LinkDetectionTest it explains."""

    what: str
    by_uts58: str
    by_text: str
    lines: int


def rows(heading: str) -> list[list[str]]:
    """The cells of the rows of the table under a heading, without its head."""
    section = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    table = [line for line in section.split("\n") if line.startswith("|")][2:]
    return [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in table]


def departures() -> list[Departure]:
    return [
        Departure(what, by_uts58, by_text, int(lines or 0))
        for what, by_uts58, by_text, _, lines in rows("Where `text` and `uts58` differ")
    ]


def answer(cell: str, profile: Profile) -> list[str]:
    """What the profile finds in the text of a cell, written like it: the text with its links drawn, then URIs."""
    written = ESCAPE.sub(lambda code: chr(int(code[1], 16)), cell)
    text = CODE.findall(written)[0].replace("⟪", "").replace("⟫", "")
    matches = linksift.find(text, profile=profile)
    return [draw(text, [(match.start, match.end) for match in matches]), *(match.uri for match in matches)]


def in_words(value: Any) -> str:
    """The value of an option, as the table writes it."""
    words = {None: "the known ones", True: "yes", False: "no"}  # None is a value of `schemes` only
    if isinstance(value, frozenset | tuple):
        return ", ".join(sorted(value)) or "none"
    return words[value] if value is None or isinstance(value, bool) else str(value)


def test_the_table_of_profiles_says_what_each_chooses() -> None:
    chosen = [[f"`{name}`", *map(in_words, options[1:-1])] for name, options in PROFILES.items()]
    assert rows("What each profile chooses") == chosen


def test_a_given_option_overrides_the_profile() -> None:
    assert linksift.Finder("chat").default_scheme == "https"
    assert linksift.Finder("chat", default_scheme="ftp").default_scheme == "ftp"
    with pytest.raises(ValueError, match="profile must be one of"):
        linksift.Finder("irc")  # type: ignore[arg-type]


@pytest.mark.parametrize("departure", departures(), ids=lambda departure: departure.what)
def test_departures_are_as_the_table_says(departure: Departure) -> None:
    cells: list[tuple[str, Profile]] = [(departure.by_uts58, "uts58"), (departure.by_text, "text")]
    for cell, profile in cells:
        written = CODE.findall(ESCAPE.sub(lambda code: chr(int(code[1], 16)), cell))
        assert answer(cell, profile)[: len(written)] == written
    assert departure.by_uts58 != departure.by_text


def test_each_other_answer_in_unicode_s_tests_is_a_departure(shared: Path) -> None:
    finder = linksift.Finder(kinds={"uri", "suffix", "email", "domain"})
    reasons: Counter[str] = Counter()
    for line in (shared / "unicode" / "LinkDetectionTest.txt").read_text(encoding="utf-8").split("\n"):
        test = line.replace("⸠", "⟪").replace("⸡", "⟫")
        text = test.replace("⟪", "").replace("⟫", "")
        is_test = text.strip() and not text.startswith("#")
        if is_test and draw(text, [(match.start, match.end) for match in finder.find(text)]) != test:
            reasons[next((what for what, shown in SHOWN_BY.items() if re.search(shown, test)), test)] += 1
    assert reasons == {departure.what: departure.lines for departure in departures() if departure.lines}


@given(texts)
def test_the_profile_ascii_finds_only_ascii_and_the_same_in_ascii_texts(text: str) -> None:
    matches = linksift.find(text, profile="ascii")
    assert all(match.text.isascii() for match in matches)
    assert not text.isascii() or matches == linksift.find(text)


@settings(max_examples=300)
@given(st.sampled_from(sorted(PROFILES)), st.sampled_from(get_args(Rejoin)), st.booleans(), texts)
def test_every_profile_goes_with_every_option(profile: Profile, rejoin: Rejoin, refang: bool, text: str) -> None:
    position = 0
    for match in linksift.find(text, profile=profile, rejoin=rejoin, refang=refang):
        assert position <= match.start < match.end
        assert match.text == text[match.start : match.end]
        assert apply_notes(match) == match.uri
        assert is_uri(match.uri)
        position = match.end


@given(st.sampled_from(sorted(PROFILES)), texts)
def test_every_profile_finds_the_same_whatever_the_chunks(profile: Profile, text: str) -> None:
    finder = linksift.Finder(profile)
    assert list(finder.stream(text)) == finder.find(text)
