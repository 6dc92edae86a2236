"""`linksift defang`: its output, options and errors."""

from pathlib import Path

import pytest

import linksift
from linksift.cli.commands.defang import defang
from tests.cli.command_docs import examples, undocumented_options
from tests.cli.conftest import Run


def test_links_are_defanged_and_refang_reads_them_back(run: Run) -> None:
    text = "See https://a.example/x, http://192.0.2.1/ and www.b.example (192.0.2.2:80), joe@c.example, d.example/e.\n"
    names = "www[.]b[.]example (192[.]0[.]2[.]2:80), joe[at]c[.]example, d[.]example/e"
    written = run("defang", stdin=text).output
    assert written == f"See hxxps[://]a[.]example/x, hxxp[://]192[.]0[.]2[.]1/ and {names}.\n"
    assert run("defang", stdin=written).output == written
    assert run("refang", stdin=written).output == text


@pytest.mark.parametrize("command", ["defang", "refang", "linkify"])
@pytest.mark.parametrize(
    ("octets", "link"),
    [
        (
            "Schöne Grüße aus Köln, überall größere Straßen: http://a.example/köln".encode("cp1252"),
            "http://a.example/k%C3%B6ln",
        ),
        ("see http://a.example/ there".encode("utf-16-le"), "http://a.example/"),
    ],
)
def test_text_in_another_encoding_is_rewritten_as_find_reads_it(
    run: Run, tmp_path: Path, command: str, octets: bytes, link: str
) -> None:
    (tmp_path / "a.txt").write_bytes(octets)
    path = str(tmp_path / "a.txt")
    assert run("find", path).output.endswith(f":{link}\n")
    rewritten = run(command, path)
    assert rewritten.exit_code == 0
    assert run("find", "--refang", stdin=rewritten.stdout_bytes).output.splitlines()[0] == link
    assert f'href="{link}"' in run("linkify", path).output


@pytest.mark.parametrize(
    ("octets", "link"),
    [
        ("Zürich, café: http://a.example/b".encode() + b"\xe9", "http://a.example/b"),
        ("see http://a.example/\ud800".encode("utf-16", "surrogatepass"), "http://a.example/"),
    ],
)
def test_what_is_not_valid_text_ends_a_link_as_in_find(run: Run, tmp_path: Path, octets: bytes, link: str) -> None:
    (tmp_path / "a.txt").write_bytes(octets)
    path = str(tmp_path / "a.txt")
    assert run("find", path).output.endswith(f":{link}\n")
    assert run("defang", path).output.endswith(f"{linksift.defang(link)}\ufffd")
    assert run("refang", path).output.endswith(f"{link}\ufffd")
    assert f'href="{link}"' in run("linkify", path).output


def test_files_in_order_and_what_cannot_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("http://a.example\n")
    (tmp_path / "b").write_bytes(b"\0\1")
    result = run("defang", "a", "b", "-", stdin="no link")
    assert (result.exit_code, result.stdout) == (2, "hxxp[://]a[.]example\nno link")
    assert result.stderr == "linksift: b: binary file\n"


def test_bytes_that_are_not_valid_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff http://a.example/ \xe9 " + "éü\n".encode())
    (tmp_path / "b").write_bytes("\ufeffb \ud800 c".encode("utf-16-le", "surrogatepass"))
    result = run("defang", "a", "b")
    assert (result.exit_code, result.stdout) == (0, "\ufffd hxxp[://]a[.]example/ \ufffd éü\nb \ufffd c")


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift defang`"))
def test_the_documented_examples_are_true(run: Run, arguments: list[str], output: str) -> None:
    stdin = "Seen: https://a.example/x (192.0.2.1), by joe@b.example\n"
    assert run(*arguments, stdin=stdin).output.strip("\n") == output


def test_every_option_is_documented_and_tested() -> None:
    assert not undocumented_options(defang, "`linksift defang`", __file__)
