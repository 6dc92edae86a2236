"""The finder gives the answers in corpora/; each rule has its corpus, and each corpus its rule."""

import importlib
import pkgutil
from pathlib import PurePosixPath

import pytest

import linksift
import linksift.finding
from linksift.notes import RULES
from tests.corpus import CORPORA, Case, draw, read_corpora

CASES = read_corpora()
WITHOUT_RULE = {"pieces"}


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


@pytest.fixture(params=CASES, ids=[case.id for case in CASES])
def case(request: pytest.FixtureRequest) -> Case:
    assert isinstance(request.param, Case)
    return request.param


def test_spans_are_as_drawn(case: Case) -> None:
    found = [(match.start, match.end) for match in find(case)]
    assert draw(case.text, found) == draw(case.text, [(match.start, match.end) for match in case.matches])


def test_uris_are_as_stated(case: Case) -> None:
    assert [match.uri for match in find(case)] == [match.uri for match in case.matches]


def test_alternatives_are_as_stated(case: Case) -> None:
    alternatives = [
        other for match in find(case) for other in match.alternatives if rules_of_reading(other) <= set(case.notes)
    ]
    assert [other.uri for other in alternatives] == list(case.alternatives)


def test_enclosures_are_as_stated(case: Case) -> None:
    if case.enclosures is not None:
        assert [match.enclosure or "none" for match in find(case)] == list(case.enclosures)


def test_notes_turn_text_into_uri(case: Case) -> None:
    for match in find(case):
        for reading in (match, *match.alternatives):
            assert reading.text == case.text[reading.start : reading.end]
            assert apply_notes(reading) == reading.uri


def test_notes_name_the_rules_stated(case: Case) -> None:
    noted = rules_noted(case)
    assert set(case.notes) <= noted
    assert not set(case.not_noted) & noted


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
