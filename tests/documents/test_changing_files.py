"""Files that shrink, change or vanish while they are read: links read before are reported, and no other error."""

import gzip
import io
import os
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from linksift import Problem, ReadError, read
from linksift.cli.running.find_task import Complaint, Job, Task, run_task
from linksift.documents import LinkInContext, ReadOptions
from linksift.finding import Finder

URI = "http://a.example/"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook() -> bytes:
    """A workbook that is not compressed, with two sheets of links."""
    cells = f'<c t="str"><v>{URI}</v></c>' * 5_000
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as members:
        for number in (1, 2):
            members.writestr(f"xl/worksheets/sheet{number}.xml", f'<worksheet xmlns="{SHEET}">{cells}</worksheet>')
    return out.getvalue()


def noise(path: Path) -> None:
    """Replace the content of a file after its head."""
    with path.open("r+b") as file:
        file.seek(10_000)
        file.write(Random(1).randbytes(path.stat().st_size - 10_000))


FILES = {
    "a.txt": f"{URI}\n".encode() * 20_000,
    "a.mbox": f"From x Sat Nov 21 09:00:00 2026\nFrom: a@b.example\nSubject: b\n\n{URI}\n\n".encode() * 5_000,
    "a.html": f"<!doctype html><a href='{URI}'>b</a>\n".encode() * 5_000,
    "a.txt.gz": gzip.compress(Random(1).randbytes(50_000).hex(" ").encode() + f" {URI}\n".encode() * 20_000),
    "a.xlsx": workbook(),
}
CHANGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: os.truncate(path, 0),
    "half": lambda path: os.truncate(path, path.stat().st_size // 2),
    "noise": noise,
    "gone": lambda path: path.unlink(),
}


@pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody remove an open file")
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_changes_while_it_is_read(tmp_path: Path, name: str, change: str) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    problems: list[Problem] = []
    links = read(path, on_problem=problems.append)
    assert next(links).match.uri == URI
    CHANGES[change](path)
    uris: set[str] = set()
    with suppress(ReadError):
        uris.update(found.match.uri for found in links)
    assert change != "gone" or URI in uris


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_gone_before_it_is_read(tmp_path: Path, name: str) -> None:
    def uris(links: Sequence[LinkInContext]) -> list[bytes]:
        return [link.uri.encode() for link in links]

    complaint, _ = run_task(Task(0, str(tmp_path / name)), Job(Finder("document"), ReadOptions(), None, uris))
    assert complaint == Complaint("No such file or directory")
