"""The corpora as JSON lines for other tools, and the runner in Python."""

import doctest
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from linksift.uri import is_uri
from tests import corpus_export
from tests.corpus import CORPORA, parse_corpus
from tests.uri.termination import end_of_link

RUNNER = CORPORA / "shared" / "run.py"


def runner() -> ModuleType:
    """The runner in Python as a module."""
    spec = importlib.util.spec_from_file_location("run", RUNNER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of all cases."""
    path = tmp_path_factory.mktemp("export") / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in corpus_export.exported()), encoding="utf-8")
    return path


def test_docstrings() -> None:
    assert doctest.testmod(corpus_export) == (0, 3)
    (example,) = (test for test in doctest.DocTestFinder().find(runner()) if test.examples)
    assert doctest.DocTestRunner().run(example) == (0, 1)


def test_every_link_is_a_uri_in_its_text(cases: Path) -> None:
    read = [json.loads(line) for line in cases.read_text(encoding="utf-8").splitlines()]
    assert len({case["id"] for case in read}) == len(read) > 1000
    for case in read:
        for link in case["links"]:
            assert 0 <= link["start"] < link["end"] <= len(case["text"])
            assert is_uri(link["uri"])


def test_each_authority_has_cases_and_a_row_in_the_description() -> None:
    authorities = {case["authority"] for case in corpus_export.exported()}
    assert authorities == {"RFC 3986", "UTS #58", "two tools' pages", "generated", "practice"}
    described = (CORPORA / "shared" / "README.md").read_text(encoding="utf-8").split("| authority |")[1]
    assert authorities == set(re.findall(r"^\| `(.*?)` \|", described, re.MULTILINE))


def test_each_field_is_described() -> None:
    described = (CORPORA / "shared" / "README.md").read_text(encoding="utf-8").split("| authority |")[0]
    fields = {field for case in corpus_export.exported() for field in case}
    named = re.findall(r"^\| (`.*?) \|", described, re.MULTILINE)
    assert fields == set(re.findall("`(.*?)`", " ".join(named)))


def test_a_link_of_uts58_ends_where_the_standard_ends_it() -> None:
    for case in corpus_export.exported():
        for link in case["links"] if case["authority"] == "UTS #58" else ():
            text = case["text"][: link["end"] + 1]
            authority = re.compile(r"(?:\w+://)?[^/?#]*[^/?#.]").match(text[: link["end"]], link["start"])
            assert authority
            assert end_of_link(text, authority.end()) == link["end"], case["id"]


@pytest.mark.parametrize(
    ("text", "authority"),
    [
        ("<⟪http://a.example/b⟫>", "RFC 3986"),
        ("<⟪http://a.example/b\nc⟫>", "RFC 3986"),
        ("<⟪http://a.example/b-\nc⟫>", "practice"),
        ("<⟪http://a.example/b\u00a0c⟫>", "practice"),
        ("<⟪http://a.example/b⟫> and ⟪http://c.example⟫", "practice"),
        ("See ⟪http://a.example/b⟫.", "practice"),
    ],
)
def test_what_appendix_c_decides_by_its_words(text: str, authority: str) -> None:
    uris = [re.sub(r"\s", "", link) for link in re.findall("⟪(.*?)⟫", text, re.DOTALL)]
    marked = "".join(f"% uri: {uri}\n" for uri in uris) + text + "\n"
    (case,) = parse_corpus(marked, "x.txt")
    assert corpus_export.authority(case) == authority


def test_a_generated_link_on_one_line_is_its_uri() -> None:
    made = [case for case in corpus_export.exported() if case["authority"] == "generated"]
    assert len(made) > 50
    links = [(case["text"][link["start"] : link["end"]], link["uri"]) for case in made for link in case["links"]]
    whole = [(text, uri) for text, uri in links if text.isascii() and not re.search(r"\s", text)]
    assert 500 < len(whole) < len(links) - 300
    assert [text for text, _ in whole] == [uri for _, uri in whole]


def run(*command: str) -> dict[str, tuple[int, int]]:
    """The rows that a runner prints: how many cases are right, and how many there are, by authority."""
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = (line.split("\t") for line in ran.stdout.splitlines())
    return {authority: (int(right), int(count)) for _, authority, right, count in rows}


def test_the_runner_asks_linksift_and_finds_it_right_in_its_own_cases(cases: Path) -> None:
    rows = run(sys.executable, str(RUNNER), str(cases), "linksift")
    assert rows["practice"][0] == rows["practice"][1] > 500
    assert rows["RFC 3986"][0] == rows["RFC 3986"][1] > 25
    assert rows["RFC 3986, broken"][0] == rows["RFC 3986, broken"][1] > 25
    assert rows["generated"][1] > 500 < rows["generated"][0]


def test_both_runners_ask_the_same_cases(cases: Path, tmp_path: Path) -> None:
    node = shutil.which("node") or pytest.skip("needs node")
    package = tmp_path / "node_modules" / "linkifyjs"
    package.mkdir(parents=True)
    (package / "index.js").write_text("exports.find = () => [];")
    (tmp_path / "package.json").write_text("{}")
    command = [node, str(RUNNER.with_suffix(".mjs")), str(cases), "linkifyjs"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    counts = [line.split("\t")[3] for line in ran.stdout.splitlines()]
    rows = run(sys.executable, str(RUNNER), str(cases), "linksift")
    assert counts == [str(count) for _, (_, count) in sorted(rows.items())]
