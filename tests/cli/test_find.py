"""`linksift find`: inputs, formats, options, exit statuses."""

import json
import re
import subprocess
import textwrap
from pathlib import Path
from typing import Any

import pytest

import linksift
from linksift.cli.commands.find import find
from linksift.hazards import hazards

from .conftest import COMMAND, ENVIRONMENT, Run

DOCS = Path(__file__).resolve().parents[2] / "docs" / "command.md"
OTHER_TESTS = [
    Path(__file__).with_name(name)
    for name in ("test_group.py", "test_inputs.py", "test_mail_for_analysts.py", "test_tables.py")
]
WRAPPED = "> See <http://a.example/one-\n> two/three>, or\n> http://b.example/x.\n"


def objects(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


# Inputs


def test_a_file_gives_path_line_column_and_uri(run: Run) -> None:
    Path("mail.txt").write_text(WRAPPED)
    result = run("find", "mail.txt")
    assert result.output == "mail.txt:1:8:http://a.example/one-two/three\nmail.txt:3:3:http://b.example/x\n"
    assert result.exit_code == 0


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_gives_the_uri_alone(run: Run, arguments: list[str]) -> None:
    result = run("find", *arguments, stdin=WRAPPED)
    assert result.output == "http://a.example/one-two/three\nhttp://b.example/x\n"


def test_standard_input_among_files_is_named(run: Run) -> None:
    Path("a.txt").write_text("http://a.example/")
    result = run("find", "a.txt", "-", stdin="\n http://b.example/")
    assert result.output == "a.txt:1:1:http://a.example/\n(standard input):2:2:http://b.example/\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_mark_of_an_encoding_is_not_counted(run: Run, encoding: str) -> None:
    Path("a.txt").write_bytes("日本 http://a.example/\r\n\r\n  http://b.example/".encode(encoding))
    assert run("find", "a.txt").output == "a.txt:1:4:http://a.example/\na.txt:3:3:http://b.example/\n"


def test_bad_bytes_end_a_uri_and_count_as_one_character_each(run: Run) -> None:
    Path("a.txt").write_bytes(b"\xff\xfa http://a.example/b\xfec \xe9t\xe9 http://c.example/ " + "äöüßé".encode())
    first, second = objects(run("find", "--format", "jsonl", "a.txt").output)
    assert (first["uri"], first["column"], first["start"]) == ("http://a.example/b", 4, 3)
    assert (second["uri"], second["column"]) == ("http://c.example/", 29)


def test_a_binary_file_is_skipped_with_a_message_and_no_error(run: Run) -> None:
    Path("binary").write_bytes(b"\x7fELF\0 http://a.example/")
    Path("a.txt").write_text("http://b.example/")
    result = run("find", "binary", "a.txt")
    assert (result.stdout, result.exit_code) == ("a.txt:1:1:http://b.example/\n", 0)
    assert result.stderr == "linksift: binary: binary file skipped\n"
    assert run("find", stdin=b"\0").stderr == "linksift: (standard input): binary file skipped\n"


# Exit statuses


@pytest.mark.parametrize(("text", "status"), [("http://a.example/", 0), ("nothing here", 1), ("", 1)])
def test_the_exit_status_says_whether_a_link_was_found(run: Run, text: str, status: int) -> None:
    assert run("find", stdin=text).exit_code == status


def test_a_missing_file_is_an_error_and_the_rest_is_searched(run: Run) -> None:
    Path("a.txt").write_text("http://a.example/")
    result = run("find", "missing", "a.txt")
    assert (result.stdout, result.exit_code) == ("a.txt:1:1:http://a.example/\n", 2)
    assert result.stderr == "linksift: missing: No such file or directory\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--no-such-option"],
        ["--format", "xml"],
        ["--color", "sometimes"],
        ["--kinds", "uri,nonsense"],
        ["--kinds", "uri,"],
        ["--schemes", ""],
        ["--rejoin", "perhaps"],
        ["--max-length", "many"],
        ["--max-length", "0"],
        ["--format", "jsonl", "--explain"],
        ["--format", "jsonl", "--color", "always"],
        ["--count", "--format", "jsonl"],
        ["--count", "--explain"],
        ["--count", "--no-location"],
        ["--format", "csv", "--no-location"],
        ["--report", "x.html", "--no-location"],
        ["--files-with-matches", "--hazards"],
        ["--count", "--files-with-matches"],
        ["--explain", "--null"],
        ["--format", "csv", "--fields", "uri,count"],
        ["--format", "jsonl", "--fields", "+count"],
        ["--template", "{count}"],
        ["--jobs", "0"],
        ["--max-size", "0"],
        ["--base", "relative"],
    ],
)
def test_a_bad_option_is_an_error_that_names_it(run: Run, arguments: list[str]) -> None:
    result = run("find", *arguments, stdin="http://a.example/")
    assert (result.stdout, result.exit_code) == ("", 2)
    message = result.stderr.partition("Error: ")[2]
    assert arguments[-1].rpartition(",")[2].strip("-+{}") in message.replace("_", "-")


def test_links_without_locations_are_input_for_other_commands(run: Run) -> None:
    for name in ("a b.txt", "c.txt"):
        Path(name).write_text("see https://www.google.com/url?q=http://bank.example@a.example/")
    uris = run("find", "--no-location", "a b.txt", "c.txt")
    assert uris.stdout == "https://www.google.com/url?q=http://bank.example@a.example/\n" * 2
    assert run("unwrap", stdin=uris.stdout).stdout == "http://bank.example@a.example/\n" * 2
    assert (
        run("find", "--no-location", "--unique", "-0", "a b.txt", "c.txt").stdout == uris.stdout.split("\n")[0] + "\0"
    )


def test_an_unknown_kind_is_refused_with_a_list_of_all_kinds(run: Run) -> None:
    stderr = run("find", "--kinds", "uri,url", stdin="").stderr
    assert (
        "Invalid value for '--kinds': 'url' is not one of uri, suffix, email, domain, ip, stated: did you mean 'uri'?"
        in stderr
    )


# Formats


def test_a_json_line_has_the_fields_of_the_match(run: Run) -> None:
    Path("a.txt").write_text(WRAPPED)
    match = linksift.find(WRAPPED)[0]
    record = objects(run("find", "--format", "jsonl", "a.txt").output)[0]
    assert (record["path"], record["line"], record["column"]) == ("a.txt", 1, 8)
    for field in ("uri", "iri", "start", "end", "text", "kind", "enclosure", "confidence"):
        assert record[field] == getattr(match, field)
    assert record["notes"] == [note._asdict() for note in match.notes]
    assert record["reference"]["host"] == "a.example"
    assert record["reference"]["query"] is None
    assert [other["uri"] for other in record["alternatives"]] == [
        "http://a.example/onetwo/three",
        "http://a.example/one-",
    ]
    assert (record["source_start"], record["source_end"]) == (match.start, match.end)
    place = {"path", "line", "column", "source_start", "source_end"}
    assert set(record) - set(record["alternatives"][0]) == {*place, "opened_by", "alternatives"}


def test_a_json_line_of_standard_input_has_no_path(run: Run) -> None:
    (record,) = objects(run("find", "--format", "jsonl", stdin="http://a.example/").output)
    assert "path" not in record
    assert (record["line"], record["column"]) == (1, 1)


def test_json_applies_its_notes_to_its_text(run: Run) -> None:
    record = objects(run("find", "--format", "jsonl", stdin=WRAPPED).output)[0]
    uri = WRAPPED[: record["end"]]
    for note in sorted(record["notes"], key=lambda note: -note["start"]):
        if note["replacement"] is not None:
            uri = uri[: note["start"]] + note["replacement"] + uri[note["end"] :]
    assert uri[record["start"] :] == record["uri"]


def test_explain_shows_lines_marks_notes_and_alternatives(run: Run) -> None:
    Path("a.txt").write_text(WRAPPED)
    first, second, end = run("find", "--explain", "a.txt").output.split("\n\n")
    rows = first.split("\n")
    assert rows[:5] == [
        "a.txt:1:8:http://a.example/one-two/three",
        "        1 | > See <http://a.example/one-",
        "          |        ^^^^^^^^^^^^^^^^^^^^^",
        "        2 | > two/three>, or",
        "          | ~~^^^^^^^^^",
    ]
    assert rows[5:7] == ["          = joined over 1 line break", "          = kind: uri, enclosure: angle"]
    assert rows[-2:] == ["          = or http://a.example/onetwo/three", "          = or http://a.example/one-"]
    notes = linksift.find(WRAPPED)[0].notes
    assert notes
    for note in notes:
        assert any(note.rule in row and note.why in row for row in rows)
    assert second.split("\n")[1:3] == ["        3 | > http://b.example/x.", "          |   ^^^^^^^^^^^^^^^^^^"]
    assert end == ""


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("http://a.example/b", "= kind: uri"),
        ("See http://a.example/b.\nThe next line.\n", '= not joined with the next line, ends before "."'),
        ("<http://a.example/b\n c\n d>", "= joined over 2 line breaks"),
        ("<http://a.example/b c>", "= joined over white space"),
        (
            "http://a.example/foo-\nbar\nand so on",
            "= joined over 1 line break, not joined with the line after it",
        ),
        ("www.a.example/b c", "= changed in 1 place"),
        ("http://a.example/ä/ö, x", '= changed in 2 places, ends before ","'),
    ],
)
def test_explain_says_first_what_happened(run: Run, text: str, outcome: str) -> None:
    rows = [row.strip() for row in run("find", "--explain", stdin=text).output.splitlines()]
    assert next(row for row in rows if row.startswith("= ")) == outcome


def test_explain_marks_what_was_encoded_and_shows_the_readable_form(run: Run) -> None:
    rows = run("find", "--explain", stdin="日本 http://a.example/ü").output.split("\n")
    assert rows[0] == "http://a.example/%C3%BC"
    assert rows[2] == "          |      ^^^^^^^^^^^^^^^^^~"
    assert "          = reads http://a.example/ü" in rows


def test_explain_escapes_terminal_controls(run: Run) -> None:
    result = run("find", "--explain", stdin=b"\x1b[2J\xff \xe2\x80\xae http://a.example/\r\n")
    assert "        1 | \\x1b[2J\\udcff \\u202e http://a.example/\n" in result.output


def test_explain_cuts_long_lines_around_the_match(run: Run) -> None:
    rows = run("find", "--explain", stdin="x " * 500 + "http://a.example/" + " y" * 500).output.split("\n")
    shown, marks = rows[1].partition("| ")[2], rows[2].partition("| ")[2]
    assert len(shown) == 120 + len("... ") + len(" ...")
    assert shown[marks.index("^") :].startswith("http://a.example/ y")
    assert marks.count("^") == len("http://a.example/")


# Options


DECEIVING = "Log in: http://www.bank.example:secret@evil.example/"


def test_hazards_are_listed_below_their_link(run: Run) -> None:
    (match,) = linksift.find(DECEIVING)
    rows = [f"    ! {hazard.name}: {hazard.why} ({hazard.source})" for hazard in hazards(match)]
    output = run("find", "--hazards", stdin=f"http://a.example/ {DECEIVING}\n").output
    assert output.splitlines() == ["http://a.example/", match.uri, *rows]
    assert len(rows) == 2
    assert run("find", stdin=DECEIVING).output == f"{match.uri}\n"
    example = "$ echo 'Log in: http://www.bank.example:secret@evil.example/' | linksift find --hazards"
    block = run("find", "--hazards", stdin=DECEIVING).output
    assert textwrap.indent(f"{example}\n{block}", "    ") in DOCS.read_text(encoding="utf-8")


def test_hazards_come_after_the_explanation(run: Run) -> None:
    explained = run("find", "--explain", stdin=DECEIVING).output.rstrip("\n")
    output = run("find", "--explain", "--hazards", stdin=DECEIVING).output
    assert output.startswith(explained)
    assert [row[:22] for row in output[len(explained) :].splitlines() if row] == [
        "          ! host_like_",
        "          ! password: ",
    ]
    assert output.endswith("\n\n")


def test_hazards_are_a_field_of_the_json_line_if_requested(run: Run) -> None:
    first, second = objects(
        run("find", "--format", "jsonl", "--hazards", stdin=f"{DECEIVING} http://a.example/").output
    )
    assert first["hazards"] == [hazard._asdict() for hazard in hazards(linksift.find(DECEIVING)[0])]
    assert second["hazards"] == []
    assert "hazards" not in objects(run("find", "--format", "jsonl", stdin=DECEIVING).output)[0]


def test_hazards_check_the_link_text(run: Run) -> None:
    Path("a.html").write_text('<p><a href="http://evil.example/">www.bank.example</a>')
    (stated, *_) = objects(run("find", "--format", "jsonl", "--hazards", "a.html").output)
    assert [hazard["name"] for hazard in stated["hazards"]] == ["link_text_mismatch"]
    assert "    ! link_text_mismatch: " in run("find", "--hazards", "a.html").output


def test_unique_gives_each_uri_once_over_all_inputs(run: Run) -> None:
    Path("a.txt").write_text("http://b.example/ http://a.example/ http://b.example/")
    Path("b.txt").write_text("http://a.example/ http://c.example/")
    assert run("find", "--unique", "a.txt", "b.txt").output.splitlines() == [
        "a.txt:1:1:http://b.example/",
        "a.txt:1:19:http://a.example/",
        "b.txt:1:19:http://c.example/",
    ]


def test_kinds_chooses_what_is_found(run: Run) -> None:
    assert run("find", "--kinds", "uri", stdin="http://a.example/").output == "http://a.example/\n"


@pytest.mark.parametrize(
    ("schemes", "output"),
    [
        ("http", "http://a.example/\n"),
        ("https, ftp", "https://b.example/\nftp://c.example/\n"),
        ("unheard-of", "unheard-of://d/\n"),
        ("any,http", "http://a.example/\nhttps://b.example/\nftp://c.example/\nunheard-of://d/\n"),
        ("any", "http://a.example/\nhttps://b.example/\nftp://c.example/\nunheard-of://d/\n"),
    ],
)
def test_schemes_chooses_the_schemes(run: Run, schemes: str, output: str) -> None:
    text = "http://a.example/ https://b.example/ ftp://c.example/ unheard-of://d/"
    assert run("find", "--schemes", schemes, stdin=text).output == output


def test_kinds_other_than_uri(run: Run) -> None:
    text = "www.a.example joe@b.example c.example ftp.d.example"
    assert run("find", stdin=text).output.split() == [
        "http://www.a.example",
        "mailto:joe@b.example",
        "ftp://ftp.d.example",
    ]
    assert run("find", "--kinds", "domain", stdin=text).output == "http://c.example\n"
    assert run("find", "--default-scheme", "https", stdin=text).output.startswith("https://www.a.example\n")


@pytest.mark.parametrize(("profile", "scheme"), [("text", "http"), ("document", "http"), ("chat", "https")])
def test_a_profile_is_a_preset_of_options(run: Run, profile: str, scheme: str) -> None:
    text = "www.a.example"
    assert run("find", "--profile", profile, stdin=text).output == f"{scheme}://www.a.example\n"
    assert run("find", "--profile", profile, "--default-scheme", "x", stdin=text).output == "x://www.a.example\n"


def test_refang_reads_defanged_links(run: Run) -> None:
    text = "hxxps[://]a[.]example/b"
    assert run("find", stdin=text).stdout == ""
    assert run("find", "--refang", stdin=text).output == "https://a.example/b\n"


def test_a_pipe_is_read_in_bounded_memory_with_the_same_links(run: Run) -> None:
    line = "text http://a.example/b and more text\n"
    text = line * 20_000
    output = run("find", "-", "-", stdin=text).output.splitlines()
    assert len(output) == 20_000
    assert output[-1] == "(standard input):20000:6:http://a.example/b"


def test_rejoin_never_joins_nothing(run: Run) -> None:
    text = "<http://a.example/one\ntwo>"
    assert run("find", "--rejoin", "enclosed", stdin=text).output == "http://a.example/onetwo\n"
    assert run("find", "--rejoin", "never", stdin=text).output == "http://a.example/one\n"


def test_max_length_bounds_an_enclosure(run: Run) -> None:
    text = "<http://a.example/one\ntwo>"
    assert run("find", "--max-length", "100", stdin=text).output == "http://a.example/onetwo\n"
    assert run("find", "--max-length", "22", stdin=text).output != "http://a.example/onetwo\n"


def test_color_adds_only_colours(run: Run) -> None:
    Path("a.txt").write_text(WRAPPED)
    for layout in ([], ["--explain"], ["--hazards"]):
        painted = run("find", *layout, "--color", "always", "a.txt")
        plain = run("find", *layout, "--color", "never", "a.txt")
        assert "\x1b[35ma.txt\x1b[0m:" in painted.stdout
        assert re.sub(r"\x1b\[[\d;]*m", "", painted.stdout) == plain.stdout
        assert run("find", *layout, "a.txt").stdout == plain.stdout


def test_a_report_is_written_instead_of_the_links(run: Run) -> None:
    assert run("find", "--report", "out.html", stdin=WRAPPED).stdout == ""
    assert "hxxp[://]a[.]example/one-two/three</code>" in Path("out.html").read_text(encoding="utf-8")


def test_unusable_hosts_can_be_left_out(run: Run) -> None:
    text = "http://1.1.1.1.1/ http://a.example:70000/ http://a.example/"
    assert run("find", stdin=text).output == "http://1.1.1.1.1/\nhttp://a.example:70000/\nhttp://a.example/\n"
    assert run("find", "--unusable-hosts", "skip", stdin=text).output == "http://a.example/\n"
    assert run("find", "--unusable-hosts", "hide", stdin=text).exit_code == 2


def test_names_of_an_intranet_can_be_known(run: Run) -> None:
    text = "www.wiki.corp and joe@mail.lan\n"
    assert run("find", stdin=text).output == ""
    found = run("find", "--top-level-domains", "corp, lan", stdin=text).output
    assert found == "http://www.wiki.corp\nmailto:joe@mail.lan\n"
    refused = run("find", "--top-level-domains", "wiki.corp", stdin=text)
    assert (refused.exit_code, "single labels" in refused.stderr) == (2, True)


def test_placeholders_can_be_read_through(run: Run) -> None:
    text = "https://{host}/x\n"
    assert run("find", stdin=text).output == ""
    assert run("find", "--templates", "{},${}", stdin=text).output == "https://%7Bhost%7D/x\n"
    refused = run("find", "--templates", "<>", stdin=text)
    assert (refused.exit_code, "'<>' is not one of {}, {{}}, ${}, %()s." in refused.stderr) == (2, True)


def test_ready_matchers_count_whatever_the_kinds_are(run: Run) -> None:
    given = ["--match", "mention=https://chat.example/{name}", "--match", "phone"]
    found = run("find", "--kinds", "email,stated", *given, stdin="@joe http://a.example a@b.example +49 (0) 12 23\n")
    assert found.output == "https://chat.example/joe\nmailto:a@b.example\ntel:+491223\n"
    for wrong in ("mention", "at=https://a.example/{0}", "ticket=javascript:{0}"):
        assert run("find", "--match", wrong).exit_code == 2


def test_every_option_is_documented_and_tested() -> None:
    documented = DOCS.read_text(encoding="utf-8")
    tested = "".join(path.read_text(encoding="utf-8") for path in (Path(__file__), *OTHER_TESTS))
    options = [name for parameter in find.params for name in parameter.opts if name.startswith("-")]
    assert len(options) >= 8
    for option in options:
        assert f"`{option}" in documented, f"{option} is not in docs/command.md"
        assert f'"{option}"' in tested, f"{option} is not tested"


@pytest.mark.parametrize("arguments", [[], ["--explain"]])
def test_the_documented_examples_are_true(run: Run, arguments: list[str]) -> None:
    Path("mail.txt").write_text(WRAPPED)
    block = run("find", *arguments, "mail.txt").output.rstrip("\n").partition("\n\n")[0]
    assert textwrap.indent(block, "    ") + "\n\n" in DOCS.read_text(encoding="utf-8")


def test_help_has_every_option_and_the_exit_statuses(run: Run) -> None:
    text = run("find", "--help").output
    assert all(option in text for parameter in find.params for option in parameter.opts if option.startswith("-"))
    assert "Exit status: 0" in text
    assert "find" in run("--help").output


def test_line_buffered_writes_a_link_before_more_input_comes() -> None:
    with subprocess.Popen(
        [*COMMAND, "find", "--line-buffered"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for number in range(3):
            running.stdin.write(f"at 12:30 GET http://a.example/{number}\n".encode())
            running.stdin.flush()
            assert running.stdout.readline() == f"http://a.example/{number}\n".encode()
        running.stdin.write(b"<http://a.exam\n  ple/>")
        running.stdin.close()
        assert running.stdout.read() == b"http://a.example/\n"


def test_line_buffered_joins_nothing_on_evidence(run: Run) -> None:
    assert run("find", "--line-buffered", "--rejoin", "never", stdin="<http://a/b\nc>").output == "http://a/b\n"
    refused = run("find", "--line-buffered", "--rejoin", "columns", stdin="")
    assert "--rejoin columns" in refused.stderr
    refused = run("find", "--line-buffered", "--rejoin", "auto", stdin="")
    assert refused.exit_code == 2
    assert "--rejoin auto" in refused.stderr
    assert run("find", "--line-buffered", "--report", "-", stdin="").exit_code == 2


def test_a_template_is_for_each_input(run: Run) -> None:
    Path("a.txt").write_text("http://a.example/ http://a.example/b")
    assert run("find", "--template", "{path} {uri}", "a.txt", "-", stdin="http://b.example").stdout.splitlines() == [
        "a.txt http://a.example/",
        "a.txt http://a.example/b",
        " http://b.example",
    ]
