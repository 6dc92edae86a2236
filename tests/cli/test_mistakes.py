"""What people read after a mistake: a sentence that says what is wrong, and what they may have meant."""

import sys
from pathlib import Path

import pytest

from .conftest import Run


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fnd"], "There is no command 'fnd': did you mean 'find'?"),
        (["see http://a.example"], "; to find the links in a text: echo 'TEXT' | linksift find"),
        (["xyzzy"], "There is no command 'xyzzy'."),
        (["find", "--kinds", "url"], "not one of uri, suffix, email, domain, ip, stated: did you mean 'uri'?"),
        (["find", "--format", "json"], "'json' is not one of text, jsonl, csv, parquet, edges: did you mean 'jsonl'?"),
        (["find", "--format", "CSV"], "did you mean 'csv'?"),
        (["find", "--profile", "docment"], "did you mean 'document'?"),
        (["find", "--rejoin", "atuo"], "'atuo' is not one of auto, columns, enclosed, never: did you mean 'auto'?"),
        (["find", "--match", "mentoin=http://a/{name}"], "not one of mention, hashtag, ticket, phone: did you mean"),
        (["find", "--max-length", "long"], "'long' is not a whole number of 1 or more."),
        (["find", "--jobs", "0"], "'0' is not a whole number of 1 or more."),
        (["find", "--explian"], "--explain"),
        (["linkify", "--show", "ful"], "'ful' is not one of full, without-scheme, iri: did you mean 'full'?"),
        (["linkify", "--attribute", "x"], "'x' is not of the form NAME=VALUE."),
        (["find", "--top-level-domains", ".."], "Error: --top-level-domains must be single labels without a dot"),
        (["linkify", "--hazards", "any=mrk"], "Error: --hazards any must be one of 'mark', 'refuse', not 'mrk': did"),
        (["refang", "--top-level-domains", ".."], "Error: --top-level-domains must be single labels without a dot"),
        (["normalize", "--encoded-dots", "kep", "http://a/"], "did you mean 'keep'?"),
        (["find", "--schemes", "http://"], "'http://' is not the name of a scheme, such as https."),
        (["find", "--profile", "\x9b31m\u202e"], r"'\x9b31m\u202e' is not one of text, document"),
        (["find", "--base", "a.example"], "this is not a URI such as https://a.example/b: "),
    ],
)
def test_the_message_names_what_was_meant(run: Run, arguments: list[str], said: str) -> None:
    result = run(*arguments, stdin="")
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    assert "frozenset" not in result.stderr


def test_a_message_of_several_lines_keeps_them(run: Run) -> None:
    assert "\n    http://a.example/b c\n" in run("find", "--base", "http://a.example/b c", stdin="").stderr


def test_a_file_in_place_of_a_command_is_one_to_find_links_in(run: Run) -> None:
    Path("mail.txt").write_text("")
    assert "There is no command 'mail.txt': did you mean 'linksift find mail.txt'?" in run("mail.txt").stderr


@pytest.mark.parametrize(
    ("name", "warning"),
    [
        ("htps", "linksift: 'htps' is not a scheme that linksift knows: did you mean 'https'?\n"),
        ("http", ""),
        ("HTTP", ""),
        ("any", ""),
        ("our-own-scheme", ""),
    ],
)
def test_a_scheme_that_is_similar_to_a_known_one_gets_a_warning(run: Run, name: str, warning: str) -> None:
    assert run("find", "--schemes", name, stdin="").stderr == warning


@pytest.mark.parametrize("command", ["find", "linkify", "refang"])
def test_a_text_in_place_of_a_file_gets_a_hint_at_the_pipe(run: Run, command: str) -> None:
    for text in ("see http://a.example", "www.a.example", "evil[.]example"):
        result = run(command, text)
        assert result.exit_code == 2
        assert result.stderr == (
            f"linksift: {text}: No such file or directory; to pass a text and not a file: "
            f"echo 'TEXT' | linksift {command}\n"
        )
    assert run(command, "a b.txt").stderr == "linksift: a b.txt: No such file or directory\n"


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("", "'': No such file or directory"),
        (
            "https://a.example/page",
            "https://a.example/page: No such file or directory; linksift does not fetch URLs: "
            "curl URL | linksift find --base URL",
        ),
    ],
)
def test_an_empty_path_and_a_url_are_no_files(run: Run, argument: str, said: str) -> None:
    assert run("find", argument).stderr == f"linksift: {said}\n"


@pytest.mark.parametrize("arguments", ["find -o", "find --report", "check --output", "unwrap --rules"])
def test_an_option_takes_no_empty_file_name(run: Run, arguments: str) -> None:
    result = run(*arguments.split(), "", stdin="http://a.example")
    assert (result.exit_code, "'' is not the name of a file." in result.stderr) == (2, True)


@pytest.mark.parametrize("command", ["linkify", "refang", "defang"])
def test_nobody_is_told_to_fetch_a_url_that_is_to_be_rewritten(run: Run, command: str) -> None:
    said = run(command, "https://evil.example/a").stderr
    assert said.endswith(f"; to pass a text and not a file: echo 'TEXT' | linksift {command}\n")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("unwrap", "linksift find --unique --no-location 'a box.mbox' | linksift unwrap"),
        ("parse", "linksift find --unique --no-location 'a box.mbox' | linksift parse"),
        ("normalize", "linksift find --unique --no-location 'a box.mbox' | linksift normalize"),
        ("clean", "linksift clean <'a box.mbox'"),
    ],
)
def test_a_file_in_place_of_a_reference_gets_a_hint(run: Run, command: str, said: str) -> None:
    Path("a box.mbox").write_text("From a@b.example Sat Nov 21 10:00:00 2026\n\nhttp://a.example/\n")
    assert run(command, "a box.mbox").stderr.splitlines()[0] == f"linksift: a box.mbox: is a file, not a URI: {said}"
    assert run(command, "b.example/x").stderr == ""


@pytest.mark.parametrize(
    ("arguments", "instead"),
    [
        (["find", "--csv"], "--format csv"),
        (["find", "--json"], "--format jsonl"),
        (["find", "--text"], "--format text"),
        (["find", "--indicators"], "--profile indicators"),
        (["check", "--sarif"], "--format sarif"),
        (["linkify", "--markdown"], "--to markdown"),
    ],
)
def test_a_value_in_place_of_an_option_gets_a_hint_at_the_option(run: Run, arguments: list[str], instead: str) -> None:
    result = run(*arguments, stdin="")
    assert (result.exit_code, f"'{instead}'" in result.stderr) == (2, True), result.stderr


@pytest.mark.parametrize(
    ("wrong", "similar"),
    [
        ("--find", "'--fields', '--id', '--kinds'"),
        ("--defanged", "'--defang', '--refang'"),
        ("--profil", "'--profile'"),
    ],
)
def test_an_option_with_a_similar_name_comes_before_a_value(run: Run, wrong: str, similar: str) -> None:
    said = run("find", wrong, stdin="").stderr
    assert similar in said
    assert "did you mean '" not in said


def test_a_table_in_place_of_a_typed_url_gets_a_hint_at_the_column(run: Run) -> None:
    Path("people.csv").write_text("website\na.example\n")
    said = run("clean", "people.csv").stderr.splitlines()[0]
    assert said == "linksift: people.csv: is a file, not a URI: linksift clean --column NAME <people.csv"


def test_a_file_can_be_a_reference(run: Run) -> None:
    Path("index.html").write_text("")
    assert run("normalize", "index.html").stdout == "index.html\n"
    assert run("resolve", "http://a.example/b", "index.html").stderr == ""


def test_html_without_its_extra_gets_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "turbohtml", None)
    result = run("linkify", "--html", stdin="<p>http://a.example/")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("linksift: ")
    assert result.stderr.count("\n") == 1
    assert "pip install" in result.stderr
