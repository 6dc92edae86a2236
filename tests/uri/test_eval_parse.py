"""Other projects' test cases for parsing, building, normalizing, resolving and comparing.

`eval_differences.txt` names every case in which we do not, and why.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from linksift.uri import InvalidReference, Reference, compare, parse, to_uri

FILES = ("rfc3986_examples", "uritools", "uri_js", "addressable")

Case = dict[str, Any]


@cache
def differences() -> dict[str, str]:
    """The cases with a different answer from ours, and why."""
    text = (Path(__file__).parent / "eval_differences.txt").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return dict(rows)


# ---- The questions, as the cases ask them ----------------------------------------------------------------------------


def components(case: Case) -> dict[str, Any]:
    """The components that a case expects, also of the normalized reference ("normalized_path")."""
    reference = parse(case["input"])
    wanted: Case = case["expected"] | (case.get("normalized") or {})
    return {name: component(name, reference, case) for name in wanted}


def component(name: str, reference: Reference, case: Case) -> Any:
    """A component by the name, and with the type, that the case uses."""
    if name.startswith("normalized_"):
        return component(name.removeprefix("normalized_"), reference.normalize(), case)
    library = case["id"].partition("-")[0]
    user, colon, password = (reference.userinfo or "").partition(":")
    match name:
        case "error":
            return None  # there would have been an exception
        case "user":
            return None if reference.userinfo is None else user
        case "password":
            return password if colon else None
        case "port" if library != "rfc3986_examples":
            return int(reference.port) if reference.port else reference.port
        case "host" if library == "uri_js":
            return reference.host and reference.host.strip("[]")
    return getattr(reference, name)


def normalized(case: Case) -> str:
    return written(parse(to_uri(case["input"])).normalize(), case)


def resolved(case: Case) -> str:
    """The target; backward-compatible if the case is not strict (5.2.2)."""
    tolerant = case.get("strict") is False or options(case).get("tolerant", False)
    return str(parse(to_uri(case["input"])).resolve(to_uri(case["base"]), strict=not tolerant))


def composed(case: Case) -> str:
    return written(Reference.build(**case["input"]), case)


def equal(case: Case) -> bool:
    return compare(to_uri(case["input"]), to_uri(case["base"])) is not None


def written(reference: Reference, case: Case) -> str:
    return reference.iri if options(case).get("iri") else str(reference)


def options(case: Case) -> dict[str, bool]:
    return case.get("options") or {}


QUESTIONS: dict[str, Callable[[Case], Any]] = {
    "parse": components,
    "normalize": normalized,
    "resolve": resolved,
    "compose": composed,
    "equal": equal,
}


def agrees(case: Case) -> bool:
    """Whether our answer is the expected one; a refusal never is."""
    expected = case["expected"]
    if case["op"] == "parse":
        expected = expected | (case.get("normalized") or {})
    try:
        return bool(QUESTIONS[case["op"]](case) == expected)
    except InvalidReference:
        return False


# ---- The cases -------------------------------------------------------------------------------------------------------


def cases(shared: Path, name: str) -> list[Case]:
    lines = (shared / "eval" / "parse" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", FILES)
def test_where_we_differ_is_listed(shared: Path, name: str) -> None:
    """A case agrees if and only if it is not listed as a difference."""
    differing = {case["id"] for case in cases(shared, name) if not agrees(case)}
    assert differing == {listed for listed in differences() if listed.startswith(f"{name}-")}


def test_rfc3986_examples_all_agree(shared: Path) -> None:
    examples = cases(shared, "rfc3986_examples")
    assert len(examples) == 59
    assert [case for case in examples if not agrees(case)] == []


def test_all_cases_are_asked(shared: Path) -> None:
    asked = [case for name in FILES for case in cases(shared, name)]
    assert len(asked) == len({case["id"] for case in asked}) == 506
    assert {case["op"] for case in asked} == set(QUESTIONS)
    assert all(case["expected"] is not None for case in asked)


def test_every_difference_says_why() -> None:
    assert all(len(why) > 20 for why in differences().values())
