"""`linksift find --report`: the file and its content. tests/browser/test_report.py tests the page in a browser."""

import base64
import hashlib
import os
import pickle
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from linksift.cli import main
from linksift.cli.report import link_entry as entries
from linksift.cli.report import page, write_report
from linksift.cli.report.link_entry import EntryWriter, link_entry
from linksift.cli.report.source_html import context_lines
from linksift.cli.running.run_tasks import RunState
from linksift.documents import Found, LinkInContext, Location, Locator
from linksift.finding import find

from . import mail_samples
from .conftest import Run

OURS = set(re.findall(r"\w+", "a code p span bdi q ul li strong cite pre i mark del ins details summary"))
WRAPPED = "> See <http://a.example/one-\n> two/three>, or\n> http://joe:hush@b.example/x.\n"


def uris(html: str) -> list[str]:
    """The URIs of the entries, as they are shown."""
    shown = re.findall(r'<li id=[^>]*><(?:a|code) class="uri"(?: data-uri="([^"]*)")?[^>]*>([^<]*)<', html)
    return [unquote(uri) or unescape(text) for uri, text in shown]


def text_chunks(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


def links_in_path(text: str) -> list[LinkInContext]:
    location = Location("a.txt", Locator(), line=1, column=1)
    return [LinkInContext(Found(match, location), text, 0, lambda _: 1) for match in find(text, profile="document")]


def test_the_page_replaces_the_list_of_links(run: Run) -> None:
    Path("a.txt").write_text(WRAPPED)
    result = run("find", "--report", "out.html", "a.txt")
    assert (result.stdout, result.stderr, result.exit_code) == ("", "linksift: out.html: 2 links\n", 0)
    html = Path("out.html").read_text(encoding="utf-8")
    assert uris(html) == ["http://a.example/one-two/three", "http://joe:...@b.example/x"]
    assert "hush" not in html
    assert run("find", "--report", "-", "a.txt").output == html
    assert os.listdir() == ["a.txt", "out.html"] or sorted(os.listdir()) == ["a.txt", "out.html"]


def test_the_policy_allows_only_the_style_and_the_script_of_the_page(run: Run) -> None:
    html = run("find", "--report", "-", stdin=WRAPPED).output
    for element in ("style", "script"):
        (inside,) = re.findall(f"<{element}>(.*?)</{element}>", html, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{element}-src 'sha256-{digest}';" in html
    assert "default-src 'none';" in html


def test_a_defanged_link_is_text(run: Run) -> None:
    text = "hxxps://bad[.]example/login joe[at]b[.]example http://a.example/"
    html = run("find", "--refang", "--report", "-", "--report-links", "live", stdin=text).output
    assert uris(html) == ["https://bad.example/login", "mailto:joe@b.example", "http://a.example/"]
    assert re.findall(r'href="([^"#]+)', html) == ["http://a.example/"]


def test_an_order_is_offered_only_if_links_may_deceive(run: Run) -> None:
    for text, offered in (("http://a.example/", 0), ("http://www.bank.example@2130706433/", 1)):
        html = run("find", "--report", "-", stdin=text).output
        assert html.count('<option value="deceives">May deceive first</option>') == offered


def test_jobs_and_unique_work_as_without_a_report(run: Run) -> None:
    for number in range(3):
        Path(f"{number}.txt").write_text(f"http://a.example/ http://a.example/{number}")
    one = run("find", "--report", "-", "--jobs", "1", ".").output
    assert run("find", "--report", "-", "--jobs", "2", ".").output == one
    assert len(uris(one)) == 6
    assert len(uris(run("find", "--report", "-", "--unique", ".").output)) == 4


def test_there_is_a_page_even_without_links(run: Run) -> None:
    result = run("find", "--report", "-", stdin="nothing")
    assert result.exit_code == 1
    assert "No links were found." in result.output


def test_messages_are_on_the_page_and_on_standard_error(run: Run) -> None:
    Path("a.txt").write_text(WRAPPED)
    result = run("find", "--report", "out.html", "missing<b>", "a.txt")
    messages = "linksift: missing<b>: No such file or directory\nlinksift: out.html: 2 links\n"
    assert (result.stderr, result.exit_code) == (messages, 2)
    assert "<li>missing&lt;b&gt;: No such file or directory</li>" in Path("out.html").read_text(encoding="utf-8")


def test_an_earlier_report_in_a_folder_is_not_read(run: Run) -> None:
    Path("a.txt").write_text(WRAPPED)
    assert run("find", "--report", "out.html", ".").exit_code == 0
    first = Path("out.html").read_text(encoding="utf-8")
    again = run("find", "--report", "out.html", ".")
    not_read, written = again.stderr.splitlines()
    assert (again.exit_code, not_read) == (0, "linksift: ./out.html: is also the output, and was not read")
    assert written.startswith("linksift: out.html: ")
    assert Path("out.html").read_text(encoding="utf-8").count("http://") == first.count("http://")
    assert run("find", "--report", "other.html", "out.html").exit_code == 1  # no URL in it is live


@pytest.mark.parametrize("arguments", [["a.html", "b.html"], ["a.html"], ["a.html", "missing"]])
def test_a_file_that_is_no_report_is_not_overwritten(run: Run, arguments: list[str]) -> None:
    for name in ("a.html", "b.html"):
        Path(name).write_text("<!doctype html><a href='http://a.example/'>")
    result = run("find", "--report", *arguments)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert "overwrite 'a.html', which is not a report of linksift: remove it" in " ".join(result.stderr.split())
    assert Path("a.html").read_text() == "<!doctype html><a href='http://a.example/'>"
    assert "missing" not in result.stderr


def test_an_empty_file_may_be_overwritten(run: Run) -> None:
    Path("out.html").touch()
    assert run("find", "--report", "out.html", stdin=WRAPPED).exit_code == 0
    assert len(uris(Path("out.html").read_text(encoding="utf-8"))) == 2


@pytest.mark.parametrize("path", ["no/such/folder.html", "."])
def test_an_unwritable_report_is_reported_before_anything_is_read(run: Run, path: str) -> None:
    result = run("find", "--report", path, "missing")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"linksift: {path}: ")
    assert "missing" not in result.stderr


@pytest.mark.parametrize(
    "options", [["--format", "jsonl"], ["--explain"], ["--hazards"], ["-c"], ["-l"], ["-0"], ["--color", "always"]]
)
def test_options_for_how_links_are_written_are_refused(run: Run, options: list[str]) -> None:
    result = run("find", "--report", "out.html", *options, stdin=WRAPPED)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert "cannot be combined with --report" in result.stderr
    assert ("whose page shows them anyway" in " ".join(result.stderr.split())) == (options == ["--hazards"])
    assert not Path("out.html").exists()


def test_a_page_that_fails_leaves_the_old_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("out.html").write_text(old := f"{page.BEGIN}old")

    def fail(totals: Any) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(page, "end", fail)
    result = run("find", "--report", "out.html", stdin=WRAPPED)
    assert (result.stderr, result.exit_code) == ("linksift: out.html: No space left on device\n", 2)
    assert (Path("out.html").read_text(), os.listdir()) == (old, ["out.html"])


def test_the_permissions_are_those_of_any_new_file_or_of_the_old_one(run: Run) -> None:
    Path("new").touch()
    run("find", "--report", "out.html", stdin=WRAPPED)
    assert Path("out.html").stat().st_mode == Path("new").stat().st_mode
    Path("out.html").chmod(0o640)
    run("find", "--report", "out.html", stdin=WRAPPED)
    assert Path("out.html").stat().st_mode & 0o777 == 0o640


def test_an_interrupt_leaves_a_page_of_the_links_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    links = RunState.links

    def interrupted(self: RunState, events: Any) -> Iterator[Any]:
        yield next(links(self, events))
        raise KeyboardInterrupt

    ended: list[Any] = []
    monkeypatch.setattr(RunState, "links", interrupted)
    monkeypatch.setattr("linksift.cli.streams.write_outputs._end_by", ended.append)
    for number in (1, 2):
        Path(f"{number}.txt").write_text(f"http://{number}.example/", encoding="utf-8")
    run("find", "--report", "out.html", "1.txt", "2.txt")
    html = Path("out.html").read_text(encoding="utf-8")
    assert len(ended) == len(uris(html)) == 1
    assert "The search was interrupted" in html


def test_the_page_says_what_it_leaves_out(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MOST_IN_LINES", 2)
    monkeypatch.setattr(entries, "MOST_LINKS", 3)
    monkeypatch.setattr(write_report, "MOST_MESSAGES", 1)
    monkeypatch.setattr(page, "MOST_ROWS", 4)
    Path("a.txt").write_text(" ".join(f"(http://{number}.example/)" for number in range(5)))
    html = run("find", "--report", "-", "a.txt", "missing", "none").stdout
    assert "Only 2 links are shown with their lines: the first, and those that may deceive." in html
    assert "2 more links are counted but not listed" in html
    assert "1 more messages are not shown." in html
    assert "1 more are not shown." in html
    assert (len(uris(html)), html.count('class="lines"')) == (3, 2)
    assert "5 links, 3 listed" in html


def test_long_lines_and_long_matches_are_cut() -> None:
    (seen,) = links_in_path("x " * 500 + "http://a.example/" + " y" * 500)
    assert text_chunks(context_lines(seen)).startswith("…")
    assert len(text_chunks(context_lines(seen))) < 400
    (seen,) = links_in_path("<http://a.example/" + "a" * 9_000 + "> b")
    assert "5,017 more characters of it are not shown here" in context_lines(seen)
    assert len(text_chunks(context_lines(seen))) < 4_200


@pytest.mark.parametrize(
    "text",
    [
        "http://joe:secret@a.example/b, ok",
        "<http://joe:se\n cret@a.example/b>",
        "http://joe:s%C3%A9cret@a.example/",
        "http://joe:secret@a.example/ http://b.example/?x=http://joe:secret@c.example/",
    ],
)
def test_no_part_of_a_password_is_on_the_page(text: str) -> None:
    made = [link_entry(seen, live) for live in (True, False) for seen in links_in_path(text)]
    assert made
    for shown in made:
        assert not re.search("secret|cret|s%C3", shown.html + shown.more)
    assert "password" in made[0].html


@given(st.text(alphabet="<>&\"'` \n\t\r/:@=\\aé\u202e\udcff\0") | st.text(), st.booleans())
def test_markup_of_a_document_is_text(text: str, enclosed: bool) -> None:
    around = f"{text}<http://a.example/one-\n two>{text}" if enclosed else f"{text} http://a.example/ü {text}"
    for seen in links_in_path(around):
        html = link_entry(seen._replace(found=seen.found._replace(link_text=text)), live=enclosed)
        tags = set(re.findall(r"<(/?[^\s>]*)", html.html + html.more))
        assert {tag.removeprefix("/") for tag in tags} <= OURS
        (html.html + html.more).encode()


# Mails


@pytest.fixture(scope="module")
def report_of_mails(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("mails")
    mail_samples.main(str(folder))
    result = CliRunner().invoke(main, ["find", "--report", "-", str(folder)])
    return result.stdout


def rows_of_mails(html: str) -> list[tuple[str, int]]:
    """The subjects in the table of mails, and how many of the links of each may deceive."""
    table = html.partition('<table id="list">')[2].partition("</table>")[0]
    found = re.findall(r'class="subject">(.*?)</span>.*?</td><td[^>]*>(\d+)</td></tr>', table)
    return [(unescape(subject), int(number)) for subject, number in found]


def test_mails_that_may_deceive_come_first_and_newsletters_have_no_hazard(report_of_mails: str) -> None:
    rows = rows_of_mails(report_of_mails)
    subjects = {re.search(rb"Subject: (.*)", octets)[1].decode() for octets in mail_samples.NEWSLETTERS.values()}  # type: ignore[index]
    assert len(rows) == 15
    assert {subject for subject, _ in rows[-6:]} == subjects | {"Action required: new two-factor sign-in"}
    assert [number > 0 for _, number in rows] == [True] * 9 + [False] * 6


def test_a_mail_says_who_sent_it_and_which_hazards_its_links_have(report_of_mails: str) -> None:
    section = report_of_mails.partition("Card blocked</span>")[2].partition("</section>")[0]
    assert "from Bank &lt;alerts@bank.example&gt;, 2026-11-10 08:10" in section
    assert '<li class="deceives">link text mismatch</li>' in section
    assert "<li>password</li>" in section
    assert "reported.eml" in section


def test_files_that_were_not_read_are_listed(report_of_mails: str) -> None:
    assert "<h2>Not read: 1 of 17 files</h2>" in report_of_mails
    assert "qr.eml:qr.png:part 2: image, which is not read</li>" in report_of_mails


def test_subjects_and_senders_run_nothing(run: Run) -> None:
    text = 'From: <script>x</script>\nSubject: "><img src=x onerror=y> http://u:pw@a.example/\n\nhttp://a.example/'
    Path("a.eml").write_text(text)
    html = run("find", "--report", "-", "a.eml").output
    assert "<img" not in html
    assert "<script>x" not in html
    assert "u:pw@" not in html


def test_links_that_may_deceive_are_shown_whole_on_a_long_page(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MOST_IN_LINES", 2)
    monkeypatch.setattr(entries, "MOST_LINKS", 3)
    text = "".join(f"http://a.example/{number} x\n" for number in range(8)) + "http://www.b.example@c.example/ x\n"
    html = run("find", "--report", "-", stdin=text).output
    assert len(uris(html)) == 4
    assert html.count("<pre") == 3


def test_links_that_the_page_only_counts_get_no_html(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MOST_IN_LINES", 1)
    monkeypatch.setattr(entries, "MOST_LINKS", 3)
    text = "".join(f"http://a.example/{number} x\n" for number in (0, 1, 1, 2, 3))
    links = links_in_path(f"{text}http://www.b.example@c.example/ x\n")
    for unique, expected in (False, ["ab", "a", "a", "", "", "ab"]), (True, ["ab", "a", None, "a", "", "ab"]):
        made = [octets and pickle.loads(octets) for octets in EntryWriter(live=False, unique=unique)(links)]
        assert [("a" * bool(one.html) + "b" * bool(one.more)) if one else None for one in made] == expected
        assert {one.kind for one in made if one} == {"uri"}


def test_a_long_page_lists_the_first_link_to_each_uri(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MOST_LINKS", 3)
    for name in ("a.txt", "b.txt"):
        Path(name).write_text(
            "".join(f"http://{name}.example/{number // 2} http://c.example/\n" for number in range(4))
        )
    html = run("find", "--report", "-", "--unique", "a.txt", "b.txt").output
    assert uris(html) == ["http://a.txt.example/0", "http://c.example/", "http://a.txt.example/1"]
    assert "2 more links are counted but not listed" in html
