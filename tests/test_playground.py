"""The parts of the playground that run without a browser: its answers, its figures, and how it is built."""

import doctest
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs.playground import answers, as_code, build, bytecode, opened_file
from linksift.documents import read
from linksift.finding import find
from linksift.hazards import hazards
from linksift.notes import Note

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(build.ROOT / "src"), "PYTHONUTF8": "1"}

TEXT = """See <http://a.example/over-
> view?q=1#f>, joe@b.example, https://c.example/x?y=
2 and http://p\u0430ypal.example/\U0001f600 or
http://u:p@d.example:80/.
"""


def answered(text: str, task: str = "find", **options: Any) -> tuple[list[dict[str, Any]], answers.Answers]:
    """The links of an answer, then what ends it; and what gave it."""
    given = answers.Answers()
    parts: list[dict[str, Any]] = []
    for batch in map(json.loads, given.batches(json.dumps({"task": task, "text": text, "options": options}))):
        parts += batch.pop("links")
        parts += [batch] if batch else []
    return parts, given


@pytest.mark.parametrize("module", [answers, as_code, build, bytecode, opened_file])
def test_the_examples_in_the_docstrings_hold(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


def test_the_pieces_are_the_text_and_make_the_uris() -> None:
    (*links, end), _ = answered(TEXT, profile="document")
    matches = find(TEXT, profile="document")
    assert [link["uri"] for link in links] == [match.uri for match in matches]
    assert (
        "".join("".join([link["before"], *(text for text, _ in link["pieces"])]) for link in links) + end["after"]
        == TEXT
    )
    for link, match in zip(links, matches, strict=True):
        assert "".join(text if became is None else became for text, became in link["pieces"]) == match.uri
        assert link["hazards"] == len(hazards(match))
    assert [link["deceives"] for link in links] == [False, False, False, True, False]


def test_the_details_of_a_link_are_those_of_its_match() -> None:
    links, given = answered(TEXT, profile="document")
    for number, match in enumerate(find(TEXT, profile="document")):
        told = json.loads(given.details(number))
        assert "".join(part for _, part in told["parts"]) == told["uri"] == match.uri == links[number]["uri"]
        assert told["iri"] == match.iri
        assert told["confidence"] == match.confidence
        assert [other["uri"] for other in told["alternatives"]] == [other.uri for other in match.alternatives]
        assert {hazard["name"] for hazard in told["hazards"]} == {hazard.name for hazard in hazards(match)}
        assert sum(piece["why"] is not None for piece in told["pieces"]) == sum(map(changes, match.notes))
        assert len(told["remarks"]) == len(match.notes) - sum(map(changes, match.notes))
    assert (told["line"], told["column"]) == (4, 1)


def changes(note: Note) -> bool:
    return note.replacement is not None


def test_each_typed_line_is_cleaned() -> None:
    (*links, end), given = answered("htp:/a.example\r\n\n \njoe\nhttp://b.example/\u0430 c", "clean")
    assert [link["uri"] for link in links] == ["http://a.example", None, "http://b.example/%D0%B0c"]
    assert [link["before"] for link in links] == ["", "\r\n\n \n", "\n"]
    assert end == {"after": ""}
    assert "names no host" in json.loads(given.details(1))["refusal"]
    assert json.loads(given.details(2))["line"] == 5


QUESTIONS = [
    {"task": "find", "text": TEXT, "options": {"profile": "document"}},
    {
        "task": "find",
        "text": TEXT,
        "options": {"profile": "chat", "rejoin": "auto", "kinds": ["email", "domain", "uri"]},
    },
    {"task": "find", "text": "It's hxxp://a[.]example", "options": {"profile": "text", "refang": True}},
    {"task": "clean", "text": "htp:/a.example\njoe\n", "options": {"profile": "document"}},
    {
        "task": "linkify",
        "text": "<b> http://a.example/xxxxxxxx, http://1@b.example",
        "options": {"profile": "document", "schemes": ["http"]},
        "to": "html",
        "policy": {"rel": None, "target": "_blank", "max_text_length": 12, "hazards": {"any": "refuse"}},
    },
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_program_and_the_command_give_the_answer(question: dict[str, Any], tmp_path: Path) -> None:
    parts = [json.loads(batch) for batch in answers.Answers().batches(json.dumps(question))]
    (tmp_path / "program.py").write_text(as_code.as_python(question), encoding="utf-8")
    shell = f'linksift() {{ "{sys.executable}" -m linksift "$@"; }}\n{as_code.as_command(question)}'
    program, command = (
        subprocess.run(arguments, capture_output=True, encoding="utf-8", env=ENVIRONMENT, check=False)
        for arguments in ([sys.executable, str(tmp_path / "program.py")], ["bash", "-c", shell])
    )
    if question["task"] == "linkify":
        assert program.stdout.rstrip("\n") == command.stdout.rstrip("\n") == parts[-1]["output"]
        return
    uris = [link["uri"] for part in parts for link in part["links"] if link["uri"]]
    assert command.stdout.splitlines() == uris
    assert [line for line in program.stdout.splitlines() if ":" in line] == uris


def test_what_the_command_cannot_do_is_said() -> None:
    given = answers.Answers()
    list(given.batches(json.dumps({"task": "find", "text": "", "options": {"profile": "indicators", "refang": False}})))
    assert json.loads(given.copied("command")) == {"error": "The command cannot switch off refang of a profile."}


@pytest.mark.parametrize("control", ["\x03", "\x1b[201~", "\x00", "\x9b"])
def test_no_command_is_copied_that_ends_early_when_it_is_pasted(control: str) -> None:
    given = answers.Answers()
    text = f"http://a.example{control}\nrm -r x\n"
    list(given.batches(json.dumps({"task": "find", "text": text, "options": {"profile": "document"}})))
    assert "control characters" in json.loads(given.copied("command"))["error"]
    assert control not in json.loads(given.copied("python"))["text"]


@pytest.mark.parametrize(
    "changed",
    [
        {"policy": {"rel": "a\x03 touch owned #\x0f"}},
        {"policy": {"target": "\x1b[201~"}},
        {"options": {"profile": "document", "default_scheme": "http\x03"}},
        {"options": {"profile": "document", "allowed_hosts": ["a.example\x15"]}},
        {"to": "html\x03"},
        {"text": "a\x03"},
        {"task": "find", "file": "a\x03.txt"},
    ],
)
def test_no_command_has_control_characters_from_an_address(changed: dict[str, Any]) -> None:
    question = {"task": "linkify", "text": "", "options": {"profile": "document"}, "to": "html", "policy": {}}
    with pytest.raises(ValueError, match="control characters"):
        as_code.as_command({**question, **changed})


def test_the_links_of_a_file_are_shown_in_their_lines() -> None:
    sample = build.ROOT / "corpora" / "samples" / "suspicious_mail.eml"
    given = answers.Answers()
    question = {"task": "find", "file": sample.name, "path": str(sample), "options": {"profile": "document"}}
    parts = [json.loads(batch) for batch in given.batches(json.dumps(question))]
    found = list(read(sample))
    links = [link for part in parts for link in part["links"]]
    assert [link["uri"] for link in links] == [one.match.uri for one in found]
    shown = "".join("".join([link["before"], *(text for text, _ in link["pieces"])]) for link in links)
    assert shown + parts[-1]["after"] == given.text
    assert "part 2, line 2, a href\n" in given.text
    assert json.loads(given.copied("python"))["text"] == (
        "import linksift\n\nfor found in linksift.read('suspicious_mail.eml', profile='document'):\n"
        "    print(found.match.uri)\n"
    )
    assert json.loads(given.copied("command"))["text"] == "linksift find suspicious_mail.eml"
    mismatched = [number for number, one in enumerate(found) if one.link_text]
    assert "link_text_mismatch" in {
        hazard["name"] for number in mismatched for hazard in json.loads(given.details(number))["hazards"]
    }


def test_what_cannot_be_read_of_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\0\1\2" * 100)
    (tmp_path / "a.eml").write_bytes(
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://a.example\n--b\n"
        b"Content-Type: application/zip; name=a.zip\n\nPK\3\4\n--b--\n"
    )
    for name, said in (("a.bin", "error"), ("a.eml", "left_out")):
        question = {"task": "find", "file": name, "path": str(tmp_path / name), "options": {"profile": "document"}}
        parts = [json.loads(batch) for batch in answers.Answers().batches(json.dumps(question))]
        assert said in parts[-1]


@pytest.mark.parametrize("options", [{"kinds": ["x"]}, {"profile": "x"}, {"schemes": ["1"]}, {"unknown": 1}])
def test_a_wrong_option_is_an_error_in_a_sentence(options: dict[str, Any]) -> None:
    given = answers.Answers()
    (batch,) = map(json.loads, given.batches(json.dumps({"task": "find", "text": "a", "options": options})))
    assert list(batch) == ["error"]


def test_a_long_text_comes_in_batches() -> None:
    given = answers.Answers()
    question = json.dumps({"task": "find", "text": "http://a.example/ " * 1000, "options": {}})
    sizes = [len(json.loads(batch)["links"]) for batch in given.batches(question)]
    assert max(sizes) <= answers.LINKS_OF_BATCH
    assert sum(sizes) == 1000


def test_a_text_with_lone_surrogates_is_answered() -> None:
    links, _ = answered("\ud800 http://a.example/\udc00")
    assert links[0]["before"] == "\ud800 "


def test_the_figures_of_reliability_are_those_of_the_page() -> None:
    page = (build.ROOT / "docs" / "joining.md").read_text(encoding="utf-8")
    rows = list(build.reliability(page))
    assert [row["from"] for row in rows] == [0.5, 0.6, 0.7, 0.8, 0.9]
    assert all(row["breaks"] / 2 <= row["right"] <= row["breaks"] for row in rows[1:])


def test_a_download_with_another_checksum_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / f"pyodide-{build.PYODIDE}.tgz"
    package.write_bytes(b"something else")
    monkeypatch.setattr(build, "downloaded", lambda cache: package)
    with pytest.raises(ValueError, match="checksum"):
        build.pyodide_package(tmp_path)
    assert not package.exists()


def test_without_npm_the_playground_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(build.LeftOut, match="npm is not installed"):
        build.build(tmp_path / "made", tmp_path)


def test_what_is_compiled_needs_neither_the_edges_nor_regex() -> None:
    paths = {path for path, _ in build.code_files()}
    assert {
        "docs/playground/answers.py",
        "linksift/finding/finder.py",
        "linksift/registries/scripts.txt",
        "idna/core.py",
    } <= paths
    assert not [path for path in paths if path.startswith(("linksift/cli", "linksift/frames", "regex"))]
