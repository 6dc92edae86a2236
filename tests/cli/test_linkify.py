"""`linksift linkify`: its output, options and errors."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from linksift.cli.commands.linkify import linkify
from tests.cli.command_docs import examples, undocumented_options
from tests.cli.conftest import Run

TEXT = "<b> http://a.example/b, joe@a.example\n"
LINK = '<a href="http://a.example/b" rel="nofollow">http://a.example/b</a>'
READS_HTML = pytest.mark.skipif(find_spec("turbohtml") is None, reason="HTML is read with turbohtml")
MAIL = '<a href="mailto:joe@a.example" rel="nofollow">joe@a.example</a>'


def test_standard_input_as_html(run: Run) -> None:
    result = run("linkify", stdin=TEXT)
    assert (result.exit_code, result.output) == (0, f"&lt;b&gt; {LINK}, {MAIL}\n")


def test_files_and_standard_input_in_order(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1 http://a.example/b\n")
    result = run("linkify", "a", "-", stdin="2 é\n")
    assert result.output == f"1 {LINK}\n2 é\n"


def test_an_unreadable_input_is_reported_and_the_rest_is_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\0\1")
    result = run("linkify", "a", "missing", "-", stdin="x")
    assert result.exit_code == 2
    assert result.stdout == "x"
    assert result.stderr == "linksift: a: binary file\nlinksift: missing: No such file or directory\n"


def test_invalid_bytes_are_replaced(run: Run) -> None:
    assert run("linkify", stdin=b"\xef\xbb\xbf\xff http://a.example/b").stdout == f"\ufffd {LINK}"


@pytest.mark.parametrize(
    ("arguments", "text", "output"),
    [
        (["--to", "markdown"], "*a* http://a.example", "\\*a\\* <http://a.example>"),
        (["--to", "markdown", "--attribute", "title=b"], "http://a.de", '[http\\://a.de](<http://a.de> "b")'),
        (["--to", "slack"], "& http://a.example", "&amp; <http://a.example>"),
        pytest.param(
            ["--html"],
            "<b>http://a.example/b</b><a>http://b.example</a>",
            f"<b>{LINK}</b><a>http://b.example</a>",
            marks=READS_HTML,
        ),
        (["--link-schemes", "https"], "http://a.example", "http://a.example"),
        (["--rel", ""], "http://a.example", '<a href="http://a.example">http://a.example</a>'),
        (
            ["--rel", "ugc", "--target", "_top", "--class", "c", "--attribute", "data-a=b=c"],
            "http://a.example",
            '<a href="http://a.example" rel="ugc" target="_top" class="c" data-a="b=c">http://a.example</a>',
        ),
        (["--rel", "", "--show", "without-scheme"], "http://a.example", '<a href="http://a.example">a.example</a>'),
        (["--rel", "", "--max-text-length", "9"], "http://a.example", '<a href="http://a.example">http…mple</a>'),
        (["--rel", "", "--mask-passwords"], "ftp://u:p@a.example", '<a href="ftp://u:p@a.example">ftp://u:...@a.example</a>'),
        (["--refuse-hosts", "b.example,A.example"], "http://www.a.example", "http://www.a.example"),
        (["--allow-hosts", "b.example"], "http://a.example", "http://a.example"),
        (
            ["--own-hosts", "a.example", "--own-rel", "me", "--own-target", "_self"],
            "http://a.example",
            '<a href="http://a.example" rel="me" target="_self">http://a.example</a>',
        ),
        (
            ["--rel", "", "--show", "without-scheme", "--copy", "whole"],
            "http://a.example",
            '<a href="http://a.example"><span class="invisible">http://</span>a.example</a>',
        ),
        pytest.param(
            ["--html", "--skip", ".x,h1", "--rel", ""],
            "<b class=x>a@b.example</b>",
            "<b class=x>a@b.example</b>",
            marks=READS_HTML,
        ),
        (["--templates", "{}", "--href", "raw", "--rel", ""], "http://{a}/", '<a href="http://{a}/">http://{a}/</a>'),
        (["--hazards", "any=refuse"], "ftp://u:p@a.example", "ftp://u:p@a.example"),
        (["--profile", "chat", "--rel", ""], "www.a.example", '<a href="https://www.a.example">www.a.example</a>'),
        (["--kinds", "email"], TEXT, f"&lt;b&gt; http://a.example/b, {MAIL}\n"),
        (["--schemes", "ftp"], "http://a.example", "http://a.example"),
        (["--rejoin", "never", "--rel", ""], "<http://a.example/\nb>", '&lt;<a href="http://a.example/">http://a.example/</a>\nb&gt;'),
        (["--refang", "--rel", ""], "hxxp://a[.]example", '<a href="http://a.example">hxxp://a[.]example</a>'),
        (["--unusable-hosts", "skip"], "http://1.1.1.1.1/", "http://1.1.1.1.1/"),
        (["--templates", "{}", "--rel", ""], "http://{a}/", '<a href="http://%7Ba%7D/">http://{a}/</a>'),
        (["--match", "hashtag=x:{name}", "--link-schemes", "x", "--rel", ""], "#a", '<a href="x:a">#a</a>'),
        (["--top-level-domains", "corp", "--rel", ""], "www.a.corp", '<a href="http://www.a.corp">www.a.corp</a>'),
        (["--default-scheme", "https", "--rel", ""], "www.a.example", '<a href="https://www.a.example">www.a.example</a>'),
        (["--max-length", "9"], "http://a.example", "http://a.example"),
    ],
)  # fmt: skip
def test_what_each_option_does(run: Run, arguments: list[str], text: str, output: str) -> None:
    result = run("linkify", *arguments, stdin=text)
    assert (result.exit_code, result.output) == (0, output)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--html", "--to", "slack"],
        ["--link-schemes", "javascript"],
        ["--attribute", "a"],
        ["--attribute", "href=b"],
        ["--hazards", "x=mark"],
        ["--max-text-length", "1"],
        ["--to", "rtf"],
        ["--href", "iri"],
        ["--allow-hosts", "https://a.example/"],
        ["--refuse-hosts", "*.a.example"],
        ["--kinds", "x"],
        ["--skip", "h1"],
        pytest.param(["--html", "--skip", "#a"], marks=READS_HTML),
        ["--own-hosts", "*"],
        ["--copy", "all"],
        ["--to", "markdown", "--rel", "ugc"],
        ["--to", "markdown", "--attribute", "title=a", "--attribute", "id=b"],
        ["--to", "slack", "--attribute", "title=a"],
        ["--to", "slack", "--own-hosts", "a.example"],
        ["--to", "slack", "--copy", "whole"],
        ["--own-rel", "me"],
        ["--own-target", "_self"],
        ["--href", "raw"],
        ["--copy", "whole"],
        ["--copy", "whole", "--show", "iri"],
    ],
)
def test_invalid_options_are_usage_errors(run: Run, arguments: list[str]) -> None:
    result = run("linkify", *arguments, stdin="http://a.example")
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: ")


@pytest.mark.parametrize(
    ("to", "written"),
    [
        ("html", "&lt;b&gt; hxxp[://]a[.]example/b, joe[at]a[.]example\n"),
        ("markdown", "\\<b\\> hxxp\\[://\\]a\\[.\\]example/b, joe\\[at\\]a\\[.\\]example\n"),
        ("slack", "&lt;b&gt; hxxp[://]a[.]example/b, joe[at]a[.]example\n"),
    ],
)
def test_defanged_uris_are_text_in_each_format(run: Run, to: str, written: str) -> None:
    assert run("linkify", "--defang", "--to", to, stdin=TEXT).output == written
    assert "a[.]example" in run("linkify", "--defang", "--profile", "indicators", stdin="see a.example").output


@pytest.mark.parametrize("option", ["--html", "--rel=x", "--class=x", "--hazards=any=mark", "--mask-passwords"])
def test_options_about_links_are_refused_beside_defang(run: Run, option: str) -> None:
    result = run("linkify", "--defang", option, stdin=TEXT)
    assert result.exit_code == 2
    assert f"{option.partition('=')[0]} cannot be combined with --defang, which makes no links." in result.stderr


def test_html_without_its_extra_is_an_error_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "turbohtml", None)
    result = run("linkify", "--html", stdin="<p>http://a.example")
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr == "linksift: links in HTML need an HTML5 parser: pip install 'linksift[html]'\n"
    assert run("linkify", stdin="x").exit_code == 0


def test_a_document_cannot_state_the_links_of_a_text(run: Run) -> None:
    stderr = run("linkify", "--kinds", "stated", stdin="http://a.example").stderr
    assert "'stated' is not one of uri, suffix, email, domain, ip." in stderr


@pytest.mark.parametrize(("arguments", "output"), examples("`linksift linkify`"))
def test_the_documented_examples_are_true(run: Run, arguments: list[str], output: str) -> None:
    assert run(*arguments, stdin="Jo: <http://a.example/\nb>, www.a.example\n").output.strip("\n") == output


def test_every_option_is_documented_and_tested() -> None:
    assert not undocumented_options(linkify, "`linksift linkify`", __file__)


def test_a_link_left_out_for_its_scheme_is_said_once(run: Run) -> None:
    result = run("linkify", "--schemes", "any", stdin="myapp://a\nother://b\n")
    assert result.stdout == "myapp://a\nother://b\n"
    assert result.stderr == (
        "linksift: some links were left as text because of their scheme: --link-schemes names the schemes to link\n"
    )
    named = run("linkify", "--schemes", "steam", "--rel", "", stdin="steam://a")
    assert (named.stdout, named.stderr) == ('<a href="steam://a">steam://a</a>', "")
