"""The kernel stops at checkpoints, where signals are handled and other threads run; and it survives what happens there.

The counters are in a build of their own (`LINKSIFT_COUNTED`), which needs a C compiler.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

import linksift
from linksift.finding.kernel import kernel_setup as tables
from linksift.finding.kernel.load_kernel import COMPILED

pytestmark = pytest.mark.skipif(COMPILED is None, reason="the kernel was not built, or is switched off")

ROOT = Path(__file__).parents[2]
MOST_BYTES, MOST_MATCHES = 65_536, 2_048
LINKS = "see http://a.example/b, joe@b.example and <www.c.example>\n" * 6_000
COUNTED = r"""
from linksift import Finder
from linksift.finding.kernel import _kernel as kernel
from random import Random
from tests.finding.kernel_fuzz import FINDERS
from tests.finding.kernel_texts import random_text
from tests.stable_random import random_of

mixed = "".join(random_text(random_of(7, number)) for number in range(1_000))
shapes = ["http://a.example/b ", "a", " ", ":", "http://", "joe@", "www.", "x.", "http://a.example/(b)", "%41", "<"]
shapes += ["a.com ", "_www.a.com", "http://a.b,", "192.0.2.1 ", "mailto:", "://", "user:pw@a.example/", "-", "\n"]
shapes += ["é", "中", "\U0001f600", "(http://a.example)"]
texts = [mixed, *((shape * (140_000 // len(shape)))[:140_000] for shape in shapes)]
for number, text in enumerate(texts):
    for wide in ("", "\u4e2d", "\U0001f600"):
        for finder in FINDERS[1:2] if wide else FINDERS[:4]:
            kernel.counted()
            finder.find(wide + text)
            print(*kernel.counted(), len(wide), number)
"""


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package whose kernel counts."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    headers = sysconfig.get_path("include")
    if compiler is None or not Path(headers, "Python.h").exists():
        pytest.skip("needs a C compiler and the headers of Python")
    copy = tmp_path_factory.mktemp("counted")
    package = Path(linksift.__file__).parent
    shutil.copytree(package, copy / "linksift", ignore=shutil.ignore_patterns("_kernel.*", "__pycache__"))
    folder = copy / "linksift" / "finding" / "kernel"
    built = folder / f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}"
    flags = ["-shared", "-fPIC", "-O1", "-DLINKSIFT_COUNTED", f"-I{headers}"]
    subprocess.run([compiler, *flags, str(folder / "kernel.c"), "-o", str(built)], check=True)
    return copy


def test_at_most_64_kib_or_2048_matches_lie_between_two_checkpoints(counted: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (counted, ROOT)))}
    ran = subprocess.run(
        [sys.executable, "-c", COUNTED], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    rows = [tuple(map(int, line.split())) for line in ran.stdout.splitlines()]
    assert len(rows) == 25 * (4 + 1 + 1)
    assert [row for row in rows if row[0] > MOST_BYTES or row[1] > MOST_MATCHES] == []
    assert sum(row[2] for row in rows) > len(rows)


class Interrupted(Exception):
    """What a signal handler raises."""


@pytest.fixture
def checkpoints(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the checkpoints at which a handler raises, once each."""
    raising: list[int] = []
    seen = 0

    def checkpoint() -> None:
        nonlocal seen
        seen += 1
        if seen in raising:
            raise Interrupted

    monkeypatch.setattr(tables, "checkpoint", checkpoint)
    return raising


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("call", ["find", "finditer", "stream", "segments", "linkify", "has_link"])
def test_an_interrupt_leaves_the_finder_right(checkpoints: list[int], number: int, call: str) -> None:
    finder = linksift.Finder(kinds={"uri", "suffix", "email"}, max_length=1000 + number)  # one that no test has used
    text = LINKS if call != "has_link" else "no link:\n" * 40_000
    calls: dict[str, Callable[[], object]] = {
        "find": lambda: finder.find(text),
        "finditer": lambda: [*finder.finditer(text)],
        "stream": lambda: [*finder.stream([text])],
        "segments": lambda: [*finder.segments(text)],
        "linkify": lambda: linksift.Linker(finder).linkify(text),
        "has_link": lambda: finder.has_link(text),
    }
    checkpoints.append(number)
    with pytest.raises(Interrupted):
        calls[call]()
    assert calls[call]() == calls[call]()
    assert len(finder.find(LINKS)) == 18_000


def test_a_handler_may_use_the_same_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    inner: list[int] = []
    is_inside = False

    def checkpoint() -> None:
        nonlocal is_inside
        if not is_inside:
            is_inside = True
            inner.append(len(finder.find(LINKS[:58_000])))
            is_inside = False

    monkeypatch.setattr(tables, "checkpoint", checkpoint)
    finder = linksift.Finder(kinds={"uri", "suffix", "email"}, max_length=2_000)
    assert len(finder.find(LINKS)) == 18_000
    assert set(inner) == {3_000}


NO_MEMORY = r"""
import gc, sys
from _testcapi import remove_mem_hooks, set_nomemory
from linksift import Finder

TEXTS = [
    "see http://a.example/b, joe@b.example, www.c.example <http://a.example/d> " + "(" * 3 + "http://é.example/中\n",
    "\U0001f600 http://a.example/x" + "%41 (b) &b " * 30 + "www.a.example:80/x http://xn--a.com",
    "user:http://a.example/ _www.a.example_ http://! http://!www.a.com \u201dfoo://a.example/\u201c " * 20,
]
OPTIONS = [{}, {"kinds": {"uri", "suffix", "email", "domain", "ip"}}, {"unusable_hosts": "skip"}, {"schemes": "any"}]
tried = raised = 0
gc.disable()
for options in OPTIONS:
    right = [[match.uri for match in Finder(**options).find(text)] for text in TEXTS]
    warm = Finder(**options)
    for text, answer in zip(TEXTS, right):
        for stop in (0, 1):  # for good, or for one allocation
            for start in range(1, 120):
                finder, found = warm if start % 2 else Finder(**options), None
                set_nomemory(start, (start + 1) * stop)
                try:
                    found = finder.find(text)
                except MemoryError:
                    pass
                finally:
                    remove_mem_hooks()
                tried, raised = tried + 1, raised + (found is None)
                assert found is None or [match.uri for match in found] == answer, (options, text, start)
                assert [match.uri for match in finder.find(text)] == answer, (options, text, start)
print(tried, raised)
"""


def test_without_memory_a_search_raises_memory_error_or_gives_the_right_answer() -> None:
    pytest.importorskip("_testcapi", reason="needs _testcapi, which this Python was built without")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (Path(linksift.__file__).parents[1], ROOT)))}
    ran = subprocess.run(
        [sys.executable, "-c", NO_MEMORY], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-5_000:]
    tried, raised = map(int, ran.stdout.split())
    assert tried > 2_000 < 2 * raised


SUBINTERPRETER = """
import linksift, sys
text = "see <http://a.example/b\\n c> and joe@a.example"
expected = [match.uri for match in linksift.find(text)]
import _xxsubinterpreters as interpreters
one = interpreters.create()
interpreters.run_string(one, f'''
import sys; sys.path[:] = {sys.path!r}
import linksift
assert [match.uri for match in linksift.find({text!r})] == {expected!r}
''')
interpreters.destroy(one)
assert [match.uri for match in linksift.find(text)] == expected
"""


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the module of subinterpreters has another name")
def test_a_subinterpreter_finds_the_same() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(linksift.__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, "-c", SUBINTERPRETER], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-5_000:]
