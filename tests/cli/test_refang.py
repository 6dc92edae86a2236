"""`linksift refang`: its output, options and errors."""

from pathlib import Path

import pytest

from linksift.cli.commands.refang import refang
from tests.cli.command_docs import examples, undocumented_options
from tests.cli.conftest import Run


def test_standard_input_is_refanged(run: Run) -> None:
    result = run("refang", stdin="see hxxps[://]a[.]example/x, joe (at) b[.]example and [.]\n")
    assert (result.exit_code, result.output) == (0, "see https://a.example/x, joe@b.example and [.]\n")


def test_files_in_order_and_what_cannot_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a[.]example\n")
    (tmp_path / "b").write_bytes(b"\0\1")
    result = run("refang", "a", "b", "-", stdin="192[.]0[.]2[.]1")
    assert (result.exit_code, result.stdout) == (2, "a.example\n192.0.2.1")
    assert result.stderr == "linksift: b: binary file\n"


def test_more_top_level_domains(run: Run) -> None:
    assert run("refang", stdin="wiki[.]corp").output == "wiki[.]corp"
    assert run("refang", "--top-level-domains", "corp", stdin="wiki[.]corp").output == "wiki.corp"
    result = run("refang", "--top-level-domains", "a.b", stdin="")
    assert (result.exit_code, "must be single labels" in result.stderr) == (2, True)


def test_bytes_that_are_not_valid_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff hxxp://a[.]example/ \xe9 " + "éü\n".encode())
    (tmp_path / "b").write_bytes("\ufeffb \ud800 c".encode("utf-16-le", "surrogatepass"))
    result = run("refang", "a", "b")
    assert (result.exit_code, result.stdout) == (0, "\ufffd http://a.example/ \ufffd éü\nb \ufffd c")


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift refang`"))
def test_the_documented_examples_are_true(run: Run, arguments: list[str], output: str) -> None:
    stdin = "Seen: hxxps[://]a[.]example/x (192[.]0[.]2[.]1), by joe (at) b[.]example [.]\n"
    assert run(*arguments, stdin=stdin).output.strip("\n") == output


def test_every_option_is_documented_and_tested() -> None:
    assert not undocumented_options(refang, "`linksift refang`", __file__)
