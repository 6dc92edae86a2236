"""Each typed text in corpora/cleaning becomes its URI; each rule has its corpus, and each corpus its rule."""

import importlib
import pkgutil

import pytest

import linksift.cleaning
from linksift.cleaning import Cleaned, NotAURI, clean
from linksift.cleaning.clean import ORDER
from linksift.notes import RULES, Note, rule_name
from linksift.uri import is_uri
from tests.cleaning.typed_corpus import ROOT, Case, read, read_all

CASES = read_all()
WITHOUT_RULE = {"typed.txt", "refused.txt"}


def rules() -> list[str]:
    """The names of the rules in linksift.cleaning, all of whose modules this imports."""
    for module in pkgutil.walk_packages(linksift.cleaning.__path__, "linksift.cleaning."):
        importlib.import_module(module.name)
    return sorted(name for name, by in RULES.items() if by.__module__.startswith("linksift.cleaning."))


def applied(typed: str, notes: tuple[Note, ...]) -> str:
    """The typed text with its notes applied. Fails if they overlap or are out of order."""
    pieces: list[str] = []
    position = 0
    for note in notes:
        assert position <= note.start <= note.end
        assert note.replacement is not None
        pieces += typed[position : note.start], note.replacement
        position = note.end
    return "".join([*pieces, typed[position:]])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_typed_text_becomes_the_uri_or_is_refused(case: Case) -> None:
    if case.uri is None:
        with pytest.raises(NotAURI) as raised:
            clean(case.typed, intranet=case.intranet)
        assert raised.value.typed == case.typed
        assert raised.value.reason
    else:
        cleaned = clean(case.typed, intranet=case.intranet)
        assert cleaned.uri == case.uri
        assert is_uri(cleaned.uri)
        assert applied(case.typed, cleaned.notes) == cleaned.uri
        assert clean(cleaned.uri) == Cleaned(cleaned.uri, ())


def test_there_are_many_whole_inputs() -> None:
    assert len(read(ROOT / "typed.txt")) >= 80
    assert len(read(ROOT / "refused.txt")) >= 50


@pytest.mark.parametrize("rule", rules())
def test_each_rule_has_a_corpus_in_which_it_applies(rule: str) -> None:
    path = ROOT / f"{rule.replace('.', '/')}.txt"
    assert path.exists(), f"corpora/cleaning/{path.relative_to(ROOT)} is missing"
    for case in read(path):
        if case.uri is None:
            continue
        assert rule in {note.rule for note in clean(case.typed, intranet=case.intranet).notes}, case.id


@pytest.mark.parametrize("rule", rules())
def test_each_rule_has_a_corpus_of_lookalikes_that_it_leaves_alone(rule: str) -> None:
    path = ROOT / f"{rule.replace('.', '/')}.not.txt"
    assert path.exists(), f"corpora/cleaning/{path.relative_to(ROOT)} is missing"
    for case in read(path):
        if case.uri is not None:
            assert rule not in {note.rule for note in clean(case.typed, intranet=case.intranet).notes}, case.id


def test_each_corpus_has_its_rule() -> None:
    for path in {case.path for case in CASES} - WITHOUT_RULE:
        assert path.removesuffix(".txt").removesuffix(".not").replace("/", ".") in rules()


def test_the_order_holds_every_rule() -> None:
    assert {rule_name(repair.rule) for repair in ORDER} == set(rules())
