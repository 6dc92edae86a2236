"""`linksift find` for mail: what is clicked and what is loaded, once for each message, defanged, signs of phishing."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PAGE = """<!doctype html><a href="https://shop.web.app/login">Log in</a>
<img src="https://pictures.web.app/a.png" alt="www.bank.example"><a href="https://shop.web.app/login">here</a>"""

MAIL = f"From: Jo <jo@a.example>\nSubject: one\nContent-Type: text/html\n\n{PAGE}\n"


@pytest.fixture
def mailbox(tmp_path: Path) -> Path:
    """Two mails with the same links."""
    path = tmp_path / "a.mbox"
    path.write_text(f"From jo Mon Nov 23 10:00:00 2026\n{MAIL}\n" * 2)
    return path


def records(output: str) -> list[dict[str, object]]:
    """The objects of JSON lines."""
    return [json.loads(line) for line in output.splitlines()]


def test_what_is_clicked_is_told_from_what_is_loaded(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE)
    found = records(run("find", "a.html", "--format", "jsonl").output)
    assert [(link["stated_by"], link["opened_by"]) for link in found] == [
        ("a href", "click"),
        ("img src", "load"),
        ("a href", "click"),
    ]
    for opened_by, uris in (("click", {"https://shop.web.app/login"}), ("load", {"https://pictures.web.app/a.png"})):
        output = run("find", "a.html", "--opened-by", opened_by, "--no-location").output
        assert set(output.split()) == uris


def test_the_alt_of_a_picture_is_no_link_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE)
    (tmp_path / "b.html").write_text(PAGE.replace("Log in", "www.bank.example"))
    assert "link_text_mismatch" not in run("find", "a.html", "--hazards").output
    assert run("find", "b.html", "--hazards").output.count("link_text_mismatch") == 1
    assert "link_text_mismatch" not in run("check", "a.html").output


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("a.html", "<a href='https://evil.example/'><img src=b alt='www.bank.example'></a>"),
        ("a.html", "<a href='https://evil.example/'>Sign in <img src=b alt='www.bank.example'></a>"),
        ("a.md", "[![www.bank.example](b.png)](https://evil.example/)"),
    ],
)
def test_a_picture_in_a_link_names_no_place(run: Run, tmp_path: Path, name: str, page: str) -> None:
    (tmp_path / name).write_text(page)
    assert "link_text_mismatch" not in run("find", name, "--hazards").output
    (tmp_path / name).write_text(
        page.replace("<img src=b alt='www.bank.example'>", "www.bank.example").replace("!", "")
    )
    assert run("find", name, "--hazards").output.count("link_text_mismatch") == (name == "a.html")


def test_signs_are_a_level_below_hazards(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE)
    assert run("find", "a.html", "--hazards").output.count("    ? open_hosting: ") == 2  # not for the picture
    found = records(run("find", "a.html", "--hazards", "--format", "jsonl").output)
    assert [[sign["name"] for sign in link["worth_a_look"]] for link in found] == [  # type: ignore[attr-defined]
        ["open_hosting"],
        [],
        ["open_hosting"],
    ]


@pytest.mark.parametrize(
    ("unique_in", "counts"), [("message", [2, 1, 2, 1]), ("input", [4, 2])], ids=["message", "input"]
)
def test_a_uri_once_in_a_message_or_input(run: Run, mailbox: Path, unique_in: str, counts: list[int]) -> None:
    arguments = ("find", mailbox.name, "--kinds", "stated", "--unique-in", unique_in)
    assert [link["count"] for link in records(run(*arguments, "--format", "jsonl").output)] == counts
    rows = csv.DictReader(io.StringIO(run(*arguments, "--format", "csv").output.lstrip("\ufeff")))
    assert [int(row["count"]) for row in rows] == counts
    assert run(*arguments, "--line-buffered").exit_code == 2
    assert "count" not in records(run("find", mailbox.name, "--format", "jsonl").output)[0]


def test_uris_are_defanged_as_text_and_kept_in_formats_for_programs(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE)
    arguments = ("find", "a.html", "--opened-by", "click", "--unique", "--defang")
    assert run(*arguments, "--no-location").output == "hxxps[://]shop[.]web[.]app/login\n"
    assert "hxxps[://]" in run(*arguments, "--explain").output
    [link] = records(run(*arguments, "--format", "jsonl").output)
    assert (link["uri"], link["defanged"]) == ("https://shop.web.app/login", "hxxps[://]shop[.]web[.]app/login")
    [row] = csv.DictReader(io.StringIO(run(*arguments, "--format", "csv").output.lstrip("\ufeff")))
    assert (row["uri"], row["defanged"]) == ("https://shop.web.app/login", "hxxps[://]shop[.]web[.]app/login")
    for refused in (["--format", "edges"], ["--count"], ["--report", "-"]):
        assert run(*arguments, *refused).exit_code == 2


def test_parquet_has_the_fields(run: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    (tmp_path / "a.html").write_text(PAGE)
    options = ("--unique-in", "input", "--defang", "--hazards", "--format", "parquet", "--output", "a.parquet")
    assert run("find", "a.html", *options).exit_code == 0
    row = parquet.read_table(tmp_path / "a.parquet").to_pylist()[0]
    assert (row["count"], row["opened_by"], row["site"]) == (2, "click", "shop.web.app")
    assert (row["defanged"], row["worth_a_look"]) == ("hxxps[://]shop[.]web[.]app/login", ["open_hosting"])


def test_the_report_has_no_link_unless_asked_and_each_uri_once_for_a_mail(run: Run, mailbox: Path) -> None:
    page = run("find", mailbox.name, "--report", "-").output
    assert 'href="http' not in page
    assert page.count('data-uri="https%3A%2F%2Fshop.web.app%2Flogin"') == 4  # a mail has it with two texts
    assert page.count('data-uri="https%3A%2F%2Fpictures.web.app%2Fa.png"') == 2
    live = run("find", mailbox.name, "--report", "-", "--report-links", "live").output
    assert live.count('href="https://shop.web.app/login"') == 4
    assert run("find", mailbox.name, "--report-links", "live").exit_code == 2


def test_the_report_counts_what_a_mail_has_several_times(run: Run) -> None:
    text = "http://a.example/ http://a.example/ http://b.example/\n"
    assert run("find", "--report", "-", stdin=text).output.count(", 2 times") == 1
