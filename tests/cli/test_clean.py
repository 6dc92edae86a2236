"""`linksift clean`: its output, messages, options and exit statuses."""

import json
import subprocess
import threading
from typing import IO

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from linksift.cleaning import NotAURI
from linksift.cleaning import clean as cleaned
from linksift.cli import main
from linksift.cli.commands.clean import clean

from .command_docs import examples, undocumented_options
from .conftest import COMMAND, ENVIRONMENT, Process, Run, runner


def test_each_input_gives_its_uri_on_a_line(run: Run) -> None:
    result = run("clean", "www.a.example,", "<URL:http//a.example/x>")
    assert (result.output, result.exit_code) == ("http://www.a.example\nhttp://a.example/x\n", 0)


def test_names_of_an_intranet(run: Run) -> None:
    assert run("clean", "nas/photo").exit_code == 1
    assert run("clean", "--intranet", "nas/photo", "host:8080/x").output == "http://nas/photo\nhttp://host:8080/x\n"


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_has_one_input_per_line(run: Run, arguments: list[str]) -> None:
    result = run("clean", *arguments, stdin=" a.example \r\n\n \nb.example")
    assert (result.output, result.exit_code) == ("http://a.example\nhttp://b.example\n", 0)


def test_lines_are_answered_before_the_input_ends() -> None:
    answered = threading.Event()

    def feed(file: IO[bytes]) -> None:
        with file:
            file.write(b"a.example\n" * 40_000)  # more than the buffers of input, output and a pipe
            answered.wait(60)

    with subprocess.Popen(
        [*COMMAND, "clean"], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        thread = threading.Thread(target=feed, args=(process.stdin,))
        thread.start()
        assert process.stdout.readline() == b"http://a.example\n"
        assert not process.stdin.closed
        answered.set()
        assert process.stdout.read().count(b"\n") == 39_999
        thread.join()


def test_an_input_without_uri_is_reported_and_the_rest_is_cleaned(run: Run) -> None:
    result = run("clean", stdin="hello\na.example\n")
    assert result.stdout == "http://a.example\n"
    assert result.stderr == "linksift: not a URI: this names no host, address or known scheme\n    hello\n"
    assert result.exit_code == 1


def test_keep_writes_a_line_for_every_line(run: Run) -> None:
    result = run("clean", "--keep", stdin="a.example\n\nhello\r\n \nhtp://b.example")
    assert result.stdout == ("http://a.example\n\n\tthis names no host, address or known scheme\n\nhttp://b.example\n")
    assert (result.stderr, result.exit_code) == ("", 1)
    assert run("clean", "--keep", stdin="\n\n").output == "\n\n"
    assert run("clean", "--keep", stdin="").output == ""
    assert run("clean", "--keep", "a.example", "hello").output.count("\n") == 2


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\0"), max_size=20), max_size=5))
def test_kept_lines_are_as_many_as_those_that_came(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    kept = runner().invoke(main, ["clean", "--keep"], input=text.encode()).stdout.split("\n")
    assert len(kept) == len(lines) + 1
    for line, answer in zip(text.removeprefix("\ufeff").split("\n"), kept, strict=True):  # without the byte order mark
        uri, *reason = answer.split("\t")
        assert (uri != "") + bool(reason) == bool(line.strip())


PEOPLE = '''\
id,name,website
7,Jo,"htp://a.example/b,c"
8,"Mallory, ""M""",
9,Eve,"www.c.example/
d"
10,Joe
11,Ann,unknown
'''


def test_a_column_of_a_table(run: Run) -> None:
    result = run("clean", "--column", "website", stdin=PEOPLE)
    assert result.stdout == "http://a.example/b,c\nhttp://www.c.example/d\n"
    assert result.stderr == "linksift: not a URI: this names no host, address or known scheme\n    unknown\n"
    assert result.exit_code == 1
    assert run("clean", "--column", "name", stdin="id;name\r\n7;www.a.example\r\n").output == "http://www.a.example\n"
    objects = map(json.loads, run("clean", "--json", "--column", "name", stdin=PEOPLE).stdout.splitlines())
    assert [one["typed"] for one in objects] == ["Jo", 'Mallory, "M"', "Eve", "Joe", "Ann"]


def test_keep_writes_a_line_for_every_row(run: Run) -> None:
    result = run("clean", "--keep", "--column", "website", "-", stdin=PEOPLE)
    assert result.stdout.splitlines() == [
        "uri\terror",
        "http://a.example/b,c",
        "",
        "http://www.c.example/d",
        "",
        "\tthis names no host, address or known scheme",
    ]
    assert (result.stderr, result.exit_code) == ("", 1)
    assert (
        run("clean", "--keep", "--column", "website", stdin="website\n\na.example").output
        == "uri\terror\n\nhttp://a.example\n"
    )


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        ([], PEOPLE, "linksift: (standard input): has no column 'site', only 'id', 'name', 'website'\n"),
        ([], "", "linksift: (standard input): has no column 'site', nor any other\n"),
        (
            [],
            '{"id": 7, "site": "a.example"}\n',
            "linksift: (standard input): is JSON, not CSV or TSV: extract the column first, as with jq -r .NAME\n",
        ),
        (["people.csv"], PEOPLE, "--column reads a table from standard input: linksift clean --column NAME <FILE\n"),
    ],
)
def test_a_column_that_is_not_there(run: Run, arguments: list[str], stdin: str, said: str) -> None:
    result = run("clean", "--keep", "--column", "site", *arguments, stdin=stdin)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr.endswith(said)


def test_names_without_a_scheme_get_the_default_one(run: Run) -> None:
    assert run("clean", "--default-scheme", "https", "a.example").output == "https://a.example\n"


def test_check_only_reports(run: Run) -> None:
    assert run("clean", "--check", "http://a.example/").exit_code == 0
    result = run("clean", "--check", "http://a.example/", "http//joe:secret@a.example", "hello")
    assert (result.stdout, result.exit_code) == ("", 1)
    assert result.stderr.splitlines()[:3] == [
        "linksift: would be changed (scheme_typos.separator)",
        "    http//joe:...@a.example",
        "    http://joe:...@a.example",
    ]
    assert "hello" in result.stderr


def test_a_line_end_is_not_part_of_the_input(run: Run) -> None:
    result = run("clean", "--check", stdin="http://a.example/\r\nhttp://b.example/\r\n")
    assert (result.output, result.exit_code) == ("", 0)


def test_explain_lists_the_repairs(run: Run) -> None:
    rows = run("clean", "--explain", "\x1bhttp//a.example/x y|").output.splitlines()
    assert rows[0] == "http://a.example/xy"
    assert [row.partition(": ")[0] for row in rows[1:]] == [
        "    = whitespace.hidden",
        "    = scheme_typos.separator",
        "    = whitespace.inner",
        "    = punctuation.trailing",
    ]
    assert rows[1].startswith(r'    = whitespace.hidden: "\x1b" dropped: ')
    assert rows[2].startswith('    = scheme_typos.separator: "//" as "://": ')


def test_json_has_an_object_for_each_input(run: Run) -> None:
    first, second = map(json.loads, run("clean", "--json", "a.example", "hello").output.splitlines())
    assert (first["typed"], first["uri"]) == ("a.example", "http://a.example")
    note = first["notes"][0]
    assert (note["rule"], note["start"], note["end"], note["replacement"]) == (
        "missing_scheme.scheme_added",
        0,
        0,
        "http://",
    )
    assert note["why"]
    assert second == {
        "typed": "hello",
        "error": "this names no host, address or known scheme",
        "rule": "refusals.check_usable",
        "tried": [],
    }


def test_invalid_bytes_give_no_uri(process: Process) -> None:
    result = process("clean", b"http://a.example/\xff")
    assert (result.stdout, result.returncode) == (b"", 1)
    assert "�" in result.stderr.decode()
    assert process("clean", stdin=b"\0a").returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [["--default-scheme", "mailto", "a"], ["--default-scheme", "no", "a"], ["--check", "--json", "a"], ["--no-such"]],
)
def test_misuse_exits_with_2(run: Run, arguments: list[str]) -> None:
    result = run("clean", *arguments)
    assert (result.stdout, result.exit_code) == ("", 2)


@given(st.lists(st.text(max_size=12).filter(lambda text: text != "-"), min_size=1, max_size=3))
def test_the_output_is_that_of_the_library(inputs: list[str]) -> None:
    uris = []
    for typed in inputs:
        try:
            uris.append(f"{cleaned(typed).uri}\n")
        except NotAURI:
            continue
    result = runner().invoke(main, ["clean", "--", *inputs])
    assert result.stdout == "".join(uris)
    assert result.exit_code == (0 if len(uris) == len(inputs) else 1)


def test_every_option_is_documented_and_tested() -> None:
    assert undocumented_options(clean, "`linksift clean`", __file__) == []


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift clean`"), ids=str)
def test_the_documented_examples_are_true(arguments: list[str], output: str) -> None:
    assert CliRunner().invoke(main, arguments).output.strip("\n") == output


def test_help_has_every_option_and_the_exit_statuses(run: Run) -> None:
    text = run("clean", "--help").output
    assert all(option in text for option in ("--check", "--json", "--explain", "--default-scheme"))
    assert "Exit status: 0" in text
    assert "clean" in run("--help").output
