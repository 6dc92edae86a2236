"""The finder gives the answers in corpora/; each rule has its corpus, and each corpus its rule."""

import importlib
import pkgutil
from pathlib import PurePosixPath
from typing import NamedTuple

import pytest

import linksift
import linksift.finding
from linksift.notes import RULES
from tests.corpus import CORPORA, Case, draw, read_corpora

CASES = read_corpora()
WITHOUT_RULE = {"pieces", "documented.txt"}


def finding_rules() -> list[str]:
    """The names of the rules in linksift.finding, after importing all of its modules."""
    for module in pkgutil.walk_packages(linksift.finding.__path__, "linksift.finding."):
        importlib.import_module(module.name)
    return sorted(name for name, function in RULES.items() if function.__module__.startswith("linksift.finding."))


def find(case: Case) -> list[linksift.Match]:
    return list(linksift.finding.find_in_typefaces(linksift.Finder(**case.options), case.text, case.typefaces))


OF_ALTERNATIVES = ("match.", "other_readings.")
"""The rules that only give alternatives: few cases are about them."""


def rules_noted(case: Case) -> set[str]:
    matches = find(case)
    noted = {note.rule for match in matches for note in match.notes}
    return noted.union(*(rules_of_reading(other) for match in matches for other in match.alternatives))


def rules_of_reading(alternative: linksift.Match) -> set[str]:
    """The rule of alternatives that gave an alternative, if there is one."""
    return {note.rule for note in alternative.notes if note.rule.startswith(OF_ALTERNATIVES)}


def apply_notes(match: linksift.Match) -> str:
    """The text of a match, with the changes of its notes made."""
    pieces: list[str] = []
    position = match.start
    for note in sorted(match.notes, key=lambda note: (note.start, note.end)):
        if note.replacement is not None and match.start <= note.start and note.end <= match.end:
            assert position <= note.start, f"{note} overlaps another"
            pieces += match.text[position - match.start : note.start - match.start], note.replacement
            position = note.end
    return "".join([*pieces, match.text[position - match.start :]])


class Answer(NamedTuple):
    """What a case states, and what is found: a failure shows all of it."""

    drawn: str
    uris: list[str]
    alternatives: list[str]
    enclosures: list[str] | None
    notes_missing: set[str]
    notes_unwanted: set[str]


def stated(case: Case) -> Answer:
    uris, enclosures = [match.uri for match in case.matches], case.enclosures
    drawn = draw(case.text, [(match.start, match.end) for match in case.matches])
    named = None if enclosures is None else list(enclosures)
    return Answer(drawn, uris, list(case.alternatives), named, set(), set())


def found(case: Case) -> Answer:
    matches, noted = find(case), rules_noted(case)
    alternatives = [
        other.uri for match in matches for other in match.alternatives if rules_of_reading(other) <= set(case.notes)
    ]
    enclosures = None if case.enclosures is None else [match.enclosure or "none" for match in matches]
    return Answer(
        draw(case.text, [(match.start, match.end) for match in matches]),
        [match.uri for match in matches],
        alternatives,
        enclosures,
        set(case.notes) - noted,
        set(case.not_noted) & noted,
    )


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_answers_are_as_stated(case: Case) -> None:
    """One test for each case, since six took longer to set up than to run."""
    assert found(case) == stated(case)
    for match in find(case):
        for reading in (match, *match.alternatives):
            assert reading.text == case.text[reading.start : reading.end]
            assert apply_notes(reading) == reading.uri


def test_there_are_rules() -> None:
    assert finding_rules()


@pytest.mark.parametrize("rule", finding_rules())
def test_each_rule_has_a_corpus_in_which_it_is_noted(rule: str) -> None:
    path = f"{rule.replace('.', '/')}.txt"
    cases = [case for case in CASES if case.path == path]
    assert cases, f"corpora/{path} is missing"
    assert any(rule in rules_noted(case) for case in cases), f"corpora/{path} never shows {rule}"


@pytest.mark.parametrize("rule", finding_rules())
def test_each_rule_has_negatives_in_which_it_is_not_noted(rule: str) -> None:
    path = f"{rule.replace('.', '/')}.not.txt"
    cases = [case for case in CASES if case.path == path]
    assert cases, f"corpora/{path} is missing"
    assert [case.id for case in cases if rule in rules_noted(case)] == []


def test_each_corpus_has_its_rule() -> None:
    rules = set(finding_rules())
    for path in sorted({PurePosixPath(case.path) for case in CASES}):
        if path.parts[0] not in WITHOUT_RULE:
            rule = str(path).removesuffix(".txt").removesuffix(".not").replace("/", ".")
            assert rule in rules, f"corpora/{path} is no rule's: there is no {rule} in linksift.finding"


def test_the_longer_pieces_are_there() -> None:
    pieces = {path.name for path in (CORPORA / "pieces").glob("*.txt")}
    assert pieces == {"mail_thread.txt", "digest.txt", "rfc_page.txt", "chat_log.txt", "readme.md.txt", "wiki.txt"}
