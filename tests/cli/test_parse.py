"""`linksift parse`: the diagram, the tables, the faults, and JSON."""

import json
import os
import re
import subprocess
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.cli import main
from linksift.cli.answer_references import draw_faults
from linksift.cli.commands.parse import component_diagram, parse
from linksift.cli.formats.jsonl import json_ready
from linksift.cli.streams.read_inputs import lines
from linksift.hazards import hazards
from linksift.uri import Components, Reference, grammar_faults, split
from tests.uri.strings import nearly_references, valid_uris

from .command_docs import examples, section, undocumented_options
from .conftest import COMMAND, ENVIRONMENT, Process, Run, runner

RFC3986_3 = "foo://example.com:8042/over/there?name=ferret#nose"


def objects(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def rows(output: str) -> dict[str, str]:
    """The rows of the tables: each name with the columns after it, which are two spaces apart."""
    found = re.findall(r"^    (\S+) +(.*)$", output, re.MULTILINE)
    return {name: re.sub(" {3,}", "  ", rest) for name, rest in found}


# The diagram


def test_rfc3986_3_the_diagram_of_the_components() -> None:
    assert list(component_diagram(split(RFC3986_3))) == [
        RFC3986_3,
        r"\_/   \_________/ \__/\_________/ \_________/ \__/",
        r"|     host        |   path        query       fragment",
        r"scheme            port",
    ]


def test_names_that_would_touch_hang_lower_one_below_the_other() -> None:
    assert list(component_diagram(split("x://u@a:8/?q#f"))) == [
        "x://u@a:8/?q#f",
        "|   | | || | |",
        "|   | | || | fragment",
        "|   | | || query",
        "|   | | |path",
        "|   | | port",
        "|   | host",
        "|   userinfo",
        "scheme",
    ]


def test_an_empty_component_has_no_bracket_and_the_empty_reference_no_diagram() -> None:
    assert list(component_diagram(split("a://@:/?#"))) == ["a://@:/?#", "|     |", "|     path", "scheme"]
    assert list(component_diagram(split("//"))) == ["//"]
    assert list(component_diagram(split(""))) == ["(empty)"]


def test_a_long_component_loses_its_middle_and_keeps_its_name_below() -> None:
    shown, brackets, names = component_diagram(split("http://a.example/" + "b" * 500 + "?q"))
    assert shown == "http://a.example/" + "b" * 26 + "..." + "b" * 30 + "?q"
    assert (shown[brackets.rindex("|")], names.index("query")) == ("q", brackets.rindex("|"))


@given(valid_uris())
def test_a_name_is_below_its_component(uri: str) -> None:
    shown, brackets, *names = [*component_diagram(split(uri)), ""]
    components = split(shown)
    starts = components.starts()
    for row in names:
        for name in re.finditer(r"[a-z]+", row):
            component = getattr(components, name[0])
            assert starts[name[0]] == name.start()
            assert len(re.findall(r"\||\\_*/", brackets[name.start() : name.start() + len(component)])) == 1
    assert len(re.findall("[a-z]+", " ".join(names))) == sum(bool(getattr(components, name)) for name in starts)


# The tables


def test_each_component_has_a_row_with_its_meaning(run: Run) -> None:
    found = rows(run("parse", RFC3986_3).output)
    assert found == {
        "kind": "URI",
        "scheme": "foo  unknown",
        "host": "example.com  reg-name",
        "port": "8042",
        "path": '/over/there  "over", "there"',
        "query": 'name=ferret  "name" = "ferret"',
        "fragment": "nose",
    }


def test_empty_and_undefined_components_differ(run: Run) -> None:
    assert rows(run("parse", "").output) == {"kind": "same-document", "path": "(empty)"}
    assert rows(run("parse", "//?").output) == {
        "kind": "network-path",
        "host": "(empty)  reg-name",
        "path": "(empty)",
        "query": "(empty)",
    }


def test_pairs_and_segments_are_decoded_and_quoted(run: Run) -> None:
    output = run("parse", "/a%2Fb/%1b%FF?x=%26&y&=z").output
    assert '/a%2Fb/%1b%FF  "a/b", "\\x1b\\udcff"\n' in output
    lined_up = '    query  x=%26&y&=z     "x" = "&"\n' + " " * 26 + '"y"\n' + " " * 26 + '"" = "z"\n'
    assert lined_up in output


def test_the_meaning_of_a_long_value_is_on_the_next_line(run: Run) -> None:
    path = "/" + "b" * 41
    assert f'    path  {path}\n{" " * 52}"{path[1:]}"\n' in run("parse", path).output


def test_the_readable_form_is_shown_if_it_differs(run: Run) -> None:
    assert rows(run("parse", "http://xn--bcher-kva.example/%C3%A9").output)["reads"] == "http://bücher.example/é"
    assert "reads" not in rows(run("parse", "http://a.example/").output)


def test_rfc1738_3_2_the_parts_of_the_scheme_are_listed_below_its_section(run: Run) -> None:
    by_components, by_scheme = run("parse", "ftp://host.dom/%2Fetc/motd").output.split("\nBy RFC 1738, 3.2:\n")
    assert rows(by_components)["scheme"] == "ftp  RFC 1738, 3.2"
    assert rows(by_scheme) == {"host": '"host.dom"', "port": "21", "directories": '"/etc"', "name": '"motd"'}


def test_pairs_and_records_among_the_parts_of_a_scheme_are_listed(run: Run) -> None:
    mail = rows(run("parse", "mailto:a@a.example,b@a.example?subject=x&cc=c@a.example").output)
    assert mail["to"] == '"a@a.example", "b@a.example"'
    assert mail["fields"] == '"subject" = "x", "cc" = "c@a.example"'
    assert rows(run("parse", "ldap://a.example/????!x=y").output)["extensions"] == 'type="x" value="y" critical=True'
    assert rows(run("parse", "data:,a%20%FF").output)["data"] == '"a \\udcff"'


def test_a_uri_that_is_not_valid_for_its_scheme_has_faults_and_no_parts(run: Run) -> None:
    result = run("parse", "http:///a", "http://a-.example:0/")
    first, second = result.output.split("\n\nhttp://a-")[0], result.output
    assert "By RFC" not in first
    assert '    path    /a            "a"\n\nhttp:///a\n       ^\n= host at position 7 is not valid (RFC 9110' in first
    assert "= host at position 8 is not usable (RFC 1123, 2.1: " in second
    assert "= port at position 18 is not usable (RFC 6335, 6: port 0 is reserved)\n" in second
    assert result.exit_code == 0


def test_blocks_are_separated_by_an_empty_line(run: Run) -> None:
    assert run("parse", "a", "b").output == (
        'a\n|\npath\n\n    kind  relative-path\n    path  a              "a"\n\n'
        'b\n|\npath\n\n    kind  relative-path\n    path  b              "b"\n\n'
    )


@pytest.mark.parametrize(
    "reference",
    [
        "ftp://user:secret@a.example:99999/",
        "http://a.example/http://user:secret@b.example/",
        "/?u=http%3A%2F%2Fuser%3Asecret%40b.example",
        "http://user:secret@a.example /",
        "http://user:secret/@a.example /",
    ],
)
def test_rfc3986_3_2_1_passwords_are_not_shown(reference: str) -> None:
    output = CliRunner().invoke(main, ["parse", reference]).output
    output = output.replace("%3Asecret%40", "")  # which only decoding makes a password
    assert "user" in output
    assert "secret" not in output


# Faults


def test_all_faults_are_listed_below_one_drawing_and_the_rest_is_done(run: Run) -> None:
    result = run("parse", "http://a b/c|d", "//")
    assert result.stderr == (
        "linksift: not a URI reference:\n"
        "    http://a b/c|d\n"
        "            ^   ^\n"
        "    = host at position 8 is not well-formed (reg-name)\n"
        "    = path at position 12 is not well-formed (path-abempty)\n"
    )
    assert result.stdout.startswith("//\n\n    kind  network-path\n")
    assert result.exit_code == 1


def test_carets_are_below_wide_and_escaped_characters() -> None:
    assert list(draw_faults(list(grammar_faults("/日本a\u202eb\te\u0301 "))))[:2] == [
        r"/日本a\u202eb\te\u0301",
        " ^    ^      ^  ^",
    ]


def test_a_caret_comes_after_what_ends_too_early() -> None:
    assert list(draw_faults(list(grammar_faults("http://[::1"))))[:2] == ["http://[::1", " " * 11 + "^"]


def test_only_the_stretches_of_a_long_line_with_faults_are_drawn() -> None:
    reference = "/" + "a" * 119 + "|" + "a" * 200 + "|" + "a" * 200
    assert list(draw_faults(list(grammar_faults(reference)))) == [
        "... " + "a" * 20 + "|" + "a" * 79 + " ...",
        " " * 24 + "^",
        "= path at position 120 is not well-formed (path-absolute)",
        "... " + "a" * 21 + "|" + "a" * 78 + " ...",
        " " * 25 + "^",
        "= path at position 321 is not well-formed (path-absolute)",
    ]


@given(nearly_references())
def test_a_drawing_has_a_caret_and_a_row_for_each_fault(reference: str) -> None:
    faults = list(grammar_faults(reference))
    if not faults:
        return
    line, carets, *told = draw_faults(faults)
    assert line.isprintable()
    assert carets.count("^") == len(faults)
    assert [row.partition(" is not ")[0] for row in told] == [
        f"= {fault.component} at position {fault.position}" for fault in faults
    ]


@given(st.lists(nearly_references().filter(lambda text: text != "-"), min_size=1, max_size=3))
def test_no_string_gives_output_that_commands_a_terminal(references: list[str]) -> None:
    valid = all(not list(grammar_faults(reference)) for reference in references)
    result = runner().invoke(main, ["parse", "--", *references], input="")
    as_json = runner().invoke(main, ["parse", "--json", "--", *references])
    assert result.exit_code == as_json.exit_code == (0 if valid else 1)
    assert result.output.replace("\n", "").isprintable()
    assert [record["reference"] for record in objects(as_json.stdout)] == references
    assert as_json.stderr == ""


# JSON


def test_a_json_line_has_the_fields_of_the_reference(run: Run) -> None:
    uri = "ftp://user:secret@host.dom/%2Fetc/%E9?x=1&y"
    reference = linksift.parse(uri)
    (record,) = objects(run("parse", "--json", uri).output)
    for name in ("iri", "kind", "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"):
        assert record[name] == getattr(reference, name)
    assert (record["reference"], record["host_kind"]) == (uri, "reg-name")
    assert (record["segments"], record["query_pairs"]) == (["/etc", "\udce9"], [["x", "1"], ["y", None]])
    assert record["scheme_parts"]["directories"] == ["/etc"]
    assert record["scheme_parts"]["password"] == "secret"
    assert record["violations"] == []


def test_keep_writes_an_object_for_every_line(run: Run) -> None:
    result = run("parse", "--json", "--keep", stdin="http://a.example\n\n \r\nmailto:x")
    assert [one.get("host") for one in objects(result.stdout)] == ["a.example", None, None, None]
    assert [bool(one["violations"]) for one in objects(result.stdout)] == [False, False, True, True]
    assert (result.stderr, result.exit_code) == ("", 1)
    assert run("parse", "--keep", "a").stderr.endswith("Error: --keep needs --json.\n")


def test_every_field_of_the_json_is_documented(run: Run) -> None:
    table = section("`linksift parse`").partition("| field of an object |")[2]
    documented = re.findall("`([a-z_]+)`", "".join(re.findall("^[|](.*?)[|]", table, re.MULTILINE)))
    assert sorted(documented) == sorted(objects(run("parse", "--json", "--hazards", RFC3986_3).output)[0])


def test_json_has_violations_and_keeps_the_exit_status(run: Run) -> None:
    result = run("parse", "--json", "http://:99999/")
    (record,) = objects(result.stdout)
    assert [(fault["question"], fault["component"], fault["position"]) for fault in record["violations"]] == [
        ("valid", "host", 7),
        ("valid", "port", 8),
    ]
    assert record["violations"][1]["rule"] == "RFC 6335, 6"
    assert record["violations"][1]["why"] == "a port is at most 65535"
    assert (record["scheme_parts"], result.exit_code) == (None, 0)


def test_json_of_a_string_that_is_no_reference_has_only_its_violations(run: Run) -> None:
    result = run("parse", "--json", "a b", "c")
    first, second = objects(result.stdout)
    assert first == {
        "reference": "a b",
        "violations": [
            {"question": "well-formed", "component": "path", "position": 1, "rule": "path-noscheme", "why": ""}
        ],
    }
    assert (second["path"], second["scheme_parts"], second["violations"]) == ("c", None, [])
    assert (result.stderr, result.exit_code) == ("", 1)


def test_any_value_becomes_one_that_json_can_hold() -> None:
    components = Components("a", None, "b", None, None)
    assert json_ready(components) == {"scheme": "a", "authority": None, "path": "b", "query": None, "fragment": None}
    assert json_ready(((1, True), b"\xff", {"k": (None,)})) == [[1, True], "\udcff", {"k": [None]}]
    assert json_ready(linksift.parse("//10.0.0.1").ip_address) == "10.0.0.1"


# Arguments and standard input


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_has_one_reference_per_line_and_empty_lines_are_skipped(run: Run, arguments: list[str]) -> None:
    result = run("parse", "--json", *arguments, stdin="\ufeff/a\r\n\n\r\n//b\n b")
    assert [record["reference"] for record in objects(result.stdout)] == ["/a", "//b", " b"]
    assert result.exit_code == 1


def test_standard_input_takes_the_place_of_its_dash(run: Run) -> None:
    result = run("parse", "--json", "a", "-", "b", "./-", stdin="c\n")
    assert [record["reference"] for record in objects(result.stdout)] == ["a", "c", "b", "./-"]


def test_empty_standard_input_is_no_error(run: Run) -> None:
    result = run("parse", stdin="\n")
    assert (result.output, result.exit_code) == ("", 0)


def test_only_lf_and_cr_lf_end_lines() -> None:
    assert list(lines(["a\rb\r", "\nc\u2028d\x0be\r\r\n"])) == ["a\rb", "c\u2028d\x0be\r"]


def test_bytes_that_are_not_utf8_are_faults_at_their_positions(process: Process) -> None:
    in_utf8 = "\u00e9\n".encode()  # without it, the input would be read as windows-1252
    for result in (process("parse", b"/a\xff"), process("parse", stdin=b"/a\xff\n" + in_utf8)):
        assert result.stderr.splitlines()[1:3] == [b"    /a\\udcff", b"      ^"]
        assert (result.stdout, result.returncode) == (b"", 1)
    assert b'"reference": "/a\\udcff"' in process("parse", "--json", b"/a\xff").stdout


def test_binary_input_is_an_error(run: Run) -> None:
    result = run("parse", stdin=b"a\0b")
    assert (result.stdout, result.stderr, result.exit_code) == ("", "linksift: (standard input): binary file\n", 2)


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
def test_closed_standard_input_is_an_error() -> None:
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, "parse"]
    result = subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=False)
    assert (result.stdout, result.returncode) == (b"", 2)
    assert result.stderr == b"linksift: (standard input): Bad file descriptor\n"


@pytest.mark.parametrize("arguments", [["--no-such-option"], ["--json=yes"]])
def test_misuse_exits_with_2(run: Run, arguments: list[str]) -> None:
    assert run("parse", *arguments, "a").exit_code == 2


# Hazards

DECEIVING = "http://www.bank.example:secret@evil.example/"


def test_hazards_are_listed_below_the_tables_if_requested(run: Run) -> None:
    told = hazards(Reference(DECEIVING))
    assert [hazard.name for hazard in told] == ["host_like_userinfo", "password"]
    below = "".join(f"! {hazard.name}: {hazard.why} ({hazard.source})\n" for hazard in told)
    assert run("parse", "--hazards", DECEIVING).output == run("parse", DECEIVING).output + below + "\n"
    assert run("parse", "--hazards", "http://a.example/").output == run("parse", "http://a.example/").output


def test_hazards_are_a_field_of_the_object_if_requested(run: Run) -> None:
    (asked,) = objects(run("parse", "--json", "--hazards", DECEIVING).output)
    (record,) = objects(run("parse", "--json", DECEIVING).output)
    assert asked == record | {"hazards": [hazard._asdict() for hazard in hazards(Reference(DECEIVING))]}
    assert "hazards" not in record


# The page


def test_every_option_is_documented_and_tested() -> None:
    assert undocumented_options(parse, "`linksift parse`", __file__) == []


@pytest.mark.parametrize(
    ("arguments", "output"),
    [*examples("`linksift parse`"), *examples("Single references: `parse`, `normalize`, `resolve`, `compare`")],
    ids=str,
)
def test_the_documented_examples_are_true(arguments: list[str], output: str) -> None:
    assert CliRunner().invoke(main, arguments).output.strip("\n") == output


def test_help_has_every_option_and_the_exit_statuses(run: Run) -> None:
    text = run("parse", "--help").output
    assert "--json" in text
    assert "Exit status: 0" in text
    assert "parse" in run("--help").output
