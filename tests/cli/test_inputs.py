"""`linksift find` with many files: folders, jobs, summaries, and unreadable files."""

import csv
import gzip
import json
import os
import shutil
import signal
import subprocess
import time
import zipfile
from pathlib import Path

import pytest

from .conftest import ENVIRONMENT, HANGS, WITH_WORKERS, Process, Run

MESSAGE = """\
From joe@a.example Sat Nov 21 09:00:00 2026
From: joe@a.example
To: list@b.example
Subject: number {0}
Message-ID: <{0}@a.example>
List-Archive: <http://archive.example/{0}>
Content-Type: text/plain; charset=utf-8; format=flowed

See http://a.example/long-
name/{0} and
http://same.example/ {1}

"""


def write_folder() -> None:
    """Write a folder with documents in several formats, and files that are skipped."""
    for folder in ("docs/deep", "docs/.hidden", "docs/out"):
        Path(folder).mkdir(parents=True)
    Path("docs/.ignore").write_text("out/\n")
    Path("docs/out/a.txt").write_text("http://out.example/")
    Path("docs/.hidden/a.txt").write_text("http://hidden.example/")
    Path("docs/image.png").write_bytes(b"\x89PNG\0http://image.example/")
    Path("docs/a.html").write_text("<!doctype html>\n<a href='deep/b c'>x</a> http://a.example/")
    Path("docs/deep/b.md").write_text("[x](../a.html#y)\n`http://code.example`\n[z](http://b.example)\n")
    Path("docs/list.mbox").write_text(MESSAGE.format(1, "") + MESSAGE.format(2, ""))
    Path("docs/packed.gz").write_bytes(gzip.compress(b"\nhttp://packed.example/"))


LINES = """\
docs/a.html:2:26:http://a.example/
docs/deep/b.md:2:2:http://code.example
docs/deep/b.md:3:5:link:http://b.example
docs/list.mbox:message 1:from joe@a.example, "number 1":List-Archive:http://archive.example/1
docs/list.mbox:message 1:from joe@a.example, "number 1":1:5:http://a.example/long-name/1
docs/list.mbox:message 1:from joe@a.example, "number 1":3:1:http://same.example/
docs/list.mbox:message 2:from joe@a.example, "number 2":List-Archive:http://archive.example/2
docs/list.mbox:message 2:from joe@a.example, "number 2":1:5:http://a.example/long-name/2
docs/list.mbox:message 2:from joe@a.example, "number 2":3:1:http://same.example/
docs/packed.gz:2:1:http://packed.example/
"""

NO_BASE = "linksift: relative links were left out in 1 file: --base gives the URI that they came from\n"
UNREAD = f"linksift: not read: 1 of 5 files: docs/image.png\n{NO_BASE}"


def test_a_folder_is_walked_and_every_format_is_read(run: Run) -> None:
    write_folder()
    result = run("find", "docs")
    assert (result.stdout, result.stderr, result.exit_code) == (LINES, UNREAD, 0)


def test_skipped_files_can_be_included_or_named(run: Run) -> None:
    write_folder()
    names = run("find", "--files-with-matches", "--hidden", "docs").stdout.split()
    assert names == sorted(["docs/.hidden/a.txt", *{line.partition(":")[0] for line in LINES.splitlines()}])
    assert "docs/out/a.txt" in run("find", "-l", "--no-ignore", "docs").stdout
    assert run("find", "docs/out", "docs/.hidden").output.count("\n") == 2
    assert run("find", "docs/image.png").stderr == "linksift: docs/image.png: binary file skipped\n"


def test_relative_references_are_resolved_against_the_base_of_each_file(run: Run) -> None:
    write_folder()
    output = run("find", "--kinds", "stated", "--base", "http://site.example/é/", "docs/a.html", "docs").stdout
    assert output.splitlines()[:3] == [
        "docs/a.html:2:10:a href:http://site.example/%C3%A9/deep/b%20c",
        "docs/a.html:2:10:a href:http://site.example/%C3%A9/deep/b%20c",
        "docs/deep/b.md:1:5:link:http://site.example/%C3%A9/a.html#y",
    ]


def test_kinds_may_be_stated_or_not(run: Run) -> None:
    write_folder()
    stated = [line for line in LINES.splitlines() if ":link:" in line or "List-Archive" in line]
    assert run("find", "--kinds", "stated", "docs").stdout.splitlines() == stated
    found = [line for line in LINES.splitlines() if line not in stated]
    assert run("find", "--kinds", "uri", "docs").stdout.splitlines() == found
    assert run("find", "--kinds", "stated,uri", "docs").stdout == LINES


def test_code_can_be_left_out(run: Run) -> None:
    write_folder()
    assert "http://code.example" not in run("find", "--no-code", "docs").stdout


def test_counts_are_those_of_each_input_that_has_links(run: Run) -> None:
    write_folder()
    counts = "docs/a.html:1\ndocs/deep/b.md:2\ndocs/list.mbox:6\ndocs/packed.gz:1\n"
    assert run("find", "--count", "docs").stdout == counts
    assert run("find", "-c", "--unique", "docs").stdout == counts.replace("mbox:6", "mbox:5")
    assert run("find", "-c", stdin="http://a.example/ http://b.example/").output == "2\n"
    nothing = run("find", "-c", stdin="")
    assert (nothing.output, nothing.exit_code) == ("0\n", 1)


def test_nul_bytes_end_the_output_for_xargs(run: Run) -> None:
    write_folder()
    assert run("find", "-l", "-0", "docs").stdout.split("\0")[:2] == ["docs/a.html", "docs/deep/b.md"]
    assert run("find", "--null", stdin="http://a.example/ http://b.example/").output == (
        "http://a.example/\0http://b.example/\0"
    )
    assert run("find", "-c", "-0", stdin="").output == "0\0"


def test_json_has_the_location_as_fields(run: Run) -> None:
    write_folder()
    records = [json.loads(line) for line in run("find", "--format", "jsonl", "docs").stdout.splitlines()]
    archive, text = (records[LINES.splitlines().index(line)] for line in LINES.splitlines()[3:5])
    assert (archive["path"], archive["message"], archive["message_id"]) == ("docs/list.mbox", 1, "1@a.example")
    assert (archive["kind"], archive["stated_by"], archive["header"]) == ("stated", "List-Archive", "List-Archive")
    assert (text["part"], text["content_type"], text["line"], text["column"]) == ("1", "text/plain", 1, 5)
    assert text["text"] == "http://a.example/long-\nname/1"
    assert not {"stated_by", "link_text", "page", "cell", "header"} & set(text)


def test_explain_shows_the_searched_text_and_stated_links(run: Run) -> None:
    write_folder()
    blocks = run("find", "--explain", "docs").stdout.split("\n\n")
    assert "        2 | name/1 and" in blocks[4]
    assert "          = kind: stated" in blocks[2]
    assert "        3 | [z](http://b.example)\n          |     ^^^^^^^^^^^^^^^^" in blocks[2]


# ---- What cannot be read ---------------------------------------------------------------------------------------------


def test_one_bad_file_is_one_message_and_the_rest_is_read(run: Run) -> None:
    write_folder()
    Path("docs/bad.gz").write_bytes(gzip.compress(b"http://bad.example/ " + os.urandom(200).hex().encode())[:-30])
    result = run("find", "docs")
    lines = [line for line in result.stdout.splitlines() if "bad" not in line]
    assert (lines, result.exit_code) == (LINES.splitlines(), 2)
    assert result.stderr == (
        "linksift: docs/bad.gz: is truncated; the part before that was read\n"
        f"linksift: not read: 1 of 6 files: docs/image.png\n{NO_BASE}"
    )


def archive_of_mails() -> None:
    """Write a zip archive with two mails, one of which has attachments that are not read."""
    mail = "From: Jo <jo@a.example>\nTo: b@b.example\nSubject: Your bill\nDate: Sat, 21 Nov 2026 09:13:46 +0100\n"
    kind = "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhttp://a.example/pay\n--x\n"
    image = "Content-Type: image/png; name=qr.png\n\nx\n--x\nContent-Type: a/b; name=a.exe\n\nMZ\0\n--x\n"
    with zipfile.ZipFile("mails.zip", "w") as archive:
        archive.writestr("inbox/1.eml", f"{mail}{kind}{image}Content-Type: text/plain; name=b.txt\n\nhttp://b.example/")
        archive.writestr("inbox/2.eml", f"{mail}\nhttp://c.example/")


def test_an_archive_of_mails_says_who_sent_each_link_and_what_was_not_read(run: Run) -> None:
    archive_of_mails()
    result = run("find", "mails.zip")
    mail = 'from jo@a.example, 2026-11-21, "Your bill"'
    assert result.stdout.splitlines() == [
        f"mails.zip:inbox/1.eml:{mail}:1:1:http://a.example/pay",
        f"mails.zip:inbox/1.eml!/b.txt:{mail}:part 4:1:1:http://b.example/",
        f"mails.zip:inbox/2.eml:{mail}:1:1:http://c.example/",
    ]
    assert result.stderr == (
        "linksift: not read: 2 of 5 files: mails.zip:inbox/1.eml!/qr.png:part 2, mails.zip:inbox/1.eml!/a.exe:part 3\n"
    )
    assert result.exit_code == 0


@pytest.mark.parametrize("layout", ["jsonl", "csv"])
def test_other_formats_say_who_sent_each_link(run: Run, layout: str) -> None:
    archive_of_mails()
    lines = run("find", "--format", layout, "mails.zip").stdout.removeprefix("\ufeff").splitlines()
    (second, *_) = list(csv.DictReader(lines))[1:] if layout == "csv" else [json.loads(lines[1])]
    assert (second["subject"], second["sender"]) == ("Your bill", "Jo <jo@a.example>")
    assert (second["date"], second["inner_path"]) == ("2026-11-21T09:13:46+01:00", "inbox/1.eml!/b.txt")


def test_a_password_opens_archives(run: Run) -> None:
    if shutil.which("zip") is None:
        pytest.skip("needs zip")
    Path("a.txt").write_text("http://a.example/")
    subprocess.run(["zip", "-q", "-P", "infected", "a.zip", "a.txt"], check=True)
    assert run("find", "--password", "infected", "a.zip").stdout == "a.zip:a.txt:1:1:http://a.example/\n"
    closed = run("find", "a.zip")
    assert (closed.stdout, closed.exit_code) == ("", 2)
    message = "is encrypted and needs a password (password=, or --password WORD on the command line)"
    assert closed.stderr == f"linksift: a.zip: a.txt: {message}\n"


def test_patterns_exclude_files_and_folders(run: Run) -> None:
    for name in ("a.txt", "b.log", "old/c.txt"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("http://a.example/")
    result = run("find", "--exclude", "*.log", "--exclude", "old/", ".", "b.log")
    assert {line.partition(":")[0] for line in result.stdout.splitlines()} == {"./a.txt", "b.log"}


def test_max_size_bounds_what_is_read(run: Run) -> None:
    Path("a.gz").write_bytes(gzip.compress(b"http://a.example/ " + b" " * 3_000_000))
    result = run("find", "--max-size", "2", "a.gz")
    assert result.stdout == "a.gz:1:1:http://a.example/\n"
    assert result.stderr == "linksift: a.gz: unpacks to more than 2 MiB; the rest was not read\n"
    assert run("find", "a.gz").exit_code == 0


def test_many_bad_parts_are_not_reported_one_by_one(run: Run) -> None:
    parts = "".join(f"--x\nContent-Type: application/gzip\n\n\x1f\x8b\x08\x00bad{number}\n" for number in range(30))
    header = "From: a@a.example\nTo: b@b.example\nSubject: c\nMIME-Version: 1.0\n"
    Path("a.eml").write_bytes(f"{header}Content-Type: multipart/mixed; boundary=x\n\n{parts}--x--\n".encode("latin-1"))
    messages = run("find", "a.eml").stderr.splitlines()
    assert len(messages) == 11
    assert messages[-1] == "linksift: a.eml: more parts of it could not be read"


def test_links_that_are_left_out_are_reported_and_no_error(run: Run) -> None:
    links = "<a href='http://u:secret@1.1.1.1.1/'>b</a>\n" * 20
    Path("a.html").write_text(f"<!doctype html><a href='http:/a.example/'>a</a>\n{links}<a href='#b'>c</a>")
    result = run("find", "a.html")
    assert (result.stdout, result.exit_code) == ("a.html:1:25:a href:http://a.example/\n", 0)
    first, *_, last = result.stderr.splitlines()
    why = "since browsers refuse it (IPv4-too-many-parts): ...@1.1.1.1.1/"
    assert first == f"linksift: a.html: a href on line 2 left out, {why}"
    assert last == "linksift: a.html: more links in it were left out"
    assert len(result.stderr.splitlines()) == 11


# ---- Several processes -----------------------------------------------------------------------------------------------


MESSAGES = 600


@pytest.fixture
def mailbox(tmp_path: Path) -> Path:
    """A mailbox that is large enough to be split into ranges."""
    with (tmp_path / "big.mbox").open("w") as file:
        for number in range(MESSAGES):
            file.write(MESSAGE.format(number, "\n" + 15_000 * "x"))
    return tmp_path / "big.mbox"


@pytest.mark.parametrize("options", [[], ["--unique"], ["--count"], ["-l"], ["--format", "jsonl"], ["--explain"]])
def test_the_output_does_not_depend_on_the_number_of_jobs(mailbox: Path, process: Process, options: list[str]) -> None:
    (mailbox.parent / "a.txt").write_text("http://same.example/ http://z.example/")
    arguments = ["find", *options, "a.txt", "missing", "big.mbox", "-", "a.txt"]
    one = process(*arguments, "--jobs", "1", stdin=b"http://input.example/")
    two = process(*arguments, "-j", "2", stdin=b"http://input.example/", command=WITH_WORKERS)
    assert one.stdout.count(b"\n") >= 3
    assert one == two or (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, two.returncode)


def wait_until_it_reads(process: "subprocess.Popen[bytes]") -> None:
    """Write to the standard input of a process, and wait until it has been read."""
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    assert process.stdin is not None
    process.stdin.write(b"x")
    process.stdin.flush()
    while any(fcntl.ioctl(process.stdin, termios.FIONREAD, bytes(4))):
        assert process.poll() is None
        time.sleep(0.01)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.clock
def test_an_interrupt_keeps_the_links_found(mailbox: Path, jobs: str) -> None:
    command = [*WITH_WORKERS, "find", "--jobs", jobs, "big.mbox", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=mailbox.parent, env=ENVIRONMENT, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        found = [process.stdout.readline() for _ in range(3 * MESSAGES)]
        wait_until_it_reads(process)
        process.send_signal(signal.SIGINT)
        assert process.wait(HANGS) == -signal.SIGINT
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""
    last = f'big.mbox:message {MESSAGES}:from joe@a.example, "number {MESSAGES - 1}":3:1:http://same.example/'
    assert found[-1].decode() == f"{last}\n"


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.clock
def test_a_closed_pipe_ends_several_jobs_silently(mailbox: Path) -> None:
    command = [*WITH_WORKERS, "find", "--jobs", "2", "big.mbox", "big.mbox"]
    with subprocess.Popen(
        command, cwd=mailbox.parent, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() != b""
        process.stdout.close()
        assert process.wait(HANGS) == -signal.SIGPIPE
        assert process.stderr.read() == b""


def test_pages_whose_relative_links_are_left_out_are_counted(run: Run) -> None:
    pages = {
        "a.html": '<!doctype html><a href="/x">',
        "b.html": '<!doctype html><a href="#x">',
        "c.html": "<!doctype html><a href='http://a.example/'>",
        "d.html": "<!doctype html><base href=http://a.example/><a href=x>",
        "e.html": "<!doctype html><a href=x>",
        "f.txt": 'href="/x"',
        "g.eml": 'From: a@b.example\nContent-Type: text/html\n\n<a href="/x">',
    }
    Path("pages").mkdir()
    for name, page in pages.items():
        Path("pages", name).write_text(page)
    message = "linksift: relative links were left out in 2 files: --base gives the URI that they came from\n"
    assert run("find", "pages").stderr == message
    assert run("find", "pages/a.html").stderr == message.replace("2 files", "1 file")
    assert run("find", "--base", "http://a.example/", "pages").stderr == ""
    assert run("find", "--kinds", "uri", "pages").stderr == ""
