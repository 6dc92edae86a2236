"""Each task that newcomers are given has a solution by what the pages say."""

import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest

import linksift

TASKS = dict(
    re.findall(
        r"^\| (\d+)\. .*? \| (.*) \|$", Path(__file__).with_name("newcomers.md").read_text("utf-8"), re.MULTILINE
    )
)
SHELL = 'linksift() { "$PYTHON" -m linksift "$@"; }\n'


def right(task: int) -> list[str]:
    """The code in the right output of a task."""
    return re.findall(r"`([^`]+)`", TASKS[str(task)])


def printed(commands: str, folder: Path) -> str:
    """What commands print in a folder."""
    environment = {"PYTHON": sys.executable, "PATH": "/usr/bin:/bin", "PYTHONUTF8": "1", "PYTHONPATH": PACKAGE}
    run = subprocess.run(["bash", "-c", SHELL + commands], cwd=folder, env=environment, capture_output=True, text=True)
    return run.stdout


PACKAGE = str(Path(linksift.__file__).parents[1])


def test_there_are_ten() -> None:
    assert list(TASKS) == [str(number) for number in range(1, 11)]


def test_1_a_wrapped_link_is_joined() -> None:
    text = "It is at http://a.example/2026/11/annual-\nreport.html and more."
    assert [match.uri for match in linksift.find(text, profile="document")] == right(1)


def test_2_a_comment_is_linked() -> None:
    assert [linksift.linkify("<b> see www.a.example", policy=linksift.Policy(target="_blank"))] == right(2)


def test_3_indicators_are_listed(tmp_path: Path) -> None:
    report = "It asked hxxps[:]//evil[.]example/a and 203[.]0[.]113[.]7."
    assert printed(f"echo '{report}' | linksift find --profile indicators", tmp_path).split() == right(3)


def test_4_a_message_becomes_a_table(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_text("From: joe@a.example\n\nhttp://bank.example@192.0.2.1/ and http://b.example/\n")
    written = printed("linksift find --format csv --fields uri,sender,hazards --kinds uri a.eml", tmp_path)
    header, *rows = csv.reader(written.lstrip("\ufeff").splitlines())
    assert (header, len(rows)) == (["uri", "sender", "hazards"], 2)


def test_5_a_mention_leads_to_the_own_site() -> None:
    base = "https://chat.example"
    finder = linksift.Finder("chat", matchers=[linksift.Matcher.mentions("/users/{name}", base=base)])
    assert [linksift.Linker(finder, linksift.Policy(relative_to=base)).linkify("Thanks @joe")] == right(5)


def test_6_tokens_are_linked_as_they_come() -> None:
    chat = linksift.Linker(linksift.Finder("chat"))
    pieces = list(chat.stream(["See ", "http://a.", "example/b", " now"], to="markdown"))
    assert (len(pieces), ["".join(pieces)]) == (3, right(6))


def test_7_a_column_becomes_rows() -> None:
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    pytest.importorskip("linksift.integrations.pandas", reason="needs pyarrow")
    rows = pandas.Series(["see http://a.example/x", "none"]).links.rows(fields=["uri", "host"])
    assert rows["host"].tolist() == right(7)


def test_8_a_broken_link_is_repaired(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[a](http://a.example/b c)\n")
    assert "invalid.space" in printed("linksift check a.md", tmp_path)
    printed("linksift check --fix a.md", tmp_path)
    assert (tmp_path / "a.md").read_text().split("\n")[:1] == right(8)


def test_9_typed_lines_are_cleaned(tmp_path: Path) -> None:
    typed = r"printf 'htp://a.example\ntwo words\nwww.b.example,\n' | linksift clean --keep | cut -f 1"
    assert printed(typed, tmp_path).splitlines() == [right(9)[0], "", right(9)[1]]


def test_10_a_template_is_linked() -> None:
    pytest.importorskip("django", reason="needs Django")
    from django.template import Context, Engine

    engine = Engine(builtins=["linksift.integrations.django"])
    template = engine.from_string("{{ text|urlize }}")
    assert [template.render(Context({"text": "see http://a.example/x_(y)"}))] == right(10)
