"""`find` is never silent about links that it left out, and says what `--report` wrote."""

from pathlib import Path

import pytest

from .conftest import Run

DEFANGED = "hxxp://evil[.]example and hxxps://b[.]example/x\n"
NAMES = "go to example.com/foo or bit.ly/abc\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (DEFANGED, "2 defanged links were left out: --profile indicators finds them"),
        (NAMES, "2 bare names were left out: --profile indicators finds them"),
        (
            "hxxp://evil[.]example or bit.ly",
            "1 defanged link and 1 bare name were left out: --profile indicators finds",
        ),
        (f"http://a.example {DEFANGED}", "2 defanged links were left out"),
    ],
)
def test_links_left_out_are_counted_with_the_cure(run: Run, text: str, message: str) -> None:
    assert run("find", stdin=text).stderr.startswith(f"linksift: {message}")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("see README.md and bit.ly/abc at http://a.example", ()),  # a name beside links is rarely one
        (DEFANGED + NAMES, ("--profile", "indicators")),
        (DEFANGED + NAMES, ("--kinds", "email")),  # the user chose
        ("nothing", ()),
        ("list[.5] hxxp", ()),
    ],
)
def test_no_message_without_cause(run: Run, text: str, options: tuple[str, ...]) -> None:
    assert run("find", *options, stdin=text).stderr == ""


def test_in_a_folder_only_defanged_links_count(run: Run) -> None:
    Path("reports").mkdir()
    Path("reports/a.txt").write_text(DEFANGED)
    Path("reports/code.py").write_text("import bit.ly\n")
    assert run("find", "reports").stderr.startswith("linksift: 2 defanged links were left out")


def test_texts_with_links_in_tables_and_json_count(run: Run) -> None:
    Path("a.csv").write_text(f"a,b\n1,http://a.example {DEFANGED}")
    Path("b.jsonl").write_text(f'{{"a": "http://a.example {DEFANGED.strip()}"}}\n')
    assert run("find", "a.csv", "b.jsonl").stderr.startswith("linksift: 4 defanged links were left out")


def test_the_message_does_not_depend_on_chunks_or_files(run: Run) -> None:
    Path("a.txt").write_text(DEFANGED)
    Path("b.html").write_text(f"<!doctype html><p>{DEFANGED}")
    assert run("find", "a.txt", "b.html").stderr.startswith("linksift: 4 defanged links were left out")
    assert run("find", "--line-buffered", stdin=DEFANGED).stderr.startswith("linksift: 2 defanged links")


def test_a_report_says_what_it_wrote(run: Run) -> None:
    Path("a.txt").write_text("http://a.example http://a.example@b.example/\n")
    result = run("find", "--report", "x.html", "a.txt")
    assert (result.stdout, result.stderr) == ("", "linksift: x.html: 2 links, 1 may deceive\n")
    assert run("find", "--report", "-", "a.txt").stderr == ""
