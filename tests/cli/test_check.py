"""`linksift check`: its formats, options, exit statuses and errors. tests/checking has what it reports."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from linksift.cli.commands.check import RULE_NAMES, check
from linksift.cli.formats.problem_formats import FINGERPRINT
from tests.cli.command_docs import examples, undocumented_options
from tests.cli.conftest import COMMAND, ENVIRONMENT, WITH_WORKERS, Process, Run

WRAPPED = "See <http://a.example/b/\n c>.\n"
HOST = "\n  http://1.1.1.1.1/ \u00e4\n"


@pytest.fixture
def files(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a b.md").write_text(WRAPPED)
    (tmp_path / "docs" / "host.txt").write_text(HOST)
    (tmp_path / "docs" / "right.txt").write_text("http://a.example/")


@pytest.mark.usefixtures("files")
def test_a_folder(run: Run) -> None:
    result = run("check", "docs")
    assert result.output == (
        "docs/a b.md:1:6: wrapped.line_break: A line break splits this URI. Write it in one piece: "
        "http://a.example/b/c\n"
        "docs/host.txt:2:3: invalid.host: Nobody can reach this host: this is not an IPv4 address, and a name must not "
        "end in a number (RFC 1123, 2.1).\n"
    )
    assert result.exit_code == 1


@pytest.mark.usefixtures("files")
def test_the_exit_status(run: Run) -> None:
    assert (run("check", "docs/right.txt").exit_code, run("check", "docs/right.txt").output) == (0, "")
    assert run("check", "docs/host.txt").exit_code == 1
    missing = run("check", "docs/host.txt", "nothing")
    assert (missing.exit_code, missing.stderr) == (2, "linksift: nothing: No such file or directory\n")
    assert "invalid.host" in missing.stdout


def test_standard_input(run: Run) -> None:
    result = run("check", stdin=HOST)
    assert result.output.startswith("(standard input):2:3: invalid.host: ")


def test_a_binary_file_is_no_problem(run: Run) -> None:
    Path("a.bin").write_bytes(b"\0http://1.1.1.1.1/")
    result = run("check", "a.bin")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "linksift: a.bin: binary file skipped\n")


@pytest.mark.usefixtures("files")
def test_rules_are_selected_by_name_and_group(run: Run) -> None:
    def reported(*options: str) -> list[str]:
        return [line.split(": ")[1] for line in run("check", *options, "docs").output.splitlines()]

    assert reported("--select", "invalid") == ["invalid.host"]
    assert reported("--select", "wrapped.line_break,risky") == ["wrapped.line_break"]
    assert reported("--ignore", "invalid") == ["wrapped.line_break"]
    assert reported("--select", "all", "--ignore", "invalid.host,wrapped") == []
    wrong = run("check", "--select", "invalid.hots", "docs")
    assert wrong.exit_code == 2
    assert "did you mean 'invalid.host'?" in wrong.stderr
    assert len(set(RULE_NAMES)) == len(RULE_NAMES)


@pytest.mark.parametrize(
    "arguments",
    [
        "--diff --format jsonl",
        "--diff --color always",
        "--color always --format jsonl",
        "--color always -o a.sarif",
        "--ignore all",
    ],
)
@pytest.mark.usefixtures("files")
def test_options_that_would_do_nothing_are_refused(run: Run, arguments: str) -> None:
    result = run("check", *arguments.split(), "docs")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Usage: ")


def test_hidden_and_ignored_files_and_code(run: Run) -> None:
    for name in (".hidden.txt", "ignored.txt"):
        Path(name).write_text(HOST)
    Path(".ignore").write_text("ignored.txt\n")
    Path("a.md").write_text(f"```{HOST}```\n")
    assert run("check", ".").output.startswith("./a.md:2:3: ")
    assert run("check", "--no-code", ".").exit_code == 0
    assert "./.hidden.txt:2:3" in run("check", "--hidden", ".").output
    assert "./ignored.txt:2:3" in run("check", "--no-ignore", ".").output


def test_patterns_exclude_files_and_folders(run: Run) -> None:
    for name in ("a.txt", "b.log", "old/c.txt"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(HOST)
    result = run("check", "--exclude", "*.log", "--exclude", "old/", ".", "b.log")
    assert [line.partition(":")[0] for line in result.stdout.splitlines()] == ["./a.txt", "b.log"]


def test_a_password_opens_archives(run: Run) -> None:
    if shutil.which("zip") is None:
        pytest.skip("needs zip")
    Path("a.txt").write_text(HOST)
    subprocess.run(["zip", "-q", "-P", "infected", "a.zip", "a.txt"], check=True)
    assert run("check", "--password", "infected", "a.zip").stdout.startswith("a.zip:a.txt:2:3: invalid.host: ")
    closed = run("check", "a.zip")
    assert (closed.exit_code, closed.stdout, "--password WORD" in closed.stderr) == (2, "", True)


def test_parts_of_a_file(run: Run) -> None:
    Path("a.eml").write_text(f"Subject: x\nTo: a@b.example\n\n{WRAPPED}")
    Path("a.jsonl").write_text('{"a": "http://1.1.1.1.1/ <http://a.example/b/\\n c>"}\n')
    found = [line.split(": ")[:2] for line in run("check", "a.eml", "a.jsonl").output.splitlines()]
    assert [rule for _, rule in found] == ["wrapped.line_break", "invalid.host"]


def test_max_size(run: Run) -> None:
    Path("a.md").write_text("a" * 1024 * 1024 + HOST)
    result = run("check", "--max-size", "1", "a.md")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "only the first 1 MiB were read" in result.stderr


@pytest.mark.usefixtures("files")
def test_json_lines(run: Run) -> None:
    first, second = map(json.loads, run("check", "--format", "jsonl", "docs").output.splitlines())
    assert first == {
        "path": "docs/a b.md",
        "line": 1,
        "column": 6,
        "source_start": 5,
        "source_end": 27,
        "end_line": 2,
        "end_column": 3,
        "rule": "wrapped.line_break",
        "message": "A line break splits this URI. Write it in one piece: http://a.example/b/c",
        "text": "http://a.example/b/\n c",
        "uri": "http://a.example/b/c",
        "replacement": "http://a.example/b/c",
    }
    assert (second["rule"], second["replacement"]) == ("invalid.host", None)


def sarif(output: str) -> dict[str, Any]:
    """The run of a SARIF file."""
    log: dict[str, Any] = json.loads(output)
    assert log["version"] == "2.1.0"
    (only,) = log["runs"]
    return dict(only)


@pytest.mark.usefixtures("files")
def test_sarif(run: Run) -> None:
    found = sarif(run("check", "--format", "sarif", "docs").output)
    assert found["columnKind"] == "unicodeCodePoints"
    all_rules = found["tool"]["driver"]["rules"]
    first, second = found["results"]
    assert all_rules[first["ruleIndex"]]["id"] == first["ruleId"] == "wrapped.line_break"
    assert all_rules[second["ruleIndex"]]["id"] == second["ruleId"] == "invalid.host"
    assert (first["level"], second["level"]) == ("warning", "error")
    region = {"startLine": 1, "startColumn": 6, "endLine": 2, "endColumn": 3}
    artifact = {"uri": "docs/a%20b.md", "uriBaseId": "%SRCROOT%"}
    assert first["locations"] == [{"physicalLocation": {"artifactLocation": artifact, "region": region}}]
    replacement = {"deletedRegion": region, "insertedContent": {"text": "http://a.example/b/c"}}
    assert first["fixes"][0]["artifactChanges"] == [{"artifactLocation": artifact, "replacements": [replacement]}]
    assert "fixes" not in second


def test_the_suffix_of_the_output_names_the_format(run: Run) -> None:
    run("check", "-o", "a.sarif", stdin="http://a.example:99999/")
    assert sarif(Path("a.sarif").read_text())["results"]


def test_sarif_without_problems(run: Run) -> None:
    result = run("check", "--format", "sarif", stdin="http://a.example/")
    assert (result.exit_code, sarif(result.output)["results"]) == (0, [])


@pytest.mark.usefixtures("files")
def test_sarif_of_files_elsewhere_and_of_parts(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.jsonl").write_text('{"a": "http://1.1.1.1.1/"}')
    monkeypatch.chdir(tmp_path / "docs")
    outside, inside = (
        sarif(run("check", "--format", "sarif", path).output)["results"][0]["locations"][0]
        for path in ("../x.jsonl", str(tmp_path / "docs" / "host.txt"))
    )
    assert outside["physicalLocation"] == {"artifactLocation": {"uri": (tmp_path / "x.jsonl").as_uri()}}
    assert "/a" in outside["logicalLocations"][0]["fullyQualifiedName"]
    assert inside["physicalLocation"]["artifactLocation"] == {"uri": "host.txt", "uriBaseId": "%SRCROOT%"}


def test_fingerprints_do_not_change_when_lines_move(run: Run) -> None:
    def fingerprints(text: str) -> list[str]:
        results = sarif(run("check", "--format", "sarif", stdin=text).output)["results"]
        return [result["partialFingerprints"][FINGERPRINT] for result in results]

    text = "http://1.1.1.1.1/ http://1.1.1.1.1/\n<http://a.example/b/\nc>\n"
    moved = "A new line.\n  http://1.1.1.1.1/\nhttp://1.1.1.1.1/ and <http://a.example/b/\n    c>\n"
    assert fingerprints(text) == fingerprints(moved)
    assert len(set(fingerprints(text))) == 3


@pytest.mark.usefixtures("files")
def test_output_to_a_file_in_the_folder_that_is_checked(run: Run) -> None:
    for option, message in (
        ("-o", ""),
        ("--output", "linksift: docs/found.txt: is also the output, and was not read\n"),
    ):
        result = run("check", option, "docs/found.txt", "docs")
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", message)
        assert Path("docs/found.txt").read_text() == run("check", "docs/a b.md", "docs/host.txt").output


@pytest.mark.usefixtures("files")
def test_colours(run: Run) -> None:
    assert "\x1b[36minvalid.host\x1b[0m" in run("check", "--color", "always", "docs").output
    assert "\x1b" not in run("check", "--color", "never", "docs").output


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("layout", ["text", "sarif"])
def test_several_processes_write_the_same(process: Process, layout: str) -> None:
    arguments = ["check", "--format", layout, "docs"]
    several = process(*arguments, "-j", "2", command=WITH_WORKERS)
    assert (several.returncode, several.stdout) == (1, process(*arguments, "--jobs", "1").stdout)


@pytest.mark.usefixtures("files")
def test_commands_of_github(run: Run) -> None:
    result = run("check", "--format", "github", "--select", "all", "docs")
    wrapped, host = result.stdout.splitlines()
    assert wrapped == (
        "::warning file=docs/a b.md,line=1,endLine=2,col=6,endColumn=3,title=wrapped.line_break"
        "::A line break splits this URI. Write it in one piece: http://a.example/b/c"
    )
    assert host.startswith("::error file=docs/host.txt,line=2,endLine=2,col=3,endColumn=20,title=invalid.host::Nobody")
    assert (result.exit_code, result.stderr) == (1, "linksift: 2 problems in 3 files\n")
    clean = run("check", "--format", "github", "docs/right.txt")
    assert (clean.exit_code, clean.stdout, clean.stderr) == (0, "", "linksift: no problem in 1 file\n")


def test_no_name_of_a_file_begins_a_command_of_github(run: Run) -> None:
    Path("a\n::error::b,c:%.txt").write_text(HOST)
    (line,) = run("check", "--format", "github", ".").stdout.splitlines()
    assert line.startswith("::error file=")
    assert "%0A%3A%3Aerror%3A%3Ab%2Cc%3A%25.txt,line=2," in line


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift check`"))
def test_the_documented_examples_are_true(run: Run, arguments: list[str], output: str) -> None:
    Path("mail.txt").write_text("See <http://a.example/one-\ntwo/three>.\n\nOr http://b.example:99999/x\n")
    assert run(*arguments).output.strip("\n") == output


def test_every_option_is_documented_and_tested() -> None:
    missing = undocumented_options(check, "`linksift check`", __file__)
    assert sorted(missing) == ["-j", "-o"]  # short names, which have no row of their own


def test_names_that_are_not_utf8(process: Process, tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.txt")).write_text(HOST)
    assert process("check", b"\xff.txt").stdout.startswith(b"\xff.txt:2:3: invalid.host")
    (result,) = sarif(process("check", "--format", "sarif", b"\xff.txt").stdout.decode())["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "%FF.txt"


SPACED = [
    (b"[a](http://a.example/b c)\r\n", b"[a](<http://a.example/b c>)\r\n"),
    (b'\xef\xbb\xbf[a](http://a.example/b c "t") \xff', b'\xef\xbb\xbf[a](<http://a.example/b c> "t") \xff'),
    (b"<http://a.example/b c> and <http://a.example/d e>", b"<http://a.example/b%20c> and <http://a.example/d%20e>"),
    ("\u00e4 \\* <http://a.example/\u00f6 2>".encode(), "\u00e4 \\* <http://a.example/\u00f6%202>".encode()),
]


@pytest.mark.parametrize(("before", "after"), SPACED)
def test_fix_repairs_spaces_and_keeps_all_other_bytes(run: Run, before: bytes, after: bytes) -> None:
    Path("a.md").write_bytes(before)
    shown = run("check", "--diff", "a.md")
    assert (shown.exit_code, Path("a.md").read_bytes()) == (1, before)
    assert shown.stdout_bytes.startswith(b"--- a.md\n+++ a.md\n@@ ")
    result = run("check", "--fix", "a.md")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("linksift: repaired links in 1 file\n")
    assert Path("a.md").read_bytes() == after
    assert run("check", "--diff", "a.md").exit_code == 0


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
@pytest.mark.parametrize("name", ["a b.md", "a\n+++ b.md", 'a\t"\\\x1b\xe4.md'])
def test_patch_finds_the_file_of_any_name(run: Run, name: str) -> None:
    Path("b.md").write_text(before := "[a](http://a.example/b c)\n")
    Path(name).write_text(before)
    diff = run("check", "--diff", name).stdout_bytes
    done = subprocess.run(["patch", "-p0"], input=diff, capture_output=True)
    if "\n" in name and b"Invalid byte sequence" in done.stderr:
        pytest.skip("GNU patch refuses names of two lines since 2.8")
    assert done.returncode == 0
    assert (Path(name).read_text(), Path("b.md").read_text()) == ("[a](<http://a.example/b c>)\n", before)


def test_a_diff_on_a_terminal_has_no_control_characters(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\x1b[31m[a](http://a.example/b c)\r\n")
    parent, child = os.openpty()
    try:
        subprocess.run([*COMMAND, "check", "--diff", "a.md"], cwd=tmp_path, env=ENVIRONMENT, stdout=child)
        shown = os.read(parent, 4096).replace(b"\r\n", b"\n")
    finally:
        os.close(parent)
        os.close(child)
    assert shown.endswith(b"\n-\\x1b[31m[a](http://a.example/b c)\n+\\x1b[31m[a](<http://a.example/b c>)\n")


@pytest.mark.parametrize("missing", ["b.md", "b.txt", "folder"])
def test_a_diff_reports_a_missing_file(run: Run, missing: str) -> None:
    Path("a.md").write_text("[a](http://a.example/b c)")
    result = run("check", "--diff", "a.md", missing)
    assert result.stdout.startswith("--- a.md\n")
    assert (result.exit_code, result.stderr) == (2, f"linksift: {missing}: No such file or directory\n")


LEFT_AS_WRITTEN = [
    b"<http://a.example/b for more>",
    b"[a](http://a.example/b, http://a.example/c)",
    b"[a](http://a.example/b  c)",
    b"`[a](http://a.example/b c)`",
    b"text\n\n    [a](http://a.example/b c)\n",
    b"<!-- [a](http://a.example/b c) -->\n",
    b"[a](http://a.example/b c) <!-- linksift: ignore -->\n",
    "[a](http://a.example/b c)".encode("utf-16"),
]


@pytest.mark.parametrize("content", LEFT_AS_WRITTEN)
def test_fix_leaves_alone_what_may_be_meant_otherwise(run: Run, content: bytes) -> None:
    Path("a.md").write_bytes(content)
    run("check", "--fix", "a.md")
    assert Path("a.md").read_bytes() == content


def test_fix_obeys_the_selection_and_reads_only_markdown(run: Run) -> None:
    for name in ("a.md", "a.txt"):
        Path(name).write_text("[a](http://a.example/b c)")
    run("check", "--fix", "--ignore", "invalid.space", ".")
    run("check", "--fix", "a.txt")
    assert {Path(name).read_text() for name in ("a.md", "a.txt")} == {"[a](http://a.example/b c)"}


def test_fix_needs_files(run: Run) -> None:
    result = run("check", "--fix", stdin="x")
    assert (result.exit_code, "name files or folders" in result.stderr) == (2, True)


@pytest.mark.usefixtures("files")
def test_settings_of_a_project_are_found_upward(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("pyproject.toml").write_text('[tool.linksift]\nignore = ["wrapped"]\nexclude = ["h*.txt"]\nmax-size = 1\n')
    Path("docs", "pyproject.toml").write_text("[project]\nname = 'a'\n")
    monkeypatch.chdir("docs")
    assert (run("check", ".").output, run("check", ".").exit_code) == ("", 0)
    assert "invalid.host" in run("check", "--exclude", "*.md", ".").output
    assert run("check", "--ignore", "invalid", ".").output.count("wrapped.line_break") == 1
    Path("pyproject.toml").write_text("[tool.linksift]\n")
    assert run("check", ".").output.count("\n") == 2


@pytest.mark.parametrize("folder", [".", "docs"])
def test_patterns_of_a_project_are_relative_to_its_folder(
    run: Run, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    Path("docs/old").mkdir(parents=True)
    Path("docs/old/a.md").write_text("http://1.1.1.1.1/")
    Path("pyproject.toml").write_text('[tool.linksift]\nexclude = ["docs/old"]\n')
    monkeypatch.chdir(folder)
    assert run("check", ".").output == ""
    assert "invalid.host" in run("check", "--exclude", "docs/old/b", ".").output


def test_switches_of_a_project(run: Run) -> None:
    Path(".a.md").write_text("http://1.1.1.1.1/")
    assert run("check", ".").exit_code == 0
    Path("pyproject.toml").write_text("[tool.linksift]\nhidden = true\n")
    assert run("check", ".").exit_code == 1


WRONG_SETTINGS = [
    ('exlude = ["a"]', "there is no setting 'exlude' in [tool.linksift] of ", "did you mean 'exclude'?"),
    ("zzzzz = 1", "there is no setting 'zzzzz' in ", "; the settings are select, ignore,"),
    ('select = "wrapped"', "select in [tool.linksift] of ", 'takes a list of texts: select = ["..."]'),
    ('select = ["invalid.hots"]', "select in [tool.linksift] of ", "invalid.host"),
    ('hidden = "yes"', "hidden in ", "takes true or false: hidden = true"),
    ("max-size = true", "max-size in ", "takes a number: max-size = 64"),
    ("max-size = 0", "max-size in ", "pyproject.toml"),
    (r'select = ["\u009b\u202e"]', "select in ", r"'\x9b\u202e' is not one of all, wrapped"),
    (r'"\u009b" = 1', r"there is no setting '\x9b' in ", "; the settings are select, ignore,"),
    ("a = ", "pyproject.toml", "is not valid TOML"),
    (f"a = {'[' * 9000}", "pyproject.toml", "is not valid TOML"),
]


@pytest.mark.parametrize(("setting", "message", "cure"), WRONG_SETTINGS)
def test_wrong_settings_are_refused_with_the_cure(run: Run, setting: str, message: str, cure: str) -> None:
    Path("pyproject.toml").write_text(f"[tool.linksift]\n{setting}\n")
    result = run("check", ".")
    said = " ".join(result.stderr.split())
    assert (result.exit_code, message in said, cure in said) == (2, True, True), said
    assert (run("check", "--help").exit_code, run("check", "-h").exit_code) == (0, 0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_settings_are_read_from_regular_files_only(run: Run) -> None:
    os.mkfifo("pyproject.toml")
    assert run("check", ".").exit_code == 0


def test_settings_that_are_not_a_table_are_refused(run: Run) -> None:
    Path("pyproject.toml").write_text("tool.linksift = 1\n")
    assert "write [tool.linksift]" in run("check", ".").stderr
