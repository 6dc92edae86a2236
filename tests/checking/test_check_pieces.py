"""What is reported in a document, where, and what is left alone."""

from functools import partial
from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from linksift.checking import LinkProblem, check_pieces, checking_finder, rules, selected_rules
from linksift.documents import Account, Locator, Problem, ReadOptions, Source, Text, links_in_file
from tests.growth import assert_lines_grow_with_the_input, assert_time_grows_with_the_input


def problems(text: str, *names: str, path: str = "a.txt") -> list[LinkProblem]:
    """The problems in a file with this text, by these rules or the default ones."""
    extract = partial(check_pieces, names=selected_rules(names or None))
    left_out: list[Problem] = []
    file = BytesIO(text.encode("utf-8", "surrogatepass"))
    found = links_in_file(file, path, None, checking_finder(), ReadOptions(), left_out.append, Account(), extract)
    listed = [problem for together in found for problem in together]
    assert left_out == []
    return listed


def reported(text: str, *names: str, path: str = "a.txt") -> list[str]:
    """Each problem as `line:column rule`."""
    return [f"{one.location.line}:{one.location.column} {one.fault.rule}" for one in problems(text, *names, path=path)]


REPORTED = [
    ("See <http://a.example/b/\n c>.", "1:6 wrapped.line_break"),
    ('"http://a.example/b/\nc"', "1:2 wrapped.line_break"),
    ("> <http://a.example/b/\n> c>", "1:4 wrapped.line_break"),
    ("# See https://a.example/b/one-two/three-four/five-six/seven/\n# eight/nine.html\n", "1:7 wrapped.line_break"),
    ("http://a.example/?a[]=b&c[d][e]=f", "1:1 invalid.character"),
    ("http://a.example/#/#room", "1:1 invalid.character"),
    ("http://a.example/100%/b", "1:1 invalid.percent_escape"),
    ("http://1.2.3.4.5/", "1:1 invalid.host"),
    ("http://256.1.1.1/", "1:1 invalid.host"),
    ("http://xn--a.example/", "1:1 invalid.host"),
    ("http://a..example/b", "1:1 invalid.host"),
    ("http://-a.example/", "1:1 invalid.host"),
    ("see http://[::1::2]/", "1:5 invalid.host"),
    ("http://[fe80::1%eth0]/", "1:1 invalid.host"),
    ("http://a.example:99999/", "1:1 invalid.port"),
    ("http://a.example:8o80/", "1:1 invalid.port"),
    ("htp://www.a.example/b", "1:1 invalid.scheme"),
    ("http//www.a.example/b", "1:1 invalid.scheme"),
    ("https:/www.a.example", "1:1 invalid.scheme"),
    ("HTTPS:///www.a.example", "1:1 invalid.scheme"),
    (r"http:\\www.a.example", "1:1 invalid.scheme"),
    ("http://www.bank.example@evil.example/", "1:1 deceptive.host_like_userinfo"),
    ("http://2130706433/", "1:1 deceptive.numeric_host"),
    ("http://p\u0430ypal.example/", "1:1 deceptive.mixed_scripts"),
    ("http://a.example/\u202egpj.exe", "1:1 deceptive.hidden_character"),
    ("mailto:joe@p\u0430ypal.example", "1:1 deceptive.mixed_scripts"),
    ("https://www.bank.example@evil.example/{id}?b=*", "1:1 deceptive.host_like_userinfo"),
]


IN_OTHER_FORMATS = [
    ("a.csv", "a,b\n1,see http://a.example/ and {}\n"),
    ("a.json", '[{{"a": "see http://a.example/ and {}"}}]'),
    ("a.jsonl", '{{"a": "see http://a.example/ and {}"}}\n'),
    ("a.html", "<p>see http://a.example/ and {}"),
    ("a.md", "see http://a.example/ and {}\n"),
    ("a.eml", "Subject: a\n\nsee http://a.example/ and {}\n"),
]


@pytest.mark.parametrize(("path", "written"), IN_OTHER_FORMATS)
def test_texts_of_every_format_are_checked(path: str, written: str) -> None:
    """A rule looks at the text around links, so a reader must pass on the texts, not only the matches in them."""
    assert [one.fault.rule for one in problems(written.format("hxxp://b.example/"), path=path)] == ["invalid.scheme"]
    assert not problems(written.format("hxxp://b.example/ linksift: ignore"), path=path)


@pytest.mark.parametrize(("text", "problem"), REPORTED)
def test_problems_of_a_text(text: str, problem: str) -> None:
    assert reported(text) == [problem]


STATED = [
    ('<a href="http://a.example/b c">x</a>', ["1:10 invalid.character"]),
    (r'<a href="http://a.example\b">x</a>', ["1:10 invalid.character", "1:10 deceptive.stated_for_browsers"]),
    ('<a href="http://a.example/b\nc">x</a>', ["1:10 wrapped.line_break"]),
    ('<a href="\nhttp://a.example/b\n">x</a>', []),
    ('<a href="http://a.example:99999/">x</a>', ["1:10 invalid.port"]),
    ('<a href="http://[::1::2]/">x</a>', ["1:10 invalid.host"]),
    ('<a href="https:/a.example/">x</a>', ["1:10 invalid.scheme", "1:10 deceptive.stated_for_browsers"]),
    ('<a href="https://evil.example">www.bank.example</a>', ["1:10 deceptive.link_text_mismatch"]),
    ('<a href="mailto:a@b.example">c@d.example</a>', ["1:10 deceptive.link_text_mismatch"]),
    ('<a href="https://docs.example/">new.target.name</a>', []),
    ('<a href="https://docs.example/">chrome://tracing</a>', []),
    ('<a href="https://{{ host }}/">x</a> <a href="http://<?= $host ?>/">y</a>', []),
    ('<a href="mailto:joe at a.example">x</a> <a href="#a b">y</a> <a href="a b">z</a>', []),
]


@pytest.mark.parametrize(("page", "found"), STATED)
def test_problems_of_stated_links(page: str, found: list[str]) -> None:
    assert reported(page, path="a.html") == found


SPACES = [
    ("[a](http://a.example/b c)", ["1:5 invalid.space"]),
    ('[a](http://a.example/b c "d")', ["1:5 invalid.space"]),
    ("so <http://a.example/b c>", ["1:5 invalid.space"]),
    ("[a](http://a.example/b \"c d\") [a](http://a.example/b 'c')", []),
    ("`[a](http://a.example/b c)` and (see http://a.example/b c)", []),
    ("[a](http://a.example/{b} c) <http://a.example/{b} c>", []),
    ("```\n<http://a.example/b c>\n```\n", []),
    ("<!-- <http://a.example/b c> -->\n", []),
    ("[a](<http://a.example/b c>) ![a](<http://a.example/b c>)", []),
    ("[a](<http://a.example/b c|d>)", ["1:6 invalid.character"]),
]


def test_only_destinations_of_markdown_may_have_spaces() -> None:
    page = '<a href="http://a.example/b c">d</a>'
    assert [reported(page, path=path) for path in ("a.md", "a.html")] == [["1:10 invalid.character"]] * 2


@pytest.mark.parametrize(("text", "found"), SPACES)
def test_spaces_in_links_of_markdown(text: str, found: list[str]) -> None:
    assert reported(text, path="a.md") == found
    assert "invalid.space" not in " ".join(reported(text, path="a.txt"))


LEFT_ALONE = [
    "http://localhost:8000/ http://127.0.0.1/ http://wiki/ ftp://a.example http://a_b.example/ http://a.example./",
    "https://de.wikipedia.org/wiki/M\u00fcnchen http://m\u00fcnchen.example/\u00e4?\u00f6#\u00fc",
    "https://a.example/{id} https://{host}/ http://${HOST}/x f'http://{x}:{y}/' https://a.example/{{ a }}",
    "http://a.example/%s/%d http://%s/ http://a.example/%(id)s http://a.example/%ID% LIKE 'http://a.example/%'",
    "http://a.example/[id] http://a.example/?q=[term] http://*.a.example/ http://... http://.../b http://a...",
    "http://host:port/ http://a.example:80xx/ http://$HOST/ http://<host>/ http://.a.example",
    "file:///a[1] urn:a:[b] foo://a.example HTTP/1.1 http/a.example usr/http//a c://a.example",
    'a = "http://a.example/b/"\n    "c/d"\nb = ("http://a.example/b-"\n     "c")',
    "`the text <https://a.example/b/\n  c>`_ and `more <https://a.example/b/\n  c>`__",
    ".. _a name: https://a.example/b/\n   c/d.html",
    ">>> 'http://a.example/b/\n... c'",
    "http://a.example/b\nand more",
    "joe@a.example mailto:joe@a.example tel:123",
    "ftp://user:pw@a.example/ http://a.example/?token=abc http://a.example/%5C",
]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_is_no_problem(text: str) -> None:
    assert reported(text) == []


def test_risky_links_are_reported_if_they_are_selected() -> None:
    text = "ftp://user:pw@a.example/ http://a.example/?token=abc http://a.example/b%5Cc"
    found = [one.fault for one in problems(text, "risky")]
    assert [fault.rule for fault in found] == ["risky.password", "risky.secret_in_query", "risky.encoded_delimiter"]
    assert not any("pw" in fault.message or "abc" in fault.message for fault in found)


def test_no_message_shows_a_password() -> None:
    for one in problems("<http://u:secret@a.example/b/\nc> http://u:secret@a.example:99999/?a[]=1", "all"):
        assert "secret" not in one.fault.message


def test_what_to_write_instead_keeps_the_rest_as_it_is() -> None:
    one, two = problems("<http://a.example/\u00e4/\n b> http://a.example/\u00e4?a[]=1")
    assert one.fault.replacement == "http://a.example/\u00e4/b"
    assert two.fault.message.endswith("http://a.example/\u00e4?a%5B%5D=1")


def test_only_a_certain_repair_is_a_replacement() -> None:
    assert problems("<http://a.example/b-\n c>")[0].fault.replacement is None
    assert problems("http://a.example/100%/b")[0].fault.replacement is None
    assert problems('<a href="http://a.example/b c&amp;d">', path="a.html")[0].fault.replacement is None
    page = '<a href="http://a.example/b c">'
    one = problems(page, path="a.html")[0]
    assert page[one.location.start : one.location.end] == "http://a.example/b c"
    assert one.fault.replacement == "http://a.example/b%20c"


def test_the_end_of_a_link_is_that_of_the_next_character() -> None:
    one = problems("a\n\U0001f600 <http://a.example/b/\n  c> d")[0]
    assert (one.location.line, one.location.column, one.end_line, one.end_column) == (2, 4, 3, 4)


def test_equal_problems_are_numbered() -> None:
    assert [one.number for one in problems("http://1.1.1.1.1/ http://1.1.1.1.1/ http://2.1.1.1.1/")] == [1, 2, 1]


IGNORED = [
    "http://1.1.1.1.1/ # linksift: ignore",
    "<!-- linksift:ignore --> http://1.1.1.1.1/",
    "http://1.1.1.1.1/ // linksift: ignore[invalid.host, wrapped]",
    "http://1.1.1.1.1/ # linksift: ignore[invalid]",
    "<http://1.1.1.1.1/b/\n c> linksift: ignore",
    "\n<http://1.1.1.1.1/b/ linksift: ignore\n",
]
NOT_IGNORED = [
    "http://1.1.1.1.1/ # linksift: ignore[wrapped]",
    "http://1.1.1.1.1/ # linksift: ignored",
    "# linksift: ignore\nhttp://1.1.1.1.1/\n# linksift: ignore",
]


@pytest.mark.parametrize("text", IGNORED)
def test_a_mark_exempts_its_line(text: str) -> None:
    assert reported(text) == []


@pytest.mark.parametrize("text", NOT_IGNORED)
def test_a_mark_is_for_its_line_and_rules(text: str) -> None:
    assert len(reported(text)) == 1


def test_lines_of_pages_and_cells_are_nobodys() -> None:
    text = Text(broken := "<http://a.example/b/\n c>", Source(broken))
    for locator, found in ((Locator(part="2", header="Subject"), 1), (Locator(page=1), 0), (Locator(cell="A1"), 0)):
        pieces = [text._replace(locator=locator)]
        names = selected_rules({"wrapped"})
        assert sum(map(len, check_pieces(pieces, checking_finder(), None, print, names))) == found


FRAGMENTS = """
http:// htp:// http// a.example [::1 ] :80 8o % %2 / ?a[]= < > " {x} # @ \\ .. ä `_
"""
LINK_LIKE = st.lists(st.sampled_from([*FRAGMENTS.split(), "\n", " ", "linksift: ignore"]), max_size=12).map("".join)


@given(LINK_LIKE, st.sampled_from(["a.txt", "a.md", "a.html"]))
@example("htp://a.example/[::1]http//a.example", "a.md")
def test_any_text_is_checked_and_problems_are_where_they_say(text: str, path: str) -> None:
    lines = text.split("\n")
    for one in problems(text, "all", path=path):
        assert one.fault.rule in {rule.name for rule in rules()}
        start, end, line, column = one.location.start, one.location.end, one.location.line, one.location.column
        assert start is not None
        assert end is not None
        assert line is not None
        assert column is not None
        assert start == sum(len(before) + 1 for before in lines[: line - 1]) + column - 1
        assert 0 <= start < end <= len(text)
        if one.fault.replacement is not None:
            repaired = text[:start] + one.fault.replacement + text[end:]
            rest = [other.fault.rule for other in problems(repaired, "all", path=path) if other.location.start == start]
            assert one.fault.rule not in rest


WORST = ["htp://a.example/,", "http://1.1.1.1.1/ ", "<http://a/\n", "http://a.example/?a[]=1 # linksift: ignore\n"]


@pytest.mark.parametrize("fragment", WORST)
def test_the_work_grows_with_the_text(fragment: str) -> None:
    assert_lines_grow_with_the_input(lambda text: problems(text, "all"), "", fragment, "", 10)


@pytest.mark.clock
def test_the_time_grows_with_the_spaces_in_a_link() -> None:
    """From each space, the rest of the link was searched for another URI."""
    assert_time_grows_with_the_input(partial(problems, path="a.md"), "<http://a.example/", " 1", ">", 4_000)
