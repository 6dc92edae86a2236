r"""The kernel after a failure: it raises what went wrong, and the finder finds the same as before.

What fails is what C calls: memory, the Python functions behind its memos, a signal handler in the middle of a pattern,
and a caller that hands it something else than tables.
"""

import os
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import linksift
from linksift.finding.kernel import kernel_setup as tables
from linksift.finding.kernel.load_kernel import COMPILED
from linksift.finding.kernel.regex_compiler import program
from linksift.finding.match import MatchDetails, new_match

pytestmark = pytest.mark.skipif(COMPILED is None, reason="the kernel was not built, or is switched off")

ROOT = Path(__file__).parents[2]
KINDS: dict[str, Any] = {"kinds": ("uri", "suffix", "email", "domain", "ip")}
TEXT = (
    "see http://a.example/b, joe@b.example. www.c.example/(d) mailto:e@f.example ftp://g.example/h <tel:+1> "
    "<x y:z> i.example/j ék.exampleé http://! l.comé <a=b@c.example> sip:m@n.example '_www.o.example_ x.py/a "
    "<ht\ntp://p.example/q> <http://r.example/s\nt> 'http://u.example/v\nw' http://x.example|y! "
    "**http://z.example/a** by 192.0.2.7 at 2001:db8::7 now, t@w.com.You can"
)
FOUND = new_match("http://a.example", 0, 9, "a.example", "domain", None, None)
LENGTHS = count(3_000)
"""Each finder here has a `max_length` that no other test uses, so that its kernel is new."""


class Failure(Exception):
    """What a function raises that the kernel calls."""


def arguments(monkeypatch: pytest.MonkeyPatch, **options: Any) -> dict[str, Any]:
    """The tables with which a finder makes its kernel."""
    made: list[dict[str, Any]] = []
    with monkeypatch.context() as patch:
        patch.setattr(tables, "COMPILED", SimpleNamespace(Kernel=lambda **given: made.append(given)))
        linksift.Finder(max_length=next(LENGTHS), **KINDS, **options)
    return made[0]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The tables of a finder of its own."""
    return arguments(monkeypatch)


def nothing(trigger: int, start: int, position: int, names: int) -> tuple[None, int, int]:
    """What Python answers to the kernel if there is no match."""
    return None, position, names


class Asked:
    """What the kernel asks about a text: a function answers, and another makes details."""

    def __init__(
        self, answer: Callable[..., Any] = nothing, details: Callable[..., Any] = lambda *plain: MatchDetails(())
    ) -> None:
        self.answer = answer
        self.details = self.encoded_match = details


def nobody(text: str) -> Asked:
    """What is asked if Python finds no match."""
    return Asked()


def somebody(text: str) -> Asked:
    """What is asked if Python finds the same match, made before, at every hit in doubt."""
    return Asked(lambda trigger, start, position, names: (FOUND, position, names))


def search(kernel: Any, text: str, answer: Callable[..., Any] = nothing) -> Iterator[Any]:
    """The matches of a kernel in a whole text."""
    found: Iterator[Any] = kernel.matches(text, Asked(answer), 0, len(text) + 1, 0, 0, True)
    return found


MEMOS = [
    *("SCHEME", "NEEDED", "IS_TOP_LEVEL", "READS_AS", "IN_ANGLES", "IS_BROKEN_SCHEME", "MAY_BEGIN_HOST"),
    *(
        "MAY_BE_IN_NAME",
        "MAY_RUN_INTO_SENTENCE",
        "AROUND_LINK",
        "AROUND_ADDRESS",
        "AROUND_NAME",
        "AROUND_DOMAIN",
        "AROUND_PLAIN",
    ),
    *("IS_PLAIN_HOST", "INTRODUCES", "BARE_IPV6"),
    *("ENCLOSED_ADDRESS", "PLAIN_IN_ANGLES", "PLAIN_IN_QUOTES"),
]


@pytest.mark.parametrize("name", MEMOS)
def test_what_a_memo_raises_ends_that_search_alone(given: dict[str, Any], name: str) -> None:
    """Its function raises at each call once, and the same kernel finds everything afterwards."""
    assert {*given["memos"]} == {*MEMOS}
    right = [*search(COMPILED.Kernel(**given), TEXT)]
    original, calls, failing = given["memos"][name], count(), {-1}

    def fails(key: str) -> Any:
        if next(calls) in failing:
            raise Failure
        return original(key)

    given["memos"] = given["memos"] | {name: fails}
    [*search(COMPILED.Kernel(**given), TEXT)]
    asked = next(calls)
    assert asked > 0
    for number in range(asked):
        calls, failing = count(), {number}
        kernel = COMPILED.Kernel(**given)
        with pytest.raises(Failure):
            [*search(kernel, TEXT)]
        assert [*search(kernel, TEXT)] == right


LONG = 70_000
INTERRUPTED = (
    "http://a.example/" + "b" * LONG,
    "http://a.example/" + "%41" * LONG,
    "http://a.example/" + "(b)" * LONG + "(",
    "ftp://a.example/" + "(b)" * LONG,
    "mailto:" + "b" * LONG,
    "x:" * LONG,
    "http://!" + "w" * LONG,
    "http://!" + "www.a.com" * LONG,
    "www." + "a." * LONG + "com/" + "b" * LONG,
    "a.com/" + "b" * LONG,
    "a.com/" + "%41" * LONG,
    "a" * LONG + "@b.com",
    "<" + "a" * LONG + ":b>",
    "<tel:" + "1" * LONG + ">",
    "user:" + "pw" * LONG + "@a.com http://" + "u" * LONG + "@!",
    "no link " * LONG,
    "\u4e2d" * LONG,
)


@pytest.mark.parametrize("text", INTERRUPTED, ids=lambda text: repr(text[:12]))
@pytest.mark.parametrize("wide", ["", "\u4e2d", "\U0001f600"], ids=["1", "2", "4"])
def test_an_interrupt_in_a_pattern_ends_the_search(given: dict[str, Any], text: str, wide: str) -> None:
    """A handler raises at each of the first checkpoints, and the same kernel searches the same text afterwards."""
    failing, calls = {-1}, count()

    def checkpoint() -> None:
        if next(calls) in failing:
            raise Failure

    given["checkpoint"] = checkpoint
    given["numbers"] = given["numbers"] | {"MAX_LENGTH": 10**6}
    kernel = COMPILED.Kernel(**given)
    right = [*search(kernel, text + wide)]
    checkpoints = next(calls)
    assert checkpoints > 0
    for number in range(min(checkpoints, 40)):
        calls, failing = count(), {number}
        with pytest.raises(Failure):
            [*search(kernel, text + wide)]
        failing = {-1}
        assert [*search(kernel, text + wide)] == right


def test_a_search_that_is_running_cannot_be_resumed(given: dict[str, Any]) -> None:
    text = "http://[ " * 3

    def answer(*asked: int) -> tuple[None, int, int]:
        with pytest.raises(ValueError, match="running already"):
            next(found)
        seen.append(asked)
        return nothing(*asked)

    seen: list[tuple[int, ...]] = []
    found = search(COMPILED.Kernel(**given), text, answer)
    assert [*found] == []
    assert len(seen) == 3


@pytest.mark.parametrize("answer", [None, (None,), (None, "1", 2)])
def test_a_wrong_answer_of_python_is_an_error(given: dict[str, Any], answer: Any) -> None:
    with pytest.raises((TypeError, SystemError)):
        [*search(COMPILED.Kernel(**given), "http://[ ", lambda *asked: answer)]


def test_an_exception_of_python_is_raised(given: dict[str, Any]) -> None:
    def answer(*asked: int) -> None:
        raise Failure

    with pytest.raises(Failure):
        [*search(COMPILED.Kernel(**given), "http://[ ", answer)]


def test_what_makes_details_may_raise(given: dict[str, Any]) -> None:
    """It is called first for the first match whose text is read again."""
    kernel, called = COMPILED.Kernel(**given), list[tuple[Any, ...]]()
    right = [*search(kernel, TEXT)]

    def fails(*plain: Any) -> None:
        called.append(plain)
        raise Failure

    with pytest.raises(Failure):
        kernel.find(lambda text: Asked(details=fails), TEXT)
    start = TEXT.index("http://x.example")
    assert called == [(start, start + len("http://x.example"), "uri", "")]
    assert [*search(kernel, TEXT)] == right


def test_what_encodes_a_match_may_raise_or_make_none(given: dict[str, Any]) -> None:
    kernel, text = COMPILED.Kernel(**given), "see http://a.example/\N{LATIN SMALL LETTER E WITH ACUTE}. now"
    answered = list[tuple[Any, ...]]()

    def answer(*asked: Any) -> tuple[None, int, int]:
        answered.append(asked)
        return nothing(*asked)

    def fails(*plain: Any) -> None:
        answered.append(plain)
        raise Failure

    assert kernel.find(lambda text: Asked(answer, lambda *plain: None), text) == []
    assert len(answered) == 1
    with pytest.raises(Failure):
        kernel.find(lambda text: Asked(answer, fails), text)
    assert answered[1:] == [(4, 20, 22, 23, "uri", "", None)]


def test_what_judges_hosts_may_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    given = arguments(monkeypatch, unusable_hosts="skip")
    for text in ("http://xn--a.example/b", "ftp://a.example/b", "a.com", "www.a.com"):

        def fails(uri: str) -> bool:
            raise Failure

        with pytest.raises(Failure):
            [*search(COMPILED.Kernel(**given | {"is_usable": fails}), text)]


@pytest.mark.parametrize("changed", [(), (1,), ("a", 0, 1, 0, 0, True), ("a", Asked(), "b", 1, 0, 0, True)])
def test_matches_takes_a_text_and_numbers(given: dict[str, Any], changed: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        COMPILED.Kernel(**given).matches(*changed)


def test_what_python_raises_for_a_hit_in_doubt_ends_find_alone(given: dict[str, Any]) -> None:
    """At the first hit `ask_for` makes what answers, which may raise at any; both may be something else than asked."""
    kernel, text, asked = COMPILED.Kernel(**given), "http://a.example http://[ http://[ ", count()
    right = [*search(kernel, text)]
    texts: list[str] = []

    def ask_for(whole: str) -> Asked:
        texts.append(whole)
        return Asked()

    assert kernel.find(ask_for, text) == right
    assert texts == [text]
    assert kernel.find(ask_for, "http://a.example") == right
    assert texts == [text]

    def fails(*asked_about: Any) -> tuple[None, int, int]:
        if next(asked) == 1:
            raise Failure
        return nothing(*asked_about)

    for raising, error in (
        (lambda text: Asked(fails), Failure),
        (lambda text: None, AttributeError),
        (None, TypeError),
    ):
        with pytest.raises(error):
            kernel.find(raising, text)
        assert kernel.find(ask_for, text) == right


OCTETS = f"{TEXT}\n\U0001f600http://[ http://é.example".encode()
OFFSETS = array("q", [0, len(TEXT.encode()), len(OCTETS)])


def test_what_goes_wrong_in_a_row_is_raised(given: dict[str, Any]) -> None:
    """Python answers in the second row, and with matches alone; the same kernel finds everything afterwards."""
    kernel = COMPILED.Kernel(**given)
    right = kernel.find_in_rows(nobody, OFFSETS, OCTETS, 0, 2, 1)

    def fails(*asked: int) -> Any:
        raise Failure

    def strange(*asked: int) -> Any:
        return (1, *asked[2:4])

    def misplaced(*asked: int) -> Any:
        start: Any = "0"
        return (new_match("http://a.example", start, 9, "a.example", "domain", None, None), *asked[2:4])

    wrong: tuple[tuple[Any, type[Exception]], ...] = (
        (lambda text: Asked(fails), Failure),
        (lambda text: Asked(strange), TypeError),
        (lambda text: Asked(misplaced), TypeError),
        (None, TypeError),
    )
    for ask_for, error in wrong:
        with pytest.raises(error):
            kernel.find_in_rows(ask_for, OFFSETS, OCTETS, 0, 2, 1)
        assert kernel.find_in_rows(nobody, OFFSETS, OCTETS, 0, 2, 1) == right


@pytest.mark.parametrize(
    ("offsets", "first", "count"),
    [
        ([], 0, 0),
        ([0], 0, 1),
        ([0, 1], 1, 1),
        ([0, 1], -1, 1),
        ([0, 1], 0, -1),
        ([0, 99], 0, 1),
        ([2, 1], 0, 1),
        ([-1, 1], 0, 1),
    ],
)
def test_rows_lie_inside_their_buffers(given: dict[str, Any], offsets: list[int], first: int, count: int) -> None:
    with pytest.raises(ValueError, match="row"):
        COMPILED.Kernel(**given).find_in_rows(nobody, array("q", offsets), b"abc", first, count, 0)


@pytest.mark.parametrize(
    "changed", [(), (nothing,), (nothing, 1), (nothing, b"a"), (nothing, "a", "0"), (nothing, "a", 1, 1)]
)
def test_find_takes_a_function_a_text_and_a_number(given: dict[str, Any], changed: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        COMPILED.Kernel(**given).find(*changed)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ((), TypeError),
        (({},), TypeError),
        (({}, b"a"), TypeError),
        (([], "a"), TypeError),
        (({"ab": "c"}, "a"), ValueError),
        (({"": "c"}, "a"), ValueError),
        (({"é": "c"}, "a"), ValueError),
        (({"a": "é"}, "a"), ValueError),
        (({"a": 1}, "a"), ValueError),
        (({1: "a"}, "a"), ValueError),
        ((dict.fromkeys("abcdefghi", ""), "a"), ValueError),
    ],
)
def test_few_ascii_characters_are_replaced(changed: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        COMPILED.replace_characters(*changed)


ASCII = bytes(128)
SETS = [((ASCII[1:], False, ()),), ((ASCII, False, ((0, 1),)),), ((ASCII,),), ("a",)]


@pytest.mark.parametrize("sets", SETS)
def test_a_program_with_wrong_sets_is_refused(sets: Any) -> None:
    with pytest.raises((TypeError, ValueError, SystemError)):
        COMPILED.run((program("a").code, "", sets), "a", 0, 1)


@pytest.mark.parametrize("described", [None, (), (b"", "")])
def test_what_is_no_program_is_refused(described: Any) -> None:
    with pytest.raises((TypeError, SystemError)):
        COMPILED.run(described, "a", 0, 1)


@pytest.mark.parametrize("places", [(-1, 1), (1, 0), (0, 2)])
def test_a_program_runs_inside_a_text(places: tuple[int, int]) -> None:
    with pytest.raises(IndexError):
        COMPILED.run(program("a"), "a", *places)
    with pytest.raises(TypeError):
        COMPILED.run(program("a"), "a")


def without(table: str, name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Leaves one name out of a table."""
    return lambda given: {table: {one: value for one, value in given[table].items() if one != name}}


def trigger(given: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """The first trigger with something else in it."""
    names = ("program", "literal", "recipe", "prefix", "kind")
    first = dict(zip(names, given["triggers"][0], strict=True)) | changed
    return {"triggers": [tuple(first.values())]}


WRONG: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "no slots": lambda given: {"slots": ()},
    "slots of another kind": lambda given: {"slots": (1,) * 7},
    "no dictionary": lambda given: {"memos": ()},
    "no program": without("programs", "HOST"),
    "no memo": without("memos", "SCHEME"),
    "no characters": without("characters", "IN_NAME"),
    "no number": without("numbers", "MAX_LENGTH"),
    "a program of nothing": lambda given: {"programs": given["programs"] | {"HOST": None}},
    "a number that is none": lambda given: {"numbers": given["numbers"] | {"MAX_LENGTH": "a"}},
    "too many triggers": lambda given: {"triggers": given["triggers"][:1] * 17},
    "a short trigger": lambda given: {"triggers": [("a",)]},
    "a trigger without a literal": lambda given: trigger(given, literal=""),
    "a long literal": lambda given: trigger(given, literal="abcde"),
    "a literal beyond ASCII": lambda given: trigger(given, literal="é"),
    "a trigger without a program": lambda given: trigger(given, program=None),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_wrong_tables_are_refused(given: dict[str, Any], wrong: Callable[..., dict[str, Any]]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError, SystemError)):
        COMPILED.Kernel(**given | wrong(given))


NO_MEMORY = r"""
import gc, sys
from itertools import count
from types import SimpleNamespace
from _testcapi import remove_mem_hooks, set_nomemory
import linksift
from linksift.finding.kernel import kernel_setup as tables
from linksift.finding.kernel.regex_compiler import program
from tests.finding.test_kernel_failures import KINDS, OCTETS, OFFSETS, TEXT, Asked, nobody, somebody

COMPILED, made = tables.COMPILED, []
tables.COMPILED = SimpleNamespace(Kernel=lambda **given: made.append(given))
linksift.Finder(max_length=2_999, **KINDS)
given = made[0]
deep, long = program("(?:ab?|ac?)*d"), "ab" * 200
tasks = {
    "make": lambda: [COMPILED.Kernel(**given)][:0],
    "run": lambda: COMPILED.run(deep, long, 0, len(long)),
    "search": lambda: [*COMPILED.Kernel(**given).matches(TEXT, Asked(), 0, len(TEXT) + 1, 0, 0, True)],
    "find": lambda: COMPILED.Kernel(**given).find(nobody, TEXT),
    "rows": lambda: COMPILED.Kernel(**given).find_in_rows(somebody, OFFSETS, OCTETS, 0, 2, 1),
}
gc.disable()
for name, task in tasks.items():
    right, raised, last = task(), 0, 0
    for stop in (0, 1):  # for good, or for one allocation
        for start in count(1):
            found = failed = None
            set_nomemory(start, (start + 1) * stop)
            try:
                found = task()
            except MemoryError:
                failed = True
            finally:
                remove_mem_hooks()
            raised += failed is True
            if failed is None:
                assert found == right, (name, start)
                if not stop or start > last:
                    last = start
                    break
    assert raised > 1, name
    print(name, raised)
"""


def test_without_memory_every_step_raises_memory_error_or_gives_the_right_answer() -> None:
    """Every allocation fails once, and once all from it on: while a kernel is made, runs a program, and searches."""
    pytest.importorskip("_testcapi", reason="needs _testcapi, which this Python was built without")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (Path(linksift.__file__).parents[1], ROOT)))}
    ran = subprocess.run(
        [sys.executable, "-c", NO_MEMORY], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-5_000:]
    assert [line.split()[0] for line in ran.stdout.splitlines()] == ["make", "run", "search", "find", "rows"]
